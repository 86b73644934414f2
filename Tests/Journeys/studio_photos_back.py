"""The way back from a photo, names and arrows from right to left, and the page on phones."""

from playwright.sync_api import expect

from lab import join, lab
from photoslab import folders, named, shown


with lab() as here:
    studio, address = here.studio()
    desk = here.page("desk")
    join(desk, studio.hears(r"(http://\S+/join/\S+)")[1])
    folders(here, desk, ("one", 148, "one_{:03}.jpg"), ("he", 6, "חנוכה {}.jpg"))
    view = desk.locator("dialog.photos-view")

    # Back from a photo's own page, and from the same after it was loaded again: all photos, where one was.
    for again in (False, True):
        desk.goto(address + "/photos?in=one&q=one")
        shown(desk)
        desk.locator("#photos-grid").focus()
        desk.keyboard.press("End")
        desk.locator("#photo-147.focus").wait_for()
        desk.wait_for_function("() => document.querySelector('#photo-147')?.dataset.name")
        own = named(desk, 147)
        desk.keyboard.press("Enter")
        expect(view).to_be_visible()
        desk.wait_for_url("**/photos/at/*-*")
        if again:
            desk.reload()
        else:
            view.get_by_role("link", name="Link to this photo").click()
        expect(desk.locator("h1")).to_have_text(own)
        desk.go_back()
        desk.wait_for_url("**/photos?in=one&q=one")
        expect(view).to_be_hidden()
        expect(desk.locator("#photo-147")).to_have_attribute("data-name", own)
    # By the browser's own ways in one page.
    desk.locator("#photos-grid").focus()
    desk.keyboard.press("Enter")
    expect(view).to_be_visible()
    opened = view.locator("h2").text_content()
    desk.go_back()
    expect(view).to_be_hidden()
    desk.go_forward()
    expect(view.locator("h2")).to_have_text(opened)
    expect(view).to_be_visible()
    desk.go_back()
    expect(view).to_be_hidden()
    state = desk.context.storage_state()
    desk.context.close()

    # From right to left: arrows as everywhere, which the browser turns round; names by their own direction.
    right = here.page("desk", "he", storage_state=state)
    right.goto(address + "/photos?in=he")
    shown(right)
    here.look(right, "photos-he-names")
    assert right.evaluate("getComputedStyle(document.querySelector('.photos-cell'), '::after').unicodeBidi") == "plaintext"
    right.locator("#photos-grid").focus()
    right.keyboard.press("ArrowLeft")
    right.keyboard.press("Enter")
    expect(right.locator("dialog.photos-view")).to_be_visible()
    # Both arrows are turned round: the one that leads on points to the left, and stands there.
    turned = right.evaluate("[...document.querySelectorAll('.photos-step .icon')].map((one) => getComputedStyle(one).transform)")
    assert turned == ["matrix(-1, 0, 0, 1, 0, 0)"] * 2, turned
    boxes = [right.locator(".photos-step").nth(place).bounding_box() for place in (0, 1)]
    assert boxes[1]["x"] < boxes[0]["x"], boxes
    here.look(right, "photos-he-view")
    right.context.close()

    # On a phone the head goes and comes, the number is there while one searches, an album says its title, and nothing is left on.
    phone = here.page("phone", storage_state=state)
    phone.goto(address + "/photos?in=one")
    shown(phone)
    search, head = phone.locator("input[type=search]"), phone.locator(".photos-head")
    expect(phone.locator("#photos-count")).to_have_css("position", "absolute")
    search.fill("one_01")
    expect(phone.locator("#photos-count")).to_have_text("Photos: 10")
    expect(phone.locator("#photos-count")).to_have_css("position", "static")
    here.look(phone, "photos-phone-searched")
    search.fill("")
    expect(phone.locator("#photos-count")).to_have_text("Photos: 148")
    phone.locator("#photos-grid").focus()
    phone.mouse.move(150, 600)
    for _ in range(8):
        phone.mouse.wheel(0, 300)
    expect(head).to_be_hidden()
    shown(phone)
    here.look(phone, "photos-phone-down")
    phone.mouse.wheel(0, -200)
    expect(head).to_be_visible()
    head.locator(".photos-more summary").click()
    select = head.locator(".menu-item", has_text="Select")
    select.click()
    phone.locator(".photos-cell:visible").nth(4).click()
    phone.locator(".photos-bar").get_by_role("button", name="Clear selection").click()
    head.locator(".photos-more summary").click()
    expect(select).to_have_attribute("aria-pressed", "false")
    phone.keyboard.press("Escape")
    phone.locator("#photos-grid").focus()
    phone.keyboard.press("b")
    expect(phone.locator(".photos-basket").first).to_have_text("1")
    phone.goto(address + "/photos?album=basket")
    expect(phone.locator("h1")).to_have_css("position", "static")
    shown(phone)
    here.look(phone, "photos-phone-album")
