"""The pound yard on a phone: photo first, the day's care, slips, deaths, births, moves, the gate."""

import io
import re
from datetime import date

import pytest
from bad_uploads import corpus
from builders import POUND
from PIL import Image
from visitor import words

from portal.actions import pound as pound_acts
from portal.actions import yard
from portal.law.cattle import Animals, CattleClass
from portal.law.offices import Office
from portal.registers.books import differences
from portal.registers.case import CaseStage, gather
from portal.registers.case_list import list_cases
from portal.registers.deaths import births, deaths
from portal.registers.dues import dues_on
from portal.registers.impound import find_impounding, impediments
from portal.registers.listed import REGISTERS
from portal.registers.photos import photo_breaks, photos_of, public_marks, public_photos
from portal.registers.staying import count_staying
from portal.registers.yard import place_of

ANIMAL = {"kind": "she-buffalo", "heads": "1", "sex": "F", "colour": "black"}
MARKS = {
    "ear_tag": "1004 2217 3308",
    "mark_1": "white star on the forehead",
    "mark_2": "torn left ear",
    "held_2": "y",
    "mark_3": "old burn on the right hip",
    "held_3": "y",
}
PLACE = {"pound": POUND, "on": "18-11-2026 07:40", "area": "Begum Bazar", "pen": "B-7"}


def a_photo(shade=120, size=(900, 600)):
    """A photo of a phone, which says where it was taken."""
    picture = Image.effect_noise(size, shade).convert("RGB").reduce(2).resize(size)
    exif = picture.getexif()
    exif[0x010E] = "taken at 17.36N 78.47E"
    made = io.BytesIO()
    picture.save(made, "JPEG", exif=exif)
    return made.getvalue()


def shot(shows="FACE", content=None):
    return {"shows": shows, "file": (io.BytesIO(content or a_photo()), "IMG_1.jpg")}


@pytest.fixture
def keeper(sign_in):
    return sign_in(Office.POUND_KEEPER)


def begin(keeper, **photo):
    reply = keeper.send("/intake", **(photo or shot()))
    assert reply.status_code == 303, words(reply.text)[:400]
    return int(re.search(r"/intake/(\d+)/", reply.headers["Location"])[1])


def answer(keeper, number, **shown):
    keeper.do(f"/intake/{number}/animal", **ANIMAL)
    keeper.do(f"/intake/{number}/marks", **MARKS, **shown)
    return words(keeper.do(f"/intake/{number}/place", **PLACE))


def taken_in(keeper):
    number = begin(keeper)
    answer(keeper, number)
    return words(keeper.do(f"/intake/{number}/enter"))


# Photo first


def test_an_animal_is_taken_in_photo_first_with_the_next_number(app, keeper, act, hands):
    act(lambda: hands.take_in(411))
    number = begin(keeper)
    page = answer(keeper, number)
    assert "torn left ear Held back" in page
    told = words(keeper.do(f"/intake/{number}/enter"))
    assert "Number of the case 2026-412" in told
    with app.app_context():
        found = find_impounding("2026-412")
        assert (found.kind, found.sex, found.pen) == ("she-buffalo", "F", "B-7")
        assert found.marks.count(";") == 2
        assert found.ear_tag == "100422173308"
        assert len(photos_of(found)) == 1
        assert public_marks("2026-412") == ["white star on the forehead"]
    again = keeper.send(f"/intake/{number}/enter")
    assert again.headers["Location"].endswith(f"/intake/{number}/done"), "pressed twice, once in"
    assert "2026-412" in keeper.see("/yard")


