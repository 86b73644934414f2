"""Guests come; a manager sees their session, checks the booth, and erases what they wish erased."""

import re

from playwright.sync_api import expect

from lab import join, lab

with lab() as here:
    booth = here.start(
        "run", "--mock-camera", "--lab", "--screen", "log", "--event", "wedding", "--gallery-port", "0", "--gallery-host",
        "127.0.0.1")
    booth.hears("scene=.?waiting for guests")
    studio, address = here.studio()
    page = here.page("phone")
    join(page, studio.hears(r"(http://\S+/join/\S+)")[1])
    state = page.locator("#now")

    page.goto(address + "/sessions")
    expect(page.locator("main")).to_contain_text("No sessions yet.")
    page.goto(address + "/booth")
    page.click("#buttons summary")
    page.click("#press-start")
    booth.hears("scene=code")
    page.goto(address + "/sessions")
    row = page.locator("li.card")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("3 photos")
    expect(row.locator("img")).to_have_js_property("naturalWidth", 320)
    expect(page.locator(".night h2")).to_contain_text("1 session")
    expect(page.locator(".night time[data-day]")).not_to_have_text(re.compile(r"^\d{4}-"))
    assert re.match(r"http://127\.0\.0\.1:\d+/s/", row.locator("a").get_attribute("href"))
    here.look(page, "studio-sessions")

    # The page of the guests opens from here.
    with page.context.expect_page() as opened:
        row.locator("a").click(modifiers=["Control"])
    opened.value.wait_for_load_state()
    assert "/s/" in opened.value.url
    opened.value.close()

    row.locator("summary").click()
    row.get_by_role("button", name="Erase permanently").click()
    expect(page.locator("#said")).to_contain_text("Session erased here")
    expect(page.locator("li.card")).to_contain_text("Erased or cancelled")
    assert page.locator("li.card a").count() == 0

    page.goto(address + "/check")
    expect(page.locator(".part").first).to_be_visible()
    # No line of the command's own, whatever the language.
    hebrew = here.page("phone", "he")
    hebrew.context.add_cookies(page.context.cookies())
    hebrew.goto(address + "/check")
    expect(hebrew.locator(".part").first).to_be_visible()
    expect(hebrew.locator("main [lang=en]")).to_have_count(0)
    hebrew.locator("#well summary").click()
    here.look(hebrew, "studio-check-he")
    hebrew.context.close()
    here.look(page, "studio-check")
    page.goto(address + "/log")
    expect(page.locator("main")).to_contain_text("journalctl")
    here.look(page, "studio-log")
