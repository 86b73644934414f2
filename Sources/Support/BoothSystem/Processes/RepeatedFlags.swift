import Synchronization

/// The flags that say where a command looked, for the commands that its words advise: without them, what is advised would look
/// somewhere else.
package struct RepeatedFlags: Sendable, Equatable {
  private struct Flag: Equatable {
    var name: String
    var value: String
    /// Nil: every command uses it.
    var commands: Set<String>?
  }

  private static let known: [(name: String, commands: Set<String>?)] = [
    ("--data", nil), ("--config", nil), ("--events", ["event", "run", "gallery", "doctor"]),
    ("--devices", ["devices", "run", "doctor"]),
  ]

  private let flags: [Flag]
  /// Each as its words: `["event", "check"]`.
  private let commands: Set<[String]>
  /// Those that take none of these flags.
  private let placeless: Set<[String]>

  /// - Parameters:
  ///   - arguments: the program's own, without its name.
  ///   - commands: the words of every command.
  ///   - placeless: those of them that take none of these flags.
  package init(given arguments: [String], commands: Set<[String]>, placeless: Set<[String]>) {
    (self.commands, self.placeless) = (commands, placeless)
    var values: [String: String] = [:]
    for (index, argument) in arguments.enumerated() {
      if argument == "--" { break }
      for (name, _) in Self.known {
        // As the parser has it, the last one counts.
        if argument == name, index + 1 < arguments.count { values[name] = arguments[index + 1] }
        if argument.hasPrefix(name + "=") { values[name] = String(argument.dropFirst(name.count + 1)) }
      }
    }
    flags = Self.known.compactMap { known in
      values[known.name].map { Flag(name: known.name, value: Self.quoted($0), commands: known.commands) }
    }
  }

  /// What the text says, with the flags behind every command that its advice names. Data in it stays as it is, whatever it says.
  package func applied(to words: CommandText) -> String {
    let text = words.text
    guard !flags.isEmpty, text.contains("booth ") else { return text }
    var result = ""
    var rest = text[...]
    while let found = rest.firstRange(of: "booth ") {
      let before = text[..<found.lowerBound]
      result += rest[..<found.upperBound]
      rest = rest[found.upperBound...]
      // Of the command too, what follows in data is not seen.
      guard let end = words.endOfAdvice(from: found.lowerBound), found.upperBound <= end,
        let words = command(at: text[found.upperBound..<end]), Self.isNamed(words, after: before)
      else { continue }
      let name = words.joined(separator: " ")
      result += name
      rest = rest.dropFirst(name.count)
      let told = rest.prefix { !"`;)\n".contains($0) }
      for flag in flags where flag.commands?.contains(words[0]) ?? true {
        if !told.contains(flag.name) { result += " \(flag.name) \(flag.value)" }
      }
    }
    return result + rest
  }

  /// The longest command that the text begins with.
  private func command(at text: Substring) -> [String]? {
    var words: [String] = []
    var found: [String]?
    for word in text.prefix(80).split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).prefix(3) {
      let name = word.prefix { $0.isLetter }
      words.append(String(name))
      // `booth runs` is no command; `booth run,` is one.
      let next = word.dropFirst(name.count).first
      if next != nil, next == "-" || next == "_" || next?.isNumber == true { break }
      if commands.contains(words) { found = words }
      if next != nil { break }
    }
    return found.flatMap { placeless.contains($0) ? nil : $0 }
  }

  private static let determiners: Set<Substring> = [
    "the", "a", "this", "that", "another", "other", "no", "each", "every", "one", "its", "of",
  ]
  private static let links: Set<Substring> = [
    "or", "and", "with", "by", "then", "run", "see", "next", "when", "than", "try", "to",
  ]

  /// Whether a command is meant, and not a booth that runs: one word may be a verb.
  private static func isNamed(_ words: [String], after text: Substring) -> Bool {
    guard let last = text.last else { return true }
    // What a command does, rather than what is to be done.
    if text.hasSuffix("what `") || text.hasSuffix("what ") || text.hasSuffix("which `") { return false }
    guard last == " " else { return "`(\"'“”\n".contains(last) }
    let before = text.dropLast()
    if let sign = before.last, ":;,>→-".contains(sign) { return true }
    let word = before.suffix(while: \.isLetter)
    return words.count > 1 ? !determiners.contains(word) : links.contains(word)
  }

  /// As a shell reads it.
  package static func quoted(_ value: String) -> String {
    let isPlain =
      !value.isEmpty && value.allSatisfy { $0.isLetter || $0.isNumber || "_./:@%+=,-".contains($0) }
    return isPlain ? value : "'" + value.replacing("'", with: "'\\''") + "'"
  }
}

extension BidirectionalCollection {
  /// The elements at the end that are all so.
  fileprivate func suffix(while isSo: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, isSo(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}

/// The flags that this command was given.
package enum GivenFlags {
  private static let flags = Mutex<RepeatedFlags?>(nil)

  /// From now on ``CommandText/printed`` repeats these flags.
  package static func set(_ given: RepeatedFlags) { flags.withLock { $0 = given } }

  fileprivate static func applied(to words: CommandText) -> String {
    flags.withLock { $0 }?.applied(to: words) ?? words.text
  }
}

extension CommandText {
  /// As it is printed: the commands that it advises repeat the flags that this one was given.
  package var printed: String { GivenFlags.applied(to: self) }
}
