"""A report that is written on two devices at the same time loses none of its pictures and texts: what each adds and takes out while the other
knows nothing of it stands on both afterwards, and is sent."""

import json
import re

from playwright.sync_api import expect

from lab import lab
from reportslab import HERE, enter, form, kept, open_sent, png, prepare

# The other device's pictures are listed a moment before their bytes are in the studio.
CUT = [r"ERR_FAILED", r"ERR_ABORTED", r"404.*/reports/picture/"]


def ready(page):
    expect(page.locator("form.report[data-ready]")).to_be_visible()


def choose(page, file):
    page.locator("#report-pictures").set_input_files([file])


def listed(page, count):
    expect(page.locator("[data-pictures=''] li")).to_have_count(count)


def names(page):
    return page.locator("[data-pictures=''] img").evaluate_all("(all) => all.map((one) => one.alt).sort()")


def shared(page):
    """Its newest changes are in the studio, and those of the other device are here."""
    with page.expect_response(lambda answer: answer.url.endswith("/reports/draft") and answer.status == 200):
        page.evaluate("dispatchEvent(new Event('online'))")


def agree(first, second, expected):
    for _ in range(3):
        for page in (first, second):
            shared(page)
    for page in (first, second):
        expect(page.locator("[data-pictures=''] li")).to_have_count(len(expected))
        assert names(page) == expected, names(page)


with lab() as here:
    studio, address, link = prepare(here)
    phone = here.page("phone", geolocation=HERE, permissions=["geolocation"])
    enter(phone, link, address)
    state = phone.context.storage_state()
    files = [png(here.folder, f"{number}.png", (50 * number, 90, 200), 400 + number, 300) for number in range(5)]
    first = here.page("phone", storage_state=state)
    form(first, address)
    first.get_by_label("Job Type").select_option("Fall Sports")
    choose(first, files[0])
    listed(first, 1)
    shared(first)
    shared(first)
    second = here.page("phone", storage_state=state)
    second.goto(first.url)
    ready(second)
    listed(second, 1)
    key = re.search(r"draft=(\w+)", first.url)[1]
    pages = (first, second)

    def apart():
        for page in pages:
            page.expected += CUT
            page.route("**/reports/draft", lambda route: route.abort())

    def together():
        for page in pages:
            page.unroute("**/reports/draft")

    # Both add, one of them more often.
    apart()
    choose(first, files[1])
    listed(first, 2)
    for number in (2, 3):
        choose(second, files[number])
        listed(second, number)
    together()
    agree(first, second, ["0.png", "1.png", "2.png", "3.png"])

    # One takes a picture out while the other adds one.
    apart()
    first.get_by_role("button", name="Remove: 0.png").click()
    listed(first, 3)
    choose(second, files[4])
    listed(second, 5)
    together()
    agree(first, second, ["1.png", "2.png", "3.png", "4.png"])

    # Both write to one question: neither text is lost, both devices say so, and one is chosen before the report is sent.
    def written(page, text):
        page.get_by_label("Additional Notes").fill(text)
        kept(page, notes=text)

    def told():
        for _ in range(3):
            for page in pages:
                shared(page)

    def stands(text, *others):
        for page in pages:
            expect(page.get_by_label("Additional Notes")).to_have_value(text)
            expect(page.locator(".others blockquote")).to_have_text(list(others))

    written(first, "from the first alone")
    told()
    stands("from the first alone")
    apart()
    written(first, "from the first")
    written(second, "from the second, later")
    first.unroute("**/reports/draft")
    shared(first)
    second.unroute("**/reports/draft")
    told()
    stands("from the second, later", "from the first")
    expect(first.locator(".others p")).to_have_text("This answer was changed on another device:")
    here.look(first, "reports-devices-others")
    second.get_by_role("button", name="Send the report").click()
    expect(second.locator("#report-summary li")).to_have_text(["Additional Notes: Choose between the answers from your two devices."])
    first.get_by_role("button", name="Use this answer: from the first").click()
    told()
    stands("from the first")
    # What one has emptied takes nothing from the other.
    apart()
    written(first, "")
    written(second, "written while it was emptied")
    together()
    told()
    stands("written while it was emptied")

    # And the other device sends it.
    second.get_by_role("button", name="Send the report").click()
    open_sent(second)
    said = here.start("report", "show", key).hears(r"(?s)^.*\(ended\)$")[0]
    report = json.loads(said[said.index("{"):said.rindex("}") + 1])
    sent = sorted(file["name"] for file in report["attachments"])
    assert sent == ["1.png", "2.png", "3.png", "4.png"] and "written while it was emptied" in said, said
    print("two devices on one draft: no picture and no text is lost")
