"""A historian looks at places, compares old and new, and adds one; everything also by keys, in Hebrew, and without scripts."""

import pathlib
import re
import shutil
import zipfile

from playwright.sync_api import expect

from lab import join, lab, png, so

PICTURES = pathlib.Path(__file__).parents[2] / "Docs/Pictures"
GATE = "GATE0001"


def places(folder):
    """An export with 62 places: the first has a new picture."""
    folder.mkdir(parents=True)
    shutil.copy(PICTURES / "pair-old.jpg", folder / "old.jpg")
    shutil.copy(PICTURES / "pair-new.jpg", folder / "new.jpg")
    lines = ["id,title,latitude,longitude,picture,new_image,status,notes,archive,date,link"]
    lines.append(f'{GATE},Jaffa Gate,31.7767,35.2276,old.jpg,new.jpg,completed,"Two lines\nof notes",Library of Congress,1898,https://example.org/1898')
    for number in range(1, 62):
        png(folder / f"{number}.png", 90, 60, (40 + number * 3, 90, 200 - number * 2))
        status = ["notVisited", "completed", "inaccessible"][number % 3]
        title = ["שער שכם", "Tower of David", "باب العامود", "A very long title of a place whose photographer wrote everything on the back of the print"][number % 4]
        lines.append(f"P{number:04},{title} {number},{31.7767 + number % 8 * 0.004},{35.2276 + number // 8 * 0.004},{number}.png,,{status},,,,")
    (folder / "table.csv").write_text("\n".join(lines) + "\n")


