"""What a photographer's page has to do, line by line, each with a name; and a payload in every text and address of a critique:
nothing runs, and nothing is asked of another host."""

import contextlib
import json
import pathlib
import re
import sqlite3

from playwright.sync_api import expect

from lab import join, lab
from traininglab import Line, PICTURES, invited, publish, so

DONE = []


@contextlib.contextmanager
def line(name):
    yield
    DONE.append(name)
    print(f"training: ✓ {name}")


def cards(page):
    return page.locator(".cards li[data-id]")


def opened(page, text):
    cards(page).filter(has_text=text).locator("a").click()
    expect(page.locator("dialog[open] h1")).to_be_visible()
    so(page, "document.getElementById('picture').naturalWidth > 0 && !document.querySelector('.stage.loading')")


def closed(page):
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def checklist(here, address, manager, max_, dana, eva, via):
    with line("where there is nothing, the page says so, and what will come"):
        dana.goto(via.address + "/training")
        expect(dana.locator("h2")).to_have_text("No training photos yet")

    with line("what is new appears by itself"):
        publish(manager, address, PICTURES, "First line.\n\n" + "Long notes, word by word. " * 180 + "\n\nThe very end.")
        expect(cards(dana)).to_have_count(1)

    with line("who is signed in sees what was sent to them, and nobody else does"):
        eva.goto(address + "/training")
        expect(eva.locator("h2")).to_have_text("No training photos yet")
        expect(cards(dana).first).to_contain_text("First line.")

    with line("everything of the organisation is there, whoever sent it"):
        publish(max_, address, PICTURES[1:2], "From Max", kind="improvement")
        publish(max_, address, PICTURES[2:], "From Max again", kind="improvement")
        expect(cards(dana)).to_have_count(3)
        expect(dana.locator(".cards")).to_contain_text("Max")
        expect(dana.locator(".cards")).to_contain_text("Mia")

    with line("the numbers are right"):
        for kind, count in (("total", "3"), ("good", "1"), ("improvement", "2")):
            expect(dana.locator(f".count.{kind} strong")).to_have_text(count)

    with line("grid and list"):
        dana.locator("#choosers summary").click()
        dana.get_by_role("link", name="List", exact=True).click()
        expect(dana.locator(".cards.list")).to_be_visible()
        dana.locator("#choosers summary").click()
        dana.get_by_role("link", name="Grid", exact=True).click()
        expect(dana.locator(".cards.grid")).to_be_visible()

    with line("a filter by kind, which the numbers do not follow"):
        dana.locator("#counts").get_by_role("link", name="To improve 2").click()
        expect(cards(dana)).to_have_count(2)
        dana.locator("#counts").get_by_role("link", name="Good 1").click()
        expect(cards(dana)).to_have_count(1)
        expect(dana.locator(".count.total strong")).to_have_text("3")
        dana.locator("#counts").get_by_role("link", name="All 3").click()
        expect(cards(dana)).to_have_count(3)

    with line("pictures have their own shape"):
        so(dana, "[...document.querySelectorAll('.cards img')].every((i) => i.naturalWidth > 0)")
        assert dana.evaluate("[...document.querySelectorAll('.cards img')].every((i) => getComputedStyle(i).objectFit === 'cover')")
        opened(dana, "First line.")
        assert dana.evaluate(
            """() => { const p = document.getElementById('picture');
                 return getComputedStyle(p).objectFit === 'contain' && p.naturalWidth !== p.naturalHeight; }""")

    with line("several pictures, one after the other"):
        for number in (2, 3):
            dana.keyboard.press("ArrowRight")
            expect(dana.locator(".counter")).to_have_text(f"{number} of 3")
            so(dana, "document.getElementById('picture').naturalWidth > 0 && !document.querySelector('.stage.loading')")

    with line("the notes are there to their end"):
        expect(dana.locator("dialog[open] .notes p").last).to_have_text("The very end.")
        dana.locator("dialog[open] .notes p").last.scroll_into_view_if_needed()
        expect(dana.locator("dialog[open] .notes p").last).to_be_in_viewport()

    with line("a picture is saved under its own name"):
        with dana.expect_download() as saved:
            dana.locator("dialog[open] .save").click()
        assert saved.value.suggested_filename == "attract.jpg"
        assert pathlib.Path(saved.value.path()).read_bytes()[:2] == b"\xff\xd8"

    with line("sharing hands on the file, else the link"):
        dana.evaluate(
            """() => { navigator.canShare = (what) => Boolean(what.files); window.shared = null;
                 navigator.share = async (what) => { window.shared = what; }; }""")
        dana.locator("[data-do=share]").click()
        so(dana, "window.shared")
        assert dana.evaluate("[window.shared.files[0].name, window.shared.files[0].type]") == ["attract.jpg", "image/jpeg"]
        dana.evaluate("() => { navigator.canShare = () => false; window.shared = null; }")
        dana.locator("[data-do=share]").click()
        so(dana, "window.shared")
        assert "/training/critiques/" in dana.evaluate("window.shared.url")
        closed(dana)

    with line("while a picture is on its way, and where it is none, the page says so"):
        # Only the pictures themselves: the page is there with its small ones.
        held, large = [], re.compile(r"/training/pictures/[^/]+/[^/]*(?<!-small)\.jpg$")
        other = here.page("phone", service_workers="block")
        other.context.add_cookies(dana.context.cookies())
        other.expected += [r"404", r"ERR_", r"Service Worker registration blocked"]
        other.route(large, lambda route: held.append(route))
        other.goto(address + "/training")
        cards(other).filter(has_text="From Max again").locator("a").click()
        expect(other.locator(".stage.loading")).to_be_visible()
        so(other, "document.querySelector('dialog[open]') !== null")
        while not held:
            other.wait_for_timeout(50)
        for route in held:
            route.fulfill(status=404)
        expect(other.locator("#gone")).to_have_text("Image unavailable")
        other.context.close()

    with line("without a network the page says so, and when it is back"):
        dana.expected += [r"ERR_", r"Failed to load", r"Failed to fetch"]
        via.cut()
        expect(dana.locator("#lost")).to_have_text("Connection lost. Reconnecting…")
        via.mend()
        expect(dana.locator("#lost")).to_be_hidden()

    with line("a page without news asks when it is looked at again, and with a reload"):
        dana.route("**/training/events", lambda route: route.abort())
        dana.goto(via.address + "/training")
        publish(manager, address, PICTURES[:1], "Asked for")
        dana.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(cards(dana)).to_have_count(4)
        dana.reload()
        expect(cards(dana)).to_have_count(4)
        dana.unroute("**/training/events")


