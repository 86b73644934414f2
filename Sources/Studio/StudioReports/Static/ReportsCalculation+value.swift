/// What an expression is worth, in the browser.
let reportsCalculationValue = #"""
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

  """#
