// Where a JPEG picture says that it was taken (Exif 2.32, 4.6.6).

/** So many bytes at a file's beginning are looked at: a segment has 64 KB at most, and this one is among the first. */
export const headBytes = 1 << 18;

const [startOfImage, appSegment, exifName, gpsPointer] = [0xFFD8, 0xFFE1, 0x45786966, 0x8825];
const [latitudeRef, latitude, longitudeRef, longitude] = [1, 2, 3, 4];

/**
 * The entries of a directory by their tags, each as the place of its value or of what leads there.
 * @param {DataView} view from the TIFF header on
 * @param {number} at
 * @param {boolean} isLittle
 */
const entriesOf = (view, at, isLittle) => {
  const count = view.getUint16(at, isLittle);
  /** @type {Map<number, number>} */
  const entries = new Map();
  for (let index = 0; index < count; index += 1) {
    const entry = at + 2 + index * 12;
    entries.set(view.getUint16(entry, isLittle), entry + 8);
  }
  return entries;
};

/**
 * @param {DataView} view from the TIFF header on
 * @returns {{ latitude: number, longitude: number } | null}
 */
const positionInTIFF = (view) => {
  const isLittle = view.getUint16(0) === 0x4949;
  const pointer = entriesOf(view, view.getUint32(4, isLittle), isLittle).get(gpsPointer);
  if (pointer === undefined) return null;
  const gps = entriesOf(view, view.getUint32(pointer, isLittle), isLittle);
  /**
   * @param {number} tag degrees, minutes and seconds, as fractions
   * @param {number} refTag
   */
  const degrees = (tag, refTag) => {
    const place = gps.get(tag), ref = gps.get(refTag);
    if (place === undefined || ref === undefined) return NaN;
    const at = view.getUint32(place, isLittle);
    const [whole, minutes, seconds] = [0, 8, 16].map((step) => {
      const divisor = view.getUint32(at + step + 4, isLittle);
      return divisor ? view.getUint32(at + step, isLittle) / divisor : 0;
    });
    const isNegative = "SW".includes(String.fromCharCode(view.getUint8(ref)));
    return (isNegative ? -1 : 1) * ((whole ?? 0) + (minutes ?? 0) / 60 + (seconds ?? 0) / 3600);
  };
  const [north, east] = [degrees(latitude, latitudeRef), degrees(longitude, longitudeRef)];
  const isOnEarth = Math.abs(north) <= 90 && Math.abs(east) <= 180 && (north !== 0 || east !== 0);
  return isOnEarth ? { latitude: north, longitude: east } : null;
};

/**
 * Null where the file says nothing of it, or nothing that can be read.
 * @param {DataView} file its first bytes
 */
export const positionIn = (file) => {
  try {
    if (file.getUint16(0) !== startOfImage) return null;
    for (let at = 2; at + 10 < file.byteLength;) {
      const [marker, length] = [file.getUint16(at), file.getUint16(at + 2)];
      if (marker === appSegment && file.getUint32(at + 4) === exifName) {
        return positionInTIFF(new DataView(file.buffer, file.byteOffset + at + 10, Math.min(length - 8, file.byteLength - at - 10)));
      }
      if (marker >> 8 !== 0xFF || marker === 0xFFDA) return null;
      at += 2 + length;
    }
    return null;
  } catch (error) {
    // What is cut off, or leads out of the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
};
