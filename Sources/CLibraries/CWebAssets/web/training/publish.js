// @ts-nocheck
import * as drafts from "./drafts.js";
import { most, outbox } from "./outbox.js";

const form = document.getElementById("publish"), words = form.dataset;
const picker = document.getElementById("files"), picked = document.getElementById("picked");
const complaint = document.getElementById("complaint"), send = document.getElementById("send");
const back = document.getElementById("publish-back"), backButton = back.querySelector("button"), backTime = back.querySelector("span");
const state = document.getElementById("publish-state");
const photographer = document.getElementById("photographer"), notes = document.getElementById("notes");
const { person } = document.body.dataset;
let key = words.key, draft = drafts.empty(person);

const complain = (text) => { if (complaint.textContent !== text) complaint.textContent = text; };

// MARK: Keeping

// Where the browser keeps nothing it stands on this page alone.
const keep = async (how) => {
  draft = (await drafts.change(key, (found) => how(found || draft)).catch(() => drafts.get(key).catch(() => undefined))) || draft;
};
const answersNow = () => ({ photographer: photographer.value, kind: form.querySelector("input[name=kind]:checked").value, notes: notes.value });
let writing = Promise.resolve();
const keepAnswers = () => { writing = writing.then(() => keep((draft) => draft.state === "sending" ? null : { ...draft, answers: answersNow() })); };
form.addEventListener("input", (event) => { if (event.target !== picker) keepAnswers(); });
const putAnswers = ({ photographer: who, kind, notes: text }) => {
  if (who && !photographer.value && [...photographer.options].some((option) => option.value === who)) photographer.value = who;
  if (kind) form.querySelector(`input[name=kind][value="${CSS.escape(kind)}"]`)?.click();
  if (text && !notes.value) notes.value = text;
};

// MARK: What is chosen

