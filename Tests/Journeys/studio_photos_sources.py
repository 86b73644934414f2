"""A bucket and an Apple Photos library beside a folder: added by the page and by the command, browsed, opened, collected across all
of them; a server and a disk that go away and come back."""

import datetime
import io
import zipfile

from playwright.sync_api import expect

from bucketlab import ACCOUNT, BUCKET, Bucket, library
from lab import join, lab
from photoslab import choose, menu, more, photo, scanned, seeds, total


def pictured(page, name=""):
    """All cells have their pictures, and names as a source gives them: right after a change those before may still be there."""
    page.wait_for_function(
        """(name) => { const own = [...document.querySelectorAll('.photos-cell')].filter((cell) => cell.checkVisibility());
             return own.length > 0 && own.every((cell) => cell.dataset.name.includes(name) && (cell.style.backgroundImage.includes('blob:') || cell.classList.contains('broken'))); }""",
        arg=name)


# How many photos each source has, and how their names begin.
SOURCES = {"photos": (12, "photo_"), "mac": (20, "IMG_"), "pictures": (8, "folder_")}


def pick(page, *places):
    """Selects photos by their corners."""
    for place in places:
        box = page.locator(f"#photo-{place}").bounding_box()
        page.mouse.click(box["x"] + 12, box["y"] + 12)


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
    # An administrator chooses a folder of the machine; a library is written.
    desk.get_by_role("button", name="Choose a folder").click()
    expect(desk.locator(".photos-folders .menu-item").first).to_be_visible()
    here.look(desk, "photos-choose-folder")
    desk.keyboard.press("Escape")
    desk.locator(".photos-add summary").click()
    desk.fill("#folder", str(mac))
    desk.get_by_role("button", name="Add", exact=True).click()
    desk.wait_for_url("**/photos?in=mac*")
    total(desk, 20)
    pictured(desk)
    here.look(desk, "photos-library")

    # Each is browsed and opened.
    for source, (count, name) in SOURCES.items():
        choose(desk, "in", source)
        total(desk, count)
        pictured(desk, name)
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
        desk.wait_for_url(lambda url: "/photos/at/" not in url)

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
        choose(desk, "in", source)
        total(desk, SOURCES[source][0])
        pictured(desk, SOURCES[source][1])
        pick(desk, 1)
    # What was selected of one source is selected still.
    bar = desk.locator(".photos-bar")
    expect(bar).to_contain_text("Selected: 3")
    more(desk, "Add to basket")
    expect(desk.locator(".photos-basket").first).to_have_text("3")
    sheet = menu(desk, "Add to album")
    sheet.locator("input").fill("The best")
    here.look(desk, "photos-album-menu")
    sheet.get_by_role("button", name="Create").click()
    expect(desk.locator(".toasts")).to_contain_text("Added: 3")
    bar.get_by_role("button", name="Clear selection").click()
    desk.locator("#photos-grid").focus()
    desk.keyboard.press("End")
    desk.keyboard.press("b")
    expect(desk.locator(".photos-basket").first).to_have_text("4")

    # The basket outlives the studio; its order is people's own; saved without what the photos say. (A page that waits for news
    # of a studio that ends is told 503, which the browser complains of.)
    desk.goto("about:blank")
    studio.end()
    studio, address = here.studio(address.rsplit(":", 1)[1].rstrip("/"))
    desk.goto(address + "/photos?album=basket")
    total(desk, 4)
    pictured(desk)
    first = desk.locator("#photo-0").get_attribute("data-name")
    pick(desk, 0)
    more(desk, "Move to the end")
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
    expect(desk.locator(".toasts")).to_contain_text("Copied: 4 of 4")
    assert len(list((here.folder / "print").iterdir())) == 4
    desk.goto(address + "/photos/copies")
    expect(desk.locator("main")).to_contain_text("Copied: 4 of 4")
    here.look(desk, "photos-copies")
    # An album of one's own gets another name, and goes; by keys alone.
    desk.goto(address + "/photos/albums")
    here.look(desk, "photos-albums")
    desk.locator(".photos-albums summary").first.focus()
    desk.keyboard.press("Enter")
    desk.get_by_role("button", name="Rename").focus()
    desk.keyboard.press("Enter")
    expect(desk.locator("dialog:popover-open input[name=title]")).to_be_focused()
    desk.keyboard.press("Control+a")
    desk.keyboard.type("The very best")
    desk.keyboard.press("Enter")
    expect(desk.locator("main")).to_contain_text("The very best")

    # The bucket's server stops: everything known stays, and is said to be away; then it is back, and nothing is read again.
    bucket.stop()
    scanned(here, "is away", "photos")
    desk.goto(address + "/photos")
    total(desk, 40)
    expect(desk.locator("#photos-away")).to_contain_text("photos is offline")
    choose(desk, "in", "photos")
    total(desk, 12)
    pictured(desk)
    here.look(desk, "photos-bucket-away")
    bucket.start()
    scanned(here, "0 new, 0 changed, 0 gone; 0 read", "photos")
    expect(desk.locator("#photos-away")).to_be_empty()
    # So is the library's disk.
    mac.rename(here.folder / "elsewhere.photoslibrary")
    scanned(here, "is away", "mac")
    desk.goto(address + "/photos?in=mac")
    total(desk, 20)
    expect(desk.locator("#photos-away")).to_contain_text("Mac is offline")
    (here.folder / "elsewhere.photoslibrary").rename(mac)
    scanned(here, "0 new, 0 changed, 0 gone; 0 read", "mac")
    bucket.stop()
