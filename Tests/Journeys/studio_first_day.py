"""A first day: a new administrator invites a photographer and a manager, who shares a training photo. At most 12 clicks in all."""

import re

from playwright.sync_api import expect

from lab import lab, lands
from traininglab import PICTURES

MOST = 12
PASSWORD = "a long password"


class Hand:
    """Counts what people do with a mouse or a finger. Typing, and the Tab key between fields, is no click."""

    def __init__(self):
        self.clicks = []

    def click(self, locator):
        self.clicks.append(locator.inner_text().strip() or locator.get_attribute("aria-label"))
        locator.click()

    def choose(self, locator, value):
        """A list is opened, and a line of it pressed."""
        self.clicks += ["open the list", value]
        locator.select_option(value)

    def pick(self, page, file):
        self.clicks.append("Add pictures")
        page.set_input_files("#files", file)


def join(hand, page, link, name):
    """By keyboard from field to field: the first one has the focus."""
    page.goto(link)
    expect(page.locator("#name")).to_be_focused()
    for text in (name + "@example.org", name.title(), PASSWORD, PASSWORD):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    hand.click(page.locator("form button"))
    lands(page)


with lab() as here:
    studio, address = here.studio()
    studio.end()
    studio, _ = here.studio(address.rsplit(":", 1)[1], BOOTH_STUDIO_PUBLIC_URL=address)
    hand = Hand()
    admin = here.page("desk")
    join(hand, admin, studio.hears(r"(http://\S+/join/\S+)")[1], "anna")

    # A photographer is invited, and scans the code.
    hand.click(admin.get_by_role("link", name="Invite people"))
    hand.click(admin.get_by_role("button", name="Create invitation link"))
    expect(admin.get_by_role("img", name="QR code of the link")).to_be_visible()
    dana = here.page("phone")
    join(hand, dana, admin.locator("#link").input_value(), "dana")
    assert dana.locator("[data-card=training]").count() == 0

    # Each role is told in a sentence, the chosen one alone.
    expect(admin.locator("#roles li:visible")).to_have_count(1)
    expect(admin.locator("#roles li:visible")).to_contain_text("Photographer")
    hand.choose(admin.locator("#invite-standing"), "manager")
    expect(admin.locator("#roles li:visible")).to_contain_text("shares training photos")
    here.look(admin, "first-day-people")
    hand.click(admin.get_by_role("button", name="Create invitation link"))
    hand.click(admin.get_by_role("button", name="Copy link"))
    mia = here.page("desk")
    join(hand, mia, admin.locator("#link").input_value(), "mia")

    # A manager's home leads to the first training photo; the only photographer is chosen.
    here.look(mia, "first-day-manager")
    hand.click(mia.locator("[data-card=training] a"))
    expect(mia.locator("#photographer option:checked")).to_have_text("Dana")
    hand.pick(mia, PICTURES[0])
    # The kind has no default; by keys it stands between the photographer and the notes.
    mia.locator("#photographer").focus()
    for key in ("Tab", "Space", "Tab"):
        mia.keyboard.press(key)
    expect(mia.locator("#notes")).to_be_focused()
    expect(mia.locator("input[value=example]")).to_be_checked()
    mia.keyboard.type("Good light. Step closer next time.")
    expect(mia.locator("#picked .quiet", has_text="Ready")).to_have_count(1)
    hand.click(mia.locator("#send"))
    mia.wait_for_url(re.compile(r"/training/critiques/"))
    assert len(hand.clicks) <= MOST, hand.clicks
    print(f"a first day: {len(hand.clicks)} clicks: {', '.join(hand.clicks)}")

    dana.goto(address + "/")
    expect(dana.locator("[data-card=training]")).to_contain_text("New")
    mia.goto(address + "/")
    assert mia.locator(".home-steps [data-card=training]").count() == 0
