// On every page of the studio: reports that were sent, and have not arrived, go on from here.

import { mayHave } from "../shared/outbox/presence.js";

const { person } = document.body.dataset;
// The form sends its own.
const own = new URL(location.href).searchParams.get("draft");

/** @param {string} sender */
const carryOn = async (sender) => {
  if (!(await mayHave("booth-reports"))) return;
  const drafts = await import("./drafts.js");
  const left = (await drafts.sending(sender)).filter((draft) => draft.key !== own);
  if (!left.length) return;
  // Only a page with something to send loads what sends.
  const { send } = await import("./outbox.js");
  for (const draft of left) send(draft.key, () => {});
};
// The list of drafts sends them itself, and shows how far they are.
if (person && !document.getElementById("report-drafts")) carryOn(person).catch(() => {});
