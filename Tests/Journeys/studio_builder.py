"""A manager builds a form on a phone, a photographer fills it in; it is changed, archived and deleted while drafts are on their way."""

import json
import re

from playwright.sync_api import expect

from lab import join, lab
from reportslab import HERE, enter, form, open_sent, prepare


def ready(page):
    expect(page.locator("form.report:not([data-preview])[data-ready]")).to_be_visible()


def add(page, kind, search=None):
    """A field of the palette, which is a sheet."""
    page.get_by_role("button", name="Add a field").click()
    expect(page.get_by_label("Search field types")).to_be_focused()
    if search:
        page.get_by_label("Search field types").fill(search)
        expect(page.locator("[data-add=number]")).to_be_hidden()
    page.locator(f"[data-add={kind}]").click()
    expect(page.locator("#palette-sheet")).to_be_hidden()


def opened(page, place, more=False):
    """The card of a field, opened, with its seldom used settings if they are needed."""
    card = page.locator("#builder-fields > li").nth(place)
    opener = card.locator("[data-open]").first
    if opener.get_attribute("aria-expanded") == "false":
        opener.click()
    # All others are closed.
    expect(page.locator("#builder-fields > li > .builder-bar [data-open][aria-expanded=true]")).to_have_count(1)
    details = card.locator(":scope > .builder-body > [data-more]")
    if more and details.get_attribute("open") is None:
        details.locator("summary").click()
    return card


def does(card, action):
    """What the menu of a card offers."""
    menu = card.locator(":scope > .builder-bar .builder-menu")
    menu.locator("summary").click()
    menu.get_by_role("button", name=action, exact=True).click()
    expect(menu.locator(".menu")).to_be_hidden()


