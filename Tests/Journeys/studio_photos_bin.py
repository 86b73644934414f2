"""The page of the bins: what was thrown away is there after the undo is over, page by page, and goes back; nothing is deleted."""

import datetime

from playwright.sync_api import expect

from lab import join, lab
from photoslab import folders, photo, scanned, seeds, shown, total


with lab() as here:
    studio, address = here.studio()
    desk = here.page("desk")
    join(desk, studio.hears(r"(http://\S+/join/\S+)")[1])
    folders(here, desk, ("trip", 6, "trip_{}.jpg"), ("disk", 2, "disk_{}.jpg"))
    picture = photo(seeds(desk, 1)[0], datetime.datetime(2020, 1, 1))

    # Nothing was thrown away yet.
    desk.goto(address + "/photos")
    total(desk, 8)
    desk.locator(".photos-more summary").click()
    desk.get_by_role("link", name="Bin", exact=True).click()
    expect(desk.locator("h1")).to_have_text("Bin")
    expect(desk.locator("main")).to_contain_text("The bin is empty")

    # Two by the page, and long after the undo is over they are here.
    desk.goto(address + "/photos?in=trip")
    for left in (5, 4):
        total(desk, left + 1)
        shown(desk)
        desk.locator("#photos-grid").focus()
        desk.keyboard.press("Home")
        desk.keyboard.press("Space")
        desk.locator(".photos-bar").get_by_role("button", name="Move to the bin").click()
        total(desk, left)
    desk.goto(address + "/photos/bin")
    rows = desk.locator(".photos-binned li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("trip_4.jpg")
    expect(rows.first).to_contain_text("trip")
    expect(desk.locator(".photos-bins")).to_contain_text(str(here.folder / "trip" / ".booth-bin"))
    here.look(desk, "photos-bin")
    desk.get_by_role("button", name="Restore selected").click()
    expect(desk.locator("main")).to_contain_text("Select at least one photo.")
    desk.get_by_label("trip_5.jpg").check()
    desk.get_by_role("button", name="Restore selected").click()
    expect(desk.locator("main")).to_contain_text("Restored: 1")
    expect(rows).to_have_count(1)
    assert (here.folder / "trip" / "trip_5.jpg").is_file()

    # Another file has its name by now: it stays, and is named.
    (here.folder / "trip" / "trip_4.jpg").write_bytes(picture)
    desk.get_by_label("trip_4.jpg").check()
    desk.get_by_role("button", name="Restore selected").click()
    expect(desk.locator("main")).to_contain_text("another file has its name now")
    expect(rows).to_have_count(1)
    assert (here.folder / "trip" / "trip_4.jpg").read_bytes() == picture

    # Ten thousand, a hundred a page, without scripts; one page goes back at once.
    bin = here.folder / "trip" / ".booth-bin"
    for number in range(10_000):
        (bin / f"many{number}").write_bytes(picture[:64])
        (bin / f"many{number}.from").write_bytes(f"/many_{number:05}.jpg".encode())
    state = desk.context.storage_state()
    plain = here.page("desk", java_script_enabled=False, storage_state=state)
    plain.goto(address + "/photos/bin")
    expect(plain.locator(".photos-binned li")).to_have_count(100)
    expect(plain.locator("nav", has_text="Page 1 of 101")).to_be_visible()
    plain.locator("nav a[rel=next]").click()
    expect(plain.locator("nav", has_text="Page 2 of 101")).to_be_visible()
    plain.get_by_role("button", name="Restore all on this page").click()
    expect(plain.locator("main")).to_contain_text("Restored: 100")
    expect(plain.locator("nav", has_text="Page 2 of 100")).to_be_visible()
    assert len(list((here.folder / "trip").glob("many_*.jpg"))) == 100

    # A disk that is away is named with its folder, and the others' bins are there.
    (here.folder / "disk").rename(here.folder / "gone")
    scanned(here, "is away", "disk")
    desk.goto(address + "/photos/bin")
    expect(desk.locator(".notice.bad")).to_contain_text("disk")
    expect(desk.locator(".notice.bad")).to_contain_text("its source is offline")
    expect(rows).to_have_count(100)
    here.look(desk, "photos-bin-away")

    # From right to left, and on a phone.
    for size, language in [("desk", "he"), ("phone", "ar"), ("phone", "de")]:
        other = here.page(size, language, storage_state=state)
        other.goto(address + "/photos/bin?page=2")
        expect(other.locator(".photos-binned li")).to_have_count(100)
        assert other.evaluate("document.documentElement.dir") == ("ltr" if language == "de" else "rtl")
        here.look(other, f"photos-bin-{size}-{language}")
