"""Nights from seeds: reports are filled in, the page and its process are killed, the network goes, the studio dies, two tabs write and
send at once, answers of the studio are lost. Each report is there once in the end, with all that was kept of it and every picture.

Arguments: how many nights, and the first seed. Without: 6, or 100 with BOOTH_FULL."""

import hashlib
import json
import os
import random
import signal
import socket
import sys
import threading

from playwright.sync_api import Error, expect

from lab import lab
from reportslab import enter, png, prepare

NIGHTS = int(sys.argv[1]) if len(sys.argv) > 1 else 100 if os.environ.get("BOOTH_FULL") else 6
FIRST = int(sys.argv[2]) if len(sys.argv) > 2 else 1
FIELDS = {"text": "One line", "textarea": "Several lines", "location": "Entrance", "email": "Contact"}

# What is kept of a draft, as the next page will find it.
KEPT = """(key) => new Promise((done, fail) => {
  const asked = indexedDB.open("booth-reports");
  asked.onerror = () => fail(asked.error);
  asked.onsuccess = () => {
    const found = asked.result.transaction("drafts").objectStore("drafts").get(key);
    found.onsuccess = () => { asked.result.close(); done(found.result && { answers: found.result.answers, state: found.result.state,
      files: found.result.attachments.map((file) => file.sha256) }); };
  };
})"""
READY = "form.report[data-ready]"


class Line:
    """What lies between a browser and the studio: it can be cut, in the middle of whatever is on it."""

    def __init__(self, port):
        self.port, self.isCut, self.ends, self.guard = int(port), False, set(), threading.Lock()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:
                return  # closed
            try:
                if self.isCut:
                    raise OSError
                far = socket.create_connection(("127.0.0.1", self.port))
            except OSError:
                near.close()
                continue
            with self.guard:
                self.ends |= {near, far}
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one, other):
        try:
            while data := one.recv(65536):
                other.sendall(data)
        except OSError:
            pass  # cut, or either has gone
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it was before
        with self.guard:
            self.ends -= {one, other}

    def cut(self, isCut):
        self.isCut = isCut
        with self.guard:
            ends = list(self.ends) if isCut else []
        for end in ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it was before


