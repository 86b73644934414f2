// What the style sheets keep to. Each rule gives its complaints as text; Scripts/web styles prints them.

/**
 * @typedef {{ prelude: string, line: number, declarations: { name: string, value: string, line: number }[], blocks: Block[] }} Block
 */

/** A sheet as nested blocks: `.a { b: c; &:hover { d: e } }`. Comments are left out. */
export function parse(text) {
  const root = { prelude: "", line: 1, declarations: [], blocks: [] };
  const open = [root];
  let own = "", line = 1, began = 1;
  const close = () => {
    const written = own.trim(), colon = written.indexOf(":");
    if (colon > 0) {
      open.at(-1).declarations.push({ name: written.slice(0, colon).trim(), value: written.slice(colon + 1).trim(), line: began });
    }
    own = "";
  };
  // One piece at a time: a comment, a string, something in brackets, or one character.
  for (const [piece] of text.matchAll(/\/\*[^]*?\*\/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^"')]*\)|[^]/g)) {
    if (!own.trim()) began = line;
    if (piece === "{") {
      const block = { prelude: own.trim().replace(/\s+/g, " "), line: began, declarations: [], blocks: [] };
      open.at(-1).blocks.push(block);
      open.push(block);
      own = "";
    } else if (piece === "}") {
      close();
      if (open.length > 1) open.pop();
    } else if (piece === ";") close();
    else if (!piece.startsWith("/*")) own += piece;
    line += piece.split("\n").length - 1;
  }
  return root;
}

/** Every block below one, outer ones first. */
export const blocks = (block) => block.blocks.flatMap((one) => [one, ...blocks(one)]);

const declarations = (sheet) => blocks(sheet).flatMap((block) => block.declarations.map((one) => ({ ...one, prelude: block.prelude })));

/** Without strings and addresses: a picture in `url("data:…")` has colours of its own. */
const bare = (value) => value.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)]*\)/g, '""');

const names = "aqua|black|blue|fuchsia|gray|grey|green|lime|maroon|navy|olive|orange|purple|red|silver|teal|white|yellow|pink|brown|gold";
const colour = new RegExp(String.raw`#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|(?<![\w-])(?:${names})(?![\w-])`, "i");

/** Colours are written in custom properties of `:root`, and there only. */
export function colours(path, sheet, isTokens) {
  return declarations(sheet)
    .filter(({ name, value, prelude }) => colour.test(bare(value))
      && !(isTokens && ((prelude.startsWith(":root") && name.startsWith("--")) || prelude.startsWith("@property"))))
    .map(({ name, value, line }) => `${path}:${line}: ${name}: ${value}: a colour; write it in the tokens and use its name`);
}

/** For which properties a value of the scale is written as its name. */
const scales = [
  [/^--space-/, /^(?:margin|padding|inset|gap|row-gap|column-gap|scroll-margin|scroll-padding|top|right|bottom|left)(?:-|$)/],
  [/^--text-/, /^font(?:-size)?$/],
  [/^--(?:round|pill)/, /^border(?:-[a-z-]+)?-radius$/],
  [/^--(?:quick|brisk|turn)$/, /^(?:transition|animation)(?:-duration)?$/],
];

/** A value of the scale is written as its name, so that it can be changed in one place. */
export function scale(path, sheet, tokens) {
  const known = declarations(tokens).filter(({ name }) => name.startsWith("--"));
  return declarations(sheet).flatMap(({ name, value, line }) => scales.filter(([, property]) => property.test(name)).flatMap(([token]) =>
    known.filter((one) => token.test(one.name) && bare(value).split(/[\s,()/]+/).includes(one.value))
      .map((one) => `${path}:${line}: ${name}: ${value}: ${one.value} is var(${one.name})`)));
}

/** The selectors of a list; commas in brackets do not divide. */
const selectors = (prelude) => prelude.split(/,(?![^(]*\))/).map((one) => one.trim());

/**
 * Every selector of a product's sheet names its pages' root, as `:where(.photos) .bar`; only animations do not. No rule stands in another
 * rule: browsers of 2022 do not read that.
 */
