"""Figures of the photo browser, with its peer, in one run: Scripts/bench photos prints them.

BOOTH_MANY: how many photographs instead of 100,000. Each line says what is aimed at; one that misses it ends this with 1."""

import contextlib
import datetime
import glob
import http.client
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from playwright.sync_api import expect

from lab import join, lab
from photoslab import filters, photo, seeds

COUNT = int(os.environ.get("BOOTH_MANY", "100000"))
BOOTH = os.path.abspath(os.environ.get("BOOTH_BUILD", ".build/debug") + "/booth")
# The program knows its own variables, and complains of others.
OWN = {name: value for name, value in os.environ.items() if not name.startswith("BOOTH_")}
TICKS = os.sysconf("SC_CLK_TCK")
missed = []


def told(what, value, unit, aim=None, least=False, more=""):
    """Prints a figure, and remembers one that misses its aim."""
    text = f"{what}: {value:.{0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2}f} {unit}"
    if aim is not None:
        text += f" (aim {'at least' if least else 'at most'} {aim} {unit})"
        if value < aim if least else value > aim:
            missed.append(what)
    print(text + (f"; {more}" if more else ""), flush=True)


def cpu_of(*command):
    """Seconds of CPU of a command and all it starts, and what it said."""
    with tempfile.TemporaryFile() as said:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT if "--json" not in command else subprocess.DEVNULL, env=OWN)
        _, status, used = os.wait4(child.pid, 0)
        said.seek(0)
        assert status == 0, (command, said.read()[-2000:])
        return used.ru_utime + used.ru_stime, said.read()


def scan(data):
    """CPU of `photos scan`, and its answer."""
    cpu, said = cpu_of(BOOTH, "photos", "scan", "--json", "--data", str(data))
    return cpu, json.loads(said)["scans"][0]


def fill(pictures, folder):
    """Photographs of some twelve years, each another by its date, and as many names for forty of them: hard links, all of one moment."""
    start = datetime.datetime(2012, 1, 3, 9, 0, 0)
    step = datetime.timedelta(minutes=12 * 365 * 24 * 60 / COUNT)
    for number in range(COUNT):
        moment = start + step * number
        place = folder / "pictures" / f"{moment.year}" / f"{moment.month:02}"
        place.mkdir(parents=True, exist_ok=True)
        model = "Summer 7" if moment.month in (7, 8) else "Lab 1"
        (place / f"IMG_{number:06}.jpg").write_bytes(photo(pictures[number % len(pictures)], moment + datetime.timedelta(seconds=number % 60), model=model))
    one = folder / "one"
    for number in range(COUNT):
        place = one / f"{number // 1000:03}"
        if number % 1000 == 0:
            place.mkdir(parents=True)
        first = one / "000" / f"SAME_{number % 40:06}.jpg"
        if number < 40:
            first.write_bytes(photo(pictures[number], datetime.datetime(2020, 6, 1, 12, 0, 0)))
        else:
            os.link(first, place / f"SAME_{number:06}.jpg")


def index(here):
    """The index beside find: first, unchanged, what is opened, what is read."""
    folder, data = here.folder / "pictures", here.folder / "index"
    find = lambda: cpu_of("find", str(folder), "-type", "f", "-printf", "%p %s %T@ %i\\n")[0]
    find()
    cpu_of(BOOTH, "photos", "add", str(folder), "--later", "--data", str(data))
    _, first = scan(data)
    peers, again = [], []
    for _ in range(5):
        peers.append(find())
        again.append(scan(data)[0])
    peer, rescan = statistics.median(peers), statistics.median(again)
    assert first["found"] == first["read"] == COUNT, first
    print(f"{COUNT} files: find -printf takes {peer * 1000:.0f} ms CPU (median of 5, warm)")
    told("index known, looked at again", rescan / peer, "x find's CPU", 1.5, more=f"{rescan * 1000:.0f} ms, the program's start included (median of 5)")
    listing, reading = first["listing"], first["reading"]
    told("index new, everything written", listing["cpuSeconds"] / peer, "x find's CPU", more=f"{listing['cpuSeconds']:.2f} s CPU, {listing['seconds']:.2f} s wall")
    told("dimensions and EXIF", COUNT / reading["seconds"], "files a second", 2000, True, f"{reading['cpuSeconds'] / COUNT * 1e6:.0f} us CPU a file, written to the index")
    if not shutil.which("strace"):
        print("files opened by a look at what is known: not measured, as strace is not installed")
        return
    calls = here.folder / "calls"
    subprocess.run(["strace", "-f", "-qq", "-e", "trace=open,openat,openat2", "-o", calls, BOOTH, "photos", "scan", "--data", data], check=True, stdout=subprocess.DEVNULL, env=OWN)
    opened = sum(1 for line in open(calls, errors="replace") if re.search(r'\.jpg"', line))
    told("photographs opened by a look at what is known", opened, "files", 0)


