"""What is selected and no longer seen, or gone; keys; disks that are away."""

import collections
import json
import math
import re
import time

from playwright.sync_api import expect

from lab import join, lab
from photoslab import folders, menu, more, named, scanned, shown, total


def pick(page, *places):
    for place in places:
        box = page.locator(f"#photo-{place}").bounding_box()
        page.mouse.click(box["x"] + 12, box["y"] + 12)


with lab() as here:
    studio, address = here.studio()
    desk = here.page("desk")
    join(desk, studio.hears(r"(http://\S+/join/\S+)")[1])
    folders(here, desk, ("one", 150, "one_{:03}.jpg"), ("disk", 40, "disk_{:03}.jpg"), ("he", 6, "חנוכה {}.jpg"))
    bar, view, said = desk.locator(".photos-bar"), desk.locator("dialog.photos-view"), desk.locator(".toasts")

    # A disk goes before there are pictures of its photos: each is asked for once, and again when a source is looked at, or is back.
    # (What failed was asked for again and again, some twenty times in this time.)
    (here.folder / "disk").rename(here.folder / "gone")
    scanned(here, "is away", "disk")
    desk.expected += ["503"]
    asked = collections.Counter()
    desk.on("request", lambda request: asked.update([request.url.split("?")[0]] if "/photos/picture/" in request.url else []))
    with desk.expect_response("**/photos/picture/**"):
        desk.goto(address + "/photos?in=disk")
    total(desk, 40)
    desk.wait_for_timeout(6000)
    assert asked and max(asked.values()) < 8, asked.most_common(3)
    expect(desk.locator("#photos-away")).to_contain_text("disk is offline")
    desk.locator("#photos-grid").focus()
    desk.keyboard.press("Enter")
    expect(view.locator(".photos-trouble")).to_contain_text("source is offline")
    desk.keyboard.press("Escape")
    expect(view).to_be_hidden()
    # Two that are away are one line, in plain words, which can be closed.
    (here.folder / "he").rename(here.folder / "elsewhere")
    scanned(here, "is away", "he")
    desk.goto(address + "/photos")
    total(desk, 196)
    away = desk.locator("#photos-away")
    expect(away.locator("p")).to_have_count(1)
    expect(away).to_contain_text("Offline: disk, he.")
    assert "No such" not in desk.content()
    here.look(desk, "photos-two-away")
    away.get_by_role("button", name="Close").click()
    expect(away).to_be_empty()
    desk.reload()
    total(desk, 196)
    expect(away).to_be_empty()
    desk.goto(address + "/photos?in=disk")
    total(desk, 40)
    for name, folder in (("gone", "disk"), ("elsewhere", "he")):
        (here.folder / name).rename(here.folder / folder)
        scanned(here, "0 new, 0 changed, 0 gone", folder)
    shown(desk)

    # What fails for another reason waits, and the others come.
    desk.goto("about:blank")
    failing = collections.Counter()

    def fail(route):
        failing.update([route.request.url.split("?")[0]])
        route.fulfill(status=503, body="")

    first = json.loads(desk.request.get(address + "/photos/window.json?in=one&count=1").text())[0]
    desk.route(f"**/photos/picture/{first[0]}/**", fail)
    begun = time.monotonic()
    desk.goto(address + "/photos?in=one")
    total(desk, 150)
    expect(desk.locator("#photo-1.here")).to_be_visible()
    desk.wait_for_timeout(1000)
    # Three seconds after it failed first, then six, and so on: of what had come so often before, some twenty.
    took = time.monotonic() - begun
    assert failing and sum(failing.values()) <= 2 + math.log2(1 + took / 3), (failing, took)
    desk.unroute_all()

    # Selected, and not in what is shown: told, shown alone, and told before the bin.
    desk.goto(address + "/photos?in=one")
    shown(desk)
    pick(desk, 0, 1, 2)
    desk.fill("input[type=search]", "one_00")
    total(desk, 10)
    expect(bar).to_contain_text("Selected: 3, not shown here: 3")
    shown(desk)
    pick(desk, 0)
    expect(bar).to_contain_text("Selected: 4, not shown here: 3")
    here.look(desk, "photos-selected-hidden")
    more(desk, "Only these")
    total(desk, 4)
    shown(desk)
    expect(bar).to_contain_text(re.compile("Selected: 4(?!,)"))
    here.look(desk, "photos-selected-alone")
    more(desk, "Show everything")
    total(desk, 10)
    bar.get_by_role("button", name="Move to the bin").click()
    expect(said).to_contain_text("not shown here: 3 of 4")
    total(desk, 10)
    said.get_by_role("button", name="Move all to the bin: 4").click()
    expect(said).to_contain_text("Moved to the bin: 4")
    said.get_by_role("button", name="Undo").hover()
    total(desk, 9)
    said.get_by_role("button", name="Undo").click()
    total(desk, 10)
    # Those that are gone leave the selection.
    expect(bar).to_be_hidden()
    desk.fill("input[type=search]", "")
    total(desk, 150)
    desk.locator("#photos-grid").focus()
    desk.keyboard.press("Home")
    shown(desk)
    pick(desk, 0, 1, 2)
    names = [named(desk, place) for place in range(3)]
    (here.folder / "one" / names[0]).rename(here.folder / "one" / "renamed.jpg")
    (here.folder / "one" / names[1]).unlink()
    expect(bar).to_contain_text(re.compile("Selected: 1(?!,)"))
    expect(said).to_contain_text("removed from the selection")
    total(desk, 149)

    # Colours: which the selection has.
    desk.locator("#photos-grid").focus()
    desk.keyboard.press("Escape")
    expect(bar).to_be_hidden()
    pick(desk, 2)
    menu(desk, "Colours")
    yellow = bar.get_by_role("button", name="Yellow")
    expect(yellow).to_have_attribute("aria-pressed", "false")
    yellow.click()
    expect(yellow).to_have_attribute("aria-pressed", "true")
    pick(desk, 3)
    expect(bar).to_contain_text("Selected: 2")
    menu(desk, "Colours")
    expect(yellow).to_have_attribute("aria-pressed", "mixed")
    here.look(desk, "photos-colours")
    desk.keyboard.press("Escape")

    # To the very end: the bar takes the place of the page's head, and nothing of the last photo or the time line is under it.
    desk.locator("#photos-grid").focus()
    desk.keyboard.press("End")
    last = desk.locator("#photo-148")
    expect(last).to_be_visible()
    desk.wait_for_function(
        """() => { const bar = document.querySelector('.photos-bar').getBoundingClientRect().bottom;
             const boxes = ['#photo-148', '.photos-timeline'].map((name) => document.querySelector(name).getBoundingClientRect());
             return boxes.every((box) => box.top >= bar && box.bottom <= innerHeight); }""")
    here.look(desk, "photos-end")

    # Keys: fewer again by shift, a star, and what they are.
    desk.locator("#photos-grid").focus()
    desk.keyboard.press("Escape")
    expect(bar).to_be_hidden()
    desk.keyboard.press("Home")
    shown(desk)
    for _ in range(3):
        desk.keyboard.press("Shift+ArrowRight")
    expect(bar).to_contain_text("Selected: 4")
    desk.keyboard.press("Shift+ArrowLeft")
    desk.keyboard.press("Shift+ArrowLeft")
    expect(bar).to_contain_text("Selected: 2")
    desk.keyboard.press("Escape")
    desk.keyboard.press("s")
    expect(desk.locator("#photo-1")).to_have_attribute("aria-label", re.compile("★"))
    desk.keyboard.press("?")
    expect(desk.locator(".photos-hint-list")).to_contain_text("from photo to photo")
    here.look(desk, "photos-keys")
    desk.keyboard.press("Escape")

    # Opened: what keys have done is seen, what is thrown away makes room for the next, and can be had back.
    desk.locator("#photos-grid").focus()
    desk.keyboard.press("Home")
    for _ in range(20):
        desk.keyboard.press("ArrowRight")
    desk.wait_for_function("() => document.querySelector('#photo-20.focus')?.dataset.name && document.querySelector('#photo-21')?.dataset.name")
    desk.keyboard.press("Enter")
    expect(view).to_be_visible()
    desk.wait_for_function("() => document.querySelector('.photos-view img').naturalWidth > 300")
    # By keys as well nothing frames the photo: a button has the focus, and shows it.
    frame = desk.evaluate("[getComputedStyle(document.querySelector('.photos-frame'), '::after').content, document.activeElement.matches('.photos-view button:focus-visible')]")
    assert frame == ["none", True], frame
    marks = view.locator(".photos-marks")
    desk.keyboard.press("s")
    expect(marks.get_by_role("img", name="Star")).to_be_visible()
    desk.keyboard.press("2")
    expect(marks).to_contain_text("Orange")
    desk.keyboard.press("b")
    expect(view.locator(".toasts")).to_contain_text("Added: 1")
    here.look(desk, "photos-view-marked")
    desk.keyboard.press("?")
    expect(view.locator(".photos-help")).to_contain_text("zoom")
    here.look(desk, "photos-view-keys")
    desk.keyboard.press("Escape")
    expect(view.locator(".photos-help")).to_have_count(0)
    expect(view).to_be_visible()
    following = named(desk, 21)
    desk.keyboard.press("Delete")
    expect(view.locator("h2")).to_have_text(following)
    view.locator(".toasts").get_by_role("button", name="Undo").click()
    expect(view.locator(".toasts")).to_contain_text("Restored: 1")
    total(desk, 149)
