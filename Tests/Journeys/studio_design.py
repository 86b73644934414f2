"""The design system: every component looks as in the pictures in pictures/, at each size, by day and by night, in both directions.

Pictures are compared by structural similarity (ffmpeg's ssim), as another version of the browser smooths edges in another way. Where a
change is meant, write the pictures anew: JOURNEYS_GOLDEN=write Scripts/journeys studio_design, look at them, and commit them.
"""

import os
import pathlib
import re
import subprocess

from lab import SIZES, join, lab

GOLDEN = pathlib.Path(__file__).parent / "pictures"
# Of the same page in the same browser it is 1; a button moved by eight points, or another colour of it, brings it below this.
ALIKE = 0.985
VIEWS = [("phone", "light", "en"), ("phone", "dark", "he"), ("tablet", "light", "ar"), ("desk", "light", "en"), ("desk", "dark", "he")]


def likeness(one, other):
    """Of two pictures of the same size: 1 for equal ones."""
    heard = subprocess.run(
        ["ffmpeg", "-nostdin", "-hide_banner", "-i", one, "-i", other, "-lavfi", "ssim", "-f", "null", "-"],
        capture_output=True, text=True, check=False)
    found = re.search(r"SSIM .*All:([0-9.]+)", heard.stderr)
    assert found, f"{other}: {heard.stderr[-500:]}"
    return float(found[1])


with lab() as here:
    studio, address = here.studio()
    first = here.page("desk")
    join(first, studio.hears(r"(http://\S+/join/\S+)")[1])
    for size, scheme, language in VIEWS:
        width, height = SIZES[size]
        context = here.context(
            viewport={"width": width, "height": height}, locale=language, color_scheme=scheme, reduced_motion="reduce",
            storage_state=first.context.storage_state())
        page = context.new_page()
        here.watch(page)
        page.goto(address + "/design")
        name = f"design-{size}-{scheme}-{language}.png"
        here.look(page, name)
        GOLDEN.mkdir(exist_ok=True)
        # The icons are another test's, and a new one moves nothing else.
        page.locator("#icons").evaluate("e => e.remove()")
        taken = here.folder / name
        page.screenshot(path=taken, full_page=True)
        if os.environ.get("JOURNEYS_GOLDEN") == "write":
            (GOLDEN / name).write_bytes(taken.read_bytes())
        else:
            alike = likeness(str(GOLDEN / name), str(taken))
            assert alike >= ALIKE, f"{name}: is like its picture by {alike}, expected {ALIKE}; see the head of this file"
        context.close()
