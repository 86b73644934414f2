// @ts-nocheck
"use strict";
const scale = 10n ** 12n, limit = 10n ** 27n;
const size = (number) => number < 0n ? -number : number;

// `what` is the name that it is about, for people.
export class Fault extends Error {
  constructor(name, at, what = "") { super(`error ${name} at ${at}`); this.kind = name; this.at = at; this.what = what; }
}

// Numbers are whole numbers of 10^-12; null beyond the limit.
const kept = (units) => units === null || size(units) >= limit ? null : units;
const quotient = (a, b, by) => {
  const negative = a < 0n !== b < 0n !== by < 0n;
  const product = size(a) * size(b), divisor = size(by);
  let whole = product / divisor;
  const rest = product % divisor;
  if (rest >= divisor - rest) whole += 1n;
  return kept(negative ? -whole : whole);
};
export const amount = (text) => {
  const found = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!found || !(found[2] || found[3])) return null;
  const exponent = Number(found[4] || 0);
  if (Math.abs(exponent) > 60) return null;
  const digits = found[2] + (found[3] || ""), point = found[2].length + exponent + 12;
  let units = 0n;
  for (let place = 0; place < Math.max(0, point); place++) {
    if (units >= limit) return null;
    units = units * 10n + BigInt(digits[place] || 0);
  }
  if (point >= 0 && point < digits.length && digits[point] >= "5") units += 1n;
  if (units >= limit) return null;
  return found[1] === "-" ? -units : units;
};
const numberText = (units) => {
  const whole = size(units) / scale, part = size(units) % scale;
  return (units < 0n ? "-" : "") + whole + (part ? "." + String(part).padStart(12, "0").replace(/0+$/, "") : "");
};
const rounded = (units, digits) => {
  const dropped = 12 - digits;
  if (dropped <= 0) return units;
  const step = 10n ** BigInt(dropped);
  let whole = size(units) / step;
  const rest = size(units) % step;
  if (rest >= step - rest) whole += 1n;
  return kept(units < 0n ? -(whole * step) : whole * step);
};
const wholeOf = (units) => units % scale === 0n ? Number(units / scale) : null;

// Values: { kind, value }.
const blank = { kind: "blank" };
const number = (units, at) => { if (kept(units) === null) throw new Fault("too-large", at); return { kind: "number", value: units }; };
const whole = (count) => ({ kind: "number", value: BigInt(count) * scale });
const text = (value) => ({ kind: "text", value });
const truth = (value) => ({ kind: "truth", value });
const lastDay = 2932896;
export const dateOf = (written) => {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(written);
  if (!found || Number(found[1]) < 1970) return null;
  const day = new Date(Date.UTC(2000, 0, 1));
  day.setUTCFullYear(Number(found[1]), Number(found[2]) - 1, Number(found[3]));
  return day.toISOString().slice(0, 10) === written ? { kind: "date", value: Math.round(day.getTime() / 864e5) } : null;
};
const dayText = (day) => new Date(day * 864e5).toISOString().slice(0, 10);
export const timeOf = (written) => {
  const found = /^\s*(\d{1,2}):(\d\d)(?::\d\d)?\s*(am|pm)?\s*$/i.exec(written);
  if (!found) return null;
  let hour = Number(found[1]);
  if (hour > 23 || Number(found[2]) > 59 || (found[3] && (hour < 1 || hour > 12))) return null;
  if (found[3]) hour = hour % 12 + (found[3].toLowerCase() === "pm" ? 12 : 0);
  return { kind: "time", value: hour * 60 + Number(found[2]) };
};
const two = (value) => String(value).padStart(2, "0");
export const shown = (it) => {
  switch (it.kind) {
    case "blank": return "";
    case "number": return numberText(it.value);
    case "truth": return it.value ? "yes" : "no";
    case "date": return dayText(it.value);
    case "time": return two(Math.floor(it.value / 60)) + ":" + two(it.value % 60);
    case "list": return it.value.map(shown).join(", ");
    default: return it.value;
  }
};
export const told = (it) => it.kind === "blank" ? "blank" : it.kind === "list" ? `list [${it.value.map(told).join(", ")}]` : `${it.kind} ${shown(it)}`;

