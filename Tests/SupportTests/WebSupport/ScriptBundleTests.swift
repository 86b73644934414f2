import Testing

@testable import WebSupport

@Suite struct ScriptBundleTests {
  private func module(_ path: String, _ text: String) -> ScriptModule { ScriptModule(path, text) }

  private func bundles(_ texts: [String: String]) -> ScriptBundles {
    ScriptBundles(texts.map { ScriptModule($0.key, $0.value) }, version: "1")
  }

  @Test func `imports become names from the table, and exports what the module gives`() {
    let one = module(
      "photos/grid.js",
      """
      import { find, create as make } from "../studio/dom.js";
      import * as drafts from "./drafts.js";
      import "./side.js";
      import {
        one,
        two,
      } from "./numbers.js";
      export { stamp, old as aged } from "../studio/store.js";
      export const most = 8, least = one;
      export const { send, take: get } = drafts;
      export class Grid { /** @type {import("./types").Cell[]} */ cells = []; }
      export async function load() { return import("./later.js"); }
      const sprite = new URL("icons.svg", import.meta.url);
      """)
    #expect(
      one.needs == ["studio/dom.js", "photos/drafts.js", "photos/side.js", "photos/numbers.js", "studio/store.js"])
    #expect(one.later == ["photos/later.js"])
    #expect(one.exports.map(\.name) == ["stamp", "aged", "most", "send", "get", "Grid", "load"])
    #expect(one.exports[1].value == "m[\"studio/store.js\"].old")
    let text = one.pieces.map { if case .text(let code) = $0 { code } else { "?" } }.joined()
    #expect(text.contains("const { find, create: make } = m[\"studio/dom.js\"];\n"))
    #expect(text.contains("const drafts = m[\"photos/drafts.js\"];\n"))
    #expect(text.contains("const { one, two } = m[\"photos/numbers.js\"];\n"))
    #expect(text.contains("\nclass Grid {  cells = []; }\n") && text.contains("return ?;"))
    #expect(!text.contains("import") && !text.contains("export"))
  }

  @Test func `what a template literal says is no code`() {
    let one = module(
      "a.js", "const text = `\nimport { x } from \"./no.js\";\nexport const no = 1;\n`;\nexport const yes = text;")
    #expect(one.needs == [] && one.exports.map(\.name) == ["yes"])
    #expect(!module("b.js", "document.title = \"classic\";").isModule)
  }

  @Test func `a bundle brings what is needed first, once, and leaves out what came before`() {
    let all = bundles([
      "s/base.js": "import { dom } from \"./dom.js\";\nexport const base = dom;",
      "s/dom.js": "export const dom = 1;",
      "p/page.js":
        "import { base } from \"../s/base.js\";\nimport { cell } from \"./cell.js\";\nimport(\"./sheet.js\");\nexport const page = base + cell;",
      "p/cell.js": "import { dom } from \"../s/dom.js\";\nexport const cell = dom;",
      "p/sheet.js":
        "import { cell } from \"./cell.js\";\nimport { ask } from \"./ask.js\";\nexport const sheet = ask + cell;",
      "p/ask.js": "export const ask = 2;",
    ])
    #expect(all.parts(of: "p/page.js", after: []) == ["s/dom.js", "s/base.js", "p/cell.js", "p/page.js"])
    #expect(all.parts(of: "p/page.js", after: ["s/base.js"]) == ["p/cell.js", "p/page.js"])
    #expect(all.parts(of: "p/sheet.js", after: ["s/base.js", "p/page.js"]) == ["p/ask.js", "p/sheet.js"])
    #expect(
      all.names(of: "p/page.js", after: ["s/base.js"])
        == ["p/page.js?after=s/base.js", "p/sheet.js?after=s/base.js,p/page.js"])
    let text = all.text(of: "p/page.js", after: ["s/base.js"])
    #expect(text.contains("import(at(\"p/sheet.js?after=s/base.js,p/page.js\"))"))
    #expect(text.contains("new URL(\"../\" + path, import.meta.url)"))
    #expect(text.hasSuffix("export const { page } = m[\"p/page.js\"];\n"))
  }

  @Test func `our modules keep to the forms that a bundle takes`() throws {
    let all = WebAssets(["shared", "studio", "photos", "reports", "training", "locations", "gallery"])
    for path in all.paths where path.hasSuffix(".js") && path != "studio/worker.js" {
      let text = try #require(all.text(path))
      let module = ScriptModule(path, text)
      for needed in module.needs + module.later { #expect(all.text(needed) != nil, "\(path) imports \(needed)") }
      let code = module.pieces.map { if case .text(let code) = $0 { code } else { "" } }.joined()
      for line in code.split(separator: "\n") {
        #expect(!line.hasPrefix("import ") && !line.hasPrefix("export "), "\(path): \(line)")
        #expect(!line.contains("import("), "\(path): \(line)")
      }
      #expect(Set(module.exports.map(\.name)).count == module.exports.count, "\(path)")
      #expect(!text.contains("export default") && !text.contains("export let"), "\(path)")
      // No circle: a module would use what is not there yet.
      #expect(all.closure(of: path).allSatisfy { $0 == path || !all.closure(of: $0).contains(path) }, "\(path)")
    }
  }

  @Test func `each name that a module imports is one that the other exports`() throws {
    let all = WebAssets(["shared", "studio", "photos", "reports", "training", "locations"])
    for path in all.paths where path.hasSuffix(".js") && path != "studio/worker.js" {
      let module = ScriptModule(path, try #require(all.text(path)))
      for case .text(let code) in module.pieces {
        for line in code.split(separator: "\n") where line.hasPrefix("const { ") {
          guard let source = line.firstMatch(of: /^const \{ (.*) \} = m\["([^"]+)"\];$/) else { continue }
          let exports = Set(
            ScriptModule(String(source.2), try #require(all.text(String(source.2)))).exports.map(\.name))
          for name in source.1.split(separator: ", ").map({ String($0.prefix { $0 != ":" }) }) {
            #expect(exports.contains(name), "\(path) imports \(name) of \(source.2)")
          }
        }
      }
    }
  }
}
