"""What journeys of the training share: people, what managers share, thousands of it, and a line that can be cut."""

import os
import pathlib
import socket
import threading

from playwright.sync_api import expect

from lab import join, so

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURES = [ROOT / "Events" / name / "attract.jpg" for name in ("wedding", "jerusalem", "sports-day")]
SMALL = ROOT / "Docs" / "Pictures" / "pair-old.jpg"


# The card that is in the middle of a telephone, or right below the gap there, and how far down.
SPOT = "(() => { const e = [400, 440].map((y) => document.elementFromPoint(100, y)?.closest('li[data-id]')).find(Boolean); return e && [e.dataset.id, e.getBoundingClientRect().top]; })()"


def stood(page):
    """That card, as soon as two looks, with all pictures there and drawn, see the same."""
    so(page, "[...document.querySelectorAll('.cards img')].every((i) => i.naturalWidth > 0 || i.getBoundingClientRect().top > innerHeight)")
    before = None
    while not before or page.evaluate(SPOT) != before:
        before = page.evaluate(SPOT)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => true)")
    return before


def invited(here, admin, address, name, standing, size, language="en", at=None):
    """A person with a place of their own; `at` another address of the same studio."""
    admin.goto(address + "/people")
    admin.fill("#invite-name", name)
    admin.select_option("#invite-standing", standing)
    admin.get_by_role("button", name="Create invitation link").click()
    page = here.page(size, language)
    link = admin.locator("#link").input_value()
    join(page, link.replace(address, at or address), name.lower() + "@example.org")
    return page


def publish(page, address, pictures, notes, kind="example"):
    page.goto(address + "/training/new")
    page.locator("#photographer").select_option(index=1)
    page.check(f"input[value={kind}]")
    page.set_input_files("#files", pictures)
    page.fill("#notes", notes)
    expect(page.locator("#picked li")).to_have_count(len(pictures))
    expect(page.locator("#picked .quiet", has_text="Ready")).to_have_count(len(pictures))
    page.click("#send")
    page.wait_for_url("**/training/critiques/*")


def many(here, page, address, count, first=0):
    """So many critiques of one picture, published by a manager's page: the picture is sent once, and laid into the others' folders."""
    page.goto(address + "/training/new")
    page.evaluate("""() => { window.key = (i) => 'K' + String(i).padStart(6, '0') + 'x'.repeat(13);
      window.send = (path, body) => { const form = document.getElementById('publish');
        return fetch(path, { method: 'POST', body, headers: { 'X-Booth-Token': form.dataset.token, 'X-Booth-Part': '1' } }); }; }""")
    import base64
    kept = page.evaluate(
        "async ([file, first]) => (await send('/training/uploads/' + key(first), Uint8Array.from(atob(file), (c) => c.charCodeAt(0)))).json()",
        [base64.b64encode(SMALL.read_bytes()).decode(), first])
    (album,) = (here.data / "studio" / "pictures").glob(f"*/K{first:06}*")
    for number in range(first + 1, first + count):
        other = album.with_name(f"K{number:06}" + "x" * 13)
        other.mkdir()
        for file in album.iterdir():
            os.link(file, other / file.name)
    made = page.evaluate(
        """async ([kept, first, count]) => {
          const photographer = document.querySelector('#photographer').options[1].value;
          let made = 0, next = first;
          const work = async () => { while (next < first + count) {
            const i = next++;
            const answer = await send('/training/publish', JSON.stringify({ key: key(i), photographer, kind: i % 2 ? 'improvement' : 'example',
              notes: 'Number ' + i + ': keep the horizon where it is, and look at the light on the left.', pictures: [{ ...kept, name: 'a.jpg' }] }));
            if (answer.ok) made += 1;
          } };
          await Promise.all([work(), work(), work(), work()]);
          return made;
        }""", [kept, first, count])
    assert made == count, made


class Line:
    """Between a browser and the studio: passes everything on, until it is cut."""

    def __init__(self, address):
        self.to = ("127.0.0.1", int(address.rsplit(":", 1)[1]))
        self.server = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.server.getsockname()[1]}"
        self.isCut = False
        self.open = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            client, _ = self.server.accept()
            try:
                if self.isCut:
                    raise ConnectionRefusedError
                studio = socket.create_connection(self.to)
            except OSError:
                client.close()
                continue
            self.open += [client, studio]
            for source, sink in [(client, studio), (studio, client)]:
                threading.Thread(target=self.pump, args=(source, sink), daemon=True).start()

    def pump(self, source, sink):
        try:
            while data := source.recv(65536):
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        self.isCut = True
        for end in self.open:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.open = []

    def mend(self):
        self.isCut = False
