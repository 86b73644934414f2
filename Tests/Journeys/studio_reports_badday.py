"""What forms do with what is wrong around them: a full device, a school's network without TLS, clocks that are a day off or change by
an hour, midnight, thirty pictures at once, empty, huge and foreign files, a sign-in that ends in the middle, options that went."""

import datetime
import json
import re
import struct
import zlib

from playwright.sync_api import expect

from lab import PATIENCE, lab, lands
from reportslab import EVERYTHING, HERE, TEMPLATE, enter, fill, form, kept as stored, open_sent, png, prepare

HOST = "studio.local"


def ready(page):
    expect(page.locator("form.report[data-ready]")).to_be_visible()


def sent(page):
    page.get_by_role("button", name="Send the report").click()
    open_sent(page)
    return page.url.rsplit("/", 1)[1]


def shown(here, report):
    """The document as it is kept."""
    said = here.start("report", "show", report).hears(r"(?s)^.*\(ended\)$")[0]
    return json.loads(said[said.index("{"):said.rindex("}") + 1])


def padded(path, size):
    """A picture with so much in a chunk that is not read."""
    data = path.read_bytes()
    end = data.rindex(b"\x00\x00\x00\x00IEND")
    rest = size - len(data) - 12
    body = b"paDd" + b"\0" * rest
    chunk = struct.pack(">I", rest) + body + struct.pack(">I", zlib.crc32(body))
    path.write_bytes(data[:end] + chunk + data[end:])


