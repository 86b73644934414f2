"""A historian puts the one-file slider of a pair on a page of her own: moved by finger and by keys, in a frame, in Hebrew, without scripts."""

import os
import pathlib
import subprocess

from playwright.sync_api import expect

from lab import lab, so

PICTURES = pathlib.Path(__file__).parents[2] / "Docs/Pictures"
BOOTH = os.path.abspath(os.environ.get("BOOTH_BUILD", ".build/debug") + "/booth")
FACTS = [
    "--archive", "City archive <b>", "--signature", "A-12/3", "--author", "Unknown", "--licence", "Public domain",
    "--source", "https://archive.example.org/items/123"]


def slider(here, name, *facts):
    """The file."""
    out = here.folder / "out"
    pictures = [str(PICTURES / f"pair-{half}.jpg") for half in ["old", "new"]]
    subprocess.run([BOOTH, "pair", *pictures, "--out", str(out), "--id", name, *facts], check=True, stdout=subprocess.DEVNULL)
    return out / f"{name}-slider.html"


def opened(here, file, **options):
    """A page that may load nothing from elsewhere."""
    page = here.page(**options)
    page.asked = []
    page.on("request", lambda request: page.asked.append(request.url))
    page.goto(file.as_uri())
    page.wait_for_function("[...document.images].every((image) => image.complete && image.naturalWidth > 0)")
    assert all(url.startswith("data:") or url == file.as_uri() for url in page.asked), page.asked
    return page


def line(page):
    return page.get_by_role("slider", name="Share of the old picture")


with lab() as here:
    gate = slider(here, "gate", "--title", "The gate <script>alert(1)</script>", "--then", "about 1898", *FACTS)
    for size, scheme in [("phone", "light"), ("phone", "dark"), ("desk", "light"), ("desk", "dark")]:
        page = opened(here, gate, size=size, color_scheme=scheme)
        expect(page.get_by_role("heading")).to_have_text("The gate <script>alert(1)</script>")
        expect(page.locator("figcaption")).to_contain_text("Now: Date not known")
        expect(page.locator("dl")).to_contain_text("City archive <b>")
        expect(page.get_by_role("link")).to_have_attribute("href", "https://archive.example.org/items/123")
        here.look(page, f"pair-slider-{size}-{scheme}")
        # The whole grip is within the window.
        box = line(page).locator("span").bounding_box()
        assert box["y"] + box["height"] <= page.viewport_size["height"] and box["height"] >= 44, box
        page.context.close()

    # By keys, and by a pointer that leaves the line.
    page = opened(here, gate, size="desk")
    page.keyboard.press("Tab")
    expect(line(page)).to_be_focused()
    for key, value in [("ArrowRight", "52"), ("ArrowLeft", "50"), ("PageDown", "40"), ("Home", "0"), ("ArrowLeft", "0"), ("End", "100")]:
        page.keyboard.press(key)
        expect(line(page)).to_have_attribute("aria-valuenow", value)
    stage = page.locator("[data-stage]").bounding_box()
    page.mouse.move(stage["x"] + stage["width"] * 0.9, stage["y"] + 40)
    page.mouse.down()
    page.mouse.move(stage["x"] + stage["width"] * 0.25, stage["y"] + 60)
    page.mouse.up()
    expect(line(page)).to_have_attribute("aria-valuenow", "25")
    so(page, "getComputedStyle(document.querySelector('.then')).clipPath.includes('75%')")
    page.mouse.move(stage["x"] + stage["width"] * 0.7, stage["y"] + 60)
    expect(line(page)).to_have_attribute("aria-valuenow", "25")

    # With a finger, beside which the page can still be scrolled.
    page = opened(here, gate, size="phone")
    stage = page.locator("[data-stage]").bounding_box()
    page.touchscreen.tap(stage["x"] + stage["width"] * 0.8, stage["y"] + 60)
    expect(line(page)).to_have_attribute("aria-valuenow", "80")
    so(page, "getComputedStyle(document.querySelector('[data-stage]')).touchAction === 'pan-y'")

    # In a frame of another page.
    (here.folder / "out/host.html").write_text(
        '<!doctype html><html lang="en"><title>Host</title><h1>Host</h1><iframe src="gate-slider.html" title="The gate" width="600" height="520"></iframe>')
    page = here.page("desk")
    page.goto((here.folder / "out/host.html").as_uri())
    inside = page.frame_locator("iframe").get_by_role("slider")
    inside.press("End")
    expect(inside).to_have_attribute("aria-valuenow", "100")

    # In Hebrew the page turns round, and the pictures do not.
    gate = slider(here, "hebrew", "--title", "שער יפו", "--then", "בערך 1898", "--archive", "ארכיון העיר")
    page = opened(here, gate, size="phone", color_scheme="dark")
    so(page, "document.documentElement.dir === 'rtl' && document.documentElement.lang === 'he'")
    expect(page.locator("figcaption")).to_contain_text("תאריך לא ידוע")
    here.look(page, "pair-slider-hebrew")
    line = page.get_by_role("slider")
    line.press("ArrowRight")
    expect(line).to_have_attribute("aria-valuenow", "52")
    so(page, "document.querySelector('.line').getBoundingClientRect().x > document.querySelector('[data-stage]').getBoundingClientRect().width / 2 - 22")

    # Without scripts both pictures stand below each other, whole.
    context = here.context(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    page = context.new_page()
    page.goto(gate.as_uri())
    boxes = [image.bounding_box() for image in page.locator("img").all()]
    assert boxes[1]["y"] >= boxes[0]["y"] + boxes[0]["height"], boxes
    expect(page.locator(".line")).to_be_hidden()
