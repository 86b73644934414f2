/// A module of the pages as a bundle takes it: what it needs, what others may use of it, and its text.
///
/// ```js
/// import { find } from "../studio/dom.js";
/// export const mark = (name) => find(document, name, HTMLElement).focus();
/// ```
/// needs `studio/dom.js` and exports `mark`. Our modules keep to a few forms, which a test holds: imports and exports begin
/// their lines, nothing is exported as the default, and no two modules import each other in a circle.
struct ScriptModule: Sendable, Equatable {
  enum Piece: Sendable, Equatable {
    case text(String)
    /// `import("./sheet.js")`: the module's path.
    case later(String)
    /// `import.meta.url`: the module's own path.
    case own
  }

  /// Its path below `web/`.
  let path: String
  /// Paths of the modules that it imports, each once, in their order.
  private(set) var needs: [String] = []
  /// Names that others import, each with the expression for its value.
  private(set) var exports: [(name: String, value: String)] = []
  private(set) var pieces: [Piece] = []

  static func == (one: ScriptModule, other: ScriptModule) -> Bool {
    one.path == other.path && one.needs == other.needs && one.pieces == other.pieces
      && one.exports.elementsEqual(other.exports, by: ==)
  }

  /// Paths of the modules that it imports when they are needed.
  var later: [String] { pieces.compactMap { if case .later(let path) = $0 { path } else { nil } } }

  /// A script that is no module is served as it is.
  var isModule: Bool {
    !needs.isEmpty || !exports.isEmpty || pieces.contains { if case .text = $0 { false } else { true } }
  }

  /// - Parameter text: without comments that have lines of their own.
  init(_ path: String, _ text: String) {
    self.path = path
    var code = ""
    var statement = ""
    var isTemplate = false
    for line in text.split(separator: "\n") {
      if !statement.isEmpty || !isTemplate && (line.hasPrefix("import ") || line.hasPrefix("import{")) {
        statement += statement.isEmpty ? String(line) : " " + line
        guard statement.hasSuffix(";") else { continue }
        code += bring(statement)
        statement = ""
      } else if !isTemplate, line.hasPrefix("export ") {
        code += export(String(line.dropFirst("export ".count)))
      } else {
        code += (isTemplate ? String(line) : Self.withoutTypes(line)) + "\n"
      }
      if !line.count(where: { $0 == "`" }).isMultiple(of: 2) { isTemplate.toggle() }
    }
    pieces = split(code)
  }

  /// `import { a as b } from "./c.js";` as a line that takes `b` from what `c.js` exports.
  private mutating func bring(_ statement: String) -> String {
    guard let quote = statement.firstIndex(of: "\"") else { return "" }
    let source = need(String(statement[statement.index(after: quote)...].prefix { $0 != "\"" }))
    let what = statement[..<quote].dropFirst("import".count).trimmed
    guard what.hasSuffix("from") else { return "" }
    let names = what.dropLast("from".count).trimmed
    if names.hasPrefix("*"), let name = names.split(separator: " ").last {
      return "const \(name) = m[\"\(source)\"];\n"
    }
    let pairs = Self.pairs(names).map { $0 == $1 ? "\($0)" : "\($0): \($1)" }
    return "const { \(pairs.joined(separator: ", ")) } = m[\"\(source)\"];\n"
  }

