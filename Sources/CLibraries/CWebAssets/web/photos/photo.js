/**
 * A photo as the studio lists it. Example: `[7, "0a1b2c", 1500, "345678abc", 1, 4, 1700000000, "IMG_1.jpg"]`. In this order: number, stamp of its content, width in thousandths of its height (0: unknown), three colours of it as
 * nine hexadecimal digits, bits (`isStarred` …), tags as bits, seconds since 1970 when it was taken (null: unknown), name, and why it
 * has no picture, if so.
 * @typedef {[number: number, stamp: string, ratio: number, colours: string, bits: number, tags: number, seconds: number | null,
 *   name: string, trouble?: string]} Photo
 */

/**
 * A page's words in the reader's language, from `data-…` of its element.
 * @typedef {Record<string, string>} Words
 */

/** How many tags there are; each has a colour `--tag-1` … in the style sheet and a bit in `Photo`. */
export const tagCount = 7;

const starBit = 1;

/** @param {Photo} photo */
export const isStarred = (photo) => Boolean(photo[4] & starBit);
// The studio could make no picture of it.
/** @param {Photo} photo */
export const isBroken = (photo) => Boolean(photo[4] & 2);
// It is a raw image and its JPEG.
/** @param {Photo} photo */
export const hasRaw = (photo) => Boolean(photo[4] & 4);
// It has a short film.
/** @param {Photo} photo */
export const isLive = (photo) => Boolean(photo[4] & 8);
// It has several pictures, which a browser plays.
/** @param {Photo} photo */
export const isAnimated = (photo) => Boolean(photo[4] & 64);

// What tells this content of this photo from all others.
/** @param {Photo} photo */
export const keyOf = (photo) => photo[0] + "/" + photo[1];

// The signs before its name.
/** @param {Photo} photo @param {string} between follows each sign. */
export const signs = (photo, between = " ") => (isStarred(photo) ? "★" + between : "") + (isLive(photo) ? "◉" + between : "");

// The places, from 0, of its tags.
/** @param {number} tags */
export const tagPlaces = (tags) => Array.from({ length: tagCount }, (_, place) => place).filter((place) => tags & (1 << place));

// The bit of a tag that a key stands for: "1" is 1, "3" is 4.
/** @param {string} key */
export const tagOfKey = (key) => /^[1-7]$/.test(key) ? 1 << (Number(key) - 1) : 0;

/** @typedef {{ star?: "0" | "1", add?: string, take?: string }} MarkFields a star, and tags as bits, that a photo gets or loses */

// The change that takes a tag where it is and adds it where it is not.
/** @param {number} tags @param {number} bit @returns {MarkFields} */
export const toggledTag = (tags, bit) => tags & bit ? { take: String(bit) } : { add: String(bit) };

// The change that takes a star where it is and gives one where it is not.
/** @param {Photo} photo @returns {MarkFields} */
export const toggledStar = (photo) => ({ star: isStarred(photo) ? "0" : "1" });

// The photo after a change.
/** @param {Photo} photo @param {MarkFields} fields @returns {Photo} */
export const withMarks = (photo, { star, add = "0", take = "0" }) => {
  const [number, stamp, ratio, colours, bits, tags, ...others] = photo;
  return [number, stamp, ratio, colours, star ? bits & ~starBit | Number(star) * starBit : bits, (tags | Number(add)) & ~Number(take), ...others];
};
