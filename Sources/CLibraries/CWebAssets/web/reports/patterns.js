// Whether a text is as a field's pattern wants it. The studio reads the pattern and gives it as a tree (types.d.ts): it is followed by sets
// of places, so that no pattern takes longer than its length times the text's.

/** @typedef {import("./types").Pattern} Pattern */

// Longer texts match no pattern, here and in the studio.
const longestText = 500;

/**
 * The places at which the pattern can end, of those at which it starts.
 * @param {Pattern} pattern
 * @param {Set<number>} starts
 * @param {number[]} codes
 * @returns {Set<number>}
 */
const endsOf = (pattern, starts, codes) => {
  if (!starts.size) return starts;
  if (Array.isArray(pattern)) {
    const [ranges, isNot] = pattern, ends = new Set();
    for (const place of starts) {
      if (place < codes.length && ranges.some(([low, high]) => codes[place] >= low && codes[place] <= high) !== isNot) ends.add(place + 1);
    }
    return ends;
  }
  if ("r" in pattern) return pattern.r.reduce((places, part) => endsOf(part, places, codes), starts);
  if ("c" in pattern) return new Set(pattern.c.flatMap((part) => [...endsOf(part, starts, codes)]));
  let places = starts;
  for (let round = 0; round < pattern.least; round++) places = endsOf(pattern.m, places, codes);
  const all = new Set(places);
  let fresh = places;
  for (let round = pattern.least; fresh.size && (pattern.most === null || round < pattern.most); round++) {
    fresh = new Set([...endsOf(pattern.m, fresh, codes)].filter((place) => !all.has(place)));
    for (const place of fresh) all.add(place);
  }
  return all;
};

/**
 * The whole text is held to it.
 * @param {Pattern} pattern
 * @param {string} text
 */
export const matches = (pattern, text) => {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  return codes.length <= longestText && endsOf(pattern, new Set([0]), codes).has(codes.length);
};
