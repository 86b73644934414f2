import BoothCore
package import StudioServer

/// Holds the texts of a feature's pages: no key is missing, none is left that no page uses, and each language fills in the
/// same places (`%1`).
package enum WordsCheck {
  /// What is wrong, a sentence each; empty where nothing is.
  /// - Parameter types: all groups of texts that the feature has.
  package static func faults(in feature: String, _ types: [any PageText.Type]) -> [String] {
    Language.allCases.flatMap { language -> [String] in
      let file = "words/\(feature)/\(language.rawValue).json"
      let sections = Set(PageWords.sections(of: feature, language).keys)
      let known = Set(types.map { $0.words.section })
      return sections.subtracting(known).sorted().map { "\(file): no page uses \($0)" }
        + types.flatMap { faults($0, language).map { "\(file): \($0)" } }
    }
  }

  private static func faults<Text: PageText>(_ type: Text.Type, _ language: Language) -> [String] {
    let section = type.words.section
    let (texts, english) = (type.words.texts(language), type.words.texts(.english))
    let keys = Set(type.allCases.map(\.rawValue))
    return keys.filter { texts[$0]?.isEmpty != false }.sorted().map { "\(section).\($0) is missing" }
      + texts.keys.filter { !keys.contains($0) }.sorted().map { "no page uses \(section).\($0)" }
      + keys.filter { places(texts[$0]) != places(english[$0]) }.sorted()
      .map { "\(section).\($0) fills in other places than the English text" }
  }

  private static func places(_ text: String?) -> Set<Character> {
    let parts = (text ?? "").split(separator: "%", omittingEmptySubsequences: false).dropFirst()
    return Set(parts.compactMap(\.first).filter(\.isWholeNumber))
  }
}
