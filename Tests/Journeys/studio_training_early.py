"""What is shared with a photographer before its pictures have been sent has each of them when it is there: sent at once and later, without
a network, from two tabs, after the page was reloaded or left.

How much is tried: a few of each, or more with BOOTH_FULL."""

import base64
import json
import os

from playwright.sync_api import expect

from lab import join, lab, large
from traininglab import invited, so

CUT = [r"ERR_INTERNET_DISCONNECTED", r"ERR_CONNECTION", r"ERR_FAILED", r"ERR_ABORTED", r"503"]
WAITS = (0, 100, 300, 1000, 3000) if os.environ.get("BOOTH_FULL") else (0, 300)
COUNT = 4


# Whether so many chosen pictures are in the browser's database.
STORED = """(count) => new Promise((done, fail) => {
  const asked = indexedDB.open("booth-critiques", 1);
  asked.onerror = () => fail(asked.error);
  asked.onsuccess = () => {
    const all = asked.result.transaction("files").objectStore("files").count();
    all.onsuccess = () => { asked.result.close(); done(all.result === count); };
  };
})"""

# What pages of an earlier version have kept of a form: in a database of its own, picture by picture.
FORMER = """([form, pictures, isOwn]) => new Promise((done, fail) => {
  if (isOwn) sessionStorage.setItem("booth-training", form);
  const asked = indexedDB.open("booth-training", 1);
  asked.onupgradeneeded = () => { if (!asked.result.objectStoreNames.contains("chosen")) asked.result.createObjectStore("chosen", { keyPath: "id" }); };
  asked.onerror = () => fail(asked.error);
  asked.onsuccess = () => {
    const transaction = asked.result.transaction("chosen", "readwrite"), store = transaction.objectStore("chosen");
    pictures.forEach(([name, text], number) => store.put({
      id: `${form}/${String(number).padStart(4, "0")}`, form, person: document.body.dataset.person, at: Date.now() - 2 * 86400000, name,
      blob: new File([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], name, { type: "image/png" }),
    }));
    transaction.oncomplete = () => { asked.result.close(); done(true); };
    transaction.onabort = () => fail(transaction.error);
  };
})"""
FORMER_LEFT = """() => new Promise((done, fail) => {
  const asked = indexedDB.open("booth-training", 1);
  asked.onerror = () => fail(asked.error);
  asked.onsuccess = () => {
    const all = asked.result.transaction("chosen").objectStore("chosen").count();
    all.onsuccess = () => { asked.result.close(); done(all.result); };
  };
})"""


