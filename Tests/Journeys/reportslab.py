"""What journeys of reports share: a weather service that is none, pictures, and the seed's form with two schools."""

import http.server
import json
import re
import struct
import threading
import zlib

from playwright.sync_api import expect

from lab import join

TEMPLATE = {
    "id": "fall_sports_template", "name": "Fall Sports Daily Report",
    "description": "Standard report for fall sports photography sessions", "shootType": "sports",
    "organizationID": "org_123", "isDefault": True, "isActive": True, "version": 1,
    "fields": [
        {"id": "job_type", "type": "select", "label": "Job Type", "required": True,
         "options": ["Fall Sports", "Team Photos", "Individual Photos"]},
        {"id": "mileage_calc", "type": "mileage", "label": "Round Trip Mileage", "required": False,
         "smartConfig": {"calculationType": "mileage", "fallbackValue": "0 miles", "autoUpdate": True}, "readOnly": True},
        {"id": "weather", "type": "weather_conditions", "label": "Weather Conditions",
         "smartConfig": {"calculationType": "weather_conditions", "fallbackValue": "Unknown"}},
        {"id": "notes", "type": "textarea", "label": "Additional Notes", "placeholder": "Any additional observations..."},
    ],
}
TYPES = {
    "text": "One line", "textarea": "Several lines", "number": "Hours", "email": "Contact", "phone": "Phone", "date": "Next visit",
    "time": "Begin", "select": "Room", "multiselect": "Equipment", "radio": "Light", "toggle": "Backup made", "file": "Card",
    "location": "Entrance", "currency": "Parking", "mileage": "Miles", "date_auto": "Today", "time_auto": "Now",
    "user_name": "Name", "school_name": "Visited", "photo_count": "Photos", "current_location": "Here",
    "weather_conditions": "Weather", "calculation": "Paid",
}
SMART = list(TYPES)[14:]
# A field of each type, as the web app writes them.
EVERYTHING = {
    "id": "everything", "name": "Everything", "shootType": "general", "organizationID": "org_123", "isActive": True,
    "fields": [
        {"id": name, "type": name, "label": label, "required": name in ("email", "radio"), "placeholder": "", "defaultValue": "",
         "options": ["Gym", "Field", "Studio"] if name in ("select", "multiselect", "radio") else []}
        | ({"readOnly": True, "smartConfig": {"calculation": "custom" if name == "calculation" else name, "autoUpdate": True,
            "fallbackValue": "",
            "expression": "round(number * 20 + if(isblank(currency), 0, currency), 2)"}} if name in SMART else {})
        for name, label in TYPES.items()
    ],
}
SCHOOLS = [
    {"id": "adams", "value": "Adams School - Marion", "street": "123 Main St", "city": "Marion", "state": "IL",
     "zipCode": "62959", "coordinates": "37.730700, -88.933100"},
    {"id": "lincoln", "value": "Lincoln Elementary", "city": "Marion", "coordinates": "37.750000,-89.000000"},
]
HOME = "38.321991, -88.867400"
HERE = {"latitude": 37.7307, "longitude": -88.9331}


class Weather(http.server.BaseHTTPRequestHandler):
    """Answers as Open-Meteo does: a stand-in, as no test asks a service."""

    def do_GET(self):
        ok = self.path.startswith("/v1/forecast?latitude=") and "temperature_unit=fahrenheit" in self.path
        body = json.dumps({"current_weather": {"temperature": 71.6, "weathercode": 2, "windspeed": 4.1}}).encode()
        self.send_response(200 if ok else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def png(folder, name, colour, width=640, height=480):
    """A picture of stripes."""
    rows = b""
    for y in range(height):
        shade = bytes((part * (y % 60 + 40)) // 100 for part in colour)
        rows += b"\0" + shade * width

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    path = folder / name
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    return str(path)


def prepare(here):
    """A studio with the seed's form, two schools and a weather service; and the link of its first administrator."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Weather)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    here.data.mkdir()
    (here.data / "booth.json").write_text(
        json.dumps({"studio": {"weather_url": f"http://127.0.0.1:{server.server_port}"}}))
    studio, address = here.studio()
    for what, content, said in [
        ("template", TEMPLATE, "4 fields"), ("template", EVERYTHING, "23 fields"), ("school", SCHOOLS, "2 schools"),
    ]:
        file = here.folder / f"{what}.json"
        file.write_text(json.dumps(content))
        here.start("report", what, "import", str(file)).hears(said)
    return studio, address, studio.hears(r"(http://\S+/join/\S+)")[1]


# What is kept of the page's draft.
KEPT = """() => new Promise((done, fail) => {
  const asked = indexedDB.open("booth-reports");
  asked.onerror = () => fail(asked.error);
  asked.onsuccess = () => {
    const key = new URL(location.href).searchParams.get("draft") || "";
    const found = asked.result.transaction("drafts").objectStore("drafts").get(key);
    found.onsuccess = () => { asked.result.close(); done(found.result?.answers || {}); };
  };
})"""


def kept(page, **answers):
    """Waits until the browser has kept these answers: what it says of keeping may be of an answer before."""
    for _ in range(600):
        found = page.evaluate(KEPT)
        if all(found.get(name) == value for name, value in answers.items()):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never kept: {answers}, but {found}")


def form(page, address):
    """A new report of the seed's form, ready to be filled in."""
    page.goto(address + "/reports")
    page.get_by_role("link", name="New report").click()
    page.get_by_role("link", name=re.compile("Fall Sports")).click()
    expect(page.locator("form.report[data-ready]")).to_be_visible()


def open_sent(page, timeout=60000):
    """A report was sent: the list has it on top, and says so once. Opens it."""
    page.locator("#sent a.report-row").click(timeout=timeout)
    page.wait_for_url("**/reports/report/*")


def enter(page, link, address):
    """Signs in, and says where home is."""
    join(page, link)
    page.goto(address + "/reports/details")
    page.fill("#first", "John")
    page.fill("#last", "Smith")
    page.fill("#home", HOME)
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/reports")


def fill(page, *pictures):
    """All answers, by hand and by themselves."""
    page.get_by_label("Job Type").select_option("Fall Sports")
    for school in ("adams", "lincoln"):
        page.select_option("#school-choice", school)
        page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_label("Round Trip Mileage")).to_have_value("85.1 miles")
    page.get_by_label("Additional Notes").fill("Great lighting conditions")
    if pictures:
        page.locator("#report-pictures").set_input_files(list(pictures))
        expect(page.locator("[data-pictures=''] li")).to_have_count(len(pictures))
    expect(page.locator("#report-kept")).to_contain_text("Saved on this device")
