"""Record the clips of static/voices with espeak-ng and ffmpeg: `make voices`.

A voice of flesh and blood is better. A clip that was put in by hand stands in static/voices/README
under its language and is not recorded over.
"""

from __future__ import annotations

import shutil
import subprocess
import sys

from portal.web.hearing import VOICES, words_of_clips
from portal.web.language import LANGUAGES

SPEAKERS = {"en": "en-gb", "te": "te", "ur": "ur", "hi": "hi"}
WORDS_A_MINUTE = "145"
QUIET = "start_periods=1:start_threshold=-48dB"
# Silence is cut at both ends, by turning the sound round; without a head, frames can be joined.
TRIMMED = f"silenceremove={QUIET},areverse,silenceremove={QUIET},areverse,apad=pad_dur=0.06"
MP3 = "-ac 1 -ar 16000 -c:a libmp3lame -b:a 16k -reservoir 0 -write_xing 0 -id3v2_version 0"


def by_hand() -> set[str]:
    """Give the clips that a person recorded, like te/front, as README lists them."""
    lines = (VOICES / "README").read_text(encoding="utf-8").splitlines()
    return {line.strip() for line in lines if line.startswith("  ") and "/" in line}


def record(code: str, name: str, words: str) -> None:
    """Record one clip."""
    file = VOICES / code / f"{name}.mp3"
    file.parent.mkdir(parents=True, exist_ok=True)
    speak = ["espeak-ng", "-v", SPEAKERS[code], "-s", WORDS_A_MINUTE, "--stdout", words]
    keep = ["ffmpeg", "-loglevel", "error", "-y", "-i", "pipe:", "-af", TRIMMED, *MP3.split()]
    said = subprocess.run(speak, check=True, capture_output=True)  # noqa: S603 - our own words
    subprocess.run([*keep, "-bitexact", str(file)], input=said.stdout, check=True)  # noqa: S603


def record_all() -> None:
    """Record every clip that no person recorded, and take away what is named no more."""
    missing = [tool for tool in ("espeak-ng", "ffmpeg") if shutil.which(tool) is None]
    if missing:
        sys.exit(f"Nothing was recorded: {' and '.join(missing)} must be installed first.")
    kept = by_hand()
    for code in LANGUAGES:
        words = words_of_clips(code)
        for file in (VOICES / code).glob("*.mp3"):
            if file.stem not in words:
                file.unlink()
        for name, said in words.items():
            if f"{code}/{name}" not in kept:
                record(code, name, said)


if __name__ == "__main__":
    record_all()