export function scope(path, sheet, product) {
  const roots = [`:where(.${product})`, `.${product}`];
  const reaches = (one) => !roots.some((root) => one.split(/[ >+~]/).some((part) => part === root || part.startsWith(root) && /[.:[]/.test(part[root.length])));
  const rules = (blocks) => blocks.flatMap(({ prelude, line, blocks }) => {
    if (prelude.startsWith("@keyframes ")) return [];
    if (prelude.startsWith("@")) return rules(blocks);
    return [
      ...selectors(prelude).filter(reaches).map((one) => `${path}:${line}: ${one}: reaches other pages; write ${roots[0]} ${one}`),
      ...blocks.map((one) => `${path}:${one.line}: ${one.prelude}: a rule inside of a rule; write it beside`),
    ];
  });
  return [...sheet.declarations.map(({ line }) => `${path}:${line}: a declaration outside of any rule`), ...rules(sheet.blocks)];
}

/** Browsers before 2024 do not know light-dark(): for them `@supports not` has each such token's colour by day, and no other. */
export function fallback(path, tokens) {
  const day = (block) => block.declarations.map(({ name, value }) => [name, /^light-dark\(([^,]+),/.exec(value)?.[1]]).filter(([, value]) => value);
  const wanted = new Map(tokens.blocks.filter(({ prelude }) => prelude === ":root").flatMap(day));
  const inside = tokens.blocks.filter(({ prelude }) => prelude.startsWith("@supports not")).flatMap(({ blocks }) => blocks);
  const given = new Map(inside.flatMap(({ declarations }) => declarations).filter(({ name }) => name.startsWith("--")).map(({ name, value }) => [name, value]));
  return [
    ...[...wanted].filter(([name, value]) => given.get(name) !== value).map(([name, value]) => `${path}: ${name}: without light-dark() it is to be ${value}`),
    ...[...given.keys()].filter((name) => !wanted.has(name)).map((name) => `${path}: ${name}: has no colour by day`),
  ];
}

/**
 * Every custom property that is used is defined, and the other way round.
 * @param {[string, Block][]} sheets those that a page may have together
 * @param {string} scripts what else sets and reads properties: `setProperty("--bar", …)`, `colour("--tag-" + n)`
 * @param {string} given definitions from elsewhere: the sheet that the program writes
 */
export function properties(sheets, scripts, given = "") {
  const all = sheets.flatMap(([path, sheet]) => declarations(sheet).map((one) => ({ ...one, path })));
  const registered = sheets.flatMap(([, sheet]) => blocks(sheet).map(({ prelude }) => /^@property (--[\w-]+)/.exec(prelude)?.[1]).filter(Boolean));
  const defined = all.filter(({ name }) => name.startsWith("--"));
  const setBy = [...scripts.matchAll(/setProperty\(\s*["'`](--[\w-]+)/g)].map(([, name]) => name);
  const written = [...given.matchAll(/(--[\w-]+):/g)].map(([, name]) => name);
  const known = new Set([...defined.map(({ name }) => name), ...setBy, ...written]);
  const used = new Set(all.flatMap(({ value }) => [...value.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name)));
  const read = [...scripts.replace(/setProperty\(\s*["'`]--[\w-]+/g, "").matchAll(/--[a-z][\w-]*/g)].map(([name]) => name);
  const isUsed = (name) => used.has(name) || read.some((one) => one === name || (one.endsWith("-") && name.startsWith(one)));
  return [
    ...all.flatMap(({ path, line, value }) => [...value.matchAll(/var\(\s*(--[\w-]+)/g)].filter(([, name]) => !known.has(name))
      .map(([, name]) => `${path}:${line}: var(${name}): nothing defines it`)),
    ...defined.filter(({ name }) => !isUsed(name)).map(({ path, line, name }) => `${path}:${line}: ${name}: nothing uses it`),
    ...written.filter((name) => !isUsed(name)).map((name) => `${name}: nothing uses it`),
    ...setBy.filter((name) => !isUsed(name)).map((name) => `${name}: a script sets it, and no sheet uses it`),
    ...registered.filter((name) => !known.has(name)).map((name) => `@property ${name}: nothing defines it`),
  ];
}

/**
 * Every class and id of a sheet occurs in a page or a script, on a line with a string, an element or a member (`tagged: true`). `.leaflet-…` are those of the
 * map's library.
 * @param {string} pages the text of all pages and scripts
 */
export function classes(path, sheet, pages) {
  const words = new Set(pages.split("\n").filter((one) => /["'`<:]/.test(one)).flatMap((one) => one.match(/[\w-]+/g) ?? []));
  return blocks(sheet).filter(({ prelude }) => !prelude.startsWith("@")).flatMap(({ prelude, line }) =>
    [...bare(prelude).matchAll(/[.#]([a-z_][\w-]*)/gi)].map(([, name]) => name)
      .filter((name) => !name.startsWith("leaflet-") && !words.has(name))
      .map((name) => `${path}:${line}: ${prelude}: no page has “${name}”`));
}