with lab() as here:
    places(here.folder / "import")
    here.start("location", "import", str(here.folder / "import")).hears("62 locations came in")
    studio, address = here.studio()
    page = here.page("phone")
    page.context.grant_permissions(["geolocation"])
    page.context.set_geolocation({"latitude": 31.7767, "longitude": 35.2276})
    join(page, studio.hears(r"(http://\S+/join/\S+)")[1])

    # The list: searched, paged, by distance from here.
    page.locator(".more > summary").click()
    page.get_by_role("link", name="Then & now").click()
    # On a phone one of the two, list or map; the map is not even fetched.
    expect(page.locator("#map")).to_have_count(0)
    expect(page.locator(".head .button:not(.plain)")).to_have_count(1)
    expect(page.locator(".place")).to_have_count(40)
    # The page's own elements, and those that every page has around it.
    own, frame = page.evaluate("[document.querySelectorAll('main *').length, document.querySelectorAll('*').length - document.querySelectorAll('main *').length]")
    assert own <= 240 and frame <= 135, (own, frame)
    here.look(page, "places-list-phone")
    page.get_by_role("link", name="Next page", exact=True).click()
    expect(page.locator(".place")).to_have_count(22)
    page.get_by_role("button", name="Near me").click()
    expect(page.locator(".place").first).to_contain_text("Jaffa Gate")
    expect(page.locator(".place").first).to_contain_text("0 m")
    expect(page.locator(".place").nth(1)).to_contain_text(re.compile(r"\d+ m"))
    page.fill("#search", "שער שכם")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("#found")).to_contain_text("15")
    # Chips narrow it down further, and the map to the same.
    page.get_by_role("link", name="Done", exact=True).click()
    expect(page.get_by_role("link", name="Done", exact=True)).to_have_attribute("aria-current", "true")
    expect(page.locator("#found")).to_contain_text("Locations: ")
    expect(page.locator(".place .is:not(.completed)")).to_have_count(0)
    expect(page.get_by_role("link", name="Map", exact=True)).to_have_attribute("href", re.compile(r"/places/map\?search=.*&status=completed"))
    page.fill("#search", "no such place")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("No results")
    here.look(page, "places-nothing-phone")
    loaded = page.evaluate(
        "async () => { const bytes = (await (await fetch(document.baseURI)).blob()).size; return bytes }")
    assert loaded < 200_000, loaded

    # A picture is never larger than its cell needs.
    page.goto(address + "/places?search=jaffa")
    picture = page.locator(".place img").first
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("i => i.naturalWidth") <= 640

    # One place: status, notes, position.
    page.locator(".place").first.click()
    expect(page.locator(".coordinates")).to_have_text("31.776700, 35.227600")
    expect(page.get_by_role("link", name="Directions")).to_have_attribute(
        "href", "https://www.google.com/maps/search/?api=1&query=31.7767,35.2276")
    here.look(page, "places-place-phone")
    page.get_by_role("button", name="Inaccessible").click()
    expect(page.locator("#said")).to_contain_text("Saved.")
    expect(page.get_by_role("button", name="Inaccessible")).to_have_attribute("aria-pressed", "true")
    page.fill("#notes", "Scaffolding until May\n<b>second</b> line")
    with page.expect_navigation():
        page.get_by_role("button", name="Save notes").click()
    expect(page.locator("#notes")).to_have_value("Scaffolding until May\n<b>second</b> line")

    # A picture, large: by keys, and the focus comes back.
    link = page.locator("a[data-view]").first
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog.view")).to_be_visible()
    larger = page.locator("dialog.view").get_by_role("button", name="Zoom in")
    larger.click()
    larger.click()
    so(page, "(() => { const f = document.querySelector('dialog.view .frame'); return f.scrollWidth > f.clientWidth * 1.9; })()")
    here.look(page, "places-large-phone")
    page.keyboard.press("Escape")
    expect(page.locator("dialog.view")).to_have_count(0)
    expect(link).to_be_focused()

    # Comparing: slider by dragging, buttons and keys; blinking; side by side; full screen.
    page.get_by_role("link", name="Compare old and new").click()
    share = page.locator("[data-share]")
    expect(share).to_have_value("50")
    box = page.locator("[data-pair]").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] + 300, box["y"] + 100)
    expect(share).to_have_value("100")
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + 100)
    page.mouse.up()
    expect(share).to_have_value("25")
    here.look(page, "places-slider-phone")
    page.get_by_role("button", name="Show more of the old picture").click()
    expect(share).to_have_value("35")
    share.focus()
    page.keyboard.press("Home")
    expect(share).to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(share).to_have_value("1")
    page.get_by_role("button", name="Blink").click()
    compare = page.locator("[data-compare]")
    expect(compare).to_have_attribute("data-half", "now")
    page.get_by_role("button", name="Switch pictures").click()
    shown = compare.get_attribute("data-half")
    page.get_by_role("button", name="Switch pictures").click()
    expect(compare).not_to_have_attribute("data-half", shown)
    here.look(page, "places-blink-phone")
    page.get_by_role("button", name="Side by side").click()
    here.look(page, "places-side-phone")
    page.get_by_role("button", name="Full screen").click()
    expect(page.locator("dialog.view [data-compare]")).to_be_visible()
    page.get_by_role("button", name="Slider").click()
    here.look(page, "places-full-phone")
    page.keyboard.press("Escape")
    expect(page.locator("main [data-compare]")).to_be_visible()

    # What can be handed on; afterwards it is known how the two lie.
    expect(page.locator("main")).to_contain_text("These photos have not been aligned yet.")
    page.get_by_role("button", name="Create downloads").click()
    expect(page.locator(".files li")).to_have_count(13)
    expect(page.locator("main")).to_contain_text("The new photo is aligned with the old picture.")
    with page.expect_download() as got:
        page.get_by_role("link", name="Side by side (JPEG)").click()
    assert pathlib.Path(got.value.path()).read_bytes()[:3] == b"\xff\xd8\xff"
    expect(page.locator(".then img")).to_have_attribute("src", re.compile("/pair/"))
    for picture in page.locator(".pair img").all():
        expect(picture).not_to_have_js_property("naturalWidth", 0)
    here.look(page, "places-compare-phone")
    page.set_viewport_size({"width": 1440, "height": 900})
    here.look(page, "places-compare-desk")
    page.goto(f"{address}/places/at/{GATE}")
    so(page, "[...document.images].every((one) => one.loading === 'lazy' || one.complete)")
    here.look(page, "places-place-desk")
    page.goto(f"{address}/places?near=31.7767,35.2276&search=jaffa")
    so(page, "[...document.images].every((one) => one.loading === 'lazy' || one.complete)")
    # List and map side by side: what is looked at in the one is marked in the other.
    expect(page.locator("#map .pin")).to_have_count(1)
    expect(page.locator("#map .place-name")).to_have_text("Jaffa Gate")
    box, pane = page.locator(".listed").bounding_box(), page.locator("#map").bounding_box()
    assert box["x"] + box["width"] <= pane["x"] and abs(pane["y"] - box["y"]) < 60, (box, pane)
    page.locator(".place").first.hover()
    expect(page.locator("#map .looked-at")).to_have_count(1)
    page.locator("#map .pin").hover()
    expect(page.locator(".place.looked-at")).to_contain_text("Jaffa Gate")
    expect(page.locator(".place").first).to_contain_text("1898")
    page.goto(f"{address}/places?near=31.7767,35.2276")
    expect(page.locator("#map .cluster, #map .pin").first).to_be_visible()
    expect(page.locator("#map .leaflet-control-scale-line")).to_be_visible()
    expect(page.get_by_role("link", name="Set map server")).to_have_attribute("href", "/settings#tiles")
    here.look(page, "places-list-desk")

    # The map: pins and clusters by pointer and by keys.
    page.goto(address + "/places/map")
    expect(page.locator("#map .cluster, #map .pin").first).to_be_visible()
    here.look(page, "places-map-desk")
    page.locator("#map .cluster").first.focus()
    page.keyboard.press("Enter")
    page.goto(address + "/places/map")
    page.set_viewport_size({"width": 390, "height": 844})
    here.look(page, "places-map-phone")
    expect(page.locator("#map .cluster, #map .pin").first).to_be_visible()
    for _ in range(5):
        if page.locator("#map .pin").count():
            break
        page.locator("#map .leaflet-control-zoom-in").click()
        # It comes nearer slowly, and pins come out of a cluster slowly.
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => true)")
        so(page, "!document.querySelector('#map .leaflet-zoom-anim, #map.leaflet-cluster-anim, #map .leaflet-cluster-anim')")
    pin = page.locator("#map .pin").first
    pin.focus()
    page.keyboard.press("Enter")
    callout = page.locator(".leaflet-popup-content a")
    expect(callout).to_be_focused()
    # It comes slowly, and words that are half there are hard to read.
    expect(page.locator(".leaflet-popup")).to_have_css("opacity", "1")
    # The map moves slowly until the whole callout is seen.
    so(page, "!document.querySelector('#map .leaflet-pan-anim, #map .leaflet-zoom-anim')")
    here.look(page, "places-callout-phone")
    page.keyboard.press("Escape")
    # The zoom buttons do not lie over what closes a callout, even of a pin just below them.
    away = page.evaluate("""() => { const map = document.querySelector('#map').getBoundingClientRect(), pin = document.querySelector('#map .pin').getBoundingClientRect();
        for (let y = map.bottom - 60; y > map.top; y -= 10) for (let x = map.left + 40; x < map.right - 40; x += 10)
          if (!document.elementFromPoint(x, y)?.closest('.leaflet-control, .leaflet-marker-icon, .leaflet-popup, header, footer, nav'))
            return { x, y, dx: map.right - 40 - (pin.left + pin.width / 2), dy: map.top + 190 - (pin.top + pin.height / 2) }; }""")
    page.mouse.move(away["x"], away["y"])
    page.mouse.down()
    # Longer than a flick, so that the map stops where it is let go.
    page.mouse.move(away["x"] + away["dx"], away["y"] + away["dy"], steps=10)
    page.wait_for_timeout(300)
    page.mouse.up()
    page.locator("#map .pin").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".leaflet-popup")).to_have_count(1)
    so(page, "!document.querySelector('#map .leaflet-pan-anim, #map .leaflet-zoom-anim')")
    so(page, """(() => { const close = document.querySelector('.leaflet-popup-close-button'), box = close?.getBoundingClientRect();
        return !!box && [0.1, 0.5, 0.9].every((part) => document.elementFromPoint(box.x + box.width * part, box.y + box.height / 2) === close); })()""")
    page.keyboard.press("Escape")
    expect(page.locator(".leaflet-popup-content a")).to_have_count(0)

    # A press of one second adds; what is no picture is said, and there is no location until there is one.
    page.goto(address + "/places/map")
    expect(page.locator("#map .cluster, #map .pin").first).to_be_visible()
    page.locator("#map").evaluate("m => m.scrollIntoView({ block: 'start' })")
    box = page.locator("#map").bounding_box()
    page.mouse.move(box["x"] + 30, box["y"] + box["height"] - 60)
    page.mouse.down()
    expect(page.locator("#adding")).to_be_visible()
    page.mouse.up()
    expect(page.locator("#new-at")).to_have_value(re.compile(r"^3\d\.\d{6}, 3\d\.\d{6}$"))
    # The picture is asked for first.
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#adding [data-told]")).to_contain_text("Choose a picture.")
    here.look(page, "places-add-phone")
    page.expected.append("422")
    page.set_input_files("#new-picture", {"name": "old.jpg", "mimeType": "image/jpeg", "buffer": b"%PDF-1.7 no picture"})
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#adding [data-told]")).to_have_text("Enter a title.")
    page.fill("#new-title", "Lions’ Gate")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#adding [data-told]")).to_contain_text("Choose a JPEG or PNG picture.")
    whole = (PICTURES / "pair-old.jpg").read_bytes()
    page.set_input_files("#new-picture", {"name": "old.jpg", "mimeType": "image/jpeg", "buffer": whole[: len(whole) // 2]})
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#adding [data-told]")).to_contain_text("cut short")
    page.set_input_files("#new-picture", str(PICTURES / "pair-old.jpg"))
    page.get_by_role("button", name="Add", exact=True).click()
    page.wait_for_url("**/places/at/*")
    expect(page.locator("h1")).to_have_text("Lions’ Gate")
    expect(page.locator("#said")).to_contain_text("Added")

    # Today's photo from a disk: without a connection it waits in the browser, and the next page sends it; it is kept once.
    lions = page.url
    page.expected.append("ERR_FAILED")
    page.route("**/photo/*", lambda route: route.abort())
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose photo").click()
    chooser.value.set_files(str(PICTURES / "pair-new.jpg"))
    expect(page.locator(".photo [data-told]")).to_contain_text("Waiting for a connection")
    here.look(page, "places-photo-waits-phone")
    page.unroute("**/photo/*")
    page.goto(address + "/places")
    so(page, "indexedDB.databases !== undefined")
    def arrived():
        page.goto(lions)
        return page.locator(".versions li").count() == 1
    for _ in range(60):
        if arrived():
            break
        page.wait_for_timeout(500)
    expect(page.locator(".versions li")).to_have_count(1)
    expect(page.get_by_role("button", name="Done", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("link", name="Compare old and new").click()
    expect(page.locator("main")).to_contain_text("The new photo is aligned with the old picture.", timeout=120_000)
    here.look(page, "places-aligned-phone")

    # Points by hand: pressed, dragged, moved by keys, removed; four whole pairs align.
    page.get_by_role("link", name="Mark matching points").click()
    halves = [page.locator("[data-half=old]"), page.locator("[data-half=now]")]
    align = page.get_by_role("button", name="Align photos")
    for x, y in [(.2, .2), (.8, .2), (.2, .8), (.8, .8), (.5, .5)]:
        expect(align).to_be_disabled() if (x, y) != (.5, .5) else expect(align).to_be_enabled()
        for half in halves:
            half.scroll_into_view_if_needed()
            box = half.bounding_box()
            half.click(position={"x": box["width"] * x, "y": box["height"] * y})
    expect(halves[0].locator(".dot")).to_have_count(5)
    page.get_by_role("button", name="Delete point 5").click()
    expect(halves[1].locator(".dot")).to_have_count(4)
    dot = halves[1].locator(".dot").first
    before = page.locator("input[name=points]").input_value()
    dot.focus()
    page.keyboard.press("ArrowRight")
    moved = page.locator("input[name=points]").input_value()
    assert moved != before and moved.splitlines()[1:] == before.splitlines()[1:], (before, moved)
    dot.scroll_into_view_if_needed()
    box = dot.bounding_box()
    page.mouse.move(box["x"] + 22, box["y"] + 22)
    page.mouse.down()
    # Beside the finger the magnifier shows what lies under it.
    page.mouse.move(box["x"] + 62, box["y"] + 42)
    magnifier = page.locator(".magnifier:not([hidden])")
    expect(magnifier).to_have_count(1)
    seen = magnifier.bounding_box()
    assert not (seen["x"] < box["x"] + 62 < seen["x"] + seen["width"] and seen["y"] < box["y"] + 42 < seen["y"] + seen["height"]), (seen, box)
    page.mouse.up()
    expect(magnifier).to_have_count(0)
    assert page.locator("input[name=points]").input_value() != moved
    expect(page.locator("[data-fit]")).to_contain_text(re.compile(r"Point 1 is \d+\.\d\s% off"))
    expect(page.get_by_role("button", name="Delete point 1").locator("[data-miss]")).to_have_text(re.compile(r"^\d+\.\d\s%$"))
    here.look(page, "places-points-phone")
    # The first point is far off now: the photos stay aligned as they were, and the points can be corrected.
    page.mouse.move(0, 0)
    for _ in range(10):
        dot.focus()
        page.keyboard.press("Shift+ArrowDown")
    align.click()
    expect(page.locator("main")).to_contain_text("The points do not fit together.", timeout=120_000)
    expect(page.locator("main")).to_contain_text("The photos stay aligned as before.")
    expect(page.locator(".pair img[src*='/pair/']")).to_have_count(2)
    expect(page.locator("main")).not_to_contain_text("Something went wrong")
    here.look(page, "places-points-refused-phone")
    page.get_by_role("link", name="Mark matching points").click()
    expect(halves[0].locator(".dot")).to_have_count(4)
    # Two fingers bring a picture nearer, each by itself.
    touch = page.context.new_cdp_session(page)
    box = halves[0].bounding_box()
    def fingers(kind, apart):
        middle = (box["x"] + 150, box["y"] + 60)
        points = [{"x": middle[0] - apart, "y": middle[1], "id": 0}, {"x": middle[0] + apart, "y": middle[1], "id": 1}] if apart else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    fingers("touchStart", 30)
    fingers("touchMove", 45)
    fingers("touchMove", 60)
    fingers("touchEnd", 0)
    so(page, "[...document.querySelectorAll('.frame')].map((one) => Number(one.style.getPropertyValue('--zoom') || 1)).join() === '2,1'")
    expect(halves[0].locator(".dot")).to_have_count(4)
    page.get_by_role("button", name="Zoom out: Old picture").click()
    page.get_by_role("button", name="Zoom out: Old picture").click()
    # Matches that the studio suggests count when they are confirmed, by one press; another takes them away.
    for _ in range(4):
        page.locator("[data-list] button").first.click()
    page.get_by_role("button", name="Suggest matches").click()
    offers = halves[0].locator(".dot.offer")
    so(page, "document.querySelectorAll('[data-half=old] .dot.offer').length >= 5")
    expect(page.locator("[data-fit]")).to_contain_text("If both rings of a letter")
    assert page.locator("input[name=points]").input_value() == "" and align.is_disabled()
    here.look(page, "places-suggested-phone")
    before = offers.count()
    offers.first.click()
    expect(halves[1].locator(".dot:not(.offer)")).to_have_count(1)
    halves[1].locator(".dot:not(.offer)").click()
    expect(offers).to_have_count(before)
    for _ in range(5):
        offers.first.click()
    expect(page.locator("[data-fit]")).to_contain_text("The points fit together.")
    page.get_by_role("button", name="Preview").click()
    so(page, "(() => { const picture = document.querySelector('.behind img'); return picture.complete && picture.style.transform.startsWith('matrix3d('); })()")
    here.look(page, "places-confirmed-phone")
    # The page says that the photos are aligned, and then what has come of it, without being loaded anew.
    with page.expect_navigation():
        align.click()
    page.evaluate("window.isSame = true")
    so(page, "document.querySelector('[data-refreshed]') && !document.querySelector('[data-working]')")
    expect(page.locator("main")).to_contain_text("The new photo is aligned with the old picture.")
    expect(page.locator(".files li")).to_have_count(13)
    assert page.evaluate("window.isSame === true"), "the page was loaded anew"
    expect(page.locator("[data-share]")).to_have_value("50")
    page.goto(lions)
    expect(page.locator(".pictures")).to_contain_text("The new photo is aligned with the old picture.")

    # Typed coordinates, and who wrote what.
    page.get_by_role("link", name="Edit title, position and source").click()
    page.fill("#at", "31°46'51\"N 35°14'13\"E")
    page.fill("#archive", "Bibliothèque nationale")
    here.look(page, "places-edit-phone")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".coordinates")).to_have_text("31.780833, 35.236944")
    expect(page.locator("main")).to_contain_text("Bibliothèque nationale")

    # Everything out, as an archive that can be read; and in again.
    page.goto(address + "/places/transfer")
    page.get_by_role("button", name="Create archive").click()
    link = page.get_by_role("link", name="Download")
    expect(link).to_be_visible()
    with page.expect_download() as got:
        link.click()
    archive = here.folder / "out.zip"
    got.value.save_as(archive)
    names = zipfile.ZipFile(archive).namelist()
    assert zipfile.ZipFile(archive).testzip() is None
    assert "JerusalemThenNow_Export/locations.csv" in names, names
    with zipfile.ZipFile(here.folder / "in.zip", "w") as new:
        new.write(PICTURES / "pair-old.jpg", "old.jpg")
        new.writestr("table.csv", "id,title,latitude,longitude,picture\nNEW1,Dung Gate,31.7747,35.2341,old.jpg\nNEW2,Nowhere,131.7,35.2,old.jpg\nNEW3,No file,31.7,35.2,none.jpg\n")
    page.set_input_files("#archive", str(here.folder / "in.zip"))
    page.get_by_role("button", name="Import").click()
    expect(page.locator("main")).to_contain_text("Imported: 1. Already there: 0. Skipped: 2.")
    expect(page.locator(".problems li")).to_have_count(2)
    here.look(page, "places-transfer-phone")
    page.set_input_files("#archive", {"name": "in.zip", "mimeType": "application/zip", "buffer": b"no archive"})
    page.get_by_role("button", name="Import").click()
    expect(page.locator("main")).to_contain_text("Something went wrong.")

    # Deleting asks first.
    page.goto(address + "/places/at/NEW1")
    page.locator("#delete summary").click()
    page.get_by_role("button", name="Delete permanently").click()
    expect(page.locator("#said")).to_contain_text("Deleted: Dung Gate")

    # Hebrew, on a tablet.
    cookies = page.context.cookies()
    tablet = here.page("tablet", language="he")
    tablet.context.add_cookies(cookies)
    for path, name in [("/places", "list"), (f"/places/at/{GATE}", "place"), (f"/places/at/{GATE}/compare", "compare"), ("/places/map", "map"), ("/places/transfer", "transfer")]:
        tablet.goto(address + path)
        so(tablet, "[...document.images].every((one) => one.loading === 'lazy' || one.complete)")
        expect(tablet.locator("html")).to_have_attribute("dir", "rtl")
        here.look(tablet, f"places-{name}-he")

    # Dark, and without scripts: reading needs none.
    plain = here.page("phone", java_script_enabled=False, color_scheme="dark")
    plain.context.add_cookies(cookies)
    plain.goto(address + f"/places/at/{GATE}/compare")
    expect(plain.locator(".pair img")).to_have_count(2)
    plain.goto(address + "/places?sort=status")
    expect(plain.locator(".place")).to_have_count(40)
    if here.pictures:
        plain.screenshot(path=f"{here.pictures}/places-list-dark.png")