def test_each_step_is_kept_and_another_keeper_finishes_it(sign_in, keeper):
    number = begin(keeper)
    keeper.do(f"/intake/{number}/animal", **ANIMAL)
    assert "Finish the entry begun at" in words(keeper.see("/yard"))
    other = sign_in(Office.CLERK)
    page = words(other.see("/yard"))
    assert "Begun by The pound-keeper . Nothing of it is lost." in page
    assert other.get(f"/intake/{number}").headers["Location"].endswith("/marks")
    assert 'value="she-buffalo" checked' in other.see(f"/intake/{number}/animal")
    other.do(f"/intake/{number}/marks", **MARKS)
    other.do(f"/intake/{number}/place", **PLACE)
    assert "2026-1" in words(other.do(f"/intake/{number}/enter"))
    assert "Finish the entry" not in words(keeper.see("/yard"))
    late = keeper.send(f"/intake/{number}/animal", **ANIMAL)
    assert late.status_code == 404


def test_a_photo_sent_twice_begins_one_entry(keeper):
    photo = a_photo()
    first = begin(keeper, **shot(content=photo))
    assert begin(keeper, **shot(content=photo)) == first, "nobody saw whether it came"
    keeper.do(f"/intake/{first}/photos", **shot(content=photo))
    assert keeper.see(f"/intake/{first}/photos").count("Kept:") == 1
    assert keeper.get("/intake/last").headers["Location"].endswith(f"/intake/{first}")


def test_what_is_no_photo_is_kept_by_nobody(keeper, settings):
    for file, sentence in (
        (b"%PDF-1.7 x %%EOF", "a photo is wanted here, not a PDF"),
        (b"hello", "only photos"),
        (b"", "choose a photo"),
    ):
        reply = keeper.send("/intake", shows="FACE", file=(io.BytesIO(file), "x.jpg"))
        assert reply.status_code == 422
        assert sentence in words(reply.text)
    for what, name, content in list(corpus())[::12]:
        reply = keeper.send("/intake", shows="FACE", file=(io.BytesIO(content), name))
        assert reply.status_code == 422, what
    assert not settings.papers.exists(), "no file, no row"
    assert keeper.send("/intake", shows="TAIL").status_code == 422
    assert "Finish the entry" not in keeper.see("/yard")


def test_without_a_camera_an_entry_is_begun_all_the_same(keeper):
    reply = keeper.send("/intake", without="1")
    assert reply.headers["Location"].endswith("/animal")
    number = int(re.search(r"/intake/(\d+)/", reply.headers["Location"])[1])
    assert "Animal: not answered yet" in words(keeper.see(f"/intake/{number}/check"))
    assert keeper.send(f"/intake/{number}/enter").status_code == 422
    bare = keeper.send(f"/intake/{number}/set-aside", reason=" ")
    assert bare.status_code == 422
    keeper.do(f"/intake/{number}/set-aside", reason="pressed by mistake")
    assert keeper.get(f"/intake/{number}/check").status_code == 404
    assert "Finish the entry" not in keeper.see("/yard")


def test_answers_that_cannot_be_read_are_told_at_their_step(keeper):
    number = begin(keeper)
    bare = keeper.send(f"/intake/{number}/animal", kind="other")
    assert bare.status_code == 422
    assert "Write which animal it is" in bare.text
    keeper.do(f"/intake/{number}/animal", kind="other", kind_other="unicorn")
    keeper.do(f"/intake/{number}/marks")
    keeper.do(f"/intake/{number}/place", **(PLACE | {"on": "18-12-2026"}))
    refused = keeper.send(f"/intake/{number}/enter")
    assert refused.status_code == 422
    assert "this word is not known" in refused.text
    assert f"/intake/{number}/animal" in refused.text
    assert keeper.send(f"/intake/{number}/nowhere").status_code == 404


# Held back


def test_two_marks_are_held_back_at_the_least(keeper):
    number = begin(keeper)
    keeper.do(f"/intake/{number}/animal", **ANIMAL)
    keeper.do(f"/intake/{number}/marks", **{k: v for k, v in MARKS.items() if k != "held_3"})
    keeper.do(f"/intake/{number}/place", **PLACE)
    refused = keeper.send(f"/intake/{number}/enter")
    assert refused.status_code == 422
    assert "hold back two of them" in words(refused.text)
    keeper.do(f"/intake/{number}/marks", **MARKS)
    assert "Entered" in keeper.do(f"/intake/{number}/enter")


