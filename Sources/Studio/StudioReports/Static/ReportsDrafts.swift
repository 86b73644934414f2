/// Reports that are not sent yet, in the browser's own database.
let reportsDrafts = #"""
  "use strict";
  import { openStore } from "./STORE";

  export { newKey, stamp } from "./STORE";
  export const { isHeld, all, sending, get, change, rename, addFile, holdFile, file, removeFile, remove, discarded, discard } = openStore("booth-reports");

  """#