const scalars = (written) => [...written];
const same = (a, b) => a.kind === b.kind && (a.kind === "blank" || (a.kind === "list" ? a.value.length === b.value.length && a.value.every((one, place) => same(one, b.value[place])) : a.value === b.value));

// MARK: Reading

const functions = {
  sum: [1, 100], count: [1, 100], min: [1, 100], max: [1, 100], average: [1, 100], round: [1, 2], floor: [1, 1], abs: [1, 1],
  if: [3, 3], isblank: [1, 1], number: [1, 1], text: [1, 1], date: [1, 1], time: [1, 1], year: [1, 1], month: [1, 1],
  day: [1, 1], length: [1, 1], contains: [2, 2],
};
const sameSign = { "\u2212": "-", "\u00d7": "*", "\u00b7": "*", "\u00f7": "/", ";": ",", "\u2260": "<>", "\u2264": "<=", "\u2265": ">=", "==": "=", "!=": "<>" };

const tokens = (written) => {
  const signs = scalars(written), found = [];
  if (signs.length > 2000) throw new Fault("too-complicated", 0);
  let at = 0;
  while (at < signs.length) {
    const sign = signs[at], start = at;
    if (" \t\n\r\u00a0".includes(sign)) { at++; continue; }
    if (/[0-9.]/.test(sign)) {
      while (at < signs.length && /[0-9.]/.test(signs[at])) at++;
      const value = amount(signs.slice(start, at).join(""));
      if (value === null) throw new Fault("expected", start);
      found.push({ kind: "number", value, at: start });
    } else if (/[A-Za-z_]/.test(sign)) {
      while (at < signs.length && /[A-Za-z0-9_.]/.test(signs[at])) at++;
      found.push({ kind: "name", value: signs.slice(start, at).join(""), at: start });
    } else if ("\"'{".includes(sign)) {
      const close = sign === "{" ? "}" : sign;
      let content = "";
      at++;
      for (;;) {
        if (at >= signs.length) throw new Fault("expected", at);
        const next = signs[at++];
        if (next === close) { if (sign !== "{" && signs[at] === close) at++; else break; }
        content += next;
      }
      if (sign === "{" && !content.trim()) throw new Fault("expected", start + 1);
      found.push({ kind: sign === "{" ? "field" : "text", value: content, at: start });
    } else if ("<>!=".includes(sign)) {
      at++;
      if (signs[at] === "=" || (sign === "<" && signs[at] === ">")) at++;
      const whole = signs.slice(start, at).join("");
      if (whole === "!") throw new Fault("expected", start);
      found.push({ kind: "sign", value: sameSign[whole] || whole, at: start });
    } else {
      at++;
      const known = sameSign[sign] || sign;
      if (!"+-*/&(),".includes(known) && !["<>", "<=", ">="].includes(known)) throw new Fault("expected", start);
      found.push({ kind: "sign", value: known, at: start });
    }
  }
  found.push({ kind: "end", at: signs.length });
  return found;
};

