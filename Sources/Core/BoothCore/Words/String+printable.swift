extension String {
  /// The text on one line, without characters that could steer a terminal or turn the reading order around, and no
  /// longer than `limit` characters.
  package func printable(limit: Int) -> String {
    var result = ""
    var count = 0
    for character in self {
      guard count < limit else { return result + "…" }
      count += 1
      for scalar in character.unicodeScalars.prefix(8) {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
          result += "\\u{\(String(scalar.value, radix: 16))}"
        default:
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// Without white space at both ends.
  package var trimmed: String {
    var rest = Substring(self)
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}
