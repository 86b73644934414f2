// The page of a single photo, which a script of the browser's history may have left under its address: another address is another page.
const own = location.pathname;
addEventListener("popstate", () => { if (location.pathname !== own) location.reload(); });
