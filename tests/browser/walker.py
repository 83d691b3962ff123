"""A person at a browser of his own, on a laptop or on a phone."""


class WalkerInBrowser:
    """A person at a browser of his own, on a laptop or on a phone."""

    def __init__(self, browser, demo, name, width=1366):
        self.demo = demo
        context = browser.new_context(viewport={"width": width, "height": 768})
        self.page = context.new_page()
        self.page.set_default_timeout(15_000)
        self.faults = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._hear)
        if name:
            self.send("/demo", f"/demo/doors/{name}")

    def _hear(self, message):
        # a refusal is an answer of 4xx, which the browser reports; anything else is a fault of ours
        if (
            message.type == "error"
            and "the server responded with a status of 4" not in message.text
        ):
            self.faults.append(message.text)

    def see(self, address):
        reply = self.page.goto(self.demo.address + address)
        assert reply.ok, (address, reply.status)
        self.looks()

    def send(self, page, action, *, which=0, **answers):
        if page:
            self.see(page)
        posting = self.page.locator(f'form[action="{action}"][method="post"]')
        forms = posting if posting.count() else self.page.locator(f'form[action="{action}"]')
        assert forms.count(), (self.page.url, action)
        form = forms.nth(which if which >= 0 else forms.count() + which)
        for hidden in self.page.locator("details:not([open])").all():
            if hidden.locator(f'form[action="{action}"]').count():
                hidden.locator("summary").first.click()
        panel = form.locator("xpath=ancestor::*[contains(@class, 'panel')]")
        if panel.count() and not panel.is_visible():
            self.page.locator(f'a[href="#{panel.get_attribute("id")}"]').click()
        for name, answer in answers.items():
            self._answer(form, name, answer)
        button = form.locator("button:not([type=button])").first
        if form.get_attribute("hx-post"):
            self.in_place(button.click)
        else:
            with self.page.expect_navigation():
                button.click()
        self.looks()

    def in_place(self, act):
        """Do something that is answered by htmx, and wait until the answer stands on the page."""
        self.page.evaluate(
            "window.settled = false;"
            " document.body.addEventListener('htmx:afterSettle', () => { window.settled = true; },"
            " {once: true})"
        )
        act()
        self.until("window.settled")

    def until(self, expression, seconds=15):
        """Wait until the page says so; asked from outside, for its policy lets nothing be evaluated."""
        for _try in range(seconds * 20):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError((expression, self.page.url, self.text()[:800]))

    def _answer(self, form, name, answer):
        if isinstance(answer, tuple):
            file_name, content = answer
            file = {"name": file_name, "mimeType": "text/plain", "buffer": content}
            form.locator(f'[name="{name}"]').set_input_files(file)
            return
        for one in answer if isinstance(answer, list) else [answer]:
            choice = form.locator(f'[name="{name}"][value="{one}"]')
            if choice.count() and choice.first.get_attribute("type") in {"radio", "checkbox"}:
                choice.first.check()
                continue
            box = form.locator(f'[name="{name}"]').first
            if not box.is_visible():
                box.locator("xpath=ancestor::details").locator("summary").first.click()
            if box.evaluate("one => one.tagName") == "SELECT":
                box.select_option(one)
            else:
                box.fill(one)

    def looks(self):
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, (self.page.url, wide)

    def text(self):
        return self.page.inner_text("body").replace("\u00a0", " ")

    def number_in_address(self):
        return int(self.page.url.split("/")[4])
