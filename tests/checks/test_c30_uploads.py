"""C30 and C31: nothing that could be run is kept or shown, and no name leads out of the folder."""

import io
import resource
import subprocess
import sys

import pytest
from bad_uploads import HARMFUL_NAMES, corpus, jpeg_head, pdf, photo, photo_with_place, true_bomb
from PIL import Image
from visitor import words

from portal.law.offices import Office
from portal.law.refusals import Refusal
from portal.law.refusals_of_papers import PaperTooLarge, PictureTooWide
from portal.papers import reading
from portal.papers.copies import paint
from portal.papers.reading import Kind, require_may_be_kept
from portal.registers.claim_papers import paper_breaks
from portal.registers.claims import ClaimPaper

pytestmark = pytest.mark.check("C30")
FLAT = 300 * 1024  # kB of memory that a bad file may cost at the most


@pytest.fixture
def claim(app, hands, clock, act):
    """A claim at the counter on day 10."""

    def set_up():
        case = hands.take_in(412)
        clock.go(2026, 11, 30)
        hands.sell(case)
        clock.go(2026, 12, 10, 15, 5)
        return hands.claim(case).id

    return act(set_up)


@pytest.fixture
def clerk(claim, sign_in):
    return sign_in(Office.CLERK)


def kept(settings):
    return sorted(settings.papers.glob("*")) if settings.papers.exists() else []


def try_to_keep(content):
    kind = require_may_be_kept(content)
    if kind.is_picture:
        paint(content, kind)


def test_every_bad_file_of_a_hundred_and_fifty_is_refused_with_memory_flat():
    bad = list(corpus())
    assert len(bad) >= 150
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    taken = []
    for what, _name, content in bad:
        try:
            try_to_keep(content)
        except Refusal:
            continue
        taken.append(what)
    assert taken == []
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < FLAT


def test_a_whole_picture_of_900_million_dots_is_refused_from_its_head():
    """In a process of its own, which would need 100 MB for the dots of one bit, 2.7 GB painted."""
    bomb = true_bomb()
    assert len(bomb) < 1_000_000
    measure = (
        "import resource, sys\n"
        "from portal.papers.copies import paint\n"
        "from portal.papers.reading import Kind\n"
        "from portal.law.refusals_of_papers import PictureTooWide\n"
        "bomb = sys.stdin.buffer.read()\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try:\n    paint(bomb, Kind.PNG)\nexcept PictureTooWide as told:\n    print(told)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", measure], input=bomb, capture_output=True, check=True
    )
    told, grew = done.stdout.decode().splitlines()
    assert "30000 by 30000 dots are too many" in told
    assert int(grew) < 20 * 1024


def test_a_photo_of_a_large_phone_is_kept_with_memory_flat():
    big = photo((8_000, 6_000))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    painted = paint(big, Kind.JPEG)
    assert (painted.width, painted.height) == (8_000, 6_000)
    assert len(painted.copy) < 200_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < FLAT


def test_one_byte_over_the_limit_is_too_large(monkeypatch):
    with pytest.raises(PaperTooLarge):
        require_may_be_kept(photo() + b"\0" * reading.LARGEST_PAPER)
    monkeypatch.setattr(reading, "LARGEST_PAPER", len(pdf()))
    assert require_may_be_kept(pdf()) is Kind.PDF
    with pytest.raises(PaperTooLarge):
        require_may_be_kept(pdf() + b"\n")


def test_the_copy_has_nothing_that_came_along_and_stands_upright():
    came = photo_with_place(words="taken in Begum Bazar")
    assert b"Yellaiah" in came
    painted = paint(came, Kind.JPEG)
    for told in (b"Yellaiah", b"Begum", b"Exif", b"GPS"):
        assert told not in painted.copy
    copy = Image.open(io.BytesIO(painted.copy))
    assert not copy.getexif()
    assert (painted.width, painted.height) == (320, 240)
    assert copy.size == (240, 320), "the phone was held upright"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_each_kind_of_picture_is_kept_as_it_came_and_shown_as_a_copy(clerk, settings, claim, kind):
    came = photo(kind=kind)
    clerk.do(f"/claims/{claim}/papers", called="card", file=(io.BytesIO(came), "card.exe"))
    assert came in [one.read_bytes() for one in kept(settings)]
    with clerk.get(f"/claims/{claim}/papers/1") as reply:
        assert reply.data == came
        ending = Kind[kind].value
        assert (
            reply.headers["Content-Disposition"]
            == f"attachment; filename=A-{claim}-paper-1.{ending}"
        )
        assert reply.mimetype == "application/octet-stream"
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert "sandbox" in reply.headers["Content-Security-Policy"]
    with clerk.get(f"/claims/{claim}/papers/1/copy") as reply:
        assert reply.mimetype == "image/jpeg"
        assert Image.open(io.BytesIO(reply.data)).format == "JPEG"
        assert "sandbox" in reply.headers["Content-Security-Policy"]


