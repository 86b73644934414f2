"""The seed's form, filled in on a phone with mileage, weather and two pictures, sent once, and found again."""

import re

from playwright.sync_api import expect

from lab import lab
from reportslab import HERE, enter, fill, form, open_sent, png, prepare

with lab() as here:
    studio, address, link = prepare(here)
    phone = here.page("phone", geolocation=HERE, permissions=["geolocation"])
    enter(phone, link, address)
    expect(phone.locator("main")).to_contain_text("No reports yet.")
    here.look(phone, "reports-empty")
    phone.goto(address + "/reports/details")
    here.look(phone, "reports-details")
    phone.goto(address + "/reports/new")
    here.look(phone, "reports-choice")

    # Nothing is sent that lacks an answer: it is said beside the field, and the summary leads there.
    form(phone, address)
    phone.get_by_role("button", name="Send the report").click()
    expect(phone.locator("#report-summary")).to_be_focused()
    phone.get_by_role("link", name=re.compile("Job Type")).click()
    expect(phone.get_by_label("Job Type")).to_be_focused()
    expect(phone.locator("[data-field=job_type] .fault")).to_have_text("Enter an answer.")
    here.look(phone, "reports-form-faults")

    # By hand, and by themselves.
    pictures = [png(here.folder, "team.png", (90, 140, 220)), png(here.folder, "field.png", (90, 190, 110))]
    fill(phone, *pictures)
    expect(phone.locator("#report-summary")).to_be_hidden()
    expect(phone.get_by_label("Weather Conditions")).to_have_value("")
    phone.locator("#report-locate").click()
    expect(phone.get_by_label("Weather Conditions")).to_have_value("Partly Cloudy, 72°F")
    expect(phone.locator("#report-progress")).to_have_text("2 of 2 answered")

    # What is no picture is said, and not added; a third is taken away again.
    broken = here.folder / "broken.jpg"
    broken.write_bytes(b"not a picture")
    phone.locator("#report-pictures").set_input_files(str(broken))
    expect(phone.locator("#report-pictures-hint")).to_contain_text("broken.jpg")
    phone.locator("#report-pictures").set_input_files(png(here.folder, "third.png", (200, 80, 80)))
    expect(phone.locator("[data-pictures=''] li")).to_have_count(3)
    phone.get_by_role("button", name="Remove: third.png").click()
    expect(phone.locator("[data-pictures=''] li")).to_have_count(2)
    here.look(phone, "reports-form")

    # One question at a time, on this device; each is there, and none is lost.
    expect(phone.locator("#report-saved")).to_contain_text(re.compile(r"Saved \d"))
    expect(phone.locator("input[data-camera='']")).to_be_visible()
    one = phone.get_by_role("button", name="One at a time")
    one.click()
    expect(one).to_have_attribute("aria-pressed", "true")
    steps, asked = phone.locator("#report-steps"), phone.locator("form.report .section > .ask:visible")
    expect(steps).to_contain_text("Question 1 of 8")
    expect(asked).to_have_count(1)
    expect(phone.get_by_role("button", name="Send the report")).to_be_hidden()
    here.look(phone, "reports-form-one")
    for number in range(2, 9):
        # A key leads on from a line of text, and a button from any.
        if phone.evaluate("document.activeElement.matches('input:not([type=file])')"):
            phone.keyboard.press("Enter")
        else:
            steps.get_by_role("button", name="Next").click()
        expect(steps).to_contain_text(f"Question {number} of 8")
        expect(asked).to_have_count(1)
    expect(steps.get_by_role("button", name="Next")).to_be_hidden()
    expect(phone.get_by_role("button", name="Send the report")).to_be_visible()
    phone.reload()
    expect(phone.locator("form.report[data-ready]")).to_be_visible()
    expect(asked).to_have_count(1)
    # What is wrong leads to its question, wherever that is.
    phone.get_by_role("button", name="Next").click()
    phone.get_by_role("button", name="Next").click()
    expect(phone.get_by_label("Job Type")).to_be_focused()
    phone.get_by_label("Job Type").select_option("")
    for _ in range(5):
        phone.get_by_role("button", name="Next").click()
    phone.get_by_role("button", name="Send the report").click()
    phone.locator("#report-summary").get_by_role("link", name=re.compile("Job Type")).click()
    expect(phone.get_by_label("Job Type")).to_be_focused()
    phone.get_by_label("Job Type").select_option("Fall Sports")
    one.click()
    expect(phone.locator("[data-pictures=''] li")).to_have_count(2)
    expect(phone.locator("#report-progress")).to_have_text("2 of 2 answered")

    # The draft outlives the page.
    phone.reload()
    expect(phone.locator("form.report[data-ready]")).to_be_visible()
    expect(phone.get_by_label("Additional Notes")).to_have_value("Great lighting conditions")
    expect(phone.locator("[data-pictures=''] li")).to_have_count(2)
    phone.goto(address + "/reports")
    expect(phone.locator("#report-drafts")).to_contain_text("Fall Sports Daily Report")
    here.look(phone, "reports-drafts")
    phone.locator("#report-drafts a").click()
    expect(phone.locator("form.report[data-ready]")).to_be_visible()

    # What a person types stays, whatever is found out later.
    phone.get_by_label("Weather Conditions").fill("Sunny, 72°F")
    phone.get_by_role("button", name="Move up: Lincoln Elementary").click()
    expect(phone.locator("#schools-chosen li").first).to_contain_text("Lincoln")
    phone.locator("#report-locate").click()
    expect(phone.get_by_label("Weather Conditions")).to_have_value("Sunny, 72°F")

    phone.get_by_role("button", name="Send the report").click()
    expect(phone.locator(".toast")).to_contain_text("Report sent with all pictures.")
    assert phone.url == address + "/reports", phone.url
    expect(phone.locator("#sent strong")).to_have_text("Lincoln Elementary, Adams School - Marion · John Smith")
    open_sent(phone)
    report = phone.url.rsplit("/", 1)[1]
    article = phone.locator("article")
    for words in ["John Smith", "85.1 miles", "Sunny, 72°F", "Great lighting conditions", "Lincoln Elementary → Adams School - Marion"]:
        expect(article).to_contain_text(words)
    expect(article.locator("img")).to_have_count(2)
    for place in range(2):
        expect(article.locator("img").nth(place)).to_have_js_property("naturalWidth", 320)
    here.look(phone, "reports-report")

    # Found again: in the list, by searching, and as a table.
    phone.goto(address + "/reports")
    expect(phone.locator("#report-drafts")).to_be_empty()
    expect(phone.locator("ul.rows li")).to_have_count(1)
    # What is found follows what is typed, and the address with it.
    phone.fill("#q", "lincoln")
    phone.wait_for_url("**/reports?q=lincoln")
    expect(phone.locator("ul.rows li")).to_have_count(1)
    expect(phone.locator("#report-told")).to_have_text("1 report · 2 pictures")
    expect(phone.locator("#report-filters .chip", has_text="lincoln")).to_be_visible()
    here.look(phone, "reports-list")
    phone.fill("#q", "nowhere")
    expect(phone.locator("main")).to_contain_text("No reports match.")
    expect(phone.locator("#q")).to_be_focused()
    phone.goto(address + "/reports")
    phone.locator(".downloads summary").click()
    here.look(phone, "reports-downloads")
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Save as CSV").click()
    table = download.value.path().read_bytes().decode("utf-8")
    assert table.startswith("\ufeff\"Date\"") and '"Job Type","Round Trip Mileage","Weather Conditions","Additional Notes"' in table, table
    assert '"Fall Sports","85.1 miles","Sunny, 72°F","Great lighting conditions"' in table and report in table, table
    here.start("report", "export", "--out", str(here.folder / "all.csv")).hears("1 report")
    assert (here.folder / "all.csv").read_bytes().decode("utf-8") == table
    here.start("report", "list").hears("Fall Sports Daily Report")
    here.start("report", "show", report).hears('"timestamp"')

    # On a tablet and a desk, and from right to left.
    state = phone.context.storage_state()
    for size, language in [("tablet", "en"), ("desk", "en"), ("phone", "he"), ("desk", "ar")]:
        page = here.page(size, language, storage_state=state)
        for path, name in [("/reports", "list"), ("/reports/new/fall_sports_template", "form"), (f"/reports/report/{report}", "report")]:
            page.goto(address + path)
            if name == "form":
                expect(page.locator("form.report[data-ready]")).to_be_visible()
            here.look(page, f"reports-{name}-{size}-{language}")

    # By keys alone.
    desk = here.page("desk", storage_state=state)
    desk.goto(address + "/reports/new/fall_sports_template")
    expect(desk.locator("form.report[data-ready]")).to_be_visible()
    desk.locator("#school-choice").focus()
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    expect(desk.locator("#schools-chosen li")).to_have_count(1)
    expect(desk.locator("#school-choice")).to_be_focused()
    desk.get_by_label("Job Type").focus()
    desk.keyboard.type("Team")
    desk.keyboard.press("Tab")
    expect(desk.get_by_label("Job Type")).to_have_value("Team Photos")
    desk.get_by_role("button", name="Send the report").focus()
    desk.keyboard.press("Enter")
    open_sent(desk)

    # A field of each type, what is wrong in words, and numbers as the reader writes them.
    german = here.page("phone", "de", storage_state=state, geolocation=HERE, permissions=["geolocation"])
    german.goto(address + "/reports/new/everything")
    expect(german.locator("form.report[data-ready]")).to_be_visible()
    here.look(german, "reports-everything")
    for label, value, fault in [("Hours", "zwei", "Geben Sie eine Zahl ein"), ("Contact", "anna@", "E-Mail"), ("Phone", "12", "10 Ziffern")]:
        field = german.get_by_label(label)
        field.fill(value)
        field.press("Tab")
        expect(german.locator(".ask", has=field).locator(".fault")).to_contain_text(fault)
    # What may be thousands or a fraction is asked back, after a reload too; either convention is read otherwise.
    hours = german.get_by_label("Hours")
    for typed in ("1.234", "1,234"):
        hours.fill(typed)
        hours.press("Tab")
        expect(german.locator(".ask", has=hours).locator(".fault")).to_contain_text("1234 oder 1,2340")
    expect(hours).to_have_value("1,234")
    german.get_by_label("Parking").fill("1.234,56")
    german.get_by_label("Parking").press("Tab")
    expect(german.get_by_label("Parking")).to_have_value("1.234,56")
    hours.fill("1,2340")
    hours.press("Tab")
    expect(german.locator(".ask", has=hours).locator(".fault")).to_have_text("")
    german.get_by_label("Hours").fill("2,5")
    german.get_by_label("Parking").fill("12,50")
    expect(german.get_by_label("Paid")).to_have_value("62,5")
    german.get_by_label("Contact").fill("anna@example.org")
    german.get_by_label("Phone").fill("(555) 123-4567")
    german.get_by_label("Backup made").check()
    for option in ("Gym", "Studio"):
        german.locator("[data-field=multiselect]").get_by_label(option).check()
    german.locator("[data-field=radio]").get_by_label("Field").check()
    german.locator("input[data-for=file]").set_input_files(pictures[0])
    expect(german.locator("[data-pictures=file] li")).to_have_count(1)
    german.locator("[data-field=location] button").click()
    expect(german.get_by_label("Entrance")).to_have_value("37.730700,-88.933100")
    expect(german.locator("[data-field=photo_count] input")).to_have_value("1")
    here.look(german, "reports-everything-filled")
    german.get_by_role("button", name="Bericht senden").click()
    open_sent(german)
    expect(german.locator("article dd", has=german.locator("data.quantity"))).to_have_text("2,5")
    for words in ["62,5", "12,50", "Gym, Studio", "37.730700,-88.933100", "anna@example.org"]:
        expect(german.locator("article")).to_contain_text(words)
    here.look(german, "reports-everything-sent")
