// @ts-nocheck
"use strict";
import { parse, valueOf, ofAnswer, Fault } from "./calculation.js";

const blank = { kind: "blank" };

// `answerOf` gives a field's answer as it is sent; `rowCount` how many rows it has; `cellOf` a column's answer in one of them.
export const engine = (fields, answerOf, rowCount, cellOf) => {
  const byID = new Map(fields.map((field) => [field.id, field]));
  const read = new Map(), known = new Map(), users = new Map(), path = [];
  const hidden = fields.filter((field) => field.when).map((field) => field.id);
  const calculated = fields.filter((field) => field.expression).map((field) => field.id);

  // Who has asked for it is reckoned again when it changes.
  const touch = (key) => {
    const user = path[path.length - 1];
    if (user === undefined) return;
    let all = users.get(key);
    if (!all) users.set(key, all = new Set());
    all.add(user);
  };
  const get = (key, worth) => {
    touch(key);
    if (known.has(key)) {
      const found = known.get(key);
      if (found instanceof Fault) throw found;
      return found;
    }
    const start = path.indexOf(key);
    if (start >= 0) throw new Fault("cycle", 0, [...path.slice(start), key].map((name) => name.split("#")[0]).join(" → "));
    if (path.length >= 60) throw new Fault("too-complicated", 0);
    path.push(key);
    try {
      const found = worth();
      known.set(key, found);
      return found;
    } catch (fault) {
      if (fault instanceof Fault) known.set(key, fault);
      throw fault;
    } finally { path.pop(); }
  };
  const run = (expression, value) => {
    let node = read.get(expression);
    if (!node) {
      try { node = parse(expression); } catch (fault) { node = fault; }
      read.set(expression, node);
    }
    if (node instanceof Error) throw node;
    return valueOf(node, value);
  };

  const isShown = (id) => {
    const field = byID.get(id);
    if (!field?.when) return true;
    try {
      return get("?" + id, () => {
        try {
          const found = run(field.when, value);
          return found.kind === "truth" ? found.value : found.kind !== "blank";
        } catch (fault) {
          if (!(fault instanceof Fault)) throw fault;
          return true;
        }
      });
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      return true;
    }
  };
  const places = (field) => { touch("=" + field.id); return [...Array(rowCount(field)).keys()]; };
  const cell = (field, place, column) => get(`${field.id}.${column.id}#${place}`, () => {
    if (column.expression) return run(column.expression, (name) => {
      const other = field.columns.find((other) => other.id === name);
      return other ? cell(field, place, other) : value(name);
    });
    touch(`=${field.id}.${column.id}#${place}`);
    return ofAnswer(column.type, cellOf(field, place, column));
  });
  const value = (name) => {
    const field = byID.get(name);
    if (field) return get(name, () => {
      if (!isShown(name)) return blank;
      if (field.columns) return { kind: "list", value: places(field).map((place) => ({ kind: "number", value: BigInt(place + 1) * 10n ** 12n })) };
      if (field.expression) return run(field.expression, value);
      touch("=" + name);
      return ofAnswer(field.type, answerOf(field));
    });
    for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
      const owner = byID.get(name.slice(0, dot)), column = owner?.columns?.find((column) => column.id === name.slice(dot + 1));
      if (column) return get(name, () => ({ kind: "list", value: isShown(owner.id) ? places(owner).map((place) => cell(owner, place, column)) : [] }));
    }
    return undefined;
  };
  const tried = (worth) => {
    try { return { value: worth() }; } catch (fault) { if (!(fault instanceof Fault)) throw fault; return { fault }; }
  };

  // What has to be looked at again: fields that are shown or not, calculated fields, and cells.
  const forget = (key, gone) => {
    for (const user of users.get(key) || []) {
      if (!known.delete(user)) continue;
      gone.push(user);
      forget(user, gone);
    }
  };
  const rowFields = fields.filter((field) => field.columns?.some((column) => column.expression));
  return {
    isShown,
    value: (id) => tried(() => value(id)),
    cell: (field, place, column) => tried(() => cell(field, place, column)),
    calculated, hidden, rowFields,
    // An answer has changed, or one cell of it; gives the keys of what depends on it.
    changed: (id, place, column) => {
      const gone = [];
      if (column !== undefined) forget(`=${id}.${column}#${place}`, gone);
      else {
        if (byID.get(id)?.columns) for (const key of [...known.keys()]) {
          if (key.startsWith(id + ".") && key.includes("#") && known.delete(key)) { gone.push(key); forget(key, gone); }
        }
        forget("=" + id, gone);
      }
      return gone;
    },
  };
};
