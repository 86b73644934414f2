import BoothCore

/// PNG, GIF, WebP and BMP, whose heads say nearly all.
enum SmallFormats {
  /// How many chunks are looked at behind the beginning of the pixels.
  static let chunksBehind = 24

  /// PNG's third edition: the header, what is said about the photo, and whether it is animated.
  static func png(_ window: ByteWindow, into facts: inout PhotoFacts) {
    facts.size = size(window.number(16, 4), window.number(20, 4))
    guard window.starts(12, with: "IHDR"), facts.size != nil else {
      facts.trouble = window.count < 33 ? .cut : .damaged
      return
    }
    var (at, behind, hasPixels) = (8, 0, false)
    for _ in 0..<256 {
      guard let length = window.number(at, 4), let type = window.code(at + 4) else {
        facts.trouble = window.hasFailed ? .unreadable : at + 8 > window.count ? .cut : facts.trouble
        break
      }
      guard length <= window.count - at - 12 else {
        facts.trouble = .cut
        break
      }
      let content = at + 8..<at + 8 + length
      switch type {
      case "IDAT": hasPixels = true
      case "acTL": facts.frames = window.number(content.lowerBound, 4).map { min(max($0, 1), 1 << 20) } ?? 1
      case "eXIf": exif(window, content, into: &facts)
      case "iTXt" where window.starts(content.lowerBound, with: "XML:com.adobe.xmp\0"):
        XMPFacts.read(window, content.dropFront(18), into: &facts)
      case "tEXt", "iTXt", "zTXt": PNGText.read(window, content, isPacked: type == "zTXt", into: &facts)
      case "IEND": return
      default: break
      }
      if hasPixels { behind += 1 }
      guard behind < chunksBehind else { return }
      at = content.upperBound + 4
    }
  }

  /// A TIFF structure by itself, or behind the mark that JPEG has.
  private static func exif(_ window: ByteWindow, _ content: Range<Int>, into facts: inout PhotoFacts) {
    let start = content.lowerBound + (window.starts(content.lowerBound, with: "Exif\0\0") ? 6 : 0)
    guard let tags = TagReader(window, at: start, end: content.upperBound) else { return }
    ExifFacts.read(tags, into: &facts)
  }

  /// So much of a GIF's first picture is passed over to find a second one, in pieces of 255 bytes: about 400 KB.
  private static let gifPieces = 1600

  /// The screen's size; animated where it says that it repeats, or has a second picture.
  static func gif(_ window: ByteWindow, into facts: inout PhotoFacts) {
    facts.size = size(window.number(6, 2, little: true), window.number(8, 2, little: true))
    if facts.size == nil { facts.trouble = .damaged }
    guard let flags = window.byte(10) else { return }
    var at = 13 + (flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1))
    // Extensions before the first picture.
    for _ in 0..<16 {
      guard window.byte(at) == 0x21 else { break }
      if window.byte(at + 1) == 0xFF, window.starts(at + 3, with: "NETSCAPE2.0") { facts.frames = 2 }
      at += 2
      for _ in 0..<64 {
        guard let length = window.byte(at) else { return }
        at += length + 1
        if length == 0 { break }
      }
    }
    guard facts.frames == 1, window.byte(at) == 0x2C, let own = window.byte(at + 9) else { return }
    at += 10 + (own & 0x80 == 0 ? 0 : 3 << (own & 7 + 1)) + 1
    for _ in 0..<gifPieces {
      guard let length = window.byte(at) else { return }
      at += length + 1
      // Behind the first picture stands another, or what belongs to one, or the end; a comment may stand there, too.
      if length == 0 {
        if window.byte(at) == 0x2C || (window.byte(at) == 0x21 && window.byte(at + 1) == 0xF9) { facts.frames = 2 }
        return
      }
    }
  }

  /// RIFF chunks of WebP (RFC 9649).
  static func webp(_ window: ByteWindow, into facts: inout PhotoFacts) {
    let said = window.number(4, 4, little: true) ?? 0
    if said + 8 > window.count + 1 { facts.trouble = .cut }
    var at = 12
    for _ in 0..<64 {
      guard let type = window.code(at), let length = window.number(at + 4, 4, little: true) else { break }
      let start = at + 8
      switch type {
      case "VP8X":
        facts.size = size(
          window.number(start + 4, 3, little: true).map { $0 + 1 },
          window.number(start + 7, 3, little: true).map { $0 + 1 })
        if (window.byte(start) ?? 0) & 2 != 0 { facts.frames = 2 }
      case "VP8 " where facts.size == nil && window.number(start + 3, 3) == 0x9D012A:
        facts.size = size(
          window.number(start + 6, 2, little: true).map { $0 & 0x3FFF },
          window.number(start + 8, 2, little: true).map { $0 & 0x3FFF })
      case "VP8L" where facts.size == nil && window.byte(start) == 0x2F:
        let bits = window.number(start + 1, 4, little: true)
        facts.size = size(bits.map { $0 & 0x3FFF + 1 }, bits.map { $0 >> 14 & 0x3FFF + 1 })
      case "EXIF" where length <= window.count - start: exif(window, start..<start + length, into: &facts)
      case "XMP " where length <= window.count - start:
        XMPFacts.read(window, start..<start + length, into: &facts)
      default: break
      }
      at = start + length + length % 2
    }
    if facts.size == nil { facts.trouble = facts.trouble ?? .damaged }
  }

  /// The heads of OS/2 (12 bytes) and of Windows (40 and more), whose height is negative where rows go from the top.
  static func bmp(_ window: ByteWindow, into facts: inout PhotoFacts) {
    let head = window.number(14, 4, little: true) ?? 0
    if head == 12 {
      facts.size = size(window.number(18, 2, little: true), window.number(20, 2, little: true))
    } else if head >= 40 {
      let height = window.number(22, 4, little: true).map { abs(Int(Int32(truncatingIfNeeded: $0))) }
      facts.size = size(window.number(18, 4, little: true), height)
    }
    if facts.size == nil { facts.trouble = .damaged }
    if let pixels = window.number(10, 4, little: true), pixels >= window.count { facts.trouble = .cut }
  }

  private static func size(_ width: Int?, _ height: Int?) -> PixelSize? {
    guard let width, let height, (1..<1 << 24).contains(width), (1..<1 << 24).contains(height) else { return nil }
    return PixelSize(width: width, height: height)
  }
}
