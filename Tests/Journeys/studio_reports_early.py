"""A report that is sent before its pictures are ready has each of them when it arrives: sent at once and later, without a network, after
the page was left, from two tabs; and sending is a deliberate act that can be taken back for ten seconds.

How much is tried: a few of each, or 200 pictures with BOOTH_FULL."""

import json
import os
import re

from playwright.sync_api import expect

from lab import lab, large, so
from reportslab import HERE, enter, form, open_sent, png, prepare

CUT = [r"ERR_INTERNET_DISCONNECTED", r"ERR_CONNECTION", r"ERR_FAILED", r"503"]
COUNT = 6
WAITS = (0, 100, 300, 1000, 3000) if os.environ.get("BOOTH_FULL") else (0, 300)

# Whether each picture that was chosen is in the browser's database.
READ = """new Promise((done, fail) => {
  const asked = indexedDB.open("booth-reports");
  asked.onerror = () => fail(asked.error);
  asked.onsuccess = () => {
    const key = new URL(location.href).searchParams.get("draft");
    const transaction = asked.result.transaction(["drafts", "files"]);
    const draft = transaction.objectStore("drafts").get(key), files = transaction.objectStore("files").getAllKeys();
    transaction.oncomplete = () => {
      asked.result.close();
      done((draft.result.chosen || []).every((entry) => files.result.includes(`${key}/chosen-${entry.id}`)));
    };
  };
})"""


def ready(page):
    expect(page.locator("form.report[data-ready]")).to_be_visible()


def begun(page, address):
    form(page, address)
    page.get_by_label("Job Type").select_option("Fall Sports")
    expect(page.locator("#report-kept")).to_contain_text("Saved on this device")


def choose(page, files):
    page.locator("#report-pictures").set_input_files(files)


def press(page):
    page.get_by_role("button", name="Send the report").click()


class Count:
    """What arrived of what was chosen."""

    def __init__(self, here):
        self.here, self.chosen, self.arrived, self.reports = here, 0, 0, []

    def take(self, what, report, files):
        said = self.here.start("report", "show", report).hears(r"(?s)^.*\(ended\)$")[0]
        kept = json.loads(said[said.index("{"):said.rindex("}") + 1])["attachments"]
        names = sorted(file["name"] for file in kept)
        self.chosen += len(files)
        self.arrived += len(set(names))
        self.reports.append(report)
        print(f"{what}: {len(names)} of {len(files)}", flush=True)
        assert names == sorted(os.path.basename(file) for file in files), (what, names)

    def arrives(self, what, page, files):
        open_sent(page)
        self.take(what, page.url.rsplit("/", 1)[1], files)


def key_of(page):
    return re.search(r"draft=(\w+)", page.url)[1]


def pictures(here, address, state, files, count):
    """Each at every moment, with and without a network."""
    for wait in WAITS:
        for isOff in (False, True):
            page = here.page("phone", storage_state=state)
            page.expected += CUT
            begun(page, address)
            if isOff:
                # Its worker is there: what it does without a network is what a phone does.
                page.context.set_offline(True)
            choose(page, files)
            page.wait_for_timeout(wait)
            press(page)
            if isOff:
                expect(page.locator("#report-state")).to_contain_text("The studio is not responding.")
                page.context.set_offline(False)
            count.arrives(f"sent {wait} ms after they were chosen{', without a network' if isOff else ''}", page, files)
            page.context.close()

    # The page is left before they are ready, and before it was sent: the list sends it, and so do the form and any other page.
    for path in ("/reports", "/account", None):
        page = here.page("phone", storage_state=state)
        begun(page, address)
        key, there = key_of(page), page.url
        choose(page, files)
        press(page)
        expect(page.get_by_role("button", name="Undo")).to_be_visible()
        # Until they are read the browser asks before it leaves the page; what is not read then is named (below).
        so(page, READ)
        page.goto("about:blank")
        if path == "/account":
            with page.expect_response(lambda answer: answer.url.endswith("/reports/send") and answer.status == 200):
                page.goto(address + path)
            count.take("left, and sent from another page", key, files)
            page.context.close()
            continue
        page.goto(address + path if path else there)
        if path:
            expect(page.locator("#report-drafts li")).to_have_count(1)
            expect(page.locator("#report-drafts li")).to_have_count(0)
            count.take("left, and sent from the list", key, files)
        else:
            count.arrives("left, and sent from the form", page, files)
        page.context.close()

    # Two tabs: one chooses, the other sends; then both choose and both send.
    for isBoth in (False, True):
        page = here.page("phone", storage_state=state)
        begun(page, address)
        key = key_of(page)
        other = page.context.new_page()
        here.watch(other)
        other.goto(page.url)
        ready(other)
        expect(page.locator("#report-said")).to_contain_text("another tab")
        half = len(files) // 2 if isBoth else len(files)
        choose(page, files[:half])
        if isBoth:
            choose(other, files[half:])
            press(page)
        other.evaluate("document.querySelector('form.report button[type=submit]').click()")
        for tab in (page, other):
            tab.wait_for_url(re.compile(r"/reports(/report/.*)?$"))
        count.take("two tabs, both choose and send" if isBoth else "two tabs, one chooses and the other sends", key, files)
        page.context.close()


