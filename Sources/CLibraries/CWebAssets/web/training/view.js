// What a list shows, by its address. Without a network the page may be one that was looked at with another filter.

/**
 * @typedef {{ show: string, order: string, layout: string }} View
 */

const values = { show: ["all", "good", "improvement"], sort: ["newest", "oldest"], view: ["grid", "list"] };

/**
 * @param {string} search the address's, `?show=good`
 * @param {View} shown by the page as it came
 * @returns {View}
 */
export const viewOf = (search, shown) => {
  const query = new URLSearchParams(search);
  /** @param {keyof typeof values} name */
  const wanted = (name) => values[name].find((one) => one === query.get(name));
  return { show: wanted("show") || shown.show, order: wanted("sort") || shown.order, layout: wanted("view") || shown.layout };
};

/**
 * Makes the page show what its address says; false where it does so already.
 * @param {HTMLElement} feed
 * @param {HTMLElement} list
 */
export const adoptView = (feed, list) => {
  const layout = list.classList.contains("list") ? "list" : "grid";
  const shown = { show: String(feed.dataset.show), order: String(feed.dataset.order), layout };
  const wanted = viewOf(location.search, shown);
  if (JSON.stringify(wanted) === JSON.stringify(shown)) return false;
  [feed.dataset.show, feed.dataset.order] = [wanted.show, wanted.order];
  list.classList.replace(layout, wanted.layout);
  const chosen = new Set([`?show=${wanted.show}`, `?sort=${wanted.order}`, `?view=${wanted.layout}`]);
  for (const link of document.querySelectorAll(".choose a")) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    if (chosen.has(link.search)) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
  }
  return true;
};
