"""Folders of photographs: a few that a browser draws, and as many as are wished for that differ from each other in what they say."""

import base64
import datetime
import struct

from playwright.sync_api import expect

DRAW = """async (seed) => {
  let state = seed * 2654435761 >>> 0;
  const random = () => { state = (state * 1664525 + 1013904223) >>> 0; return state / 4294967296; };
  const shapes = [[480, 320], [320, 480], [480, 270], [400, 400], [640, 240]];
  const [width, height] = shapes[seed % shapes.length];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  const hue = random() * 360;
  const sky = context.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, `hsl(${hue} 60% 35%)`);
  sky.addColorStop(1, `hsl(${hue + 40} 75% 75%)`);
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  context.fillStyle = `hsl(${hue + 60} 90% 85%)`;
  context.beginPath();
  context.arc(width * (0.2 + 0.6 * random()), height * (0.2 + 0.2 * random()), height / 9, 0, 7);
  context.fill();
  for (let hill = 0; hill < 4; hill += 1) {
    context.fillStyle = `hsl(${hue + 150} 35% ${50 - hill * 11}%)`;
    context.beginPath();
    context.moveTo(0, height);
    const base = height * (0.5 + 0.12 * hill);
    const [pace, phase] = [1 + random() * 3, random() * 6];
    for (let x = 0; x <= width; x += 8) context.lineTo(x, base + Math.sin(x / width * 6 * pace + phase) * height * 0.07);
    context.lineTo(width, height);
    context.fill();
  }
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}"""


def seeds(page, count):
    """Pictures that a browser draws, as JPEG."""
    return [base64.b64decode(page.evaluate(DRAW, seed)) for seed in range(count)]


def exif(taken, make="Booth", model="Lab 1", orientation=1):
    """A segment of EXIF: who took it, and when."""
    texts = {0x010F: make, 0x0110: model}
    own = sorted({**texts, 0x0112: orientation}.items())
    start = 8 + 2 + 12 * (len(own) + 1) + 4
    heap = b""
    entries = b""
    for tag, value in own:
        if isinstance(value, int):
            entries += struct.pack(">HHIHH", tag, 3, 1, value, 0)
            continue
        data = value.encode() + b"\0"
        if len(data) <= 4:
            entries += struct.pack(">HHI", tag, 2, len(data)) + data.ljust(4, b"\0")
        else:
            entries += struct.pack(">HHII", tag, 2, len(data), start + len(heap))
            heap += data
    sub = start + len(heap)
    entries += struct.pack(">HHII", 0x8769, 4, 1, sub)
    date = taken.strftime("%Y:%m:%d %H:%M:%S").encode() + b"\0"
    inner = struct.pack(">H", 1) + struct.pack(">HHII", 0x9003, 2, len(date), sub + 18) + struct.pack(">I", 0) + date
    tiff = b"MM\0*" + struct.pack(">IH", 8, len(own) + 1) + entries + struct.pack(">I", 0) + heap + inner
    payload = b"Exif\0\0" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(payload) + 2) + payload


def photo(seed, taken, **facts):
    """The same picture, taken at another time."""
    return seed[:2] + exif(taken, **facts) + seed[2:]


def folders(here, page, *wanted):
    """Folders with photographs that are twelve days apart, as sources: of each its name, how many, and what they are called."""
    pictures = seeds(page, 12)
    day = datetime.datetime(2023, 5, 1, 10, 0, 0)
    for folder, count, name in wanted:
        place = here.folder / folder
        place.mkdir()
        for number in range(count):
            (place / name.format(number)).write_bytes(photo(pictures[number % 12], day + datetime.timedelta(days=12 * number)))
        here.start("photos", "add", str(place)).hears(f"{count} photos, {count} new")


def scanned(here, pattern, *sources):
    """A scan of one's own; it waits for the studio's, which looks at its sources, too."""
    here.start("photos", "scan", *sources).hears(pattern)


def total(page, count):
    """Waits until the page says so many."""
    expect(page.locator("#photos-count")).to_have_text(f"Photos: {count:,}")


def filters(page):
    """Opens the sheet of the filters and the view."""
    page.locator(".photos-ways > button[aria-haspopup=dialog]").click()
    return page.locator("#photos-filters")


def choose(page, name, value):
    """Chooses a source (`in`) or an order, and closes the sheet again."""
    filters(page).locator(f"[data-name={name}] [data-value='{value}']").click()
    page.keyboard.press("Escape")


def chosen(page, name):
    """What is chosen there."""
    return page.locator(f".photos-filter input[name={name}]").input_value()


def display(page, *places):
    """Presses choices of how photos are shown: the sizes, squares, rows, whole pictures, names; and closes the sheet again."""
    for place in places:
        if not page.locator("#photos-filters").is_visible():
            filters(page)
        page.locator(".photos-panel button").nth(place).click()
    page.keyboard.press("Escape")


def menu(page, name):
    """Opens a menu of the selection's bar."""
    bar = page.locator(".photos-bar")
    bar.locator(f"summary[aria-label='{name}']").click()
    return bar.locator("details[open] .photos-sheet")


def more(page, name):
    """Does what is in the last menu of the selection's bar."""
    menu(page, "More").get_by_role("button", name=name).click()


def named(page, place):
    """What a photo is called in the grid."""
    return page.locator(f"#photo-{place}").get_attribute("data-name")


def shown(page):
    """Waits until all photos that are in sight have their pictures, or a sign that there is none."""
    page.wait_for_function(
        """() => { const home = document.querySelector('.photos-grid').getBoundingClientRect();
             const own = [...document.querySelectorAll('.photos-cell')].filter((cell) => cell.checkVisibility() && cell.getBoundingClientRect().bottom > home.top && cell.getBoundingClientRect().top < home.bottom);
             return own.length > 0 && own.every((cell) => cell.dataset.name && (cell.style.backgroundImage.includes('blob:') || cell.classList.contains('broken'))); }""")