with lab() as here:
    studio, address, link = prepare(here)
    phone = here.page("phone", geolocation=HERE, permissions=["geolocation"])
    enter(phone, link, address)
    state = phone.context.storage_state()
    files = [large(here.folder / f"{number}.png", number) for number in range(COUNT)]
    count = Count(here)
    pictures(here, address, state, files, count)
    while os.environ.get("BOOTH_FULL") and count.chosen < 200:
        pictures(here, address, state, files, count)
    print(f"{count.chosen - count.arrived} of {count.chosen} pictures missing")
    assert count.chosen == count.arrived

    # One that cannot be read is said by its name, and the report waits for its writer: it is sent without only after that.
    broken = here.folder / "broken.jpg"
    broken.write_bytes(b"no picture")
    page = here.page("phone", storage_state=state)
    begun(page, address)
    choose(page, [*files[:4], str(broken)])
    press(page)
    summary = page.locator("#report-summary")
    expect(summary).to_be_focused()
    expect(summary.locator("li")).to_have_text("broken.jpg was not added: it could not be read as a picture.")
    here.look(page, "reports-early-broken")
    expect(page.locator("[data-pictures=''] li")).to_have_count(4)
    page.reload()
    ready(page)
    expect(page.locator("#report-pictures-hint")).to_have_text("broken.jpg was not added: it could not be read as a picture.")
    press(page)
    count.arrives("sent again without the broken one", page, files[:4])
    page.context.close()

    # What was not read to its end when its page went is said by its name.
    page = here.page("phone", storage_state=state)
    begun(page, address)
    page.evaluate("() => { File.prototype.arrayBuffer = () => new Promise(() => {}); }")
    choose(page, files[0])
    expect(page.locator("#report-pictures-hint")).to_contain_text("Preparing 0.png")
    page.reload()
    ready(page)
    expect(page.locator("#report-pictures-hint")).to_have_text("0.png was not added: it could not be read completely. Choose it again.")
    # As some browsers do with what was chosen a while ago.
    page.evaluate("() => { File.prototype.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError')); }")
    choose(page, files[1])
    expect(page.locator("#report-pictures-hint")).to_have_text("1.png was not added: it could not be read completely. Choose it again.")
    page.context.close()

    # A browser that keeps nothing sends all the same, while its page is open.
    page = here.page("phone", storage_state=state)
    page.add_init_script("Object.defineProperty(globalThis, 'indexedDB', { value: undefined })")
    form(page, address)
    page.get_by_label("Job Type").select_option("Fall Sports")
    expect(page.locator("#report-kept")).to_contain_text("This browser cannot save your answers.")
    choose(page, files[:3])
    press(page)
    count.arrives("in a browser that keeps nothing", page, files[:3])
    page.context.close()

    # Enter leads to the next field, and sends nothing; from the last one it leads to the button.
    page = here.page("phone", storage_state=state)
    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/reports/send") else None)
    page.goto(address + "/reports/new/everything")
    ready(page)
    line = page.get_by_label("One line")
    assert line.get_attribute("enterkeyhint") == "next"
    line.fill("written")
    page.locator("[data-field=email] input").fill("a@example.org")
    page.locator("[data-field=radio] input").first.check()
    seen = page.evaluate(
        """() => [...document.querySelectorAll("form.report input:not([type=hidden], [type=file])")].filter((one) => one.checkVisibility() && !one.readOnly).map((one) => one.id)""")
    for field in seen:
        page.locator(f"[id='{field}']").focus()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") != field, field
    page.locator("[data-field=location] input").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('input, select, textarea, button[type=submit]')")
    # As keyboards do that send without a key.
    line.focus()
    page.evaluate("document.querySelector('form.report button[type=submit]').click()")
    expect(line).not_to_be_focused()
    assert page.locator("form.report").get_attribute("aria-busy") != "true" and not sent

    # For ten seconds it can be taken back, in this tab, in another one, and from the list.
    press(page)
    back = page.get_by_role("button", name="Undo")
    expect(back).to_be_focused()
    expect(page.locator("#report-state")).to_contain_text("The report is sent in 10 seconds.")
    here.look(page, "reports-early-back")
    back.click()
    expect(page.locator("#report-state")).to_have_text("The report was not sent. You can edit it.")
    expect(back).to_be_hidden()
    line.fill("written again")
    expect(page.locator("#report-kept")).to_contain_text("Saved on this device")
    other = page.context.new_page()
    here.watch(other)
    other.goto(page.url)
    ready(other)
    expect(page.locator("#report-said")).to_contain_text("another tab")
    press(page)
    other.get_by_role("button", name="Undo").click()
    for tab in (page, other):
        expect(tab.locator("#report-state")).to_have_text("The report was not sent. You can edit it.")
        expect(tab.locator("form.report")).to_have_attribute("aria-busy", "false")
    other.close()
    press(page)
    expect(back).to_be_visible()
    there = page.url
    page.goto(address + "/reports")
    page.get_by_role("button", name="Undo: Everything").click()
    expect(page.locator("#report-drafts li", has_text="Everything").locator("[role=status]")).to_have_text("The report was not sent. You can edit it.")
    assert not sent, sent
    page.goto(there)
    ready(page)
    expect(page.get_by_label("One line")).to_have_value("written again")
    press(page)
    open_sent(page)
    expect(page.locator("article")).to_contain_text("written again")
    page.context.close()