def test_the_public_sees_only_photos_that_somebody_looked_at(app, keeper, sign_in):
    number = begin(keeper)
    keeper.do(f"/intake/{number}/photos", **shot("LEFT"))
    keeper.do(f"/intake/{number}/photos", **shot("TAG"))
    page = keeper.see(f"/intake/{number}/marks")
    asked = re.findall(r'name="shown" id="shown-(\d+)"', page)
    assert len(asked) == 2, "of an ear tag nobody is even asked"
    answer(keeper, number, shown=[asked[1], "3"])
    told = keeper.send(f"/intake/{number}/enter")
    assert told.status_code == 422
    assert "a photo of an ear tag or of a mark is held back" in words(told.text)
    keeper.do(f"/intake/{number}/marks", **MARKS, shown=[asked[1]])
    keeper.do(f"/intake/{number}/enter")
    anybody = sign_in(Office.PUBLIC)
    with app.app_context():
        assert [one.id for one in public_photos("2026-1")] == [int(asked[1])]
    with anybody.get(f"/animals/2026-1/photos/{asked[1]}") as public:
        assert public.mimetype == "image/jpeg"
        assert b"17.36N" not in public.data
        assert b"Exif" not in public.data
        assert Image.open(io.BytesIO(public.data)).size == (640, 427)
        assert len(public.data) < 60 * 1024
    for held in ({"1", "2", "3"} - {asked[1]}) | {"99"}:
        assert anybody.get(f"/animals/2026-1/photos/{held}").status_code == 404
    assert anybody.get(f"/cases/2026-1/photos/{asked[1]}").status_code == 403


def test_a_photo_is_held_back_struck_out_and_kept_as_it_came(app, keeper, settings):
    taken_in(keeper)
    original = a_photo(90)
    page = words(keeper.do("/cases/2026-1/photos", **shot("RIGHT", original)))
    assert "The public does not see it before you say so" in page
    with app.app_context():
        added = photos_of(find_impounding("2026-1"))[-1].photo.id
        assert public_photos("2026-1") == []
    with keeper.get(f"/cases/2026-1/photos/{added}/original") as kept:
        assert kept.data == original
    one = f"/cases/2026-1/photos/{added}"
    keeper.do(f"{one}/public", public="yes")
    with app.app_context():
        assert [shown.id for shown in public_photos("2026-1")] == [added]
    keeper.do(f"{one}/public", public="no")
    keeper.do(f"{one}/public", public="yes")
    assert keeper.send(f"{one}/strike", reason="").status_code == 422
    keeper.do(f"{one}/strike", reason="another animal")
    with app.app_context():
        assert public_photos("2026-1") == []
        assert list(photo_breaks(settings.papers)) == []
        kept = photos_of(find_impounding("2026-1"))[-1].photo
        (settings.papers / kept.sha256).write_bytes(b"altered")
        assert len(list(photo_breaks(settings.papers))) == 1


# The day's care


def test_a_day_without_a_tick_is_shown_and_charged(app, keeper, hands, act, clock):
    case = act(hands.take_in)
    clock.days_later(3)
    page = words(keeper.see(f"/cases/{case}/care"))
    assert "4 days charged so far" in page
    assert "4 of them without a tick" in page
    today = clock.at.date().isoformat()
    ticked = words(keeper.do(f"/cases/{case}/care", on=today, remark="ate little"))
    assert "3 of them without a tick" in ticked
    assert "Fed and looked at, by The pound-keeper" in ticked
    twice = keeper.send(f"/cases/{case}/care", on=today)
    assert twice.status_code == 422
    assert "has its tick already" in twice.text
    old = keeper.send(f"/cases/{case}/care", on="18-11-2026")
    assert old.status_code == 422
    assert "charged all the same" in words(old.text)
    assert keeper.send(f"/cases/{case}/care", on="someday").status_code == 422
    with app.app_context():
        assert dues_on(find_impounding(case), clock.at.date()).chargeable_days == 4
        listed = list(REGISTERS["care"].rows(date(2026, 11, 1), date(2026, 11, 30)))
        assert [row[4] for row in listed] == ["ate little"]


