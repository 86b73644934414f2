// Pictures are shared as files where the browser can.

/** Whether the browser shares pictures: over HTTPS and on the machine itself, on phones and some desks. */
export const canShareFiles = () => {
  if (typeof navigator === "undefined" || !navigator.canShare) return false;
  return navigator.canShare({ files: [new File([new Uint8Array(1)], "photo.jpg", { type: "image/jpeg" })] });
};

/**
 * A name for a photo's JPEG: of `IMG_1.CR2` `IMG_1.jpg`.
 * @param {string} name
 */
export const jpegName = (name) => name.replace(/\.[^.]{1,5}$/, "") + ".jpg";

/**
 * Hands files to the device's share sheet. A person who closes that has not failed.
 * @param {File[]} files
 */
const handOver = async (files) => {
  try { await navigator.share({ files }); } catch (error) {
    if (!(error instanceof Error && error.name === "AbortError")) throw error;
  }
};

/**
 * Fetches JPEG files and shares them. Where fetching took longer than a press counts, `again` is called with what shares them at the next press.
 * @param {{ address: string, name: string }[]} pictures
 * @param {(share: () => Promise<void>) => void} again
 * @returns {Promise<void>} throws where a file does not come.
 */
export const shareFiles = async (pictures, again) => {
  const files = await Promise.all(pictures.map(async ({ address, name }) => {
    const answer = await fetch(address, { credentials: "same-origin", headers: { "X-Booth-Past": "1" } });
    if (!answer.ok) throw new Error(String(answer.status));
    return new File([await answer.blob()], name, { type: "image/jpeg" });
  }));
  try { await handOver(files); } catch (error) {
    if (!(error instanceof Error && error.name === "NotAllowedError")) throw error;
    again(() => handOver(files));
  }
};
