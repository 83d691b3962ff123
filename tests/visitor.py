"""A browser without JavaScript: it sees pages and sends their forms, with the token each carries."""

import re
from html import unescape

from flask.testing import FlaskClient

TOKEN = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')
A_PAGE_WITH_A_FORM = "/sign-in"


class Visitor(FlaskClient):
    def open(self, *args, **kwargs):
        """Send anything; a large form lies in a file of its own, which is closed here."""
        reply = super().open(*args, **kwargs)
        reply.request.environ["wsgi.input"].close()
        return reply

    def see(self, url, **more):
        """Open a page that must be there."""
        reply = self.get(url, **more)
        assert reply.status_code == 200, (url, reply.status_code, words(reply.text)[:600])
        return reply.text

    def token(self):
        """The token that a form of this browser carries."""
        return TOKEN.search(self.get(A_PAGE_WITH_A_FORM).text)[1]

    def send(self, url, *, headers=None, **form):
        """Send a form; lists are sent as several answers, files as (bytes, name)."""
        return self.post(url, data={"csrf_token": self.token()} | form, headers=headers or {})

    def do(self, url, **form):
        """Send a form that must be taken; give the page it leads to."""
        reply = self.send(url, **form)
        assert reply.status_code == 303, (url, reply.status_code, words(reply.text)[:600])
        return self.see(reply.headers["Location"])


def words(html):
    """What a page says, without its marks."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html))).strip()