WATCH = """
performance.setResourceTimingBufferSize(100000);
window.figures = { long: [], most: 0, first: 0 };
new PerformanceObserver((list) => { for (const entry of list.getEntries()) figures.long.push(Math.round(entry.duration)); }).observe({ type: "longtask", buffered: true });
// What somebody sees: cells within the grid, which cuts off those that wait above and below it.
figures.shown = () => {
  const grid = document.querySelector(".photos-grid")?.getBoundingClientRect();
  return [...document.querySelectorAll(".photos-cell")].filter((cell) => {
    const box = cell.getBoundingClientRect();
    return !cell.hidden && box.bottom > grid.top + 4 && box.top < Math.min(grid.bottom, innerHeight) - 4;
  });
};
figures.look = () => {
  if (!figures.first && document.querySelectorAll(".photos-cell.here").length >= 6) figures.first = performance.now();
  if (!figures.first) requestAnimationFrame(figures.look);
};
figures.look();
figures.count = () => { figures.most = Math.max(figures.most, document.querySelectorAll("*").length); if (figures.counting) requestAnimationFrame(figures.count); };
// From a press or a choice to the frame in which every cell on the screen is a photo of the right name.
figures.wait = (kind, name) => {
  figures.begun = figures.done = 0;
  addEventListener(kind, () => {
    figures.begun = performance.now();
    const look = () => {
      const cells = figures.shown();
      if (cells.length > 3 && cells.every((cell) => cell.dataset.name && cell.dataset.name.includes(name))) figures.done = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(() => requestAnimationFrame(look));
  }, { capture: true, once: true });
};
figures.bytes = (from, until) => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter((entry) => entry.startTime >= from && entry.startTime < until && !entry.name.includes("/picture/") && !entry.name.includes("news.json"))
  .reduce((sum, entry) => sum + entry.transferSize, 0);
figures.firstPicture = () => Math.min(...performance.getEntriesByType("resource").filter((entry) => entry.name.includes("/picture/")).map((entry) => entry.startTime));
"""


def p95(values):
    return sorted(values)[max(0, int(len(values) * 0.95 + 0.5) - 1)]


def navigation(page, address, name):
    """First thumbnails after navigation, and what came before them."""
    times, sizes = [], []
    for _ in range(9):
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_function("() => figures.first > 0")
        times.append(page.evaluate("figures.first"))
        sizes.append(page.evaluate("figures.bytes(0, figures.firstPicture())"))
    told(f"{name}, first thumbnails after navigation", statistics.median(times), "ms", 1000, more=f"the first time {times[0]:.0f}, at most {max(times):.0f} (of 9); bytes before them {sizes[0]} the first time, {statistics.median(sizes):.0f} later")


def jumps(page, name, count=60):
    """From a press on the time line to the photos' cells."""
    box = page.locator(".photos-timeline").bounding_box()
    chance, times, sizes = random.Random(7), [], []
    for _ in range(count):
        page.evaluate("figures.wait('pointerdown', '')")
        page.mouse.click(box["x"] + 20, box["y"] + 30 + chance.random() * (box["height"] - 60))
        page.wait_for_function("() => figures.done > 0")
        begun, done = page.evaluate("[figures.begun, figures.done]")
        times.append(done - begun)
        sizes.append(page.evaluate("([from, until]) => figures.bytes(from, until)", [begun, done]))
        page.wait_for_timeout(50)
    told(f"{name}, a jump to its cells, p95", p95(times), "ms", 200, more=f"median {statistics.median(times):.0f}, two frames of looking included (of {count})")
    told(f"{name}, a jump, bytes before thumbnails, p95", p95(sizes) / 1024, "KB", 20)