export const parse = (written) => {
  const all = tokens(written);
  let place = 0, depth = 0;
  const token = () => all[place];
  const word = (wanted) => token().kind === "name" && token().value.toLowerCase() === wanted && Boolean(++place);
  const sign = (...wanted) => token().kind === "sign" && wanted.includes(token().value) ? all[place++] : null;
  const deeper = (at, body) => {
    if (++depth > 60) throw new Fault("too-complicated", at);
    const node = body();
    depth--;
    return node;
  };
  const row = (below, ...signs) => () => {
    let node = below();
    for (let found; (found = sign(...signs));) node = { kind: "pair", sign: found.value, a: node, b: below(), at: found.at };
    return node;
  };
  const words = (below, wanted) => () => {
    let node = below();
    for (;;) {
      const { at } = token();
      if (!word(wanted)) return node;
      node = { kind: "pair", sign: wanted, a: node, b: below(), at };
    }
  };
  const named = (name, at) => {
    const low = name.toLowerCase();
    if (!sign("(")) {
      if (low === "true" || low === "yes") return { kind: "value", value: truth(true) };
      if (low === "false" || low === "no") return { kind: "value", value: truth(false) };
      if (low === "blank") return { kind: "value", value: blank };
      if (["and", "or", "not"].includes(low)) throw new Fault("expected", at);
      return { kind: "field", name, at };
    }
    if (!Object.hasOwn(functions, low)) throw new Fault("unknown-function", at, name);
    const parts = [];
    if (!sign(")")) {
      do parts.push(choice()); while (sign(","));
      if (!sign(")")) throw new Fault("expected", token().at);
    }
    if (parts.length < functions[low][0] || parts.length > functions[low][1]) throw new Fault("wrong-count", at, low);
    return { kind: "call", name: low, parts, at };
  };
  const primary = () => {
    const found = token();
    if (found.kind === "number") { place++; return { kind: "value", value: { kind: "number", value: found.value } }; }
    if (found.kind === "text") { place++; return { kind: "value", value: text(found.value) }; }
    if (found.kind === "field") { place++; return { kind: "field", name: found.value, at: found.at }; }
    if (found.kind === "name") { place++; return named(found.value, found.at); }
    if (!sign("(")) throw new Fault("expected", found.at);
    const node = choice();
    if (!sign(")")) throw new Fault("expected", token().at);
    return node;
  };
  const signed = () => {
    const found = sign("-");
    return found ? deeper(found.at, () => ({ kind: "negative", a: signed(), at: found.at })) : primary();
  };
  const product = row(signed, "*", "/"), sum = row(product, "+", "-"), join = row(sum, "&");
  const comparison = () => {
    const node = join(), found = sign("=", "<>", "<", "<=", ">", ">=");
    return found ? { kind: "pair", sign: found.value, a: node, b: join(), at: found.at } : node;
  };
  const negation = () => {
    const { at } = token();
    return word("not") ? deeper(at, () => ({ kind: "not", a: negation(), at })) : comparison();
  };
  const union = words(negation, "and"), either = words(union, "or");
  const choice = () => deeper(token().at, either);
  const node = choice();
  if (token().kind !== "end") throw new Fault("expected", token().at);
  return node;
};
// MARK: What it is worth

