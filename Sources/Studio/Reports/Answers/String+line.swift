extension String {
  /// What was typed in a field of one line: without white space at its ends, and without characters that are not seen, such as line ends and
  /// the marks that turn the direction of what follows. Joiners stay, which Persian and emoji need.
  /// - Parameter longest: in characters.
  package func line(atMost longest: Int) -> String {
    let seen = unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
        scalar == "\u{200C}" || scalar == "\u{200D}"
      default: true
      }
    }
    return String(String(String.UnicodeScalarView(seen)).trimmed.prefix(longest))
  }
}
