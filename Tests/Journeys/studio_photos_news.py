"""What a page of photos asks for first. Pages that are left, and many at once: none holds the browser's few connections for news. A change to another source that
fails puts everything back as it was."""

import datetime
import time

from playwright.sync_api import expect

from lab import PATIENCE, join, lab
from photoslab import choose, chosen, display, photo, seeds, total
from wirelab import Wire


def top(page):
    """The first photo that is seen whole."""
    return page.evaluate(
        """() => { const home = document.querySelector('.photos-grid').getBoundingClientRect().top;
             return [...document.querySelectorAll('.photos-cell')].filter((c) => c.checkVisibility() && c.getBoundingClientRect().top >= home - 1)
               .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top || Number(a.dataset.at) - Number(b.dataset.at))[0]?.dataset.name; }""")


with lab() as here:
    studio, address = here.studio()
    desk = here.page("desk")
    join(desk, studio.hears(r"(http://\S+/join/\S+)")[1])
    pictures = seeds(desk, 12)
    day = datetime.datetime(2023, 5, 1, 10, 0, 0)
    for folder, count in (("one", 150), ("two", 7)):
        place = here.folder / folder
        place.mkdir()
        for number in range(count):
            (place / f"{folder}_{number:03}.jpg").write_bytes(photo(pictures[number % 12], day + datetime.timedelta(days=12 * number)))
        here.start("photos", "add", str(place)).hears(f"{count} photos, {count} new")
    wire = Wire(int(address.rsplit(":", 1)[1].rstrip("/")))

    # Of a jump into many photos, what is on the screen is asked for first, in few pieces; then its thumbnails, and then what lies beside it.
    far = here.page("desk", storage_state=desk.context.storage_state())
    held, order = [], []
    cell = lambda number: [number + 1, "0123456789ab", 1500, "345678abc", 0, 0, 1_700_000_000 - number, f"IMG_{number}"]

    def window(route):
        query = dict(part.split("=") for part in route.request.url.split("?")[1].split("&"))
        held.append((route, int(query["from"]), int(query["count"])))
        order.append("facts")

    far.route("**/photos/layout.json*", lambda route: route.fulfill(json={"version": 1, "months": [[24288, 9000]], "unread": 0, "scanning": False, "away": [], "mistakes": []}))
    far.route("**/photos/window.json*", window)
    far.route("**/photos/picture/**", lambda route: order.append("thumbnail"))
    far.route("**/photos/news.json*", lambda route: None)
    far.goto(address + "/photos")
    expect(far.locator("#photos-count")).to_have_text("Photos: 9,000")
    far.wait_for_function("() => [...document.querySelectorAll('.photos-cell')].some((cell) => cell.checkVisibility())")
    # Of squares there are more on the screen than of rows, and more beside it than is asked for with them.
    display(far, 3)
    box = far.locator(".photos-timeline").bounding_box()
    held.clear()
    far.mouse.click(box["x"] + 20, box["y"] + box["height"] / 2)
    # Two frames later everything is asked for that will be, and is heard of here soon.
    far.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    far.evaluate("() => new Promise((done) => setTimeout(done, 0))")
    shown = far.evaluate(
        """() => { const home = document.querySelector('.photos-grid').getBoundingClientRect();
             const own = [...document.querySelectorAll('.photos-cell')].filter((cell) => cell.checkVisibility());
             return own.filter((cell) => cell.getBoundingClientRect().bottom > home.top && cell.getBoundingClientRect().top < home.bottom).map((cell) => Number(cell.dataset.at)); }""")
    def numbers():
        return [number for _, first, count in held for number in range(first, first + count)]

    end = time.monotonic() + PATIENCE / 1000
    while not set(shown) <= set(numbers()) and time.monotonic() < end:
        far.wait_for_timeout(50)
    asked = numbers()
    assert shown and set(shown) <= set(asked), (min(shown), max(shown), held)
    assert len(asked) < len(shown) + 100, (len(asked), len(shown))
    order.clear()
    with far.expect_request("**/photos/window.json*"):
        for route, first, count in list(held):
            route.fulfill(json=[cell(first + number) for number in range(count)])
    assert order[0] == "thumbnail", order
    # Photos of an unknown time are a group of their own, with a name that is no month.
    far.goto("about:blank")
    far.unroute_all(behavior="ignoreErrors")
    far.route("**/photos/layout.json*", lambda route: route.fulfill(json={"version": 1, "months": [[24288, 3], [-1200000, 2]], "unread": 0, "scanning": False, "away": [], "mistakes": []}))

    def few(route):
        query = dict(part.split("=") for part in route.request.url.split("?")[1].split("&"))
        photos = [cell(number) for number in range(int(query["count"]))]
        if query["month"] == "-1200000":
            photos = [[*own[:6], None, "unknown"] for own in photos]
        route.fulfill(json=photos)

    far.route("**/photos/window.json*", few)
    far.route("**/photos/picture/**", lambda route: None)
    far.route("**/photos/news.json*", lambda route: None)
    far.goto(address + "/photos")
    expect(far.locator("#photo-4")).to_have_attribute("aria-label", "unknown, No date")
    expect(far.locator(".photos-month", has_text="No date")).to_be_visible()
    expect(far.locator(".photos-year")).to_have_text(["2024"])
    here.look(far, "photos-undated")
    far.goto("about:blank")
    far.unroute_all(behavior="ignoreErrors")
    far.context.close()

    # The service worker is there.
    desk.goto(wire.address + "/photos?in=one")
    total(desk, 150)
    desk.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    desk.wait_for_function("() => navigator.serviceWorker.controller")
    wire.until(lambda wire: wire.waiting == 1, "the page waits for news")

    # Pages that are left, and sources that are left, wait no longer: the page gives each up before the studio has an answer.
    for _ in range(8):
        desk.goto("about:blank")
        wire.until(lambda wire: wire.waiting == 0, "a page that is gone waits no longer")
        desk.goto(wire.address + "/photos?in=one")
        total(desk, 150)
        wire.until(lambda wire: wire.waiting == 1, "the page waits for news")
    for number in range(8):
        choose(desk, "in", ["two", "one"][number % 2])
        total(desk, [7, 150][number % 2])
        wire.until(lambda wire: wire.waiting == 1, "the page waits for news")
    # A scan of the studio's own may have had news meanwhile, also at the moment in which a page was left: that one was answered.
    assert wire.most == 1 and len(wire.ended) >= 16 and wire.ended.count("left") >= 14, (wire.most, wire.ended)

    # More pages at once than a browser has connections: one waits for all, and all hear of it.
    many = [desk.context.new_page() for _ in range(7)]
    for page in many:
        here.watch(page)
        page.goto(wire.address + "/photos?in=two")
        total(page, 7)
    wire.until(lambda wire: wire.waiting == 1, "one waits for news")
    (here.folder / "two" / "new.jpg").write_bytes(photo(pictures[0], day))
    for page in many:
        total(page, 8)
    total(desk, 150)
    assert wire.most == 1, wire.most
    for page in many:
        page.close()

    # Another source that cannot be had: the studio fails, or is gone, before or in the midst of it. Everything is as it was.
    desk.expected += ["503", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION", "ERR_FAILED"]
    desk.bring_to_front()
    desk.locator("#photos-grid").focus()
    desk.keyboard.press("End")
    expect(desk.locator("#photo-149")).to_be_visible()
    desk.locator("#photo-149.focus").wait_for()
    desk.wait_for_function("() => [...document.querySelectorAll('.photos-cell')].every((cell) => !cell.checkVisibility() || cell.dataset.name)")
    before, url = top(desk), desk.url
    assert before
    failed = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"
    for path, answer in (("layout.json", failed), ("layout.json", b""), ("place.json", failed), ("place.json", b"")):
        wire.fault = lambda request: answer if path in request and "in=two" in request else None
        choose(desk, "in", "two")
        expect(desk.locator(".toast.bad")).to_contain_text("You see the previous one")
        wire.fault = lambda request: None
        assert chosen(desk, "in") == "one"
        assert desk.url == url, desk.url
        total(desk, 150)
        assert top(desk) == before, (path, top(desk), before)
        if path == "layout.json" and answer == failed:
            here.look(desk, "photos-switch-failed")
        # Said anew the next time.
        desk.evaluate("document.querySelector('.toasts').replaceChildren()")
    # And another try is an ordinary one.
    choose(desk, "in", "two")
    total(desk, 8)
    desk.goto("about:blank")
    wire.stop()