  /// What follows `export `, as a line without it.
  private mutating func export(_ text: String) -> String {
    if text.hasPrefix("{") {
      let names = String(text.prefix { $0 != "}" }) + "}"
      guard let quote = text.firstIndex(of: "\"") else {
        exports += Self.pairs(names[...]).map { ($1, $0) }
        return ""
      }
      let source = need(String(text[text.index(after: quote)...].prefix { $0 != "\"" }))
      exports += Self.pairs(names[...]).map { ($1, "m[\"\(source)\"].\($0)") }
      return ""
    }
    let line = Self.withoutTypes(text[...])
    let words = line.split(separator: " ", omittingEmptySubsequences: true)
    let start = words.firstIndex { !["async", "const", "class", "function", "function*"].contains($0) } ?? 0
    let declared = words[start...].joined(separator: " ")
    if declared.hasPrefix("{") || declared.hasPrefix("[") {
      let end: Character = declared.hasPrefix("{") ? "}" : "]"
      exports += Self.pairs(declared.prefix { $0 != end }).map { ($1, $1) }
    } else {
      let name = String(declared.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" })
      exports.append((name, name))
    }
    return line + "\n"
  }

  /// `{ a, b as c, d: e }` as pairs of a name there and a name here.
  private static func pairs(_ text: Substring) -> [(String, String)] {
    text.filter { !"{}[]".contains($0) }.split(separator: ",").compactMap { entry in
      let names = entry.split { $0 == ":" || $0 == " " }.map(String.init).filter { $0 != "as" }
      return names.first.map { ($0, names.last ?? $0) }
    }
  }

  private mutating func need(_ imported: String) -> String {
    let path = Self.resolved(imported, from: path)
    if !needs.contains(path) { needs.append(path) }
    return path
  }

  /// Without the types that are written into a line: `/** @type {Form} */ (one)`.
  private static func withoutTypes(_ line: Substring) -> String {
    var (kept, rest) = ("", line)
    while let start = rest.firstRange(of: "/** @"), let end = rest[start.upperBound...].firstRange(of: "*/") {
      kept += rest[..<start.lowerBound]
      rest = rest[end.upperBound...]
    }
    return kept + rest
  }

  private func split(_ code: String) -> [Piece] {
    var (pieces, rest): ([Piece], Substring) = ([], code[...])
    let (call, own) = ("import(\"", "import.meta.url")
    while let found = rest.firstRange(of: "import") {
      let tail = rest[found.lowerBound...]
      if tail.hasPrefix(call) {
        pieces.append(.text(String(rest[..<found.lowerBound])))
        let imported = tail.dropFirst(call.count).prefix { $0 != "\"" }
        pieces.append(.later(Self.resolved(String(imported), from: path)))
        rest = tail.dropFirst(call.count + imported.count + 2)
      } else if tail.hasPrefix(own) {
        pieces += [.text(String(rest[..<found.lowerBound])), .own]
        rest = tail.dropFirst(own.count)
      } else {
        pieces.append(.text(String(rest[..<found.upperBound])))
        rest = rest[found.upperBound...]
      }
    }
    return (pieces + [.text(String(rest))]).filter { $0 != .text("") }
  }

  /// `../studio/dom.js` from `photos/grid.js` is `studio/dom.js`.
  static func resolved(_ imported: String, from path: String) -> String {
    var parts = path.split(separator: "/").dropLast()
    for part in imported.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var kept = self.drop { $0 == " " }
    while kept.last == " " { kept = kept.dropLast() }
    return kept
  }
}

/// The modules of the pages, and the bundles that are made of them: a page loads one file instead of thirty.
///
/// The bundle of `photos/photos.js` has the text of that module and of all that it imports. Each of them runs once in a page, whatever
/// bundles bring it: they note what they export in one table. A bundle that comes after others leaves out what those have brought.
struct ScriptBundles: Sendable {
  private let modules: [String: ScriptModule]
  /// What the table is called in a page; of each version of the scripts its own, so that two versions do not mix.
  private let table: String

  /// - Parameter version: changes with any module.
  init(_ modules: [ScriptModule], version: String) {
    self.modules = [String: ScriptModule](modules.map { ($0.path, $0) }) { one, _ in one }
    table = "booth \(version)"
  }

  subscript(path: String) -> ScriptModule? { modules[path] }

  /// A module's own path behind those of all that it imports, directly or by others; each stands behind what it needs.
  func closure(of path: String) -> [String] {
    var (found, seen): ([String], Set<String>) = ([], [])
    func visit(_ path: String) {
      guard seen.insert(path).inserted, let module = modules[path] else { return }
      module.needs.forEach(visit)
      found.append(path)
    }
    visit(path)
    return found
  }

  /// What the bundle brings.
  func parts(of path: String, after: [String]) -> [String] {
    let there = Set(after.flatMap(closure))
    return closure(of: path).filter { !there.contains($0) }
  }

  /// Its text.
  /// - Parameters:
  ///   - path: the module that it is for, which is what `import()` of the bundle gives.
  ///   - after: modules whose bundles the page has loaded before.
  func text(of path: String, after: [String]) -> String {
    let up = String(repeating: "../", count: path.count { $0 == "/" })
    var text = """
      const m = globalThis[Symbol.for("\(table)")] ??= Object.create(null);
      const at = (path) => new URL("\(up.isEmpty ? "./" : up)" + path, import.meta.url).href;

      """
    for part in parts(of: path, after: after) {
      guard let module = modules[part] else { continue }
      text += "m[\"\(part)\"] ??= (() => {\n"
      for piece in module.pieces {
        switch piece {
        case .text(let code): text += code
        case .own: text += "at(\"\(part)\")"
        case .later(let later): text += "import(at(\"\(Self.name(of: later, after: after + [path]))\"))"
        }
      }
      let exports = module.exports.map { $0.name == $0.value ? $0.name : "\($0.name): \($0.value)" }
      text += "return { \(exports.joined(separator: ", ")) };\n})();\n"
    }
    let exports = (modules[path]?.exports ?? []).map(\.name)
    if !exports.isEmpty { text += "export const { \(exports.joined(separator: ", ")) } = m[\"\(path)\"];\n" }
    return text
  }

  /// `photos/viewer.js?after=studio/studio.js,photos/photos.js`.
  static func name(of path: String, after: [String]) -> String {
    after.isEmpty ? path : "\(path)?after=\(after.joined(separator: ","))"
  }

  /// A bundle's name with those of all bundles that its modules may load later, each once.
  func names(of path: String, after: [String]) -> [String] {
    var found: [String] = []
    var waiting = [(path, after)]
    while !waiting.isEmpty {
      let (path, after) = waiting.removeFirst()
      let name = Self.name(of: path, after: after)
      guard modules[path] != nil, !found.contains(name), !after.contains(path) else { continue }
      found.append(name)
      for later in parts(of: path, after: after).flatMap({ modules[$0]?.later ?? [] }) {
        waiting.append((later, after + [path]))
      }
    }
    return found
  }
}
