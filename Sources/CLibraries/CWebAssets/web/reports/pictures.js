// Pictures as reports have them: small enough for a telephone's network, upright, and named by their hash.

/** The longer side in pixels. A print of 20 cm has 300 of them an inch. */
const longestSide = 2560;
const quality = 0.8;

// MARK: SHA-256 (FIPS 180-4)

// Browsers have their own over HTTPS only, and a studio in a school's network has none.

/** @param {number} count */
const primes = (count) => {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime)) found.push(number);
  return found;
};
/** @param {bigint} root */
const fraction = (root) => Number(BigInt.asUintN(32, root));
/**
 * The first 32 bits behind the point of a prime's root, with whole numbers only: the root of it times 2^64, or 2^96.
 * @param {bigint} number
 * @param {bigint} power 2n or 3n
 */
const rootOf = (number, power) => {
  let low = 0n, high = 1n << 40n;
  while (high - low > 1n) { const middle = (low + high) / 2n; if (middle ** power <= number) low = middle; else high = middle; }
  return low;
};
const roundKeys = primes(64).map((prime) => fraction(rootOf(BigInt(prime) << 96n, 3n)));
const initialState = primes(8).map((prime) => fraction(rootOf(BigInt(prime) << 64n, 2n)));
/**
 * @param {number} word
 * @param {number} by
 */
const rotate = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {Uint8Array} bytes */
export const sha256 = (bytes) => {
  const padded = new Uint8Array((bytes.length + 72) & ~63);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const view = new DataView(padded.buffer), state = Int32Array.from(initialState), words = new Int32Array(64), key = Int32Array.from(roundKeys);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  for (let block = 0; block < padded.length; block += 64) {
    for (let place = 0; place < 16; place++) words[place] = view.getInt32(block + place * 4);
    for (let place = 16; place < 64; place++) {
      const a = words[place - 15], b = words[place - 2];
      words[place] = words[place - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)) + words[place - 7] + (rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let place = 0; place < 64; place++) {
      const one = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + key[place] + words[place]) | 0;
      const other = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + other) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => { state[place] += word; });
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
};

/**
 * @param {Blob} blob
 * @returns {Promise<string>}
 */
export const hash = async (blob) => {
  const buffer = await blob.arrayBuffer();
  if (!globalThis.crypto?.subtle) return sha256(new Uint8Array(buffer));
  const digest = await crypto.subtle.digest("SHA-256", buffer);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

/**
 * iPhones store pictures so, and few browsers can read them.
 * @param {Blob} file
 */
export const isHEIC = async (file) => {
  const head = new TextDecoder("latin1").decode(await file.slice(0, 12).arrayBuffer());
  return /^....ftyp(hei[cxms]|hev[cx]|mif1|msf1)/s.test(head);
};

/**
 * A picture as a JPEG. Throws where the browser cannot read it.
 * @param {Blob} file
 * @param {number} quarters of a turn to the right
 */
export const prepare = async (file, quarters = 0) => {
  // TypeScript's declaration does not know the value yet.
  const upright = /** @type {ImageBitmapOptions} */ (/** @type {unknown} */ ({ imageOrientation: "from-image" }));
  const bitmap = await createImageBitmap(file, upright);
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale)), height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = quarters % 2 ? [height, width] : [width, height];
  const context = canvas.getContext("2d", { alpha: false });
  if (!context) throw new Error("this browser has no room for a canvas");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate(quarters * Math.PI / 2);
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
  bitmap.close();
  /** @type {Blob | null} */
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
  if (!blob) throw new Error("the browser made no JPEG of the picture");
  return blob;
};
