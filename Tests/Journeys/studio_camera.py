"""A photographer in the field takes a location's new picture from her telephone, beside the camera."""

import pathlib

from playwright.sync_api import expect

from lab import join, lab

PICTURES = pathlib.Path(__file__).parents[2] / "Docs/Pictures"

with lab() as here:
    here.start(
        "location", "add", str(PICTURES / "pair-old.jpg"), "--id", "GATE0001", "--title", "Jaffa Gate", "--at",
        "31.7767,35.2276").hears("GATE0001")
    booth = here.start(
        "run", "--mock-camera", "--screen", "log", "--location", "all", "--gallery-port", "0", "--gallery-host",
        "127.0.0.1")
    booth.hears("scene=")
    studio, address = here.studio()
    page = here.page("phone")
    join(page, studio.hears(r"(http://\S+/join/\S+)")[1])
    page.goto(address + "/places/at/GATE0001")
    with page.expect_navigation():
        page.get_by_role("link", name="Use the booth’s camera").click()
    stage = page.locator("[data-running] strong, [data-stage-name] strong").first
    choose = page.locator("#choose")
    if choose.count():
        choose.click()
    expect(stage).to_have_text("Ready")
    page.click("#order-start")
    expect(stage).to_have_text("Aiming")
    # The screen is the camera's: the picture fills it, and the shutter is at the lower edge, in the middle.
    shutter, screen = page.get_by_role("button", name="Take photo").bounding_box(), page.viewport_size
    assert shutter["width"] >= 72 and shutter["y"] > screen["height"] * .6, shutter
    assert abs(shutter["x"] + shutter["width"] / 2 - screen["width"] / 2) < 8, shutter
    here.look(page, "places-camera-aims-phone")
    page.locator("#guide summary").click()
    for turn in ["stronger", "nextEffect"]:
        with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
            page.click("#order-guide-" + turn)
        assert answer.value.json()["ok"], turn
        expect(page.locator("#said")).to_have_text("Guide changed.")
    expect(page.locator("#screen")).not_to_have_js_property("naturalWidth", 0)
    here.look(page, "places-camera-phone")
    page.click("#order-start")
    expect(stage).to_have_text("Keep or retake the photo?")
    here.look(page, "places-camera-review-phone")
    page.click("#order-start")
    expect(stage).to_have_text("Ready")
    page.goto(address + "/places/at/GATE0001")
    expect(page.locator(".versions li")).to_have_count(1)
    expect(page.get_by_role("button", name="Done", exact=True)).to_have_attribute("aria-pressed", "true")
