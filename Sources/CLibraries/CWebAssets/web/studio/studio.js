// What every page of the studio does.

import { Connection } from "./connection.js";
import { keepDeliberate } from "./deliberate.js";
import { GuestsScreen } from "./guests-screen.js";
import { LivePart, showAdvice } from "./live-part.js";
import { closeMenus } from "./navigation.js";
import { listKept, watchNetwork } from "./offline.js";
import { sendOrders } from "./orders.js";
import { comeBack, tellTabs } from "./person.js";
import { askAboutUnsent } from "./unsent.js";
import { isSeen } from "./waiting.js";
import { dataOf, find, findOptional } from "../shared/dom.js";

const connection = new Connection(find(document, "#lost", HTMLElement), { lost: dataOf(document.body, "lost"), back: dataOf(document.body, "back") });
const element = findOptional(document, "[data-live]", HTMLElement), picture = findOptional(document, "[data-screen]", HTMLImageElement);
const live = element && new LivePart(element, connection), guests = picture && new GuestsScreen(picture);

const follow = () => { live?.listen(); guests?.look(); };
const returned = () => { follow(); live?.renew(); };

tellTabs();
closeMenus();
showAdvice(element);
// Before `askAboutUnsent`: an order leaves nothing behind, and is not asked about.
sendOrders({ place: find(document, "#said", HTMLElement), done: () => live?.renew() });
askAboutUnsent();
keepDeliberate();
watchNetwork(connection, live !== null);
const kept = document.querySelector("[data-kept]");
if (kept && "caches" in self) listKept(kept);
document.addEventListener("visibilitychange", () => { if (isSeen()) returned(); else live?.rest(); });
addEventListener("pagehide", () => live?.rest());
addEventListener("pageshow", async (event) => { if (event.persisted && await comeBack()) returned(); });
follow();