def payload(here, address, manager, dana, via):
    """Written into the database as no form would: one text, or address, after the other."""
    tag = "\"'></script><script>window.ran=1</script><img src=http://evil.example/x onerror=\"window.ran=1\">"
    wrong = ["javascript:window.ran=1", "data:text/html,<script>window.ran=1</script>", "http://evil.example/1.jpg",
             "//evil.example/training/pictures/AAAAAAAAAAAAAAAAAAAA/a.jpg", tag]
    foreign = []
    for page in (dana, manager):
        page.context.on("request", lambda request: foreign.append(request.url) if "evil.example" in request.url else None)
        page.expected += [r"404"]
    database = sqlite3.connect(here.data / "studio" / "documents.sqlite", timeout=30)
    (ident, text) = database.execute(
        "SELECT id, fields FROM document WHERE collection = 'photoCritiques' AND fields LIKE '%From Max again%'").fetchone()
    whole = json.loads(text)
    texts = [name for name, value in whole.items() if "stringValue" in value
             and name not in ("organizationId", "targetPhotographerId", "photographerId", "status")]
    lists = [name for name, value in whole.items() if "arrayValue" in value]
    assert {"managerNotes", "submitterName", "submitterEmail", "targetPhotographerName", "exampleType", "imageUrl", "thumbnailUrl",
            "submitterId"} <= set(texts) and {"imageUrls", "thumbnailUrls", "imageNames"} <= set(lists)
    attacks = [({name: {"stringValue": tag} for name in texts}, "all texts")]
    for value in wrong:
        attacks.append((
            {name: {"arrayValue": {"values": [{"stringValue": value}]}} for name in lists}
            | {name: {"stringValue": value} for name in ("imageUrl", "thumbnailUrl")}
            | {"imageMarks": {"arrayValue": {"values": [{"mapValue": {"fields": {"marks": {"arrayValue": {"values": [{"mapValue": {"fields": {
                "shape": {"stringValue": "pin"}, "colour": {"stringValue": "#ff0000"}, "note": {"stringValue": tag}, "id": {"stringValue": tag},
                "points": {"arrayValue": {"values": [{"doubleValue": 0.5}, {"doubleValue": 0.5}]}}}}}]}}}}}]}}}, value))
    for number, (change, what) in enumerate(attacks):
        with database:
            database.execute(
                "UPDATE document SET fields = ?, updateTime = updateTime + 1, sum = NULL WHERE id = ?", [json.dumps(whole | change), ident])
        for page, paths in ((dana, ["/training?show=all", f"/training/critiques/{ident}"]),
                            (manager, ["/training/team", "/training/team", f"/training/critiques/{ident}"])):
            base = via.address if page is dana else address
            for turn, path in enumerate(paths):
                page.goto(base + path)
                if turn == 1 and page is manager:
                    page.locator(".team a").first.click()
                    expect(cards(page).first).to_be_visible()
                page.wait_for_timeout(100)
                assert page.evaluate("window.ran === undefined"), f"{what} ran at {path}"
                assert page.evaluate("[...document.querySelectorAll('[src], [href]')].every((e) => !/^(javascript|data:text)/i.test(e.getAttribute('src') || e.getAttribute('href')))"), what
    assert not foreign, foreign
    print(f"training: ✓ {len(texts)} texts, {len(lists)} lists of addresses and names, and marks, each with a payload: nothing ran")


with lab() as here:
    studio, address = here.studio()
    admin = here.page("desk")
    join(admin, studio.hears(r"(http://\S+/join/\S+)")[1])
    via = Line(address)
    dana = invited(here, admin, address, "Dana", "photographer", "phone", at=via.address)
    manager = invited(here, admin, address, "Mia", "manager", "desk")
    max_ = invited(here, admin, address, "Max", "manager", "desk")
    checklist(here, address, manager, max_, dana, invited(here, admin, address, "Eva", "photographer", "phone"), via)
    assert len(DONE) == 15, DONE
    payload(here, address, manager, dana, via)
