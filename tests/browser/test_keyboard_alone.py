"""Four journeys by the keyboard alone: the focus is always somewhere, and can always be seen."""

import re
import threading

import pytest
from werkzeug.serving import make_server

from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.messages import Message

# How a page is walked by Tab does not depend on the engine behind it.
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

FOCUS = """(wanted) => {
    const one = document.activeElement;
    if (!one || one === document.body) return {lost: true};
    const style = getComputedStyle(one), box = one.getBoundingClientRect();
    const drawn = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    const at = [box.left + box.width / 2, box.top + Math.min(box.height / 2, 20)];
    const over = document.elementFromPoint(...at);
    const clear = over && (one.contains(over) || over.contains(one) || over.closest("label"));
    return {
        lost: false, there: one.matches(wanted), drawn, clear: Boolean(clear),
        what: one.outerHTML.slice(0, 120),
    };
}"""


class Keys:
    """Somebody with a keyboard and no pointer, before a small screen."""

    def __init__(self, browser, address, *, skips):
        self.skips = skips  # past the masthead, by the first link of the page
        self.context = browser.new_context(viewport={"width": 360, "height": 640})
        self.page, self.address = self.context.new_page(), address
        self.page.set_default_timeout(10_000)

    def open(self, path):
        self.page.goto(self.address + path)

    def press(self, key):
        self.page.keyboard.press(key)

    def type(self, words):
        self.page.keyboard.type(words)

    def go_to(self, wanted):
        """Press Tab until the focus is there; every stop on the way must be seen."""
        for _stop in range(80):
            self.press("Tab")
            if self.stands_on(wanted):
                return
            if self.skips and self.page.evaluate("document.activeElement.matches('a.skip')"):
                self.press("Enter")
        raise AssertionError(f"{wanted} is not reached on {self.page.url}")

    def stands_on(self, wanted="*"):
        """Tell whether the focus is there; it has to be somewhere, drawn, and under nothing."""
        focus = self.page.evaluate(FOCUS, wanted)
        assert not focus["lost"], (self.page.url, wanted)
        assert focus["drawn"], (self.page.url, focus["what"])
        assert focus["clear"], (self.page.url, focus["what"])
        return focus["there"]

    def enter(self):
        """Press Enter where the focus is, and wait for the page it leads to."""
        with self.page.expect_navigation():
            self.press("Enter")

    def follow(self, href):
        self.go_to(f'a[href="{href}"]')
        self.enter()

    def answer(self, **answers):
        """Fill a form from its top and send it."""
        for name, words in answers.items():
            self.go_to(f'main [name="{name}"]')
            if words is True:
                self.press("Space")
            elif words in ("down", "twice down"):
                self.press("ArrowDown")
            else:
                self.type(words)
        self.go_to("main form button.act")
        with self.page.expect_navigation():
            self.press("Space")


@pytest.fixture
def day(act, hands, clock):
    """An animal sold with a surplus, one in the ring at which a phone may bid, one that stays."""

    def set_up():
        sold, in_ring = hands.take_in(401), hands.take_in(403)
        clock.go(2026, 11, 30)
        hands.sell(sold, 42_500)
        sale = hands.arrange(in_ring)
        hands.open(sale)
        hands.give_card(sale, 41, "Sayeed")
        hands.give_card(sale, 24, "Imran")
        hands.enter_bidder("Sayeed", "9848000041")
        hands.bring_in(sale)
        stays = hands.take_in(501, marks="white star on the forehead")
        return sold, sale, stays

    return act(set_up)


@pytest.fixture
def served(app, day):
    """The portal behind a port of its own, in a thread of this process: the clock is the test's."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://localhost:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def keys(chromium, served):
    opened = []

    def sit_down(session=None, *, skips=True):
        opened.append(Keys(chromium, served, skips=skips))
        if session:
            opened[-1].context.add_cookies(
                [{"value": session.value, "name": session.key, "url": served}]
            )
        return opened[-1]

    yield sit_down
    for one in opened:
        one.context.close()


def test_every_journey_goes_by_the_keyboard_alone(app, day, keys, act, sign_in, hands):
    sold, sale, stays = day
    finds_an_animal(keys(skips=False), stays)
    claims_the_surplus(keys(), sold)
    signs_up(keys(), sale, act)
    session = sign_in(Office.BIDDER).get_cookie(app.config["SESSION_COOKIE_NAME"])
    bids(keys(session), sale, act, hands)


def finds_an_animal(man, stays):
    man.open("/")
    man.press("Tab")
    assert man.stands_on("a.skip"), "the first stop leads past the masthead"
    man.press("Enter")
    man.follow("/animals")
    man.go_to('main [name="q"]')
    man.type("buffalo")
    man.enter()
    man.follow(f"/animals/{stays}")
    assert man.page.url.endswith(f"/animals/{stays}")
    man.follow(f"/animals/{stays}/owner")


def claims_the_surplus(man, sold):
    man.open("/")
    man.follow("/claims/new")
    man.answer(number=sold)
    man.answer(name="K. Yellaiah", phone="9848012345")
    man.answer(lost="At the market")
    man.answer(marks="white star")
    man.answer(says="Mine since she was a calf.")
    man.answer(papers_when=True)
    man.answer(paid_how=True)
    man.answer()
    assert man.page.locator(".big b").count() == 2, "the claim has a number and a code"


def signs_up(man, sale, act):
    man.open(f"/sales/{sale}/lots/1")
    man.follow(f"/sales/{sale}/card")
    man.follow(f"/sales/{sale}/card/mobile")
    man.answer(phone="9848012346")
    man.answer(code=act(lambda: last_code("9848012346")))
    man.answer(name="Ramesh Yadav")
    man.answer(how=True, identity="4123 5678 4471")
    man.answer(barred=True, buys=True)
    man.answer()
    assert man.page.locator(".big b").count() == 1, "the card has a number"


def last_code(phone):
    found = db.session.query(Message).filter_by(to=phone).order_by(Message.id.desc())
    return re.search(r"\b\d{6}\b", found.first().words)[0]


def bids(man, sale, act, hands):
    man.open(f"/sales/{sale}/lots/1")
    man.go_to("#bid")
    man.press("Space")
    man.page.wait_for_selector("#board .state.win")
    assert man.stands_on("#bid"), "the answer did not take the focus away"
    act(lambda: hands.bid(sale, 5_500, card=24))
    man.page.wait_for_selector("#board .state.lose")
    man.page.wait_for_selector("#bid:has-text('6,000')")
    assert man.stands_on("#bid"), "nor did the board, when it came anew"
    man.press("Enter")
    man.page.wait_for_selector("#board .state.win")
    assert man.stands_on("#bid")
