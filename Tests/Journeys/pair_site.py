"""A historian opens the site of plain files that booth made of her places: from the disk, by keys, in Hebrew, and without scripts."""

import os
import pathlib
import shutil
import subprocess

from playwright.sync_api import expect

from lab import lab, png, so

PICTURES = pathlib.Path(__file__).parents[2] / "Docs/Pictures"
BOOTH = os.path.abspath(os.environ.get("BOOTH_BUILD", ".build/debug") + "/booth")


def booth(here, *arguments):
    subprocess.run([BOOTH, "location", *arguments, "--data", str(here.data)], check=True, stdout=subprocess.DEVNULL)


def opened(here, file, **options):
    """A page from the disk, which asks no other place for anything."""
    page = here.page(**options)
    page.on("request", lambda request: here.complaints.append(request.url) if not request.url.startswith(("file:", "data:")) else None)
    page.goto(file.as_uri())
    return page


with lab() as here:
    source = here.folder / "import"
    source.mkdir()
    for half in ["old", "new"]:
        shutil.copy(PICTURES / f"pair-{half}.jpg", source / f"{half}.jpg")
    rows = ["id,title,latitude,longitude,picture,new_image,archive,signature,licence,date"]
    rows += ["gate,Jaffa Gate,31.7767,35.2276,old.jpg,new.jpg,City archive,A-12/3,Public domain,about 1898"]
    for number in range(12):
        png(source / f"{number}.png", 160, 120, (40 + number * 3, 90, 200 - number * 2))
        rows.append(f"p{number},{['Tower', 'שער שכם', 'École'][number % 3]} {number},{31.77 + number * 0.002},{35.22 + number % 4 * 0.004},{number}.png,old.jpg,,,,")
    (source / "table.csv").write_text("\n".join(rows) + "\n")
    booth(here, "import", str(source))
    (here.folder / "points.txt").write_text("10 10 10 10\n300 20 300 20\n310 180 310 180\n20 190 20 190\n")
    booth(here, "pair", "gate", "--out", str(here.folder / "pair"), "--points", str(here.folder / "points.txt"))
    site = here.folder / "site"
    booth(here, "site", "--out", str(site))

    for size, scheme in [("phone", "light"), ("phone", "dark"), ("desk", "light"), ("desk", "dark")]:
        page = opened(here, site / "index.html", size=size, color_scheme=scheme)
        expect(page.locator(".places li")).to_have_count(13)
        here.look(page, f"pair-site-{size}-{scheme}")
        page.goto((site / "places/gate.html").as_uri())
        here.look(page, f"pair-site-gate-{size}-{scheme}")
        page.context.close()

    # A search finds words without their accents, and marks them on the map.
    page = opened(here, site / "index.html", size="desk")
    page.get_by_label("Search").fill("ecole")
    expect(page.locator(".places li:visible")).to_have_count(4)
    expect(page.locator("svg a.away")).to_have_count(9)
    page.get_by_label("Search").fill("nowhere")
    expect(page.get_by_role("status")).to_have_text("Nothing matches.")
    page.get_by_label("Search").fill("")
    # The map is made larger; a pin leads to its page, and that one back.
    width = "document.querySelector('svg').viewBox.baseVal.width"
    before = page.evaluate(width)
    page.get_by_role("button", name="Zoom in").click()
    assert page.evaluate(width) < before
    page.get_by_role("button", name="Zoom out").click()
    assert page.evaluate(width) == before
    page.get_by_role("link", name="Jaffa Gate").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Jaffa Gate")).to_be_visible()
    line = page.get_by_role("slider")
    line.press("End")
    expect(line).to_have_attribute("aria-valuenow", "100")
    page.get_by_role("button", name="Blink").click()
    expect(page.get_by_role("button", name="Blink")).to_have_attribute("aria-pressed", "true")
    expect(line).to_have_attribute("aria-valuenow", "0")
    page.get_by_role("button", name="Blink").click()
    expect(line).to_have_attribute("aria-valuenow", "50")
    expect(page.locator("dl")).to_contain_text("Public domain")
    page.get_by_role("link", name="All places").click()
    expect(page.locator(".places li")).to_have_count(13)

    # In Hebrew, and without scripts: everything can be read and followed.
    hebrew = here.folder / "site-he"
    booth(here, "site", "--out", str(hebrew), "--language", "he")
    page = opened(here, hebrew / "index.html", size="phone", color_scheme="dark")
    so(page, "document.documentElement.dir === 'rtl'")
    here.look(page, "pair-site-hebrew")
    context = here.context(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    expect(page.get_by_label("Search")).to_be_hidden()
    page.locator(".places").get_by_role("link", name="Jaffa Gate").click()
    boxes = [image.bounding_box() for image in page.locator("img").all()]
    assert len(boxes) == 2 and boxes[1]["y"] >= boxes[0]["y"] + boxes[0]["height"], boxes
