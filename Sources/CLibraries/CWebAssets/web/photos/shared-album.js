// The album that people without an account see: a photo is opened over the others, stepped from, saved and shared. Without this script the links lead to the pictures themselves.
import { dataOf, element, find, findAll, findOptional } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { toast } from "../shared/toast.js";
import { canShareFiles, shareFiles } from "./share-file.js";

// A swipe to the next photo is at least so long, in points.
const swipe = 40;

/**
 * Rows as wide as the page, in which each photo keeps its shape: as wide as its share of the row, and at most half as large again as in
 * the style sheet's rows.
 * @param {HTMLElement} list
 */
const justify = (list) => {
  for (const image of findAll(list, "img", HTMLImageElement)) {
    const item = image.closest("li");
    if (!item) continue;
    const ratio = Number(image.getAttribute("width")) / Number(image.getAttribute("height")), height = item.clientHeight;
    Object.assign(item.style, { flex: `${ratio} 1 ${Math.round(ratio * height)}px`, maxWidth: `min(100%, ${Math.round(1.5 * ratio * height)}px)`, height: "auto", aspectRatio: String(ratio) });
  }
  list.classList.add("rows");
};

/** @param {HTMLElement} list */
const open = (list) => {
  const links = findAll(list, "a", HTMLAnchorElement);
  const isRight = document.documentElement.dir === "rtl";
  const dialog = element("dialog", "photos-open");
  const picture = element("img");
  const count = element("p", "", { role: "status" });
  let at = 0;

  /** @param {string} name @param {string} text @param {() => void} act @param {string} [kind] */
  const button = (name, text, act, kind = "") => {
    const made = element("button", "icon-button " + kind, { type: "button", "aria-label": text, title: text });
    made.append(icon(name));
    made.addEventListener("click", act);
    return made;
  };
  const nameOf = (/** @type {number} */ place) => `${dataOf(list, "title")} ${place + 1}.jpg`;
  const save = element("a", "button icon-button", { "aria-label": dataOf(list, "save"), title: dataOf(list, "save") });
  save.append(icon("download"));
  const share = button("share", dataOf(list, "share"), async () => {
    const fail = () => { toast(dataOf(list, "failed"), { bad: true }); };
    try {
      await shareFiles([{ address: links[at].href, name: nameOf(at) }], (again) => {
        toast(dataOf(list, "ready"), { action: dataOf(list, "share"), run: () => { again().catch(fail); } });
      });
    } catch { fail(); }
  });
  share.hidden = !canShareFiles();
  const [back, next] = [button(isRight ? "chevron-right" : "chevron-left", dataOf(list, "previous"), () => show(at - 1), "step"), button(isRight ? "chevron-left" : "chevron-right", dataOf(list, "next"), () => show(at + 1), "step next")];
  const bar = element("div", "bar");
  bar.append(count, element("span", "room"), share, save, button("x-lg", dataOf(list, "close"), () => dialog.close()));
  dialog.append(picture, bar, back, next);

  /** @param {number} place */
  const show = (place) => {
    if (place < 0 || place >= links.length) return;
    at = place;
    const link = links[at];
    const small = find(link, "img", HTMLImageElement);
    [picture.alt, count.textContent] = [small.alt, small.alt];
    dialog.setAttribute("aria-label", small.alt);
    // The grid's picture is seen until the large one is there.
    picture.src = small.currentSrc || small.src;
    const large = new Image();
    large.src = link.href;
    large.decode().then(() => { if (at === place && dialog.open) picture.src = large.src; }, () => {});
    save.href = link.dataset.original || link.href;
    save.download = link.dataset.original ? "" : nameOf(at);
    [back.disabled, next.disabled] = [at === 0, at === links.length - 1];
    if (document.activeElement === document.body) dialog.focus();
  };

  dialog.addEventListener("keydown", ({ key }) => {
    const ahead = isRight ? -1 : 1;
    if (key === "ArrowRight") show(at + ahead);
    if (key === "ArrowLeft") show(at - ahead);
    if (key === "Home") show(0);
    if (key === "End") show(links.length - 1);
  });
  dialog.addEventListener("close", () => { dialog.remove(); links[at].focus(); });
  let from = 0;
  picture.addEventListener("touchstart", ({ touches }) => { from = touches.length === 1 ? touches[0].clientX : NaN; }, { passive: true });
  picture.addEventListener("touchend", ({ changedTouches }) => {
    const by = (changedTouches[0].clientX - from) * (isRight ? -1 : 1);
    // Enlarged by two fingers, it is moved and not left.
    if (Math.abs(by) >= swipe && (visualViewport?.scale ?? 1) === 1) show(at + (by < 0 ? 1 : -1));
  });
  list.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    document.body.append(dialog);
    dialog.showModal();
    show(links.indexOf(link));
  });
};

const list = findOptional(document, "#photos-shared", HTMLElement);
if (list) { justify(list); open(list); }
