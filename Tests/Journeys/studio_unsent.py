"""What was filled in beside a form that is sent, and has a button of its own, is not lost without a word."""

from playwright.sync_api import expect

from lab import join, lab, sign_out

SAID = "You have unsaved changes."

with lab() as here:
    studio, address = here.studio()
    page = here.page("phone")
    join(page, studio.hears(r"(http://\S+/join/\S+)")[1])

    # A name that was typed, and another form's button: it is asked, and nothing is sent.
    page.goto(address + "/account")
    page.fill("form[action='/account/name'] input:not([type=hidden])", "Anna Bell")
    language = page.locator("form[action='/account/language']")
    language.get_by_role("button").click()
    unsent = page.locator("form[action='/account/name'] .unsent")
    expect(unsent).to_contain_text(SAID)
    expect(unsent).to_be_focused()
    here.look(page, "unsent")
    # Saved first: both are there.
    page.locator("form[action='/account/name']").get_by_role("button", name="Save").click()
    expect(page.locator("main")).to_contain_text("Saved.")
    expect(page.locator("form[action='/account/name'] input:not([type=hidden])")).to_have_value("Anna Bell")

    # Left out: what was pressed goes on.
    page.fill("form[action='/account/name'] input:not([type=hidden])", "Somebody Else")
    page.locator("form[action='/account/language'] select").select_option("de")
    page.locator("form[action='/account/language']").get_by_role("button").click()
    expect(unsent).to_contain_text(SAID)
    unsent.get_by_role("button").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("form[action='/account/name'] input:not([type=hidden])")).to_have_value("Anna Bell")

    # Without anything beside it a form asks nothing, and signing out waits for nothing.
    page.locator("form[action='/account/language'] select").select_option("en")
    page.locator("form[action='/account/language']").get_by_role("button").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.fill("form[action='/account/name'] input:not([type=hidden])", "Somebody Else")
    sign_out(page)
    page.wait_for_url("**/sign-in*")
