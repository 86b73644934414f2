"""Figures of the studio in a real Chromium, and of the booth's display while it is looked at: Scripts/bench studio prints them.

BOOTH_MANY: how many locations instead of 5,000. BOOTH_SECONDS: for how long frames are counted each time, instead of 10.
BOOTH_PARTS: `places` or `live` alone."""

import json
import math
import os
import shutil
import statistics
import subprocess
import threading
import time
import urllib.request

from playwright.sync_api import expect

from lab import PATIENCE, ROOT, join, lab, png

COUNT = int(os.environ.get("BOOTH_MANY", "5000"))
SECONDS = float(os.environ.get("BOOTH_SECONDS", "10"))
VIEWERS = 10
PARTS = os.environ.get("BOOTH_PARTS", "places live").split()


# MARK: Long tasks

def places(folder):
    """So many locations, in and around one town."""
    folder.mkdir(parents=True)
    lines = ["id,title,latitude,longitude,picture,status"]
    for number in range(COUNT):
        png(folder / f"{number}.png", 12, 8, (number % 256, number // 256, 90))
        status = ["notVisited", "completed", "inaccessible"][number % 3]
        # A spiral: thick in the middle, thin outside.
        around, far = number * 2.399963, 0.25 * (number / COUNT) ** 2
        lines.append(f"P{number:05},Gate {number} of the old quarter,{31.7767 + far * math.cos(around):.6f},"
                     f"{35.2276 + far * math.cos(around + 1.570796):.6f},{number}.png,{status}")
    (folder / "table.csv").write_text("\n".join(lines) + "\n")


class Tasks:
    """What the main thread of a page did, task by task: by the clock, and in CPU time, which other programs do not lengthen."""

    def __init__(self, here, page):
        self.browser, self.page = here.browser, page

    def __enter__(self):
        self.browser.start_tracing(page=self.page, categories=["toplevel", "disabled-by-default-devtools.timeline", "devtools.timeline"])
        return self

    def __exit__(self, kind, fault, trace):
        events = json.loads(self.browser.stop_tracing())["traceEvents"]
        if kind:
            return
        # The page's own thread is the one on which its document was parsed and its scripts ran.
        busy = {}
        for event in events:
            if event["name"] in ("EvaluateScript", "FunctionCall", "ParseHTML", "Layout"):
                busy[event["pid"], event["tid"]] = busy.get((event["pid"], event["tid"]), 0) + 1
        thread = max(busy, key=busy.get)
        tasks = [e for e in events if e["name"] in ("RunTask", "ThreadControllerImpl::RunTask") and (e["pid"], e["tid"]) == thread and "dur" in e]
        self.tasks = sorted(((e.get("tdur", e["dur"]) / 1000, e["dur"] / 1000, e["ts"]) for e in tasks), reverse=True)
        self.events = [e for e in events if (e["pid"], e["tid"]) == thread]

    def __str__(self):
        long, slow = [t for t in self.tasks if t[0] >= 50], [t for t in self.tasks if t[1] >= 50]
        return (f"longest task {self.tasks[0][0]:.0f} ms CPU; {len(long)} of 50 ms CPU or more, {len(slow)} by the clock"
                f"{' ' + str([round(t[1]) for t in slow[:5]]) if slow else ''}")

    def why(self):
        """What the longest tasks did, for mending them."""
        for cpu, dur, start in self.tasks[:3]:
            parts = [(e["dur"] / 1000, e["name"], e.get("args", {}).get("data", {})) for e in self.events
                     if "dur" in e and start <= e["ts"] and e["ts"] + e["dur"] <= start + dur * 1000 + 1 and e["dur"] > 5000]
            print(f"  {cpu:.0f} ms CPU, {dur:.0f} ms:")
            for length, name, data in sorted(parts, key=lambda part: part[0], reverse=True)[:8]:
                print(f"    {length:.0f} ms {name} {data.get('functionName', '')} {str(data.get('url', ''))[-40:]} {data.get('lineNumber', '')}")


def settled(page):
    """Until clusters, or pins, stand on the map and nothing moves."""
    expect(page.locator(".leaflet-marker-icon.cluster, .leaflet-marker-icon.pin").first).to_be_visible()
    page.wait_for_timeout(1500)


def long_tasks(here, address, cookies):
    """Whether no task of a page takes 50 ms of CPU (the Long Tasks API's limit, by the clock of an idle machine)."""
    worst = 0
    for size in ("phone", "desk"):
        page = here.page(size)
        page.context.add_cookies(cookies)

        def measured(what, act):
            nonlocal worst
            with Tasks(here, page) as tasks:
                act()
            print(f"{COUNT} locations, {size}, {what}: {tasks}")
            if os.environ.get("BOOTH_WHY"):
                tasks.why()
            worst = max(worst, tasks.tasks[0][0])

        def listed():
            for path in ("/places", "/places?sort=status", "/places?sort=distance&near=31.78,35.23", "/places?search=gate+7"):
                page.goto(address + path)
                expect(page.locator(".place").first).to_be_visible()
                page.evaluate("scrollTo(0, document.body.scrollHeight)")
                page.wait_for_timeout(300)
            for _ in range(5):
                page.goto(address + "/places")
                page.locator("a[rel=next]").click()
                page.wait_for_url("**/places?*after=*")

        def opened():
            page.goto(address + "/places/map")
            settled(page)

        def moved():
            for _ in range(6):
                clusters = page.locator(".leaflet-marker-icon.cluster")
                if not clusters.count():
                    break
                clusters.nth(clusters.count() // 2).evaluate("e => e.click()")
                page.wait_for_timeout(700)
            page.focus("#map")
            for key in ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"] * 2 + ["-"] * 8 + ["+"] * 4:
                page.keyboard.press(key)
                page.wait_for_timeout(350)
            settled(page)

        measured("four lists and five times the next page", listed)
        measured("the map opens", opened)
        measured("its clusters opened, moved, out and in again", moved)
        page.context.close()
    print(f"{COUNT} locations: the longest task of a page's main thread is {worst:.0f} ms of CPU (limit 50)")
    return worst <= 50


# MARK: Live view while a person looks

class Viewer(threading.Thread):
    """Looks at the guests' screen as a page does."""

    def __init__(self, address, cookie):
        super().__init__(daemon=True)
        self.address, self.cookie, self.pictures, self.goes_on = address, cookie, 0, True
        self.start()

    def run(self):
        known = "0"
        while self.goes_on:
            request = urllib.request.Request(f"{self.address}/booth/screen?after={known}", headers={"Cookie": self.cookie})
            with urllib.request.urlopen(request, timeout=PATIENCE / 1000) as answer:
                answer.read()
                if answer.status == 200:
                    known = answer.headers["X-Booth-Picture"]
                    self.pictures += 1


def status(here):
    booth = os.path.abspath(os.environ.get("BOOTH_BUILD", ".build/debug") + "/booth")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BOOTH_")}
    asked = time.monotonic()
    said = subprocess.run(
        [booth, "status", "--json", "--data", str(here.data)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
    return json.loads(said.stdout or "{}"), (asked + time.monotonic()) / 2


def live_view(here, address, cookie):
    rates = {0: [], VIEWERS: []}
    seen = []
    for turn in range(3):
        for count in rates:
            viewers = [Viewer(address, cookie) for _ in range(count)]
            # Who looked before is forgotten after six seconds; a viewer now has begun.
            time.sleep(8)
            before, began = status(here)
            looked = [viewer.pictures for viewer in viewers]
            time.sleep(SECONDS)
            after, ended = status(here)
            for viewer, pictures in zip(viewers, looked):
                seen.append((viewer.pictures - pictures) / (ended - began))
                viewer.goes_on = False
            for viewer in viewers:
                viewer.join()
            assert before["scene"] == after["scene"] and before["session"], (before["scene"], after["scene"])
            rates[count].append(tuple((after[name] - before[name]) / (ended - began) for name in ("shownPictures", "liveFrames")))
    medians = {}
    for count, rate in rates.items():
        medians[count] = statistics.median(shown for shown, _ in rate)
        print(f"live view on 1920x1080 while {count} look: {medians[count]:.2f} pictures a second on the display, "
              f"{statistics.median(frames for _, frames in rate):.2f} frames from the camera (medians of {len(rate)}, {SECONDS:.0f} s each: "
              f"{', '.join(f'{shown:.2f}' for shown, _ in rate)})")
    print(f"each of the {VIEWERS} sees {statistics.median(seen):.2f} pictures a second (from {min(seen):.2f} to {max(seen):.2f})")
    return abs(medians[0] - medians[VIEWERS]) <= 0.03 * medians[0]


with lab() as here:
    places(here.folder / "import")
    begun = time.monotonic()
    here.start("location", "import", str(here.folder / "import")).hears(f"{COUNT} locations came in")
    print(f"{COUNT} locations imported in {time.monotonic() - begun:.1f} s")
    # Waits for a press, with the live view on the screen, where nothing else moves.
    events = here.folder / "events"
    shutil.copytree(ROOT / "Events", events)
    (events / "live").mkdir()
    (events / "live" / "event.json").write_text(
        '{"id": 9, "name": "Live", "date": "2026-06-20", "timings": {"patience_seconds": 300}, "plan": {"strips": [{"start": "press"}]}}')
    (here.data / "booth.json").write_text('{"screen": {"motion": "off"}}')
    studio, address = here.studio()
    page = here.page("desk")
    join(page, studio.hears(r"(http://\S+/join/\S+)")[1])
    cookies = page.context.cookies()
    page.goto("about:blank")
    passed = True
    if "places" in PARTS:
        passed = long_tasks(here, address, cookies)
    if "live" in PARTS:
        booth = here.start(
            "run", "--mock-camera", "--event", "live", "--screen", "memory 1920x1080", "--events", str(events), "--gallery-port", "0",
            "--gallery-host", "127.0.0.1")
        booth.hears("is ready")
        end = time.monotonic() + PATIENCE / 1000
        while status(here)[0].get("state") != "idle":
            assert time.monotonic() < end, "the booth does not wait for guests"
        here.start("press", "start").finished()
        passed = live_view(here, address, "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in cookies)) and passed

raise SystemExit(0 if passed else 1)