def chosen(page, address, files):
    page.goto(address + "/training/new")
    page.locator("#photographer").select_option(label="Dana")
    page.check("input[value=example]")
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
    so(page, f"({STORED})({len(files)})")
    for _ in range(2):
        page.reload()
        expect(page.locator("#picked li")).to_have_count(len(files))
    page.goto(address + "/training")
    page.goto(address + "/training/new")
    expect(page.locator("#picked li bdi")).to_have_text([os.path.basename(file) for file in files])
    page.locator("#photographer").select_option(label="Dana")
    page.check("input[value=example]")
    page.fill("#notes", "After all")
    page.click("#send")
    arrives("after the page was left", page, files)
    # What another tab has chosen is that tab's.
    chosen(page, address, files[:1])
    so(page, f"({STORED})(1)")
    other = page.context.new_page()
    here.watch(other)
    other.goto(address + "/training/new")
    other.set_input_files("#files", files[1])
    expect(other.locator("#picked li bdi")).to_have_text(["1.png"])
    so(page, f"({STORED})(2)")
    page.locator("#picked li .remove").click()
    so(page, f"({STORED})(1)")
    page.reload()
    expect(page.locator("form#publish")).to_be_visible()
    expect(page.locator("#picked li")).to_have_count(0)
    page.context.close()

    # What was to be shared when its page was left goes on with any other page, also without what the studio had of it meanwhile.
    for path in ("/account", "/training/new"):
        page = here.page("phone", storage_state=state)
        page.expected += CUT + [r"422"]
        chosen(page, address, files)
        expect(page.locator("#picked .quiet", has_text="Ready")).to_have_count(len(files))
        page.context.set_offline(True)
        page.click("#send")
        expect(page.locator("#complaint")).to_contain_text("Sending again automatically")
        page.goto("about:blank")
        page.context.set_offline(False)
        for jpeg in (here.data / "studio" / "pictures").rglob("*.jpg"):
            jpeg.unlink()
        with page.expect_response(lambda answer: answer.url.endswith("/training/publish") and answer.status == 200) as answer:
            page.goto(address + path)
        there = answer.value.json()["to"]
        page.goto(address + there)
        expect(page.locator(".counter")).to_have_text(f"1 of {len(files)}")
        print(f"left, and sent from {path}: {len(files)} of {len(files)}", flush=True)
        so(page, f"({STORED})(0)")
        page.context.close()

    # What was written stands there again, and the list says that it waits; nothing of it is left when it was taken out.
    page = here.page("phone", storage_state=state)
    chosen(page, address, files[:2])
    so(page, f"({STORED})(2)")
    page.check("input[value=improvement]")
    expect(page.locator("#picked .quiet", has_text="Ready")).to_have_count(2)
    page.reload()
    expect(page.locator("#picked .quiet", has_text="Ready")).to_have_count(2)
    expect(page.locator("#notes")).to_have_value("Look at the light")
    expect(page.locator("input[value=improvement]")).to_be_checked()
    expect(page.locator("#photographer option:checked")).to_have_text("Dana")
    page.goto(address + "/training/team")
    waits = page.locator("#training-unshared")
    expect(waits).to_be_visible()
    here.look(page, "training-unshared")
    waits.locator("a").click()
    expect(page.locator("#picked li")).to_have_count(2)
    for _ in range(2):
        page.locator("#picked li .remove").first.click()
    page.fill("#notes", "")
    so(page, f"({STORED})(0)")
    page.goto(address + "/training/team")
    expect(waits).to_be_hidden()
    page.context.close()

    # What an earlier version has kept is taken over: of this tab's form, and of another that no page has open.
    page = here.page("phone", storage_state=state)
    page.goto(address + "/account")
    pictures = [[os.path.basename(file), base64.b64encode(open(file, "rb").read()).decode()] for file in files]
    page.evaluate(FORMER, ["F" * 20, pictures[:3], True])
    page.evaluate(FORMER, ["G" * 20, pictures[3:], False])
    for some in (files[:3], files[3:]):
        page.goto(address + "/training/new")
        expect(page.locator("#picked li bdi")).to_have_text([os.path.basename(file) for file in some])
        assert page.evaluate(FORMER_LEFT) == 0
        page.locator("#photographer").select_option(label="Dana")
        page.check("input[value=example]")
        page.fill("#notes", "Kept by a version before")
        page.click("#send")
        arrives("kept by an earlier version", page, some)
    so(page, f"({STORED})(0)")
    page.context.close()

    # No room for the moment: the studio's words stand there, and it goes on by itself. A key that another one has taken: it is said, and
    # everything goes under a key of its own when it is shared again.
    page = here.page("phone", storage_state=state)
    page.expected += CUT + [r"507", r"409"]
    answers = []

    def once(status, words):
        def answer(route):
            if status in answers:
                return route.continue_()
            answers.append(status)
            route.fulfill(status=status, content_type="application/json", body=json.dumps({"error": words}))
        return answer

    page.route("**/training/uploads/*", once(507, "There is no room for the moment."))
    page.route("**/training/publish", once(409, "This was shared already."))
    chosen(page, address, files[:2])
    expect(page.locator("#picked li").first).to_contain_text("There is no room for the moment.")
    expect(page.locator("#picked .quiet", has_text="Ready")).to_have_count(2)
    page.click("#send")
    expect(page.locator("#complaint")).to_have_text("This was shared already.")
    expect(page.locator("#picked .quiet", has_text="Ready")).to_have_count(2)
    page.click("#send")
    arrives("after there was no room, and under a key of its own", page, files[:2])
    so(page, f"({STORED})(0)")
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
