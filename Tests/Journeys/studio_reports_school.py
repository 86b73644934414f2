"""A school that is chosen but not added is asked about before a report is sent: at once, after a reload, and without a network. What
follows the schools is of those that are sent."""

import re

from playwright.sync_api import expect

from lab import lab
from reportslab import enter, form, kept, open_sent, prepare

CUT = [r"ERR_INTERNET_DISCONNECTED", r"ERR_CONNECTION", r"ERR_FAILED"]
ASKED = "Adams School - Marion is selected but not added yet."


def begun(page, address):
    form(page, address)
    page.get_by_label("Job Type").select_option("Fall Sports")
    page.select_option("#school-choice", "adams")
    expect(page.locator("#report-kept")).to_contain_text("Saved on this device")


def send(page):
    page.get_by_role("button", name="Send the report").click()


def is_asked(page):
    """Nothing is on its way, and the question stands beside the field."""
    expect(page.locator("#school-asked .fault")).to_have_text(ASKED)
    expect(page.locator("#report-summary")).to_contain_text(ASKED)
    expect(page.locator("#report-back")).to_be_hidden()
    expect(page.locator("form.report")).not_to_have_attribute("aria-busy", "true")


def arrived(page, *schools):
    open_sent(page)
    for school in schools:
        expect(page.locator("article")).to_contain_text(school)
    return page.locator("article").inner_text()


with lab() as here:
    studio, address, link = prepare(here)
    phone = here.page("phone")
    enter(phone, link, address)

    # Added when it is asked, with its mileage before anything is sent.
    begun(phone, address)
    send(phone)
    is_asked(phone)
    here.look(phone, "reports-school-asked")
    phone.get_by_role("link", name=re.compile("selected but not added")).click()
    expect(phone.get_by_role("button", name="Add school")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.locator("#schools-chosen li")).to_have_count(1)
    expect(phone.locator("#school-asked")).to_be_hidden()
    expect(phone.locator("#report-summary")).to_be_hidden()
    expect(phone.get_by_label("Round Trip Mileage")).to_have_value(re.compile(r"^[1-9][0-9.]* miles$"))
    way = phone.get_by_label("Round Trip Mileage").input_value()
    send(phone)
    assert way in arrived(phone, "Adams School - Marion"), way

    # After a reload it is asked as well; left out, the report has none.
    begun(phone, address)
    phone.reload()
    expect(phone.locator("form.report[data-ready]")).to_be_visible()
    expect(phone.locator("#school-choice")).to_have_value("adams")
    send(phone)
    is_asked(phone)
    phone.get_by_role("button", name="Do not add").click()
    expect(phone.locator("#school-choice")).to_have_value("")
    send(phone)
    assert "Adams" not in arrived(phone)

    # Added and sent in one breath: the way is that of the schools.
    begun(phone, address)
    phone.get_by_role("button", name="Add", exact=True).click()
    send(phone)
    assert way in arrived(phone, "Adams School - Marion"), way

    # Taken out again, the way is not that of before.
    begun(phone, address)
    phone.get_by_role("button", name="Add", exact=True).click()
    expect(phone.get_by_label("Round Trip Mileage")).to_have_value(way)
    phone.get_by_role("button", name="Remove: Adams School - Marion").click()
    expect(phone.get_by_label("Round Trip Mileage")).not_to_have_value(way)

    # Without a network: asked, added, and filled in by the studio when it arrives.
    begun(phone, address)
    phone.context.set_offline(True)
    phone.expected += CUT
    send(phone)
    is_asked(phone)
    phone.get_by_role("button", name="Add school").click()
    expect(phone.locator("#schools-chosen li")).to_have_count(1)
    send(phone)
    expect(phone.locator("#report-back")).to_be_visible()
    phone.context.set_offline(False)
    assert way in arrived(phone, "Adams School - Marion"), way

    # The way stands as the reader's language writes numbers, and is kept as the apps read it.
    german = here.page("phone", "de", storage_state=phone.context.storage_state())
    german.goto(address + "/reports/new/fall_sports_template")
    expect(german.locator("form.report[data-ready]")).to_be_visible()
    german.get_by_label("Job Type").select_option("Fall Sports")
    german.select_option("#school-choice", "adams")
    german.get_by_role("button", name="Hinzufügen", exact=True).first.click()
    expect(german.get_by_label("Round Trip Mileage")).to_have_value(way.replace(".", ","))
    kept(german, mileage_calc=way)
    german.get_by_role("button", name="Bericht senden").click()
    assert way.replace(".", ",") in arrived(german, "Adams School - Marion")
