"""An administrator comes in by the one-time link, sees the running booth and what its guests see, and pauses it."""

import re

from playwright.sync_api import expect

from lab import SIZES, join, lab



def shown(page):
    """A picture of the booth's screen stands on the page."""
    expect(page.locator("#screen")).to_have_attribute("src", re.compile("^blob:"))


with lab() as here:
    booth = here.booth()
    studio, address = here.studio()
    link = studio.hears(r"(http://\S+/join/\S+)")[1]

    page = here.page("phone")
    page.goto(address)
    page.wait_for_url("**/sign-in")
    here.look(page, "studio-sign-in")
    page.goto(link)
    here.look(page, "studio-join")
    join(page, link)
    page.get_by_role("link", name="Open booth").click()

    # What the guests see: a picture that came from the booth.
    shown(page)
    expect(page.locator("#screen")).to_have_js_property("naturalWidth", 768)
    state = page.locator("#now")
    expect(state).to_have_text("Waiting for an event")
    # One sentence says what is to be done, and its button leads there.
    expect(page.locator("#health")).to_have_text("Guests can start as soon as you choose an event.")
    here.look(page, "studio-booth-choose")
    page.get_by_role("link", name="Choose an event").click()
    expect(page.locator("#event")).to_be_in_viewport()

    # An event, pause, go on: each is seen at the booth and comes back by itself.
    page.select_option("#event", "jerusalem")
    page.get_by_role("button", name="Use this event").click()
    expect(state).to_have_text("Ready for guests")
    page.click("#pause")
    booth.hears("paused|scene=out of service|scene=.*pause")
    expect(page.locator("#said")).to_have_text("The booth is paused.")
    expect(state).to_have_text("Paused")
    here.look(page, "studio-booth-paused")
    page.click("#resume")
    expect(state).to_have_text("Ready for guests")

    # A guest presses start; the page follows by itself.
    page.click("#buttons summary")
    page.click("#press-start")
    expect(state).to_have_text("Taking photos")
    expect(page.locator("#buttons")).to_have_attribute("open", "")
    here.look(page, "studio-booth-capture")
    page.click("#press-cancel")
    page.click("#press-cancel")

    # In every size and from right to left.
    cookies = page.context.cookies()
    for size in SIZES:
        for language in ("en", "he"):
            other = here.page(size, language)
            other.context.add_cookies(cookies)
            other.goto(address + "/booth")
            shown(other)
            assert other.evaluate("document.documentElement.dir") == ("rtl" if language == "he" else "ltr")
            here.look(other, f"studio-booth-{size}-{language}")
            other.context.close()

    # By keyboard alone: the skip link, then on to the pause button.
    keys = here.page("desk")
    keys.context.add_cookies(cookies)
    keys.goto(address + "/booth")
    keys.keyboard.press("Tab")
    assert keys.evaluate("document.activeElement.className") == "skip"
    keys.keyboard.press("Enter")
    for _ in range(30):
        keys.keyboard.press("Tab")
        if keys.evaluate("document.activeElement.id") in ("pause", "resume"):
            break
    assert keys.evaluate("document.activeElement.id") in ("pause", "resume")

    # The booth ends: the page says so. The studio ends: the page says that, and comes back by itself.
    page.expected += [r"503", r"ERR_", r"Failed to load resource"]
    keys.context.close()
    booth.end()
    expect(state).to_have_text("The booth is not running")
    expect(page.locator("#screen")).to_have_count(0)
    expect(page.locator(".brand")).to_have_text("Booth")
    here.look(page, "studio-booth-gone")
    port = address.rsplit(":", 1)[1]
    studio.end()
    expect(page.locator("#lost")).to_have_text("Connection lost. Reconnecting…")
    here.studio(port)
    expect(page.locator("#lost")).to_be_hidden()
    expect(state).to_have_text("The booth is not running")
