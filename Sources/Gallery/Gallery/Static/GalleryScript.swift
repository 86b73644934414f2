/// What a page can do more where scripts run: the reader's own time, and what ``viewerScript`` adds. Nothing
/// needs it.
let galleryScript = """
  "use strict";
  (() => {
    const words = document.body.dataset;

    // As the server writes dates, "1 February 2025, 18:20", and no style of the browser's own beside it.
    const lang = document.documentElement.lang;
    const local = { en: "en-GB", ar: "ar-EG-u-nu-latn-ca-gregory" }[lang] || lang;
    for (const time of document.querySelectorAll("time[datetime]")) {
      const date = new Date(time.dateTime);
      if (isNaN(date)) continue;
      const day = new Intl.DateTimeFormat(local, { day: "numeric", month: "long", year: "numeric" }).format(date);
      const two = (number) => String(number).padStart(2, "0");
      time.textContent = day + ", " + two(date.getHours()) + ":" + two(date.getMinutes());
    }

    const toast = (text) => {
      const note = document.createElement("p");
      note.className = "toast";
      note.setAttribute("role", "status");
      note.textContent = text;
      document.body.append(note);
      setTimeout(() => note.remove(), 2500);
    };

  """ + viewerScript
