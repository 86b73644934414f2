import FoundationEssentials

/// The routes of a feature as its code names them: a new one has no row in the table of organisations until a person
/// writes one.
enum CodeRoutes {
  /// The names of an enum's cases, without those of answers that are no page.
  static func names(of type: String, in file: String) throws -> Set<String> {
    let text = try String(contentsOfFile: Program.root.appending(path: "Sources/\(file)").path, encoding: .utf8)
    guard let start = text.firstRange(of: "enum \(type)")?.upperBound else { return [] }
    var found: Set<String> = []
    for line in text[start...].split(separator: "\n").dropFirst() {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("init") { break }
      guard line.hasPrefix("case ") else { continue }
      // What a case carries has commas of its own.
      var (depth, name) = (0, "")
      for sign in line.dropFirst(5) + "," {
        switch sign {
        case "(": depth += 1
        case ")": depth -= 1
        case "," where depth == 0:
          found.insert(String(name.filter { $0 != " " }))
          name = ""
        default: if depth == 0 { name.append(sign) }
        }
      }
    }
    return found.subtracting(["wrongMethod", "notFound"])
  }

  /// A case's name.
  static func name(_ route: some Any) -> String { String("\(route)".prefix { $0 != "(" }) }
}
