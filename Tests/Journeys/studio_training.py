"""A manager sends a photographer pictures to learn from; she sees them on her telephone at once, opens them, looks closer; what is
sent, changed and deleted; filters, pages, empty lists; and what a telephone, a keyboard and a screen reader make of it."""

import base64
import pathlib
import re
import time

from playwright.sync_api import expect

from lab import PATIENCE, SIZES, join, lab
from traininglab import PICTURES, SPOT, invited, many, publish, so, stood

NOTES = "Look at the light on the left: it leads to the faces.\n\nKeep the horizon where it is."


def zoom(page):
    return float(page.locator(".stage").get_attribute("data-zoom"))


def first_slice(here, address, manager, dana):
    """Three pictures with notes: on her telephone within a second, opened, looked at closely."""
    dana.goto(address + "/training")
    expect(dana.locator("h2")).to_have_text("No training photos yet")
    expect(dana.locator(".nothing p")).to_have_text("Photos that are shared with you appear here.")
    here.look(dana, "training-empty")

    manager.goto(address + "/training")
    manager.wait_for_url("**/training/team")
    here.look(manager, "training-team-none")
    manager.goto(address + "/training/new")
    manager.locator("#photographer").select_option(label="Dana")
    manager.check("input[value=example]")
    manager.set_input_files("#files", PICTURES)
    expect(manager.locator("#picked .quiet", has_text="Ready")).to_have_count(3)
    manager.fill("#notes", NOTES)
    here.look(manager, "training-publish")
    sent = time.monotonic()
    manager.click("#send")
    expect(dana.locator(".cards li[data-id]")).to_have_count(1)
    print(f"training: on the telephone {time.monotonic() - sent:.2f} s after the button")
    manager.wait_for_url("**/training/critiques/*")
    expect(manager.locator(".facts")).to_contain_text("Not seen yet")

    card = dana.locator(".cards li[data-id]").first
    expect(card.locator(".kind")).to_have_text("Good")
    expect(card.get_by_role("img", name="3 photos")).to_have_text("3")
    expect(card).to_contain_text("Mia")
    expect(card.get_by_role("img", name="New")).to_be_visible()
    # On a telephone the numbers, which are the filters, are all that stands between the title and the photos.
    assert dana.evaluate("document.querySelector('.cards').getBoundingClientRect().top - document.querySelector('main .head').getBoundingClientRect().top") <= 120
    expect(dana.locator(".count.total strong")).to_have_text("1")
    expect(dana.locator(".count.good strong")).to_have_text("1")
    expect(dana.locator(".nothing")).to_have_count(0)
    here.look(dana, "training-list-one")

    card.locator("a").click()
    viewer = dana.locator("dialog[open]")
    expect(viewer.locator("h1")).to_have_text("Training photo from Mia")
    dana.wait_for_url("**/training/critiques/*")
    expect(dana.locator("#picture")).to_be_visible()
    so(dana, "document.getElementById('picture').naturalWidth > 0 && !document.querySelector('.stage.loading')")
    expect(viewer.locator(".notes p")).to_have_count(2)
    expect(viewer.locator(".counter")).to_have_text("1 of 3")
    here.look(dana, "training-detail-phone")

    # Closer by the button, by a double tap, by two fingers, by keys; and about without dragging.
    dana.click("[data-do=in]")
    assert zoom(dana) == 1.5
    dana.click("[data-do=right]")
    dana.click("[data-do=out]")
    assert zoom(dana) == 1
    box = dana.locator(".stage").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    touch, quick = dana.context.new_cdp_session(dana), time.time() - 0.3

    def fingers(kind, *points, **more):
        touch.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)], **more})

    # As quick as a person is, however long it takes until it arrives.
    for number, kind in enumerate(["touchStart", "touchEnd"] * 2):
        fingers(kind, *[middle][number % 2:], timestamp=quick + 0.07 * number)
    so(dana, "document.querySelector('.stage').dataset.zoom === '2'")
    x, y = middle
    fingers("touchStart", (x - 30, y), (x + 30, y))
    for step in range(1, 8):
        fingers("touchMove", (x - 30 - 10 * step, y), (x + 30 + 10 * step, y))
    fingers("touchEnd")
    so(dana, "Number(document.querySelector('.stage').dataset.zoom) > 2.5")
    here.look(dana, "training-detail-zoomed")
    dana.keyboard.press("0")
    assert zoom(dana) == 1

    # On by a swipe, by keys, by the small ones.
    fingers("touchStart", (x + 100, y))
    for step in range(1, 8):
        fingers("touchMove", (x + 100 - 25 * step, y))
    fingers("touchEnd")
    expect(viewer.locator(".counter")).to_have_text("2 of 3")
    dana.keyboard.press("End")
    expect(viewer.locator(".counter")).to_have_text("3 of 3")
    dana.keyboard.press("Home")
    expect(viewer.locator(".counter")).to_have_text("1 of 3")
    viewer.locator(".strip a").nth(1).click()
    expect(viewer.locator(".counter")).to_have_text("2 of 3")
    expect(dana.locator("#picture")).to_have_attribute("alt", "Picture 2 of 3")

    # Saved under the picture's own name.
    with dana.expect_download() as saved:
        viewer.locator(".save").click()
    assert saved.value.suggested_filename == "attract.jpg", saved.value.suggested_filename
    assert pathlib.Path(saved.value.path()).read_bytes()[:2] == b"\xff\xd8"

    # Back closes it, and the focus is where it was; forward and the link open it again.
    dana.go_back()
    expect(dana.locator("dialog")).to_have_count(0)
    # Also when the card is drawn anew, as it is not new any more.
    expect(card.locator(".new")).to_have_count(0)
    so(dana, f"document.activeElement.closest('li')?.dataset.id === '{card.get_attribute('data-id')}'")
    dana.go_forward()
    expect(dana.locator("dialog[open] h1")).to_be_visible()
    link = dana.url
    dana.keyboard.press("Escape")
    expect(dana.locator("dialog")).to_have_count(0)
    dana.goto(link)
    expect(dana.locator("dialog[open] h1")).to_have_text("Training photo from Mia")
    here.look(dana, "training-detail-link")
    dana.locator(".close").click()
    dana.wait_for_url(re.compile("/training$"))

    # Its sender hears that it was seen.
    manager.reload()
    expect(manager.locator(".facts")).not_to_contain_text("Not seen yet")
    return link


