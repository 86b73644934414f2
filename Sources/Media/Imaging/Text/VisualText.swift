import CFriBidi

/// Puts text into the order in which it is seen, for screens that print one character after the other, left to right.
///
/// Uses FriBidi's Unicode Bidirectional Algorithm (UAX #9). Callable from any thread.
public enum VisualText {
  /// The characters of one line in visual order, leftmost first: right-to-left runs turned round, brackets in them
  /// mirrored, Arabic letters in the presentation forms (U+FB50 on) of their place in the word, and the invisible
  /// direction marks taken out. Characters of several scalars, such as emoji, stay whole; marks stay behind their
  /// letters.
  ///
  /// Text without right-to-left letters comes back as it is. Split text into lines first, and put the result at the
  /// right edge if its paragraph reads from the right.
  /// - Parameter rightToLeft: how the paragraph reads; nil goes by its first letter with a direction.
  public static func reorder(_ line: String, rightToLeft: Bool? = nil) -> String {
    guard rightToLeft == true || line.unicodeScalars.contains(where: mayTurn) else { return line }
    // A cluster that begins with a character of no direction (an emoji with its modifiers) would be torn apart when
    // its run is turned: an object replacement character, which has no direction either, takes its place.
    var logical: [UInt32] = []
    var clusters: [Int: Character] = [:]
    for character in line {
      let scalars = character.unicodeScalars
      if let first = scalars.first, scalars.count > 1, !hasDirection(first) {
        clusters[logical.count] = character
        logical.append(0xFFFC)
      } else {
        logical.append(contentsOf: scalars.map(\.value))
      }
    }
    var base: FriBidiParType =
      switch rightToLeft {
      case .some(true): FRIBIDI_PAR_RTL
      case .some(false): FRIBIDI_PAR_LTR
      case nil: FRIBIDI_PAR_ON
      }
    var visual = [UInt32](repeating: 0, count: logical.count)
    var origins = [FriBidiStrIndex](repeating: 0, count: logical.count)
    guard !logical.isEmpty,
      fribidi_log2vis(logical, FriBidiStrIndex(logical.count), &base, &visual, nil, &origins, nil) != 0
    else { return line }
    var result = String.UnicodeScalarView()
    for (index, value) in visual.enumerated() {
      if let cluster = clusters[Int(origins[index])] {
        result.append(contentsOf: cluster.unicodeScalars)
      } else if !isInvisible(value), let scalar = Unicode.Scalar(value) {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Whether text reads from the right, by its first letter with a direction; false if it has none.
  public static func isRightToLeft(_ text: String) -> Bool {
    for scalar in text.unicodeScalars where hasDirection(scalar) { return mayTurn(scalar) }
    return false
  }

  /// `FRIBIDI_TYPE_LTR`, `_RTL` and `_AL` (fribidi-bidi-types.h, macros that Swift does not import): the letters that
  /// have a direction, without the explicit embeddings, which are "strong" in FriBidi's book too.
  private static let letterTypes: [UInt32] = [0x110, 0x111, 0x113]

  private static func hasDirection(_ scalar: Unicode.Scalar) -> Bool {
    letterTypes.contains(fribidi_get_bidi_type(scalar.value).rawValue)
  }

  /// Whether a character may make a line look other than stored: right-to-left letters and direction controls.
  private static func mayTurn(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x590 { return false }
    let type = fribidi_get_bidi_type(scalar.value).rawValue
    return type & 1 != 0 || isInvisible(scalar.value)
  }

  /// U+FEFF, which FriBidi leaves where two letters became one, and the direction marks of UAX #9.
  private static func isInvisible(_ value: UInt32) -> Bool {
    switch value {
    case 0xFEFF, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
