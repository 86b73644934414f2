/// What a command tells its user: words of the program, which may advise commands, and data, which never does.
///
/// What stands in a literal is the program's; what is interpolated is data, unless it is a text of this kind itself:
///
///     say("there is no event \(name); see: booth event check")
///
/// A text of the program that comes as a string is marked: `say("\(advice: failure.words)")`.
package struct CommandText: Sendable, Equatable, ExpressibleByStringInterpolation, CustomStringConvertible, Encodable {
  private struct Part: Equatable {
    var text: String
    var isAdvice: Bool
  }

  private var parts: [Part] = []

  package init(stringLiteral value: String) { add(value, isAdvice: true) }
  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.words }
  package init() {}
  /// The program's own words, which came as a string; a name in quotes in them is data.
  package init(advice: String) { self = "\(advice: advice)" }

  /// All of it, without any flag.
  package var text: String { parts.reduce(into: "") { $0 += $1.text } }
  package var description: String { text }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// Where the advice ends that stands at a place of ``text``; nil where that is data.
  func endOfAdvice(from place: String.Index) -> String.Index? {
    let text = text
    var start = 0
    let offset = text.utf8.distance(from: text.startIndex, to: place)
    for part in parts {
      let end = start + part.text.utf8.count
      if offset < end { return part.isAdvice ? text.utf8.index(text.startIndex, offsetBy: end) : nil }
      start = end
    }
    return nil
  }

  fileprivate mutating func add(_ text: String, isAdvice: Bool) {
    guard !text.isEmpty else { return }
    if let last = parts.last, last.isAdvice == isAdvice {
      parts[parts.count - 1].text += text
    } else {
      parts.append(Part(text: text, isAdvice: isAdvice))
    }
  }

  package static func + (one: CommandText, other: CommandText) -> CommandText {
    var sum = one
    sum += other
    return sum
  }

  package static func += (sum: inout CommandText, more: CommandText) {
    for part in more.parts { sum.add(part.text, isAdvice: part.isAdvice) }
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var words = CommandText()

    package init(literalCapacity: Int, interpolationCount: Int) {}
    package mutating func appendLiteral(_ literal: String) { words.add(literal, isAdvice: true) }
    package mutating func appendInterpolation(_ data: some Any) { words.add("\(data)", isAdvice: false) }
    package mutating func appendInterpolation(_ more: CommandText) { words += more }
    /// - Parameter advice: the program's own words, which came as a string; a name in quotes in them is data.
    package mutating func appendInterpolation(advice: some Any) {
      let pieces = "\(advice)".split(separator: "\"", omittingEmptySubsequences: false)
      for (index, piece) in pieces.enumerated() {
        let isQuoted = index % 2 == 1 && index < pieces.count - 1
        words.add((index > 0 ? "\"" : "") + piece, isAdvice: !isQuoted)
      }
    }
  }
}
