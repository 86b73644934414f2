// Pictures come by a button, from the camera, dropped anywhere on the page, or pasted.

/**
 * What was pasted is a picture, and no text.
 * @param {DataTransfer | null} clipboard
 */
const picturesOf = (clipboard) => {
  if (!clipboard || [...clipboard.types].includes("text/plain")) return [];
  return [...clipboard.files].filter(({ type }) => type.startsWith("image/"));
};

/** @param {DragEvent} event */
const hasFiles = (event) => [...event.dataTransfer?.types || []].includes("Files");

export class Choosing {
  /**
   * @param {HTMLElement} place that shows where pictures are dropped
   * @param {HTMLInputElement[]} inputs
   * @param {(files: File[]) => void} take
   */
  constructor(place, inputs, take) {
    this.place = place;
    this.inputs = inputs;
    this.take = take;
    for (const input of inputs) input.addEventListener("change", () => {
      const some = [...input.files || []];
      input.value = "";
      this.give(some);
    });
    document.addEventListener("dragover", (event) => this.drag(event, true));
    document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) this.drag(event, false); });
    document.addEventListener("drop", (event) => {
      this.drag(event, false);
      if (hasFiles(event)) this.give([...event.dataTransfer?.files || []]);
    });
    document.addEventListener("paste", (event) => {
      const some = picturesOf(event.clipboardData);
      if (!some.length) return;
      event.preventDefault();
      this.give(some);
    });
  }

  /**
   * @param {DragEvent} event
   * @param {boolean} isOver
   */
  drag(event, isOver) {
    if (!hasFiles(event)) return;
    // Else the browser would show the file in place of the page.
    event.preventDefault();
    this.place.classList.toggle("drops", isOver);
  }

  /** @param {File[]} files */
  give(files) { if (files.length && this.inputs.every(({ disabled }) => !disabled)) this.take(files); }
}
