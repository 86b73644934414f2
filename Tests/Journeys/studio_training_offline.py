"""Without a network: the newest hundred with their pictures, and what was opened in full; what was deleted meanwhile, and who may not
look any more, when it is back."""

import time

from playwright.sync_api import expect

from lab import PATIENCE, join, lab
from traininglab import Line, PICTURES, invited, many, publish, so

KEPT = """async () => { const names = (await (await caches.open('booth-kept')).keys()).map((r) => new URL(r.url).pathname + new URL(r.url).search);
  return names; }"""


def until(page, condition, what):
    """Waits for something in what is kept."""
    end = time.monotonic() + 60
    while not condition(page.evaluate(KEPT)):
        assert time.monotonic() < end, f"{what}: {page.evaluate(KEPT)}"
        page.wait_for_timeout(100)


def scrolled(page):
    """Everything that comes by while a person scrolls to the end, and which of it has no picture."""
    seen, bare = [], set()
    page.evaluate("scrollTo(0, 0)")
    end = time.monotonic() + 4 * PATIENCE / 1000
    while time.monotonic() < end:
        # Two frames, and the pictures of what is on the screen, are waited for: a picture of the device takes a moment, too.
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => true)")
        until = min(end, time.monotonic() + PATIENCE / 1000)
        while True:
            found = page.evaluate(
                """[...document.querySelectorAll('.cards li[data-id]')].map((e) => [e.dataset.id, e.querySelector('img')?.naturalWidth > 0,
                     e.getBoundingClientRect().bottom > 0 && e.getBoundingClientRect().top < innerHeight])""")
            if all(there or not isOn for _, there, isOn in found) or time.monotonic() > until:
                break
            page.wait_for_timeout(50)
        for name, there, isOn in found:
            if isOn and name not in seen:
                seen.append(name)
            if isOn and not there:
                bare.add(name)
        if page.evaluate("scrollY + innerHeight >= document.documentElement.scrollHeight - 2"):
            break
        page.mouse.wheel(0, 300)
    return seen, bare


def marked(manager, ident, mark):
    """A pin on the second picture."""
    assert manager.evaluate("""async ([ident, mark]) => {
      const token = document.querySelector('[data-gallery]').dataset.token;
      const pin = { id: mark, shape: 'pin', points: [0.5, 0.5], colour: '#ff0000', note: mark };
      const none = { add: [], remove: [] };
      return (await fetch('/training/critiques/' + ident + '/marks', { method: 'POST', headers: { 'X-Booth-Token': token, 'X-Booth-Part': '1' },
        body: JSON.stringify({ pictures: [none, { add: [pin], remove: [] }, none] }) })).status; }""", [ident, mark]) == 200


def changed_under_her_eyes(here, manager, dana, link, ident):
    """What is kept of a critique is shown at once; where it is another one by now, she stays where she looks."""
    manager.goto(manager.url.split("#")[0])
    marked(manager, ident, "second")
    manager.goto(link + "/edit")
    manager.fill("#notes", "Other notes by now")
    manager.get_by_role("button", name="Save").click()
    manager.wait_for_url("**/critiques/" + ident)
    # The studio's answer comes when she has looked for a while.
    dana.evaluate("""() => { const own = window.fetch;
      window.fetch = async (to, how) => {
        if (String(to).includes('/critiques/')) await new Promise((done) => { window.arrive = done; });
        return own(to, how); }; }""")
    dana.locator(f"li[data-id='{ident}'] a").click()
    expect(dana.locator("dialog[open] .notes")).to_have_text("Three of them")
    dana.keyboard.press("ArrowRight")
    expect(dana.locator("dialog[open] .counter")).to_have_text("2 of 3")
    so(dana, "document.getElementById('picture').naturalWidth > 0 && !document.querySelector('.stage.loading')")
    for name in ("in", "in", "right", "show-marks"):
        dana.click(f"[data-do={name}]")
    looks = """() => { const one = (name) => document.querySelector('dialog[open] ' + name);
      return [one('.counter').textContent, one('.stage').dataset.zoom, one('#picture').style.transform, one('canvas').hidden,
        one('[data-do=show-marks]').ariaPressed, document.activeElement.dataset.do]; }"""
    before = dana.evaluate(looks)
    assert before[:2] == ["2 of 3", "2.25"] and before[3:] == [True, "false", "show-marks"], before
    dana.evaluate("window.arrive()")
    expect(dana.locator("dialog[open] .notes")).to_have_text("Other notes by now")
    assert dana.evaluate(looks) == before, (dana.evaluate(looks), before)
    expect(dana.locator(".pins")).to_be_hidden()
    dana.click("[data-do=show-marks]")
    expect(dana.locator(".pins li")).to_have_text(["1 first", "2 second"])
    expect(dana.locator("dialog[open] canvas")).to_be_visible()
    here.look(dana, "training-changed-meanwhile")
    dana.go_back()
    expect(dana.locator("dialog")).to_have_count(0)


