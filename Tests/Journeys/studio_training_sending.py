"""What managers send: pictures of every kind, from telephones and from the photo browser, and those that cannot be used, each named
with what helps."""

import base64
import datetime
import re
import struct
import zlib

from playwright.sync_api import expect

from lab import join, lab
from photoslab import menu, more, photo, seeds, shown
from traininglab import PICTURES, ROOT, invited, so


def library_photos():
    """The four colours as libraries for HEVC, AV1, WebP and GIF wrote them, which the unit tests have."""
    text = (ROOT / "Tests" / "MediaTests" / "Thumbnails" / "LibraryPhotos.swift").read_text()
    return {name: base64.b64decode("".join(body.split()))
            for name, body in re.findall(r'static let (\w+) = bytes\(\s*"""(.*?)"""', text, re.S)}


def png16():
    """64 by 32 pixels of 16 bits a channel."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(b"\0" + b"".join(struct.pack(">HHH", x * 1000, y * 2000, 30000) for x in range(64)) for y in range(32))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 32, 16, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def rows(page):
    return page.locator("#picked li")


def chosen(page, address, files):
    page.goto(address + "/training/new")
    page.expected += [r"422"]
    page.set_input_files("#files", files)


def finished(page, count):
    """So many have been tried, whatever came of them."""
    so(page, f"document.querySelectorAll('#picked li').length === {count}")
    so(page, "[...document.querySelectorAll('#picked li [role=status]')].every((e) => !e.textContent.match(/^(Waiting|Sending)/))")


def seen(page, count):
    """So many of them are seen small, also those that the browser itself cannot show."""
    so(page, f"[...document.querySelectorAll('#picked img')].filter((i) => i.naturalWidth > 0 && !i.classList.contains('missing')).length >= {count}")


def share(page, notes, photographer="Dana"):
    page.locator("#photographer").select_option(label=photographer)
    page.check("input[value=example]")
    page.fill("#notes", notes)
    page.click("#send")
    page.wait_for_url("**/training/critiques/*")


def kinds(here, address, manager, dana):
    """Of every kind: shown as a JPEG, upright; what this machine cannot read says by name what it lacks."""
    folder = here.folder / "kinds"
    folder.mkdir()
    library = library_photos()
    turned = photo(seeds(manager, 1)[0], datetime.datetime(2026, 5, 1, 12), orientation=6)
    files = {"phone.heic": library["heic"], "new.avif": library["avif"], "web.webp": library["webp"], "old.gif": library["gif"],
             "deep.png": png16(), "turned.jpg": turned}
    for name, content in files.items():
        (folder / name).write_bytes(content)
    chosen(manager, address, [folder / name for name in files])
    finished(manager, len(files))
    said = dict(zip(files, rows(manager).locator("[role=status]").all_text_contents()))
    for name in ("deep.png", "turned.jpg"):
        assert said[name] == "Ready", said
    # With libvips all of them; without it says so.
    read = [name for name, words in said.items() if words == "Ready"]
    assert all(words == "Ready" or "libvips42" in words or "libheif" in words for words in said.values()), said
    print(f"training: read here: {', '.join(read)}")
    seen(manager, len(read))
    here.look(manager, "training-kinds")
    for name in files:
        if name not in read:
            rows(manager).filter(has_text=name).get_by_role("button", name="Remove").click()
    share(manager, "Of every kind")
    sizes = {"phone.heic": (96, 64), "new.avif": (96, 64), "web.webp": (96, 64), "old.gif": (96, 64), "deep.png": (64, 32),
             "turned.jpg": (320, 480)}
    dana.goto(address + "/training")
    dana.locator(".cards li[data-id] a").first.click()
    for name in read:
        so(dana, "document.getElementById('picture')?.naturalWidth > 0 && !document.querySelector('.stage.loading')")
        so(dana, f"(() => {{ const p = document.getElementById('picture'); return p.naturalWidth === {sizes[name][0]} && p.naturalHeight === {sizes[name][1]}; }})()")
        dana.keyboard.press("ArrowRight")
    # Nothing of the file is kept but its name.
    for jpeg in (here.data / "studio" / "pictures").rglob("*.jpg"):
        content = jpeg.read_bytes()
        assert content[:2] == b"\xff\xd8" and b"Exif" not in content and b"Lab 1" not in content, jpeg
    dana.goto("about:blank")


def wrong(here, address, manager, dana):
    """Cut short, of a newer kind, no picture at all: each says what is wrong, and none takes a place of the six."""
    folder = here.folder / "wrong"
    folder.mkdir()
    whole = PICTURES[0].read_bytes()
    (folder / "cut.jpg").write_bytes(whole[: len(whole) * 6 // 10])
    # One that libheif refuses: what its decoder has to know is not there.
    (folder / "newer.heic").write_bytes(library_photos()["heic"].replace(b"hvcC", b"hvcX"))
    (folder / "page.jpg").write_bytes(b"<html><script>document.title = 'ran'</script>")
    (folder / "empty.png").write_bytes(b"")
    bad = [folder / name for name in ("cut.jpg", "newer.heic", "page.jpg", "empty.png")]
    good = []
    for number, content in enumerate(seeds(manager, 7)):
        good.append(folder / f"good {number}.jpg")
        good[-1].write_bytes(content)
    chosen(manager, address, bad + good)
    finished(manager, 10)
    said = rows(manager).locator("[role=status]").all_text_contents()
    percent = re.fullmatch(r"This picture is incomplete: only (\d+) % of it arrived\. Copy it again\.", said[0])
    assert percent and 10 <= int(percent[1]) <= 90, said[0]
    assert "needs libheif 1.18 or later" in said[1] or "libvips42" in said[1], said[1]
    assert all("not a picture of a known format" in words for words in said[2:4]), said[2:4]
    assert said[4:] == ["Ready"] * 6, said
    expect(manager.locator("#complaint")).to_have_text("You can add up to 6 pictures.")
    here.look(manager, "training-wrong")
    for _ in bad:
        rows(manager).first.get_by_role("button", name="Remove").click()
    share(manager, "Six of them")
    expect(manager.locator(".counter")).to_have_text("1 of 6")
    assert manager.title() != "ran"


def browser(here, address, manager, dana, eva):
    """Three of the photo browser's, sent without being copied anywhere."""
    folder = here.folder / "pictures"
    folder.mkdir()
    for number, content in enumerate(seeds(manager, 8)):
        (folder / f"IMG_{number}.jpg").write_bytes(photo(content, datetime.datetime(2026, 5, 1, 12, number)))
    assert here.start("photos", "add", str(folder)).finished() == 0
    manager.goto(address + "/photos")
    expect(manager.locator("#photos-count")).to_have_text("Photos: 8")
    bar = manager.locator(".photos-bar")
    shown(manager)
    manager.locator("#photos-grid").focus()
    manager.keyboard.press("Home")
    for place in range(7):
        manager.keyboard.press("Space")
        manager.keyboard.press("ArrowRight")
    expect(bar).to_contain_text("Selected: 7")
    more(manager, "Send as training photo")
    expect(manager.get_by_text("You can send up to 6 photos at once.")).to_be_visible()
    bar.get_by_role("button", name="Clear selection").click()
    expect(bar).to_be_hidden()
    manager.keyboard.press("Home")
    for place in range(3):
        manager.keyboard.press("Space")
        manager.keyboard.press("ArrowRight")
    expect(bar).to_contain_text("Selected: 3")
    here.look(manager, "training-selected")
    more(manager, "Send as training photo")
    manager.wait_for_url("**/training/new?photos=*")
    finished(manager, 3)
    expect(manager.locator("#picked .quiet", has_text="Ready")).to_have_count(3)
    seen(manager, 3)
    here.look(manager, "training-lent")
    share(manager, "From the browser")
    dana.goto(address + "/training")
    card = dana.locator(".cards li[data-id]").first
    expect(card).to_contain_text("From the browser")
    expect(card.get_by_role("img", name="3 photos")).to_be_visible()
    card.locator("a").click()
    so(dana, "document.getElementById('picture')?.naturalWidth > 0 && !document.querySelector('.stage.loading')")
    assert dana.locator("dialog[open] .save").get_attribute("download").startswith("IMG_")

    # Who may send nothing is offered nothing.
    eva.goto(address + "/photos")
    eva.locator("#photo-0").wait_for()
    eva.locator("#photos-grid").focus()
    eva.keyboard.press("Space")
    expect(menu(eva, "More").get_by_role("button", name="Only these")).to_be_visible()
    assert eva.get_by_role("button", name="Send as training photo").count() == 0
    phone = here.page("phone", storage_state=manager.context.storage_state())
    phone.goto(address + "/photos")
    phone.locator("#photo-0").wait_for()
    here.look(phone, "training-browser-phone")
    phone.context.close()

    # A photo that is gone by the time, and one that never was.
    for file in folder.iterdir():
        file.unlink()
    manager.goto(address + "/training/new?photos=1,999999")
    manager.expected += [r"422", r"503", r"404"]
    expect(rows(manager)).to_have_count(1)
    expect(rows(manager).first).to_contain_text("This photo was deleted")


with lab() as here:
    studio, address = here.studio()
    admin = here.page("desk")
    join(admin, studio.hears(r"(http://\S+/join/\S+)")[1])
    dana = invited(here, admin, address, "Dana", "photographer", "phone")
    manager = invited(here, admin, address, "Mia", "manager", "desk")
    eva = invited(here, admin, address, "Eva", "employee", "desk")
    kinds(here, address, manager, dana)
    wrong(here, address, manager, dana)
    browser(here, address, manager, dana, eva)
