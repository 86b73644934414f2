"""Reports on bad days: no network, a studio that dies, two tabs, a session that ends; and thousands of nights of the sending alone."""

import json
import pathlib
import re
import signal

from playwright.sync_api import Error, expect

from lab import lab
from reportslab import HERE, enter, fill, form, open_sent, png, prepare

# What a browser itself says of a network that is not there.
CUT = [r"ERR_INTERNET_DISCONNECTED", r"ERR_CONNECTION", r"ERR_FAILED", r"ERR_EMPTY_RESPONSE", r"ERR_SOCKET", r"503"]

# The machine that ships, in a world from a seed: every answer may be lost before or after the studio has acted, the page may be
# closed at any moment and opened again, also while it can be taken back and while its pictures are prepared, and two tabs may send at
# once.
NIGHTS = """
async ([address, runs]) => {
  const { next, start } = await import(address);
  let seed = 1;
  const random = () => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 2147483648; };
  const found = { runs: 0, lost: 0, doubled: 0, missing: 0, early: 0, kills: 0, cuts: 0, endless: 0 };
  for (let run = 0; run < runs; run++) {
    seed = run * 7919 + 17;
    const pictures = [...Array(Math.floor(random() * 4))].map((_, number) => "p" + number);
    const studio = { files: new Set(), reports: new Map(), writes: 0 };
    // `fast` is what is sent, as soon as each picture is ready.
    let draft = { key: "k", pictures, fast: null };
    let rate = random() * 0.6, steps = 0;
    const ask = (effect) => {
      if (effect.do === "hold") return { kind: "held" };
      if (effect.do === "prepare") {
        if (random() < rate / 2) { found.cuts++; return { kind: "cut" }; }
        draft.fast ??= [...pictures];
        return { kind: "prepared" };
      }
      if (!draft.fast) found.early++;
      if (random() < rate / 2) { found.cuts++; return { kind: "cut" }; }
      let answer;
      if (effect.do === "submit") {
        const missing = (draft.fast || []).filter((picture) => !studio.files.has(picture));
        if (studio.reports.has("k")) answer = { kind: "answered", status: 200 };
        else if (missing.length) answer = { kind: "answered", status: 202, missing };
        else { studio.reports.set("k", [...studio.files]); studio.writes++; answer = { kind: "answered", status: 200 }; }
        if (random() < rate / 8) answer = { kind: "answered", status: 503 };
      } else { studio.files.add(effect.sha256); answer = { kind: "stored", sha256: effect.sha256 }; }
      if (random() < rate / 2) { found.cuts++; return { kind: "cut" }; }
      return answer;
    };
    let tabs = [];
    const open = () => next(start(), { kind: "begin", left: draft.fast || random() < 0.5 ? 0 : 10000 });
    tabs = [open()];
    if (random() < 0.3) tabs.push(open());
    while (draft && steps++ < 3000) {
      if (steps > 1500) rate = 0;
      const place = Math.floor(random() * tabs.length);
      if (random() < rate / 10) { found.kills++; tabs[place] = open(); continue; }
      const [state, effects] = tabs[place];
      const effect = effects[0];
      if (!effect) { tabs[place] = open(); continue; }
      if (effect.do === "forget") { draft = null; break; }
      if (effect.do === "reopen") { found.lost++; break; }
      tabs[place] = next(state, effect.do === "wait" ? { kind: "time" } : ask(effect));
    }
    found.runs++;
    if (draft) found.endless++;
    if (!draft && !studio.reports.has("k")) found.lost++;
    if (studio.writes > 1) found.doubled++;
    if ((studio.reports.get("k") || []).length < pictures.length && studio.reports.has("k")) found.missing++;
  }
  return found;
}
"""

# Texts, each with whether the pattern that the studio has read is theirs.
PATTERNS = """
async ([address, patterns, all]) => {
  const { matches } = await import(address);
  return all.flatMap((texts, place) => texts.filter(([text, isSo]) => matches(patterns[place], text) !== isSo).map(([text]) => [place, text]));
}
"""

