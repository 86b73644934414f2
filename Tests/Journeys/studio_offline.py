"""The studio goes away: pages that are not kept say so, and open when it is back; who is signed out meanwhile sees the door."""

from playwright.sync_api import expect

from lab import join, lab, lands

# What a browser says of a studio that is away: also of the page's own question who is signed in, which its worker passes on.
AWAY = r"ERR_CONNECTION_REFUSED|ERR_FAILED \(http://[^ ]*/session\)"


def settled(page):
    """The pages that came before the worker have been asked for once more: a studio that ends meanwhile cuts them off, and the browser says it."""
    page.wait_for_function("JSON.parse(sessionStorage.getItem('booth-early') || '{}').pages?.length === 0")


with lab() as here:
    studio, address = here.studio()
    port = address.rsplit(":", 1)[1]
    page = here.page("phone")
    page.expected.append(AWAY)
    join(page, studio.hears(r"(http://\S+/join/\S+)")[1])
    page.goto(address + "/account")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    assert page.evaluate("Boolean(navigator.serviceWorker.controller)")
    settled(page)

    studio.end()
    page.goto(address + "/account")
    expect(page.locator("h1")).to_have_text("You are offline")
    here.look(page, "studio-offline")
    studio, _ = here.studio(port)
    page.reload()
    expect(page.locator("h1")).to_have_text("Anna")

    # Hebrew, on a tablet.
    other = here.page("tablet", "he")
    other.expected.append(AWAY)
    other.goto(address + "/sign-in")
    other.fill("#name", "anna@example.org")
    other.fill("#password", "a long password")
    other.click("form button")
    lands(other)
    other.evaluate("navigator.serviceWorker.ready.then(() => true)")
    other.goto(address + "/people")
    settled(other)
    studio.end()
    other.goto(address + "/people")
    expect(other.locator("html")).to_have_attribute("dir", "rtl")
    here.look(other, "studio-offline-he")