def test_a_whole_pen_is_ticked_at_once(keeper, hands, act):
    act(lambda: [hands.take_in(number) for number in (1, 2)])
    act(lambda: hands.take_in(3, pen="C-1"))
    assert "3 not fed yet today" in words(keeper.see("/yard"))
    page = words(keeper.do("/yard/care", pen="B-7", case=["2026-1", "2026-2"]))
    assert "Ticked for today: 2 animals." in page
    assert "1 not fed yet today" in page
    again = keeper.send("/yard/care", pen="B-7", case=["2026-1"])
    assert again.status_code == 409 or "Nothing" in words(again.text)


# What befalls an animal


def enter_death(keeper, case, **told):
    form = {"which": "4", "head": "1", "on": "20-11-2026", "cause": "bloat; found by Anwar"} | told
    return keeper.send(f"/cases/{case}/death", **form)


def test_a_dead_animal_is_not_sold_and_its_dues_end(app, keeper, hands, act, clock):
    case = act(hands.take_in)
    clock.go(2026, 11, 30)
    sale = act(lambda: hands.arrange(case))
    assert enter_death(keeper, case).status_code == 303
    with app.app_context():
        found = find_impounding(case)
        standing = gather(found, clock.at.date())
        assert standing.stage is CaseStage.DIED
        assert list_cases(clock.at.date()).cases[0].stage is CaseStage.DIED
        assert dues_on(found, clock.at.date()).chargeable_days == 3
        assert count_staying() == 0
        assert [one.head for one, _case in deaths(date(2026, 11, 1), date(2026, 11, 30))] == [1]
        assert list(differences()) == []
    act(lambda: hands.open(sale))
    with pytest.raises(Exception, match=r"sold or withdrawn|died in the pound"):
        act(lambda: hands.bring_in(sale))
    refused = keeper.send(
        f"/cases/{case}/redemption",
        owner="K. Yellaiah",
        comes="owner",
        proof_seen="tag",
        mode="cash",
        offered="467.50",
    )
    assert refused.status_code == 422
    assert "died in the pound" in words(refused.text)
    story = words(keeper.see(f"/cases/{case}"))
    assert "Died: 1 head" in story
    assert "Bloat; found by Anwar." in story
    assert keeper.send(f"/cases/{case}/care", on="30-11-2026").status_code == 422
    assert "Died" in words(keeper.see(f"/cases/{case}/events/new"))


def test_a_death_entered_by_mistake_is_taken_back_with_a_reason(app, keeper, hands, act, clock):
    case = act(hands.take_in)
    clock.days_later(3)
    enter_death(keeper, case)
    take_back = f"/cases/{case}/yard/death/1/take-back"
    assert keeper.send(take_back, reason="").status_code == 422
    page = words(keeper.do(take_back, reason="case 411 it was"))
    assert "Taken back case 411 it was" in page
    assert keeper.send(take_back, reason="again").status_code == 422
    assert keeper.send("/cases/2026-9/yard/death/1/take-back", reason="x").status_code == 404
    assert keeper.send(f"/cases/{case}/yard/card/1/take-back", reason="x").status_code == 404
    with app.app_context():
        found = find_impounding(case)
        assert gather(found, clock.at.date()).stage is CaseStage.IN_POUND
        assert dues_on(found, clock.at.date()).chargeable_days == 4
        assert list(deaths(date(2026, 11, 1), date(2026, 11, 30))) == []
    assert "Taken back" in words(keeper.see(f"/cases/{case}"))


