// @ts-nocheck
"use strict";
(async () => {
  const element = document.getElementById("map");
  if (!element || !window.L) return;
  const words = element.dataset;
  const marks = {};
  for (const template of document.querySelectorAll("template[data-mark]")) marks[template.dataset.mark] = template;

  let known;
  try {
    const answer = await fetch(words.map, { headers: { "X-Booth-Part": "1" } });
    if (answer.status === 401) { location.reload(); return; }
    if (!answer.ok) throw new Error(String(answer.status));
    known = await answer.json();
  } catch {
    document.getElementById("map-failed").hidden = false;
    return;
  }

  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = L.map(element, {
    zoomControl: false, attributionControl: false, worldCopyJump: true, minZoom: 2, maxZoom: 19,
    zoomAnimation: !calm, fadeAnimation: !calm, markerZoomAnimation: !calm, inertia: !calm, tap: false,
  });
  L.control.zoom({ zoomInTitle: words.larger, zoomOutTitle: words.smaller }).addTo(map);
  L.control.scale({ imperial: false }).addTo(map);
  const [south, west, north, east] = known.region;
  map.fitBounds([[south, west], [north, east]], { animate: false });

  // MARK: The ground

  if (words.tiles) {
    L.tileLayer(words.tiles, { maxZoom: 19 }).addTo(map);
    if (words.attribution) {
      const text = document.createElement("span");
      text.textContent = words.attribution;
      L.control.attribution({ prefix: false }).addTo(map).addAttribution(text.outerHTML);
    }
  } else {
    // Lines of whole steps of degrees, at most eight each way.
    const lines = L.layerGroup().addTo(map);
    const steps = [30, 20, 10, 5, 2, 1, .5, .2, .1, .05, .02, .01, .005, .002, .001, .0005, .0002, .0001];
    const draw = () => {
      lines.clearLayers();
      const box = map.getBounds();
      const extent = Math.max(box.getNorth() - box.getSouth(), (box.getEast() - box.getWest()) / 1.5);
      const step = steps.findLast((one) => extent / one <= 8) || 30;
      const digits = Math.max(0, Math.ceil(-Math.log10(step)));
      const line = (from, to, text, at) => {
        L.polyline([from, to], { color: "#a49e92", weight: 1, interactive: false }).addTo(lines);
        const icon = L.divIcon({ className: "degree", html: text, iconSize: [0, 0], iconAnchor: [-4, -4] });
        L.marker(at, { icon, interactive: false, keyboard: false }).addTo(lines);
      };
      for (let at = Math.ceil(box.getSouth() / step) * step; at <= box.getNorth(); at += step) {
        if (Math.abs(at) <= 85) line([at, box.getWest()], [at, box.getEast()], at.toFixed(digits) + "°", [at, box.getWest()]);
      }
      for (let at = Math.ceil(box.getWest() / step) * step; at <= box.getEast(); at += step) {
        line([box.getSouth(), at], [box.getNorth(), at], at.toFixed(digits) + "°", [box.getNorth(), at]);
      }
    };
    map.on("moveend", draw);
    draw();
  }

  // MARK: Pins

  const name = (icon, text) => {
    if (!icon) return;
    icon.setAttribute("role", "button");
    icon.setAttribute("aria-label", text);
    icon.removeAttribute("title");
  };
  map.on("layeradd", (event) => {
    const layer = event.layer;
    if (layer.getChildCount) name(layer.getElement(), words.cluster.replace("%1", String(layer.getChildCount())));
    else if (layer.place) name(layer.getElement(), layer.place[1] + ", " + marks[layer.place[4]].dataset.title);
  });

  const mark = (status) => marks[status].content.firstElementChild.cloneNode(true);
  const callout = (place) => {
    const box = document.createElement("div");
    const title = document.createElement("p");
    const strong = document.createElement("strong");
    strong.textContent = place[1];
    strong.dir = "auto";
    title.append(strong);
    const status = document.createElement("p");
    status.className = "status";
    status.append(mark(place[4]), " " + marks[place[4]].dataset.title);
    const link = document.createElement("a");
    link.href = "/places/at/" + encodeURIComponent(place[0]);
    link.textContent = words.open;
    box.append(title, status, link);
    return box;
  };
  // Of many, all that could be seen at once would move at once.
  const many = known.places.length > 1000;
  const clusters = L.markerClusterGroup({
    showCoverageOnHover: false, animate: !calm && !many, maxClusterRadius: many ? 88 : 64, spiderfyOnMaxZoom: true,
    chunkedLoading: true, chunkInterval: 15, chunkDelay: 1,
    iconCreateFunction: (cluster) => {
      const count = cluster.getChildCount();
      const size = count < 10 ? 44 : count < 100 ? 50 : 58;
      return L.divIcon({ className: "cluster", html: String(count), iconSize: [size, size] });
    },
  });
  // The clusters' own measure is nine times what is seen; what comes in from its edge is drawn when the map rests.
  clusters._getExpandedVisibleBounds = () => clusters._checkBoundsMaxLat(map.getBounds().pad(0.2));
  map.addLayer(clusters);
  // One icon for each status, made of the page's own mark, and thousands of pins in slices: the page answers meanwhile.
  const icons = {};
  for (const status of Object.keys(marks)) {
    icons[status] = L.divIcon({ className: "pin", html: marks[status].innerHTML, iconSize: [44, 44] });
  }
  const made = (place) => {
    const pin = L.marker([place[2], place[3]], { icon: icons[place[4]], title: place[1] });
    pin.place = place;
    pin.bindPopup(() => callout(place), { minWidth: 160, maxWidth: 230, autoPanPaddingTopLeft: [72, 20], autoPanPaddingBottomRight: [20, 20] });
    return pin;
  };
  const pins = [];
  for (let at = 0; at < known.places.length; at += 250) {
    pins.push(...known.places.slice(at, at + 250).map(made));
    await new Promise((done) => setTimeout(done, 0));
  }
  clusters.addLayers(pins);
  map.on("popupopen", (event) => {
    const popup = event.popup.getElement();
    const close = popup.querySelector(".leaflet-popup-close-button");
    close?.setAttribute("aria-label", words.close);
    close?.setAttribute("role", "button");
    popup.querySelector(".leaflet-popup-content a")?.focus();
  });
  map.on("popupclose", (event) => event.popup._source?.getElement?.()?.focus());
  element.addEventListener("keydown", (event) => { if (event.key === "Escape") map.closePopup(); });

  // MARK: Adding

  const dialog = document.getElementById("adding");
  if (!dialog) return;
  const add = (at) => {
    document.getElementById("new-at").value = at.lat.toFixed(6) + ", " + at.lng.toFixed(6);
    dialog.showModal();
    document.getElementById("new-title").focus();
  };
  document.getElementById("add-middle").addEventListener("click", () => add(map.getCenter().wrap()));

  // A press of one second, as in the app.
  let press = null;
  const stop = () => { clearTimeout(press?.timer); press = null; };
  element.addEventListener("pointerdown", (event) => {
    stop();
    if (!event.isPrimary || event.button !== 0 || event.target.closest(".leaflet-control, .leaflet-popup, .leaflet-marker-icon:not(.degree)")) return;
    const at = map.mouseEventToLatLng(event).wrap();
    press = { x: event.clientX, y: event.clientY, timer: setTimeout(() => { stop(); add(at); }, 1000) };
  }, true);
  element.addEventListener("pointermove", (event) => {
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > 10) stop();
  }, true);
  for (const kind of ["pointerup", "pointercancel", "wheel"]) element.addEventListener(kind, stop, { capture: true, passive: true });
})();
