// @ts-nocheck
import { ask } from "./ask.js";

export const button = (text, act, kind) => {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.className = kind || "plain";
  made.addEventListener("click", act);
  return made;
};

// fill(list, close) is asked each time it opens.
export const menu = (title, kind, fill) => {
  const box = document.createElement("details");
  box.className = "photos-menu";
  const summary = document.createElement("summary");
  summary.textContent = title;
  const list = document.createElement("div");
  list.className = "photos-sheet " + kind;
  box.append(summary, list);
  // Within the window, wherever its button stands.
  const fit = () => {
    list.style.translate = "none";
    const { left, right } = list.getBoundingClientRect();
    const by = Math.max(8 - left, Math.min(0, document.documentElement.clientWidth - 8 - right));
    list.style.translate = `${by}px 0`;
  };
  const close = () => { box.open = false; summary.focus(); };
  box.addEventListener("toggle", () => {
    list.replaceChildren();
    if (!box.open) return;
    for (const other of box.parentElement.querySelectorAll("details[open]")) if (other !== box) other.open = false;
    Promise.resolve(fill(list, close)).then(fit);
    fit();
  });
  box.addEventListener("keydown", (event) => { if (event.key === "Escape" && box.open) { event.stopPropagation(); close(); } });
  document.addEventListener("pointerdown", (event) => { if (box.open && !box.contains(event.target)) box.open = false; });
  return box;
};

const field = (name, label, options = {}) => {
  const shell = document.createElement("label");
  shell.textContent = label;
  const input = document.createElement("input");
  Object.assign(input, { name, ...options });
  shell.append(input);
  return shell;
};

const text = (words, kind = "quiet") => {
  const made = document.createElement("p");
  made.className = kind;
  made.textContent = words;
  return made;
};

// Colours, and which of them all or some of the selected have.
export const colourMenu = (chosen) => menu(chosen.words.tags, "photos-colours", async (list) => {
  await chosen.check();
  if (list.childElementCount) return;
  const tell = () => [...list.children].forEach((colour, place) => {
    const bit = 1 << place;
    colour.setAttribute("aria-pressed", chosen.common & bit ? "true" : chosen.any & bit ? "mixed" : "false");
  });
  chosen.words.colours.split("|").forEach((name, place) => {
    const bit = 1 << place;
    const colour = button(name, async () => {
      await chosen.mark(chosen.common & bit ? { take: bit } : { add: bit });
      chosen.check();
    });
    colour.dataset.colour = place + 1;
    list.append(colour);
  });
  chosen.told = tell;
  tell();
});

// Albums to put them into, and a new one.
export const albumMenu = (chosen) => menu(chosen.words.toAlbum, "photos-choices", async (list, close) => {
  const { words } = chosen;
  const form = document.createElement("form");
  const title = field("title", words.newAlbum, { maxLength: 100, required: true, autocomplete: "off" });
  const make = button(words.make, () => {});
  make.type = "submit";
  form.append(title, make);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const { count } = await chosen.post("albums/make", { title: new FormData(form).get("title"), photos: chosen.list });
      chosen.hooks.say(words.added.replace("%1", count), true);
      close();
    } catch (error) { chosen.fail(error); }
  });
  list.append(form);
  try {
    const answer = await ask("/photos/albums.json");
    if (!answer.ok) throw new Error(String(answer.status));
    for (const [album, name] of await answer.json()) {
      if (album === words.album) continue;
      list.append(button(name, () => { chosen.collect(album); close(); }));
    }
  } catch (error) { chosen.fail(error); }
});

export const orderMenu = (chosen) => menu(chosen.words.place, "photos-choices", (list) => {
  for (const to of ["first", "earlier", "later", "last"]) list.append(button(chosen.words[to], () => chosen.move(to)));
});

// In which form, and where to.
export const saveMenu = (chosen, mayCopy) => menu(chosen.words.keep, "photos-saving", (list, close) => {
  const { words } = chosen;
  const label = document.createElement("label");
  label.textContent = words.form;
  const select = document.createElement("select");
  for (const [value, name] of [["original", words.original], ["bare", words.bare], ["2048", words.largeForm], ["1024", words.screenForm]]) {
    select.add(new Option(name, value));
  }
  label.append(select);
  const help = text(words.bareHelp);
  help.hidden = true;
  select.addEventListener("change", () => { help.hidden = select.value !== "bare"; });
  list.append(label, help, button(words.zip, () => { chosen.save(select.value); close(); }));
  if (!mayCopy) return;
  const form = document.createElement("form");
  const folder = field("folder", words.copyFolder, { required: true, dir: "ltr", autocomplete: "off", spellcheck: false, maxLength: 4000, value: sessionStorage.getItem("booth-photos-folder-" + (document.body.dataset.person || "")) || "" });
  const fault = text("", "bad");
  fault.setAttribute("role", "alert");
  fault.lang = "en";
  fault.dir = "ltr";
  const copy = button(words.copy, () => {});
  copy.type = "submit";
  form.append(folder, text(words.copyHelp), fault, copy);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const path = new FormData(form).get("folder");
    try {
      await chosen.copy(select.value, path);
      sessionStorage.setItem("booth-photos-folder-" + (document.body.dataset.person || ""), path);
      close();
    } catch (error) { fault.textContent = error.words || words.failed; }
  });
  list.append(form);
});
