// The drafts above the list of reports: those of this device, and those that were begun on another one.

import * as drafts from "./drafts.js";
import { create, dataOf, fill, find, require } from "../shared/dom.js";
import { get, post } from "../shared/ask.js";

/**
 * @typedef {import("./types").School} School
 * @typedef {object} ListedDraft
 * @property {string} key
 * @property {string} template
 * @property {string} templateName
 * @property {string} version
 * @property {string} date
 * @property {School[]} schools
 * @property {string} state
 */

const place = require(document.getElementById("report-drafts"), "#report-drafts", HTMLElement);
const user = dataOf(place, "user");
/** @type {Record<string, string>} */
const words = JSON.parse(dataOf(place, "words"));

const dayFormat = new Intl.DateTimeFormat(document.documentElement.lang || "en", { dateStyle: "medium", timeZone: "UTC" });

/**
 * What was discarded here goes from the studio as well, as soon as there is a network.
 * @param {string} key
 */
const discard = async (key) => {
  const token = dataOf(find(document, "[data-token]", HTMLElement), "token");
  const answer = await post("/reports/draft/" + key + "/discard", token, {}, null);
  if (answer.ok) await drafts.remove(key);
};

/**
 * @param {string[]} discarded
 * @returns {Promise<ListedDraft[]>}
 */
const readDrafts = async (discarded) => {
  /** @type {ListedDraft[]} */
  let found = [];
  try { found = await drafts.all(user); } catch { /* what the studio has is shown all the same */ }
  try {
    const answer = await get("/reports/drafts");
    if (answer.ok) for (const draft of (await answer.json()).drafts) {
      if (discarded.includes(draft.key) || found.some((own) => own.key === draft.key)) continue;
      found.push({ ...draft, date: draft.date || "", schools: draft.schools || [], state: "elsewhere" });
    }
  } catch { /* without a network those of this device are shown */ }
  return found;
};

/** @param {ListedDraft} draft */
const makeRow = (draft) => {
  const facts = [draft.date && dayFormat.format(new Date(draft.date + "T00:00:00Z")), draft.schools.map((school) => school.name).join(", ")].filter(Boolean).join(" · ");
  const link = create("a", {
    className: "report-row",
    href: "/reports/new/" + encodeURIComponent(draft.template) + "?draft=" + draft.key + "&version=" + encodeURIComponent(draft.version || ""),
  }, create("strong", { textContent: draft.templateName }), create("span", { className: "quiet", textContent: " " + facts }));
  const state = create("p", { className: "hint", textContent: draft.state === "sending" ? words.sending : draft.state === "elsewhere" ? words.elsewhere : "" });
  state.setAttribute("role", "status");
  const row = create("li", { className: "card" }, link, state);
  if (draft.state === "sending") sendFromRow(draft, row, link, state);
  return row;
};

/**
 * @param {ListedDraft} draft
 * @param {HTMLElement} row
 * @param {HTMLAnchorElement} link
 * @param {HTMLElement} state
 */
const sendFromRow = async (draft, row, link, state) => {
  // What sends is loaded where something is to be sent.
  const { send, takeBack } = await import("./outbox.js");
  const back = create("button", { type: "button", className: "plain", textContent: words.takeBack, hidden: true });
  back.setAttribute("aria-label", words.takeBack + ": " + draft.templateName);
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
    if (now.phase === "taken") link.href = link.href.replace(draft.key, now.key);
  });
};

const show = async () => {
  const discarded = await drafts.discarded(user).catch(() => []);
  try { for (const key of discarded) await discard(key); } catch { /* the next page tries again */ }
  const found = await readDrafts(discarded);
  if (!found.length) { place.replaceChildren(); return; }
  place.replaceChildren(create("h2", { textContent: words.drafts }), create("ul", { className: "rows" }, ...found.map(makeRow)));
};
show();
