"""What every journey needs: real programs on free ports, a real Chromium, and what it complains of."""

import contextlib
import os
import pathlib
import random
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import threading
import time
import zlib

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desk": (1440, 900)}
PATIENCE = 180_000  # milliseconds; a generous end, not a measure: the gate runs three things beside a journey
# How many times slower than this machine the browser's pages compute.
SLOWNESS = float(os.environ.get("BOOTH_THROTTLE") or 1)
expect.set_options(timeout=PATIENCE)


class Program:
    """A `booth` that runs, and what it has said."""

    def __init__(self, *arguments, data, zone="UTC", **settings):
        booth = os.environ.get("BOOTH_BUILD", ".build/debug") + "/booth"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("BOOTH_")}
        environment |= {"LC_ALL": "C.UTF-8", "TZ": zone, "BOOTH_GPSD": "none"} | settings
        self.process = subprocess.Popen(
            [os.path.abspath(booth), *arguments, "--data", str(data)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
        self.said = ""
        self.news = threading.Condition()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            with self.news:
                self.said += line
                self.news.notify_all()
        with self.news:
            self.said += "(ended)\n"
            self.news.notify_all()

    def hears(self, pattern):
        """Waits until it has said something, and gives the match."""
        with self.news:
            heard = self.news.wait_for(lambda: re.search(pattern, self.said) or "(ended)" in self.said, timeout=PATIENCE / 1000)
            match = re.search(pattern, self.said)
            assert heard and match, f"never said {pattern}:\n{self.said}"
            return match

    def finished(self):
        """Waits until a command has ended by itself, and all that it said is read; its code."""
        code = self.process.wait(timeout=PATIENCE / 1000)
        self.reader.join(timeout=PATIENCE / 1000)
        return code

    def end(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(timeout=PATIENCE / 1000)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        return self.process.returncode


class Lab:
    """A folder of its own, the programs in it, and a browser."""

    def __init__(self, browser):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="journey-"))
        self.data = self.folder / "data"
        self.browser = browser
        self.programs = []
        self.complaints = []
        self.pictures = os.environ.get("BOOTH_PICTURES")

    def start(self, *arguments, **options):
        program = Program(*arguments, data=self.data, **options)
        self.programs.append(program)
        return program

    def booth(self):
        """A booth with a mock camera and no screen of its own, with the bundled events."""
        booth = self.start(
            "run", "--mock-camera", "--screen", "log", "--gallery-port", "0", "--gallery-host", "127.0.0.1")
        booth.hears("scene=")
        return booth

    def studio(self, port="0", **settings):
        """A studio, its address, and the first administrator's link where it printed one."""
        studio = self.start("studio", "--listen", f"127.0.0.1:{port}", **settings)
        address = studio.hears(r"studio: (http://\S+)")[1]
        return studio, address

    def context(self, **options):
        """A browser of one's own; each of its pages computes as slowly as is wished."""
        context = self.browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        if SLOWNESS > 1:
            context.on("page", lambda page: context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWNESS}))
        return context

    def page(self, size="phone", language="en", **options):
        width, height = SIZES[size]
        context = self.context(
            viewport={"width": width, "height": height}, locale=language, has_touch=size == "phone",
            is_mobile=size == "phone", **options)
        page = context.new_page()
        self.watch(page)
        return page

    def watch(self, page):
        """Every complaint of the browser's is a fault of ours, but for those that a journey expects."""
        page.expected = ["Clear-Site-Data header"]

        def heard(message):
            text = f"{message.type}: {message.text} ({message.location.get('url', '')})"
            if not any(re.search(pattern, text) for pattern in page.expected):
                self.complaints.append(text)

        page.on("console", heard)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))

    def look(self, page, name):
        """Accessibility, overflow, and a picture where one is wanted."""
        # What comes and goes slowly has no colours yet.
        page.evaluate(
            """() => Promise.allSettled(document.getAnimations().filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime < Infinity)
                 .map((one) => one.finished)).then(() => true)""")
        # A bar that sticks to the lower edge covers whatever happens to lie there, which people scroll away from.
        page.evaluate(
            """() => [...document.querySelectorAll('.foot, .chosen-bar')].filter((e) => getComputedStyle(e).position === 'sticky')
                 .forEach((e) => { e.style.position = 'static'; })""")
        results = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
        found = [f"{fault['id']}: {fault['help']}: {[node['html'] for node in fault['nodes']]}" for fault in results.response["violations"]]
        assert not found, f"{name}:\n" + "\n".join(found)
        page.evaluate("() => document.querySelectorAll('.foot, .chosen-bar').forEach((e) => { e.style.position = ''; })")
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{name} is {wide} pixels wider than its window"
        small = page.evaluate(
            """() => [...document.querySelectorAll('button, input:not([type=hidden]), select, summary, nav a')]
                 .filter((e) => e.checkVisibility() && !e.classList.contains('unseen') && (e.closest('label') || e).getBoundingClientRect().height < 43.5)
                 .map((e) => e.outerHTML.slice(0, 120))""")
        assert not small, f"{name}: lower than a thumb: {small}"
        cut = page.evaluate(
            """() => [...document.querySelectorAll('.sections a')].filter((a) => a.checkVisibility()).map((a) => [a, a.getBoundingClientRect()])
                 .filter(([a, box]) => box.left < -1 || box.right > innerWidth + 1 || a.scrollWidth > a.clientWidth + 1)
                 .map(([a]) => a.textContent)""")
        assert not cut, f"{name}: cut off in the navigation: {cut}"
        if self.pictures:
            page.screenshot(path=f"{self.pictures}/{name}.png", full_page=True)

    def close(self):
        for program in reversed(self.programs):
            program.end()
        shutil.rmtree(self.folder, ignore_errors=True)
        # Whatever else went wrong, nothing of ours crashes, also when it ends.
        crashed = [
            f"{program.process.args} by signal {-program.process.returncode}, having said:\n{program.said[-3000:]}"
            for program in self.programs if program.process.returncode in (-4, -5, -6, -7, -8, -11)]
        assert not crashed, "crashed: " + "\n".join(crashed)


