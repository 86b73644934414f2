// Hands a picture, or the critique's address, to another program of the device.

import { dataOf } from "../shared/dom.js";

/**
 * The picture as a file, where the browser may take one.
 * @param {HTMLElement} link
 */
const fileOf = async ({ dataset }) => {
  if (!navigator.canShare || !dataset.picture) return null;
  const blob = await (await fetch(dataset.picture)).blob();
  return new File([blob], String(dataset.name), { type: blob.type });
};

/** @param {import("./gallery.js").Gallery} gallery */
export const shareLink = async (gallery) => {
  const { article, root } = gallery;
  const address = location.origin + dataOf(root, "link"), title = article.querySelector("h1")?.textContent || "";
  try {
    const file = await fileOf(gallery.link);
    if (file && navigator.canShare({ files: [file] })) await navigator.share({ files: [file], title });
    else if ("share" in navigator) await navigator.share({ url: address, title });
    else {
      await /** @type {Navigator} */ (navigator).clipboard.writeText(address);
      gallery.say(dataOf(root, "copied"));
    }
  } catch (error) { if (!(error instanceof Error && error.name === "AbortError")) gallery.say(address); }
};
