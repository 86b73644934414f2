// Where a picture says that it was taken, for the form of a new location.

import assert from "node:assert/strict";
import { test } from "node:test";
import { positionIn } from "../../../Sources/CLibraries/CWebAssets/web/locations/exif-position.js";

/**
 * A JPEG's head with a position, or without.
 * @param {{ isLittle?: boolean, latitudeRef?: string, longitudeRef?: string, hasGPS?: boolean, degrees?: number[] }} [options]
 */
const picture = ({ isLittle = true, latitudeRef = "N", longitudeRef = "E", hasGPS = true, degrees = [31, 46, 36, 35, 13, 39] } = {}) => {
  const [jfif, exif, tiffBytes] = [18, 20, 140];
  const view = new DataView(new ArrayBuffer(exif + 10 + tiffBytes));
  view.setUint16(0, 0xFFD8);
  view.setUint16(2, 0xFFE0);
  view.setUint16(4, jfif - 2);
  view.setUint16(exif, 0xFFE1);
  view.setUint16(exif + 2, 8 + tiffBytes);
  view.setUint32(exif + 4, 0x45786966);
  const tiff = new DataView(view.buffer, exif + 10);
  tiff.setUint16(0, isLittle ? 0x4949 : 0x4D4D);
  tiff.setUint16(2, 42, isLittle);
  tiff.setUint32(4, 8, isLittle);
  tiff.setUint16(8, 1, isLittle);
  tiff.setUint16(10, hasGPS ? 0x8825 : 0x0112, isLittle);
  tiff.setUint32(18, 26, isLittle);
  tiff.setUint16(26, 4, isLittle);
  for (const [index, tag] of [1, 2, 3, 4].entries()) tiff.setUint16(28 + index * 12, tag, isLittle);
  tiff.setUint8(36, latitudeRef.charCodeAt(0));
  tiff.setUint32(48, 80, isLittle);
  tiff.setUint8(60, longitudeRef.charCodeAt(0));
  tiff.setUint32(72, 104, isLittle);
  for (const [index, value] of degrees.entries()) {
    tiff.setUint32(80 + index * 8, value, isLittle);
    tiff.setUint32(84 + index * 8, 1, isLittle);
  }
  return view;
};

test("degrees, minutes and seconds become degrees, in either order of bytes", () => {
  for (const isLittle of [true, false]) {
    const at = positionIn(picture({ isLittle }));
    assert.equal(at?.latitude.toFixed(6), "31.776667");
    assert.equal(at?.longitude.toFixed(6), "35.227500");
  }
});

test("south and west are negative", () => {
  const at = positionIn(picture({ latitudeRef: "S", longitudeRef: "W" }));
  assert.equal(at?.latitude.toFixed(6), "-31.776667");
  assert.equal(at?.longitude.toFixed(6), "-35.227500");
});

test("what says no position, or none on the earth, has none", () => {
  assert.equal(positionIn(picture({ hasGPS: false })), null);
  assert.equal(positionIn(picture({ degrees: [0, 0, 0, 0, 0, 0] })), null);
  assert.equal(positionIn(picture({ degrees: [91, 0, 0, 10, 0, 0] })), null);
});

test("what is cut off anywhere, or is no picture, has none and throws nothing", () => {
  const whole = picture();
  for (let length = 0; length < whole.byteLength; length += 1) {
    const at = positionIn(new DataView(whole.buffer, 0, length));
    assert.ok(at === null || length > 140, String(length));
  }
  assert.equal(positionIn(new DataView(new ArrayBuffer(400))), null);
});