@contextlib.contextmanager
def lab(*switches):
    """A folder, programs and a browser, with switches of Chromium's as well."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-dev-shm-usage", *switches])
        here = Lab(browser)
        try:
            yield here
            assert not here.complaints, "the browser complained:\n" + "\n".join(here.complaints)
        except BaseException:
            for program in here.programs:
                print("—", program.process.args, "\n", program.said[-3000:])
            raise
        finally:
            here.close()
            browser.close()


def so(page, expression):
    """Waits until something is so on a page. (Playwright's own wait evaluates text in the page, which its policy forbids.)"""
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(50)


def png(path, width, height, color):
    """A picture of one colour."""
    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + bytes(color) * width) * height
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b""))


def large(path, seed):
    """A picture of 12 megapixels, as phones take them: of it a browser makes a smaller one slowly."""
    width, height = 4000, 3000
    chance = random.Random(seed)
    tile = [bytes(chance.randrange(256) for _ in range(width * 3)) for _ in range(4)]
    rows = b"".join(b"\0" + tile[y // 50 % 4] for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))
    return str(path)


def sign_out(page):
    """By the menu of the account."""
    page.locator(".account > summary").click()
    page.locator(".account form button").click()


def join(page, link, name="anna@example.org", password="a long password"):
    """Follows a one-time link, and is signed in."""
    page.goto(link)
    if page.locator("#name").count():
        page.fill("#name", name)
        page.fill("#shown", name.split("@")[0].title())
    page.fill("#password", password)
    page.fill("#again", password)
    page.click("form button")
    lands(page)


def lands(page):
    """Waits until a page shows the home of the person who has just signed in."""
    page.wait_for_url(re.compile(r"^https?://[^/]+/$"))
    expect(page.locator("#home")).to_be_visible()
