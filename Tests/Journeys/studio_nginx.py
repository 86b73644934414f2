"""The studio behind a real nginx with TLS, by Deploy/nginx-studio.conf; and what systemd says of Deploy's units."""

import pathlib
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

from playwright.sync_api import expect

from lab import PATIENCE, join, lab

ROOT = pathlib.Path(__file__).parents[2]
PICTURES = ROOT / "Docs/Pictures"


def port():
    """One that is free now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def answers(port, server):
    """Waits until connections are accepted there."""
    end = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            assert server.poll() is None and time.monotonic() < end, "nginx takes no connections"
            time.sleep(0.05)


def units(folder):
    """Each unit as it is, but for the program's place."""
    analyze = shutil.which("systemd-analyze")
    if not analyze:
        print("SKIPPED: what systemd says of Deploy's units, as there is no systemd-analyze (Debian's systemd)", file=sys.stderr)
        return
    copies = []
    for unit in sorted((ROOT / "Deploy").glob("*.service")):
        text = unit.read_text()
        # The rest after failures, hostapd and dnsmasq start nothing of ours.
        others = ("booth-rest.service", "booth-wifi.service", "booth-wifi-names.service")
        assert "/usr/local/bin/booth" in text or unit.name in others, unit
        copy = folder / unit.name
        copy.write_text(re.sub(r"/usr/(local/bin/booth|sbin/hostapd|sbin/dnsmasq)\b", "/bin/true", text))
        copies.append(copy)
    # Each is looked for among the others where one needs another.
    for copy in copies:
        said = subprocess.run([analyze, "verify", "--man=no", copy], capture_output=True, text=True)
        # Those of systemd 254 that earlier ones leave out, as booth.service says itself.
        faults = [line for line in said.stderr.splitlines() if not re.search(r"Unknown key '(RestartSteps|RestartMaxDelaySec)'", line)]
        assert said.returncode == 0 and not faults, f"{copy.name}: {faults}"


def configured(folder, studio, tls, plain):
    """The example with this journey's ports, names and certificate; nothing else is changed."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-keyout",
         folder / "privkey.pem", "-out", folder / "fullchain.pem"], check=True, capture_output=True)
    text = (ROOT / "Deploy/nginx-studio.conf").read_text()
    for pattern, ours in [
        (r"listen 443 ssl;", f"listen 127.0.0.1:{tls} ssl;"), (r"listen \[::\]:443 ssl;", ""),
        (r"listen 80;", f"listen 127.0.0.1:{plain};"), (r"listen \[::\]:80;", ""),
        (r"studio\.example\.org", "127.0.0.1"), (r"/etc/ssl/studio", str(folder)), (r"127\.0\.0\.1:8090", f"127.0.0.1:{studio}"),
    ]:
        text, count = re.subn(pattern, ours, text)
        assert count, pattern
    (folder / "nginx.conf").write_text(
        f"pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1;\nevents {{}}\nhttp {{\n"
        + "".join(f"{name}_temp_path {folder}/{name};\n" for name in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        + f"access_log {folder}/access.log;\n{text}\n}}\n")
    return folder / "nginx.conf"


with lab() as here:
    units(here.folder)
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not nginx:
        print("SKIPPED: the studio behind nginx, as there is no nginx (Debian's nginx-light)", file=sys.stderr)
        sys.exit(0)
    inner, tls, plain = port(), port(), port()
    address = f"https://127.0.0.1:{tls}"
    place = here.folder / "nginx"
    place.mkdir()
    conf = configured(place, inner, tls, plain)
    tested = subprocess.run([nginx, "-t", "-q", "-p", place, "-c", conf], capture_output=True, text=True)
    assert tested.returncode == 0 and "warn" not in tested.stderr, tested.stderr
    studio = here.start("studio", "--listen", f"127.0.0.1:{inner}", "--public-url", address)
    link = studio.hears(r"(https://\S+/join/\S+)")[1]
    assert link.startswith(address), link
    server = subprocess.Popen([nginx, "-p", place, "-c", conf, "-g", "daemon off;"])
    try:
        answers(tls, server)
        page = here.page("phone", ignore_https_errors=True)
        # Chromium makes no service worker of a page whose certificate it does not trust.
        page.expected += ["SSL certificate error", "service worker", "error occurred when fetching the script"]
        # A stream of news that a busy nginx refuses is asked for again by the page.
        page.expected += ["ERR_TOO_MANY_RETRIES.*/events"]
        join(page, link)
        cookie = next(one for one in page.context.cookies() if one["name"] == "booth_studio")
        assert cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Strict", cookie

        page.goto(address + "/booth")
        # News are not held back: the page that says that nothing runs learns of the booth by itself.
        expect(page.locator("#now")).to_contain_text("not running")
        here.booth()
        expect(page.locator("#now")).to_contain_text("Waiting for an event")
        expect(page.locator("#screen")).not_to_have_js_property("naturalWidth", 0)

        # What is long and large comes through: notes of 20,000 letters, and a picture of some megabytes.
        page.goto(address + "/places/new")
        page.fill("#new-title", "שער יפו")
        page.fill("#new-at", "31.7767, 35.2276")
        notes = ("שער יפו, צולם מן המגדל. " * 900)[:20_000]
        page.fill("#new-notes", notes)
        whole = (PICTURES / "pair-old.jpg").read_bytes()
        large = whole[:2] + (b"\xff\xfe\xff\xff" + b"x" * 65533) * 60 + whole[2:]
        page.set_input_files("#new-picture", {"name": "old.jpg", "mimeType": "image/jpeg", "buffer": large})
        page.get_by_role("button", name="Add", exact=True).click()
        page.wait_for_url("**/places/at/*")
        expect(page.locator("#notes")).to_have_value(notes)

        # Without TLS one is led to it; and one-time links are in no log.
        class Stay(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *arguments):
                return None

        try:
            urllib.request.build_opener(Stay).open(f"http://127.0.0.1:{plain}/places?sort=date")
            raise AssertionError("answered without TLS")
        except urllib.error.HTTPError as error:
            assert error.code == 301 and error.headers["Location"].startswith("https://127.0.0.1"), error.headers
        assert "/join/" not in (place / "access.log").read_text()
        assert not re.search(r"\[(emerg|alert|crit|error)\]", (place / "error.log").read_text()), (place / "error.log").read_text()
        here.look(page, "places-behind-nginx-phone")
    finally:
        server.terminate()
        server.wait(timeout=30)
