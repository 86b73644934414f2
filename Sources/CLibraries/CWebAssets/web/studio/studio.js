// What every page of the studio does.

import { Connection } from "./connection.js";
import { keepDeliberate } from "./deliberate.js";
import { closeMenus } from "./navigation.js";
import { listKept, watchNetwork } from "./offline.js";
import { comeBack, tellTabs } from "./person.js";
import { askAboutUnsent } from "./unsent.js";
import { isSeen } from "./waiting.js";
import { dataOf, find, findOptional } from "../shared/dom.js";

const connection = new Connection(find(document, "#lost", HTMLElement), { lost: dataOf(document.body, "lost"), back: dataOf(document.body, "back") });
const element = findOptional(document, "[data-live]", HTMLElement), picture = findOptional(document, "[data-screen]", HTMLImageElement);
/** @typedef {import("./live-part.js").LivePart} LivePart */
/** @typedef {import("./guests-screen.js").GuestsScreen} GuestsScreen */

/** @type {LivePart | null} */
let live = null;
/** @type {GuestsScreen | null} */
let guests = null;

const follow = () => { live?.listen(); guests?.look(); };
const returned = () => { follow(); live?.renew(); };

tellTabs();
closeMenus();
keepDeliberate();
watchNetwork(connection, element !== null);
const kept = document.querySelector("[data-kept]");
if (kept && "caches" in self) listKept(kept);
document.addEventListener("visibilitychange", () => { if (isSeen()) returned(); else live?.rest(); });
addEventListener("pagehide", () => live?.rest());
addEventListener("pageshow", async (event) => { if (event.persisted && await comeBack()) returned(); });

/** Few pages have a live part or give orders: only those load what does it. */
const begin = async () => {
  // Orders come before `askAboutUnsent`: an order leaves nothing behind, and is not asked about.
  if (element || document.querySelector("form[data-order]")) {
    const { sendOrders } = await import("./orders.js");
    sendOrders({ place: find(document, "#said", HTMLElement), done: () => live?.renew() });
  }
  askAboutUnsent();
  if (element) {
    const { LivePart, showAdvice } = await import("./live-part.js");
    showAdvice(element);
    live = new LivePart(element, connection);
  }
  if (picture) {
    const { GuestsScreen } = await import("./guests-screen.js");
    guests = new GuestsScreen(picture);
  }
  follow();
};
begin();
