// @ts-nocheck
const element = (name, className, attributes = {}) => {
  const made = document.createElement(name);
  made.className = className;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

// What is said above the photos, where it is not said already: [words, more of the studio's own]. What has a word for closing it
// stays closed until something else is to be said.
export const lines = (id, list, close = "") => {
  const place = document.getElementById(id);
  const said = list.map(([text, more]) => [text, more].filter(Boolean).join(" ")).join("\n");
  if (place.dataset.said === said) return;
  place.dataset.said = said;
  const closed = id + "-" + (document.body.dataset.person || "");
  if (close && said && sessionStorage.getItem(closed) === said) list = [];
  else sessionStorage.removeItem(closed);
  place.replaceChildren(...list.map(([text, more]) => {
    const line = element("p", "notice bad");
    line.textContent = text + " ";
    if (more) { const own = element("span", "", { lang: "en", dir: "ltr" }); own.textContent = more; line.append(own); }
    if (close) {
      const way = element("button", "plain", { type: "button", title: close, "aria-label": close });
      way.textContent = "✕";
      way.addEventListener("click", () => { sessionStorage.setItem(closed, said); place.replaceChildren(); });
      line.append(way);
    }
    return line;
  }));
};

// Keys and what they do.
export const keyList = (words, isOpened) => {
  const box = element("div", "photos-key-list");
  const list = (title, lines) => {
    const head = element("p", "photos-key-title");
    head.textContent = title;
    const all = element("dl", "");
    for (const line of lines) {
      const [key, meaning] = line.split("|");
      const name = element("dt", "");
      name.append(element("kbd", ""));
      name.firstChild.textContent = key;
      const text = element("dd", "");
      text.textContent = meaning;
      all.append(name, text);
    }
    box.append(head, all);
  };
  if (!isOpened) list(words.keyTitle, words.keyList.split("\n"));
  const films = [["Z", words.whole], ["L", words.play], ["M", words.sound]].filter(([, text]) => text).map((line) => line.join("|"));
  const both = isOpened ? words.keyList.split("\n").filter((line) => /^(S|1 – 7|B|Delete|Entf|Suppr|Supr|\?)\|/.test(line)) : [];
  list(words.keyOpened, ["← →|" + words.previous + " · " + words.next, ...words.keyListOpened.split("\n"), ...films, ...both]);
  return box;
};

// What can be written, as buttons, while somebody looks at it.
export const hints = (box, field, words, look) => {
  const list = box.querySelector(".photos-hint-list");
  list.replaceChildren();
  box.addEventListener("toggle", () => {
    list.replaceChildren();
    if (!box.open) return;
    for (const line of words.hints.split("\n")) {
      const [example, meaning] = line.split("|");
      const made = element("button", "plain", { type: "button" });
      const code = element("code", "", { dir: "ltr" });
      code.textContent = example;
      const text = element("span", "");
      text.textContent = meaning;
      made.append(code, text);
      made.addEventListener("click", () => {
        const own = field.value.trim();
        field.value = (own ? own + " " : "") + example;
        box.open = false;
        // What is to be replaced is marked.
        const from = field.value.length - example.length + (example.includes(":") ? example.indexOf(":") + 1 : 0);
        field.focus();
        field.setSelectionRange(from, field.value.length);
        look();
      });
      list.append(made);
    }
    list.append(keyList(words, false));
  });
  box.addEventListener("keydown", (event) => { if (event.key === "Escape" && box.open) { box.open = false; box.firstElementChild.focus(); } });
  document.addEventListener("pointerdown", (event) => { if (box.open && !box.contains(event.target)) box.open = false; });
};