def test_days_and_heads_of_a_death_must_be_possible(keeper, hands, act, clock):
    case = act(lambda: hands.take_in(animals=(Animals(CattleClass(8), 3),), kind="3 goats"))
    clock.days_later(3)
    goat = {"which": "8"}
    assert "between Wed 18 Nov 2026 and today" in words(
        enter_death(keeper, case, **goat, on="17-11-2026").text
    )
    assert enter_death(keeper, case, **goat, on="22-11-2026").status_code == 422
    assert "of these animals 3 are in the pound" in words(
        enter_death(keeper, case, **goat, head="4").text
    )
    assert enter_death(keeper, case, which="4").status_code == 422
    assert enter_death(keeper, case, **goat, head="2").status_code == 303
    page = words(keeper.see(f"/cases/{case}/events/new"))
    assert "3 goats: 1 alive" in page


def test_the_bill_that_was_paid_stays_whatever_is_entered_later(app, keeper, hands, act, clock):
    case = act(lambda: hands.take_in(animals=(Animals(CattleClass(8), 2),), kind="2 goats"))
    clock.days_later(3)
    enter_death(keeper, case, which="8")
    act(lambda: hands.release(case))
    for deed in (
        keeper.send(f"/cases/{case}/yard/death/1/take-back", reason="late"),
        enter_death(keeper, case, which="8"),
    ):
        assert deed.status_code == 422
        assert "has left the pound" in words(deed.text)
    with app.app_context():
        assert list(differences()) == []


def test_young_born_in_the_pound_stays_with_its_mother(app, keeper, hands, act, clock):
    case = act(hands.take_in)
    clock.days_later(3)
    form = {"kind": "buffalo calf", "head": "1", "on": "20-11-2026"}
    odd = keeper.send(f"/cases/{case}/birth", **(form | {"kind": "unicorn"}))
    assert odd.status_code == 422
    assert "This kind is not known" in odd.text
    page = words(keeper.do(f"/cases/{case}/birth", **form))
    assert "stays with its mother, in one lot" in page
    assert "2 heads" in page
    with app.app_context():
        told = dues_on(find_impounding(case), clock.at.date())
        assert told.pound_fee.paise == 4000 * (4 + 2)
        assert told.fine.paise == 250
        assert [one.kind for one, _case in births(date(2026, 11, 1), date(2026, 11, 30))] == [
            "buffalo calf"
        ]
    death = enter_death(keeper, case, which="4/2026-11-20", on="21-11-2026")
    assert death.status_code == 303
    early = keeper.send(f"/cases/{case}/yard/birth/1/take-back", reason="x")
    assert early.status_code == 422
    assert "Take the later entry back first" in words(early.text)


def slip(keeper, case, fit, **told):
    form = {"fit": fit, "vet": "Dr Rao", "says": "lame", "examined_on": "18-11-2026"} | told
    return keeper.send(f"/cases/{case}/vet", **form)


def test_not_fit_blocks_the_ring_under_the_vets_name(app, keeper, hands, act, clock):
    case = act(hands.take_in)
    clock.go(2026, 11, 30)
    assert slip(keeper, case, "").status_code == 422
    sale = act(lambda: hands.arrange(case))
    act(lambda: hands.open(sale))
    assert slip(keeper, case, "not fit").status_code == 303
    with pytest.raises(Exception, match="not fit to be sold, says Dr Rao: lame"):
        act(lambda: hands.bring_in(sale))
    page = words(keeper.see("/yard"))
    assert "1 sick: not fit to be sold" in page
    assert "let the vet see case 2026-412 again" in page
    assert slip(keeper, case, "fit", says="").status_code == 303
    assert "0 sick" in words(keeper.see("/yard"))
    act(lambda: hands.bring_in(sale))
    fit = keeper.send(f"/cases/{case}/yard/vet_slip/2/take-back", reason="x")
    assert "Enter a new slip: not fit" in words(fit.text)