def first_visit(here, line, dana):
    """Opened once, and never again with a network: the list is there, with each of its filters, whichever was looked at."""
    eve = here.page("phone", storage_state={"cookies": dana.context.cookies(), "origins": []})
    eve.expected += [r"ERR_", r"Failed to load", r"Failed to fetch"]
    eve.goto(line.address + "/training?show=good")
    until(eve, lambda names: "/training" in names and "/training?show=good" in names, "the list of a first visit")
    until(eve, lambda names: sum(name.endswith("-small.jpg") for name in names) >= 100, "its small pictures")
    line.cut()
    for show, others in (("improvement", "good"), ("good", "improvement"), ("all", None)):
        eve.goto(line.address + "/training?show=" + show)
        expect(eve.locator(f".choose a[href='/training?show={show}']")).to_have_attribute("aria-current", "true")
        expect(eve.locator("nav.choose a[aria-current]")).to_have_count(1)
        expect(eve.locator(".cards li[data-id]").first).to_be_visible()
        if others:
            expect(eve.locator(f".cards .kind.{others}")).to_have_count(0)
    eve.goto(line.address + "/training?sort=oldest")
    expect(eve.locator(".choose a[href='/training?sort=oldest']")).to_have_attribute("aria-current", "true")
    times = eve.eval_on_selector_all(".cards li[data-id]", "all => all.map((one) => Number.parseInt(one.dataset.cursor))")
    assert times == sorted(times) and len(times) > 2, times
    here.look(eve, "training-offline-filter")
    # With a network the studio filters again.
    with eve.expect_navigation():
        line.mend()
    expect(eve.locator("#lost")).to_be_hidden()
    expect(eve.locator(".choose a[href='/training?sort=oldest']")).to_have_attribute("aria-current", "true")
    eve.context.close()


with lab() as here:
    studio, address = here.studio()
    line = Line(address)
    admin = here.page("desk")
    join(admin, studio.hears(r"(http://\S+/join/\S+)")[1])
    manager = invited(here, admin, address, "Mia", "manager", "desk")
    dana = invited(here, admin, address, "Dana", "photographer", "phone", at=line.address)
    dana.expected += [r"ERR_", r"Failed to load", r"Failed to fetch"]
    many(here, manager, address, 119)
    publish(manager, address, PICTURES, "Three of them")
    link = manager.url.replace(address, line.address)
    ident = link.rsplit("/", 1)[1]
    marked(manager, ident, "first")

    dana.goto(line.address + "/training")
    dana.evaluate("navigator.serviceWorker.ready.then(() => true)")
    dana.goto(line.address + "/training")
    until(dana, lambda names: sum(name.endswith("-small.jpg") for name in names) >= 100, "a hundred small pictures")
    dana.locator(".cards li[data-id] a").first.click()
    expect(dana.locator("dialog[open] .counter")).to_have_text("1 of 3")
    until(dana, lambda names: sum(name.endswith(".jpg") and not name.endswith("-small.jpg") for name in names) >= 3, "all pictures of what was opened")
    until(dana, lambda names: {f"/training/critiques/{ident}", f"/training/critiques/{ident}?part=1"} <= set(names), "its page")
    dana.go_back()
    expect(dana.locator("dialog")).to_have_count(0)

    changed_under_her_eyes(here, manager, dana, manager.url, ident)

    first_visit(here, line, dana)

    # Away.
    line.cut()
    dana.goto(line.address + "/training")
    expect(dana.locator("#lost")).to_be_visible()
    seen, bare = scrolled(dana)
    assert len(seen) == 100 and not bare, (len(seen), bare)
    here.look(dana, "training-offline-end")
    dana.evaluate("scrollTo(0, 0)")
    dana.locator(f"li[data-id='{ident}'] a").click()
    for number in (1, 2, 3):
        expect(dana.locator("dialog[open] .counter")).to_have_text(f"{number} of 3")
        so(dana, "document.getElementById('picture').naturalWidth > 0 && !document.querySelector('.stage.loading')")
        expect(dana.locator("#gone")).to_be_hidden()
        dana.keyboard.press("ArrowRight")
    dana.go_back()
    # By its link, which was not opened as a page.
    dana.goto(link)
    expect(dana.locator("dialog[open] h1")).to_have_text("Training photo from Mia")
    dana.go_back()
    expect(dana.locator(".cards li[data-id]").first).to_be_visible()
    dana.locator(f"li[data-id='{ident}'] a").click()
    expect(dana.locator("dialog[open] h1")).to_be_visible()

    # Deleted meanwhile: it is gone from under her eyes, from the list, and from the device.
    manager.locator("#delete summary").click()
    manager.get_by_role("button", name="Delete permanently").click()
    manager.wait_for_url("**/training/team/*")
    expect(dana.locator("dialog[open]")).to_be_visible()
    back = time.monotonic()
    line.mend()
    expect(dana.locator("dialog")).to_have_count(0)
    expect(dana.locator("#lost")).to_be_visible()
    expect(dana.locator(f"li[data-id='{ident}']")).to_have_count(0)
    until(dana, lambda names: not any(ident in name for name in names), "what was deleted")
    print(f"training: deleted while away, gone {time.monotonic() - back:.2f} s after the network was back")

    # An account that ends meanwhile: everything goes, and she stands at the door.
    line.cut()
    dana.goto(line.address + "/training")
    expect(dana.locator(".cards li[data-id]").first).to_be_visible()
    admin.goto(address + "/people")
    row = admin.locator("li.person", has_text="Dana")
    row.locator("summary").first.click()
    row.locator("summary", has_text="Remove account").click()
    row.get_by_role("button", name="Remove account").click()
    expect(admin.locator("#said")).to_be_visible()
    dana.expected += [r"401"]
    back = time.monotonic()
    line.mend()
    dana.wait_for_url("**/sign-in*")
    until(dana, lambda names: not names, "what was kept for somebody who has gone")
    print(f"training: nobody any more, at the door {time.monotonic() - back:.2f} s after the network was back")
