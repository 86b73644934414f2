"""Home: first steps until there is something, then what waits for each role; cards are hidden and brought back; links are handed on."""

import datetime
import json
import shutil

from playwright.sync_api import expect

from lab import join, lab, png, so
from reportslab import TEMPLATE


def cards(page):
    """The names of the cards on a home, in their order."""
    return page.eval_on_selector_all("[data-card]", "all => all.map((one) => one.dataset.card)")


def invite(admin, address, role):
    """A one-time link for somebody of a role."""
    admin.goto(address + "/people")
    admin.select_option("#invite-standing", role)
    admin.locator("form[action='/people/invite'] button").click()
    return admin.locator("#link").input_value()


with lab() as here:
    # Without an address for others a link is neither scanned nor shared.
    studio, address = here.studio()
    link = studio.hears(r"(http://\S+/join/\S+)")[1]
    admin = here.page("desk")
    join(admin, link)
    invite(admin, address, "photographer")
    expect(admin.locator("#said code")).to_have_text(f"booth studio --data {here.data} --listen 0.0.0.0:" + address.rsplit(":", 1)[1])
    assert admin.get_by_role("img", name="QR code of the link").count() == 0 and admin.locator("[data-share]").count() == 0
    here.look(admin, "home-link-here")
    admin.context.close()
    studio.end()
    shutil.rmtree(here.data)

    studio, address = here.studio(address.rsplit(":", 1)[1], BOOTH_STUDIO_PUBLIC_URL=address)
    link = studio.hears(r"(http://\S+/join/\S+)")[1]
    admin = here.page("desk")
    join(admin, link)

    # First steps: each names what there is not yet, and leads to where it is made.
    assert cards(admin) == ["camera", "people", "place", "photos-folder", "form"], cards(admin)
    expect(admin.locator("h1")).to_contain_text("Anna")
    here.look(admin, "home-first-desk")
    for card, path in [("people", "/people"), ("place", "/places/new"), ("photos-folder", "/photos/sources"), ("form", "/reports/forms/new"), ("camera", "/booth")]:
        admin.goto(address)
        admin.locator(f"[data-card={card}] .home-way a").first.click()
        admin.wait_for_url("**" + path)
    cookies = admin.context.cookies()
    for size, language, look in [("phone", "en", "light"), ("phone", "he", "dark"), ("tablet", "ar", "light")]:
        other = here.page(size, language, color_scheme=look)
        other.context.add_cookies(cookies)
        other.goto(address)
        expect(other.locator("#home")).to_be_visible()
        here.look(other, f"home-first-{size}-{language}-{look}")
        other.context.close()

    # One is hidden, without another page; it is back when it is wished for.
    admin.goto(address)
    admin.locator("[data-card=camera] .home-menu summary").click()
    admin.get_by_role("button", name="Hide card").click()
    expect(admin.locator("[data-card=camera]")).to_have_count(0)
    expect(admin.locator(".toast")).to_contain_text("Card hidden")
    admin.locator(".toast").get_by_role("button", name="Undo").click()
    expect(admin.locator("[data-card=camera]")).to_be_visible()
    admin.locator("[data-card=camera] .home-menu summary").click()
    admin.get_by_role("button", name="Hide card").click()
    expect(admin.locator("[data-card=camera]")).to_have_count(0)
    admin.reload()
    assert cards(admin) == ["people", "place", "photos-folder", "form"], cards(admin)
    admin.get_by_role("button", name="Show hidden cards").click()
    expect(admin.locator("[data-card=camera]")).to_be_visible()
    assert cards(admin) == ["camera", "people", "place", "photos-folder", "form"], cards(admin)

    # A link is copied, and has its code; the step is taken when there is one.
    admin.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
    hers = invite(admin, address, "manager")
    code = admin.get_by_role("img", name="QR code of the link")
    expect(code).to_be_visible()
    box = code.bounding_box()
    assert box["width"] >= 150 and box["width"] == box["height"], box
    admin.get_by_role("button", name="Copy link").click()
    expect(admin.locator(".toast")).to_have_text("Copied")
    assert admin.evaluate("navigator.clipboard.readText()") == hers
    here.look(admin, "home-link-desk")
    admin.goto(address)
    assert "people" not in cards(admin), cards(admin)
    assert "schools" not in cards(admin), "no form asks for a school"

    # Folder and form exist: their steps are gone, and their cards there.
    folder = here.folder / "pictures"
    folder.mkdir()
    for number in range(3):
        png(folder / f"{number}.png", 400, 300, (60 * number, 90, 200))
    added = here.start("photos", "add", str(folder))
    assert added.finished() == 0, added.said
    imported = here.folder / "form.json"
    imported.write_text(json.dumps(TEMPLATE))
    added = here.start("report", "template", "import", str(imported))
    assert added.finished() == 0, added.said

    # The form asks for a school, and there is none: that is the last step left, on a line.
    admin.goto(address)
    expect(admin.locator("[data-card=schools] a")).to_have_attribute("href", "/reports/schools")
    for card in ["camera", "place"]:
        admin.locator(f"[data-card={card}] .home-menu summary").click()
        admin.locator(f"[data-card={card}]").get_by_role("button", name="Hide card").click()
        expect(admin.locator(f"[data-card={card}]")).to_have_count(0)
    line = admin.locator("[data-card=schools]").bounding_box()
    assert line["height"] < 120 and line["width"] > 800, line
    here.look(admin, "home-last-step-desk")

    # A photographer: today's report first, and the form is one tap away.
    manager = here.page("tablet")
    join(manager, hers, "mia@example.org")
    paul = here.page("phone")
    join(paul, invite(admin, address, "photographer"), "paul@example.org")
    assert cards(paul)[0] == "report", cards(paul)
    expect(paul.locator("[data-card=report]")).to_contain_text("Not sent yet today")
    here.look(paul, "home-photographer-phone")
    expect(manager.locator("[data-card=reports]")).to_have_count(1)
    manager.reload()
    expect(manager.locator("[data-card=reports]")).to_contain_text("Paul")
    here.look(manager, "home-manager-tablet")
    paul.locator("[data-card=report] a").click()
    paul.wait_for_url("**/reports/new/*")

    # An employee has no first steps that others take.
    eve = here.page("phone", "he")
    join(eve, invite(admin, address, "employee"), "eve@example.org")
    assert "photos" in cards(eve) and not {"camera", "people", "photos-folder", "form", "place"} & set(cards(eve)), cards(eve)
    here.look(eve, "home-employee-phone-he")

    # The home is of the reader's day: it is asked for again where the studio's is another.
    zone = here.page("desk", timezone_id="Pacific/Kiritimati")
    zone.context.add_cookies(cookies)
    zone.goto(address)
    day = zone.evaluate("new Date().toLocaleDateString('sv')")
    so(zone, f"document.querySelector('#home').dataset.day === '{day}'")
    utc = datetime.datetime.now(datetime.timezone.utc)
    assert day in {utc.date().isoformat(), (utc + datetime.timedelta(days=1)).date().isoformat()}

    # Who may make what is missing is not sent to ask for it.
    admin.goto(address + "/places")
    expect(admin.locator(".empty a[href='/places/new']")).to_be_visible()
    here.look(admin, "home-places-empty-desk")
    eve.goto(address + "/places")
    expect(eve.locator(".empty")).to_be_visible()
    expect(eve.locator(".empty a")).to_have_count(0)
