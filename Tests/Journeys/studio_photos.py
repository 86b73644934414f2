"""Ten thousand photographs of a folder: added, scrolled through, jumped along, opened, selected, marked, saved and thrown away."""

import datetime
import io
import json
import os
import re
import zipfile

from playwright.sync_api import expect

from lab import join, lab
from photoslab import display, filters, menu, photo, scanned, seeds, total

COUNT = 10_000


def fill(page, folder):
    """Ten years of photographs, more in summer, of two cameras; what is no photo lies among them."""
    pictures = seeds(page, 40)
    start = datetime.datetime(2016, 1, 3, 9, 0, 0)
    for number in range(COUNT):
        # A step of nine hours, shorter in July and August.
        moment = start + datetime.timedelta(minutes=number * 520)
        place = folder / f"{moment.year}" / f"{moment.month:02}"
        place.mkdir(parents=True, exist_ok=True)
        model = "Summer 7" if moment.month in (7, 8) else "Lab 1"
        (place / f"IMG_{number:05}.jpg").write_bytes(photo(pictures[number % len(pictures)], moment, model=model))
    (folder / "empty.jpg").write_bytes(b"")
    (folder / "words.jpg").write_bytes(b"these are words, no picture at all")
    (folder / "notes.txt").write_bytes(b"no picture's name")
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "secret.jpg").write_bytes(pictures[0])
    (folder / "Library.photoslibrary").mkdir()
    (folder / "Library.photoslibrary" / "inside.jpg").write_bytes(pictures[0])
    (folder / "loop").symlink_to(folder)
    (folder / "out.jpg").symlink_to("/etc/hostname")
    with open(os.fsencode(folder) + b"/\xff\xfe name \xd7\xa9.jpg", "wb") as file:
        file.write(photo(pictures[3], start))


def cells(page):
    return page.locator(".photos-cell:visible")


def pictured(page):
    """All cells on the screen have their pictures."""
    page.wait_for_function(
        """() => { const own = [...document.querySelectorAll('.photos-cell')].filter((cell) => cell.checkVisibility() && cell.getBoundingClientRect().bottom > 0 && cell.getBoundingClientRect().top < innerHeight);
             return own.length > 0 && own.every((cell) => cell.style.backgroundImage.includes('blob:') || cell.classList.contains('broken')); }""")


