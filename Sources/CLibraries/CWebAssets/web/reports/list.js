// @ts-nocheck
"use strict";
import * as drafts from "./drafts.js";
import { send, takeBack } from "./outbox.js";

const place = document.getElementById("report-drafts");
const words = JSON.parse(place.dataset.words);
const fill = (text, ...values) => text.replace(/%(\d)/g, (_, digit) => values[digit - 1]);

// What was thrown away here goes from the studio as well, as soon as there is a network.
const throwAway = async (key) => {
  const answer = await fetch("/reports/draft/" + key + "/discard", {
    method: "POST", credentials: "same-origin", cache: "no-store", body: "{}",
    headers: { "Content-Type": "application/json", "X-Booth-Token": document.querySelector("[data-token]").dataset.token, "X-Booth-Part": "1" },
  });
  if (answer.ok) await drafts.remove(key);
};

const show = async () => {
  const gone = await drafts.discarded(place.dataset.user).catch(() => []);
  try { for (const key of gone) await throwAway(key); } catch { /* the next time */ }
  let found = [];
  try { found = await drafts.all(place.dataset.user); } catch { /* what the studio has is shown all the same */ }
  // Begun on another device.
  try {
    const answer = await fetch("/reports/drafts", { credentials: "same-origin", cache: "no-store", headers: { "X-Booth-Part": "1" } });
    if (answer.ok) for (const draft of (await answer.json()).drafts) {
      if (!gone.includes(draft.key) && !found.some((own) => own.key === draft.key)) found.push({ ...draft, date: draft.date || "", schools: draft.schools || [], state: "elsewhere" });
    }
  } catch { /* without a network those of this device are shown */ }
  if (!found.length) { place.replaceChildren(); return; }
  const heading = document.createElement("h2");
  heading.textContent = words.drafts;
  const list = document.createElement("ul");
  list.className = "rows";
  for (const draft of found) {
    const row = document.createElement("li");
    row.className = "card";
    const link = document.createElement("a");
    link.className = "report-row";
    link.href = "/reports/new/" + encodeURIComponent(draft.template) + "?draft=" + draft.key + "&version=" + encodeURIComponent(draft.version || "");
    const name = document.createElement("strong");
    name.textContent = draft.templateName;
    const facts = document.createElement("span");
    facts.className = "quiet";
    facts.textContent = " " + [draft.date, draft.schools.map((school) => school.name).join(", ")].filter(Boolean).join(" · ");
    const state = document.createElement("p");
    state.className = "hint";
    state.setAttribute("role", "status");
    state.textContent = draft.state === "sending" ? words.sending : draft.state === "elsewhere" ? words.elsewhere : "";
    link.append(name, facts);
    row.append(link, state);
    list.append(row);
    if (draft.state === "sending") {
      const back = document.createElement("button");
      back.type = "button";
      back.className = "plain";
      back.textContent = words.takeBack;
      back.setAttribute("aria-label", words.takeBack + ": " + draft.templateName);
      back.hidden = true;
      back.addEventListener("click", () => takeBack(draft.key));
      row.append(back);
      send(draft.key, (now) => {
        back.hidden = !["held", "readying"].includes(now.phase);
        state.textContent = now.phase === "uploading" ? fill(words.uploading, now.sent, now.total) : words[now.phase] || words.sending;
        if (now.phase === "arrived") location.reload();
      }).then((now) => {
        // Another page has sent it, or taken it back.
        if (!now) { show(); return; }
        // Under a key of its own it can be opened, looked at and sent.
        if (now?.phase === "taken") link.href = link.href.replace(draft.key, now.key);
      });
    }
  }
  place.replaceChildren(heading, list);
};
show();
