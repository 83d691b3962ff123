"""An animal is taken in on a narrow phone whose link breaks; another person finishes the entry."""

import io
from pathlib import Path

from PIL import Image
from walker import WalkerInBrowser

ENOUGH = 1600  # dots: the script of papers sends no more, where it can make a photo smaller


def photo_of_a_phone():
    """A photo as a phone takes it: large, and heavy."""
    noise = Image.effect_noise((600, 450), 90).convert("RGB").resize((2400, 1800))
    photo = io.BytesIO()
    noise.save(photo, "JPEG", quality=97)
    assert photo.tell() > 1024 * 1024
    return photo.getvalue()


def longest_side_kept(demo):
    papers = Path(demo.environ["PORTAL_INSTANCE"]) / "papers"
    return max(max(Image.open(io.BytesIO(one.read_bytes())).size) for one in papers.iterdir())


def press(phone, form):
    phone.page.locator(f"{form} button.act").click()


def test_a_lost_link_loses_nothing_and_another_finishes_it(chromium, demo):
    phone = WalkerInBrowser(chromium, demo, "anwar", width=360)
    page = phone.page
    page.set_viewport_size({"width": 360, "height": 640})

    phone.see("/yard")
    page.get_by_role("link", name="Take in an animal").click()
    picture = {"name": "IMG.jpg", "mimeType": "image/jpeg", "buffer": photo_of_a_phone()}
    page.set_input_files("#file", picture)
    page.context.set_offline(True)
    press(phone, "#photo-form")
    phone.until("document.querySelector('[data-paper-says]').textContent.startsWith('Not sent')")
    page.context.set_offline(False)
    press(phone, "#photo-form")
    page.wait_for_url("**/intake/1/animal")
    assert longest_side_kept(demo) == ENOUGH, "it was made smaller before it was sent"

    page.check('input[value="she-buffalo"]')
    page.fill("#colour", "black")
    page.context.set_offline(True)
    press(phone, "#step-form")
    phone.until("document.querySelector('[data-paper-says]').textContent.startsWith('Not sent')")
    assert page.input_value("#colour") == "black", "what was typed stands"
    page.context.set_offline(False)
    press(phone, "#step-form")
    page.wait_for_url("**/intake/1/marks")
    page.fill("#mark_1", "white star")
    phone.looks()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.context.close()  # the battery is empty

    clerk = WalkerInBrowser(chromium, demo, "lakshmi", width=360)
    clerk.see("/yard")
    clerk.page.get_by_role("link", name="Finish the entry begun at").click()
    assert clerk.page.url.endswith("/intake/1/marks")
    clerk.page.fill("#mark_1", "white star")
    clerk.page.fill("#mark_2", "torn ear")
    for box in ("#held_1", "#held_2"):
        clerk.page.check(box)
    press(clerk, "#step-form")
    clerk.page.wait_for_url("**/place")
    clerk.page.fill("#area", "Begum Bazar")
    press(clerk, "#step-form")
    clerk.page.wait_for_url("**/check")
    assert clerk.page.locator(".shots img").first.evaluate("one => one.naturalWidth") == 640
    press(clerk, "#enter-form")
    clerk.page.wait_for_url("**/done")
    assert "Entered in the register" in clerk.text()
    assert demo.portal("verify").returncode == 0
    lost = "net::ERR_INTERNET_DISCONNECTED"
    assert [one for one in [*phone.faults, *clerk.faults] if lost not in one] == []
