"""What people write to the office is taken and kept."""

from __future__ import annotations

from portal.actions.official import Act, official_act
from portal.law.feedback import About, require_may_be_sent
from portal.law.offices import Duty
from portal.registers.base import db
from portal.registers.feedback import Feedback, feedback_of


@official_act(Duty.GIVE_FEEDBACK, unwritten=("words", "answer_to", "sender"))
def give_feedback(
    act: Act, *, about: About, page: str, words: str, answer_to: str, sender: str
) -> Feedback:
    """Keep what somebody writes; `sender` is the digest he is counted by. Raises TooMuchFeedback.

    The journal tells that it came and about what, never the words: they may name people.
    """
    require_may_be_sent(*feedback_of(act.on, sender))
    kept = Feedback(
        about=about.name,
        page=page,
        words=words,
        answer_to=answer_to,
        sender=sender,
        on=act.on,
        at=act.at,
    )
    db.session.add(kept)
    db.session.flush()
    act.note(number=kept.id)
    return kept