def sender(here, address, manager, dana, link):
    """Wrong files are named one by one; what was published is changed, listed by photographer, and deleted."""
    bad = here.folder / "bad"
    bad.mkdir()
    whole = PICTURES[0].read_bytes()
    (bad / "cut.jpg").write_bytes(whole[: len(whole) // 2])
    (bad / "phone.heic").write_bytes(b"\0\0\0\x18ftypheic" + b"\0" * 200)
    (bad / "page.png").write_bytes(b"<html><script>document.title='ran'</script>")
    manager.goto(address + "/training/new")
    manager.expected += [r"422"]
    manager.set_input_files("#files", [bad / "cut.jpg", bad / "phone.heic", bad / "page.png", PICTURES[1]])
    rows = manager.locator("#picked li")
    expect(rows.nth(0)).to_contain_text("is incomplete")
    expect(rows.nth(1)).to_contain_text("damaged")
    expect(rows.nth(2)).to_contain_text("not a picture of a known format")
    expect(rows.nth(3)).to_contain_text("Ready")
    here.look(manager, "training-publish-wrong")
    manager.locator("#photographer").select_option(label="Dana")
    manager.check("input[value=example]")
    manager.fill("#notes", "<img src=x onerror=\"document.title='ran'\"> שלום\nhttps://example.org")
    manager.check("input[value=improvement]")
    manager.click("#send")
    expect(manager.locator("#complaint")).to_contain_text("Remove the pictures")
    for _ in range(3):
        rows.first.get_by_role("button", name="Remove").click()
    manager.click("#send")
    manager.wait_for_url("**/training/critiques/*")
    assert manager.title() != "ran"
    assert manager.locator(".notes a").count() == 0, "links in notes are not live"
    expect(manager.locator(".notes")).to_contain_text("<img src=x")

    # It stands above the other on the telephone, which has not moved.
    expect(dana.locator(".cards li[data-id]")).to_have_count(2)
    expect(dana.locator(".cards li[data-id]").first).to_contain_text("To improve")
    expect(dana.locator(".count.improvement strong")).to_have_text("1")
    assert dana.title() != "ran"
    here.look(dana, "training-list-two")

    # Filters and order are remembered; a list is a list.
    dana.locator("#counts").get_by_role("link", name="Good").click()
    expect(dana.locator(".cards li[data-id]")).to_have_count(1)
    expect(dana.locator(".count.total strong")).to_have_text("2")
    dana.locator("#choosers summary").click()
    dana.get_by_role("link", name="List", exact=True).click()
    expect(dana.locator(".cards.list")).to_be_visible()
    dana.locator("#choosers summary").click()
    dana.get_by_role("link", name="Oldest first").click()
    expect(dana.locator("#choosers a[aria-current=true]", has_text="Oldest first")).to_have_count(1)
    here.look(dana, "training-list-rows")
    dana.goto(address + "/training")
    expect(dana.locator(".cards.list li[data-id]")).to_have_count(1)
    expect(dana.locator("#choosers a[aria-current=true]", has_text="Oldest first")).to_have_count(1)
    dana.goto(address + "/training?show=all&sort=newest&view=grid")

    manager.get_by_role("link", name="Edit").click()
    here.look(manager, "training-edit")
    manager.fill("#notes", "Closer, please.")
    manager.get_by_role("button", name="Save").click()
    expect(manager.locator("dialog[open] .notes")).to_contain_text("Closer, please.")
    expect(dana.locator(".cards li[data-id]").first).to_contain_text("Closer, please.")

    manager.goto(address + "/training/team")
    expect(manager.locator(".team")).to_contain_text("2 training photos")
    here.look(manager, "training-team")
    manager.locator(".team a").first.click()
    expect(manager.locator(".cards li[data-id]")).to_have_count(2)
    expect(manager.locator(".cards")).to_contain_text("Not seen yet")
    here.look(manager, "training-team-of")
    manager.locator(".cards a", has_text="Closer").click()
    manager.locator("#delete summary").click()
    manager.get_by_role("button", name="Delete permanently").click()
    manager.wait_for_url("**/training/team/*")
    expect(dana.locator(".cards li[data-id]")).to_have_count(1)


def composed(here, address, manager, dana):
    """Marks are drawn while the picture is still to be shared: a pin first, its note then; moved, deleted, kept over a reload. Pictures
    come by pasting and dropping as well."""
    manager.goto(address + "/training/new")
    manager.locator("#photographer").select_option(label="Dana")
    manager.check("input[value=example]")
    manager.set_input_files("#files", PICTURES[:1])
    expect(manager.locator("#picked .quiet", has_text="Ready")).to_have_count(1)
    stage = manager.locator(".composing .stage")
    so(manager, "document.querySelector('.composing img').naturalWidth > 0 && !document.querySelector('.stage.loading')")
    stage.scroll_into_view_if_needed()
    box = stage.bounding_box()

    def at(x, y):
        return box["x"] + box["width"] * x, box["y"] + box["height"] * y

    manager.mouse.click(*at(0.4, 0.5))
    note = manager.get_by_role("textbox", name="Note for pin 1")
    expect(note).to_be_focused()
    manager.keyboard.type("Eyes to the light")
    expect(manager.locator(".pins li")).to_have_text(["1 Eyes to the light"])
    here.look(manager, "training-composing")
    manager.get_by_role("button", name="Done").click()
    expect(note).to_be_hidden()
    manager.mouse.click(*at(0.6, 0.5))
    manager.keyboard.type("Away with it")
    manager.keyboard.press("Escape")
    expect(manager.locator(".pins li")).to_have_count(2)
    manager.locator(".pins button").nth(1).focus()
    manager.keyboard.press("Delete")
    expect(manager.locator(".pins li")).to_have_text(["1 Eyes to the light"])

    # Dragged to the right, and by keys further down; written before the page is left.
    manager.mouse.move(*at(0.4, 0.5))
    manager.mouse.down()
    manager.mouse.move(*at(0.5, 0.5), steps=5)
    manager.mouse.up()
    manager.locator(".pins button").first.focus()
    for _ in range(3):
        manager.keyboard.press("Shift+ArrowDown")
    expect(manager.locator(".pins button").first).to_be_focused()
    so(manager, "!document.querySelector('.stage canvas').hidden")
    manager.wait_for_timeout(300)
    manager.reload()
    expect(manager.locator(".pins li")).to_have_text(["1 Eyes to the light"])

    # One is pasted, one dropped; a text that is pasted is none.
    def give(kind):
        manager.evaluate("""async ([kind, bytes]) => {
          const files = new DataTransfer();
          files.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], kind + '.jpg', { type: 'image/jpeg' }));
          const event = kind === 'paste' ? new ClipboardEvent(kind, { clipboardData: files, bubbles: true, cancelable: true })
            : new DragEvent(kind, { dataTransfer: files, bubbles: true, cancelable: true });
          document.querySelector('main').dispatchEvent(event);
        }""", [kind, base64.b64encode(PICTURES[1].read_bytes()).decode()])

    give("paste")
    expect(manager.locator("#picked li")).to_have_count(2)
    give("drop")
    expect(manager.locator("#picked li")).to_have_count(3)
    expect(manager.locator("#picked .quiet", has_text="Ready")).to_have_count(3)
    manager.get_by_role("button", name="Remove: drop.jpg").click()
    expect(manager.locator("#picked li")).to_have_count(2)
    # The second has marks of its own: none.
    manager.get_by_role("button", name="Mark: paste.jpg").click()
    expect(manager.locator(".pins li")).to_have_count(0)
    manager.fill("#notes", "With a pin")
    manager.click("#send")
    manager.wait_for_url("**/training/critiques/*")
    link = manager.url
    expect(manager.locator(".pins li")).to_have_text(["1 Eyes to the light"])
    dana.goto(link)
    expect(dana.locator(".pins li")).to_have_text(["1 Eyes to the light"])
    points = dana.evaluate("JSON.parse(document.querySelector('.strip a').dataset.marks)[0].points")
    assert 0.45 < points[0] < 0.56 and 0.6 < points[1] < 0.7, points

    # Unsaved marks are not left by a slip.
    manager.click("#drawing summary")
    so(manager, "document.getElementById('picture')?.naturalWidth > 0 && !document.querySelector('.stage.loading')")
    manager.locator("[data-tool=pin]").press("Enter")
    manager.keyboard.type("Not saved")
    manager.keyboard.press("Escape")
    manager.locator(".close").click()
    asked = manager.get_by_role("dialog", name="Leave without saving?")
    expect(asked).to_be_visible()
    asked.get_by_role("button", name="Keep editing").click()
    expect(manager.locator(".pins li")).to_have_count(2)
    manager.locator(".close").click()
    asked.get_by_role("button", name="Leave").click()
    manager.wait_for_url("**/training/team/*")
    manager.goto(link)
    expect(manager.locator(".pins li")).to_have_count(1)
    manager.locator("#delete summary").click()
    manager.get_by_role("button", name="Delete permanently").click()
    manager.wait_for_url("**/training/team/*")


def marks(here, address, manager, dana, link, admin):
    """An arrow and a pin with a note, undone and saved; the photographer sees them, and hides them; an administrator who draws at the
    same time takes nothing of it away."""
    admin.goto(link)
    so(admin, "document.getElementById('picture')?.naturalWidth > 0 && !document.querySelector('.stage.loading')")
    admin.click("#drawing summary")
    admin.locator("[data-tool=pin]").press("Enter")
    expect(admin.get_by_role("textbox", name="Note for pin 1")).to_be_focused()
    admin.keyboard.type("And here")
    manager.goto(link)
    so(manager, "document.getElementById('picture')?.naturalWidth > 0 && !document.querySelector('.stage.loading')")
    manager.click("#drawing summary")
    manager.click("[data-tool=arrow]")
    box = manager.locator(".stage").bounding_box()

    def at(x, y):
        return box["x"] + box["width"] * x, box["y"] + box["height"] * y

    for turn in range(2):
        manager.mouse.move(*at(0.3, 0.7))
        manager.mouse.down()
        manager.mouse.move(*at(0.45, 0.5 - 0.1 * turn), steps=5)
        manager.mouse.up()
    expect(manager.locator(".pins li")).to_have_text(["Arrow", "Arrow"])
    manager.get_by_role("button", name="Undo").click()
    expect(manager.locator(".pins li")).to_have_text(["Arrow"])
    manager.locator("input[name=colour][value='#0066ff']").check(force=True)
    manager.click("[data-tool=pin]")
    manager.mouse.click(*at(0.6, 0.4))
    expect(manager.get_by_role("textbox", name="Note for pin 1")).to_be_focused()
    manager.keyboard.type("Here, <b>closer</b>")
    here.look(manager, "training-drawing")
    manager.get_by_role("button", name="Save marks").click()
    expect(manager.locator(".told")).to_have_text("Marks saved")

    # Drawn before the manager saved, saved after: both are there, for both.
    admin.get_by_role("button", name="Save marks").click()
    expect(admin.locator(".told")).to_have_text("Marks saved")
    expect(admin.locator(".pins li")).to_have_text(["Arrow", "1 Here, <b>closer</b>", "2 And here"])
    admin.get_by_role("button", name="Undo").click()
    while admin.locator(".pins li").count() == 3:
        admin.get_by_role("button", name="Undo").click()
    expect(admin.locator(".pins li")).to_have_text(["Arrow", "1 Here, <b>closer</b>"])
    # Nothing on the page says of this saving what it did not say of the last.
    with admin.expect_response(lambda answer: answer.request.method == "POST") as saved:
        admin.get_by_role("button", name="Save marks").click()
    assert saved.value.ok, saved.value.status
    admin.goto("about:blank")

    dana.goto(link)
    so(dana, "document.getElementById('picture')?.naturalWidth > 0 && !document.querySelector('.stage.loading')")
    expect(dana.locator(".pins li")).to_have_text("1 Here, <b>closer</b>")
    expect(dana.locator(".stage canvas")).to_be_visible()
    so(dana,
        """(() => { const c = document.querySelector('.stage canvas');
             return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v) => v > 0); })()""")
    here.look(dana, "training-marks")
    dana.get_by_role("button", name="Show marks").click()
    expect(dana.locator(".stage canvas")).to_be_hidden()
    expect(dana.locator(".pins")).to_be_hidden()
    assert dana.locator("#drawing").count() == 0, "only who sent it draws"
    dana.goto(address + "/training")


def answered(here, address, manager, dana, link):
    """The photographer answers with a sentence, and with Done while there is no network; the manager reads both, and answers back."""
    # On the critique itself the manager would read the answer at once.
    manager.goto(address + "/training/team")
    dana.goto(link)
    dana.expected += [r"ERR_", r"Failed to load", r"Failed to fetch"]
    dana.get_by_role("button", name="Send").click()
    expect(dana.locator("form.answer .complaint")).to_have_text("Write an answer first.")
    dana.fill("#answer-text", "I will try <b>that</b>")
    dana.get_by_role("button", name="Send").click()
    expect(dana.locator(".answers li .who")).to_contain_text(re.compile(r"\bnow$"))
    expect(dana.locator(".answers li .said")).to_have_text("I will try <b>that</b>")
    manager.goto(address + "/training/team")
    expect(manager.locator(".new-answers")).to_contain_text("New answer from Dana")
    expect(manager.locator(".team")).to_contain_text("1 new answer")
    expect(manager.locator(".sections a[href='/training'] .number").first).to_have_text("1")
    here.look(manager, "training-new-answer")

    # It waits in the browser, and any page sends it.
    dana.context.set_offline(True)
    dana.get_by_role("button", name="Done").click()
    expect(dana.locator(".answers li").nth(1)).to_contain_text("Waiting to be sent")
    here.look(dana, "training-answer-waits")
    # Else its own page would send it at once.
    dana.goto("about:blank")
    dana.context.set_offline(False)
    with dana.expect_response(lambda answer: answer.url.endswith("/answers")) as sent:
        dana.goto(address + "/account")
    assert sent.value.ok, sent.value.status
    manager.locator(".new-answers a").click()
    answers = manager.locator(".answers li")
    expect(answers).to_have_count(2)
    expect(manager.locator(".answers li.fresh")).to_have_count(2)
    expect(answers.nth(1)).to_contain_text("Done")
    here.look(manager, "training-answers")
    manager.fill("#answer-text", "Very good")
    manager.get_by_role("button", name="Send").click()
    expect(answers).to_have_count(3)
    # What is said next appears on the page that is open, without loading it again, and is read.
    manager.evaluate("window.isSame = true")
    dana.goto(link)
    dana.fill("#answer-text", "Thank you")
    dana.get_by_role("button", name="Send").click()
    expect(answers).to_have_count(4)
    expect(answers.nth(3)).to_contain_text("Thank you")
    assert manager.evaluate("window.isSame")
    # She is elsewhere when the next one comes.
    dana.goto(address + "/account")
    manager.fill("#answer-text", "Any time")
    manager.get_by_role("button", name="Send").click()
    expect(answers).to_have_count(5)
    manager.goto(address + "/training/team")
    expect(manager.locator(".new-answers")).to_have_count(0)
    dana.goto(address + "/training")
    card = dana.locator(".cards li[data-id]").first
    expect(card).to_contain_text("1 new answer")
    card.locator("a").click()
    expect(dana.locator("dialog[open] .answers li")).to_have_count(5)
    dana.go_back()
    expect(dana.locator("dialog")).to_have_count(0)
    expect(card).not_to_contain_text("1 new answer")


def pages(here, address, manager, dana):
    """More than one page: nothing is twice, what is far is not in the document, and what is read stays where it is."""
    many(here, manager, address, 60)
    dana.goto(address + "/training?show=all&sort=newest&view=grid")
    expect(dana.locator(".count.total strong")).to_have_text("61")
    seen, end = [], time.monotonic() + 3 * PATIENCE / 1000
    while time.monotonic() < end:
        seen += [i for i in dana.evaluate("[...document.querySelectorAll('.cards li[data-id]')].map((e) => e.dataset.id)") if i not in seen]
        assert dana.evaluate("document.querySelectorAll('.cards li[data-id], .cards li[data-id] *').length") <= 150
        if dana.evaluate("scrollY + innerHeight >= document.documentElement.scrollHeight - 2") and len(seen) >= 61:
            break
        dana.mouse.wheel(0, 500)
        dana.wait_for_timeout(30)
    assert len(seen) == 61, len(seen)
    here.look(dana, "training-many-end")

    # Something new while she reads: it waits above, and nothing moves.
    dana.evaluate("scrollTo(0, 1200)")
    before = stood(dana)
    publish(manager, address, PICTURES[:1], "Something new")
    expect(dana.locator("#show-news")).to_be_visible()
    assert dana.evaluate(SPOT) == before
    here.look(dana, "training-news")
    dana.click("#show-news")
    expect(dana.locator(".cards li[data-id]").first).to_contain_text("Something new")
    so(dana, "scrollY === 0")


def everywhere(here, address, dana, link):
    """Three sizes, from right to left, dark; by keyboard alone; without scripts."""
    cookies = dana.context.cookies()
    for size in SIZES:
        for language in ("en", "he"):
            other = here.page(size, language, color_scheme="dark" if language == "he" else "light")
            other.context.add_cookies(cookies)
            other.goto(address + "/training")
            expect(other.locator(".cards img").first).to_be_visible()
            here.look(other, f"training-{size}-{language}")
            other.locator(".cards a").first.click()
            expect(other.locator("dialog[open] #picture")).to_be_visible()
            here.look(other, f"training-detail-{size}-{language}")
            other.context.close()

    keys = here.page("desk")
    keys.context.add_cookies(cookies)
    keys.goto(address + "/training")
    expect(keys.locator(".cards img").first).to_be_visible()
    for _ in range(40):
        keys.keyboard.press("Tab")
        if keys.evaluate("document.activeElement.matches('.cards a')"):
            break
    keys.keyboard.press("Enter")
    expect(keys.locator("dialog[open] h1")).to_be_focused()
    so(keys, "document.getElementById('picture').naturalWidth > 0 && !document.querySelector('.stage.loading')")
    keys.keyboard.press("+")
    assert zoom(keys) == 1.5
    keys.keyboard.press("Escape")
    expect(keys.locator("dialog")).to_have_count(0)
    so(keys, "document.activeElement.matches('.cards a')")
    # A wheel brings it nearer.
    keys.keyboard.press("Enter")
    expect(keys.locator("dialog[open] #picture")).to_be_visible()
    so(keys, "document.getElementById('picture').naturalWidth > 0 && !document.querySelector('.stage.loading')")
    keys.locator(".stage").hover()
    keys.mouse.wheel(0, -300)
    so(keys, "Number(document.querySelector('.stage').dataset.zoom) > 1.2")
    keys.context.close()

    plain = here.page("phone", java_script_enabled=False)
    plain.context.add_cookies(cookies)
    plain.goto(link)
    assert "Keep the horizon" in plain.content()
    plain.context.close()


with lab() as here:
    studio, address = here.studio()
    admin = here.page("desk")
    join(admin, studio.hears(r"(http://\S+/join/\S+)")[1])
    manager = invited(here, admin, address, "Mia", "manager", "desk")
    dana = invited(here, admin, address, "Dana", "photographer", "phone")
    # A page that shows a critique hears of its end, asks for it once more, and leaves.
    for page in (dana, manager):
        page.expected += [r"404 \(Not Found\) \(http\S+/training/critiques/\w+\?part=1\)"]

    link = first_slice(here, address, manager, dana)
    sender(here, address, manager, dana, link)
    composed(here, address, manager, dana)
    marks(here, address, manager, dana, link, admin)
    answered(here, address, manager, dana, link)
    pages(here, address, manager, dana)
    everywhere(here, address, dana, link)

    # Without the studio: what was looked at is there; what was not says so.
    reader = here.page("phone")
    reader.context.add_cookies(dana.context.cookies())
    reader.goto(address + "/training")
    # Opened once: the worker takes over, and keeps the page that is open.
    so(reader, "caches.open('booth-kept').then((kept) => kept.match('/training')).then((page) => Boolean(page))")
    reader.locator(".cards a").last.scroll_into_view_if_needed()
    reader.goto(link)
    expect(reader.locator("dialog[open] #picture")).to_be_visible()
    so(reader, "document.getElementById('picture').naturalWidth > 0 && !document.querySelector('.stage.loading')")
    reader.expected += [r"ERR_", r"Failed to load", r"Failed to fetch"]
    for page in (dana, manager, admin):
        page.goto("about:blank")
    studio.end()
    reader.goto(address + "/training")
    expect(reader.locator(".cards li[data-id]").first).to_be_visible()
    reader.goto(link)
    expect(reader.locator("dialog[open] h1")).to_have_text("Training photo from Mia")
    so(reader, "document.getElementById('picture').naturalWidth > 0 && !document.querySelector('.stage.loading')")
    here.look(reader, "training-offline")
    studio, _ = here.studio(address.rsplit(":", 1)[1])
    reader.context.close()

    # A picture that is gone says so in its place.
    dana.expected += [r"404"]
    for jpeg in (here.data / "studio" / "pictures").rglob("*.jpg"):
        jpeg.unlink()
    other = here.page("phone")
    other.expected += [r"404"]
    other.context.add_cookies(dana.context.cookies())
    other.goto(link)
    expect(other.locator("#gone")).to_have_text("Image unavailable")
    expect(other.locator("#gone")).to_be_visible()

    # A manager who is none any more, in the middle of it.
    manager.goto(address + "/training/new")
    manager.expected += [r"403"]
    manager.locator("#photographer").select_option(label="Dana")
    manager.check("input[value=example]")
    manager.set_input_files("#files", PICTURES[:1])
    expect(manager.locator("#picked .quiet", has_text="Ready")).to_have_count(1)
    manager.fill("#notes", "Too late")
    admin.goto(address + "/people")
    row = admin.locator("li.person", has_text="Mia")
    row.locator("summary").first.click()
    row.locator("select").select_option("employee")
    row.get_by_role("button", name="Save").click()
    expect(admin.locator("#said")).to_contain_text("Saved.")
    manager.click("#send")
    expect(manager.locator("#complaint")).to_contain_text("You can no longer share training photos")
