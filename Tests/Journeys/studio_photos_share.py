"""An album has a cover, and is shared by a link: people without an account see its photos, with a PIN where there is one, until the link is turned off."""

import re
import zipfile

from playwright.sync_api import expect

from lab import join, lab
from photoslab import folders, menu, shown, total


def link_of(page):
    """The address that is shown once."""
    return page.locator("#link").input_value()


with lab() as here:
    studio, address = here.studio()
    desk = here.page("desk")
    join(desk, studio.hears(r"(http://\S+/join/\S+)")[1])
    folders(here, desk, ("trip", 12, "trip_{}.jpg"))

    # What exists is suggested also where what suggests comes after the last letter, and nothing is found by then.
    slow = here.page("desk", storage_state=desk.context.storage_state(), service_workers="block")
    slow.expected += ["Service Worker registration blocked"]
    late = []
    slow.route(re.compile("suggest[.]js"), lambda route: late.append(route))
    slow.goto(address + "/photos")
    total(slow, 12)
    slow.locator(".photos-search input").press_sequentially("jun", delay=50)
    total(slow, 0)
    assert len(late) == 1, late
    late[0].continue_()
    expect(slow.get_by_role("option").filter(has_text="June 2023")).to_have_count(1)
    slow.context.close()

    # What exists is suggested while one types: a month by its name, taken with the keys.
    desk.goto(address + "/photos")
    total(desk, 12)
    field = desk.get_by_role("combobox", name="Search").or_(desk.get_by_role("searchbox", name="Search"))
    field.press_sequentially("jun", delay=50)
    options = desk.get_by_role("option").filter(has_text="June 2023")
    expect(options).to_have_count(1)
    here.look(desk, "photos-suggestions")
    # Also when nothing is found yet.
    total(desk, 0)
    field.press_sequentially("e", delay=50)
    expect(options).to_have_count(1)
    desk.keyboard.press("ArrowDown")
    expect(field).to_have_attribute("aria-activedescendant", "photos-suggestion-0")
    desk.keyboard.press("Enter")
    expect(field).to_have_value("2023-06 ")
    total(desk, 3)
    expect(desk.locator("#photos-suggestions")).to_have_count(0)
    field.press_sequentially("tri", delay=50)
    expect(desk.get_by_role("option").filter(has_text="trip")).to_have_count(1)
    desk.keyboard.press("Escape")
    expect(desk.locator("#photos-suggestions")).to_have_count(0)
    expect(field).to_have_value("2023-06 tri")
    # A month as people write it.
    field.fill("September 2023")
    desk.keyboard.press("Enter")
    total(desk, 1)

    # An album of seven.
    desk.goto(address + "/photos")
    total(desk, 12)
    shown(desk)
    grid = desk.locator("#photos-grid")
    grid.focus()
    desk.keyboard.press("Home")
    desk.keyboard.press("Space")
    for _ in range(6):
        desk.keyboard.press("Shift+ArrowRight")
    sheet = menu(desk, "Add to album")
    sheet.locator("input").fill("Mia & Tom")
    sheet.get_by_role("button", name="Create").click()
    expect(desk.locator(".toasts")).to_contain_text("Added: 7")
    desk.goto(address + "/photos/albums")
    card = desk.locator(".photos-albums > li", has_text="Mia & Tom")
    expect(card.locator("img")).to_have_count(4)
    expect(card).to_contain_text("Photos: 7")
    expect(card.locator("time")).to_have_text(re.compile("Jun 30 – Sep 10, 2023"))
    desk.wait_for_function("[...document.images].every((one) => one.complete)")
    here.look(desk, "photos-albums-covers")

    # Shared with a PIN; the link is shown once.
    card.locator("summary").click()
    card.get_by_role("link", name="Share album").click()
    expect(desk.locator("h1")).to_have_text("Share “Mia & Tom”")
    here.look(desk, "photos-share")
    desk.get_by_label("PIN (optional)").fill("123")
    desk.expected += ["422"]
    desk.get_by_role("button", name="Create link").click()
    expect(desk.get_by_role("alert")).to_have_text("Enter a PIN of 6 to 12 digits.")
    desk.get_by_label("PIN (optional)").fill("246 810")
    desk.get_by_role("button", name="Create link").click()
    link = link_of(desk)
    assert re.fullmatch(re.escape(address.rstrip("/")) + r"/shared/[\w-]{22}", link), link
    expect(desk.locator("main li.card")).to_contain_text("Not opened yet")
    here.look(desk, "photos-share-created")
    desk.reload()
    expect(desk.locator("#link")).to_have_count(0)

    # A phone without an account: the PIN, then the photos, one opened, stepped from, saved.
    phone = here.page("phone")
    phone.goto(link)
    expect(phone.locator("h1")).to_have_text("Enter PIN")
    here.look(phone, "photos-shared-pin")
    phone.expected += ["403"]
    phone.get_by_label("PIN").fill("111111")
    phone.get_by_role("button", name="View photos").click()
    expect(phone.get_by_role("alert")).to_have_text("Wrong PIN. Try again.")
    phone.get_by_label("PIN").fill("246810")
    phone.get_by_role("button", name="View photos").click()
    expect(phone.locator("h1")).to_have_text("Mia & Tom")
    expect(phone.locator(".photos-shared img")).to_have_count(7)
    phone.wait_for_function("() => [...document.querySelectorAll('.photos-shared img')].every((one) => one.complete && one.naturalWidth)")
    here.look(phone, "photos-shared")
    assert phone.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    phone.locator(".photos-shared a").first.click()
    view = phone.get_by_role("dialog")
    expect(view.locator("p")).to_have_text("Photo 1 of 7")
    view.get_by_role("button", name="Next").click()
    expect(view.locator("p")).to_have_text("Photo 2 of 7")
    here.look(phone, "photos-shared-open")
    with phone.expect_download() as download:
        view.get_by_role("link", name="Save").click()
    assert download.value.suggested_filename == "Mia & Tom 2.jpg", download.value.suggested_filename
    assert download.value.path().read_bytes().startswith(b"\xff\xd8")
    view.get_by_role("button", name="Close").click()
    expect(phone.locator(".photos-shared a").nth(1)).to_be_focused()

    # It was opened; turned off, it shows nothing, as an unknown one.
    desk.goto(address + "/photos/links")
    expect(desk.locator("main li.card")).to_contain_text("Opened: 1")
    here.look(desk, "photos-links")
    desk.get_by_role("button", name="Turn off link").click()
    expect(desk.locator("main")).to_contain_text("Link turned off.")
    expect(desk.locator("main li.card")).to_have_count(0)
    phone.expected += ["404"]
    phone.reload()
    expect(phone.locator("h1")).to_have_text("This link is not available")
    here.look(phone, "photos-shared-gone")

    # Without a PIN, and from right to left.
    desk.goto(address + "/photos/albums")
    desk.locator(".photos-albums summary").first.click()
    desk.get_by_role("link", name="Share album").click()
    desk.get_by_role("button", name="Create link").click()
    link = link_of(desk)
    for size, language in [("desk", "he"), ("phone", "ar"), ("desk", "en")]:
        other = here.page(size, language)
        other.goto(link)
        expect(other.locator(".photos-shared img")).to_have_count(7)
        if language == "en":
            expect(other.locator("time[data-left]")).to_contain_text("in 29 days")
            with other.expect_download() as saved:
                other.get_by_role("link", name="Save all").click()
            assert saved.value.suggested_filename == "Mia & Tom.zip", saved.value.suggested_filename
            with zipfile.ZipFile(saved.value.path()) as archive:
                assert len(archive.namelist()) == 7 and archive.testzip() is None, archive.namelist()
        other.wait_for_function("() => [...document.querySelectorAll('.photos-shared img')].every((one) => one.complete && one.naturalWidth)")
        here.look(other, f"photos-shared-{size}-{language}")
        other.locator(".photos-shared a").last.click()
        other.keyboard.press("ArrowRight" if language in ("he", "ar") else "ArrowLeft")
        expect(other.locator("dialog p")).to_contain_text("6")
        other.keyboard.press("Escape")
        expect(other.locator("dialog")).to_have_count(0)
    state = desk.context.storage_state()
    for size, language in [("phone", "he"), ("phone", "en")]:
        other = here.page(size, language, storage_state=state)
        for path in ("albums", "links"):
            other.goto(f"{address}/photos/{path}")
            other.wait_for_function("[...document.images].every((one) => one.complete)")
            here.look(other, f"photos-{path}-{size}-{language}")
