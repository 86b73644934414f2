// Fields that fill themselves in: the studio is asked for the way, the weather, the date and the like, as the template says.

import { isEmpty, toSubmission } from "./answers.js";
import { moment } from "./days.js";
import { stamp } from "./drafts.js";
import { counted, create, findOptional, makeButton } from "../shared/dom.js";
import { hintOf } from "./field-inputs.js";
import { post } from "../shared/ask.js";

/**
 * @typedef {import("./types").Answer} Answer
 * @typedef {import("./types").Field} Field
 * @typedef {{ value: Answer, source: string, lack?: string }} SmartValue
 */

// In milliseconds: for what follows a change, so that keys that follow each other ask once; for the studio's answer; and for how long
// sending waits for it.
const settlingTime = 250, longestAnswer = 20000, longestWait = 3000;
// A device's clock that is so many hours wrong is said.
const mostHoursOff = 2;

/**
 * The words for what is lacking.
 * @type {Record<string, string>}
 */
const lackWords = {
  home: "lackHome", schools: "lackSchools", coordinates: "lackCoordinates", position: "lackPosition", weather: "lackWeather", name: "lackName",
  calculation: "noSettings",
};

export class SmartFields {
  /** @param {import("./form.js").ReportForm} form */
  constructor(form) {
    this.form = form;
    this.isNeeded = form.fields.some((field) => field.smart);
    /** The number of the newest question. */
    this.asked = 0;
    this.timer = 0;
    // The weather is asked for until an answer about it has come, whatever else is asked meanwhile.
    this.wantsWeather = false;
    this.owesWeather = false;
    /** Until the questions that are on their way are answered. */
    this.refreshing = Promise.resolve();
  }

  /**
   * An answer that was not typed.
   * @param {string} id
   * @param {Answer} value
   * @param {string} source
   */
  put(id, value, source) {
    this.form.draft.fillIn((draft) => {
      draft.answers[id] = value;
      draft.sources[id] = { source, at: new Date().toISOString() };
      stamp(draft, id);
    });
    this.form.showAnswer(id, value);
    this.form.state.changed(id);
  }

  // MARK: Asking

  /** @param {boolean} weather whether the weather may have changed */
  refreshSoon(weather) {
    this.wantsWeather ||= weather;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refreshNow(), settlingTime);
  }

  refreshNow() {
    const weather = this.wantsWeather;
    this.wantsWeather = false;
    clearTimeout(this.timer);
    this.timer = 0;
    this.refreshing = this.refresh(weather);
  }

  /** Until the questions are answered; without an answer for some seconds the studio fills in what is blank when it has the report. */
  refreshed() {
    if (this.timer) this.refreshNow();
    return Promise.race([this.refreshing, new Promise((done) => setTimeout(done, longestWait))]);
  }

  /** @param {boolean} weather */
  async refresh(weather) {
    const { draft, fields, isPreview } = this.form;
    if (!this.isNeeded || isPreview) return;
    const number = ++this.asked;
    this.owesWeather ||= weather;
    const asksWeather = this.owesWeather && fields.some((field) => field.type === "weather_conditions" && field.smart);
    /** @type {{ values: Record<string, SmartValue>, now: number }} */
    let found;
    try { found = await this.fetch(asksWeather); } catch { this.showNoNetwork(); return; }
    this.showWrongClock(found.now);
    // A newer question has been asked meanwhile.
    if (number !== this.asked || draft.value.state === "sending") return;
    this.owesWeather = false;
    for (const [id, value] of Object.entries(found.values)) this.take(id, value, asksWeather);
    this.form.showCalculations();
  }

  /** @param {boolean} weather */
  async fetch(weather) {
    const { fields, pictures, token } = this.form, draft = this.form.draft.value;
    const answer = await post("/reports/smart", token, {
      template: draft.template, version: Number(draft.version), schools: draft.schools.map((school) => school.id), position: draft.position,
      photoCount: pictures.count(), ...(draft.begun || moment()),
      weather, answers: Object.fromEntries(fields.map((field) => [field.id, toSubmission(field, draft.answers[field.id])])),
    }, longestAnswer);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }

  // MARK: Answers

  // What is counted here needs no network.
  showNoNetwork() {
    const { draft, fields, pictures, words } = this.form;
    for (const field of fields) {
      if (field.smart && !field.expression && isEmpty(draft.value.answers[field.id])) hintOf(this.form.place(field.id)).textContent = words.lackNetwork;
    }
    const counted = fields.find((field) => field.type === "photo_count" && field.smart);
    if (counted) this.put(counted.id, String(pictures.count()), "pictures");
    this.form.showCalculations();
  }

  /**
   * A device whose clock is wrong writes reports of the wrong day.
   * @param {number} now by the studio's clock, in seconds
   */
  showWrongClock(now) {
    const hours = Math.round(Math.abs(now - Date.now() / 1000) / 3600);
    if (hours >= mostHoursOff && !this.form.draft.value.dated) this.form.said.textContent = counted(this.form.words.clockOff, hours);
  }

  /**
   * What a person does about what is lacking, beside it; null where the form itself asks for it.
   * @param {string} lack
   */
  wayOut(lack) {
    const { element, words } = this.form;
    if (lack === "home" || lack === "name") return create("a", { href: "/reports/details", textContent: words.ownDetails });
    const locate = lack === "position" ? findOptional(element, "#report-locate", HTMLElement) : null;
    return locate && makeButton(words.usePosition, "", () => locate.click());
  }

  /**
   * @param {string} id
   * @param {SmartValue} value
   * @param {boolean} askedWeather
   */
  take(id, value, askedWeather) {
    const field = this.form.byID.get(id), draft = this.form.draft.value;
    // What is calculated is calculated here.
    if (!field || draft.typed[id] || field.expression) return;
    // The weather comes with its own question; until then what is there stays.
    if (field.type === "weather_conditions" && draft.position && !askedWeather) return;
    // A position that is no place is said where it was typed.
    const isSaid = !value.lack || (value.lack === "position" && draft.position);
    const hint = hintOf(this.form.place(id)), way = isSaid ? null : this.wayOut(value.lack ?? "");
    hint.textContent = isSaid ? "" : this.form.words[lackWords[value.lack ?? ""]];
    if (way) hint.append(" ", way);
    // What was found out once stays where the template says so.
    if (!field.update && !isEmpty(draft.answers[id]) && !value.lack && draft.sources[id] && draft.sources[id].source !== "fallback") return;
    // A weather or place that is not known is a sentence for the report, not for the form: it is blank until it is sent.
    const isFallback = value.lack && ["position", "weather", "home", "schools", "calculation"].includes(value.lack) && value.source === "fallback";
    if (isFallback) this.form.showAnswer(id, draft.answers[id]);
    else if (JSON.stringify(value.value) !== JSON.stringify(draft.answers[id] ?? "")) this.put(id, value.value, value.source);
  }
}