// Files of this page, by their entries' ids: they are seen at once. What is said of each that is on its way.
const files = new Map(), saying = new Map(), rows = new Map();
const row = (entry) => {
  const item = document.createElement("li"), image = document.createElement("img"), name = document.createElement("bdi");
  const state = document.createElement("span"), bar = document.createElement("progress"), remove = document.createElement("button");
  image.alt = ""; image.width = image.height = 64;
  image.addEventListener("load", () => { if (image.src.startsWith("blob:")) URL.revokeObjectURL(image.src); image.classList.remove("missing"); });
  image.addEventListener("error", () => image.classList.add("missing"));
  // A photo that the studio has already, and one of a kind that this browser does not show, is seen when it is ready.
  image.classList.add("missing");
  const show = (file) => { if (file && !image.getAttribute("src")) image.src = URL.createObjectURL(file); };
  if (files.has(entry.id)) show(files.get(entry.id)); else if (!entry.photo) outbox.bytesAsChosen(key, entry).then(show);
  name.textContent = entry.name;
  state.className = "quiet"; state.setAttribute("role", "status");
  bar.max = 1; bar.value = 0; bar.setAttribute("aria-label", entry.name);
  remove.type = "button"; remove.className = "plain"; remove.textContent = "✕"; remove.setAttribute("aria-label", `${words.remove}: ${entry.name}`);
  const text = document.createElement("span");
  text.append(name, document.createElement("br"), state);
  item.append(image, text, bar, remove);
  remove.addEventListener("click", () => {
    item.remove();
    files.delete(entry.id);
    outbox.leave(key, entry.id);
    complain("");
    picker.focus();
  });
  return { item, image, state, bar };
};
const say = ({ state, bar }, text, isWrong, isDone) => {
  if (state.textContent !== text) state.textContent = text;
  state.className = isWrong ? "wrong" : "quiet";
  bar.hidden = isWrong || isDone;
};
const faults = { unread: words.unread, storageFull: words.full };
const show = () => {
  const { attachments, leftOut } = draft, chosen = (draft.chosen || []).slice(0, Math.max(0, most - attachments.length));
  const all = [...attachments, ...(leftOut || []), ...chosen].sort((one, other) => one.number - other.number);
  const ids = new Set(all.map(({ id }) => id));
  for (const [id, { item }] of rows) if (!ids.has(id)) { item.remove(); rows.delete(id); files.delete(id); saying.delete(id); }
  let before = null;
  for (const entry of all) {
    if (!rows.has(entry.id)) rows.set(entry.id, row(entry));
    const made = rows.get(entry.id), { item, image, bar } = made;
    if (before ? before.nextElementSibling !== item : picked.firstElementChild !== item) if (before) before.after(item); else picked.prepend(item);
    before = item;
    if (entry.picture) {
      say(made, words.ready, false, true);
      if (!image.naturalWidth) image.src = `/training/pictures/${key}/${entry.thumbnail}`;
    } else if (entry.fault) say(made, entry.said || faults[entry.fault] || words.failed, true);
    else {
      const { said, fraction } = saying.get(entry.id) || {};
      if (fraction !== undefined) bar.value = fraction;
      say(made, said ? said.text || words[said.word] : fraction !== undefined ? words.sending.replace("%1", Math.round(100 * fraction)) : words.waits, false);
    }
  }
};
let reading = Promise.resolve();
const renew = () => { reading = reading.then(async () => { draft = (await drafts.get(key).catch(() => undefined)) || draft; show(); }); };
outbox.listen(({ key: about, entry, fraction, said, left, isFull, isSignedOut }) => {
  if (about !== key) return;
  if (isFull) complain(words.many);
  if (isSignedOut) { saying.set(entry.id, { said: { word: "forbidden" } }); complain(words.forbidden); }
  if (said) saying.set(entry.id, { said });
  if (fraction !== undefined) { saying.set(entry.id, { fraction }); show(); return; }
  if (left !== undefined && !saying.has(entry.id)) return;
  renew();
});
let taking = Promise.resolve();
const take = async (some) => {
  await keep((draft) => draft);
  const large = some.filter((file) => file.size > Number(words.largest)), fit = some.filter((file) => !large.includes(file));
  const { isFull, isLate, entries } = await outbox.take(key, fit, "", most, (file) => file.name);
  entries.forEach((entry, place) => { if (!entry.photo) files.set(entry.id, fit[place]); });
  if (large.length) await keep((draft) => {
    let numbers = draft.numbers || 0;
    return { ...draft, leftOut: [...(draft.leftOut || []), ...large.map((file) => ({ id: "large-" + ++numbers, number: numbers, name: file.name, field: "", fault: "large", said: words.large }))], numbers };
  });
  if (isFull || isLate) complain(words.many);
  renew();
  await reading;
};
picker.addEventListener("change", () => {
  complain("");
  const some = [...picker.files];
  picker.value = "";
  if (some.length) taking = taking.then(() => take(some)).catch(() => complain(words.failed));
});

// MARK: Sharing

