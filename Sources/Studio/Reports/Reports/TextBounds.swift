/// What texts for other programs do not hold: signs that steer a device, and code points that are no signs. XML 1.0 has no way to
/// write them (2.2), and readers of tables end at a NUL.
package enum TextBounds {
  /// U+FFFD in UTF-8.
  package static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// How many bytes of UTF-8 at a place are such a one; 0 where none begins there. Tabs and line breaks are none.
  package static func oddLength(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
    let byte = text[place]
    if byte < 0x20 { return byte == 9 || byte == 10 || byte == 13 ? 0 : 1 }
    // U+FFFE and U+FFFF, of each plane.
    if byte == 0xEF { return text[place + 1] == 0xBF && text[place + 2] >= 0xBE ? 3 : 0 }
    if byte >= 0xF0 {
      return text[place + 1] & 0x0F == 0x0F && text[place + 2] == 0xBF && text[place + 3] >= 0xBE ? 4 : 0
    }
    return 0
  }
}
