/// Which photo of a source it is: opaque to everybody but the source.
///
/// Equal where all bytes are: names of files may differ in their normalisation alone, which Swift's texts do not see.
public struct PhotoID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Of any length; its bytes are kept exactly.
  public let text: String

  public init(_ text: String) { self.text = text }

  /// The same as ``text``.
  public var description: String { text }

  /// By their bytes.
  public static func == (left: PhotoID, right: PhotoID) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  /// Of its bytes.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }

  /// By their bytes, as databases order them.
  public static func < (left: PhotoID, right: PhotoID) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

/// Names of files as texts, without loss: Linux lets them be any bytes, and not every one is UTF-8.
///
/// What is no UTF-8 stands as one letter for each byte, U+10FF80 to U+10FFFF of the last private plane; a name that really has
/// one of those letters has its bytes written the same way, so that no two names are one text.
public enum NameBytes {
  private static let first: UInt32 = 0x10_FF00

  /// The text of a name in memory that is not ours: most names are plain, and quickly read.
  public static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    return text(Array(bytes))
  }

  /// The text of a name.
  public static func text(_ bytes: some Collection<UInt8>) -> String {
    if let plain = String(validating: bytes, as: UTF8.self), !plain.unicodeScalars.contains(where: isEscape) {
      return plain
    }
    var text = ""
    var rest = Array(bytes)[...]
    while let byte = rest.first {
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      if rest.count >= length, let letter = String(validating: rest.prefix(length), as: UTF8.self),
        letter.unicodeScalars.count == 1, !letter.unicodeScalars.contains(where: isEscape)
      {
        text += letter
        rest = rest.dropFirst(length)
      } else {
        text.unicodeScalars.append(UnicodeScalar(first + UInt32(byte))!)
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// The bytes of a name that ``text(_:)`` made; of any other text its UTF-8.
  public static func bytes(_ text: String) -> [UInt8] {
    guard mayHaveEscapes(text), text.unicodeScalars.contains(where: isEscape) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      isEscape(scalar) ? [UInt8(scalar.value - first)] : Array(String(scalar).utf8)
    }
  }

  /// A name as people read it: each byte that is no UTF-8 is a replacement sign.
  public static func shown(_ text: String) -> String {
    guard mayHaveEscapes(text), text.unicodeScalars.contains(where: isEscape) else { return text }
    var shown = ""
    for scalar in text.unicodeScalars { shown.unicodeScalars.append(isEscape(scalar) ? "\u{FFFD}" : scalar) }
    return shown
  }

  /// All escapes begin with this byte, and hardly any other letter does.
  private static func mayHaveEscapes(_ text: String) -> Bool { text.utf8.contains(0xF4) }

  private static func isEscape(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= first + 0x80 }
}
