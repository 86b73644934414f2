// @ts-nocheck
export const listen = (viewer) => {
  viewer.frame.addEventListener("wheel", (event) => {
    event.preventDefault();
    viewer.zoom(viewer.scale * (event.deltaY < 0 ? 1.15 : 1 / 1.15), event);
  }, { passive: false });
  // Of a double click that opened the photo, the second one lands here: it is not meant for the photo.
  let presses = 0;
  viewer.opened = () => { presses = 0; };
  viewer.frame.addEventListener("dblclick", (event) => {
    if (presses < 2) return;
    if (viewer.scale !== 1) viewer.zoom(1); else if (viewer.parts.whole() > 1.05) viewer.toWhole(event); else viewer.zoom(2.5, event);
  });
  const fingers = new Map();
  let [start, hold] = [null, 0];
  viewer.frame.addEventListener("pointerdown", (event) => {
    presses += 1;
    // What is captured is no link's click any longer.
    if (event.target.closest("a")) return;
    fingers.set(event.pointerId, event);
    viewer.frame.setPointerCapture(event.pointerId);
    clearTimeout(hold);
    if (fingers.size > 1) return;
    start = event;
    // A finger that stays where it is plays the film.
    if (event.pointerType === "touch") hold = setTimeout(() => { if (!viewer.film.isOn) viewer.film.toggle(); }, 500);
  });
  viewer.frame.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > 8) clearTimeout(hold);
    if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      viewer.zoom(viewer.scale * apart(event) / Math.max(1, apart(before)), { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 });
    } else if (viewer.scale > 1) {
      viewer.pan(event.clientX - before.clientX, event.clientY - before.clientY);
    }
    fingers.set(event.pointerId, event);
  });
  const end = (event) => {
    fingers.delete(event.pointerId);
    clearTimeout(hold);
    if (fingers.size || !start || viewer.scale > 1) return;
    // A swipe; buttons and keys do the same.
    const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (event.pointerType === "touch" && Math.abs(dx) > 60 && Math.abs(dx) > 2 * Math.abs(dy)) {
      viewer.step((dx < 0) === (getComputedStyle(viewer.dialog).direction !== "rtl") ? 1 : -1);
    }
    start = null;
  };
  // A finger that stays asks for no menu where it plays the film.
  viewer.frame.addEventListener("contextmenu", (event) => { if (viewer.film.address && event.pointerType === "touch") event.preventDefault(); });
  viewer.frame.addEventListener("pointerup", end);
  viewer.frame.addEventListener("pointercancel", end);
};
