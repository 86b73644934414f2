// @ts-nocheck
"use strict";
const longest = 2560;

// SHA-256 (FIPS 180-4) by hand: browsers have their own over HTTPS only, and a studio in a school's network has none.
const primes = (count) => {
  const found = [];
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime)) found.push(number);
  return found;
};
const fraction = (root) => Number(BigInt.asUintN(32, root));
// The first 32 bits behind the point of a prime's root, with whole numbers only: the root of it times 2^64, or 2^96.
const rootOf = (number, power) => {
  let low = 0n, high = 1n << 40n;
  while (high - low > 1n) { const middle = (low + high) / 2n; if (middle ** power <= number) low = middle; else high = middle; }
  return low;
};
const rounds = primes(64).map((prime) => fraction(rootOf(BigInt(prime) << 96n, 3n)));
const begin = primes(8).map((prime) => fraction(rootOf(BigInt(prime) << 64n, 2n)));
const turn = (word, by) => (word >>> by) | (word << (32 - by));

export const sha256 = (bytes) => {
  const padded = new Uint8Array((bytes.length + 72) & ~63);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const view = new DataView(padded.buffer), state = Int32Array.from(begin), words = new Int32Array(64), key = Int32Array.from(rounds);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  for (let block = 0; block < padded.length; block += 64) {
    for (let place = 0; place < 16; place++) words[place] = view.getInt32(block + place * 4);
    for (let place = 16; place < 64; place++) {
      const a = words[place - 15], b = words[place - 2];
      words[place] = words[place - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + words[place - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let place = 0; place < 64; place++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + key[place] + words[place]) | 0;
      const other = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + other) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => { state[place] += word; });
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
};

export const hash = async (blob) => {
  const buffer = await blob.arrayBuffer();
  if (!globalThis.crypto?.subtle) return sha256(new Uint8Array(buffer));
  const digest = await crypto.subtle.digest("SHA-256", buffer);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

// As iPhones keep pictures: few browsers can read it.
export const isHEIC = async (file) => {
  const head = new TextDecoder("latin1").decode(await file.slice(0, 12).arrayBuffer());
  return /^....ftyp(hei[cxms]|hev[cx]|mif1|msf1)/s.test(head);
};

// Throws where the browser reads it as no picture. `quarters` of a turn to the right.
export const prepare = async (file, quarters = 0) => {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale)), height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = quarters % 2 ? [height, width] : [width, height];
  const context = canvas.getContext("2d", { alpha: false });
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate(quarters * Math.PI / 2);
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
  bitmap.close();
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.8));
  if (!blob) throw new Error("no picture");
  return blob;
};
