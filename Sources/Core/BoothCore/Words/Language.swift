/// A language in which the booth speaks to guests.
///
/// ```swift
/// Language(code: "he-IL")  // .hebrew
/// Language.hebrew.isRightToLeft  // true
/// ```
public enum Language: String, Sendable, Codable, CaseIterable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case hebrew = "he"
  case arabic = "ar"

  /// The language of a BCP 47 code, by its first part (`de-AT` is German); nil for one the booth does not speak.
  /// `iw` is Hebrew's code from before 1989, which Java programs still write.
  public init?(code: String) {
    let primary = code.prefix { $0 != "-" && $0 != "_" }.lowercased()
    self.init(rawValue: primary == "iw" ? "he" : primary)
  }

  /// Whether its script runs from right to left.
  public var isRightToLeft: Bool { self == .hebrew || self == .arabic }

  /// What guests may choose from: the event's languages in order, each once; English where the booth speaks none of
  /// them. Never empty; the first is the main one.
  public static func offered(by event: Event?) -> [Language] {
    var offered: [Language] = []
    for language in (event?.languages ?? []).compactMap(Language.init(code:)) where !offered.contains(language) {
      offered.append(language)
    }
    return offered.isEmpty ? [.english] : offered
  }

  /// What the screen speaks for an event: its first three languages.
  /// - Parameter chosen: the code of one of all that it offers; it comes first then.
  public static func spoken(at event: Event?, chosen: String? = nil) -> [Language] {
    let offered = offered(by: event)
    guard let first = chosen.flatMap(Language.init(code:)), offered.contains(first) else {
      return Array(offered.prefix(3))
    }
    return [first] + offered.filter { $0 != first }.prefix(2)
  }

  /// What those who speak it call it.
  public var ownName: String {
    switch self {
    case .english: "English"
    case .german: "Deutsch"
    case .french: "Français"
    case .spanish: "Español"
    case .hebrew: "עברית"
    case .arabic: "العربية"
    }
  }
}

extension Event {
  /// The name in `language`, whatever the region of the code it is filed under, or the main name.
  public func name(in language: Language) -> String { Self.translation(names, in: language) ?? name }

  /// What is filed under the language's code, or else under one of its regions.
  package static func translation(_ texts: [String: String], in language: Language) -> String? {
    if let exact = texts[language.rawValue] { return exact }
    return texts.keys.sorted().first { Language(code: $0) == language }.flatMap { texts[$0] }
  }
}
