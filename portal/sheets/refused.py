"""The one refusal of the sheets."""


class NotARegister(ValueError):  # noqa: N818 - reads as what happened
    """The file is no register; the message is one sentence or two. Nothing of it was taken."""