// Fields that double each other end there.
const made = (written, at) => { if (written.length > 20000) throw new Fault("too-large", at); return text(written); };
const wrong = (at) => { throw new Fault("wrong-kind", at); };
const asNumber = (it, at) => it.kind === "blank" ? null : it.kind === "number" ? it.value : wrong(at);
const asTruth = (it, at) => it.kind === "blank" ? null : it.kind === "truth" ? it.value : wrong(at);
const order = (a, b, at) => {
  if (a.kind === "blank" || b.kind === "blank") return null;
  if (a.kind !== b.kind || !["number", "date", "time", "text"].includes(a.kind)) wrong(at);
  if (a.kind !== "text") return a.value < b.value ? -1 : a.value === b.value ? 0 : 1;
  const [one, other] = [scalars(a.value), scalars(b.value)];
  for (let place = 0; place < Math.min(one.length, other.length); place++) {
    const step = one[place].codePointAt(0) - other[place].codePointAt(0);
    if (step) return step < 0 ? -1 : 1;
  }
  return Math.sign(one.length - other.length);
};
const moved = (it, by, sign, at, last) => {
  const steps = wholeOf(by);
  if (steps === null) wrong(at);
  const value = sign === "+" ? it.value + steps : it.value - steps;
  if (value < 0 || value > last) throw new Fault("too-large", at);
  return { kind: it.kind, value };
};
const calculated = (sign, a, b, at) => {
  if (a.kind === "blank" || b.kind === "blank") return blank;
  if (a.kind === b.kind && (a.kind === "date" || a.kind === "time") && sign === "-") return whole(a.value - b.value);
  if (a.kind === "date" && b.kind === "number" && "+-".includes(sign)) return moved(a, b.value, sign, at, lastDay);
  if (a.kind === "number" && b.kind === "date" && sign === "+") return moved(b, a.value, sign, at, lastDay);
  if (a.kind === "time" && b.kind === "number" && "+-".includes(sign)) return moved(a, b.value, sign, at, 1439);
  const one = asNumber(a, at), other = asNumber(b, at);
  if (sign === "+") return number(one + other, at);
  if (sign === "-") return number(one - other, at);
  if (sign === "*") return number(quotient(one, other, scale), at);
  if (other === 0n) throw new Fault("division-by-zero", at);
  return number(quotient(one, scale, other), at);
};
const compared = (sign, a, b, at) => {
  if (sign === "=" || sign === "<>") {
    if (a.kind !== "blank" && b.kind !== "blank" && a.kind !== b.kind) wrong(at);
    return truth(same(a, b) === (sign === "="));
  }
  const found = order(a, b, at);
  if (found === null) return blank;
  return truth(sign === "<" ? found < 0 : sign === "<=" ? found <= 0 : sign === ">" ? found > 0 : found >= 0);
};
const isBlankText = (it) => /^ *$/.test(it.value);
const read = (name, it, at) => {
  if (it.kind === "blank" || it.kind === name) return it;
  if (it.kind !== "text") wrong(at);
  if (isBlankText(it)) return blank;
  const units = name === "number" ? amount(it.value) : null;
  const found = name === "number" ? (units === null ? null : { kind: "number", value: units }) : name === "date" ? dateOf(it.value) : timeOf(it.value);
  return found || wrong(at);
};
const call = (name, parts, at) => {
  const many = parts.flatMap((part) => part.kind === "list" ? part.value : [part]).filter((part) => part.kind !== "blank");
  const first = parts[0];
  switch (name) {
    case "count": return whole(many.length);
    case "sum": case "average": {
      let total = 0n;
      for (const part of many) {
        total += asNumber(part, at);
        if (kept(total) === null) throw new Fault("too-large", at);
      }
      if (!many.length) return blank;
      return name === "sum" ? number(total, at) : number(quotient(total, scale, BigInt(many.length) * scale), at);
    }
    case "min": case "max": {
      if (!many.length) return blank;
      let best = many[0];
      for (const part of many.slice(1)) { const found = order(part, best, at); if (name === "min" ? found < 0 : found > 0) best = part; }
      order(best, best, at);
      return best;
    }
    case "isblank": return truth(first.kind === "text" ? isBlankText(first) : first.kind === "blank" || (first.kind === "list" && !first.value.length));
    case "round": {
      const value = asNumber(first, at);
      if (value === null) return blank;
      if (parts.length === 1) return number(rounded(value, 0), at);
      const wanted = asNumber(parts[1], at);
      if (wanted === null) return blank;
      const digits = wholeOf(wanted);
      if (digits === null || digits < -14 || digits > 12) wrong(at);
      return number(rounded(value, digits), at);
    }
    case "floor": {
      const value = asNumber(first, at);
      if (value === null) return blank;
      return number((value % scale < 0n ? value / scale - 1n : value / scale) * scale, at);
    }
    case "abs": { const value = asNumber(first, at); return value === null ? blank : number(size(value), at); }
    case "text": return made(shown(first), at);
    case "number": case "date": case "time": return read(name, first, at);
    case "year": case "month": case "day": {
      if (first.kind === "blank") return blank;
      if (first.kind !== "date") wrong(at);
      return whole(Number(dayText(first.value).split("-")[["year", "month", "day"].indexOf(name)]));
    }
    case "length": {
      if (first.kind === "blank") return blank;
      if (first.kind === "text") return whole(scalars(first.value).length);
      return first.kind === "list" ? whole(first.value.length) : wrong(at);
    }
    default: {
      const wanted = parts[1];
      if (first.kind === "blank" || wanted.kind === "blank") return blank;
      if (first.kind === "list") return truth(first.value.some((part) => same(part, wanted)));
      if (first.kind !== "text" || wanted.kind !== "text") wrong(at);
      const [one, other] = [scalars(first.value), scalars(wanted.value)];
      for (let place = 0; place + other.length <= one.length; place++) if (other.every((sign, next) => one[place + next] === sign)) return truth(true);
      return truth(false);
    }
  }
};
export const valueOf = (node, field) => {
  switch (node.kind) {
    case "value": return node.value;
    case "field": {
      let found;
      try { found = field(node.name); } catch (fault) { if (!(fault instanceof Fault)) throw fault; throw new Fault(fault.kind, node.at, fault.what); }
      if (!found) throw new Fault("unknown-field", node.at, node.name);
      return found;
    }
    case "negative": { const value = asNumber(valueOf(node.a, field), node.at); return value === null ? blank : number(-value, node.at); }
    case "not": { const value = asTruth(valueOf(node.a, field), node.at); return value === null ? blank : truth(!value); }
    case "pair": {
      if (node.sign === "and" || node.sign === "or") {
        const deciding = node.sign === "or";
        let fault = null, isBlank = false;
        for (const side of [node.a, node.b]) {
          try {
            const value = asTruth(valueOf(side, field), node.at);
            if (value === deciding) return truth(deciding);
            if (value === null) isBlank = true;
          } catch (found) { fault ??= found; }
        }
        if (fault) throw fault;
        return isBlank ? blank : truth(!deciding);
      }
      const a = valueOf(node.a, field), b = valueOf(node.b, field);
      if (node.sign === "&") return made(shown(a) + shown(b), node.at);
      return "+-*/".includes(node.sign) ? calculated(node.sign, a, b, node.at) : compared(node.sign, a, b, node.at);
    }
    default: {
      if (node.name === "if") {
        const value = asTruth(valueOf(node.parts[0], field), node.at);
        return value === null ? blank : valueOf(node.parts[value ? 1 : 2], field);
      }
      return call(node.name, node.parts.map((part) => valueOf(part, field)), node.at);
    }
  }
};