with lab() as here:
    studio, address = here.studio()
    link = studio.hears(r"(http://\S+/join/\S+)")[1]
    desk = here.page("desk")
    join(desk, link)
    folder = here.folder / "pictures"
    folder.mkdir()
    fill(desk, folder)

    # Nothing yet; then a folder is added by the command, and the running studio shows it.
    desk.goto(address + "/photos")
    expect(desk.locator("main")).to_contain_text("No photos yet")
    here.look(desk, "photos-empty")
    added = here.start("photos", "add", str(folder))
    added.hears(rf"pictures: {COUNT + 3} photos, {COUNT + 3} new")
    added.hears("link that leads out of the folder")
    assert added.finished() == 0, added.said
    listed = here.start("photos", "list", "--count", "2", "--json")
    listed.hears(r'"next"')
    desk.goto(address + "/photos")
    total(desk, COUNT + 3)
    pictured(desk)
    here.look(desk, "photos-desk")
    assert desk.evaluate("document.querySelectorAll('*').length") <= 300, desk.evaluate("document.querySelectorAll('*').length")

    # Scrolled, jumped along the time line, by keys.
    desk.mouse.move(600, 500)
    for _ in range(12):
        desk.mouse.wheel(0, 700)
    pictured(desk)
    box = desk.locator(".photos-timeline").bounding_box()
    desk.mouse.click(box["x"] + 20, box["y"] + box["height"] / 2)
    expect(desk.locator(".photos-month").first).to_contain_text("2020")
    pictured(desk)
    here.look(desk, "photos-middle")
    desk.locator(".photos-timeline").focus()
    before = desk.locator(".photos-timeline").get_attribute("aria-valuetext")
    desk.keyboard.press("ArrowDown")
    expect(desk.locator(".photos-timeline")).not_to_have_attribute("aria-valuetext", before)
    desk.keyboard.press("End")
    expect(desk.locator(".photos-timeline")).to_have_attribute("aria-valuetext", "January 2016")
    expect(desk.locator(f"#photo-{COUNT + 2}")).to_be_visible()
    assert desk.evaluate("Math.max(...[...document.querySelectorAll('*')].map((e) => e.clientHeight))") < 3000

    # One is opened by keys, and closed; the address is the photo's, and lasts.
    desk.locator("#photos-grid").focus()
    desk.keyboard.press("Home")
    expect(desk.locator("#photo-0")).to_be_visible()
    desk.keyboard.press("ArrowRight")
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    view = desk.locator("dialog.photos-view")
    expect(view).to_be_visible()
    expect(view.locator("img")).to_have_js_property("complete", True)
    desk.wait_for_url("**/photos/at/*-*")
    permanent = desk.url
    desk.keyboard.press("i")
    expect(view.locator(".photos-facts")).to_contain_text("Booth Lab 1")
    here.look(desk, "photos-view")
    title = view.locator("h2").text_content()
    desk.keyboard.press("ArrowRight")
    expect(view.locator("h2")).not_to_have_text(title)
    desk.keyboard.press("+")
    desk.keyboard.press("Escape")
    expect(view).to_be_hidden()
    expect(desk.locator("#photos-grid")).to_be_focused()
    desk.wait_for_url(address + "/photos")

    # Selected: by the corner, by shift, by keys; marked; saved; thrown away, and back.
    desk.keyboard.press("Home")
    first = desk.locator("#photo-0").bounding_box()
    desk.mouse.click(first["x"] + 12, first["y"] + 12)
    third = desk.locator("#photo-2").bounding_box()
    desk.keyboard.down("Shift")
    desk.mouse.click(third["x"] + 60, third["y"] + 60)
    desk.keyboard.up("Shift")
    bar = desk.locator(".photos-bar")
    expect(bar).to_contain_text("Selected: 3")
    expect(desk.locator("#photo-1")).to_have_attribute("aria-selected", "true")
    bar.get_by_role("button", name="Star", exact=True).click()
    expect(desk.locator("#photo-1")).to_have_attribute("aria-label", re.compile("★"))
    menu(desk, "Colours")
    bar.get_by_role("button", name="Green").click()
    expect(desk.locator("#photo-2")).to_have_attribute("aria-label", re.compile("Green"))
    here.look(desk, "photos-selected")
    menu(desk, "Save or copy")
    with desk.expect_download() as download:
        bar.get_by_role("button", name="Save as ZIP").click()
    archive = zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes()))
    assert archive.testzip() is None and len(archive.namelist()) == 3, archive.namelist()
    bar.get_by_role("button", name="Move to the bin").click()
    # What is said goes after a while, but not from under a pointer.
    desk.get_by_role("button", name="Undo").hover()
    total(desk, COUNT)
    desk.get_by_role("button", name="Undo").click()
    total(desk, COUNT + 3)

    # Another person throws away the photo that is open: it says so, nothing of it stays to be seen, a star that comes
    # too late is none, and the next one is there.
    desk.expected += ["404"]
    post = "([path, fields]) => fetch('/photos/' + path, { method: 'POST', body: new URLSearchParams({ token: document.getElementById('photos').dataset.token, ...fields }) }).then((answer) => answer.json())"
    desk.locator("#photos-grid").focus()
    desk.keyboard.press("Home")
    # The first ones are no pictures.
    for _ in range(5):
        desk.keyboard.press("ArrowRight")
    desk.keyboard.press("Enter")
    expect(view.locator(".photos-frame > img").first).to_be_visible()
    lost = view.locator("h2").text_content()
    undo = desk.evaluate(post, ["trash", {"photos": str(desk.evaluate("history.state.photo"))}])["undo"]
    desk.keyboard.press("s")
    expect(view).to_contain_text("This photo is no longer available.")
    expect(view.locator(".photos-frame > img").first).to_be_hidden()
    expect(view.locator(".photos-marks span")).to_have_count(0)
    total(desk, COUNT + 2)
    here.look(desk, "photos-view-gone")
    desk.keyboard.press("ArrowRight")
    expect(view.locator("h2")).not_to_have_text(lost)
    expect(view.locator(".photos-frame > img").first).to_be_visible()
    expect(view).not_to_contain_text("This photo is no longer available.")
    desk.keyboard.press("Escape")
    expect(view).to_be_hidden()
    desk.evaluate(post, ["undo", {"undo": undo}])
    total(desk, COUNT + 3)

    # What was said of them is said of them again.
    desk.fill("input[type=search]", "star tag:green")
    total(desk, 3)
    desk.fill("input[type=search]", "2019-07 camera:summer")
    expect(desk.locator(".photos-month").first).to_contain_text("July 2019")
    here.look(desk, "photos-found")
    desk.fill("input[type=search]", "nowhere")
    expect(desk.locator("main")).to_contain_text("No results")
    here.look(desk, "photos-nothing")
    desk.fill("input[type=search]", "broken")
    total(desk, 2)

    # The link outlives the name.
    moved = folder / "renamed.jpg"
    name = title
    next(folder.rglob(name)).rename(moved)
    while True:
        found = here.start("photos", "find", "renamed", "--json")
        found.hears(r"\(ended\)")
        if '"key"' in found.said:
            break
    desk.goto(permanent)
    expect(desk.locator("h1")).to_have_text("renamed.jpg")
    here.look(desk, "photos-one")

    # What changes on the disk is on the page, without anybody looking for it.
    desk.goto(address + "/photos")
    total(desk, COUNT + 3)
    (folder / "trip" / "day").mkdir(parents=True)
    (folder / "trip" / "day" / "new.jpg").write_bytes(photo(seeds(desk, 41)[40], datetime.datetime(2031, 5, 1, 12, 0, 0)))
    total(desk, COUNT + 4)
    expect(desk.locator("#photo-0")).to_have_attribute("aria-label", re.compile("^new.jpg"))
    # Its picture is there: a file that goes while one is made of it has none, which the browser complains of.
    pictured(desk)
    (folder / "trip").rename(here.folder / "trip")
    total(desk, COUNT + 3)

    # Away, and back: nothing is forgotten.
    folder.rename(here.folder / "elsewhere")
    scanned(here, "is away")
    desk.goto(address + "/photos")
    total(desk, COUNT + 3)
    expect(desk.locator(".notice")).to_contain_text("pictures is offline")
    here.look(desk, "photos-offline")
    (here.folder / "elsewhere").rename(folder)
    scanned(here, "0 new, 0 changed, 0 gone; 0 read")

    # On a large screen with small pictures, more than can be elements: painted, and the page keeps to its 300 over 50 screens.
    state = desk.context.storage_state()
    large = here.page("desk", storage_state=state)
    large.set_viewport_size({"width": 3840, "height": 2160})
    large.goto(address + "/photos?order=name")
    total(large, COUNT + 3)
    display(large, 0)
    large.locator("#photos.dense").wait_for()
    most = large.evaluate(
        """async () => { const grid = document.querySelector('.photos-grid'); let most = 0;
             for (let screen = 0; screen < 50; screen += 1) {
               const deltaY = (Math.floor(screen / 5) % 2 ? -1 : 1) * grid.clientHeight;
               grid.dispatchEvent(new WheelEvent('wheel', { deltaY, cancelable: true }));
               for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done));
               most = Math.max(most, document.querySelectorAll('*').length);
             }
             return most; }""")
    assert most <= 300, most
    here.look(large, "photos-large-screen")
    large.context.close()

    # On other devices, in rows, and from right to left.
    for size, language in [("phone", "en"), ("tablet", "de"), ("phone", "he"), ("desk", "he")]:
        page = here.page(size, language, storage_state=state)
        page.goto(address + "/photos")
        pictured(page)
        here.look(page, f"photos-{size}-{language}")
        hidden = page.evaluate(
            """() => [...document.querySelectorAll('.photos-head a, .photos-head button, .photos-head summary')].filter((e) => e.checkVisibility()).map((e) => [e, e.getBoundingClientRect()])
                 .filter(([e, box]) => ![box.left + 8, box.right - 8].every((x) => e.contains(document.elementFromPoint(x, box.top + box.height / 2))))
                 .map(([e]) => e.textContent)""")
        assert not hidden, f"{size}, {language}: under others: {hidden}"
        # On a phone the first photo begins below one bar of controls, of which nothing lies under the others.
        if size == "phone":
            above = page.evaluate("document.querySelector('.photos-grid').getBoundingClientRect().top")
            assert above <= 64, above
        filters(page)
        here.look(page, f"photos-{size}-{language}-display")
        display(page, 3, 2)
        pictured(page)
        here.look(page, f"photos-{size}-{language}-squares")
        if size == "phone":
            # By a finger that stays on a photo, and goes on over others.
            touch = page.context.new_cdp_session(page)
            display(page, 1)
            pictured(page)
            boxes = [page.locator(f"#photo-{place}").bounding_box() for place in (1, 3)]
            points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2} for box in boxes]
            touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
            bar = page.locator(".photos-bar")
            expect(bar).to_be_visible()
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points[1:]})
            expect(page.locator(".photos-cell[aria-selected=true]")).to_have_count(3)
            touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            expect(page.locator(".photos-cell[aria-selected=true]")).to_have_count(3)
            # All that can be done is seen at the lower edge, without scrolling; what opens from it is seen whole.
            assert bar.bounding_box()["height"] < 90, bar.bounding_box()
            assert not page.evaluate("(() => { const bar = document.querySelector('.photos-bar'); return bar.scrollWidth > bar.clientWidth; })()")
            for number in range(bar.locator("summary").count()):
                bar.locator("summary").nth(number).click()
                sheet = bar.locator("details[open] .photos-sheet")
                sheet.locator("button").last.wait_for()
                seen = page.evaluate(
                    """() => { const sheet = document.querySelector('.photos-bar details[open] .photos-sheet');
                         const [box, bar] = [sheet.getBoundingClientRect(), document.querySelector('.photos-bar').getBoundingClientRect()];
                         const corners = [[box.left + 9, box.top + 9], [box.right - 9, box.top + 9], [box.left + 9, box.bottom - 9], [box.right - 9, box.bottom - 9]];
                         return [corners.every(([x, y]) => sheet.contains(document.elementFromPoint(x, y))), box.left >= 0 && box.right <= innerWidth && box.bottom <= bar.top + 1]; }""")
                assert seen == [True, True], (size, language, number, seen)
                here.look(page, f"photos-{size}-{language}-bar-{number}")
            page.keyboard.press("Escape")
        page.goto(address + "/photos/sources")
        here.look(page, f"photos-{size}-{language}-sources")
        page.context.close()
