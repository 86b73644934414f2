"""What is shared with a photographer before its pictures have been sent has each of them when it is there: sent at once and later, without
a network, from two tabs, after the page was reloaded or left.

How much is tried: a few of each, or more with BOOTH_FULL."""

import os

from playwright.sync_api import expect

from lab import join, lab, large
from traininglab import invited, so

CUT = [r"ERR_INTERNET_DISCONNECTED", r"ERR_CONNECTION", r"ERR_FAILED", r"ERR_ABORTED", r"503"]
WAITS = (0, 100, 300, 1000, 3000) if os.environ.get("BOOTH_FULL") else (0, 300)
COUNT = 4


# Whether so many chosen pictures are in the browser's database.
STORED = """(count) => new Promise((done, fail) => {
  const asked = indexedDB.open("booth-training", 1);
  asked.onerror = () => fail(asked.error);
  asked.onsuccess = () => {
    const all = asked.result.transaction("chosen").objectStore("chosen").count();
    all.onsuccess = () => { asked.result.close(); done(all.result === count); };
  };
})"""


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

    # A page that is reloaded, or left and come back to, has what was chosen there; once it is shared nothing of it.
    page = here.page("phone", storage_state=state)
    page.expected += CUT
    chosen(page, address, files)
    page.wait_for_function(STORED, arg=len(files))
    for _ in range(2):
        page.reload()
        expect(page.locator("#picked li")).to_have_count(len(files))
    page.goto(address + "/training")
    page.goto(address + "/training/new")
    expect(page.locator("#picked li bdi")).to_have_text([os.path.basename(file) for file in files])
    page.locator("#photographer").select_option(label="Dana")
    page.fill("#notes", "After all")
    page.click("#send")
    arrives("after the page was left", page, files)
    # What another tab has chosen is that tab's.
    chosen(page, address, files[:1])
    page.wait_for_function(STORED, arg=1)
    other = page.context.new_page()
    here.watch(other)
    other.goto(address + "/training/new")
    other.set_input_files("#files", files[1])
    expect(other.locator("#picked li bdi")).to_have_text(["1.png"])
    page.wait_for_function(STORED, arg=2)
    page.locator("#picked li button").click()
    page.wait_for_function(STORED, arg=1)
    page.reload()
    expect(page.locator("form#publish")).to_be_visible()
    expect(page.locator("#picked li")).to_have_count(0)
    page.context.close()

    # A browser that keeps nothing asks before the page is left, and it stays where the answer is no.
    page = here.page("phone", storage_state=state)
    page.add_init_script("Object.defineProperty(globalThis, 'indexedDB', { value: undefined })")
    chosen(page, address, files)
    page.click("#notes")
    asked = []

    def stay(dialog):
        asked.append(dialog.type)
        dialog.dismiss()

    page.once("dialog", stay)
    page.evaluate("location.assign('/training')")
    so(page, "document.querySelectorAll('#picked li').length === 4")
    page.click("#send")
    arrives("after the page was nearly left", page, files)
    assert asked == ["beforeunload"], asked
    page.context.close()