# Names of other hosts are this machine's: to a browser they are no secure context, as a studio in a school is.
with lab(f"--host-resolver-rules=MAP {HOST} 127.0.0.1") as here:
    studio, address, link = prepare(here)
    phone = here.page("phone", geolocation=HERE, permissions=["geolocation"])
    enter(phone, link, address)
    state = phone.context.storage_state()

    # Thirty at once, and what is empty, no picture, of a kind that this browser cannot read, and of 50 MB.
    form(phone, address)
    many = [png(here.folder, f"many-{number}.png", (number * 8 % 220 + 30, number * 29 % 220 + 30, 120), 160, 120) for number in range(30)]
    empty, heic, broken = here.folder / "empty.jpg", here.folder / "phone.heic", here.folder / "broken.png"
    empty.write_bytes(b"")
    heic.write_bytes(struct.pack(">I", 24) + b"ftypheic\0\0\0\0mif1heic" + b"\0" * 2000)
    broken.write_bytes(open(many[0], "rb").read()[:60])
    large = here.folder / "large.png"
    png(here.folder, "large.png", (20, 200, 90), 640, 480)
    padded(large, 50 << 20)
    assert large.stat().st_size == 50 << 20
    phone.locator("#report-pictures").set_input_files([*many, str(empty), str(heic), str(broken), str(large)])
    hint = phone.locator("#report-pictures-hint")
    # All of them are looked at before it is said what was wrong.
    expect(hint).to_contain_text("empty.jpg was not added: the file is empty.", timeout=3 * PATIENCE)
    expect(hint).to_contain_text("phone.heic was not added: this browser cannot read HEIC.")
    expect(hint).to_contain_text("broken.png was not added: it could not be read as a picture.")
    expect(phone.locator("[data-pictures=''] li")).to_have_count(31)
    here.look(phone, "badday-many")
    phone.get_by_label("Job Type").select_option("Fall Sports")
    kept = shown(here, sent(phone))
    assert len(kept["attachments"]) == 31 and len({file["sha256"] for file in kept["attachments"]}) == 31, kept
    expect(phone.locator("article img")).to_have_count(31)
    # Each is made small once, whatever it was.
    phone.reload()
    phone.evaluate("for (const picture of document.querySelectorAll('article img')) picture.loading = 'eager'")
    for place in range(31):
        expect(phone.locator("article img").nth(place)).not_to_have_js_property("naturalWidth", 0)
    expect(phone.locator("article img").last).to_have_js_property("naturalWidth", 320)
    assert len(list(here.data.rglob("*-320.jpg"))) == 31

    # Half of a sign, as some keyboards leave it when they are stopped, is no reason to refuse a report; nor is a place that is none.
    form(phone, address)
    phone.get_by_label("Job Type").select_option("Fall Sports")
    phone.get_by_label("Additional Notes").evaluate(
        "(field) => { field.value = 'good \\ud83d light'; field.dispatchEvent(new Event('input', { bubbles: true })); }")
    phone.get_by_label("Your location").fill("behind the gym")
    phone.get_by_label("Your location").press("Tab")
    expect(phone.locator("#position-hint")).to_contain_text("Enter coordinates, for example 38.321991, -88.867400.")
    expect(phone.locator("[data-field=weather] .hint[role=status]")).to_have_text("")
    phone.get_by_label("Your location").fill("37.7307, -88.9331")
    phone.get_by_label("Your location").press("Tab")
    expect(phone.get_by_label("Weather Conditions")).to_have_value("Partly Cloudy, 72°F")
    expect(phone.locator("#position-hint")).to_have_text("")
    expect(phone.locator("[data-field=weather] .hint[role=status]")).to_have_text("")
    kept = shown(here, sent(phone))
    assert kept["notes"] == "good \ufffd light" and kept["reportPosition"] == "37.7307, -88.9331", kept
    expect(phone.locator("article")).to_contain_text("37.7307, -88.9331")

    # An amount is written as amounts are, in the reader's language, and kept as a number.
    for language, typed, stands in [("en", "1234.5", "1,234.50"), ("de", "1234,5", "1.234,50"), ("fr", "1 234,5", None)]:
        page = here.page("phone", language, storage_state=state)
        page.goto(address + "/reports/new/everything")
        ready(page)
        money = page.locator("[data-field=currency] input")
        money.fill(typed)
        money.press("Tab")
        if stands:
            expect(money).to_have_value(stands)
        page.locator("[data-field=email] input").fill("a@example.org")
        page.locator("[data-field=radio] input").first.check()
        # In whatever language it is gone on with, it is the same number.
        stored(page, currency="1234.5", email="a@example.org", radio="Gym")
        page.reload()
        ready(page)
        if stands:
            expect(page.locator("[data-field=currency] input")).to_have_value(stands)
        page.locator("form.report button[type=submit]").click()
        open_sent(page)
        assert shown(here, page.url.rsplit("/", 1)[1])["currency"] == 1234.5
        page.context.close()

    # Midnight, and the change of the hour, between beginning and sending: the day and hour are those of the beginning.
    context = dict(storage_state=state, timezone_id="America/Chicago")
    for begun, later, day, hour in [
        ("2026-11-25T23:50:00-06:00", 60 * 60, "11/25/2026", "11:50 PM"), ("2026-03-08T01:40:00-06:00", 60 * 60, "3/8/2026", "1:40 AM"),
        ("2026-11-01T01:30:00-05:00", 60 * 60, "11/1/2026", "1:30 AM"),
    ]:
        page = here.page("phone", **context)
        moment = datetime.datetime.fromisoformat(begun)
        page.clock.install(time=moment)
        page.goto(address + "/reports/new/everything")
        ready(page)
        expect(page.locator("[data-field=time_auto] input")).to_have_value(hour)
        expect(page.locator("#report-date")).to_have_value(moment.strftime("%Y-%m-%d"))
        page.locator("[data-field=email] input").fill("a@example.org")
        page.locator("[data-field=radio] input").first.check()
        page.clock.fast_forward(later * 1000)
        page.locator("#report-pictures").set_input_files(many[0])
        expect(page.locator("[data-field=photo_count] input")).to_have_value("1")
        page.locator("form.report button[type=submit]").click()
        open_sent(page)
        kept = shown(here, page.url.rsplit("/", 1)[1])
        assert (kept["date"], kept["date_auto"], kept["time_auto"]) == (moment.strftime("%Y-%m-%d"), day, hour), kept
        page.context.close()

    # A clock that is a day off is said; the report has the date that stands there.
    page = here.page("phone", storage_state=state)
    tomorrow = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1)
    page.clock.install(time=tomorrow)
    page.goto(address + "/reports/new/everything")
    ready(page)
    expect(page.locator("#report-said")).to_contain_text("clock differs from the studio’s by 24 hours")
    page.fill("#report-date", "2026-11-20")
    page.locator("[data-field=email] input").fill("a@example.org")
    page.locator("[data-field=radio] input").first.check()
    page.locator("form.report button[type=submit]").click()
    open_sent(page)
    assert shown(here, page.url.rsplit("/", 1)[1])["date"] == "2026-11-20"
    page.context.close()

    # The sign-in ends between two pictures: the way leads over the door, and the rest is sent then.
    form(phone, address)
    phone.expected += [r"401"]
    phone.get_by_label("Job Type").select_option("Fall Sports")
    phone.locator("#report-pictures").set_input_files(many[3:6])
    expect(phone.locator("[data-pictures=''] li")).to_have_count(3)
    # With the network gone nothing of it is in the studio before it is sent.
    phone.route("**/reports/draft", lambda route: route.abort())
    phone.expected += [r"ERR_FAILED"]
    phone.reload()
    ready(phone)
    phone.unroute("**/reports/draft")
    taken = []

    def end(route):
        taken.append(route.request.url)
        if len(taken) == 2:
            phone.context.clear_cookies()
        route.continue_()

    phone.route("**/reports/attachment/*", end)
    phone.get_by_role("button", name="Send the report").click()
    phone.wait_for_url(re.compile(r"/sign-in|/reports(\?sent=.*)?$"))
    phone.unroute("**/reports/attachment/*")
    if "/sign-in" in phone.url:
        phone.fill("#name", "anna@example.org")
        phone.fill("#password", "a long password")
        phone.click("form button")
    open_sent(phone)
    expect(phone.locator("article img")).to_have_count(3)

    # Options that went while a person filled in: what was chosen stays chosen, and is sent.
    state = phone.context.storage_state()
    form(phone, address)
    phone.get_by_label("Job Type").select_option("Team Photos")
    expect(phone.locator("#report-kept")).to_contain_text("Saved on this device")
    changed = json.loads(json.dumps(TEMPLATE))
    changed["fields"][0]["options"] = ["Fall Sports"]
    file = here.folder / "changed.json"
    file.write_text(json.dumps(changed))
    here.start("report", "template", "import", "--replace", str(file)).hears("4 fields")
    phone.reload()
    ready(phone)
    phone.get_by_role("button", name=re.compile("Continue with version")).click()
    ready(phone)
    expect(phone.get_by_label("Job Type")).to_have_value("Team Photos")
    kept = shown(here, sent(phone))
    assert kept["job_type"] == "Team Photos" and kept["templateVersion"] == 2, kept

    # Of a large form what is not asked takes no room, and stands there as soon as it is.
    fields = [{"id": "kind", "type": "text", "label": "Kind"}] + [
        {"id": f"more_{number}", "type": "text", "label": f"More {number}"} | ({"showWhen": "kind = 'x'"} if number >= 20 else {}) for number in range(80)]
    file = here.folder / "many.json"
    file.write_text(json.dumps({"id": "many", "name": "Many", "organizationID": "org_123", "fields": fields}))
    here.start("report", "template", "import", str(file)).hears("81 fields")
    phone.goto(address + "/reports/new/many")
    ready(phone)
    height = "document.documentElement.scrollHeight"
    short = phone.evaluate(height)
    phone.get_by_label("Kind", exact=True).fill("x")
    expect(phone.get_by_label("More 79", exact=True)).to_be_visible()
    phone.get_by_label("More 79", exact=True).fill("the last")
    here.look(phone, "badday-large")
    assert phone.evaluate(height) > short + 2000, (short, phone.evaluate(height))
    phone.get_by_label("Kind", exact=True).fill("y")
    expect(phone.get_by_label("More 79", exact=True)).to_be_hidden()
    assert phone.evaluate(height) < short + 1000, (short, phone.evaluate(height))
    phone.get_by_label("More 19", exact=True).fill("asked")
    kept = shown(here, sent(phone))
    assert kept["more_19"] == "asked" and "more_79" not in kept, kept

    # A device without room: what cannot be kept is said, and what stands on the page is sent all the same.
    full = here.page("phone", storage_state=state)
    # Before anything is kept: how much is left the browser remembers for a while.
    full.goto(address + "/reports")
    quota = full.context.new_cdp_session(full)
    quota.send("Storage.overrideQuotaForOrigin", {"origin": address, "quotaSize": 1})
    full.goto(address + "/reports/new/everything")
    ready(full)
    full.locator("[data-field=email] input").fill("a@example.org")
    full.locator("#report-pictures").set_input_files(many[7])
    expect(full.locator("#report-pictures-hint")).to_contain_text("This device is full: many-7.png was not added.")
    full.locator("[data-field=text] input").fill("written on a full device")
    expect(full.locator("#report-kept")).to_contain_text("This browser cannot save your answers.")
    full.locator("[data-field=radio] input").first.check()
    here.look(full, "badday-full")
    kept = shown(here, sent(full))
    assert kept["text"] == "written on a full device" and kept["radio"] == "Gym", kept
    full.context.close()

    # Without TLS, at another name than this machine's: no crypto.subtle, no locks, no service worker.
    plain = here.page("phone")
    plain.expected += [r"Cross-Origin-Opener-Policy", r"untrustworthy"]
    port = address.rsplit(":", 1)[1]
    there = f"http://{HOST}:{port}"
    plain.goto(there + "/sign-in")
    assert plain.evaluate("[isSecureContext, Boolean(globalThis.crypto?.subtle), Boolean(navigator.locks)]") == [False, False, False]
    plain.fill("#name", "anna@example.org")
    plain.fill("#password", "a long password")
    plain.click("form button")
    lands(plain)
    form(plain, there)
    plain.get_by_label("Job Type").select_option("Fall Sports")
    plain.locator("#report-pictures").set_input_files(many[8:10])
    expect(plain.locator("[data-pictures=''] li")).to_have_count(2)
    plain.locator("#report-locate").click()
    expect(plain.locator("#position-hint")).to_contain_text("Your location could not be found. You can type it.")
    sent(plain)
    expect(plain.locator("article img")).to_have_count(2)
    for place in range(2):
        expect(plain.locator("article img").nth(place)).to_have_js_property("naturalWidth", 160)
