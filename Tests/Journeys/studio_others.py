"""A booth elsewhere, operated from here: let in by a link of its own studio, watched, paused, and no longer let in."""

import signal

from playwright.sync_api import expect

from lab import Program, join, lab, lands


def sign_in(page, address):
    page.goto(address + "/sign-in")
    page.fill("#name", "anna@example.org")
    page.fill("#password", "a long password")
    page.click("form button")
    lands(page)


with lab() as here:
    # Elsewhere: a booth, and the studio beside it.
    there = here.folder / "there"
    booth = Program(
        "run", "--mock-camera", "--screen", "log", "--event", "wedding", "--gallery-port", "0", "--gallery-host", "127.0.0.1",
        data=there)
    studio = Program("studio", "--listen", "127.0.0.1:0", data=there)
    here.programs += [booth, studio]
    booth.hears(r"scene=.?waiting for guests")
    theirs = studio.hears(r"studio: (http://\S+)")[1]
    operator = here.page("desk")
    join(operator, studio.hears(r"(http://\S+/join/\S+)")[1])
    operator.goto(theirs + "/people")
    operator.select_option("#invite-standing", "photographer")
    operator.get_by_role("button", name="Create invitation link").click()
    link = operator.locator("#link").input_value()

    own, address = here.studio(BOOTH_STUDIO_BOOTHS_HERE="on")
    page = here.page("phone")
    join(page, own.hears(r"(http://\S+/join/\S+)")[1])
    page.goto(address + "/booths")
    expect(page.locator("main")).to_contain_text("No other booths yet.")
    page.fill("#name", "East hall")
    page.fill("#link", "http://127.0.0.1:1/join/nothing-there")
    page.get_by_role("button", name="Add a booth").click()
    expect(page.locator("#said")).to_contain_text("No studio accepted this link")
    # A studio that is slow for the moment gets the same link again, as the page says: it goes on where it was.
    for _ in range(10):
        page.fill("#name", "East hall")
        page.fill("#link", link)
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.get_by_role("button", name="Add a booth").click()
        page.wait_for_load_state()
        if page.locator("li.card").count():
            break
    expect(page.locator("li.card")).to_contain_text("East hall")
    here.look(page, "studio-others")

    page.get_by_role("link", name="East hall").click()
    expect(page.locator("h1")).to_have_text("East hall")
    state = page.locator("#now")
    expect(state).to_contain_text("guests")
    page.wait_for_selector("#screen[src^='blob:']")
    here.look(page, "studio-other-booth")
    page.click("#pause")
    booth.hears("scene=.?paused")
    expect(state).to_contain_text("aused")
    page.click("#resume")
    booth.hears("scene=.?waiting for guests")
    # What the link's role does not allow, is not done from here.
    assert page.locator("#shutdown").count() == 1
    page.locator("summary", has_text="Shut").click()
    page.click("#shutdown")
    expect(page.locator("#said")).to_contain_text("does not have permission")
    page.click("#booth-menu > summary")
    page.get_by_role("link", name="Sessions").last.click()
    expect(page.locator("main")).to_contain_text("No sessions yet.")
    page.goto(address + "/booth")
    expect(page.locator("#now")).to_contain_text("not running")

    # All booths: this machine has none, and that one is there without a broker. It stops, and its machine goes away.
    page.goto(address + "/booths")
    page.get_by_role("link", name="All booths").click()
    expect(page.locator(".fleet tbody tr")).to_have_count(1)
    expect(page.locator(".fleet")).to_contain_text("Ready for guests")
    expect(page.locator("#state")).to_contain_text("No booth needs attention.")
    here.look(page, "studio-fleet-network")
    booth.end(signal.SIGKILL)
    expect(page.locator(".fleet")).to_contain_text("Not running")
    here.look(page, "studio-fleet-stopped")

    # The page says so, and its own studio is as it was.
    studio.end()
    expect(page.locator(".fleet")).to_contain_text("Not reachable")
    page.get_by_role("link", name="East hall").click()
    expect(page.locator("main")).to_contain_text("The booth is not responding correctly")
    page.goto(address + "/booths")
    page.get_by_role("link", name="East hall").click()
    expect(page.locator("main")).to_contain_text("The booth is not responding correctly")
    page.goto(address + "/booths")
    page.locator("summary", has_text="Remove").click()
    page.get_by_role("button", name="Remove East hall").click()
    expect(page.locator("main")).to_contain_text("No other booths yet.")