class Night:
    """One report, and what may be in it: what was typed and not seen to be kept may be there or not."""

    def __init__(self, here, seed, address, state, files, studio):
        self.line = Line(address.rsplit(":", 1)[1])
        self.here, self.address, self.files, self.studio = here, self.line.address, files, studio
        self.random = random.Random(seed)
        self.context = here.context(viewport={"width": 390, "height": 844}, storage_state=state)
        self.tabs = [self.open("/reports/new/everything")]
        self.may = {field: {None} for field in FIELDS}
        self.key, self.done, self.isOff = "", [], False
        self.pictures, self.doubtful = set(), set()
        self.type(self.tabs[0])
        expect(self.tabs[0].locator("#report-kept")).to_contain_text("Saved on this device")
        self.key = self.tabs[0].url.split("draft=")[1][:32]
        # What every report needs, seen to be kept.
        self.tabs[0].fill("[data-field=email] input", "a@example.org")
        self.tabs[0].locator("[data-field=radio] input").first.check()
        self.settle(self.tabs[0], lambda kept: kept["answers"].get("email") == "a@example.org" and kept["answers"].get("radio"))
        self.may["email"] = {"a@example.org"}

    def open(self, path):
        page = self.context.new_page()
        page.goto(self.address + path)
        expect(page.locator(READY)).to_be_visible()
        return page

    def kept(self, page):
        """What the browser's database has of it; of a page that is on its way elsewhere it is asked again."""
        for _ in range(100):
            try:
                return page.evaluate(KEPT, self.key)
            except Error:
                page.wait_for_timeout(100)
        raise AssertionError("the page answers nothing")

    def settle(self, page, isSo):
        """Waits until what is kept is so, or nothing is kept any more."""
        for _ in range(600):
            kept = self.kept(page)
            if kept is None or isSo(kept):
                return kept
            page.wait_for_timeout(100)
        raise AssertionError(f"never kept: {kept}")

    # What people and the world do.

    def type(self, page):
        field = self.random.choice([name for name in FIELDS if name != "email"])
        text = f"{field} {self.random.randrange(10 ** 9)}"
        page.locator(f"[data-field={field}]").locator("input, textarea").first.fill(text)
        self.may[field].add(text)
        if self.key and self.random.random() < 0.6:
            self.settle(page, lambda kept: kept["answers"].get(field) == text)
            self.may[field] = {text}

    def picture(self, page):
        file = self.random.choice(self.files)
        page.locator("#report-pictures").set_input_files(file)
        self.doubtful.add(file)
        if self.random.random() < 0.7:
            expect(page.locator(f"[data-pictures=''] img[alt='{os.path.basename(file)}']")).to_have_count(1)
            self.doubtful.discard(file)
            self.pictures.add(file)

    def shut(self, page):
        self.tabs.remove(page)
        page.close(run_before_unload=False)

    def crash(self, page):
        """The page's process dies, and with it whatever else is in it."""
        crashed = {page}
        for tab in self.tabs:
            tab.on("crash", lambda tab: crashed.add(tab))
        with page.expect_event("crash"):
            try:
                page.goto("chrome://crash")
            except Error:
                pass  # as it should
        for tab in crashed:
            self.shut(tab)

    def cut(self, _):
        self.isOff = not self.isOff
        self.line.cut(self.isOff)
        for page in [] if self.isOff else self.tabs:
            try:
                page.evaluate("dispatchEvent(new Event('online'))")
            except Error:
                pass  # on its way elsewhere

    def kill(self, _):
        self.studio[0].end(signal.SIGKILL)
        self.studio[0], _ = self.here.studio(self.line.port)

    def lose(self, page):
        """The next answer to a sending is lost, before or after the studio has acted."""
        acted = self.random.random() < 0.5
        left = [1]

        def handle(route):
            if not left:
                return route.fallback()
            left.pop()
            try:
                if acted and not self.isOff:
                    route.fetch(timeout=20_000)
                route.abort()
            except Error:
                pass  # the page, or the studio, is gone meanwhile

        page.route("**/reports/send", handle)
        page.route("**/reports/attachment/*", handle)

    def again(self, _):
        if len(self.tabs) < 2 and not self.isOff:
            self.tabs.append(self.context.new_page())
            try:
                self.tabs[-1].goto(f"{self.address}/reports/new/everything?draft={self.key}")
            except Error:
                pass  # it is on its way: see below
            # What is being sent goes on, and leads to the report or the list as soon as it has arrived.
            expect(self.tabs[-1].locator(f"{READY}, article, #report-drafts").first).to_be_attached()

    def send(self, page):
        try:
            page.evaluate("document.querySelector('form.report')?.requestSubmit()")
        except Error:
            pass  # it has arrived, and this page is on its way to it

    def live(self):
        acts = [(self.type, 6), (self.picture, 3), (self.shut, 1), (self.crash, 1), (self.cut, 2), (self.kill, 1), (self.lose, 2), (self.again, 3)]
        isSent = False
        for step in range(self.random.randrange(6, 14)):
            self.tabs = [page for page in self.tabs if not page.is_closed()]
            if not self.tabs:
                if self.isOff:
                    self.cut(None)
                self.again(None)
            page = self.random.choice(self.tabs)
            act = self.random.choices([act for act, _ in acts], [weight for _, weight in acts])[0]
            if step > 4 and self.random.random() < 0.4:
                act = self.send
            # What is on its way is only read.
            if isSent and act in (self.type, self.picture):
                continue
            self.done.append(act.__name__)
            isSent = isSent or act == self.send
            act(page)
        # The night ends: the network is back, and a person sends what is not sent, from the list or the form.
        if self.isOff:
            self.cut(None)
        for page in list(self.tabs):
            self.shut(page)
        page = self.context.new_page()
        self.tabs = [page]
        page.goto(self.address + "/reports")
        # A picture that was still being read when its page died is said, and the report waits: then it is sent once more.
        for _ in range(3):
            kept = self.settle(page, lambda kept: kept["state"] != "sending")
            if not kept:
                break
            page.goto(f"{self.address}/reports/new/everything?draft={self.key}")
            expect(page.locator(READY)).to_be_visible()
            page.get_by_role("button", name="Send the report").click()
            expect(page.locator("article, #report-summary:not([hidden])").first).to_be_visible()
        # The list reads itself anew when something has arrived: the viewer of the report is another page.
        page = self.context.new_page()
        page.goto(f"{self.address}/reports/report/{self.key}")
        for picture in page.locator("article img").all():
            expect(picture).not_to_have_js_property("naturalWidth", 0)
        self.context.close()
        self.line.door.close()

    def judge(self, report):
        """What is wrong with what arrived."""
        wrong = []
        for field, may in self.may.items():
            if report.get(field) not in may:
                wrong.append(f"{field} is {report.get(field)!r}, and may be {may}")
        names = [file["name"] for file in report["attachments"]]
        wrong += [f"without the picture {file}" for file in self.pictures if os.path.basename(file) not in names]
        known = {os.path.basename(file) for file in self.pictures | self.doubtful}
        wrong += [f"with the picture {name} that nobody gave" for name in names if name not in known]
        if len(set(names)) < len(names):
            wrong.append(f"with pictures twice: {names}")
        for file in report["attachments"]:
            stored = next(self.here.data.rglob(file["sha256"][:2] + "/" + file["sha256"]), None)
            if stored is None or hashlib.sha256(stored.read_bytes()).hexdigest() != file["sha256"]:
                wrong.append(f"the bytes of {file['name']} are not there")
        return wrong


with lab() as here:
    studio, address, link = prepare(here)
    page = here.page("phone")
    enter(page, link, address)
    state = page.context.storage_state()
    page.context.close()
    files = [png(here.folder, f"picture-{number}.png", ((number * 37) % 200 + 40, 120, (number * 91) % 200 + 40), 320, 240) for number in range(6)]
    studios, found, keys = [studio], [], []
    for seed in range(FIRST, FIRST + NIGHTS):
        night = Night(here, seed, address, state, files, studios)
        try:
            night.live()
        except BaseException:
            print(f"seed {seed}: {' '.join(night.done)}", flush=True)
            raise
        keys.append(night.key)
        shown = here.start("report", "show", night.key)
        said = shown.hears(r"(?s)^.*\(ended\)$")[0]
        wrong = night.judge(json.loads(said[said.index("{"):said.rindex("}") + 1])) if "{" in said else [f"lost: {said}"]
        found += [f"seed {seed}: {one}" for one in wrong]
        print(f"seed {seed}: {' '.join(night.done)}{': ' if wrong else ''}{'; '.join(wrong)}", flush=True)
    listed = here.start("report", "list")
    listed.hears(r"\(ended\)")
    lines = [line for line in listed.said.splitlines() if "Everything" in line]
    lost = sum(key not in listed.said for key in keys)
    print(f"{NIGHTS} nights from seed {FIRST}: {lost} lost, {len(lines) - NIGHTS + lost} doubled, {len(found)} complaints")
    assert not found, "\n".join(found)
    assert lost == 0 and len(lines) == NIGHTS, listed.said
