// A picture is shared as a file where the browser can; else it is saved.

/**
 * Whether the browser shares pictures: over HTTPS and on the machine itself, on phones and some desks.
 * @returns {boolean}
 */
export const canShareFiles = () => {
  if (!navigator.canShare) return false;
  return navigator.canShare({ files: [new File([new Uint8Array(1)], "photo.jpg", { type: "image/jpeg" })] });
};

/**
 * Fetches files and hands them to the device's share sheet. Nothing happens where a person closes that.
 * @param {{ address: string, name: string }[]} pictures JPEG each
 * @returns {Promise<void>} throws where a file does not come, or where the browser wants another press because fetching took too long (`NotAllowedError`).
 */
export const shareFiles = async (pictures) => {
  const files = await Promise.all(pictures.map(async ({ address, name }) => {
    const answer = await fetch(address, { credentials: "same-origin", headers: { "X-Booth-Past": "1" } });
    if (!answer.ok) throw new Error(String(answer.status));
    return new File([await answer.blob()], name, { type: "image/jpeg" });
  }));
  try { await navigator.share({ files }); } catch (error) {
    if (!(error instanceof Error && error.name === "AbortError")) throw error;
  }
};

/**
 * A name for a photo's JPEG: of `IMG_1.CR2` `IMG_1.jpg`.
 * @param {string} name
 */
export const jpegName = (name) => name.replace(/\.[^.]{1,5}$/, "") + ".jpg";
