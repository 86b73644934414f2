"""Reports of all four shapes: found, narrowed down, amended, taken along as CSV, XLSX and PDF, and paid by the mile."""

import csv
import io
import json
import re
import shutil
import subprocess

from playwright.sync_api import expect

from lab import join, lab
from readinglab import organisation, put, report
from reportslab import HERE, TEMPLATE, enter, fill, form, open_sent, png, prepare

with lab() as here:
    studio, address, link = prepare(here)
    zone = {"timezone_id": "America/Chicago"}
    phone = here.page("phone", geolocation=HERE, permissions=["geolocation"], **zone)
    enter(phone, link, address)
    mine = organisation(here.data)
    put(here.data, {f"r{number}": report(number, mine) for number in range(120)})
    broken = {"organizationID": mine, "userId": "u1", "yourName": "", "date": "last Tuesday", "templateId": "gone"}
    put(here.data, {"broken": broken, "lost": {"date": "2024-01-01", "yourName": "Nobody"}})

    # A report of our own, with pictures, and words from right to left.
    form(phone, address)
    fill(phone, png(here.folder, "team.png", (90, 140, 220)), png(here.folder, "field.png", (90, 190, 110)))
    phone.get_by_label("Additional Notes").fill("=1+1 אור נהדר " + "and a long story about the light in the gym. " * 12)
    expect(phone.locator("#report-kept")).to_contain_text("Saved on this device")
    day = phone.locator("#report-date").input_value()
    phone.get_by_role("button", name="Send the report").click()
    open_sent(phone)
    own = phone.url.rsplit("/", 1)[1]
    here.look(phone, "reading-report")

    # The list, page by page; by every filter.
    def today():
        return phone.evaluate("new Date().toLocaleDateString('sv')")

    phone.goto(address + "/reports")
    rows = phone.locator("ul.rows li")
    expect(phone.locator("main")).to_contain_text("122 reports")
    expect(rows).to_have_count(50)
    here.look(phone, "reading-list")
    seen = set()
    while True:
        seen |= {row.get_attribute("href") for row in phone.locator("a.report-row").all()}
        onward = phone.get_by_role("link", name="Next page")
        if not onward.count():
            break
        with phone.expect_navigation():
            onward.click()
    assert len(seen) == 122, len(seen)
    phone.get_by_role("link", name="First page").click()
    expect(rows).to_have_count(50)

    def show(**choices):
        phone.goto(address + "/reports")
        details = phone.locator("form.narrowed details")
        if details.get_attribute("open") is None:
            details.locator("summary").click()
        for name, choice in choices.items():
            field = phone.locator(f"form.narrowed [name={name}]")
            if name in ("q", "from", "to"):
                field.fill(choice)
            elif name == "odd":
                field.check()
            else:
                field.select_option(choice)
        phone.get_by_role("button", name="Apply", exact=True).click()
        phone.wait_for_url("**/reports?*")

    def found(count):
        expect(phone.locator("main")).to_contain_text(f"{count} report")

    for choices, count in [
        ({"photographer": "Photographer 3"}, 6), ({"school": "School 6"}, 4), ({"job": "NONE"}, 30), ({"form": "*legacy"}, 60),
        ({"form": "web"}, 30), ({"q": "note 116"}, 1), ({"from": "2022-01-18", "to": "2022-01-20"}, 3), ({"odd": "1"}, 1),
        ({"school": "School 6", "form": "*legacy", "order": "submitted", "way": "up"}, 2), ({"whose": "mine"}, 1),
    ]:
        show(**choices)
        found(count)
    # By the reader's clock, which may pass midnight at any time.
    while True:
        before = today()
        show(when="today")
        if before == today():
            break
    if before == day:
        found(1)
    else:
        expect(phone.locator("main")).to_contain_text("No reports match.")
    show(odd="1")
    expect(rows).to_contain_text("The date cannot be read. The photographer is missing. The form’s name is missing.")
    here.look(phone, "reading-odd")
    show(order="form")
    expect(phone.locator("main h2").first).to_have_text(re.compile("Fall Sports|Save|Take"))
    here.look(phone, "reading-by-form")
    show(q="nowhere to be found")
    expect(phone.locator("main")).to_contain_text("No reports match.")

    # The reader's own clock: 20:00 UTC is 14:00 in Chicago, in January.
    phone.goto(address + "/reports/report/r0")
    expect(phone.locator("article")).to_contain_text("Jan 8, 2022, 2:00 PM")

    # Amended: by name and reason, once, and what was sent stays readable.
    phone.goto(address + "/reports/report/" + own)
    phone.get_by_role("link", name="Amend").click()
    here.look(phone, "reading-amend")
    phone.get_by_label("Additional Notes").fill("It rained.")
    phone.get_by_label("Reason").fill(" ")
    phone.get_by_role("button", name="Save the amendment").click()
    expect(phone.locator("#complaint")).to_have_text("Enter a reason.")
    expect(phone.get_by_label("Additional Notes")).to_have_value("It rained.")
    here.look(phone, "reading-amend-fault")
    phone.get_by_label("Reason").fill("I had mixed up two schools")
    sent = phone.evaluate("() => new URLSearchParams(new FormData(document.querySelector('form.report'))).toString()")
    phone.get_by_role("button", name="Save the amendment").click()
    phone.wait_for_url("**/reports/report/*")
    expect(phone.locator("#said")).to_contain_text("Amendment saved.")
    expect(phone.locator("article")).to_contain_text("It rained.")
    expect(phone.locator(".history li")).to_have_count(2)
    expect(phone.locator(".history")).to_contain_text("I had mixed up two schools")
    here.look(phone, "reading-amended")
    # The same once more, as a browser sends it whose line was cut.
    again = phone.evaluate(
        """async ([path, body]) => (await fetch(path, {method: 'POST', body, redirect: 'manual',
             headers: {'Content-Type': 'application/x-www-form-urlencoded'}})).type""", [f"/reports/amend/{own}", sent])
    assert again == "opaqueredirect", again
    phone.reload()
    expect(phone.locator(".history li")).to_have_count(2)
    phone.get_by_role("link", name="Version 1").click()
    expect(phone.locator("article")).to_contain_text("and a long story")
    expect(phone.locator("main")).to_contain_text("This is version 1.")
    here.look(phone, "reading-older")
    phone.goto(address + "/reports?whose=mine")
    expect(rows).to_contain_text("Amended, version 2")
    here.start("report", "show", own).hears("It rained")
    here.start("report", "show", own, "--version", "1").hears("a long story")

    # Taken along.
    def taken(page, name):
        with page.expect_download() as download:
            page.get_by_role("link", name=name, exact=True).click()
        return download.value.path()

    phone.goto(address + "/reports")
    phone.locator(".downloads summary").click()
    table = taken(phone, "Save as CSV").read_bytes().decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(table)))
    assert len(lines) == 122 and list(lines[0])[:12] == [
        "Date", "Photographer", "School/Destination", "Job Descriptions", "Extra Items", "Job Box/Cards", "Sports BG Shot", "Cards Scanned",
        "Photo Count", "Photoshoot Notes", "Extra Notes", "Submitted Date"], list(lines[0])
    ours = next(line for line in lines if line["Report"] == own)
    assert ours["Report Version"] == "2" and ours["Amendment Reason"] == "I had mixed up two schools", ours
    legacy = next(line for line in lines if line["Report"] == "r2")
    # By what a field fills itself in with, whatever its id is.
    assert ours["Total Mileage"] == "85.1" and next(line for line in lines if line["Report"] == "r4")["Total Mileage"] == "10.5"
    assert legacy["Total Mileage"] == "12.25" and legacy["Submitted Date"].endswith("-06:00"), legacy
    # The same for a spreadsheet that writes 1234,5.
    separated = taken(phone, "CSV with semicolons (1234,5)").read_bytes().decode("utf-8-sig")
    rows = {line["Report"]: line for line in csv.DictReader(io.StringIO(separated, newline=""), delimiter=";")}
    assert len(rows) == 122 and rows[own]["Total Mileage"] == "85,1" and rows["r2"]["Total Mileage"] == "12,25", rows[own]
    assert rows[own]["Date"] == ours["Date"] and rows["r2"]["Submitted Date"] == legacy["Submitted Date"][:16].replace("T", " "), rows["r2"]
    book = here.folder / "reports.xlsx"
    shutil.copy(taken(phone, "Spreadsheet (Excel)"), book)
    if shutil.which("soffice"):
        # As another program reads it: the same cells.
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{here.folder}/office", "--headless", "--convert-to",
             "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false", "--outdir", str(here.folder), str(book)],
            check=True, capture_output=True, timeout=300)
        read = list(csv.DictReader(io.StringIO((here.folder / "reports.csv").read_text("utf-8"))))
        assert [list(line) for line in read[:1]] == [list(lines[0])]
        assert len(read) == len(lines)
        for line, other in zip(lines, read):
            for title, cell in line.items():
                expected, got = cell.removeprefix("'"), other[title]
                if title in ("Submitted Date", "Amended Date"):
                    # By the reader's clock, as the table has it.
                    assert got[:10] == expected[:10] and got[11:16] == expected[11:16], (title, cell, got)
                else:
                    assert got == expected or float(got) == float(expected), (title, cell, got)
    else:
        print("SKIPPED: the spreadsheet is not opened, as LibreOffice is not installed (libreoffice-calc)")
    phone.goto(address + "/reports/report/" + own)
    paper = taken(phone, "Save as PDF")
    assert paper.read_bytes().startswith(b"%PDF-")
    if shutil.which("pdftotext"):
        text = subprocess.run(["pdftotext", "-layout", str(paper), "-"], check=True, capture_output=True, text=True).stdout
        for words in ["Fall Sports Daily Report", "John Smith", "85.1 miles", "It rained.", "I had mixed up two schools", "Page 1 of"]:
            assert words in text, text
    else:
        print("SKIPPED: the PDF is not read, as pdftotext is not installed (poppler-utils)")
    for name, more in [("all.csv", []), ("all.xlsx", []), ("one.pdf", [own])]:
        here.start("report", "export", *more, "--out", str(here.folder / name)).hears("→")
    for name in ("all.csv", "all.xlsx", "one.pdf"):
        assert (here.folder / name).stat().st_size > 1000, name
    # What is there is not written over, unless that is said.
    size = (here.folder / "all.csv").stat().st_size
    again = here.start("report", "export", "--out", str(here.folder / "all.csv"))
    again.hears("is there already: say --replace")
    assert again.finished() == 73 and (here.folder / "all.csv").stat().st_size == size
    # Today is what the machine's clock says: where the reader's is behind it, the report may be of yesterday.
    while True:
        before = today()
        some = here.start("report", "export", "--when", "today", "--replace", "--out", str(here.folder / "all.csv"), zone="America/Chicago")
        some.finished()
        if before == today():
            break
    some.hears("1 report →" if before == day else "0 reports →")
    assert (here.folder / "all.csv").stat().st_size < size
    listed = here.start("report", "list", "--json", "--form", "fall_sports_template", "--photographer", "Photographer 4")
    found = json.loads(listed.hears(r"(?ms)^\{.*^\}$")[0])["reports"]
    assert found and all(one["photographer"] == "Photographer 4" and one["jobs"] == ["Fall Sports"] for one in found), found
    here.start("report", "check").hears("lost: .*belongs to no organisation")
    here.start("report", "list", "--form", "legacy", "--school", "School 6").hears("r6 ")

    # Read by the version that it was made with, whatever the form says by now.
    newer = here.folder / "newer.json"
    newer.write_text(json.dumps(TEMPLATE | {"fields": [field | {"label": "New: " + field["label"]} for field in TEMPLATE["fields"]]}))
    here.start("report", "template", "import", "--replace", str(newer)).hears("version 2")
    phone.goto(address + "/reports/report/" + own)
    expect(phone.locator("article")).to_contain_text("Round Trip Mileage")
    expect(phone.locator("article")).not_to_contain_text("New: Round Trip Mileage")
    papers = [taken(phone, "Save as PDF"), here.folder / "version.pdf"]
    here.start("report", "export", own, "--out", str(papers[1])).hears("→")
    if shutil.which("pdftotext"):
        for one in papers:
            text = subprocess.run(["pdftotext", "-layout", str(one), "-"], check=True, capture_output=True, text=True).stdout
            assert "Round Trip Mileage" in text and "New:" not in text, text

    # Paid by the mile.
    phone.goto(address + "/reports/mileage?period=2022-01-09")
    expect(phone.locator("main")).to_contain_text("Photographer 3")
    here.look(phone, "reading-mileage")
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Save as CSV").click()
    assert download.value.path().read_text("utf-8-sig").startswith('"From","To","Photographer"')
    here.start("report", "mileage", "--day", "2022-01-09").hears("total")

    # Another person sees neither the report nor its pictures, whatever they know.
    hers = here.start("studio", "user", "add", "ben@example.org", "--role", "photographer").hears(r"(http://\S+/join/\S+)")[1]
    other = here.page("desk", **zone)
    join(other, hers, name="ben@example.org")
    other.expected.append("404|403")
    picture = phone.evaluate("""async (path) => { const page = await (await fetch(path)).text();
      return page.match(/\\/reports\\/picture\\/[0-9a-f]{64}/)[0]; }""", f"/reports/report/{own}")
    for path in [picture, f"/reports/report/{own}", f"/reports/pdf/{own}", f"/reports/amend/{own}", f"/reports/report/{own}?version=1"]:
        status = other.evaluate("async (path) => (await fetch(path)).status", path)
        assert status == 404, (path, status)
        assert phone.evaluate("async (path) => (await fetch(path)).status", path) == 200, path
    other.goto(address + "/reports?whose=all")
    expect(other.locator("main")).to_contain_text("You have not sent a report yet.")

    # On a tablet and a desk, and from right to left.
    state = phone.context.storage_state()
    for size, language in [("tablet", "de"), ("desk", "en"), ("phone", "he"), ("desk", "ar")]:
        page = here.page(size, language, storage_state=state, **zone)
        for path, name in [
            ("/reports", "list"), (f"/reports/report/{own}", "report"), (f"/reports/amend/{own}", "amend"),
            ("/reports/mileage?period=2022-01-09", "mileage"),
        ]:
            page.goto(address + path)
            here.look(page, f"reading-{name}-{size}-{language}")
        page.goto(address + "/reports?q=note+11")
        expect(page.locator("[data-pick]").first).to_be_hidden()
        page.locator("[data-select]").click()
        for pick in page.locator("[data-pick]").all()[:2]:
            pick.check()
        here.look(page, f"reading-chosen-{size}-{language}")
        page.locator(".chosen-bar button").click()
        expect(page.locator("ul.rows li")).to_have_count(2)
        here.look(page, f"reading-sure-{size}-{language}")
        if language == "he":
            page.goto(f"{address}/reports/report/{own}")
            paper = taken(page, "שמירה כ־PDF")
            assert paper.read_bytes().startswith(b"%PDF-")
            if here.pictures:
                shutil.copy(paper, f"{here.pictures}/reading-he.pdf")

    # Several are deleted at once, by keyboard alone, after it was said which.
    desk = here.page("desk", storage_state=state, **zone)
    desk.goto(address + "/reports?q=note+11")
    picks = desk.locator("[data-pick]")
    count = picks.count()
    expect(picks.nth(0)).to_be_hidden()
    desk.get_by_role("button", name="Select", exact=True).press("Enter")
    expect(desk.locator(".chosen-bar button")).to_be_hidden()
    picks.nth(0).press("Space")
    picks.nth(1).press("Space")
    expect(desk.locator("[data-count]")).to_have_text("2 selected")
    gone = [pick.get_attribute("value") for pick in picks.all()[:2]]
    picks.nth(1).press("Delete")
    expect(desk.locator("h1")).to_have_text("Delete these reports?")
    desk.get_by_role("link", name="Cancel").press("Enter")
    desk.wait_for_url("**/reports?*q=note*11*")
    expect(desk.locator("[data-pick]")).to_have_count(count)
    desk.get_by_role("button", name="Select", exact=True).press("Enter")
    # A row is chosen wherever it is pressed.
    for place in range(2):
        desk.locator("form.choosing a.report-row").nth(place).click()
    expect(desk.locator("[data-count]")).to_have_text("2 selected")
    desk.locator(".chosen-bar button").press("Enter")
    desk.get_by_role("button", name="Delete 2 reports permanently").press("Enter")
    expect(desk.locator("#said")).to_contain_text("2 reports deleted.")
    expect(desk.locator("[data-pick]")).to_have_count(count - 2)
    for one in gone:
        here.start("report", "show", one).hears("there is no report")
    desk.get_by_role("button", name="Select", exact=True).click()
    desk.locator("[data-all] input").check()
    expect(desk.locator("[data-count]")).to_have_text(f"{count - 2} selected")
    # One of their own, from its page; and at the machine itself.
    phone.goto(address + "/reports/report/" + own)
    phone.locator(".head .page-menu summary").click()
    phone.get_by_role("button", name="Delete", exact=True).click()
    phone.get_by_role("button", name="Delete 1 report permanently").click()
    phone.wait_for_url("**/reports")
    here.start("report", "show", own).hears("there is no report")
    refused = here.start("report", "delete", "r0")
    refused.hears("say --yes")
    assert refused.finished() == 64
    here.start("report", "delete", "r0", "--yes").hears("deleted: 1 report")
