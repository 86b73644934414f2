// Of a degree: ten centimetres.
const positionDigits = 6;

/**
 * Example: `31.776700, 35.234500`.
 * @param {number} latitude
 * @param {number} longitude
 */
export const writePosition = (latitude, longitude) => latitude.toFixed(positionDigits) + ", " + longitude.toFixed(positionDigits);