def test_a_wrong_slip_is_taken_back_and_its_stop_ends(app, keeper, hands, act):
    case = act(hands.take_in)
    slip(keeper, case, "not fit")
    keeper.do(f"/cases/{case}/yard/vet_slip/1/take-back", reason="another animal")
    with app.app_context():
        assert impediments(find_impounding(case).id) == []
    assert "0 sick" in words(keeper.see("/yard"))


def test_a_slip_ends_no_stop_of_a_court(app, keeper, hands, act):
    case = act(hands.take_in)
    order = {"court": "II Metropolitan Magistrate", "order": "Crl.M.P. 88 of 20-11-2026"}
    assert keeper.send(f"/cases/{case}/court-hold", court="x").status_code == 422
    held = words(keeper.do(f"/cases/{case}/court-hold", **order))
    assert "held by court: II Metropolitan Magistrate" in held
    slip(keeper, case, "not fit")
    slip(keeper, case, "fit")
    with app.app_context():
        assert [one.reason[:13] for one in impediments(find_impounding(case).id)] == [
            "held by court"
        ]


def test_an_animal_is_moved_to_another_pen_and_pound(app, keeper, hands, act, people, clock):
    case = act(hands.take_in)
    act(
        lambda: pound_acts.open_pound(
            people[Office.POUND_KEEPER], clock, name="Amberpet", code="A", address="Amberpet"
        )
    )
    stay = {"pound": POUND, "pen": ""}
    same = keeper.send(f"/cases/{case}/move", **stay, new_pen="B-7")
    assert same.status_code == 422
    assert "it stands in pen B-7 already" in words(same.text)
    assert keeper.send(f"/cases/{case}/move", **stay).status_code == 422
    page = words(keeper.do(f"/cases/{case}/move", pound="Amberpet", new_pen="Z-1", why="sick"))
    assert "Moved to pen Z-1." in page
    with app.app_context():
        place = place_of(find_impounding(case))
        assert (place.pound, place.pen) == ("Amberpet", "Z-1")
        assert list_cases(clock.at.date(), words="Z-1").cases[0].pen == "Z-1"
    assert "Z-1" in words(keeper.see("/yard?pound=2"))
    assert "No animal is in the yard." in words(keeper.see("/yard?pound=1"))
    keeper.do(f"/cases/{case}/yard/pen_move/1/take-back", reason="it was case 411")
    assert "B-7" in words(keeper.see("/yard?pound=1"))


def test_the_yard_tells_what_is_due_tomorrow(sign_in, hands, act, clock):
    act(hands.take_in)
    clock.go(2026, 11, 27)
    assert "0 due for sale tomorrow" in words(sign_in(Office.POUND_KEEPER).see("/yard"))
    clock.go(2026, 11, 28)
    page = words(sign_in(Office.POUND_KEEPER).see("/yard"))
    assert "1 due for sale tomorrow" in page
    assert "the owner's last day is today" in page


def test_the_yard_is_closed_to_other_offices(sign_in, act, hands):
    case = act(hands.take_in)
    for office in (Office.PUBLIC, Office.BIDDER, Office.AUCTIONEER, Office.ACCOUNTS):
        other = sign_in(office)
        for door in ("/yard", "/cases/new", "/intake/last", f"/cases/{case}/care"):
            assert other.get(door).status_code == 403, (office, door)


# The gate


def test_the_gate_answers_green_once_and_red_after(app, hands, sign_in, act):
    case = act(hands.take_in)
    hands.clock.go(2026, 11, 30)
    sale = act(lambda: hands.sell(case))
    keeper = sign_in(Office.POUND_KEEPER)
    papers = ("R-2026-1", "http://localhost/receipts/2026/1/check?c=x", f"{sale}/1")
    for paper in papers:
        page = keeper.see(f"/gate?paper={paper}")
        assert 'class="verdict go"' in page, paper
        assert "Let it out" in page
        assert page.count("Hand over lot 1") == 1
    assert keeper.get("/gate").headers["Permissions-Policy"].startswith("camera=(self)")
    assert keeper.get("/yard").headers["Permissions-Policy"].startswith("camera=()")
    keeper.do(f"/gate/{sale}/1", taken_away_by="Ramesh Y.")
    for paper in papers:
        page = keeper.see(f"/gate?paper={paper}")
        assert 'class="verdict stay"' in page
        assert "was handed over to Ramesh Y. on Mon 30 Nov 2026" in words(page)
    assert case not in keeper.see("/yard")


