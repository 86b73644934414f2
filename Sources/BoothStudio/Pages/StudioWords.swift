import BoothCore

/// What the pages say, in one language.
struct StudioWords: Sendable {
  let language: Language
  private let table: [StudioText: String]

  init(_ language: Language) {
    self.language = language
    table = Self.table(language)
  }

  /// In English where a language lacks it, which the tests do not let happen.
  subscript(_ text: StudioText) -> String { table[text] ?? Self.english[text] ?? text.rawValue }

  /// With a number in the place of `%1`.
  func filled(_ text: StudioText, _ number: Int) -> String {
    let pattern = self[text]
    guard let range = pattern.firstRange(of: "%1") else { return pattern }
    return pattern[..<range.lowerBound] + "\(number)" + pattern[range.upperBound...]
  }

  static func table(_ language: Language) -> [StudioText: String] {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    case .hebrew: hebrew
    case .arabic: arabic
    }
  }
}
