import BoothCore

/// The event's words, by the text shaper that will draw them.
extension EventInspection {
  func fontProblems() -> [EventProblem] {
    let family = event.theme.fontFamily
    guard !FontFamilies.isInstalled(family) else { return [] }
    return [
      problem(
        .warning, "theme.font_family", expected: "a font that is installed here, or \"system\" (see: fc-list : family)",
        found: "\"\(family)\", which is not", "the system's font is used")
    ]
  }

  func letterProblems() -> [EventProblem] {
    var known: [Character: Bool] = [:]
    return words.compactMap { key, text in
      var missing: [Character] = []
      for letter in text where !letter.isWhitespace && !missing.contains(letter) {
        let isThere = known[letter] ?? TextPainter.canDraw(String(letter))
        known[letter] = isThere
        if !isThere { missing.append(letter) }
      }
      guard !missing.isEmpty else { return nil }
      let names = missing.prefix(8).map { letter in
        letter.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
      }
      let isEmoji = missing.contains { $0.unicodeScalars.contains { $0.properties.isEmoji && $0.value > 0xFF } }
      return problem(
        .warning, key, expected: "letters that an installed font has",
        found: names.joined(separator: ", ") + (missing.count > 8 ? " and \(missing.count - 8) more" : ""),
        "guests see boxes in their place; install a font that has them: apt-get install "
          + (isEmoji ? "fonts-noto-color-emoji" : "fonts-noto-core"))
    }
  }

  /// As the event's file has it: `get_ready`.
  private static func key(of scene: SceneKind) -> String {
    scene.rawValue.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : "\($1)" }
  }

  /// Everything that guests read and the event's file says, each once, with its key.
  private var words: [(key: String, text: String)] {
    let theme = event.theme
    var words = [("name", event.name), ("date", event.date), ("theme.strip_footer_text", theme.footerText ?? "")]
    words += event.names.sorted { $0.key < $1.key }.map { ("names.\($0)", $1) }
    for (scene, texts) in theme.words.texts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      words += texts.sorted { $0.key < $1.key }.map { ("theme.texts.\(Self.key(of: scene)).\($0)", $1) }
    }
    words += (event.consent?.texts ?? [:]).sorted { $0.key < $1.key }.map { ("consent.texts.\($0)", $1) }
    for (index, text) in (event.printLayout?.texts ?? []).enumerated() {
      words.append(("layout.texts[\(index)].words", text.words))
      words += text.translations.sorted { $0.key < $1.key }.map { ("layout.texts[\(index)].words.\($0)", $1) }
    }
    return words
  }
}
