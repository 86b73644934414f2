"""A browser that several people use: whatever page is the first after a change of person, online and off, it shows nothing of the one
before; neither do what the browser keeps, its own cache, its history, nor other tabs."""

from playwright.sync_api import expect

from lab import PATIENCE, join, lab, lands, sign_out, so
from reportslab import prepare
from traininglab import Line, PICTURES, invited, publish

SECRET = "Only Anna may read this"

# All that is kept on the device, with the mark of whom it was answered to; texts as they are.
DEVICE = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      const isText = /text|json/.test(answer.headers.get('Content-Type') || '');
      found.push([new URL(request.url).pathname, answer.headers.get('X-Booth-Person') || '', isText ? await answer.text() : '']);
    }
  }
  return found; }"""

# A picture, by whatever way a browser may have it at hand.
TAKEN = """async (address) => {
  const ways = { plain: {}, kept: { cache: 'force-cache' }, only: { cache: 'only-if-cached', mode: 'same-origin' } };
  const got = [];
  for (const [name, way] of Object.entries(ways)) {
    try { const answer = await fetch(address, way); if (answer.ok && (await answer.blob()).type.startsWith('image/')) got.push(name); } catch { /* It is not there. */ }
  }
  return got; }"""


def cookie_of(page):
    (own,) = [one for one in page.context.cookies() if one["name"] == "booth_studio"]
    return own["value"]


def becomes(page, address, value):
    """Another person's place, or none, without any page: as after a link that was followed elsewhere, or an end of a session."""
    page.context.clear_cookies(name="booth_studio")
    if value:
        page.context.add_cookies([{"name": "booth_studio", "value": value, "url": address, "httpOnly": True, "sameSite": "Strict"}])


def shows_nothing(page, what):
    assert SECRET not in page.content(), f"{what}: {page.url} shows what another person was sent"
    assert not page.evaluate("[...document.images].some((i) => /training\\/pictures/.test(i.src) && i.naturalWidth > 0)"), f"{what}: {page.url} shows a picture"


def looks(page, address, critique, pictures):
    """Anna looks at what is hers, until all of it is on the device."""
    for path in ("/training", critique, "/reports"):
        page.goto(address + path)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(address + critique)
    so(page, "Boolean(navigator.serviceWorker.controller)")
    expect(page.locator("dialog[open] .notes")).to_have_text(SECRET)
    page.evaluate("(list) => Promise.all(list.map((one) => fetch(one).then((answer) => answer.blob()))).then(() => true)", pictures)
    so(page, f"""(async () => {{ const kept = await caches.open('booth-kept');
      for (const path of {[critique, critique + "?part=1", *pictures]!r}) if (!(await kept.match(path))) return false;
      return true; }})()""")


def sleeps(page):
    """The browser ends the service worker, as it does with any that has had nothing to do for a while."""
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    session.detach()


def is_all_gone(page, mark, what):
    for path, person, text in page.evaluate(DEVICE):
        assert person != mark and SECRET not in text, f"{what}: {path} of another person is on the device"


