// What is not to move under a finger: a line that appears between pressing and letting go takes the click from the button below it.

let isDown = false;
/** @type {(() => void)[]} */
const waiting = [];

const lift = () => {
  isDown = false;
  // After the click, which comes with letting go.
  setTimeout(() => { if (!isDown) for (const run of waiting.splice(0)) run(); });
};

// A touch is a pointer first, and a mouse when the finger has gone.
for (const kind of ["pointerdown", "mousedown"]) addEventListener(kind, () => { isDown = true; }, true);
for (const kind of ["pointerup", "mouseup", "pointercancel", "dragend"]) addEventListener(kind, lift, true);
// Of the window alone: that of an element, which the press itself brings about, does not bubble.
addEventListener("blur", lift);

/**
 * Runs it at once, or after the click while something is pressed.
 * @param {() => void} run
 */
export const afterPress = (run) => { if (isDown) waiting.push(run); else run(); };
