// Reads what a form calculates: `round(miles * 0.67, 2)`, `kind = 'Team' and not isblank(size)`.

import { readAmount } from "./amounts.js";
import { blank, charactersOf, numberValue, textValue, truthValue } from "./values.js";

/**
 * @typedef {import("./values.js").Value} Value
 * @typedef {{ kind: "number", value: bigint, at: number } | { kind: "text" | "field" | "name" | "sign", value: string, at: number }
 *   | { kind: "end", at: number }} Token
 * @typedef {{ kind: "value", value: Value } | { kind: "field", name: string, at: number }
 *   | { kind: "negative" | "not", operand: Expression, at: number }
 *   | { kind: "pair", sign: string, left: Expression, right: Expression, at: number }
 *   | { kind: "call", name: string, parts: Expression[], at: number }} Expression
 */

/** What is wrong with an expression or its values, and where: `at` counts its characters from 0. */
export class CalculationFault extends Error {
  /**
   * @param {string} kind such as `division-by-zero`
   * @param {number} at
   * @param {string} what the name that it is about, for people
   */
  constructor(kind, at, what = "") {
    super(`error ${kind} at ${at}`);
    this.kind = kind;
    this.at = at;
    this.what = what;
  }
}

// Bounds that the studio has as well: a form from elsewhere keeps no browser busy.
const mostCharacters = 2000, deepest = 60;

/**
 * How many parts each function takes: at least, at most.
 * @type {Record<string, [number, number]>}
 */
const functions = {
  sum: [1, 100], count: [1, 100], min: [1, 100], max: [1, 100], average: [1, 100], round: [1, 2], floor: [1, 1], abs: [1, 1],
  if: [3, 3], isblank: [1, 1], number: [1, 1], text: [1, 1], date: [1, 1], time: [1, 1], year: [1, 1], month: [1, 1],
  day: [1, 1], length: [1, 1], contains: [2, 2],
};

/**
 * Other ways to write a sign.
 * @type {Record<string, string>}
 */
const plainSigns = { "\u2212": "-", "\u00d7": "*", "\u00b7": "*", "\u00f7": "/", ";": ",", "\u2260": "<>", "\u2264": "<=", "\u2265": ">=", "==": "=", "!=": "<>" };

class Tokenizer {
  /** @param {string} text */
  constructor(text) {
    this.characters = charactersOf(text);
    if (this.characters.length > mostCharacters) throw new CalculationFault("too-complicated", 0);
    this.at = 0;
  }

  /** @returns {Token[]} */
  all() {
    const found = [];
    for (;;) {
      while (this.at < this.characters.length && " \t\n\r\u00a0".includes(this.characters[this.at])) this.at++;
      if (this.at >= this.characters.length) break;
      found.push(this.next());
    }
    /** @type {Token} */
    const end = { kind: "end", at: this.characters.length };
    return [...found, end];
  }

  /** @returns {Token} */
  next() {
    const first = this.characters[this.at], at = this.at;
    if (/[0-9.]/.test(first)) {
      const value = readAmount(this.takeWhile(/[0-9.]/));
      if (value === null) throw new CalculationFault("expected", at);
      return { kind: "number", value, at };
    }
    if (/[A-Za-z_]/.test(first)) return { kind: "name", value: this.takeWhile(/[A-Za-z0-9_.]/), at };
    if (first === "{") return { kind: "field", value: this.fieldName(), at };
    if ("\"'".includes(first)) return { kind: "text", value: this.quoted(first), at };
    if ("<>!=".includes(first)) return { kind: "sign", value: this.comparison(), at };
    this.at++;
    const sign = plainSigns[first] || first;
    if (!"+-*/&(),".includes(sign) && !["<>", "<=", ">="].includes(sign)) throw new CalculationFault("expected", at);
    return { kind: "sign", value: sign, at };
  }

  /** @param {RegExp} pattern */
  takeWhile(pattern) {
    const start = this.at;
    while (this.at < this.characters.length && pattern.test(this.characters[this.at])) this.at++;
    return this.characters.slice(start, this.at).join("");
  }

  // `{Job type}`
  fieldName() {
    const start = this.at++;
    let name = "";
    for (let next = this.take(); next !== "}"; next = this.take()) name += next;
    if (!name.trim()) throw new CalculationFault("expected", start + 1);
    return name;
  }

  /**
   * `'it''s'`: two quotes are one.
   * @param {string} quote
   */
  quoted(quote) {
    let text = "";
    this.at++;
    for (;;) {
      const next = this.take();
      if (next === quote) {
        if (this.characters[this.at] !== quote) return text;
        this.at++;
      }
      text += next;
    }
  }

  comparison() {
    const start = this.at, first = this.take(), second = this.characters[this.at];
    if (second === "=" || (first === "<" && second === ">")) this.at++;
    const sign = this.characters.slice(start, this.at).join("");
    if (sign === "!") throw new CalculationFault("expected", start);
    return plainSigns[sign] || sign;
  }

