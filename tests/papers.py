"""Papers given out, read back: their words, their fonts."""

import re
from io import BytesIO

from pypdf import PdfReader


def read(pdf):
    return PdfReader(BytesIO(pdf))


def words_of(pdf):
    """What a PDF says, page after page, in one line; long words joined again."""
    text = " ".join(page.extract_text() for page in read(pdf).pages).replace("\u200b", "")
    return re.sub(r"\s+", " ", text)


def fonts_of(pdf):
    """The fonts of a PDF, each with whether its letters are in the file."""
    found = {}
    for page in read(pdf).pages:
        for font in (page["/Resources"].get("/Font") or {}).values():
            told = font.get_object()
            for below in told.get("/DescendantFonts", [told]):
                name = str(below.get_object()["/BaseFont"])
                descriptor = below.get_object().get("/FontDescriptor")
                inside = set(descriptor.get_object()) if descriptor else set()
                found[name] = bool(inside & {"/FontFile", "/FontFile2", "/FontFile3"})
    return found


def give_out(client, url):
    """Press the button on the page of a paper; the PDF that comes."""
    sent = client.send(url)
    assert sent.status_code == 303, (url, sent.status_code, sent.text[:400])
    reply = client.get(sent.headers["Location"])
    assert reply.status_code == 200, url
    assert reply.content_type == "application/pdf"
    return reply.data


def printed(client, url):
    return words_of(give_out(client, url))