# Which fields are asked for some answers, and what others are worth.
ASKED = """
async ([stateAddress, answersAddress, valuesAddress, fields, cases]) => {
  const { FormState } = await import(stateAddress), { toSubmission } = await import(answersAddress), { describe } = await import(valuesAddress);
  const wrong = [];
  for (const { answers, shown, worth } of cases) {
    const rows = (field) => Array.isArray(answers[field.id]) ? answers[field.id] : [];
    const state = new FormState(fields, {
      answer: (field) => toSubmission(field, answers[field.id]), rowCount: (field) => rows(field).length,
      cell: (field, place, column) => toSubmission(column, rows(field)[place]?.[column.id]),
    });
    const found = fields.filter((field) => state.isShown(field.id)).map((field) => field.id);
    if (JSON.stringify(found) !== JSON.stringify(shown)) wrong.push([answers, shown, found]);
    for (const [id, gives] of Object.entries(worth || {})) {
      const { value, fault } = state.value(id), now = fault ? fault.message : describe(value);
      if (now !== gives) wrong.push([answers, id, gives, now]);
    }
  }
  return wrong;
}
"""

# The same draft, sent from another device.
ELSEWHERE = """
async () => {
  const form = document.querySelector("form.report"), key = new URL(location.href).searchParams.get("draft");
  const answer = await fetch("/reports/send", { method: "POST", headers: { "X-Booth-Token": form.dataset.token, "Content-Type": "application/json" },
    body: JSON.stringify({ key, template: form.dataset.template, version: form.dataset.version, date: "2024-01-15", answers: { job_type: "Team Photos" } }) });
  return answer.status;
}
"""

