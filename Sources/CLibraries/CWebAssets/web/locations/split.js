// List and map of all places. The map is fetched where there is room for it beside the list, or it is what was asked for.

import { prepareForms } from "./forms.js";
import { get } from "../shared/ask.js";
import { dataOf, find } from "../shared/dom.js";

const wide = matchMedia("(min-width: 60rem)");
const split = find(document, ".split", HTMLElement), pane = find(split, "[data-pane]", HTMLElement);
let isStarted = false;

const start = async () => {
  if (isStarted || !(wide.matches || split.dataset.view === "map")) return;
  isStarted = true;
  if (!pane.childElementCount) {
    const answer = await get(dataOf(pane, "pane"));
    if (!answer.ok) { isStarted = false; return; }
    pane.innerHTML = await answer.text();
    prepareForms(pane);
  }
  const element = pane.querySelector("#map");
  if (!(element instanceof HTMLElement)) return;
  const { startMap } = await import("./map.js");
  await startMap(element, split);
};

wide.addEventListener("change", start);
start().catch(() => { isStarted = false; });