with lab() as here:
    studio, address, link = prepare(here)
    line = Line(address)
    admin = here.page("desk")
    join(admin, link)
    mia = invited(here, admin, address, "Mia", "manager", "desk")
    # The first photographer is whom Mia writes to.
    anna = invited(here, admin, address, "Anni", "photographer", "phone", at=line.address)
    publish(mia, address, PICTURES[:1], SECRET)
    critique = mia.url.replace(address, "")
    ben = invited(here, admin, address, "Ben", "photographer", "phone")
    marks = {"anna": cookie_of(anna), "ben": cookie_of(ben), "": ""}

    page = here.page("phone")
    for one in (page, anna):
        one.expected += [r"ERR_", r"Failed to load", r"Failed to fetch", r"40[134]"]
    page.goto(line.address + "/offline")
    becomes(page, line.address, marks["anna"])
    page.goto(line.address + critique)
    pictures = page.evaluate("[...new Set([...document.querySelectorAll('.strip a[data-picture]')].flatMap((a) => [a.dataset.picture, a.querySelector('img').getAttribute('src')]))]")
    assert len(pictures) == 2, pictures
    mark = page.evaluate("document.body.dataset.person")

    first = [
        "/", "/booth", "/training", critique, *pictures, "/training/newest", "/training/team", "/reports", "/photos", "/places", "/account",
        "/people", "/sign-in", "/join/none", "/nowhere",
    ]
    after = [critique, "/training", *pictures, "/training/newest", critique + "?part=1"]
    rounds = 0
    for place, path in enumerate(first):
        for person in ("ben", ""):
            what = f"{person or 'no person'}, {path} first"
            becomes(page, line.address, marks["anna"])
            looks(page, line.address, critique, pictures)
            if (place + bool(person)) % 2:
                page.goto("about:blank")
                sleeps(page)
            becomes(page, line.address, marks[person])
            page.goto(line.address + path)
            # Everybody in the organisation may open a critique by its address; it is Ben's own page then, and kept for him.
            isOpened = bool(person) and path in (critique, *pictures)
            if not isOpened:
                if page.evaluate("document.contentType") == "text/html":
                    shows_nothing(page, what)
                assert person or page.evaluate(TAKEN, pictures[0]) == [], what
            line.cut()
            for next in after:
                page.goto(line.address + next)
                assert page.evaluate("document.body.dataset.person || ''") != mark, f"{what}: {page.url} is another person's"
                if not isOpened:
                    shows_nothing(page, what + ", offline")
            if not isOpened:
                expect(page.locator("h1")).to_have_text("You are offline")
                for picture in pictures:
                    assert page.evaluate(TAKEN, picture) == [], f"{what}: {picture}"
            for owner, text in ((owner, text) for _, owner, text in page.evaluate(DEVICE)):
                assert owner != mark and (isOpened or SECRET not in text), f"{what}: something of another person is on the device"
            line.mend()
            rounds += 1
    print(f"another person: {len(first)} pages first, {rounds} changes, {rounds * len(after)} pages without a network: nothing of the person before")

    # Back in the history, and in a tab that was left open.
    becomes(page, line.address, marks["anna"])
    looks(page, line.address, critique, pictures)
    page.goto(line.address + pictures[0])
    page.goto(line.address + "/training")
    so(page, f"document.body.dataset.person === {mark!r}")
    becomes(page, line.address, marks["ben"])
    other = page.context.new_page()
    here.watch(other)
    other.expected += page.expected
    other.goto(line.address + "/account")
    # It is loaded anew.
    expect(page.locator("body")).not_to_have_attribute("data-person", mark)
    page.wait_for_load_state()
    shows_nothing(page, "the tab that was left open")
    line.cut()
    page.go_back()
    assert page.evaluate("document.contentType") == "text/html", "the history shows a picture of another person"
    shows_nothing(page, "back in the history, offline")
    other.goto(line.address + critique)
    shows_nothing(other, "in another tab, offline")
    is_all_gone(other, mark, "after a tab that was left open")
    line.mend()
    other.close()

    # A session that ended while the studio could not be reached: what is kept is not shown after its end, and is deleted.
    becomes(page, line.address, marks["anna"])
    looks(page, line.address, critique, pictures)
    left = page.evaluate("""async () => {
      const cache = await caches.open('booth-kept'), note = await cache.match('/kept-for');
      const left = Number(note.headers.get('X-Booth-Until')) - Date.now();
      await cache.put('/kept-for', new Response(await note.text(), { headers: { 'X-Booth-Until': String(Date.now() - 1000) } }));
      return left; }""")
    assert 13 * 86_400_000 < left <= 14 * 86_400_000, left
    page.goto("about:blank")
    sleeps(page)
    line.cut()
    for next in after:
        page.goto(line.address + next)
        shows_nothing(page, "after the end of a session, offline")
    expect(page.locator("h1")).to_have_text("You are offline")
    expect(page.locator("[data-kept] a")).to_have_count(0)
    is_all_gone(page, mark, "after the end of a session")
    line.mend()

    # A one-time link, followed where Anna is still signed in; and the form of a sign-in, which she left open.
    becomes(page, line.address, marks["anna"])
    looks(page, line.address, critique, pictures)
    admin.goto(address + "/people")
    admin.fill("#invite-name", "Cleo")
    admin.select_option("#invite-standing", "photographer")
    admin.get_by_role("button", name="Create invitation link").click()
    page.goto(admin.locator("#link").input_value().replace(address, line.address))
    expect(page.locator("body")).not_to_contain_text("Anni")
    is_all_gone(page, mark, "on the page of the link")
    page.fill("#name", "cleo@example.org")
    page.fill("#shown", "Cleo")
    page.fill("#password", "a long password")
    page.fill("#again", "a long password")
    page.click("form button")
    lands(page)
    line.cut()
    for next in after:
        page.goto(line.address + next)
        shows_nothing(page, "after a one-time link, offline")
    is_all_gone(page, mark, "after a one-time link")
    line.mend()
    page.goto(line.address + "/account")
    sign_out(page)
    page.wait_for_url("**/sign-in*")
    becomes(page, line.address, marks["anna"])
    page.evaluate("async (list) => { for (const one of list) await (await fetch(one)).blob(); }", [critique, *pictures])
    becomes(page, line.address, "")
    page.goto(line.address + "/sign-in")
    page.fill("#name", "ben@example.org")
    page.fill("#password", "a long password")
    page.click("form button")
    lands(page)
    line.cut()
    for next in after:
        page.goto(line.address + next)
        shows_nothing(page, "after a sign-in, offline")
    is_all_gone(page, mark, "after a sign-in")
    line.mend()