@contextlib.contextmanager
def tasks(page, cdp):
    """What each task of the pages' main threads takes of a processor meanwhile, in ms: a clock would count who else works here, too."""
    events, over, own = [], [], []
    heard = {"Tracing.dataCollected": lambda part: events.extend(part["value"]), "Tracing.tracingComplete": lambda _: over.append(True)}
    for event, take in heard.items():
        cdp.on(event, take)
    cdp.send("Tracing.start", {"traceConfig": {"includedCategories": ["toplevel"]}})
    yield own
    cdp.send("Tracing.end")
    while not over:
        page.wait_for_timeout(20)
    for event, take in heard.items():
        cdp.remove_listener(event, take)
    mains = {(event["pid"], event["tid"]) for event in events if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"}
    own += [event["tdur"] / 1000 for event in events if (event["pid"], event["tid"]) in mains and event["name"].endswith("RunTask") and "tdur" in event]


def scrolled(page, name, cdp):
    """Long tasks and nodes while 50 screens pass; then what is left in memory."""
    page.mouse.move(600, 500)
    page.evaluate("figures.long = []; figures.counting = true; figures.count()")
    with tasks(page, cdp) as own:
        for _ in range(100):
            page.mouse.wheel(0, 400)
            page.wait_for_timeout(30)
        page.wait_for_timeout(500)
        page.evaluate("figures.counting = false")
        long = page.evaluate("figures.long")
    assert len(own) > 100, "no tasks were seen"
    more = f"of the thread's CPU; the longest {max(own):.0f} ms; by the clock, with all else that runs here, {len(long)}: {sorted(long)[-5:]} ms"
    told(f"{name}, tasks over 50 ms while 50 screens are scrolled", sum(1 for one in own if one > 50), "tasks", 0, more=more)
    told(f"{name}, nodes at most", page.evaluate("figures.most"), "nodes", 300)
    cdp.send("HeapProfiler.collectGarbage")
    metrics = {entry["name"]: entry["value"] for entry in cdp.send("Performance.getMetrics")["metrics"]}
    told(f"{name}, JS heap", metrics["JSHeapUsedSize"] / 2**20, "MB", 30)


def browse(here, address, state):
    desk = here.page("desk", storage_state=state)
    desk.add_init_script(WATCH)
    cdp = desk.context.new_cdp_session(desk)
    cdp.send("Performance.enable")
    for source, name in (("pictures", f"{COUNT} photos"), ("one", f"{COUNT} of one moment")):
        navigation(desk, f"{address}/photos?in={source}", name)
        jumps(desk, name)
        scrolled(desk, name, cdp)
    times = []
    for number in range(10):
        source, names = ("one", "SAME") if number % 2 else ("pictures", "IMG")
        if number == 0:
            desk.goto(f"{address}/photos?in=one")
            desk.wait_for_function("() => figures.first > 0")
        # The sheet is open, so that what is measured begins with the press of the chip.
        chip = filters(desk).locator(f"[data-name=in] [data-value='{source}']")
        desk.evaluate("(names) => figures.wait('click', names)", names)
        chip.click()
        desk.keyboard.press("Escape")
        desk.wait_for_function("() => figures.done > 0")
        times.append(desk.evaluate("figures.done - figures.begun"))
    told("another source, to its cells, p95", p95(times), "ms", 500, more=f"median {statistics.median(times):.0f} (of 10)")
    # What changes on a disk.
    desk.goto(f"{address}/photos?in=pictures")
    desk.wait_for_function("() => figures.first > 0")
    desk.wait_for_timeout(3000)
    times = []
    for number in range(3):
        place = here.folder / "pictures" / f"NEW_{number}.jpg"
        text = desk.locator("#photos-count").text_content()
        shutil.copyfile(here.folder / "one" / "000" / "SAME_000000.jpg", place)
        begun = time.monotonic()
        expect(desk.locator("#photos-count")).not_to_have_text(text)
        times.append(time.monotonic() - begun)
        expect(desk.locator("#photos-count")).to_have_text(f"Photos: {COUNT + number + 1:,}")
        desk.wait_for_timeout(5000)
    told("a new file on a disk, to the page", statistics.median(times), "s", 2, more=f"at most {max(times):.1f} (of 3)")
    desk.context.close()


def million(here, address, state):
    """A million photos that do not exist: their counts and facts are made up on their way."""
    page = here.page("desk", storage_state=state, service_workers="block")
    page.expected.append("Service Worker registration blocked")
    page.add_init_script(WATCH)
    months = [[24288 - number, 4167] for number in range(240)]
    cell = lambda number: [number + 1, "0123456789ab", 1500, "345678abc", 0, 0, 1_700_000_000 - number, f"IMG_{number}"]

    def window(route):
        query = dict(part.split("=") for part in route.request.url.split("?")[1].split("&"))
        first = (24288 - int(query["month"])) * 4167 + int(query["from"])
        route.fulfill(json=[cell(first + number) for number in range(int(query["count"]))])

    page.route("**/photos/layout.json*", lambda route: route.fulfill(json={"version": 1, "months": months, "unread": 0, "scanning": False}))
    page.route("**/photos/window.json*", window)
    # As if none came in time.
    page.route("**/photos/picture/**", lambda route: None)
    page.route("**/photos/news.json*", lambda route: None)
    cdp = page.context.new_cdp_session(page)
    cdp.send("Performance.enable")
    page.goto(address + "/photos")
    expect(page.locator("#photos-count")).to_have_text(f"Photos: {240 * 4167:,}")
    jumps(page, "a million placeholders", 30)
    scrolled(page, "a million placeholders", cdp)
    page.locator(".photos-timeline").focus()
    page.keyboard.press("End")
    expect(page.locator(f"#photo-{240 * 4167 - 1}")).to_be_visible()
    page.unroute_all(behavior="ignoreErrors")
    page.context.close()


def pss(process):
    """Of a process, and of those that it has started, in MB."""
    own = [process] + [int(text) for path in glob.glob(f"/proc/{process}/task/*/children") for text in open(path).read().split()]
    sizes = []
    for number in own:
        try:
            sizes.append(sum(int(line.split()[1]) for line in open(f"/proc/{number}/smaps_rollup") if line.startswith("Pss:")) / 1024)
        except OSError:
            pass
    return sizes[0], sum(sizes)


def cpu(process):
    fields = open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def clients(address, process, cookie):
    """Ten who scroll: windows of facts and their thumbnails, as the page asks for them."""
    host = address.split("//")[1]
    headers = {"Cookie": cookie}

    def get(connection, path):
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 200, (path, answer.status)
        return body

    first = http.client.HTTPConnection(host)
    months = json.loads(get(first, "/photos/layout.json?in=pictures"))["months"]
    until = time.monotonic() + 20
    asked, faults = [], []

    def scroll(number):
        try:
            connection, chance = http.client.HTTPConnection(host), random.Random(number)
            while time.monotonic() < until:
                month, count = chance.choice(months)
                start = chance.randrange(max(1, count - 40))
                for own in json.loads(get(connection, f"/photos/window.json?in=pictures&month={month}&from={start}&count=40")):
                    get(connection, f"/photos/picture/{own[0]}/{own[1]}/256.jpg")
                    asked.append((own[0], own[1]))
                    if time.monotonic() >= until:
                        break
        except Exception as error:  # told by the one who waits for all
            faults.append(error)

    threads = [threading.Thread(target=scroll, args=(number,)) for number in range(10)]
    for thread in threads:
        thread.start()
    most = (0, 0)
    while any(thread.is_alive() for thread in threads):
        most = max(most, pss(process))
        time.sleep(0.1)
    assert not faults, faults
    told("studio's memory with ten clients scrolling", most[0], "MB PSS", 100, more=f"{most[1]:.0f} with its processes for pictures; {len(asked)} thumbnails in 20 s")
    known = list(dict.fromkeys(asked))[:200]
    # Once before, so that all of them are kept.
    for number, stamp in known:
        get(first, f"/photos/picture/{number}/{stamp}/256.jpg")
    begun = cpu(process)
    for turn in range(1000):
        number, stamp = known[turn % len(known)]
        get(first, f"/photos/picture/{number}/{stamp}/256.jpg")
    told("a thumbnail that is kept", (cpu(process) - begun) * 1000 / 1000, "ms CPU", 2, more="1000 on one connection")


with lab() as here:
    drawing = here.page("desk")
    fill(seeds(drawing, 40), here.folder)
    drawing.context.close()
    index(here)
    studio, address = here.studio()
    desk = here.page("desk")
    join(desk, studio.hears(r"(http://\S+/join/\S+)")[1])
    for name in ("pictures", "one"):
        added = here.start("photos", "add", str(here.folder / name))
        assert added.process.wait() == 0, added.said
    state = desk.context.storage_state()
    cookie = "; ".join(f"{one['name']}={one['value']}" for one in state["cookies"])
    desk.context.close()
    clients(address, studio.process.pid, cookie)
    browse(here, address, state)
    million(here, address, state)
if missed:
    print("over their aims: " + "; ".join(missed), file=sys.stderr)
    sys.exit(1)