def test_the_gate_stops_what_is_not_paid_void_or_unknown(app, hands, sign_in, act):
    case = act(hands.take_in)
    hands.clock.go(2026, 11, 30)
    sale = act(lambda: hands.arrange(case))
    keeper = sign_in(Office.POUND_KEEPER)
    assert "has not been sold" in words(keeper.see(f"/gate?paper={sale}/1"))

    def sell():
        hands.open(sale)
        hands.give_card(sale)
        hands.bring_in(sale)
        hands.bid(sale, 5_000)
        hands.knock_down(sale, 5_000)

    act(sell)
    page = keeper.see(f"/gate?paper={sale}/1")
    assert 'class="verdict stay"' in page
    assert "has not paid" in page
    for paper in ("R-2026-9", "9/9", "<b>x", "R-99999999999-1"):
        page = keeper.see(f"/gate?paper={paper}")
        assert 'class="verdict stay"' in page
        assert "No such paper" in page
        assert "<b>x" not in page
    assert keeper.get("/gate?paper=").status_code == 422


def test_the_gate_lets_an_owner_home_on_his_receipt(hands, sign_in, act):
    case = act(hands.take_in)
    act(lambda: hands.release(case))
    page = sign_in(Office.POUND_KEEPER).see("/gate?paper=r-2026-1")
    assert 'class="verdict go"' in page
    assert "It goes home with" in words(page)


@pytest.mark.parametrize("code", ["te", "ur", "hi"])
def test_the_yard_is_said_in_the_keepers_language(keeper, hands, act, code):
    act(hands.take_in)
    begin(keeper)
    pages = ("/yard", "/cases/new", "/intake/1/animal", "/intake/1/marks", "/intake/1/place")
    pages += ("/intake/1/check", "/cases/2026-412/care", "/cases/2026-412/events/new", "/gate")
    for page in pages:
        assert f'lang="{code}"' in keeper.see(f"{page}?lang={code}")


def test_acts_of_the_yard_refuse_what_has_left(inside, hands, people, clock):
    case = hands.take_in()
    hands.release(case)
    keeper = people[Office.POUND_KEEPER]
    today = clock.at.date()
    for deed in (
        lambda: yard.tick_care(keeper, clock, case=case, on=today, remark=""),
        lambda: yard.move(keeper, clock, case=case, pound=POUND, pen="C-1", why=""),
    ):
        with pytest.raises(Exception, match="has left the pound"):
            deed()


def test_a_bill_is_worked_out_by_the_deaths_known_when_it_was_made(inside, hands, people, clock):
    """The sale of the first lot is undone, and one of the goats dies before the next."""
    case = hands.take_in(animals=(Animals(CattleClass(8), 2),), kind="2 goats")
    clock.go(2026, 11, 30)
    sale = hands.arrange(case)
    hands.open(sale)
    hands.give_card(sale)
    hands.bring_in(sale)
    hands.bid(sale, 5_000)
    hands.knock_down(sale, 5_000)
    clock.go(2026, 12, 1)
    hands.put_in_default(sale)
    yard.enter_death(
        people[Office.POUND_KEEPER],
        clock,
        case=case,
        cattle_class=CattleClass(8),
        head=1,
        on=date(2026, 11, 20),
        cause="found dead behind the shed",
    )
    assert list(differences()) == []
    assert dues_on(find_impounding(case), clock.at.date()).pound_fee.paise == 4000 * (14 + 3)