  take() {
    if (this.at >= this.characters.length) throw new CalculationFault("expected", this.at);
    return this.characters[this.at++];
  }
}

// What binds least is read first: or, and, not, comparisons, `&`, sums, products, a sign before, and what stands alone.
class Parser {
  /** @param {string} text */
  constructor(text) {
    this.tokens = new Tokenizer(text).all();
    this.place = 0;
    this.depth = 0;
  }

  get token() { return this.tokens[this.place]; }

  whole() {
    const found = this.expression();
    if (this.token.kind !== "end") throw new CalculationFault("expected", this.token.at);
    return found;
  }

  /** @param {string} wanted */
  takeWord(wanted) {
    const { token } = this;
    if (token.kind !== "name" || token.value.toLowerCase() !== wanted) return false;
    this.place++;
    return true;
  }

  /** @param {string[]} wanted */
  takeSign(...wanted) {
    const { token } = this;
    if (token.kind !== "sign" || !wanted.includes(token.value)) return null;
    this.place++;
    return token;
  }

  requireClosing() { if (!this.takeSign(")")) throw new CalculationFault("expected", this.token.at); }

  /**
   * @param {number} at
   * @param {() => Expression} read
   */
  deeper(at, read) {
    if (++this.depth > deepest) throw new CalculationFault("too-complicated", at);
    const found = read();
    this.depth--;
    return found;
  }

  /**
   * `1 + 2 - 3`, from the left.
   * @param {() => Expression} part
   * @param {string[]} signs
   */
  chain(part, ...signs) {
    let left = part();
    for (let found = this.takeSign(...signs); found; found = this.takeSign(...signs)) {
      left = { kind: "pair", sign: found.value, left, right: part(), at: found.at };
    }
    return left;
  }

  /**
   * @param {() => Expression} part
   * @param {"and" | "or"} word
   */
  wordChain(part, word) {
    let left = part();
    for (;;) {
      const { at } = this.token;
      if (!this.takeWord(word)) return left;
      left = { kind: "pair", sign: word, left, right: part(), at };
    }
  }

  /** @returns {Expression} */
  expression() {
    return this.deeper(this.token.at, () => this.wordChain(() => this.wordChain(() => this.negation(), "and"), "or"));
  }

  /** @returns {Expression} */
  negation() {
    const { at } = this.token;
    return this.takeWord("not") ? this.deeper(at, () => ({ kind: "not", operand: this.negation(), at })) : this.comparison();
  }

  /** @returns {Expression} */
  comparison() {
    const left = this.joined(), found = this.takeSign("=", "<>", "<", "<=", ">", ">=");
    return found ? { kind: "pair", sign: found.value, left, right: this.joined(), at: found.at } : left;
  }

  joined() { return this.chain(() => this.sum(), "&"); }
  sum() { return this.chain(() => this.product(), "+", "-"); }
  product() { return this.chain(() => this.signed(), "*", "/"); }

  /** @returns {Expression} */
  signed() {
    const found = this.takeSign("-");
    return found ? this.deeper(found.at, () => ({ kind: "negative", operand: this.signed(), at: found.at })) : this.alone();
  }

  /** @returns {Expression} */
  alone() {
    const { token } = this;
    switch (token.kind) {
      case "number": this.place++; return { kind: "value", value: numberValue(token.value) };
      case "text": this.place++; return { kind: "value", value: textValue(token.value) };
      case "field": this.place++; return { kind: "field", name: token.value, at: token.at };
      case "name": this.place++; return this.named(token.value, token.at);
      default: {
        if (!this.takeSign("(")) throw new CalculationFault("expected", token.at);
        const found = this.expression();
        this.requireClosing();
        return found;
      }
    }
  }

  /**
   * A function with its parts, a word such as `yes`, or a field.
   * @param {string} name
   * @param {number} at
   * @returns {Expression}
   */
  named(name, at) {
    const lower = name.toLowerCase();
    if (!this.takeSign("(")) {
      if (lower === "true" || lower === "yes") return { kind: "value", value: truthValue(true) };
      if (lower === "false" || lower === "no") return { kind: "value", value: truthValue(false) };
      if (lower === "blank") return { kind: "value", value: blank };
      if (["and", "or", "not"].includes(lower)) throw new CalculationFault("expected", at);
      return { kind: "field", name, at };
    }
    if (!Object.hasOwn(functions, lower)) throw new CalculationFault("unknown-function", at, name);
    const parts = this.parts(), [least, most] = functions[lower];
    if (parts.length < least || parts.length > most) throw new CalculationFault("wrong-count", at, lower);
    return { kind: "call", name: lower, parts, at };
  }

  parts() {
    /** @type {Expression[]} */
    const parts = [];
    if (this.takeSign(")")) return parts;
    do parts.push(this.expression()); while (this.takeSign(","));
    this.requireClosing();
    return parts;
  }
}

/**
 * Throws a `CalculationFault` where it cannot be read.
 * @param {string} text
 */
export const parse = (text) => new Parser(text).whole();