// As files of values have them.
export const plain = (json) => {
  if (json === null || json === undefined) return blank;
  if (typeof json === "boolean") return truth(json);
  if (typeof json === "number") { const units = amount(String(json)); return units === null ? blank : { kind: "number", value: units }; }
  if (typeof json === "string") return json.trim() ? text(json) : blank;
  if (Array.isArray(json)) return { kind: "list", value: json.map(plain) };
  return (json.date && dateOf(json.date)) || (json.time && timeOf(json.time)) || blank;
};

// A day as reports have it; see `DayText`.
const dayOf = (written) => {
  const text = written.trim();
  if (/^\d{4}-\d\d-\d\d([Tt ]|$)/.test(text)) return dateOf(text.slice(0, 10));
  const found = /^(\d{1,2})([/.])(\d{1,2})\2(\d{1,2}|\d{4})$/.exec(text);
  return found && dateOf(`${found[4].length < 3 ? 2000 + Number(found[4]) : found[4]}-${two(found[1])}-${two(found[3])}`);
};

// What an answer is in a calculation: by the field's type, as an answer is kept.
export const ofAnswer = (type, answer) => {
  if (answer === undefined || answer === null) return blank;
  if (typeof answer === "boolean") return truth(answer);
  if (typeof answer === "number") return plain(answer);
  if (Array.isArray(answer)) return { kind: "list", value: answer.map((one) => ofAnswer(type, one)) };
  if (!answer.trim()) return blank;
  const units = (written) => { const found = amount(written); return found === null ? null : { kind: "number", value: found }; };
  const typed = {
    number: () => units(answer.trim()), currency: () => units(answer.trim()), photo_count: () => units(answer.trim()),
    mileage: () => units(answer.split(" ").find(Boolean) || ""), date: () => dayOf(answer), date_auto: () => dayOf(answer),
    time: () => timeOf(answer), time_auto: () => timeOf(answer),
  }[type];
  return (typed && typed()) || text(answer);
};

// As an answer is kept.
export const keptOf = (it) => it.kind === "number" ? Number(numberText(it.value)) : it.kind === "truth" ? it.value : it.kind === "list" ? it.value.map(shown) : shown(it);

// `field` gives what a field holds, or nothing for one that there is not.
export const calculate = (written, field) => valueOf(parse(written), field);
