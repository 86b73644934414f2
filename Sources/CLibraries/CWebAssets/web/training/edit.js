// Notes that were changed and not saved are asked about before they are left.

import { find } from "../shared/dom.js";
import { askToLeave, leave } from "./leaving.js";

const form = find(document, "form.publish", HTMLFormElement), notes = find(form, "textarea", HTMLTextAreaElement);
askToLeave(() => notes.value !== notes.defaultValue);
form.addEventListener("submit", () => leave());