def test_what_is_refused_leaves_no_file_and_no_row(clerk, app, settings, claim, act):
    from portal.registers.base import db

    for what, name, content in [one for one in corpus() if one[2]][::11]:
        reply = clerk.send(
            f"/claims/{claim}/papers", called="card", file=(io.BytesIO(content), name)
        )
        assert reply.status_code == 422, what
        told = words(reply.text)
        assert "was not kept" in told or "No paper was kept" in told, what
    empty = clerk.send(f"/claims/{claim}/papers", called="card")
    assert "choose a photo or a PDF first" in words(empty.text)
    assert kept(settings) == []
    assert act(lambda: db.session.query(ClaimPaper).count()) == 0


def test_files_lie_under_their_digest_and_can_be_run_by_nobody(clerk, settings, claim):
    for number, name in enumerate(HARMFUL_NAMES[:6]):
        content = photo((64 + number, 64))
        clerk.do(f"/claims/{claim}/papers", called="card", file=(io.BytesIO(content), name))
    for one in kept(settings):
        assert len(one.name) == 64
        assert one.stat().st_mode & 0o777 == 0o600
    assert "static" not in str(settings.papers)


@pytest.mark.check("C31")
def test_no_address_leads_to_a_file_that_is_not_a_paper_of_the_claim(
    clerk, claim, sign_in, settings, act, hands
):
    came = photo()
    clerk.do(f"/claims/{claim}/papers", called="card", file=(io.BytesIO(came), "card.jpg"))
    odd = [
        "2", "0", "-1", "999999999", "../1", "..%2f1", "%2e%2e/1", "1%00", "1/../2", "1%0a", "1.jpg",
        "/etc/passwd", "..%5c1", "1%2f..%2f..%2fportal.db", "%252e%252e%252f1", "portal.db",
    ]  # fmt: skip
    for one in odd:
        for after in ("", "/copy"):
            reply = clerk.get(f"/claims/{claim}/papers/{one}{after}")
            assert reply.status_code in {404, 308}, one
            assert came not in reply.data
    assert clerk.get("/claims/2/papers/1").status_code == 404, "of another claim"
    for office in (Office.PUBLIC, Office.BIDDER, Office.POUND_KEEPER, Office.AUCTIONEER):
        for after in ("", "/copy"):
            assert sign_in(office).get(f"/claims/{claim}/papers/1{after}").status_code == 403
    digest = next(one.name for one in kept(settings))
    for url in (f"/static/{digest}", f"/static/../papers/{digest}", f"/papers/{digest}"):
        assert sign_in(Office.PUBLIC).get(url).status_code == 404


def test_verify_finds_a_kept_file_that_was_altered_or_is_gone(clerk, settings, claim, act):
    clerk.do(f"/claims/{claim}/papers", called="card", file=(io.BytesIO(photo()), "card.jpg"))
    assert act(lambda: list(paper_breaks(settings.papers))) == []
    original, copy = sorted(kept(settings), key=lambda one: one.read_bytes() != photo())
    original.write_bytes(photo() + b"\0")
    assert act(lambda: list(paper_breaks(settings.papers))) == [
        f"Claim A-{claim}: the file of its paper “card” is gone or was altered."
    ]
    original.write_bytes(photo())
    copy.unlink()
    assert "the copy" in act(lambda: list(paper_breaks(settings.papers)))[0]


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        (Kind.PNG, lambda: true_bomb(5_001)),
        (Kind.PNG, lambda: true_bomb(20_000)),
        (Kind.JPEG, lambda: jpeg_head(8_000, 10_001)),
        (Kind.JPEG, lambda: photo((5_000, 5_001), progressive=True)),
        (Kind.WEBP, lambda: photo((5_000, 5_001), kind="WEBP", quality=1, method=0)),
    ],
    ids=["png", "large png", "jpeg", "jpeg in passes", "webp"],
)
def test_a_picture_that_would_fill_the_memory_is_told_by_its_size(kind, content):
    with pytest.raises(PictureTooWide):
        paint(content(), kind)
