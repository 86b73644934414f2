"""A studio in trouble: what it says of its own files on the operator's page, and a disk that is full."""

import os
import subprocess

from playwright.sync_api import expect

from lab import join, lab

SIGHTS = [("phone", "en"), ("desk", "en"), ("phone", "he"), ("desk", "he")]


def mounted(folder):
    """A small file system in memory; false if none may be made."""
    folder.mkdir(parents=True)
    return os.geteuid() == 0 and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(folder)], capture_output=True).returncode == 0


with lab() as here:
    # A file of the studio's that cannot be read: told beside the booth, with what to do.
    kept = here.data / "studio" / "places"
    kept.mkdir(parents=True)
    (kept / "sync.json").write_text('{"wish": {"dir')
    studio, address = here.studio()
    page = here.page("phone")
    join(page, studio.hears(r"(http://\S+/join/\S+)")[1])
    cookies = page.context.cookies()
    for size, language in SIGHTS:
        other = here.page(size, language)
        other.context.add_cookies(cookies)
        other.goto(address + "/booth")
        expect(other.locator("main")).to_contain_text("sync.json")
        expect(other.locator("main")).to_contain_text("Start the sync again." if language == "en" else "יש להפעיל את הסנכרון שוב.")
        other.wait_for_function("() => document.querySelector('#studio-remarks')?.scrollWidth <= document.querySelector('main').clientWidth")
        # In the direction of its page, and apart from what is below it.
        told = other.locator(".part .told")
        # Asked again where the page was refreshed just then: what was taken out of it has no style.
        expect(told).to_have_css("direction", "rtl" if language == "he" else "ltr")
        expect(told).to_have_css("display", "block")
        other.wait_for_function("() => parseFloat(getComputedStyle([...document.querySelectorAll('.parts')].at(-1)).marginBlockEnd) >= 8")
        here.look(other, f"studio-remarks-{size}-{language}")
        other.context.close()

with lab() as here:
    if not mounted(here.data):
        print("SKIPPED: the page of a full disk, which needs root to mount a small one")
    else:
        try:
            studio, address = here.studio()
            page = here.page("phone")
            join(page, studio.hears(r"(http://\S+/join/\S+)")[1])
            cookies = page.context.cookies()
            pages = []
            for size, language in SIGHTS:
                other = here.page(size, language)
                other.expected.append("507")
                other.context.add_cookies(cookies)
                other.goto(address + "/settings")
                other.fill("#organisationName", "The Archive")
                pages.append((other, f"{size}-{language}"))
            with open(here.data / "ballast", "wb", buffering=0) as ballast:
                piece = 1 << 20
                while piece:
                    try:
                        if ballast.write(b"7" * piece) < piece:
                            piece //= 2
                    except OSError:
                        piece //= 2
            for other, name in pages:
                other.locator("form.card button").last.click()
                expect(other.locator("main a")).to_be_visible()
                assert other.locator("h1").count() == 1
                here.look(other, f"studio-full-{name}")
            # With room it goes on.
            (here.data / "ballast").unlink()
            page.goto(address + "/settings")
            page.fill("#organisationName", "The Archive")
            page.get_by_role("button", name="Save").click()
            expect(page.locator("#said")).to_contain_text("Saved.")
        finally:
            subprocess.run(["umount", "--lazy", str(here.data)], check=True)
