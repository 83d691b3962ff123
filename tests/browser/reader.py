"""A bidder with a phone of 360 px who reads one language, and looks at every page he meets."""

import re

from walker import WalkerInBrowser

DIRECTIONS = {"en": "ltr", "te": "ltr", "ur": "rtl"}
# The names of languages, examples of codes, and what was typed in English: places, breeds, ages.
TYPED = (
    r"English|\bEn\b|IFSC|SBIN\d+|Pound yard|pound gate|Hyderabad City Pound"
    r"|Nellore|graded murrah|~?\d+ yrs|Black w/ white star"
)
# All that is read, or read aloud, but for what says of itself that it is in another language.
READ_ALOUD = """() => {
    const said = [document.title];
    const walk = (at) => {
        if (at.nodeType === Node.TEXT_NODE) said.push(at.data);
        if (at.nodeType !== Node.ELEMENT_NODE || at.matches("script, style")) return;
        for (const name of ["aria-label", "placeholder", "alt", "title"])
            if (at.getAttribute(name)) said.push(at.getAttribute(name));
        if (at.lang && at.lang !== document.documentElement.lang) return;
        at.childNodes.forEach(walk);
    };
    walk(document.body);
    return said.join("\\n");
}"""


class Reader(WalkerInBrowser):
    """He came by a link in his language; every page after it has to stay in that language."""

    def __init__(self, browser, demo, language):
        super().__init__(browser, demo, None, width=360)
        self.page.set_viewport_size({"width": 360, "height": 640})
        self.language = language

    def looks(self):
        super().looks()
        page, where = self.page, self.page.url
        if where.endswith("/demo/outbox"):
            return  # messages to everybody, each in the language of whom it was written to
        html = page.locator("html")
        told = (html.get_attribute("lang"), html.get_attribute("dir"))
        assert told == (self.language, DIRECTIONS[self.language]), where
        if self.language != "en":
            said = re.sub(TYPED, "", page.evaluate(READ_ALOUD))
            english = [line for line in said.split("\n") if re.search(r"[A-Za-z]{2,}", line)]
            assert not english, (where, english)

    def follow(self, address):
        """Press the link that leads there, wherever it stands on the page."""
        with self.page.expect_navigation():
            self.page.locator(f'main a[href="{address}"]').first.click()
        self.looks()

    def asks_for_card(self, sale, phone, name, *, identity="", **answers):
        """Answer the pages of sign-up, with the code that the demo's outbox shows."""
        card = f"/sales/{sale}/card"
        self.follow(f"{card}/mobile")
        self._answers(f"{card}/mobile", phone=phone)
        self.follow("/demo/outbox")
        code = re.search(r"\b\d{6}\b", self.page.inner_text(".big"))[0]
        self.follow(f"{card}/code")
        self._answers(f"{card}/code", code=code)
        self._answers(f"{card}/name", name=name)
        how = {"how": "number", "identity": identity} if identity else {"how": "counter"}
        self._answers(f"{card}/identity", **how, **answers)
        self._answers(f"{card}/declaration", barred="no", buys="self")
        self._answers(f"{card}/check")

    def _answers(self, page, **answers):
        assert self.page.url == self.demo.address + page
        self.send(None, page, **answers)
