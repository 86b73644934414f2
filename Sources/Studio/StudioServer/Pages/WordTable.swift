package import BoothCore
import Synchronization
import WebSupport

/// The texts of one group of pages. A case is a key, its text stands in `CWebAssets/words`, in every language.
///
/// ```swift
/// enum BinText: String, PageText {
///   case bin, help, nothing
///   static let words = PageWords("photos", "bin")  // words/photos/en.json, its member "bin"
/// }
/// WordTable<BinText>(.english)[.bin]
/// ```
package protocol PageText: CaseIterable, Hashable, Sendable, RawRepresentable where RawValue == String {
  static var words: PageWords { get }
}

extension PageText {
  /// All of them, in one language; a test holds that none is missing.
  package static func table(_ language: Language) -> [Self: String] {
    let texts = words.texts(language)
    return Dictionary(uniqueKeysWithValues: allCases.compactMap { text in texts[text.rawValue].map { (text, $0) } })
  }
}

/// Where the texts of some pages stand: the member `section` of `words/{feature}/{language}.json`.
package struct PageWords: Sendable {
  package let feature: String
  package let section: String

  package init(_ feature: String, _ section: String) { (self.feature, self.section) = (feature, section) }

  /// By their keys; empty where there are none. For any thread.
  package func texts(_ language: Language) -> [String: String] {
    PageWords.sections(of: feature, language)[section] ?? [:]
  }

  /// All sections of a feature. A file is read when a page first needs it, and kept.
  package static func sections(of feature: String, _ language: Language) -> [String: [String: String]] {
    let path = "words/\(feature)/\(language.rawValue).json"
    return read.withLock { files in
      if let sections = files[path] { return sections }
      let sections = members(WebAssets.bytes(of: path).map { parsed($0, path) }).mapValues {
        members($0).compactMapValues(\.string)
      }
      files[path] = sections
      return sections
    }
  }

  /// The files are embedded, and a test reads them all: one that is no JSON is a bug.
  private static func parsed(_ bytes: [UInt8], _ path: String) -> JSONDocument {
    do { return try JSONReader.read(bytes) } catch { preconditionFailure("\(path): \(error)") }
  }

  private static func members(_ document: JSONDocument?) -> [String: JSONDocument] {
    guard case .object(let members)? = document else { return [:] }
    return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }

  private static let read = Mutex<[String: [String: [String: String]]]>([:])
}

/// What pages say, in one language.
package struct WordTable<Text: PageText>: Sendable {
  package let language: Language
  private let texts: [String: String]

  package init(_ language: Language) {
    self.language = language
    texts = Text.words.texts(language)
  }

  /// In English where a language lacks it, which the tests do not let happen.
  package subscript(_ text: Text) -> String {
    texts[text.rawValue] ?? Text.words.texts(.english)[text.rawValue] ?? text.rawValue
  }

  /// With a number in the place of `%1`.
  package func filled(_ text: Text, _ number: Int) -> String { filled(text, "\(number)") }

  /// With words in the places of `%1`, `%2` and so on.
  package func filled(_ text: Text, _ words: String...) -> String { Self.filled(self[text], words) }

  static func filled(_ text: String, _ words: [String]) -> String {
    var filled = ""
    var rest = text[...]
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
