// @ts-nocheck
"use strict";
import * as drafts from "./drafts.js";

const { person } = document.body.dataset;
const own = new URL(location.href).searchParams.get("draft");
const carry = async () => {
  const left = (await drafts.sending(person)).filter((draft) => draft.key !== own);
  if (!left.length) return;
  // What sends is asked for where there is something to send only.
  const { send } = await import("./outbox.js");
  for (const draft of left) send(draft.key, () => {});
};
if (person && !document.getElementById("report-drafts")) carry().catch(() => {});
