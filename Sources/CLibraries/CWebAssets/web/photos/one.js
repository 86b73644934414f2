// @ts-nocheck
const own = location.pathname;
addEventListener("popstate", () => { if (location.pathname !== own) location.reload(); });
