// Holds the style sheets to the rules beside this file. Scripts/web styles runs it.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { classes, colours, fallback, parse, properties, scale, scope } from "./rules.js";

const home = fileURLToPath(new URL("../../..", import.meta.url));
const web = "Sources/CLibraries/CWebAssets/web";

/** Files below a folder whose names end so. */
const below = (folder, ending) => readdirSync(join(home, folder), { withFileTypes: true }).flatMap((one) => {
  const path = join(folder, one.name);
  if (one.isDirectory()) return below(path, ending);
  return one.name.endsWith(ending) ? [path] : [];
});
const read = (path) => readFileSync(join(home, path), "utf8");
/** Whole lines of comments name much that no page has. */
const code = (paths) => paths.map(read).join("\n").replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");

const sheets = below(web, ".css").map((path) => [path, parse(read(path))]);
const folder = (path) => path.slice(web.length + 1).split("/")[0];
// The gallery's pages and those of pairs are served on their own, so their sheets have their values themselves.
const alone = ["gallery", "pairs"];
const of = (name) => sheets.filter(([path]) => folder(path) === name);
const studio = sheets.filter(([path]) => !alone.includes(folder(path)));
const tokens = parse(read(`${web}/shared/tokens.css`));
const pages = code([...below("Sources", ".swift"), ...below(web, ".js")]);
const scripts = (isOf) => code(below(web, ".js").filter((path) => isOf(folder(path))));

const complaints = [
  ...sheets.flatMap(([path, sheet]) => [
    ...colours(path, sheet, path.endsWith("/tokens.css") || alone.includes(folder(path))),
    ...scale(path, sheet, alone.includes(folder(path)) ? sheet : tokens).filter(() => !path.endsWith("/tokens.css")),
    ...classes(path, sheet, pages),
    ...(["shared", "studio", ...alone].includes(folder(path)) ? [] : scope(path, sheet, folder(path))),
  ]),
  ...fallback(`${web}/shared/tokens.css`, tokens),
  ...properties(studio, scripts((name) => !alone.includes(name))),
  ...properties(of("pairs"), scripts((name) => name === "pairs"), read("Sources/Program/booth/Pairs/Products/SliderPage.swift")),
  ...properties(of("gallery"), scripts((name) => name === "gallery"), read("Sources/Gallery/Gallery/Static/ThemeColours.swift")),
];
for (const one of complaints) console.error(one);
process.exitCode = complaints.length > 0 ? 1 : 0;
