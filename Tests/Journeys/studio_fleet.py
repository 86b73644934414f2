"""All booths at a broker: the page follows them by itself, on phones and desks, in Hebrew, and without scripts."""

import json
import pathlib
import shutil
import socket
import subprocess
import sys
import time

from playwright.sync_api import expect

from lab import SIZES, join, lab

BROKER = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
if not pathlib.Path(BROKER).exists():
    print("SKIPPED: mosquitto is not installed; Scripts/setup test installs it")
    sys.exit(0)


def text(words):
    return len(words.encode()).to_bytes(2, "big") + words.encode()


def packet(kind, body):
    length, rest = b"", len(body)
    while True:
        length += bytes([rest % 128 | (0x80 if rest > 127 else 0)])
        rest //= 128
        if not rest:
            return bytes([kind]) + length + body


def publish(port, topics):
    """Retained messages with QoS 0 (MQTT 3.1.1); the answer to a ping says that the broker has them."""
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(packet(0x10, text("MQTT") + b"\x04\x02\x00\x3c" + text("journey")))
        assert line.recv(4)[3] == 0
        for topic, payload in topics.items():
            line.sendall(packet(0x31, text(topic) + payload.encode()))
        line.sendall(b"\xc0\x00")
        assert line.recv(2) == b"\xd0\x00"


def told(mark, availability="online", **members):
    state = {"state": "ready", "problem": False, "troubles": [], "at": int(time.time()), "uploads_waiting": 0,
             "sessions_tonight": 31, "prints_left": 388, "version": "1"} | members
    return {f"booth/{mark}/availability": availability, f"booth/{mark}/state": json.dumps(state)}


class Broker:
    """Ends with the journey, as the lab's programs do."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.settings = folder / "mosquitto.conf"
        self.settings.write_text(f"user root\npersistence false\nlistener {self.port} 127.0.0.1\nallow_anonymous true\n")
        self.said = ""
        self.start()

    def start(self):
        self.process = subprocess.Popen([BROKER, "-c", self.settings], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except ConnectionRefusedError:
                assert self.process.poll() is None, "mosquitto has ended"
                time.sleep(0.05)

    def end(self):
        self.process.kill()
        self.process.wait()


with lab() as here:
    broker = Broker(here.folder)
    here.programs.append(broker)
    own, address = here.studio(BOOTH_MQTT_URL=f"mqtt://127.0.0.1:{broker.port}")
    page = here.page("phone")
    join(page, own.hears(r"(http://\S+/join/\S+)")[1])
    page.goto(address + "/booth")
    page.locator("#booth-menu > summary").click()
    page.get_by_role("link", name="All booths").click()
    expect(page.locator("main")).to_contain_text("it knows no booth")
    here.look(page, "studio-fleet-none")

    # The page shows them by itself.
    now = int(time.time())
    publish(broker.port, told("K7RM3WQ2XZ", name="Left of the <b>bar</b>", state="out_of_order", problem=True,
                              troubles=["camera", "upload"], uploads_waiting=3, sessions_tonight=48, prints_left=212)
            | told("B8TQ5ND4FA", name="Entrance", state="session")
            | told("CCCCDDDD33", "offline", name="Balcony", state="stopped", at=now - 7300)
            | told("DDDDEEEE44", "offline", name="Terrace with a rather long name", at=now - 900)
            | told("EEEEFFFF55", name="Courtyard", at=now + 600)
            | {"booth/FFFFGGGG66/availability": "online", "booth/FFFFGGGG66/state": '{"state": "dancing", "problem": false}'})
    expect(page.locator(".fleet tbody tr")).to_have_count(6)
    expect(page.locator("main")).to_contain_text("2 booths need attention.")
    expect(page.locator(".fleet tbody tr").first).to_contain_text("Terrace")
    expect(page.locator(".fleet tbody tr").nth(1)).to_contain_text("Left of the <b>bar</b>")
    expect(page.locator(".fleet tbody tr").nth(1)).to_contain_text("Needs attention: Camera, Uploads")
    expect(page.locator("main")).to_contain_text("10 minutes ahead")
    here.look(page, "studio-fleet-phone")
    cookies = page.context.cookies()
    publish(broker.port, told("K7RM3WQ2XZ", name="Left of the bar"))
    expect(page.locator("main")).to_contain_text("1 booth needs attention.")

    # Without scripts it is read all the same; in Hebrew from right to left.
    for size, language, script in [("desk", "en", False), ("phone", "he", True), ("desk", "he", True), ("desk", "ar", True)]:
        width, height = (1280, 900) if size == "desk" else SIZES["phone"]
        context = here.context(viewport={"width": width, "height": height}, locale=language, java_script_enabled=script)
        context.add_cookies(cookies)
        other = context.new_page()
        here.watch(other)
        other.goto(address + "/fleet")
        expect(other.locator(".fleet tbody tr")).to_have_count(6)
        if script:
            here.look(other, f"studio-fleet-{size}-{language}")
        elif here.pictures:
            other.screenshot(path=f"{here.pictures}/studio-fleet-{size}-{language}.png", full_page=True)
        context.close()

    # The broker is away: the table stays as it was, and says when that was.
    broker.end()
    expect(page.locator("main")).to_contain_text("The broker does not respond.")
    expect(page.locator(".fleet tbody tr")).to_have_count(6)
    here.look(page, "studio-fleet-away")
    broker.start()
    publish(broker.port, told("K7RM3WQ2XZ", name="Left of the bar"))
    expect(page.locator("main")).to_contain_text("need attention.")
    expect(page.locator(".fleet tbody tr").first).to_contain_text("Missing")
