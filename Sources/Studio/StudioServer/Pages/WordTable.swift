package import BoothCore

/// Everything that one tenant's pages say, by what it is for.
package protocol PageText: CaseIterable, Hashable, Sendable, RawRepresentable where RawValue == String {
  /// All of them, in one language; a test holds that none is missing.
  static func table(_ language: Language) -> [Self: String]
}

/// What pages say, in one language.
package struct WordTable<Text: PageText>: Sendable {
  package let language: Language
  private let table: [Text: String]

  package init(_ language: Language) {
    self.language = language
    table = Text.table(language)
  }

  /// In English where a language lacks it, which the tests do not let happen.
  package subscript(_ text: Text) -> String { table[text] ?? Text.table(.english)[text] ?? text.rawValue }

  /// With a number in the place of `%1`.
  package func filled(_ text: Text, _ number: Int) -> String { filled(text, "\(number)") }

  /// With words in the places of `%1`, `%2` and so on.
  package func filled(_ text: Text, _ words: String...) -> String {
    var filled = ""
    var rest = self[text][...]
    while let sign = rest.firstIndex(of: "%") {
      filled += rest[..<sign]
      rest = rest[sign...].dropFirst()
      if let digit = rest.first?.wholeNumberValue, words.indices.contains(digit - 1) {
        filled += words[digit - 1]
        rest = rest.dropFirst()
      } else {
        filled += "%"
      }
    }
    return filled + rest
  }
}
