"""Live photos of a folder: marked in the grid, played in the viewer by button, key and finger, muted until asked to be heard
them; one that the browser cannot decode; saved, thrown away and taken back with their films."""

import datetime
import io
import re
import time
import zipfile

from playwright.sync_api import expect

from filmlab import film
from lab import PATIENCE, join, lab
from photoslab import display, menu, photo, seeds, total

WORDS = {"en": "Play film", "he": "הפעלת הסרטון"}


def pictured(page):
    page.wait_for_function(
        """() => { const own = [...document.querySelectorAll('.photos-cell')].filter((cell) => cell.checkVisibility());
             return own.length > 0 && own.every((cell) => cell.style.backgroundImage.includes('blob:')); }""")


def playing(page):
    """The film moves, and is seen."""
    page.wait_for_function(
        """() => { const film = document.querySelector('.photos-film');
             return film.checkVisibility() && film.videoWidth > 0 && film.currentTime > 0; }""")


with lab() as here:
    studio, address = here.studio()
    desk = here.page("desk")
    join(desk, studio.hears(r"(http://\S+/join/\S+)")[1])
    pictures = seeds(desk, 4)
    day = datetime.datetime(2024, 7, 14, 18, 20, 0)
    moments = [day - datetime.timedelta(days=number) for number in range(4)]
    folder = here.folder / "pictures"
    folder.mkdir()
    for number, name in enumerate(["dance", "swim", "still", "walk"]):
        (folder / f"{name}.jpg").write_bytes(photo(pictures[number], moments[number]))
    # As long as it takes to look at it; it is ended by hand.
    film(folder / "dance.mov", moments[0] + datetime.timedelta(seconds=1), seconds=60)
    film(folder / "swim.mov", moments[1], codec="libx265")
    film(folder / "walk.mp4", moments[3], codec="libvpx-vp9", ending="mp4")
    film(folder / "alone.mov", day)
    # Of another moment, so it is no part of the photo of its name.
    film(folder / "still.mov", moments[0])
    added = here.start("photos", "add", str(folder))
    added.hears("pictures: 4 photos, 4 new")
    listed = here.start("photos", "list", "--json")
    assert listed.finished() == 0
    assert len(re.findall(r'"live" ?: ?true', listed.said)) == 3, listed.said

    desk.goto(address + "/photos")
    total(desk, 4)
    pictured(desk)
    for place, (name, is_live) in enumerate([("dance", True), ("swim", True), ("still", False), ("walk", True)]):
        expect(desk.locator(f"#photo-{place}")).to_have_attribute("data-name", name + ".jpg")
        expect(desk.locator(f"#photo-{place} .icon")).to_have_count(1 if is_live else 0)
    expect(desk.locator("#photo-0")).to_have_attribute("aria-label", re.compile("Live photo"))
    here.look(desk, "photos-live-grid")
    display(desk, 6)
    here.look(desk, "photos-live-grid-named")
    display(desk, 6)

    # Keys work at once: after navigation, after the viewer was closed by a button or by going back; and not where a
    # person types.
    view = desk.locator("dialog.photos-view")
    # Also before it is known which photo it is: it is opened, or selected, as soon as that is known.
    held, isHeld = [], True
    desk.route("**/photos/window.json*", lambda route: held.append(route) if isHeld else route.continue_())
    desk.goto(address + "/photos")
    total(desk, 4)
    desk.keyboard.press("End")
    desk.keyboard.press("Space")
    desk.keyboard.press("Enter")
    # The page's own question, and one for each key.
    end = time.monotonic() + PATIENCE / 1000
    while len(held) < 3:
        assert time.monotonic() < end, f"asked {len(held)} times"
        desk.wait_for_timeout(50)
    assert view.is_hidden() and desk.locator(".photos-bar").is_hidden()
    isHeld = False
    for route in held:
        route.continue_()
    expect(view.locator("h2")).to_have_text("walk.jpg")
    desk.keyboard.press("Escape")
    expect(view).to_be_hidden()
    expect(desk.locator(".photos-bar")).to_contain_text("Selected: 1")
    desk.keyboard.press("Escape")
    expect(desk.locator(".photos-bar")).to_be_hidden()
    desk.unroute("**/photos/window.json*")
    desk.goto(address + "/photos")
    total(desk, 4)
    pictured(desk)
    desk.keyboard.press("End")
    desk.locator("#photo-3.focus").wait_for()
    desk.keyboard.press("Enter")
    expect(view.locator("h2")).to_have_text("walk.jpg")
    view.get_by_role("button", name="Close").click()
    expect(view).to_be_hidden()
    desk.keyboard.press("ArrowLeft")
    desk.locator("#photo-2.focus").wait_for()
    desk.keyboard.press("Enter")
    expect(view.locator("h2")).to_have_text("still.jpg")
    desk.go_back()
    expect(view).to_be_hidden()
    desk.keyboard.press("ArrowLeft")
    desk.locator("#photo-1.focus").wait_for()
    desk.get_by_role("button", name="Select").click()
    desk.get_by_role("button", name="Select").click()
    desk.keyboard.press("Home")
    desk.locator("#photo-0.focus").wait_for()
    desk.keyboard.press("Space")
    expect(desk.locator(".photos-bar")).to_contain_text("Selected: 1")
    desk.keyboard.press("Escape")
    expect(desk.locator(".photos-bar")).to_be_hidden()
    search = desk.locator("input[type=search]")
    search.click()
    desk.keyboard.type("b1 ")
    desk.keyboard.press("End")
    assert search.input_value() == "b1 "
    expect(desk.locator("main")).to_contain_text("No results")
    expect(desk.locator(".photos-basket").first).to_have_text("0")
    search.fill("")
    total(desk, 4)

    # By key: in the picture's place, muted; heard when a person wants to; the picture is back when it is ended.
    desk.goto(address + "/photos")
    total(desk, 4)
    pictured(desk)
    desk.keyboard.press("Enter")
    video = view.locator("video")
    play = view.get_by_role("button", name=WORDS["en"])
    expect(view.locator("img")).to_have_js_property("complete", True)
    expect(play).to_be_visible()
    expect(video).to_be_hidden()
    desk.keyboard.press("l")
    playing(desk)
    assert video.evaluate("(film) => film.muted")
    expect(play).to_have_attribute("aria-pressed", "true")
    here.look(desk, "photos-live-playing")
    box, picture = video.bounding_box(), view.locator("img").bounding_box()
    assert all(abs(box[side] - picture[side]) < 1 for side in box), (box, picture)
    desk.keyboard.press("m")
    assert not video.evaluate("(film) => film.muted")
    desk.keyboard.press("l")
    expect(video).to_be_hidden()
    expect(view.get_by_role("button", name="Sound")).to_be_hidden()

    # A film in a code that this browser has no decoder for: said in words, and saved instead.
    desk.keyboard.press("ArrowRight")
    expect(view.locator("h2")).to_have_text("swim.jpg")
    play.click()
    expect(view.locator(".photos-film-word")).to_contain_text("cannot play the film")
    expect(video).to_be_hidden()
    here.look(desk, "photos-live-unplayable")
    with desk.expect_download() as download:
        view.locator(".photos-film-word a").click()
    assert download.value.suggested_filename == "swim.mov"
    assert download.value.path().read_bytes() == (folder / "swim.mov").read_bytes()
    # No film, no button; a short one ends by itself.
    desk.keyboard.press("ArrowRight")
    expect(view.locator("h2")).to_have_text("still.jpg")
    expect(play).to_be_hidden()
    expect(view.locator(".photos-film-word")).to_be_empty()
    desk.keyboard.press("l")
    expect(video).to_be_hidden()
    desk.keyboard.press("ArrowRight")
    expect(view.locator("h2")).to_have_text("walk.jpg")
    view.evaluate("(view) => { view.querySelector('video').addEventListener('ended', () => { view.dataset.over = ''; }); }")
    play.click()
    desk.wait_for_function("() => 'over' in document.querySelector('dialog.photos-view').dataset")
    expect(video).to_be_hidden()
    expect(play).to_have_attribute("aria-pressed", "false")
    desk.keyboard.press("Escape")
    expect(view).to_be_hidden()

    # Who is quicker than the browser, which tells of a closed dialog some time later: what they press is done and stays so.
    def at_once(key, control=False):
        desk.evaluate(
            """([key, ctrlKey]) => { document.querySelector("dialog.photos-view").close();
                 document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true })); }""",
            [key, control])

    desk.keyboard.press("Enter")
    expect(view.locator("h2")).to_have_text("walk.jpg")
    at_once("ArrowLeft")
    desk.locator("#photo-2.focus").wait_for()
    expect(view).to_be_hidden()
    desk.keyboard.press("Enter")
    expect(view.locator("h2")).to_have_text("still.jpg")
    at_once("Enter")
    expect(view).to_be_visible()
    desk.wait_for_timeout(300)
    expect(view).to_be_visible()
    desk.go_back()
    expect(view).to_be_hidden()
    assert desk.url.endswith("/photos"), desk.url
    # Where nothing had the focus before, the closed dialog has it for that moment.
    desk.goto(address + "/photos")
    total(desk, 4)
    pictured(desk)
    desk.keyboard.press("Enter")
    expect(view).to_be_visible()
    view.get_by_role("button", name="Zoom in", exact=True).focus()
    at_once("a", control=True)
    expect(desk.locator(".photos-bar")).to_contain_text("Selected: 4")
    desk.keyboard.press("Escape")
    expect(desk.locator(".photos-bar")).to_be_hidden()

    # Saved and thrown away together, and back.
    desk.keyboard.press("Control+a")
    bar = desk.locator(".photos-bar")
    expect(bar).to_contain_text("Selected: 4")
    menu(desk, "Save or copy")
    with desk.expect_download() as download:
        bar.get_by_role("button", name="Save as ZIP").click()
    archive = zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes()))
    assert archive.testzip() is None
    assert sorted(archive.namelist()) == ["dance.jpg", "dance.mov", "still.jpg", "swim.jpg", "swim.mov", "walk.jpg", "walk.mp4"], archive.namelist()
    assert archive.read("dance.mov") == (folder / "dance.mov").read_bytes()
    bar.get_by_role("button", name="Move to the bin").click()
    # What is said of it goes by itself after a while, and with it the way back.
    undo = desk.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    assert sorted(path.name for path in folder.iterdir()) == [".booth-bin", "alone.mov", "still.mov"]
    undo.click()
    expect(desk.locator(".toasts")).to_contain_text("Back")
    total(desk, 4)
    assert {"dance.jpg", "dance.mov", "swim.mov", "walk.mp4"} <= {path.name for path in folder.iterdir()}
    expect(desk.locator("#photo-0")).to_have_attribute("data-name", "dance.jpg")
    expect(desk.locator("#photo-0 .icon")).to_have_count(1)

    # A film with another name is none of the photo's any longer, and one that comes makes a photo live.
    (folder / "dance.mov").rename(folder / "elsewhere.mov")
    expect(desk.locator("#photo-0 .icon")).to_have_count(0)
    (folder / "elsewhere.mov").rename(folder / "dance.mov")
    expect(desk.locator("#photo-0")).to_have_attribute("data-name", "dance.jpg")
    expect(desk.locator("#photo-0 .icon")).to_have_count(1)

    # A finger that stays on the picture, from right to left.
    phone = here.page("phone", "he", storage_state=desk.context.storage_state())
    phone.goto(address + "/photos")
    pictured(phone)
    phone.locator("#photo-0").tap()
    expect(phone.locator("dialog.photos-view")).to_be_visible()
    expect(phone.locator("dialog.photos-view img")).to_have_js_property("complete", True)
    frame = phone.locator(".photos-frame").bounding_box()
    point = {"x": frame["x"] + frame["width"] / 2, "y": frame["y"] + frame["height"] / 2}
    fingers = phone.context.new_cdp_session(phone)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    playing(phone)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(phone.get_by_role("button", name=WORDS["he"])).to_have_attribute("aria-pressed", "true")
    here.look(phone, "photos-live-phone-he")
    phone.context.close()