with lab() as here:
    studio, address, link = prepare(here)
    port = address.rsplit(":", 1)[1]
    phone = here.page("phone", geolocation=HERE, permissions=["geolocation"])
    enter(phone, link, address)
    phone.expected += CUT
    pictures = [png(here.folder, f"{name}.png", colour) for name, colour in [("a", (90, 140, 220)), ("b", (90, 190, 110))]]

    def reports():
        return phone.evaluate("fetch('/reports').then((a) => a.text()).then((t) => (t.match(/href=\"\\/reports\\/report\\//g) || []).length)")

    # The network goes before the sending, and comes back.
    form(phone, address)
    fill(phone, *pictures)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Send the report").click()
    expect(phone.locator("#report-state")).to_contain_text("The studio is not responding.")
    here.look(phone, "reports-offline")
    phone.context.set_offline(False)
    open_sent(phone)
    expect(phone.locator("article img")).to_have_count(2)
    assert reports() == 1

    # The studio dies with a picture half taken, and comes again: the page is closed meanwhile.
    # Nothing of it is in the studio before it is sent, however long filling in takes.
    phone.route("**/reports/draft", lambda route: route.abort())
    form(phone, address)
    fill(phone, *pictures, png(here.folder, "c.png", (200, 80, 80)))
    died = []

    def die(route):
        if not died:
            died.append(route.request.url)
            studio.end(signal.SIGKILL)
        route.continue_()

    phone.route("**/reports/attachment/*", die)
    phone.get_by_role("button", name="Send the report").click()
    expect(phone.locator("#report-state")).to_contain_text("The studio is not responding.")
    phone.unroute("**/reports/attachment/*")
    phone.goto("about:blank")
    phone.unroute("**/reports/draft")
    studio, _ = here.studio(port)
    phone.goto(address + "/reports")
    expect(phone.locator("ul.rows .report-row[href^='/reports/report/']")).to_have_count(2)
    expect(phone.locator("#report-drafts li")).to_have_count(0)

    # Its answer is lost when all of it was kept: what is sent again is there once.
    form(phone, address)
    fill(phone)
    lost = []

    def lose(route):
        if lost:
            return route.continue_()
        lost.append(route.fetch().status)
        route.abort()

    phone.route("**/reports/send", lose)
    phone.get_by_role("button", name="Send the report").click()
    open_sent(phone)
    phone.unroute("**/reports/send")
    assert lost == [200] and reports() == 3, lost

    # Two tabs on one draft: each shows what the other has, and both send it.
    form(phone, address)
    fill(phone)
    other = phone.context.new_page()
    here.watch(other)
    other.goto(phone.url)
    expect(other.locator("form.report[data-ready]")).to_be_visible()
    expect(phone.locator("#report-said")).to_contain_text("another tab")
    other.get_by_label("Additional Notes").fill("from the other tab")
    expect(phone.get_by_label("Additional Notes")).to_have_value("from the other tab")
    phone.get_by_label("Job Type").select_option("Team Photos")
    expect(other.get_by_label("Job Type")).to_have_value("Team Photos")
    expect(other.get_by_label("Additional Notes")).to_have_value("from the other tab")
    here.look(other, "reports-two-tabs")
    for page in (phone, other):
        try:
            page.evaluate("document.querySelector('form.report')?.requestSubmit()")
        except Error:
            pass  # the other tab has sent it, and this one is on its way to the list
    phone.wait_for_url(re.compile(r"/reports(/report/.*)?$"))
    other.wait_for_url(re.compile(r"/reports(/report/.*)?$"))
    assert reports() == 4
    other.close()

    # Nights of the sending alone.
    phone.goto(address + "/reports/new/fall_sports_template")
    expect(phone.locator("form.report[data-ready]")).to_be_visible()

    def module(name):
        """The address of a script, which the page itself may load when it is needed only."""
        return phone.evaluate(
            r"(name) => document.querySelector('link[rel=stylesheet]').href.match(/^.*\/static\/[^/]+\//)[0] + name", name)

    found = phone.evaluate(NIGHTS, [module("shared/outbox/sending.js"), 10_000])
    print(f"the machine that sends, alone: {found}")
    assert found["runs"] == 10_000 and found["kills"] > 500 and found["cuts"] > 5_000, found
    assert found["lost"] == found["doubled"] == found["missing"] == found["early"] == found["endless"] == 0, found

    # Patterns, and which questions are asked, too: with what the studio's own page says of the forms.
    table = json.loads(pathlib.Path("Tests/ReportsTests/Reports/Cases/forms.json").read_text())

    def facts(name, fields):
        file = here.folder / f"{name}.json"
        file.write_text(json.dumps({"id": name, "name": name, "organizationID": "org_123", "fields": fields}))
        here.start("report", "template", "import", str(file)).hears(f"as {name}, version 1")
        phone.goto(f"{address}/reports/new/{name}")
        expect(phone.locator("form.report[data-ready]")).to_be_visible()
        return json.loads(phone.locator("form.report").get_attribute("data-fields"))

    read = facts("patterns", [{"id": f"p{place}", "type": "text", "label": "P", "pattern": one["pattern"]} for place, one in enumerate(table["patterns"])])
    assert all(field["pattern"] for field in read)
    wrong = phone.evaluate(PATTERNS, [module("reports/patterns.js"), [field["pattern"] for field in read], [one["texts"] for one in table["patterns"]]])
    assert not wrong, [(table["patterns"][place]["pattern"], text) for place, text in wrong]
    cases = 0
    for place, one in enumerate(table["forms"]):
        read = facts(f"asked-{place}", one["fields"])
        wrong = phone.evaluate(ASKED, [module("reports/form-state.js"), module("reports/answers.js"), module("reports/values.js"), read, one["cases"]])
        assert not wrong, wrong
        cases += len(one["cases"])
    print(f"{sum(len(one['texts']) for one in table['patterns'])} texts of {len(table['patterns'])} patterns, and {cases} cases of {len(table['forms'])} forms, are as the studio has them")

    # A draft that was sent elsewhere, with other answers, becomes a report of its own, and its writer is told.
    # The studio does not tell this page of it before it is sent.
    phone.route("**/reports/draft", lambda route: route.abort())
    form(phone, address)
    fill(phone, *pictures)
    before = reports()
    other = phone.evaluate(ELSEWHERE)
    assert other == 200, other
    assert reports() == before + 1
    phone.expected += [r"409", r"410"]
    phone.get_by_role("button", name="Send the report").click()
    expect(phone.locator("#report-state")).to_contain_text("This report was already sent with other answers.")
    here.look(phone, "reports-taken")
    expect(phone.locator("[data-pictures=''] li")).to_have_count(2)
    phone.get_by_role("button", name="Send the report").click()
    open_sent(phone)
    expect(phone.locator("article img")).to_have_count(2)
    assert reports() == before + 2
    phone.goto(address + "/reports")
    phone.unroute("**/reports/draft")
    expect(phone.locator("#report-drafts li")).to_have_count(0)

    # What the studio, or a proxy before it, does not take is named, and the summary leads there; what is changed can be sent.
    form(phone, address)
    fill(phone, *pictures)
    phone.expected += [r"413", r"400"]
    summary = phone.locator("#report-summary")

    def refused(path, status, says):
        left = [1]

        def refuse(route):
            if not left or route.request.method != "POST":
                return route.fallback()
            left.pop()
            route.fulfill(status=status, body="no", content_type="text/plain")

        phone.route(path, refuse)
        phone.get_by_role("button", name="Send the report").click()
        expect(phone.locator("#report-state")).to_have_text("The studio did not accept the report.")
        expect(summary).to_be_focused()
        expect(summary.locator("li")).to_have_text(re.compile(says))
        phone.unroute(path, refuse)

    refused("**/reports/send", 413, "^Additional Notes: The report is too large to send.")
    here.look(phone, "reports-too-large")
    summary.get_by_role("link").click()
    expect(phone.get_by_label("Additional Notes")).to_be_focused()
    phone.get_by_label("Additional Notes").fill("Great light")
    expect(summary).to_be_hidden()
    refused("**/reports/send", 400, "^The studio could not read this report.")
    # Each picture that is too large for the way is named by its own name.
    fresh = png(here.folder, "fresh.png", (30, 160, 200), 320, 240)
    phone.route("**/reports/draft", lambda route: route.abort())
    phone.locator("#report-pictures").set_input_files(fresh)
    expect(phone.locator("[data-pictures=''] li")).to_have_count(3)
    # The others may be there already, or not.
    sha256 = phone.locator("[data-pictures=''] li").last.get_attribute("data-sha256")
    refused(f"**/reports/attachment/{sha256}", 413, "^fresh.png: This picture is too large to send.")
    summary.get_by_role("link").click()
    expect(phone.get_by_role("button", name="Remove: fresh.png")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(summary).to_be_hidden()
    expect(phone.locator("[data-pictures=''] li")).to_have_count(2)
    phone.get_by_role("button", name="Send the report").click()
    open_sent(phone)
    expect(phone.locator("article")).to_contain_text("Great light")
    expect(phone.locator("article img")).to_have_count(2)
    phone.unroute("**/reports/draft")

    # What is thrown away goes from the device and from the studio, with a network or as soon as there is one.
    for isOff in (False, True):
        form(phone, address)
        fill(phone, pictures[0])
        expect(phone.locator("#report-kept")).to_have_text("Saved on this device and in the studio.")
        key = re.search(r"draft=(\w+)", phone.url)[1]
        if isOff:
            phone.route("**/reports/draft/*/discard", lambda route: route.abort())
        phone.locator("summary", has_text="Discard").click()
        happens = "requestfailed" if isOff else "response"
        with phone.expect_event(happens, lambda heard: heard.url.endswith("/discard")):
            phone.get_by_role("button", name="Discard draft").click()
        expect(phone.locator("#report-drafts")).to_be_empty()
        if isOff:
            phone.unroute("**/reports/draft/*/discard")
        phone.reload()
        expect(phone.locator("#report-drafts")).to_be_empty()
        # The studio itself has none: what could not be told before is told by the page that is loaded now.
        phone.wait_for_function(
            "async () => (await (await fetch('/reports/drafts', {headers: {'X-Booth-Past': '1'}})).json()).drafts.length === 0")
        # A person who goes back there begins anew: the studio is asked, and has nothing.
        phone.expected += [r"404"]
        phone.goto(f"{address}/reports/new/fall_sports_template?draft={key}")
        expect(phone.locator("form.report[data-ready]")).to_be_visible()
        expect(phone.get_by_label("Additional Notes")).to_have_value("")
        expect(phone.locator("[data-pictures=''] li")).to_have_count(0)

    # Signed out elsewhere: the way leads over the door, and what was written is sent then.
    form(phone, address)
    fill(phone)
    phone.expected += [r"401"]
    phone.context.clear_cookies()
    phone.get_by_role("button", name="Send the report").click()
    phone.wait_for_url("**/sign-in?to=*")
    phone.fill("#name", "anna@example.org")
    phone.fill("#password", "a long password")
    phone.click("form button")
    open_sent(phone)
    assert reports() == 8
