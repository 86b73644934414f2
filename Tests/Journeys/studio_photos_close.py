"""A photo of 24 megapixels, looked at closely: at its own size every pixel of it is one of the screen, wherever one has dragged it."""

import base64
import datetime
import struct
import zlib

from playwright.sync_api import expect

from lab import join, lab
from photoslab import photo, total

# Columns of one pixel, black and white.
DRAW = """async ([width, height]) => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#000";
  for (let x = 0; x < width; x += 2) context.fillRect(x, 0, 1, height);
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.95 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}"""


def row(page, box, y):
    """Brightness along a row of the screen, from a picture of it: an own reader of PNG, so that nothing is scaled."""
    shot = page.screenshot(clip={"x": box["x"], "y": y, "width": box["width"], "height": 1})
    data, at, size, kind = b"", 8, None, 0
    while at < len(shot):
        length, name = struct.unpack(">I4s", shot[at:at + 8])
        content = shot[at + 8:at + 8 + length]
        if name == b"IHDR":
            size, kind = struct.unpack(">II", content[:8]), content[9]
        if name == b"IDAT":
            data += content
        at += 12 + length
    line = zlib.decompress(data)
    step = 4 if kind == 6 else 3
    # The first row has no row above it: each byte is its own, or is added to the one to the left.
    assert line[0] in (0, 1, 2, 3, 4), line[0]
    own = bytearray(line[1:1 + size[0] * step])
    for place in range(step, len(own)):
        if line[0] in (1, 4):
            own[place] = (own[place] + own[place - step]) & 255
        elif line[0] == 3:
            own[place] = (own[place] + own[place - step] // 2) & 255
    return list(own[::step])


def close(page, parts):
    """All that is in sight has its own pixels."""
    page.wait_for_function(
        """() => { const home = document.querySelector('.photos-parts'), frame = home.parentElement.getBoundingClientRect();
             const boxes = [...home.children].map((one) => one.getBoundingClientRect());
             const has = (x, y) => boxes.some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
             return has(frame.left + 2, frame.top + 2) && has(frame.right - 2, frame.top + 2) && has(frame.left + 2, frame.bottom - 2) && has(frame.right - 2, frame.bottom - 2); }""")
    assert 1 <= page.locator(".photos-parts img").count() <= parts


def sharp(page):
    """Black and white columns of one pixel, in the middle of the frame."""
    box = page.locator(".photos-frame").bounding_box()
    part = {"x": round(box["x"] + box["width"] / 2 - 100), "width": 200}
    line = row(page, part, round(box["y"] + box["height"] / 2))
    assert all((one < 60 and other > 195) or (one > 195 and other < 60) for one, other in zip(line, line[1:])), line


with lab() as here:
    studio, address = here.studio()
    desk = here.page("desk")
    join(desk, studio.hears(r"(http://\S+/join/\S+)")[1])
    folder = here.folder / "pictures"
    folder.mkdir()
    day = datetime.datetime(2024, 7, 14, 18, 20, 0)
    (folder / "lines.jpg").write_bytes(photo(base64.b64decode(desk.evaluate(DRAW, [6000, 4000])), day))
    (folder / "small.jpg").write_bytes(photo(base64.b64decode(desk.evaluate(DRAW, [300, 200])), day - datetime.timedelta(days=1)))
    here.start("photos", "add", str(folder)).hears("pictures: 2 photos, 2 new")
    desk.goto(address + "/photos")
    total(desk, 2)
    desk.locator("#photo-0").wait_for()
    desk.keyboard.press("Home")
    desk.keyboard.press("Enter")
    view = desk.locator("dialog.photos-view")
    expect(view.locator("h2")).to_have_text("lines.jpg")
    level = view.locator(".photos-zoom")
    expect(level).to_be_empty()

    # By key, to its own size and back.
    desk.keyboard.press("z")
    expect(level).to_have_text("100%")
    close(desk, 4)
    sharp(desk)
    here.look(desk, "photos-close")
    # Dragged: what comes into sight comes with its pixels, and what has gone far goes.
    frame = desk.locator(".photos-frame").bounding_box()
    for _ in range(4):
        desk.mouse.move(frame["x"] + frame["width"] - 40, frame["y"] + frame["height"] / 2)
        desk.mouse.down()
        desk.mouse.move(frame["x"] + 43, frame["y"] + frame["height"] / 2 - 33, steps=5)
        desk.mouse.up()
        close(desk, 12)
        sharp(desk)
    assert desk.evaluate("[...document.querySelectorAll('.photos-parts img')].reduce((sum, one) => sum + one.naturalWidth * one.naturalHeight, 0)") <= 22e6
    desk.keyboard.press("z")
    expect(level).to_be_empty()
    expect(view.locator(".photos-parts img")).to_have_count(0)

    # By double click and by button; what is in sight at less than its own size comes smaller.
    desk.mouse.dblclick(frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2)
    expect(level).to_have_text("100%")
    close(desk, 4)
    sharp(desk)
    desk.mouse.dblclick(frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2)
    expect(level).to_be_empty()
    view.get_by_role("button", name="Actual size").click()
    expect(level).to_have_text("100%")
    close(desk, 4)
    view.get_by_role("button", name="Zoom out").click()
    expect(level).to_have_text("67%")
    close(desk, 12)

    # The next one has none of its pixels; one that is smaller than the screen is shown smaller at its own size.
    desk.keyboard.press("0")
    desk.keyboard.press("ArrowRight")
    expect(view.locator("h2")).to_have_text("small.jpg")
    expect(view.locator(".photos-parts img")).to_have_count(0)
    desk.keyboard.press("z")
    expect(level).to_have_text("100%")
    expect(view.locator(".photos-parts img")).to_have_count(0)
    shown = view.locator(".photos-frame > img").bounding_box()
    assert abs(min(shown["width"] / 300, shown["height"] / 200) - 1) < 0.01, shown
    desk.keyboard.press("Escape")
    expect(view).to_be_hidden()

    # A double click, as file managers want it, opens and does not zoom as well.
    desk.locator("#photo-0").dblclick()
    expect(view.locator("h2")).to_have_text("lines.jpg")
    expect(level).to_be_empty()
    assert view.locator(".photos-frame > img").evaluate("(picture) => picture.style.transform").endswith("scale(1)")
    desk.keyboard.press("Escape")
