"""What is shared with a photographer before its pictures have been sent has each of them when it is there: sent at once and later, without
a network, from two tabs; and a page with chosen pictures is not left by a slip.

How much is tried: a few of each, or more with BOOTH_FULL."""

import os

from playwright.sync_api import expect

from lab import join, lab, large
from traininglab import invited, so

CUT = [r"ERR_INTERNET_DISCONNECTED", r"ERR_CONNECTION", r"ERR_FAILED", r"ERR_ABORTED", r"503"]
WAITS = (0, 100, 300, 1000, 3000) if os.environ.get("BOOTH_FULL") else (0, 300)
COUNT = 4


def chosen(page, address, files):
    page.goto(address + "/training/new")
    page.locator("#photographer").select_option(label="Dana")
    page.fill("#notes", "Look at the light")
    page.set_input_files("#files", files)


def arrives(what, page, files):
    page.wait_for_url("**/training/critiques/*")
    expect(page.locator(".counter")).to_have_text(f"1 of {len(files)}")
    print(f"{what}: {len(files)} of {len(files)}", flush=True)


with lab() as here:
    studio, address = here.studio()
    admin = here.page("desk")
    join(admin, studio.hears(r"(http://\S+/join/\S+)")[1])
    manager = invited(here, admin, address, "Mara", "manager", "phone")
    invited(here, admin, address, "Dana", "photographer", "phone")
    state = manager.context.storage_state()
    files = [large(here.folder / f"{number}.png", number) for number in range(COUNT)]
    for wait in WAITS:
        for isOff in (False, True):
            page = here.page("phone", storage_state=state)
            page.expected += CUT
            chosen(page, address, [])
            if isOff:
                page.context.set_offline(True)
            page.set_input_files("#files", files)
            page.wait_for_timeout(wait)
            page.click("#send")
            if isOff:
                so(page, "document.querySelector('#picked [role=status]').textContent !== ''")
                page.context.set_offline(False)
            arrives(f"sent {wait} ms after they were chosen{', without a network' if isOff else ''}", page, files)
            page.context.close()

    # Two tabs: each sends what was chosen there.
    page = here.page("phone", storage_state=state)
    other = page.context.new_page()
    here.watch(other)
    chosen(page, address, files[:3])
    chosen(other, address, files[3:] + files[:1])
    page.click("#send")
    other.click("#send")
    arrives("the first of two tabs", page, files[:3])
    arrives("the other", other, files[3:] + files[:1])
    page.context.close()

    # A reload, or a link, would lose what was chosen: the browser asks first, and it stays where the answer is no.
    page = here.page("phone", storage_state=state)
    chosen(page, address, files)
    page.click("#notes")
    asked = []

    def stay(dialog):
        asked.append(dialog.type)
        dialog.dismiss()

    page.once("dialog", stay)
    page.evaluate("location.assign('/training')")
    page.wait_for_timeout(0)
    so(page, "document.querySelectorAll('#picked li').length === 4")
    assert asked == ["beforeunload"], asked
    page.click("#send")
    arrives("after the page was nearly left", page, files)
    page.context.close()
