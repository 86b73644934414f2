import BoothCore
@_spi(_Unicode) import Swift

/// Text as a search for photos compares it: `Café` is found by `cafe`, whether its accent is a part of the letter, as keyboards write
/// it, or a sign of its own behind it, as disks of Macs have it.
///
/// Letters are taken apart (canonical decomposition, Unicode Standard Annex 15), without case (ß is ss, ς is σ, the Turkish ı and İ are
/// i), without accents, Hebrew points, Arabic vowel signs and what cannot be seen. Marks that make another letter stay, as vowels of
/// Indic scripts and Thai do, and the sound marks of kana: かき is not がぎ. Syllables of Korean become their letters, so that a part of
/// one finds it. Digits of any script are 0 to 9.
public enum FoldedWords {
  /// Folds a text; folding it once more changes nothing.
  public static func of(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var folded = String.UnicodeScalarView()
    for scalar in text._nfd {
      if scalar.isASCII {
        folded.append(lower(scalar))
      } else if !isLeftOut(scalar) {
        append(scalar, to: &folded)
      }
    }
    return String(folded)
  }

  private static func append(_ scalar: Unicode.Scalar, to folded: inout String.UnicodeScalarView) {
    if scalar.properties.isWhitespace { return folded.append(" ") }
    if let digit = PlainDigits.digit(scalar) { return folded.append(Unicode.Scalar(0x30 + digit)) }
    if let letter = korean(scalar) { return folded.append(letter) }
    // Wide letters of East Asian keyboards.
    if (0xFF01...0xFF5E).contains(scalar.value) {
      return folded.append(lower(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar))
    }
    // By capitals and back: σ and ς have one. The capital of ß is its own, so that its small one is left to the table.
    for capital in scalar.properties.uppercaseMapping.unicodeScalars {
      for small in capital.properties.lowercaseMapping.unicodeScalars {
        if let plain = plain[small] { folded.append(contentsOf: plain.unicodeScalars) } else { folded.append(small) }
      }
    }
  }

  /// Korean letters as keyboards write them before their syllable is whole (Hangul Compatibility Jamo): consonants as a syllable begins
  /// with them, clusters as one ends with them.
  private static func korean(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let first: UInt32 = 0x3131
    switch scalar.value {
    case first...0x314E: return Unicode.Scalar(consonants[Int(scalar.value - first)])
    case 0x314F...0x3163: return Unicode.Scalar(scalar.value - 0x314F + 0x1161)
    default: return nil
    }
  }

  private static let consonants: [UInt32] = [
    0x1100, 0x1101, 0x11AA, 0x1102, 0x11AC, 0x11AD, 0x1103, 0x1104, 0x1105, 0x11B0, 0x11B1, 0x11B2, 0x11B3, 0x11B4,
    0x11B5,
    0x11B6, 0x1106, 0x1107, 0x1108, 0x11B9, 0x1109, 0x110A, 0x110B, 0x110C, 0x110D, 0x110E, 0x110F, 0x1110, 0x1111,
    0x1112,
  ]

  private static func lower(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    (0x41...0x5A).contains(scalar.value) ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar
  }

  /// Accents and strokes of letters, points and vowel signs have combining classes of their own (Unicode Character Database,
  /// `DerivedCombiningClass`): 1 lies over a letter, 10 to 36 are of Hebrew, Arabic and Syriac, from 200 on they stand around a letter.
  /// Below are 7 to 9, nuktas, the sound marks of kana and viramas, and between them vowels and tones of other scripts.
  private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
    // It draws an Arabic word out, and is none of its letters.
    if scalar.value == 0x640 { return true }
    switch scalar.properties.canonicalCombiningClass.rawValue {
    case 0: return scalar.properties.isDefaultIgnorableCodePoint
    case 1, 10...36, 200...240: return true
    default: return false
    }
  }

  /// Letters that are one piece in Unicode, and that people write without their stroke, or as two, where their keyboard lacks them; of
  /// Arabic those that other keyboards have for the same letter.
  private static let plain: [Unicode.Scalar: String] = [
    "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "æ": "ae", "œ": "oe", "ٱ": "ا", "ى": "ي", "ی": "ي", "ک": "ك",
  ]
}
