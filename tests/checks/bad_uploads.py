"""Files that are not what they say, made here byte by byte; none of them was found anywhere."""

import io
import random
import struct
import zipfile
import zlib

from PIL import Image

SCRIPT = b"<script>alert(1)</script>"
HARMFUL_NAMES = [
    "card.php", "card.php.jpg", "card.jpg.php", "card.jpg.exe", "card.svg", "card.html", "card.htm",
    "../../etc/passwd", "..\\..\\windows\\system.ini", "/etc/passwd", "C:\\boot.ini", ".htaccess",
    "card.jpg\x00.php", "card\u202egpj.exe", "card.jpg ", "card.jpg.", "con.jpg", "a" * 300 + ".jpg",
    "card.jpg;.php", "%2e%2e%2fcard.jpg", "card\r\nSet-Cookie: x=1.jpg", '"><script>.jpg', "కార్డు.jpg",
]  # fmt: skip


def photo(size=(320, 240), kind="JPEG", **more):
    """A picture with something on it."""
    picture = Image.linear_gradient("L").resize(size).convert("RGB")
    written = io.BytesIO()
    picture.save(written, kind, **more)
    return written.getvalue()


def photo_with_place(words="<?php nothing"):
    """A photo that tells where it was taken, by whom, and how the phone was held."""
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x013B] = "K. Yellaiah"
    exif.get_ifd(0x8825).update({1: "N", 2: (17.0, 22.0, 30.0), 3: "E", 4: (78.0, 28.0, 0.0)})
    return photo(exif=exif.tobytes(), comment=words.encode())


def png_head(width, height):
    """A PNG that says in its head how large it is, and has one row of dots."""

    def chunk(name, body):
        return (
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"\0" * (3 * min(width, 1000) + 1))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def true_bomb(side=30_000):
    """A PNG of 30,000 by 30,000 dots that is whole: 900 million dots in some 130 kB."""

    def chunk(name, body):
        return (
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        )

    packer = zlib.compressobj(9)
    row = b"\0" * (side // 8 + 1)
    rows = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def jpeg_head(width, height):
    """A JPEG whose frame says how large it is."""
    whole = bytearray(photo((16, 16)))
    at = whole.index(b"\xff\xc0")
    whole[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(whole)


def archive(times=1):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as kept:
        kept.writestr("run.sh", b"\0" * 1_000_000 * times)
    return packed.getvalue()


def pdf(inside=b""):
    return (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R" + inside + b">>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n"
    )


def _not_pictures():
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
    eicar = b"X5O!P%@AP[4\\PZX54(P^)7CC)7}$" + b"EICAR-STANDARD-" + b"ANTIVIRUS-TEST-FILE!$H+H*"
    yield from {
        "svg": svg,
        "svg with head": b'<?xml version="1.0"?>' + svg,
        "html": b"<!doctype html>" + SCRIPT,
        "html after spaces": b"   \n" + SCRIPT,
        "php": b"<?php system($_GET['c']); ?>",
        "shell": b"#!/bin/sh\nrm -rf /\n",
        "elf": b"\x7fELF" + b"\0" * 100,
        "windows program": b"MZ" + b"\0" * 200,
        "eicar": eicar,
        "gif": photo(kind="GIF"),
        "gif and script": b"GIF89a/*" + b"\0" * 20 + b"*/=1;alert(1)//",
        "bmp": photo(kind="BMP"),
        "tiff": photo(kind="TIFF"),
        "ico": photo((32, 32), kind="ICO"),
        "zip": archive(),
        "zip bomb": archive(50),
        "gzip bomb": b"\x1f\x8b" + zlib.compress(b"\0" * 10_000_000),
        "heic": b"\0\0\0\x18ftypheic" + b"\0" * 60,
        "film": b"\0\0\0\x18ftypmp42" + b"\0" * 60,
        "text": b"the card of an ear tag",
        "java class": b"\xca\xfe\xba\xbe" + b"\0" * 40,
        "cabinet": b"MSCF" + b"\0" * 60,
        "office document with macros": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
        "batch": b"@echo off\r\ndel *.*\r\n",
        "shortcut": b"L\0\0\0\x01\x14\x02\0" + b"\0" * 60,
        "one byte": b"\xff",
        "nothing": b"",
        "pdf after text": b"hello\n" + pdf(),
        "postscript": b"%!PS-Adobe-3.0\n(/etc/passwd) run",
        "xml bomb": b'<!DOCTYPE a [<!ENTITY x "xx">]><a>&x;</a>',
        "pickle": b"\x80\x04cos\nsystem\n",
        "utf-16 html": "<html><script>alert(1)</script>".encode("utf-16"),
    }.items()


def _broken_pictures():
    for kind, ending in (("JPEG", "jpg"), ("PNG", "png"), ("WEBP", "webp")):
        whole = photo(kind=kind)
        for part in (4, 12, 24, 40, len(whole) // 4, len(whole) // 2, len(whole) * 3 // 4):
            yield f"{ending} cut at {part}", whole[:part]
        chance = random.Random(part)  # noqa: S311
        yield f"{ending} head and noise", whole[:16] + chance.randbytes(2_000)
        yield f"{ending} of zeros", whole[:12] + b"\0" * 2_000
    for width, height in ((30_000, 30_000), (60_000, 60_000), (1, 2**31 - 1), (0, 0), (2**31, 1)):
        yield f"png of {width} by {height}", png_head(width, height)
    for width, height in ((65_000, 65_000), (30_000, 30_000), (0, 10)):
        yield f"jpeg of {width} by {height}", jpeg_head(width, height)
    yield "pdf cut short", pdf()[:60]
    yield "pdf head alone", b"%PDF-1.7\n"


def _polyglots():
    for kind in ("JPEG", "PNG", "WEBP"):
        whole = photo(kind=kind)
        for what, tail in {
            "html": b"<html><body>" + SCRIPT,
            "php": b"<?php system('id'); ?>",
            "zip": archive(),
            "svg": b"<svg onload=alert(1)>",
            "script in capitals": b"<SCRIPT>alert(1)</SCRIPT>",
            "javascript": b"javascript:alert(1)",
            "frame": b"<iframe src=//evil>",
            "doctype": b"<!DOCTYPE html>",
        }.items():
            yield f"{kind} and {what}", whole + tail
    yield "jpeg comment of php", photo(comment=b"<?php system('id'); ?>")
    yield "jpeg comment of script", photo(comment=SCRIPT)
    yield "jpeg comment of pdf", photo(comment=b"%PDF-1.4 1 0 obj")
    exif = Image.Exif()
    exif[0x010E] = SCRIPT.decode()
    yield "jpeg with a script in its EXIF", photo(exif=exif.tobytes())
    for name in ("JavaScript", "JS", "Launch", "EmbeddedFile", "OpenAction", "RichMedia", "AA"):
        yield f"pdf with /{name}", pdf(b"/" + name.encode() + b"(x)")
    yield "pdf with a hidden name", pdf(b"/J#61vaScript(app.alert)")
    yield "pdf and zip", pdf() + archive()
    yield "pdf and html", pdf() + SCRIPT


def corpus():
    """(what it is, name, content) of every file that must not be kept."""
    files = [*_not_pictures(), *_broken_pictures(), *_polyglots()]
    for number, (what, content) in enumerate(files):
        yield what, ("card.jpg", "card.png", "card.pdf")[number % 3], content
    for name in HARMFUL_NAMES:
        yield f"script named {name[:30]!r}", name, SCRIPT
    for name in HARMFUL_NAMES:
        yield f"svg named {name[:30]!r}", name, b"<svg onload=alert(1)>"
