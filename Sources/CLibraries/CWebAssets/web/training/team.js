// The team, by photographer: nothing but times to show.

import { showTimes } from "./times.js";

showTimes(document);