with lab() as here:
    studio, address, link = prepare(here)
    boss = here.page("phone")
    enter(boss, link, address)
    boss.goto(address + "/reports/new")
    boss.get_by_role("link", name="Forms").click()
    here.look(boss, "builder-forms")

    # A new form, of the palette.
    boss.get_by_role("link", name="New form").click()
    expect(boss.locator(".builder[data-ready]")).to_be_visible()
    # A form that could not work is refused, which the browser tells, too.
    boss.expected += ["422"]
    # What is missing is not told before the form is begun.
    expect(boss.locator(".builder[data-looked]")).to_be_visible()
    expect(boss.locator("#builder-problems")).to_be_hidden()
    here.look(boss, "builder-empty")
    boss.get_by_role("button", name="Save the form").click()
    expect(boss.locator("#builder-problems")).to_be_focused()
    expect(boss.locator("#builder-problems")).to_contain_text("Form name: needs a name")
    boss.locator("#builder-problems a", has_text="Form name").click()
    expect(boss.get_by_label("Form name")).to_be_focused()
    boss.get_by_label("Form name").fill("Picture day")
    boss.get_by_role("button", name="Add a field").click()
    here.look(boss, "builder-palette")
    boss.get_by_label("Search field types").press("Escape")
    expect(boss.get_by_role("button", name="Add a field")).to_be_focused()
    add(boss, "select", "dropdown")
    card = boss.locator(".builder-card").first
    expect(card.get_by_label("Label", exact=True)).to_be_focused()
    card.get_by_label("Label", exact=True).fill("Job")
    expect(card.get_by_label("Options", exact=True)).to_have_value("Option 1\nOption 2")
    # What is seldom used is not asked at once.
    expect(card.get_by_label("Show only if")).to_be_hidden()
    card.get_by_label("Options", exact=True).fill("Fall\nRetake")
    card.get_by_label("Required", exact=True).check()
    for kind, label in [("number", "Children"), ("text", "Ticket"), ("rows", "Visits"), ("calculation", "Paid"), ("date", "Next")]:
        add(boss, kind)
        boss.locator("#builder-fields > li").last.get_by_label("Label", exact=True).first.fill(label)
    number = opened(boss, 1, more=True)
    number.get_by_label("Minimum").fill("1")
    number.get_by_label("Maximum").fill("40")
    number.get_by_label("Help text").fill("All of the class.")
    # By label and from its options: no identifier is typed.
    number.get_by_label("Show only if").select_option(label="Job")
    number.get_by_label("Value", exact=True).locator("visible=true").select_option("Fall")
    ticket = opened(boss, 2, more=True)
    ticket.get_by_label("Pattern").fill(r"[A-Z]{2}-\d{4}")

    # A problem is named with its field, and the way leads there.
    paid = opened(boss, 4)
    paid.get_by_label("Formula").fill("childen * 2")
    missing = "its formula uses “childen” (character 1), which is not in this form."
    expect(paid.locator(":scope > .builder-wrong")).to_have_text(missing)
    # What could not work is not published, wherever its card is: it is said at the top, with a way there, and its card is open.
    paid.locator("[data-open]").click()
    expect(paid.get_by_label("Formula")).to_be_hidden()
    expect(paid.locator(":scope > .builder-wrong")).to_have_text(missing)
    boss.get_by_role("button", name="Save the form").click()
    expect(boss.locator("#builder-said")).to_have_text("Not saved. Something in this form does not work.")
    expect(boss.locator("#builder-problems")).to_be_focused()
    expect(boss.locator("#builder-problems")).to_be_in_viewport()
    expect(boss.locator("#builder-problems")).to_contain_text("Paid: " + missing)
    expect(paid.get_by_label("Formula")).to_be_visible()
    expect(boss.locator("#builder-remarks")).to_contain_text("To check: ")
    here.start("report", "template", "list").hears("Fall Sports")
    assert "Picture day" not in here.programs[-1].said
    boss.locator("#builder-problems a", has_text="Paid").click()
    expect(paid.get_by_label("Label", exact=True)).to_be_focused()
    here.look(boss, "builder-problem")
    paid.get_by_label("Formula").fill("if(isblank(number), 0, number) * 2 + sum(rows.miles)")

    # Columns of rows.
    rows = opened(boss, 3)
    rows.locator("[data-add-column=number]").click()
    inner = rows.locator(".builder-card").last
    inner.get_by_label("Label", exact=True).fill("Miles")
    expect(boss.locator("#builder-problems")).to_contain_text("uses “rows.miles”")
    opened(boss, 4)
    paid.get_by_label("Formula").fill("if(isblank(number), 0, number) * 2 + if(count(rows) = 0, 0, sum(rows.number))")
    expect(boss.locator("#builder-problems")).to_be_hidden()

    # Reordered by buttons, keys and dragging; duplicated, removed, and brought back.
    def ordered(*names):
        expect(boss.locator("#builder-fields > li > .builder-bar [data-title]")).to_have_text(list(names), use_inner_text=True)

    for one in boss.locator("#builder-fields > li > .builder-bar [data-open]").all():
        if one.get_attribute("aria-expanded") == "true":
            one.click()
    does(boss.locator("#builder-fields > li").nth(5), "Move up")
    expect(boss.get_by_label("More actions for Next")).to_be_focused()
    expect(boss.locator("#builder-said")).to_have_text("Next is now number 5 of 6.")
    boss.get_by_role("button", name="Move Next").press("ArrowUp")
    ordered("Job", "Children", "Ticket", "Next", "Visits", "Paid")
    grip = boss.get_by_role("button", name="Move Next")
    grip.scroll_into_view_if_needed()
    box, target = grip.bounding_box(), boss.locator("#builder-fields > li").nth(1).bounding_box()
    boss.mouse.move(box["x"] + 10, box["y"] + 10)
    boss.mouse.down()
    for step in range(1, 9):
        boss.mouse.move(box["x"] + 10, box["y"] + (target["y"] - box["y"]) * step / 8)
    boss.mouse.up()
    ordered("Job", "Next", "Children", "Ticket", "Visits", "Paid")
    does(boss.locator("#builder-fields > li").nth(3), "Duplicate")
    expect(boss.locator("#builder-fields > li").nth(4).get_by_label("Label", exact=True)).to_be_focused()
    ordered("Job", "Next", "Children", "Ticket", "Ticket", "Visits", "Paid")
    does(boss.locator("#builder-fields > li").nth(4), "Delete")
    ordered("Job", "Next", "Children", "Ticket", "Visits", "Paid")
    does(boss.locator("#builder-fields > li").nth(1), "Delete")
    ordered("Job", "Children", "Ticket", "Visits", "Paid")
    boss.get_by_role("button", name="Undo").click()
    ordered("Job", "Next", "Children", "Ticket", "Visits", "Paid")
    here.look(boss, "builder-fields")

    # What is not saved outlives the page, and the preview is the form itself.
    boss.reload()
    expect(boss.locator("#builder-restored")).to_be_visible()
    ordered("Job", "Next", "Children", "Ticket", "Visits", "Paid")
    boss.get_by_role("button", name="Preview").click()
    preview = boss.locator("form.report[data-preview][data-ready]")
    expect(preview).to_be_visible()
    # It looks like no form that could be sent.
    expect(boss.locator(".builder-preview .badge").first).to_have_text("Preview")
    expect(preview.locator("[type=submit]")).to_be_hidden()
    expect(preview.locator("progress")).to_be_hidden()
    expect(preview.get_by_label("Children")).to_be_hidden()
    preview.get_by_label("Job").select_option("Fall")
    preview.get_by_label("Children").fill("50")
    preview.get_by_label("Children").press("Tab")
    expect(preview).to_contain_text("This must be 40 or less.")
    expect(preview.get_by_label("Paid")).to_have_value("100")
    here.look(boss, "builder-preview")
    boss.get_by_role("button", name="Edit", exact=True).click()
    boss.get_by_role("button", name="Save the form").click()
    expect(boss.locator("#builder-said")).to_have_text("Saved as version 1.")
    here.look(boss, "builder-saved")
    here.start("report", "template", "list").hears(r"Picture day +general +1 ")

    # On a desk both stand beside each other; from right to left, too.
    state = boss.context.storage_state()
    edit = boss.url
    identifier = edit.rsplit("/", 1)[1]
    for size, language in [("desk", "en"), ("tablet", "de"), ("phone", "ar"), ("desk", "he")]:
        page = here.page(size, language, storage_state=state, color_scheme="dark" if size == "tablet" else "light")
        page.goto(address + "/reports/forms")
        here.look(page, f"builder-forms-{size}-{language}")
        page.goto(edit)
        expect(page.locator(".builder[data-ready][data-looked]")).to_be_visible()
        if size == "desk":
            expect(page.locator("form.report[data-preview][data-ready]")).to_be_visible()
        here.look(page, f"builder-{size}-{language}")
        page.goto(address + "/reports/schools")
        here.look(page, f"builder-schools-{size}-{language}")
        page.context.close()

    # A photographer fills it in: what is asked follows the answers, rows are added, and what is wrong is said in its row.
    here.start("studio", "user", "add", "cleo").hears("join/")
    invite = re.search(r"http\S+/join/\S+", here.programs[-1].said)[0]
    cleo = here.page("phone", geolocation=HERE, permissions=["geolocation"])
    join(cleo, invite, "cleo")
    for path in ("/reports/forms", "/reports/forms/new", "/reports/schools"):
        cleo.expected += ["403"]
        assert cleo.goto(address + path).status == 403
    cleo.goto(address + "/reports/new")
    cleo.get_by_role("link", name="Picture day").click()
    ready(cleo)
    children = cleo.get_by_label("Children")
    expect(children).to_be_hidden()
    cleo.get_by_label("Job").select_option("Fall")
    expect(children).to_be_visible()
    expect(cleo.locator("[data-field=number] .help")).to_have_text("All of the class.")
    children.fill("20")
    cleo.get_by_label("Ticket").fill("ab-1")
    cleo.get_by_label("Ticket").press("Tab")
    expect(cleo.locator("[data-field=text] .fault")).to_have_text("Enter the answer in the required format.")
    cleo.get_by_label("Ticket").fill("AB-1234")
    expect(cleo.locator("[data-field=text] .fault")).to_have_text("")
    for miles in ("12,5", "7"):
        cleo.get_by_role("button", name="Add a row").click()
        cleo.locator("[data-field=rows] li").last.get_by_label("Miles").fill(miles)
    expect(cleo.get_by_label("Paid")).to_have_value("59.5")
    cleo.locator("[data-field=rows] li").last.get_by_label("Miles").fill("far")
    cleo.get_by_role("button", name="Send the report").click()
    expect(cleo.locator("#report-summary")).to_contain_text("Visits, row 2, Miles: Enter a number, for example 12.5.")
    cleo.locator("#report-summary a").click()
    expect(cleo.locator("[data-field=rows] li").last.get_by_label("Miles")).to_be_focused()
    expect(cleo.locator("[data-field=rows] li").last.locator(".fault").last).to_contain_text("Enter a number, for example 12.5.")
    here.look(cleo, "builder-form-rows")
    cleo.locator("[data-field=rows] li").last.get_by_label("Miles").fill("7.5")
    expect(cleo.locator("#report-summary")).to_be_hidden()
    expect(cleo.get_by_label("Paid")).to_have_value("60")
    expect(cleo.locator("#report-kept")).to_have_text("Saved on this device and in the studio.")
    draft = re.search(r"draft=(\w+)", cleo.url)[1]

    # The form is changed: the draft stays on its version, and shows what is different.
    boss.bring_to_front()
    does(boss.locator("#builder-fields > li").nth(3), "Delete")
    add(boss, "toggle")
    boss.locator("#builder-fields > li").last.get_by_label("Label", exact=True).fill("Backup made")
    boss.get_by_role("button", name="Save the form").click()
    expect(boss.locator("#builder-said")).to_have_text("Saved as version 2.")
    cleo.reload()
    cleo.wait_for_url("**version=1*")
    ready(cleo)
    expect(cleo.locator(".newer")).to_contain_text("A newer version of this form is available: 2.")
    expect(cleo.get_by_label("Ticket")).to_have_value("AB-1234")
    cleo.get_by_text("What changed").click()
    for words in ["New: Backup made", "Removed: Ticket"]:
        expect(cleo.locator(".newer")).to_contain_text(words)
    here.look(cleo, "builder-newer")
    cleo.get_by_role("button", name="Continue with version 2").click()
    cleo.wait_for_url(re.compile(r"\?draft=\w+$"))
    ready(cleo)
    expect(cleo.locator("#report-former")).to_contain_text("Ticket")
    expect(cleo.locator("#report-former")).to_contain_text("AB-1234")
    cleo.get_by_label("Backup made").check()
    here.look(cleo, "builder-moved")

    # Archived, and then deleted, in mid-draft: it can be finished all the same, and nothing is lost.
    boss.goto(address + "/reports/forms")
    row = boss.locator("li", has_text="Picture day")
    row.get_by_role("button", name="Archive").click()
    expect(boss.locator("li", has_text="Picture day").first).to_contain_text("Archived")
    cleo.goto(address + "/reports/new")
    expect(cleo.locator("main")).not_to_contain_text("Picture day")
    row = boss.locator("li", has_text="Picture day")
    row.get_by_role("button", name="Duplicate").click()
    expect(boss.locator("main")).to_contain_text("Picture day (Copy)")
    row = boss.locator("li", has=boss.get_by_text("Picture day", exact=True))
    row.get_by_text("Delete", exact=True).click()
    row.get_by_role("button", name="Delete permanently").click()
    expect(boss.get_by_text("Picture day", exact=True)).to_have_count(0)
    here.look(boss, "builder-forms-after")
    # A form's file: what is none is said, one that is new is there at once, and one that is there is a copy on request.
    boss.expected += ["409"]
    files = {"none.json": [], "imported.json": {"id": "imported", "name": "Imported", "fields": [{"id": "a", "type": "text", "label": "A"}]}}
    for name, content in files.items():
        (here.folder / name).write_text(json.dumps(content))
    boss.locator("#import-file").set_input_files(str(here.folder / "none.json"))
    expect(boss.locator("#import-said")).to_have_text("This file is not a form. Choose a JSON file.")
    here.look(boss, "builder-import-fault")
    boss.locator("#import-file").set_input_files(str(here.folder / "imported.json"))
    boss.wait_for_url("**/reports/forms/edit/imported")
    boss.goto(address + "/reports/forms")
    boss.locator("#import-file").set_input_files(str(here.folder / "imported.json"))
    expect(boss.locator("#import-said")).to_contain_text("This form is already here.")
    boss.get_by_role("button", name="Import a copy").click()
    boss.wait_for_url("**/reports/forms/edit/*")
    assert not boss.url.endswith("imported"), boss.url
    boss.goto(address + "/reports/forms")
    expect(boss.locator("li", has_text="Imported")).to_have_count(2)

    cleo.goto(address + "/reports")
    cleo.locator("#report-drafts a").click()
    ready(cleo)
    expect(cleo.locator("main")).to_contain_text("This form is no longer in use.")
    expect(cleo.get_by_label("Children")).to_have_value("20")
    here.look(cleo, "builder-gone")
    cleo.get_by_role("button", name="Send the report").click()
    open_sent(cleo)
    assert cleo.url.endswith(draft)
    for words in ["Fall", "20", "Ticket", "AB-1234", "60", "Backup made"]:
        expect(cleo.locator("article")).to_contain_text(words)
    kept = json.loads(here.start("report", "show", draft).hears(r"(?m)^\{.*\}$")[0])
    assert kept["rows"] == [{"number": 12.5}, {"number": 7.5}] and kept["templateVersion"] == 2, kept
    assert kept["formerLabels"] == {"text": "Ticket"} and kept["number"] == 20, kept
    here.start("report", "template", "versions", identifier).hears("gone: Ticket")

    # A school that is retired and deleted while a report leads there keeps its name in it.
    form(cleo, address)
    cleo.get_by_label("Job Type").select_option("Team Photos")
    cleo.select_option("#school-choice", "lincoln")
    cleo.get_by_role("button", name="Add", exact=True).click()
    expect(cleo.locator("#schools-chosen li")).to_have_count(1)
    boss.goto(address + "/reports/schools")
    here.look(boss, "builder-schools")
    boss.locator("li", has_text="Lincoln").get_by_role("button", name="Hide in new reports").click()
    expect(boss.locator("li", has_text="Lincoln")).to_contain_text("Hidden in new reports")
    boss.locator("li", has_text="Lincoln").get_by_text("Delete", exact=True).click()
    boss.locator("li", has_text="Lincoln").get_by_role("button", name="Delete permanently").click()
    expect(boss.locator("main")).not_to_contain_text("Lincoln")
    boss.get_by_text("Add a school").click()
    boss.locator("#s-new-name").fill("Hill School")
    boss.locator("#s-new-coordinates").fill("here")
    boss.locator("details[open] button", has_text="Save").click()
    expect(boss.locator("main")).to_contain_text("Enter coordinates, for example 37.730700, -88.933100.")
    boss.locator("#s-new-coordinates").fill("37.9, -88.9")
    boss.locator("details[open] button", has_text="Save").click()
    expect(boss.locator("li", has_text="Hill School")).to_be_visible()
    cleo.get_by_role("button", name="Send the report").click()
    open_sent(cleo)
    expect(cleo.locator("article")).to_contain_text("Lincoln Elementary")