let isPublishing = false, isDone = false;
const lock = (isLocked) => {
  for (const part of form.querySelectorAll(".field, fieldset")) part.inert = isLocked;
  picker.disabled = isLocked;
  if (isLocked) send.setAttribute("aria-disabled", "true"); else send.removeAttribute("aria-disabled");
};
// Until it is on its way for good it can be taken back.
let counting = 0;
const saysState = (text) => { if (state.textContent !== text) state.textContent = text; };
const offerBack = (isOffered) => {
  clearInterval(counting);
  if (back.hidden === isOffered) {
    const had = document.activeElement;
    back.hidden = !isOffered;
    if (had === backButton) send.focus(); else if (isOffered && had === send) backButton.focus();
  }
  const count = () => {
    const rest = Math.ceil(outbox.left(draft) / 1000);
    backTime.textContent = rest ? ` (${rest})` : "";
  };
  if (isOffered) counting = setInterval(count, 250);
  count();
};
backButton.addEventListener("click", async () => { if (!(await outbox.takeBack(key))) offerBack(false); });
const onItsWay = ({ phase }) => {
  offerBack(phase === "held" || phase === "readying");
  saysState(phase === "held" ? words.held : "");
  if (phase === "waiting") complain(words.still); else if (complaint.textContent === words.still) complain("");
};
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (isPublishing) return;
  isPublishing = true;
  complain("");
  saysState("");
  lock(true);
  const done = await publish().catch(() => { complain(words.failed); return false; });
  if (!done) { isPublishing = false; lock(false); }
});
// What stands on this page alone, as the browser has no room for it or keeps nothing, is not left by a slip.
addEventListener("beforeunload", (event) => { if (!isDone && (outbox.isReading() || drafts.isHeld(key))) event.preventDefault(); });
const publish = async () => {
  await begun;
  await taking;
  await writing;
  draft = (await drafts.get(key).catch(() => undefined)) || draft;
  if (!draft.attachments.length && !draft.chosen.length && !draft.leftOut.length) { complain(words.none); picker.focus(); return false; }
  if (draft.leftOut.length) { complain(words.wrong); return false; }
  const answers = answersNow();
  await keep((draft) => draft.state === "sending" ? null : { ...draft, state: "sending", due: Date.now() + outbox.seconds * 1000, sender: person, answers, submission: { ...answers } });
  const now = await outbox.send(key, onItsWay).finally(() => offerBack(false));
  // Shared in another tab, or taken back there.
  const isThere = Boolean(await drafts.get(key).catch(() => undefined));
  if (now?.phase === "arrived") {
    isDone = true;
    location.assign(now.address || "/training");
    return true;
  }
  if (!isThere && !now?.key) { isDone = true; location.assign("/training"); return true; }
  // Signed in again, any page goes on with it.
  if (now?.phase === "signedOut" && !now.isForbidden) { location.assign("/sign-in?to=" + encodeURIComponent(location.pathname)); return true; }
  if (now?.phase === "signedOut") { await outbox.reopen(key).catch(() => {}); complain(words.forbidden); }
  if (now?.phase === "takenBack" || (isThere && !now)) saysState(words.takenBack); else saysState("");
  if (now?.phase === "lacking") complain(words.wrong);
  if (["refused", "gone", "taken"].includes(now?.phase)) complain(now.said || words.failed);
  if (now?.phase === "taken") { open(now.key); await drafts.claim(key, true); outbox.prepare(key); }
  renew();
  await reading;
  return false;
};

// MARK: Beginning

const open = (which) => {
  key = which;
  try { sessionStorage.setItem("booth-training", key); } catch { /* then it is found among all drafts */ }
};
const isFor = ({ answers }) => !photographer.value || !answers?.photographer || answers.photographer === photographer.value;
// What this tab had, or what no page has open: the newest first. Photos of the photo browser make a draft of their own.
const find = async (before, lent) => {
  const all = (await drafts.all(person)).filter((draft) => draft.state === "draft");
  const isLent = (draft) => lent.every(({ photo }) => draft.lent?.includes(photo));
  for (const draft of all) if (draft.key === before && isLent(draft) && await drafts.claim(draft.key, true)) return draft;
  if (!lent.length) for (const draft of all) if (draft.key !== before && isFor(draft) && await drafts.claim(draft.key)) return draft;
  return null;
};
const begin = async () => {
  let before = null;
  try { before = sessionStorage.getItem("booth-training"); } catch { /* none is known */ }
  const lent = JSON.parse(words.photos || "[]");
  await drafts.takeFormer(person, before).catch(() => {});
  const found = await find(before, lent).catch(() => null);
  if (found) draft = found; else await drafts.claim(key, true);
  open(found ? found.key : key);
  if (found) putAnswers(found.answers || {});
  show();
  const fresh = lent.filter(({ photo }) => !draft.lent?.includes(photo));
  if (fresh.length) {
    await keep((draft) => ({ ...draft, lent: [...(draft.lent || []), ...fresh.map(({ photo }) => photo)] }));
    await take(fresh);
  } else if (found) outbox.prepare(key);
};
const begun = begin().catch(() => {});
taking = begun;
