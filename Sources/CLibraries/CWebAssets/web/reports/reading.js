// Pages that show reports.

import { choose } from "./choosing.js";
import "./narrowing.js";
import { showReading } from "./shown.js";

const page = document.querySelector(".reports") ?? document;
showReading(page);
choose(page);
if (document.querySelector("[data-share-file]") && "canShare" in navigator) import("./sharing.js");

/** A report that was sent from this device a moment ago: it is said once, and not again when the page is loaded again. */
const tellSent = async () => {
  const place = document.getElementById("sent"), address = new URL(location.href);
  if (!place?.dataset.sent || !address.searchParams.has("sent")) return;
  address.searchParams.delete("sent");
  history.replaceState(history.state, "", address.href);
  const { toast } = await import("../shared/toast.js");
  toast(place.dataset.sent);
};
tellSent();
