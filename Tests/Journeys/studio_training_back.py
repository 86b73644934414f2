"""What is shared with a photographer can be taken back for ten seconds: on its page, on another one after it was left, and in another
tab. What was taken back is as it was, and is shared when it is sent again."""

from playwright.sync_api import expect

from lab import join, lab
from traininglab import PICTURES, invited

BACK = "Undo"


def chosen(page, address, notes):
    page.goto(address + "/training/new")
    page.locator("#photographer").select_option(label="Dana")
    page.check("input[value=example]")
    page.fill("#notes", notes)
    page.set_input_files("#files", PICTURES[:2])
    expect(page.locator("#picked .quiet", has_text="Ready")).to_have_count(2)


def is_as_it_was(page, notes):
    expect(page.locator("#picked li")).to_have_count(2)
    expect(page.locator("#notes")).to_have_value(notes)
    expect(page.locator("#photographer option:checked")).to_have_text("Dana")
    expect(page.locator("#publish-back")).to_be_hidden()


def shared(page):
    page.click("#send")
    page.wait_for_url("**/training/critiques/*")
    expect(page.locator(".counter")).to_have_text("1 of 2")


with lab() as here:
    studio, address = here.studio()
    admin = here.page("desk")
    join(admin, studio.hears(r"(http://\S+/join/\S+)")[1])
    invited(here, admin, address, "Dana", "photographer", "phone")
    mara = invited(here, admin, address, "Mara", "manager", "phone")

    # On its page: by the keyboard, as the button has the focus.
    chosen(mara, address, "Too early")
    mara.click("#send")
    expect(mara.locator("#publish-state")).to_contain_text("Sharing in 10 seconds")
    expect(mara.locator("#publish-back button")).to_be_focused()
    here.look(mara, "training-held")
    mara.keyboard.press("Enter")
    expect(mara.locator("#publish-state")).to_have_text("Undone. It was not shared, and you can still edit it.")
    expect(mara.locator("#send")).to_be_focused()
    is_as_it_was(mara, "Too early")
    mara.fill("#notes", "In time")
    shared(mara)
    expect(mara.locator("main")).to_contain_text("In time")

    # Left at once: any page of the training offers it, and leads back to what was written.
    chosen(mara, address, "Left at once")
    mara.click("#send")
    expect(mara.locator("#publish-back")).to_be_visible()
    mara.goto(address + "/training/team")
    mara.locator("#training-held").get_by_role("button", name=BACK).click()
    mara.wait_for_url("**/training/new")
    is_as_it_was(mara, "Left at once")

    # In another tab: the page from which it was shared hears it.
    mara.click("#send")
    expect(mara.locator("#publish-back")).to_be_visible()
    other = mara.context.new_page()
    here.watch(other)
    other.goto(address + "/training/team")
    expect(other.locator("#training-held")).to_be_hidden()
    other.close()
    mara.locator("#publish-back button").click()
    is_as_it_was(mara, "Left at once")
    shared(mara)
