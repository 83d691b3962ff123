"""The forms of a page, as a browser without JavaScript reads them."""

from html.parser import HTMLParser


class Form:
    def __init__(self, action, method, multipart):
        self.action, self.method, self.multipart = action, method, multipart
        self.answers, self.offered, self.has_button = {}, {}, False


class Forms(HTMLParser):
    """Gather every form of a page with what it would send as it stands."""

    def __init__(self, html):
        super().__init__()
        self.forms, self.select, self.area = [], None, None
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "form":
            self.forms.append(
                Form(
                    attrs.get("action", ""),
                    attrs.get("method", "get"),
                    attrs.get("enctype") == "multipart/form-data",
                )
            )
        if not self.forms:
            return
        form, name = self.forms[-1], attrs.get("name")
        if tag == "button":
            form.has_button = True
        if tag == "select":
            self.select = name
            form.offered[name] = []
        if tag == "option" and self.select:
            form.offered[self.select].append(attrs.get("value", ""))
            if "selected" in attrs or self.select not in form.answers:
                form.answers[self.select] = attrs.get("value", "")
        if tag == "textarea":
            self.area = name
            form.answers[name] = ""
        if tag == "input" and name:
            kind = attrs.get("type", "text")
            if kind in {"radio", "checkbox"}:
                form.offered.setdefault(name, []).append(attrs.get("value", "y"))
                if "checked" in attrs:
                    self._answer(name, attrs.get("value", "y"))
            elif kind != "file":
                self._answer(name, attrs.get("value", ""))

    def _answer(self, name, worth):
        """Keep an answer; of several of one name all are sent."""
        answers = self.forms[-1].answers
        if name in answers:
            kept = answers[name] if isinstance(answers[name], list) else [answers[name]]
            answers[name] = [*kept, worth]
        else:
            answers[name] = worth

    def handle_endtag(self, tag):
        if tag == "select":
            self.select = None
        if tag == "textarea":
            self.area = None

    def handle_data(self, data):
        if self.area:
            self.forms[-1].answers[self.area] += data.removeprefix("\n")


def find_form(html, action, which=0):
    """Find the form that goes to an address."""
    found = [one for one in Forms(html).forms if one.action == action]
    assert found, (action, [one.action for one in Forms(html).forms])
    form = found[which]
    assert form.has_button, f"nothing sends the form to {action}"
    return form
