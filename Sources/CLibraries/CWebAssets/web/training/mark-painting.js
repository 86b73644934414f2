// Paints marks onto the canvas above a picture.

import { arrowHead, placed } from "./mark-geometry.js";

/**
 * @typedef {import("./types").NewMark} NewMark
 * @typedef {import("./types").Point} Point
 */

// The colours that are dark: they get a bright line around them, the others a dark one.
const darkColours = ["#000000", "#0066ff", "#ff0000"];
/**
 * What is seen on a colour and around it, whatever it lies on: dark on bright and bright on dark.
 * @param {string} colour
 */
export const edgeOf = (colour) => darkColours.includes(colour) ? "#ffffff" : "#000000";
// The widths of a mark's lines, in CSS pixels: what is around them is seen a pixel wide on each side.
const around = 5, within = 3;
// A pin is a dot with a number, in CSS pixels: large enough for two digits.
export const pinRadius = 12;
const pinFont = "bold 14px sans-serif", pinLine = 2;
// Lines stay sharp where the picture is brought twice as near. A canvas with more than three pixels for one needs too much memory.
const mostSharp = 3, sharper = 2;
// Around the mark that is chosen: a ring around a pin, so much larger, and a wide bright line under any other, in CSS pixels.
const ringBeside = 5, ringLine = 3, glow = 11;
const chosenColour = "#ffffff", chosenEdge = "#0066ff";

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} shape
 * @param {Point[]} points
 */
const stroke = (pen, shape, points) => {
  if (shape === "pin") return;
  const first = points[0], last = points[points.length - 1];
  pen.beginPath();
  if (shape === "rectangle") pen.rect(first.x, first.y, last.x - first.x, last.y - first.y);
  else { pen.moveTo(first.x, first.y); for (const { x, y } of points.slice(1)) pen.lineTo(x, y); }
  if (shape === "arrow") for (const end of arrowHead(first, last)) { pen.moveTo(last.x, last.y); pen.lineTo(end.x, end.y); }
  pen.stroke();
};

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Point} middle
 * @param {string} colour
 * @param {string} edge its colour
 * @param {number} number
 */
const dot = (pen, { x, y }, colour, edge, number) => {
  pen.beginPath();
  pen.arc(x, y, pinRadius, 0, 2 * Math.PI);
  pen.fillStyle = colour;
  pen.fill();
  pen.strokeStyle = edge;
  pen.lineWidth = pinLine;
  pen.stroke();
  pen.fillStyle = edge;
  pen.font = pinFont;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  // A digit's middle lies a little above its line's.
  pen.fillText(String(number), x, y + 1);
};

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {NewMark} mark
 * @param {Point[]} points
 */
const pointOut = (pen, mark, points) => {
  for (const [colour, wider] of /** @type {[string, number][]} */ ([[chosenEdge, 2], [chosenColour, 0]])) {
    pen.strokeStyle = colour;
    if (mark.shape === "pin") {
      pen.lineWidth = ringLine + wider;
      pen.beginPath();
      pen.arc(points[0].x, points[0].y, pinRadius + ringBeside, 0, 2 * Math.PI);
      pen.stroke();
    } else { pen.lineWidth = glow + wider; stroke(pen, mark.shape, points); }
  }
};

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import("./types").Size} stage
 * @param {import("./mark-geometry.js").Frame} frame
 * @param {(NewMark & { id?: string })[]} marks
 * @param {string} [chosen] the id of the mark that stands out
 */
export const paintMarks = (canvas, stage, frame, marks, chosen = "") => {
  const sharp = Math.min(mostSharp, devicePixelRatio || 1) * sharper;
  canvas.width = stage.width * sharp;
  canvas.height = stage.height * sharp;
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.scale(sharp, sharp);
  pen.lineCap = pen.lineJoin = "round";
  let number = 0;
  for (const mark of marks) {
    const points = placed(mark.points, frame);
    if (mark.shape === "pin") number += 1;
    if (chosen && mark.id === chosen) pointOut(pen, mark, points);
    const edge = edgeOf(mark.colour);
    for (const [colour, width] of /** @type {[string, number][]} */ ([[edge, around], [mark.colour, within]])) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      stroke(pen, mark.shape, points);
    }
    if (mark.shape === "pin") dot(pen, points[0], mark.colour, edge, number);
  }
};
