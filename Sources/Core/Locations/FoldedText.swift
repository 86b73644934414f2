import BoothCore

/// Text as a search compares it: without case and without the marks on letters. `Café`, `CAFE` and `cafe` are one; so are
/// שָׁלוֹם and שלום, أحمد and احمد, straße and STRASSE; and ١٩٣٨ and 1938.
public enum FoldedText {
  /// Folds a text. Runs of white space become one space; what has no letter or sign of its own goes.
  public static func of(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    var spaceIsDue = false
    func append(_ scalar: Unicode.Scalar) {
      if spaceIsDue, !folded.isEmpty { folded.append(" ") }
      spaceIsDue = false
      folded.append(scalar)
    }
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        if scalar.value <= 0x20 {
          spaceIsDue = true
        } else {
          append((0x41...0x5A).contains(scalar.value) ? Unicode.Scalar(scalar.value + 0x20)! : scalar)
        }
        continue
      }
      if let digit = PlainDigits.digit(scalar) {
        append(Unicode.Scalar(0x30 + digit))
        continue
      }
      let properties = scalar.properties
      if properties.isWhitespace {
        spaceIsDue = true
        continue
      }
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format, .control: continue
      // ARABIC TATWEEL draws a word out, and is none of its letters.
      case .modifierLetter where scalar.value == 0x640: continue
      default: break
      }
      // By capitals and back, so that ß is ss and ς is σ.
      for capital in properties.uppercaseMapping.unicodeScalars {
        for small in capital.properties.lowercaseMapping.unicodeScalars
        where small.properties.canonicalCombiningClass == .notReordered {
          append(small.isASCII ? small : base(of: small))
        }
      }
    }
    return String(folded)
  }

  /// A letter with a mark is named `… WITH …` by the Unicode standard (chapter 4.8), and without the mark by what stands
  /// before: so the names say which letter is meant.
  private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard let name = scalar.properties.name, let end = name.range(of: " WITH ") else { return scalar }
    return letters[name[..<end.lowerBound]] ?? scalar
  }

  private static let letters: [Substring: Unicode.Scalar] = {
    var letters: [Substring: Unicode.Scalar] = [:]
    let ranges: [ClosedRange<UInt32>] = [
      0x61...0x7A, 0x3B1...0x3C9, 0x430...0x45F, 0x5D0...0x5EA, 0x621...0x64A, 0x671...0x6D3,
    ]
    for value in ranges.joined() {
      guard let scalar = Unicode.Scalar(value), let name = scalar.properties.name else { continue }
      letters[name[...]] = letters[name[...]] ?? scalar
    }
    return letters
  }()
}

extension String {
  fileprivate func range(of text: String) -> Range<Index>? {
    let wanted = Array(text.utf8)
    var start = utf8.startIndex
    while let first = utf8[start...].firstIndex(of: wanted[0]) {
      if utf8[first...].starts(with: wanted) { return first..<utf8.index(first, offsetBy: wanted.count) }
      start = utf8.index(after: first)
    }
    return nil
  }
}

/// What a person types to find locations: all of its words must stand in title, notes or provenance, in any order.
public struct LocationSearch: Sendable, Equatable {
  /// Folded.
  public let words: [String]

  /// No words find everything.
  public init(_ text: String) { words = FoldedText.of(text).split(separator: " ").map(String.init) }

  /// What is searched in a location, folded.
  public static func text(of location: Location) -> String {
    FoldedText.of(([location.title, location.notes] + location.provenance.texts.map(\.text)).joined(separator: "\n"))
  }

  /// Folds the location's texts, then looks for every word.
  public func matches(_ location: Location) -> Bool {
    guard !words.isEmpty else { return true }
    let text = Self.text(of: location)
    return words.allSatisfy { text.contains($0) }
  }
}
