"""A bucket and an Apple Photos library beside a folder: added by the page and by the command, browsed, opened, collected across all
of them; servers that stop and come back; sources that cannot be opened; links that outlive names and the index."""

import datetime
import io
import re
import zipfile

from playwright.sync_api import expect

from bucketlab import ACCOUNT, BUCKET, Bucket, library
from lab import join, lab
from photoslab import photo, seeds


def total(page, count):
    expect(page.locator("#photos-count")).to_have_text(f"Photos: {count:,}")


def pictured(page):
    page.wait_for_function(
        """() => { const own = [...document.querySelectorAll('.photos-cell')].filter((cell) => cell.checkVisibility());
             return own.length > 0 && own.every((cell) => cell.style.backgroundImage.includes('blob:') || cell.classList.contains('broken')); }""")


def pick(page, *places):
    """Selects photos by their corners."""
    for place in places:
        box = page.locator(f"#photo-{place}").bounding_box()
        page.mouse.click(box["x"] + 12, box["y"] + 12)


def menu(page, name):
    bar = page.locator(".photos-bar")
    bar.locator("summary", has_text=name).click()
    return bar.locator("details[open] .photos-sheet")


with lab() as here:
    studio, address = here.studio()
    desk = here.page("desk")
    join(desk, studio.hears(r"(http://\S+/join/\S+)")[1])
    pictures = seeds(desk, 40)
    day = datetime.datetime(2023, 5, 1, 10, 0, 0)
    taken = [photo(picture, day + datetime.timedelta(days=12 * number), model=f"Lab {number}") for number, picture in enumerate(pictures)]

    # A folder of eight, a bucket of twelve, a library of twenty, of which six are in albums.
    folder = here.folder / "pictures"
    folder.mkdir()
    for number in range(8):
        (folder / f"folder_{number}.jpg").write_bytes(taken[number])
    bucket = Bucket()
    bucket.publish([(taken[number], 1_700_000_000 + 86_400 * number) for number in range(8, 20)])
    keys = here.folder / "keys"
    keys.write_text("[default]\naws_access_key_id = AK\naws_secret_access_key = secret\n")
    mac = here.folder / "Mac.photoslibrary"
    library(
        mac, [(f"IMG_{number}.JPG", taken[number], 700_000_000 + 86_400 * number) for number in range(20, 40)],
        {"Rome, 2023": [0, 1, 2, 3], "Family": [4, 5]})
    here.start("photos", "add", str(folder)).hears("8 photos, 8 new")
    place = f"s3://{BUCKET}/{ACCOUNT}?endpoint={bucket.endpoint}&credentials={keys}"
    here.start("photos", "add", place).hears("12 photos, 12 new")
    # The library by the page.
    desk.goto(address + "/photos/sources")
    desk.fill("#folder", str(mac))
    desk.locator(".photos-add button").click()
    desk.wait_for_url("**/photos?in=mac*")
    total(desk, 20)
    pictured(desk)
    here.look(desk, "photos-library")

    # Each is browsed and opened.
    for source, count in [("photos", 12), ("mac", 20), ("pictures", 8)]:
        desk.select_option("select[name=in]", source)
        total(desk, count)
        pictured(desk)
        desk.locator("#photos-grid").focus()
        desk.keyboard.press("Home")
        desk.keyboard.press("Enter")
        view = desk.locator("dialog.photos-view")
        expect(view.locator("img")).to_have_js_property("complete", True)
        desk.wait_for_function("() => document.querySelector('.photos-view img').naturalWidth > 300")
        desk.wait_for_url("**/photos/at/*-*")
        desk.keyboard.press("i")
        expect(view.locator(".photos-facts")).to_contain_text("File size")
        desk.keyboard.press("Escape")
        expect(view).to_be_hidden()

    # Albums of the library, whatever stands in their titles; own ones; a basket of photos of all three.
    desk.goto(address + "/photos/albums")
    expect(desk.locator("main")).to_contain_text("Albums of Mac")
    here.look(desk, "photos-albums-none")
    desk.get_by_role("link", name="Rome, 2023").click()
    total(desk, 4)
    expect(desk.locator("h1")).to_have_text("Rome, 2023")
    here.look(desk, "photos-album-of-source")
    desk.goto(address + "/photos?order=name")
    total(desk, 40)
    for source in ["pictures", "photos", "mac"]:
        desk.select_option("select[name=in]", source)
        expect(desk.locator("#photos-count")).not_to_have_text("Photos: 40")
        pictured(desk)
        pick(desk, 1)
    # What was selected of one source is selected still.
    bar = desk.locator(".photos-bar")
    expect(bar).to_contain_text("Selected: 3")
    bar.get_by_role("button", name="Put into the basket").click()
    expect(desk.locator("#photos-basket")).to_have_text("3")
    sheet = menu(desk, "Add to an album")
    sheet.locator("input").fill("The best")
    here.look(desk, "photos-album-menu")
    sheet.get_by_role("button", name="Make").click()
    expect(desk.locator(".photos-said")).to_contain_text("Added: 3")
    bar.get_by_role("button", name="Clear the selection").click()
    desk.locator("#photos-grid").focus()
    desk.keyboard.press("End")
    desk.keyboard.press("b")
    expect(desk.locator("#photos-basket")).to_have_text("4")

    # The basket outlives the studio; its order is people's own; saved without what the photos say.
    studio.end()
    studio, address = here.studio(address.rsplit(":", 1)[1].rstrip("/"))
    desk.goto(address + "/photos?album=basket")
    total(desk, 4)
    pictured(desk)
    first = desk.locator("#photo-0").get_attribute("data-name")
    pick(desk, 0)
    menu(desk, "Change the order").get_by_role("button", name="To the end").click()
    expect(desk.locator("#photo-3")).to_have_attribute("data-name", first)
    desk.keyboard.press("Escape")
    here.look(desk, "photos-basket")
    bar = desk.locator(".photos-bar")
    desk.locator("#photos-grid").focus()
    desk.keyboard.press("Control+a")
    expect(bar).to_contain_text("Selected: 4")
    sheet = menu(desk, "Save or copy")
    sheet.locator("select").select_option("bare")
    here.look(desk, "photos-save")
    with desk.expect_download() as download:
        sheet.get_by_role("button", name="Save as ZIP").click()
    archive = zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes()))
    assert archive.testzip() is None and len(archive.namelist()) == 4, archive.namelist()
    for name in archive.namelist():
        data = archive.read(name)
        assert data.startswith(b"\xff\xd8") and b"Booth" not in data and b"Exif" not in data, name
    # Copied into a folder of the machine: refused in words where it lies in a source, else done and told.
    sheet = menu(desk, "Save or copy")
    sheet.locator("input").fill(str(folder / "in"))
    desk.expected += ["422"]
    sheet.get_by_role("button", name="Copy to a folder").click()
    expect(sheet.locator("[role=alert]")).to_contain_text("source of photos")
    here.look(desk, "photos-copy-refused")
    sheet.locator("input").fill(str(here.folder / "print"))
    sheet.get_by_role("button", name="Copy to a folder").click()
    expect(desk.locator(".photos-said")).to_contain_text("Copied: 4 of 4")
    assert len(list((here.folder / "print").iterdir())) == 4
    desk.goto(address + "/photos/copies")
    expect(desk.locator("main")).to_contain_text("Copied: 4 of 4")
    here.look(desk, "photos-copies")
    # An album of one's own gets another name, and goes; by keys alone.
    desk.goto(address + "/photos/albums")
    here.look(desk, "photos-albums")
    desk.locator("summary", has_text="Rename").focus()
    desk.keyboard.press("Enter")
    desk.keyboard.press("Tab")
    desk.keyboard.press("Control+a")
    desk.keyboard.type("The very best")
    desk.keyboard.press("Enter")
    expect(desk.locator("main")).to_contain_text("The very best")

    # The bucket's server stops: everything known stays, and is said to be away; then it is back, and nothing is read again.
    bucket.stop()
    here.start("photos", "scan", "photos").hears("is away")
    desk.goto(address + "/photos")
    total(desk, 40)
    expect(desk.locator("#photos-away")).to_contain_text("photos is away")
    desk.select_option("select[name=in]", "photos")
    total(desk, 12)
    pictured(desk)
    here.look(desk, "photos-bucket-away")
    bucket.start()
    here.start("photos", "scan", "photos").hears("0 new, 0 changed, 0 gone; 0 read")
    expect(desk.locator("#photos-away")).to_be_empty()
    # So is the library's disk.
    mac.rename(here.folder / "elsewhere.photoslibrary")
    here.start("photos", "scan", "mac").hears("is away")
    desk.goto(address + "/photos?in=mac")
    total(desk, 20)
    expect(desk.locator("#photos-away")).to_contain_text("Mac is away")
    (here.folder / "elsewhere.photoslibrary").rename(mac)
    here.start("photos", "scan", "mac").hears("0 new, 0 changed, 0 gone; 0 read")

    # Another source that cannot be had leaves everything as it was: place, selection, address, choice.
    desk.goto(address + "/photos?in=mac")
    total(desk, 20)
    pictured(desk)
    desk.locator("#photos-grid").focus()
    desk.keyboard.press("Escape")
    pick(desk, 2)
    desk.mouse.move(600, 500)
    desk.mouse.wheel(0, 120)
    desk.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    shown = desk.locator(".photos-timeline").get_attribute("aria-valuenow")
    desk.expected += ["ERR_FAILED", "Failed to load resource"]
    desk.route(re.compile("layout.json.*in=pictures"), lambda route: route.abort())
    desk.select_option("select[name=in]", "pictures")
    expect(desk.locator(".photos-said")).to_contain_text("could not be opened")
    expect(desk.locator("select[name=in]")).to_have_value("mac")
    assert "in=mac" in desk.url, desk.url
    total(desk, 20)
    expect(bar).to_contain_text("Selected: 1")
    assert desk.locator(".photos-timeline").get_attribute("aria-valuenow") == shown
    desk.unroute_all()
    desk.select_option("select[name=in]", "pictures")
    total(desk, 8)
    expect(bar).to_contain_text("Selected: 1")

    # What makes no sense is named; what can be written is at hand; near a photo's place are others of it.
    desk.fill("input[type=search]", "camera: 2024-13")
    expect(desk.locator("#photos-mistakes")).to_contain_text("“camera:”")
    expect(desk.locator("#photos-mistakes")).to_contain_text("“2024-13” is no date")
    total(desk, 8)
    here.look(desk, "photos-mistakes")
    desk.fill("input[type=search]", "")
    expect(desk.locator("#photos-mistakes")).to_be_empty()
    desk.locator(".photos-hints summary").click()
    here.look(desk, "photos-hints")
    desk.locator(".photos-hint-list button", has_text="near:").click()
    assert desk.evaluate("getSelection().toString()") == "48.21,16.37,5"
    expect(desk.locator("main")).to_contain_text("Nothing matches")
    desk.select_option("select[name=in]", "")
    total(desk, 20)

    # A link outlives its photo's name and the index.
    desk.fill("input[type=search]", "folder_3")
    total(desk, 1)
    desk.locator("#photos-grid").focus()
    desk.keyboard.press("Enter")
    desk.wait_for_url("**/photos/at/*-*")
    link = desk.url
    studio.end()
    (folder / "folder_3.jpg").rename(folder / "another name.jpg")
    for file in (here.data / "photos").glob("index.sqlite*"):
        file.unlink()
    studio, address = here.studio(address.rsplit(":", 1)[1].rstrip("/"))
    here.start("photos", "scan", "pictures").hears(r"8 photos|another process")
    desk.expected += ["503"]
    desk.goto(link)
    expect(desk.locator("h1")).to_have_text("another name.jpg")
    desk.goto(address + "/photos?album=basket")
    total(desk, 4)

    # On a screen of four thousand pixels with the smallest pictures there are no more elements than ever.
    wide = desk.context.browser.new_context(viewport={"width": 3840, "height": 2160}, storage_state=desk.context.storage_state(), locale="en")
    many = here.folder / "many"
    many.mkdir()
    for number in range(2500):
        (many / f"{number:04}.jpg").write_bytes(photo(pictures[number % 40], day + datetime.timedelta(hours=number)))
    here.start("photos", "add", str(many)).hears("2500 photos, 2500 new")
    page = wide.new_page()
    page.set_default_timeout(60_000)
    here.watch(page)
    page.add_init_script("localStorage.setItem('booth-photos-display', JSON.stringify({ step: 's', rows: false, fit: false, names: true }))")
    page.goto(address + "/photos?in=many")
    total(page, 2500)
    page.wait_for_function("() => document.querySelector('.photos-canvas').checkVisibility()")
    assert page.evaluate("document.querySelectorAll('*').length") <= 300, page.evaluate("document.querySelectorAll('*').length")
    page.wait_for_function("() => performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/256.jpg')).length >= 200")
    here.look(page, "photos-wide")
    # All is as it is with elements: keys, clicks, corners, rectangles.
    page.locator("#photos-grid").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".photos-cell.focus")).to_have_count(1)
    page.keyboard.press(" ")
    expect(page.locator(".photos-bar")).to_contain_text("Selected: 1")
    box = page.locator("#photos-grid").bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 300)
    page.mouse.down()
    page.mouse.move(box["x"] + 700, box["y"] + 700, steps=4)
    page.mouse.up()
    expect(page.locator(".photos-bar strong")).to_have_text(re.compile(r"Selected: \d\d"))
    page.get_by_role("button", name="Clear the selection").click()
    page.mouse.click(box["x"] + 1000, box["y"] + 1000)
    expect(page.locator("dialog.photos-view")).to_be_visible()
    page.keyboard.press("Escape")
    for _ in range(10):
        page.mouse.move(1000, 1000)
        page.mouse.wheel(0, 900)
    assert page.evaluate("document.querySelectorAll('*').length") <= 300
    wide.close()

    # On other devices, in the dark, from right to left.
    state = desk.context.storage_state()
    for size, language, scheme in [("phone", "en", "light"), ("phone", "he", "dark"), ("tablet", "de", "dark"), ("desk", "he", "light")]:
        page = here.page(size, language, storage_state=state, color_scheme=scheme)
        page.goto(address + "/photos?in=mac")
        pictured(page)
        here.look(page, f"photos-{size}-{language}-{scheme}")
        pick(page, 0) if size != "phone" else None
        if size == "phone":
            page.locator(".photos-head button").first.click()
            page.locator("#photo-0").tap()
            page.locator("#photo-3").tap()
        here.look(page, f"photos-{size}-{language}-{scheme}-selected")
        page.locator(".photos-bar summary").last.scroll_into_view_if_needed()
        page.locator(".photos-bar summary").last.click()
        here.look(page, f"photos-{size}-{language}-{scheme}-save")
        page.keyboard.press("Escape")
        for path in ["albums", "copies", "sources"]:
            page.goto(address + "/photos/" + path)
            here.look(page, f"photos-{size}-{language}-{scheme}-{path}")
        page.context.close()
    bucket.stop()
