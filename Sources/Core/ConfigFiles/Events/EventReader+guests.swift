import BoothCore

/// What guests could not read: languages without words, colours without contrast. The booth mends both by itself, and
/// says so when the event is checked.
extension EventReader {
  /// Languages that the booth has no words for, or the event no name.
  mutating func checkTranslations(_ names: [String: String], in languages: [String], of fields: FileFields) {
    for (index, code) in languages.enumerated() where fields.object["languages"] != nil {
      guard let language = Language(code: code) else {
        let known = Language.allCases.map(\.rawValue).joined(separator: ", ")
        warn(
          "\(fields.path("languages"))[\(index)]", expected: "a language the booth speaks (\(known))",
          found: "\"\(code)\"", "guests get no words of the booth's in it", .advice)
        continue
      }
      guard languages.count > 1, Event.translation(names, in: language) == nil else { continue }
      warn(
        "\(fields.path("names")).\(code)", expected: "the event's name in each of its languages", found: "nothing",
        "the event's \"name\" is shown", .advice)
    }
  }

  /// Contrasts that WCAG 2.2 (AA) asks for: 4.5 for words (1.4.3), 3 for buttons (1.4.11).
  mutating func checkContrast(of theme: Theme, in fields: FileFields) {
    func check(_ key: String, _ color: RGBColor, atLeast wanted: Double, _ consequence: String) {
      let contrast = color.contrast(to: theme.secondary)
      guard contrast < wanted else { return }
      warn(
        fields.path(key), expected: "a contrast to secondary_color of at least \(wanted.short)",
        found: "one of \(Double(Int(contrast * 10)) / 10)", consequence, .advice)
    }
    check("accent_color", theme.accent, atLeast: 4.5, "words are black or white instead")
    check("primary_color", theme.primary, atLeast: 3, "buttons are lighter or darker instead")
  }
}
