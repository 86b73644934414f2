/// The targets that `Package.swift` declares, with the targets of this package they depend on, read from its text.
struct PackageManifest {
  private(set) var targets: [String: Set<String>] = [:]

  /// Understands the manifest's own words: `room(…)`, `tests(…)`, `.target(name:)`, `.systemLibrary(name:)`,
  /// `.executableTarget(name:)` and `.testTarget(name:)`.
  init(text: String) {
    let openings: [(String, (String) -> String)] = [
      ("room(\"", { $0 }), ("tests(\"", { $0 + "Tests" }), (".target(name: \"", { $0 }),
      (".systemLibrary(name: \"", { $0 }), (".executableTarget(name: \"", { $0 }), (".testTarget(name: \"", { $0 }),
    ]
    // Calls may be broken over lines: `.systemLibrary(\n name:` reads as `.systemLibrary(name:`.
    let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing("( ", with: "(")
    for (opening, targetName) in openings {
      for range in flat.ranges(of: opening) {
        let call = Self.call(flat[range.upperBound...])
        let name = String(call.prefix { $0 != "\"" })
        guard !name.contains("\\") else { continue }
        var strings = Self.strings(Self.dependencyList(call))
        if opening.hasPrefix("tests") { strings.formUnion(["BoothTesting"]) }
        targets[targetName(name), default: []].formUnion(strings)
      }
    }
  }

  /// Up to the parenthesis that ends the call.
  private static func call(_ text: Substring) -> Substring {
    var depth = 1
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text[..<index] }
    }
    return text
  }

  /// The call's first list, without the products of other packages in it.
  private static func dependencyList(_ call: Substring) -> Substring {
    guard let open = call.firstIndex(of: "["), let close = call.firstIndex(of: "]") else { return "" }
    let list = call[open...close]
    guard let product = list.firstRange(of: ".product(") else { return list }
    return list[..<product.lowerBound]
  }

  /// The string literals that name targets of ours: `"BoothCore"`, `"CLinux"`.
  private static func strings(_ text: Substring) -> Set<String> {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return Set(
      parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }.filter {
        $0 == "booth" || $0.first?.isUppercase == true
      })
  }
}
