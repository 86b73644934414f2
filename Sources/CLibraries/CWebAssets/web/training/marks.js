// @ts-nocheck
export const openMarks = ({ root, stage, canvas, picture, links, extent, isShown, said }) => {
  const words = root.dataset, toggle = root.querySelector('[data-do="show-marks"]'), pins = root.querySelector(".pins");
  const panel = root.querySelector("#drawing");
  const read = (link) => { try { return JSON.parse(link.dataset.marks || "[]"); } catch { return []; } };
  const marks = links.map(read);
  // What was drawn and taken away here since it was saved, by the marks' ids: others draw as well.
  const added = links.map(() => new Set()), removed = links.map(() => new Set());
  const hasChanged = () => [...added, ...removed].some((ids) => ids.size);
  let index = 0, isThere = false, tool = "", current = null;

  // Where the picture lies in the stage, in CSS pixels.
  const frame = () => {
    const { width, height } = extent();
    return { left: (stage.clientWidth - width) / 2, top: (stage.clientHeight - height) / 2, width, height };
  };
  const draw = () => {
    const list = current ? [...marks[index], current] : marks[index];
    canvas.hidden = !isThere || !isShown || !list.length;
    pins.replaceChildren();
    let number = 0;
    for (const mark of marks[index]) {
      if (mark.shape !== "pin") continue;
      number += 1;
      const line = document.createElement("li");
      line.textContent = mark.note || "–"; line.dir = "auto";
      pins.append(line);
    }
    pins.hidden = !isShown || !number;
    if (canvas.hidden) return;
    const sharp = Math.min(3, devicePixelRatio || 1) * 2;
    canvas.width = stage.clientWidth * sharp; canvas.height = stage.clientHeight * sharp;
    const pen = canvas.getContext("2d"), { left, top, width, height } = frame();
    pen.scale(sharp, sharp);
    pen.lineCap = pen.lineJoin = "round";
    number = 0;
    for (const mark of list) {
      const points = [];
      for (let at = 0; at < mark.points.length; at += 2) points.push([left + mark.points[at] * width, top + mark.points[at + 1] * height]);
      if (mark.shape === "pin") number += 1;
      // Dark around bright and bright around dark, so that a mark is seen on any picture.
      const around = ["#000000", "#0066ff", "#ff0000"].includes(mark.colour) ? "#ffffff" : "#000000";
      for (const [colour, thick] of [[around, 5], [mark.colour, 3]]) { pen.strokeStyle = colour; pen.lineWidth = thick; stroke(pen, mark.shape, points); }
      if (mark.shape === "pin") dot(pen, points[0], mark.colour, around, number);
    }
  };
  const stroke = (pen, shape, points) => {
    if (shape === "pin") return;
    const [first, last] = [points[0], points[points.length - 1]];
    pen.beginPath();
    if (shape === "rectangle") pen.rect(first[0], first[1], last[0] - first[0], last[1] - first[1]);
    else { pen.moveTo(...first); for (const point of points.slice(1)) pen.lineTo(...point); }
    if (shape === "arrow") {
      const way = Math.atan2(last[1] - first[1], last[0] - first[0]);
      for (const side of [-0.5, 0.5]) { pen.moveTo(...last); pen.lineTo(last[0] - 16 * Math.cos(way + side), last[1] - 16 * Math.sin(way + side)); }
    }
    pen.stroke();
  };
  const dot = (pen, [x, y], colour, around, number) => {
    pen.beginPath(); pen.arc(x, y, 12, 0, 7); pen.fillStyle = colour; pen.fill(); pen.strokeStyle = around; pen.lineWidth = 2; pen.stroke();
    pen.fillStyle = around; pen.font = "bold 14px sans-serif"; pen.textAlign = "center"; pen.textBaseline = "middle"; pen.fillText(number, x, y + 1);
  };

  const take = (theirs) => {
    theirs.forEach((list, at) => {
      const own = marks[at].filter((mark) => added[at].has(mark.id));
      marks[at] = [...list.filter((mark) => !removed[at].has(mark.id) && !added[at].has(mark.id)), ...own];
    });
    toggle.hidden = !marks[index].length;
    draw();
  };
  toggle.addEventListener("click", () => {
    isShown = !isShown;
    toggle.setAttribute("aria-pressed", String(isShown));
    draw();
  });
  const control = {
    get isOn() { return Boolean(tool); },
    get isShown() { return isShown; },
    // As others have drawn by now; what was drawn here and is not saved stays.
    renew() { take(links.map(read)); },
    show(next, there) {
      [index, isThere, current] = [next, there, null];
      toggle.hidden = !marks[index].length;
      toggle.setAttribute("aria-pressed", String(isShown));
      draw();
    },
  };
  if (!panel) return control;

  // MARK: Drawing

  const choose = (wanted) => {
    tool = tool === wanted ? "" : wanted;
    for (const button of panel.querySelectorAll("[data-tool]")) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
    stage.classList.toggle("draws", Boolean(tool));
    isShown = true;
  };
  panel.addEventListener("toggle", () => { if (!panel.open) choose(""); });
  const point = (event) => {
    const box = picture.getBoundingClientRect(), { left, top, width, height } = frame(), grown = box.width / stage.clientWidth;
    const x = (event.clientX - box.left - left * grown) / (width * grown), y = (event.clientY - box.top - top * grown) / (height * grown);
    return [x, y].map((value) => Math.round(Math.min(1, Math.max(0, value)) * 10000) / 10000);
  };
  const add = (mark) => {
    if (marks[index].length >= 100) return;
    const id = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => (byte % 36).toString(36)).join("");
    marks[index].push({ ...mark, id });
    added[index].add(id);
    toggle.hidden = false;
    draw();
  };
  const made = (shape, points) => ({ shape, points, colour: panel.querySelector("#colour").value, note: "" });
  const pin = (points) => {
    const note = panel.querySelector("#pin-note");
    add({ ...made("pin", points), note: note.value.trim() });
    note.value = "";
  };
  stage.addEventListener("pointerdown", (event) => {
    if (!tool || !isThere || event.button !== 0 || event.target.closest("button")) return;
    event.preventDefault();
    stage.setPointerCapture(event.pointerId);
    if (tool === "pin") { pin(point(event)); return; }
    current = made(tool, [...point(event), ...point(event)]);
  });
  stage.addEventListener("pointermove", (event) => {
    if (!current) return;
    const at = point(event);
    if (current.shape === "pen" && current.points.length < 1000) current.points.push(...at); else current.points.splice(-2, 2, ...at);
    draw();
  });
  stage.addEventListener("pointerup", () => {
    if (!current) return;
    const mark = current;
    current = null;
    const wide = Math.max(...mark.points.filter((_, at) => at % 2 === 0)) - Math.min(...mark.points.filter((_, at) => at % 2 === 0));
    const high = Math.max(...mark.points.filter((_, at) => at % 2)) - Math.min(...mark.points.filter((_, at) => at % 2));
    if (wide + high > 0.005) add(mark); else draw();
  });
  stage.addEventListener("pointercancel", () => { current = null; draw(); });
  panel.addEventListener("click", async (event) => {
    const wanted = event.target.closest("[data-tool]");
    if (wanted) {
      choose(wanted.dataset.tool);
      // By keyboard a pin is set in the middle of what is seen.
      if (tool === "pin" && event.detail === 0 && isThere) {
        const box = stage.getBoundingClientRect();
        pin(point({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }));
        choose("");
      }
      return;
    }
    const action = event.target.closest("[data-do]")?.dataset.do;
    if (action === "undo" && marks[index].length) {
      const { id } = marks[index].pop();
      if (!added[index].delete(id)) removed[index].add(id);
      draw();
    }
    if (action === "save-marks") {
      said("");
      const sent = links.map((_, at) => ({ add: marks[at].filter((mark) => added[at].has(mark.id)), remove: [...removed[at]] }));
      try {
        const answer = await fetch(words.link + "/marks", {
          method: "POST", credentials: "same-origin", body: JSON.stringify({ pictures: sent }),
          headers: { "Content-Type": "application/json", "X-Booth-Token": words.token, "X-Booth-Part": "1" },
        });
        const result = await answer.json();
        said(answer.ok ? words.saved : result.error || words.failed);
        if (answer.ok) {
          sent.forEach(({ add, remove }, at) => {
            for (const { id } of add) if (!added[at].delete(id)) removed[at].add(id);
            for (const id of remove) removed[at].delete(id);
          });
          take(result.pictures);
        }
      } catch { said(words.failed); }
    }
  });
  addEventListener("beforeunload", (event) => { if (hasChanged() && root.isConnected) event.preventDefault(); });
  return control;
};
