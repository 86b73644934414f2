import { ask } from "./ask.js";
import { element } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { tagCount } from "./photo.js";

/** @typedef {import("./photo.js").Words} Words */
/** @typedef {import("./actions.js").PhotoActions} PhotoActions */

// Points that a menu keeps from the edges of the window.
const edge = 8;

/**
 * @param {string} text
 * @param {() => void} act
 * @param {string} [kind]
 */
export const button = (text, act, kind = "plain") => {
  const made = element("button", kind, { text, type: "button" });
  made.addEventListener("click", act);
  return made;
};

/**
 * A button of an icon alone.
 * @param {string} name of the icon
 * @param {string} label
 * @param {() => void} act
 */
export const iconButton = (name, label, act) => {
  const made = element("button", "icon-button", { type: "button", "aria-label": label, title: label });
  made.append(icon(name));
  made.addEventListener("click", act);
  return made;
};

/**
 * An entry of a menu.
 * @param {string} name of the icon
 * @param {string} text
 * @param {() => void} act
 * @param {boolean} [turns] whether the icon points the other way where one reads from right to left
 */
export const menuItem = (name, text, act, turns = false) => {
  const made = element("button", "menu-item", { type: "button" });
  const sign = icon(name);
  if (turns) sign.classList.add("turns");
  made.append(sign, text);
  made.addEventListener("click", act);
  return made;
};

/**
 * A button that opens a menu. Only one of the menus beside each other is open.
 * @param {string} name of its icon
 * @param {string} title
 * @param {string} kind its class
 * @param {(list: HTMLElement, close: () => void) => void | Promise<void>} fill is called each time it opens.
 */
export const menu = (name, title, kind, fill) => {
  const box = element("details", "photos-menu");
  const summary = element("summary", "icon-button", { "aria-label": title, title });
  summary.append(icon(name));
  const list = element("div", "photos-sheet " + kind);
  box.append(summary, list);
  // Within the window, wherever its button stands.
  const fit = () => {
    list.style.translate = "none";
    const { left, right } = list.getBoundingClientRect();
    const by = Math.max(edge - left, Math.min(0, document.documentElement.clientWidth - edge - right));
    list.style.translate = `${by}px 0`;
  };
  const close = () => { box.open = false; summary.focus(); };
  box.addEventListener("toggle", () => {
    list.replaceChildren();
    if (!box.open) return;
    for (const other of box.parentElement?.querySelectorAll("details") ?? []) if (other !== box) other.open = false;
    Promise.resolve(fill(list, close)).then(fit);
    fit();
  });
  box.addEventListener("keydown", (event) => { if (event.key === "Escape" && box.open) { event.stopPropagation(); close(); } });
  document.addEventListener("pointerdown", ({ target }) => { if (box.open && target instanceof Node && !box.contains(target)) box.open = false; });
  return box;
};

/**
 * Entries of a menu are part of the page only while it is open: so the page has few elements.
 * @param {HTMLDetailsElement} box
 */
export const foldMenu = (box) => {
  const list = box.querySelector(".menu");
  if (!list) return;
  const fold = () => { if (box.open) box.append(list); else list.remove(); };
  box.addEventListener("toggle", fold);
  fold();
};

/**
 * @param {string} name
 * @param {string} label
 * @param {Partial<HTMLInputElement>} options
 */
const field = (name, label, options) => {
  const shell = element("label", "", { text: label });
  const input = document.createElement("input");
  Object.assign(input, { name, ...options });
  shell.append(input);
  return shell;
};

/** @param {string} text */
const submit = (text) => element("button", "secondary", { text, type: "submit" });

/**
 * What is pressed of a tag: `mixed`, where some of the selected have it.
 * @param {number} bit
 * @param {{ common: number, any: number }} selection
 */
export const pressedOf = (bit, { common, any }) => common & bit ? "true" : any & bit ? "mixed" : "false";

/**
 * Tags, and which of them all or some of the selected have.
 * @param {PhotoActions} actions
 * @param {Words} words
 */
export const colourMenu = (actions, words) => menu("tags", words.tags, "photos-colours", async (list) => {
  const { selection } = actions;
  await actions.check();
  if (list.childElementCount) return;
  const colours = words.colours.split("|").slice(0, tagCount).map((name, place) => {
    const bit = 1 << place;
    const colour = button(name, async () => {
      await actions.mark(selection.common & bit ? { take: String(bit) } : { add: String(bit) });
      actions.check();
    });
    colour.dataset.colour = String(place + 1);
    return colour;
  });
  list.append(...colours);
  const show = () => colours.forEach((colour, place) => colour.setAttribute("aria-pressed", pressedOf(1 << place, selection)));
  actions.checked = show;
  show();
});

/**
 * Albums to put the selected into, and a new one.
 * @param {PhotoActions} actions
 * @param {Words} words
 */
export const albumMenu = (actions, words) => menu("folder-plus", words.toAlbum, "photos-choices", async (list, close) => {
  const form = document.createElement("form");
  form.append(field("title", words.newAlbum, { maxLength: 100, required: true, autocomplete: "off" }), submit(words.make));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const count = await actions.makeAlbum(String(new FormData(form).get("title")));
      actions.page.say(words.added.replace("%1", String(count)), true);
      close();
    } catch (error) { actions.fail(error); }
  });
  list.append(form);
  try {
    const answer = await ask("/photos/albums.json");
    if (!answer.ok) throw new Error(String(answer.status));
    /** @type {[album: string, name: string][]} */
    const albums = await answer.json();
    for (const [album, name] of albums) if (album !== words.album) list.append(menuItem("images", name, () => { actions.collect(album); close(); }));
  } catch (error) { actions.fail(error); }
});

/**
 * In which form the selected are saved, and where to.
 * @param {PhotoActions} actions
 * @param {Words} words
 * @param {boolean} mayCopy
 */
export const saveMenu = (actions, words, mayCopy) => menu("download", words.keep, "photos-saving", (list, close) => {
  const label = element("label", "", { text: words.form });
  const select = document.createElement("select");
  for (const [value, name] of [["original", words.original], ["bare", words.bare], ["2048", words.largeForm], ["1024", words.screenForm]]) {
    select.add(new Option(name, value));
  }
  label.append(select);
  const help = element("p", "quiet", { text: words.bareHelp });
  help.hidden = true;
  select.addEventListener("change", () => { help.hidden = select.value !== "bare"; });
  list.append(label, help, button(words.zip, () => { actions.save(select.value); close(); }, "secondary"));
  if (mayCopy) list.append(copyForm(actions, words, select, close));
});

/**
 * @param {PhotoActions} actions
 * @param {Words} words
 * @param {HTMLSelectElement} select
 * @param {() => void} close
 */
const copyForm = (actions, words, select, close) => {
  const lastFolder = "booth-photos-folder-" + (document.body.dataset.person || "");
  const form = document.createElement("form");
  const folder = field("folder", words.copyFolder, {
    required: true, dir: "ltr", autocomplete: "off", spellcheck: false, maxLength: 4000, value: sessionStorage.getItem(lastFolder) || "",
  });
  const fault = element("p", "bad", { role: "alert", lang: "en", dir: "ltr" });
  form.append(folder, element("p", "quiet", { text: words.copyHelp }), fault, submit(words.copy));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const path = String(new FormData(form).get("folder"));
    try {
      await actions.copy(select.value, path);
      sessionStorage.setItem(lastFolder, path);
      close();
    } catch (error) { fault.textContent = actions.wordsOf(error); }
  });
  return form;
};
