"""Photos are uploaded from a desk and a phone: chosen or dropped, through a broken connection, once, with what failed named."""

import datetime

from playwright.sync_api import expect

from lab import join, lab
from photoslab import folders, photo, seeds, total


def payload(name, data):
    return {"name": name, "mimeType": "image/jpeg", "buffer": data}


def choose(page, files):
    """Chooses files in the menu."""
    page.locator(".photos-more > summary").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Upload").click()
    chooser.value.set_files(files)


def stored(place):
    return sorted(str(one.relative_to(place)) for one in place.rglob("*.jpg") if not one.name.startswith("trip"))


with lab() as here:
    studio, address = here.studio()
    desk = here.page("desk")
    join(desk, studio.hears(r"(http://\S+/join/\S+)")[1])
    folders(here, desk, ("trip", 3, "trip_{}.jpg"))
    place = here.folder / "trip"
    pictures = [photo(one, datetime.datetime(2024, 5, 1 + number)) for number, one in enumerate(seeds(desk, 6))]

    # Before a folder is chosen there is nothing to press.
    desk.goto(address + "/photos")
    total(desk, 3)
    desk.locator(".photos-more > summary").click()
    expect(desk.get_by_role("button", name="Upload")).to_have_count(0)
    desk.goto(address + "/photos/sources")
    desk.get_by_role("button", name="Use for uploads").click()
    expect(desk.locator("main")).to_contain_text("Uploads go to this folder now.")
    expect(desk.locator("main li.card")).to_contain_text("Uploads go here")
    here.look(desk, "photos-upload-source")

    # Three chosen, one of them no picture: it is named, the others are there at once.
    desk.goto(address + "/photos")
    total(desk, 3)
    desk.expected += ["422"]
    choose(desk, [payload("IMG_1.jpg", pictures[0]), payload("notes.jpg", b"<html>not a picture</html>"), payload("IMG_2.jpg", pictures[1])])
    sheet = desk.locator("dialog.photos-uploads")
    expect(sheet.get_by_role("heading")).to_have_text("Uploaded: 2")
    row = sheet.get_by_role("listitem")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("notes.jpg")
    expect(row).to_contain_text("The file is a web page.")
    here.look(desk, "photos-upload-failed")
    row.get_by_role("button", name="Try again").click()
    expect(row).to_contain_text("The file is a web page.")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)
    total(desk, 5)
    assert stored(place) == ["2024-05/IMG_1.jpg", "2024-05/IMG_2.jpg"], stored(place)

    # On a phone whose connection breaks: the photo that the studio had already is stored once, and the rest follows.
    phone = here.page("phone", storage_state=desk.context.storage_state(), service_workers="block")
    phone.expected += ["ERR_", "Service Worker registration blocked"]
    phone.goto(address + "/photos")
    total(phone, 5)
    broken = []

    def cut(route):
        if broken:
            route.continue_()
            return
        broken.append(route.request.url)
        # It has arrived, and the answer is lost.
        route.fetch()
        route.abort("connectionreset")

    phone.route("**/photos/upload?*", cut)
    choose(phone, [payload("IMG_3.jpg", pictures[2]), payload("IMG_1.jpg", pictures[0]), payload("IMG_1.jpg", pictures[3])])
    expect(phone.locator(".toasts")).to_contain_text("Uploaded: 3")
    assert broken, "nothing was cut"
    names = ["2024-05/IMG_1-2.jpg", "2024-05/IMG_1.jpg", "2024-05/IMG_2.jpg", "2024-05/IMG_3.jpg"]
    assert stored(place) == names, stored(place)
    total(phone, 7)
    here.look(phone, "photos-upload-phone")

    # Dropped on the photos.
    desk.evaluate(
        """(bytes) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(bytes)], "dropped.jpg", { type: "image/jpeg" }));
          const root = document.querySelector("#photos");
          for (const kind of ["dragover", "drop"]) root.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
        }""", list(pictures[4]))
    expect(desk.locator(".toasts")).to_contain_text("Uploaded: 1")
    total(desk, 8)
    assert (place / "2024-05" / "dropped.jpg").read_bytes() == pictures[4]
    assert not list((place / ".booth-uploads").iterdir())
    for size, language in [("phone", "he"), ("desk", "he")]:
        other = here.page(size, language, storage_state=desk.context.storage_state())
        other.goto(address + "/photos")
        other.expected += ["422"]
        other.locator(".photos-more > summary").click()
        with other.expect_file_chooser() as chooser:
            other.locator("[data-upload]").click()
        chooser.value.set_files([payload("notes.jpg", b"<html>not a picture</html>")])
        expect(other.locator("dialog.photos-uploads li")).to_have_count(1)
        here.look(other, f"photos-upload-{size}-{language}")
