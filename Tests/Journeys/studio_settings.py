"""Settings: one's own name and appearance, the organisation's; the sections of the navigation in one row; a sync that is not set up."""

from playwright.sync_api import expect

from lab import join, lab

with lab() as here:
    studio, address = here.studio()
    first = here.page("phone")
    first.goto(address + "/sign-in")
    expect(first.locator("main")).to_contain_text("Nobody has an account yet")
    here.look(first, "studio-first-phone")
    page = here.page("phone")
    join(page, studio.hears(r"(http://\S+/join/\S+)")[1])

    # All sections are seen whole, in two rows, and reached by keys.
    for path in ["/booth", "/places", "/people"]:
        page.goto(address + path)
        assert page.locator(".top").evaluate("e => e.getBoundingClientRect().height") < 110, path
        for box in [link.bounding_box() for link in page.locator(".top nav a").all()]:
            assert 0 <= box["x"] and box["x"] + box["width"] <= 390, (path, box)
    page.goto(address + "/booth")
    last = page.locator(".top nav a").last
    for _ in range(20):
        page.keyboard.press("Tab")
        if last.evaluate("e => e === document.activeElement"):
            break
    expect(last).to_be_focused()
    box = last.bounding_box()
    assert 0 <= box["x"] < 390, box
    page.keyboard.press("Enter")
    page.wait_for_url("**/account")

    # One's own.
    page.fill("#shown", "Anna Ami")
    page.locator("form[action='/account/name'] button").click()
    expect(page.locator("h1")).to_have_text("Anna Ami")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.select_option("#look", "dark")
    page.locator("form[action='/account/look'] button").click()
    expect(page.locator("html")).to_have_attribute("data-look", "dark")
    assert page.evaluate(paper) != light
    here.look(page, "studio-account-dark-phone")

    # The organisation's.
    page.get_by_role("link", name="Settings").click()
    page.fill("#organisationName", "ארכיון ירושלים")
    page.fill("#tiles", "tiles")
    page.expected += ["422"]
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#complaint")).to_contain_text("no address of tiles")
    expect(page.locator("#organisationName")).to_have_value("ארכיון ירושלים")
    here.look(page, "studio-settings-wrong-phone")
    page.fill("#tiles", "https://tiles.example.org/{z}/{x}/{y}.png")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#said")).to_contain_text("Saved.")
    expect(page.locator(".brand")).to_have_text("ארכיון ירושלים")
    expect(page.locator("main")).to_contain_text("firebase.project")
    gap = page.evaluate("document.querySelector('form.card h2').getBoundingClientRect().top - document.querySelector('#organisationName').getBoundingClientRect().bottom")
    assert gap >= 16, f"the heading of the map stands {gap} pixels below another field"
    here.look(page, "studio-settings-phone")
    policy = page.request.get(address + "/places/map").headers["content-security-policy"]
    assert "https://tiles.example.org" in policy or "libjs-leaflet" in page.content(), policy

    # A sync that is not set up says what is missing.
    page.goto(address + "/places/transfer")
    page.get_by_role("link", name="Open the sync").click()
    expect(page.locator("main")).to_contain_text("not set up yet")
    expect(page.locator("main")).to_contain_text("firebase.email")
    here.look(page, "places-sync-missing-phone")

    # Hebrew, on a tablet and a desk.
    cookies = page.context.cookies()
    for size in ["tablet", "desk"]:
        hebrew = here.page(size, language="he")
        hebrew.context.add_cookies(cookies)
        for path, name in [("/account", "account"), ("/settings", "settings"), ("/places/transfer", "transfer"), ("/booth", "booth")]:
            hebrew.goto(address + path)
            expect(hebrew.locator("html")).to_have_attribute("dir", "rtl")
            here.look(hebrew, f"studio-{name}-he-{size}")
