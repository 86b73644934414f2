// What the pages of places do, but for the map.

import { prepare } from "./prepare.js";

prepare(document);
