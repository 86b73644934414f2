"""People: invited by a link, each with what their role allows; passwords, places, and the end of an account."""

from playwright.sync_api import expect

from lab import join, lab, sign_out

with lab() as here:
    studio, address = here.studio()
    admin = here.page("desk")
    join(admin, studio.hears(r"(http://\S+/join/\S+)")[1])

    # A photographer is invited, comes in, and sees no people.
    admin.goto(address + "/people")
    admin.fill("#invite-name", "Ben")
    admin.get_by_role("button", name="Create invitation link").click()
    link = admin.locator("#link").input_value()
    here.look(admin, "studio-people-invited")
    admin.reload()
    assert admin.locator("#link").count() == 0, "the link is shown once"
    ben = here.page("phone", "de")
    ben.goto(link)
    expect(ben.locator("#shown")).to_have_value("Ben")
    ben.fill("#name", "Ben")
    ben.fill("#password", "kurz")
    ben.fill("#again", "kurz")
    ben.evaluate("document.querySelector('form').noValidate = true")
    ben.expected += [r"422|401|403|404"]
    ben.click("form button")
    expect(ben.locator("#complaint")).to_contain_text("zu kurz")
    here.look(ben, "studio-join-complaint")
    join(ben, link, "Ben", "ein langes Passwort")
    assert ben.locator("a[href='/people']").count() == 0
    assert ben.goto(address + "/people").status == 403
    here.look(ben, "studio-forbidden")
    assert ben.goto(link).status == 404, "a link is good once"
    assert ben.goto(address + "/nowhere").status == 404

    # A wrong password, then the right one elsewhere; that place is seen, and ended.
    other = here.page("tablet")
    other.expected += [r"401"]
    other.goto(address + "/account?x=1")
    other.wait_for_url("**/sign-in?to=*")
    other.fill("#name", "ben")
    other.fill("#password", "not this one")
    other.click("form button")
    expect(other.locator("#complaint")).to_have_text("Incorrect name or password.")
    here.look(other, "studio-sign-in-wrong")
    other.fill("#password", "ein langes Passwort")
    other.click("form button")
    other.wait_for_url("**/account?x=1")
    ben.goto(address + "/account")
    here.look(ben, "studio-account")
    assert ben.locator("form[action='/account/language'] button").is_hidden(), "the choice applies at once"
    ben.select_option("#language", "ar")
    expect(ben.locator("html")).to_have_attribute("dir", "rtl")
    here.look(ben, "studio-account-ar")
    with ben.expect_navigation():
        ben.locator("form[action='/account/place'] button").click()
    other.goto(address + "/booth")
    other.wait_for_url("**/sign-in?to=*")

    # The account is ended: signed out at once, everywhere.
    admin.goto(address + "/people")
    row = admin.locator("li.person", has_text="Ben")
    assert row.bounding_box()["height"] <= 76, row.bounding_box()
    row.locator("summary").first.click()
    row.locator("input[name=shown]").fill("Ben Ami")
    row.get_by_role("button", name="Save").click()
    expect(admin.locator("#said")).to_contain_text("Saved.")
    row = admin.locator("li.person", has_text="Ben Ami")
    row.locator("summary").first.click()
    expect(row.get_by_role("button", name="Remove account")).to_be_hidden()
    row.locator("summary", has_text="Remove account").click()
    here.look(admin, "studio-people")
    row.get_by_role("button", name="Remove account").click()
    expect(admin.locator("#said")).to_contain_text("Saved.")
    ben.goto(address + "/booth")
    ben.wait_for_url("**/sign-in?to=*")

    # The last administrator stays.
    own = admin.locator("li.person", has_text="anna")
    expect(own.locator(".badge")).to_have_text("You")
    own.locator("summary").first.click()
    own.locator("summary", has_text="Remove account").click()
    own.get_by_role("button", name="Remove account").click()
    expect(admin.locator("#said")).to_contain_text("last administrator")

    # Signed out, the way back shows nothing.
    admin.goto(address + "/account")
    sign_out(admin)
    admin.wait_for_url("**/sign-in")
    admin.go_back()
    admin.reload()
    admin.wait_for_url("**/sign-in**")
