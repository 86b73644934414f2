"""Settings: one's own name and appearance, the organisation's; the sections of the navigation in one row; a sync that is not set up."""

from playwright.sync_api import expect

from lab import join, lab

with lab() as here:
    studio, address = here.studio()
    first = here.page("phone")
    first.goto(address + "/sign-in")
    expect(first.locator("main")).to_contain_text("There are no accounts yet.")
    here.look(first, "studio-first-phone")
    page = here.page("phone")
    join(page, studio.hears(r"(http://\S+/join/\S+)")[1])

    # On a phone five entries are in a bar at the lower edge, the others in a menu of it; keys reach all of them, and the account.
    seen = "els => els.filter((e) => e.checkVisibility()).map((e) => e.textContent.trim())"
    for path in ["/booth", "/places", "/people"]:
        page.goto(address + path)
        assert page.locator(".top").bounding_box()["height"] < 60, path
        for entry in [entry for entry in page.locator(".sections > ul a, .sections summary").all() if entry.is_visible()]:
            box = entry.bounding_box()
            assert 0 <= box["x"] and box["x"] + box["width"] <= 390 and box["height"] >= 44 and box["y"] + box["height"] <= 844, (path, box)
        assert len(page.locator(".sections > ul a").evaluate_all(seen)) == 4, path
    page.goto(address + "/booth")
    page.locator(".more > summary").focus()
    page.keyboard.press("Enter")
    assert page.locator(".more a").evaluate_all(seen) == ["Photos", "Then & now", "People"]
    here.look(page, "studio-more-phone")
    page.keyboard.press("Escape")
    expect(page.locator(".more a").first).to_be_hidden()
    expect(page.locator(".more > summary")).to_be_focused()
    # A click elsewhere closes it, too.
    page.locator(".more > summary").click()
    page.locator("#main").click(position={"x": 4, "y": 4})
    expect(page.locator(".more a").first).to_be_hidden()
    desk = here.page("desk")
    desk.context.add_cookies(page.context.cookies())
    desk.goto(address + "/people")
    assert desk.locator(".sections a").evaluate_all(seen) == [
        "Home", "Booth", "Training", "Reports", "Photos", "Then & now", "People"]
    expect(desk.locator(".sections > ul a[aria-current]")).to_have_text("People")
    desk.context.close()
    account = page.locator(".account > summary")
    for _ in range(20):
        page.keyboard.press("Tab")
        if account.evaluate("e => e === document.activeElement"):
            break
    expect(account).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/account")

    # One's own.
    page.fill("#shown", "Anna Ami")
    page.locator("form[action='/account/name'] button").click()
    expect(page.locator("h1")).to_have_text("Anna Ami")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.select_option("#look", "dark")
    expect(page.locator(".toast")).to_have_text("Saved.")
    expect(page.locator("html")).to_have_attribute("data-look", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-look", "dark")
    assert page.evaluate(paper) != light
    here.look(page, "studio-account-dark-phone")

    # The organisation's.
    page.locator("main").get_by_role("link", name="Settings").click()
    page.fill("#organisationName", "ארכיון ירושלים")
    page.fill("#tiles", "tiles")
    page.expected += ["422"]
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#complaint")).to_contain_text("Enter an address that begins with https:// and contains {z}, {x} and {y}.")
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
    page.get_by_role("link", name="Open sync").click()
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
