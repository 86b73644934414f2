// @ts-nocheck
"use strict";
const language = document.documentElement.lang || "en";
const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
for (const time of document.querySelectorAll(".reports time[datetime]")) {
  const written = time.getAttribute("datetime");
  const date = new Date(written.length === 10 ? written + "T00:00:00Z" : written);
  if (Number.isNaN(date.valueOf())) continue;
  time.textContent = (written.length === 10 ? day : moment).format(date);
  time.removeAttribute("dir");
}
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
for (const link of document.querySelectorAll("a[data-zoned]")) {
  const address = new URL(link.href);
  address.searchParams.set("zone", zone);
  link.href = address.href;
}
// A file of which no picture can be made is named, and can be taken along.
for (const image of document.querySelectorAll(".reports .pictures img")) {
  const name = async () => {
    // Where only the line or the studio is away, nothing is said of the file.
    try { const answer = await fetch(image.src, { credentials: "same-origin" }); if (answer.ok || answer.status >= 500) return; } catch { return; }
    const item = image.closest("li");
    item.querySelector(".unshown").hidden = false;
    image.closest("a").remove();
  };
  image.addEventListener("error", name, { once: true });
  if (image.complete && !image.naturalWidth) name();
}
// Reports are chosen and deleted together.
const choosing = document.querySelector("form.choosing");
if (choosing) {
  const picks = [...choosing.querySelectorAll("[data-pick]")], all = choosing.querySelector("[data-all]");
  const bar = choosing.querySelector(".chosen-bar"), count = bar.querySelector("[data-count]");
  const tell = () => {
    const chosen = picks.filter((pick) => pick.checked).length;
    count.textContent = chosen ? count.dataset.words.replace("%1", chosen) : "";
    bar.querySelector("button").hidden = !chosen;
    bar.classList.toggle("is-chosen", chosen > 0);
    const box = all.querySelector("input");
    box.checked = chosen === picks.length;
    box.indeterminate = chosen > 0 && chosen < picks.length;
  };
  all.hidden = false;
  all.addEventListener("change", (event) => { for (const pick of picks) pick.checked = event.target.checked; tell(); });
  choosing.addEventListener("change", tell);
  choosing.addEventListener("keydown", (event) => {
    if (event.key !== "Delete" || !event.target.matches("[data-pick]")) return;
    event.preventDefault();
    if (!picks.some((pick) => pick.checked)) event.target.checked = true;
    choosing.requestSubmit();
  });
  // Who comes back finds what the browser has kept.
  addEventListener("pageshow", tell);
  tell();
}
// What counts as today is what the reader's calendar says.
const today = document.querySelector("form.narrowed input[name=today]");
if (today) {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  today.value = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const when = document.getElementById("when");
  const bounds = [document.getElementById("from"), document.getElementById("to")];
  const follow = () => { today.disabled = when.value === "all" || when.value === "between"; };
  when.addEventListener("change", () => {
    if (when.value !== "between") for (const bound of bounds) bound.value = "";
    else { bounds[0].closest("details").open = true; bounds[0].focus(); }
    follow();
  });
  for (const bound of bounds) bound.addEventListener("change", () => { if (bound.value) when.value = "between"; follow(); });
  // An address says only what is not usual.
  today.form.addEventListener("submit", () => {
    for (const field of today.form.elements) {
      if (field.name && !field.value) field.disabled = true;
      if (field.name === "order" && field.value === "date") field.disabled = true;
      if (field.name === "whose" && field.value === "all") field.disabled = true;
      if (field.name === "when" && field.value === "all") field.disabled = true;
    }
    setTimeout(() => { for (const field of today.form.elements) if (field !== today) field.disabled = false; }, 0);
  });
  follow();
}
