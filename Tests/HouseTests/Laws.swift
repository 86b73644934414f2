/// The laws. Each takes text and gives what breaks it, in words; so each can be shown to fail.
enum Laws {
  /// The modules that the code imports, with the line.
  static func imports(in source: SourceText) -> [(module: String, line: Int)] {
    source.codeLines.enumerated().compactMap { number, line in
      var words = line.split(whereSeparator: \.isWhitespace)[...]
      while let word = words.first,
        word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(String(word))
      {
        words.removeFirst()
      }
      guard words.first == "import", let name = words.dropFirst().first else { return nil }
      let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor"]
      let module = kinds.contains(name) ? words.dropFirst(2).first ?? name : name
      return (String(module.prefix { $0 != "." && $0 != ";" }), number + 1)
    }
  }

  /// A module imports modules of its own domain and of those that its domain may import.
  /// - Parameter modules: the domain of every module.
  static func domainLaw(
    _ source: SourceText, modules: [String: String], domains: [String: Set<String>] = House.domains
  ) -> [String] {
    let domain = Repository.domain(of: source.path)
    guard let allowed = domains[domain] else { return ["\(source.path): \(domain) is no domain of House.domains"] }
    return imports(in: source).compactMap { module, line in
      guard let other = modules[module], other != domain, !allowed.contains(other) else { return nil }
      let list = allowed.sorted().joined(separator: ", ")
      return "\(source.path):\(line): \(domain) may not import \(module) of \(other); it may import \(list)"
    }
  }

  /// A pure module imports nothing that reaches the system.
  static func purityLaw(_ source: SourceText, module: String) -> [String] {
    guard House.pure.contains(module) else { return [] }
    return imports(in: source).filter { House.system.contains($0.module) }.map {
      "\(source.path):\($0.line): \(module) is pure: it may not import \($0.module)"
    }
  }

  static func foundationLaw(_ source: SourceText, except: [String: String] = House.needFoundation) -> [String] {
    imports(in: source).filter { $0.module == "Foundation" && except[source.path] == nil }.map {
      "\(source.path):\($0.line): import FoundationEssentials, or add the file to the list with the reason"
    }
  }

  /// What is thrown says by its name whose it is: a port's, or what another room gets, is an Error; what stays inside a
  /// machine, a driver or a room is a Fault.
  static func errorLaw(_ source: SourceText) -> [String] {
    let kinds: Set<Substring> = ["struct", "class", "enum", "actor"]
    return source.codeLines.compactMap { line in
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ":") }
      guard let index = words.firstIndex(where: kinds.contains), index + 1 < words.count,
        let parent = words[(index + 1)...].firstIndex(where: { $0.hasSuffix(":") }), parent == index + 1,
        words[(parent + 1)...].contains("Error")
      else { return nil }
      let name = words[index + 1].dropLast()
      if name.hasSuffix("Fault") { return nil }
      if name.hasSuffix("Error") { return nil }
      return "\(source.path): \(name) is thrown; its name ends in Error (for a port's callers) or in Fault (inside)"
    }
  }

  /// What a port's methods throw: their callers are in other rooms.
  static func portErrorLaw(_ source: SourceText) -> [String] {
    source.codeLines.flatMap { line in
      line.ranges(of: "throws(").compactMap { range -> String? in
        let name = line[range.upperBound...].prefix { $0 != ")" }
        return name.hasSuffix("Error") ? nil : "\(source.path): a port throws \(name), which is no …Error"
      }
    }
  }

  /// Things that say "not finished", or end the process where an error should be handled.
  static func unfinishedLaw(_ source: SourceText) -> [String] {
    // Put together here, so that this file does not break its own law.
    let notes = ["TO" + "DO", "FIX" + "ME"].flatMap { find($0, in: source.lines, of: source.path, asWord: true) }
    let crashes = ["fatalError(", "try!"].flatMap { find($0, in: source.codeLines, of: source.path, asWord: true) }
    return notes + crashes
  }

  static func sleepLaw(_ source: SourceText) -> [String] {
    ["Task.sleep", "usleep(", "nanosleep(", "Thread.sleep"].flatMap {
      find($0, in: source.codeLines, of: source.path, asWord: true)
    }
  }

  static func nameLaw(path: String) -> [String] {
    let banned: Set<String> = [
      "util", "utils", "utility", "utilities", "helper", "helpers", "manager", "managers", "common", "base", "impl",
    ]
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let words = words(of: String(name.prefix { $0 != "." }))
    return words.filter { banned.contains($0) }.map { "\(path): \"\($0)\" says nothing; name the thing" }
  }

  /// Everything the product needs is in the repository, and nothing speaks of the machine it was made on.
  static func standaloneLaw(path: String, text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // The pages' scripts have a folder of that name.
    let outside = path.hasPrefix("Sources/CLibraries/CWebAssets/web/") ? [] : [".." + "/shared"]
    return (outside + ["/wo" + "rk/"]).flatMap { find($0, in: lines, of: path, asWord: false) }
  }

  /// Where a page's Markdown links and pictures lead. Code is not read.
  static func links(in text: String) -> [String] {
    var isCode = false
    return text.split(separator: "\n").flatMap { line -> [String] in
      if line.hasPrefix("```") { isCode.toggle() }
      let prose = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .map { $0.offset % 2 == 0 ? String($0.element) : "" }.joined(separator: "`")
      return isCode ? [] : prose.ranges(of: "](").map { String(prose[$0.upperBound...].prefix { $0 != ")" }) }
    }
  }

  /// A link's path from the root of the repository: `../b.md` on the page `Docs/a/c.md` is `Docs/b.md`.
  static func path(_ link: String, from page: String) -> String {
    var folders = page.split(separator: "/").dropLast().map(String.init)
    for part in link.split(separator: "/") {
      if part == ".." { _ = folders.popLast() } else if part != "." { folders.append(String(part)) }
    }
    return folders.joined(separator: "/")
  }

  /// What may follow `#` in links to a page: its headings in lower case, blanks as hyphens, other signs left out. A
  /// heading that comes again has `-1` and so on behind it. As GitHub does it.
  static func anchors(in text: String) -> Set<String> {
    var anchors: Set<String> = []
    var isCode = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, line.hasPrefix("#") else { continue }
      let heading = line.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
      let anchor = heading.compactMap { sign -> String? in
        if sign == " " { return "-" }
        return sign.isLetter || sign.isNumber || sign == "-" || sign == "_" ? String(sign) : nil
      }.joined()
      let again = (1...).lazy.map { "\(anchor)-\($0)" }.first { !anchors.contains($0) } ?? anchor
      anchors.insert(anchors.contains(anchor) ? again : anchor)
    }
    return anchors
  }

  private static func find(_ needle: String, in lines: [Substring], of path: String, asWord: Bool) -> [String] {
    lines.enumerated().compactMap { number, line in
      guard let range = line.firstRange(of: needle) else { return nil }
      if asWord, let before = line[..<range.lowerBound].last, before.isLetter || before == "_" { return nil }
      return "\(path):\(number + 1): \(needle) has no place here"
    }
  }

  /// `CameraDriver+usb` is `camera driver usb`.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var current = ""
    var previous: Character = " "
    for character in name {
      let starts = !character.isLetter || (character.isUppercase && !previous.isUppercase)
      if starts, !current.isEmpty {
        words.append(current.lowercased())
        current = ""
      }
      if character.isLetter { current.append(character) }
      previous = character
    }
    return current.isEmpty ? words : words + [current.lowercased()]
  }
}
