"""People of an organisation with its own Firebase (a stand-in for it): they sign in with the accounts that they have there, publish and
read a critique through it, go on while it is away, and are out when their account is."""

import os
import pathlib
import subprocess
import time

from playwright.sync_api import expect

from firebase import BUCKET, PROJECT, Firebase
from lab import PATIENCE, join, lab, lands

PICTURES = [pathlib.Path(__file__).resolve().parents[2] / "Events" / "wedding" / "attract.jpg"]


def until(what, words):
    end = time.monotonic() + PATIENCE / 1000
    while not what():
        assert time.monotonic() < end, words
        time.sleep(0.2)


def command(here, *arguments, expected=0, **environment):
    booth = os.path.abspath(os.environ.get("BOOTH_BUILD", ".build/debug") + "/booth")
    done = subprocess.run(
        [booth, "studio", *arguments, "--data", str(here.data)], capture_output=True, text=True,
        env=os.environ | {"LC_ALL": "C.UTF-8"} | environment)
    assert done.returncode == expected, done.stdout + done.stderr
    return done.stdout + done.stderr


def sign_in(page, address, user, password="a long password"):
    page.goto(address + "/sign-in")
    expect(page.locator("#at")).to_have_value("school")
    page.fill("#name", f"{user}@example.org")
    page.fill("#password", password)
    page.click("form button")


def publish(page, address, pictures, notes):
    page.goto(address + "/training/new")
    page.locator("#photographer").select_option(label="Dana Doe")
    page.check("input[value=example]")
    page.set_input_files("#files", pictures)
    page.fill("#notes", notes)
    expect(page.locator("#picked .quiet", has_text="Ready")).to_have_count(len(pictures))
    page.click("#send")
    page.wait_for_url("**/training/critiques/*")


firebase = Firebase()
with lab() as here:
    here.data.mkdir(parents=True)
    firebase.enlist("mia", "manager")
    firebase.enlist("dana", "employee", is_photographer=True)
    said = command(
        here, "organisation", "add", "The School", "--id", "school", "--project", PROJECT, "--key", "key", "--bucket", BUCKET,
        "--firestore-url", firebase.base, "--storage-url", firebase.base, "--accounts-url", firebase.base, "--tokens-url",
        firebase.base)
    assert "The School" in said and "school" in command(here, "organisation", "list")
    said = command(here, "check", "--email", "mia@example.org", BOOTH_FIREBASE_PASSWORD="a long password")
    assert "BAD" not in said and "manager of org1" in said, said
    assert "cannot sign in" in command(
        here, "check", "--email", "mia@example.org", expected=1, BOOTH_FIREBASE_PASSWORD="another")

    studio, address = here.studio()
    link = studio.hears(r"(http://\S+/join/\S+)")[1]
    port = address.rsplit(":", 1)[1]

    # A wrong password, then the right one; on a phone, and right to left.
    mia = here.page("desk")
    mia.expected += [r"401", r"503", r"Failed to fetch", r"ERR_"]
    sign_in(mia, address, "mia", "not this one")
    expect(mia.locator("#complaint")).to_have_text("Incorrect name or password.")
    here.look(mia, "firebase-sign-in-wrong")
    sign_in(mia, address, "mia")
    lands(mia)
    dana = here.page("phone", "he")
    dana.expected += [r"401", r"503", r"Failed to fetch", r"ERR_", r"is not \"text/event-stream\""]
    dana.goto(address + "/sign-in")
    here.look(dana, "firebase-sign-in-hebrew")
    sign_in(dana, address, "dana")
    lands(dana)

    # The studio's own administrator comes in by the link, as ever, and sees their own people alone.
    owner = here.page("tablet")
    join(owner, link)
    owner.goto(address + "/people")
    expect(owner.locator("main")).not_to_contain_text("Dana Doe")
    mia.goto(address + "/people")
    expect(mia.locator("main")).to_contain_text("Dana Doe")
    here.look(mia, "firebase-people")

    # Published through the organisation: there as its apps read it, seen here.
    publish(mia, address, PICTURES, "Mind the horizon")
    (first, fields), = firebase.critiques().items()
    assert fields["submitterId"]["stringValue"] == "mia" and fields["organizationId"]["stringValue"] == "org1"
    assert fields["imageUrl"]["stringValue"].startswith(f"{firebase.base}/v0/b/{BUCKET}/o/organizations%2Forg1%2Fcritiques%2F")
    assert len(firebase.pictures) == 2
    dana.goto(address + "/training")
    expect(dana.locator("main")).to_contain_text("Mind the horizon")
    dana.goto(f"{address}/training/critiques/{first}")
    dana.wait_for_function("document.getElementById('picture')?.naturalWidth > 0 && !document.querySelector('.stage.loading')")
    mia.goto(address + "/training/team/dana")
    mia.goto(address + "/training/new")

    # The network is cut: the copy answers and says so; what is written waits, also over the studio's death, and is sent once.
    firebase.away = True
    dana.goto(f"{address}/training/critiques/{first}")
    expect(dana.locator("#away")).to_be_visible()
    here.look(dana, "firebase-away-hebrew")
    publish(mia, address, PICTURES, "Written without a network")
    expect(mia.locator("main")).to_contain_text("Written without a network")
    expect(mia.locator("#away")).to_contain_text("waiting to be sent: 1")
    mia.goto(address + "/waiting")
    here.look(mia, "firebase-waiting")
    assert len(firebase.critiques()) == 1
    studio.end(how=9)
    studio, _ = here.studio(port)
    firebase.away = False
    until(lambda: len(firebase.critiques()) == 2, "what waited was sent after the start")
    second = next(name for name in firebase.critiques() if name != first)
    until(lambda: sum(any(second in path for path in commit) for commit in firebase.commits) == 1, "it was sent once")
    dana.goto(address + "/training")
    expect(dana.locator("main")).to_contain_text("Written without a network")
    expect(dana.locator("#away")).to_have_count(0)

    # The account is disabled there: she is out here, within a minute of use.
    # (Asked in addition to the page: one that is out goes to the door by itself, in the middle of a way elsewhere.)
    dana.goto("about:blank")
    firebase.members["dana@example.org"]["disabled"] = True
    until(lambda: "/sign-in" in dana.context.request.get(address + "/training").url, "who was disabled is out")
    sign_in(dana, address, "dana")
    expect(dana.locator("#complaint")).to_be_visible()
    mia.goto(address + "/training/team/dana")
    expect(mia.locator("main")).to_contain_text("Mind the horizon")
firebase.stop()
