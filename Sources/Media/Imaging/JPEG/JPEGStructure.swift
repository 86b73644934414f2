import BoothCore
import Glibc

/// What a JPEG file's markers say (ITU-T T.81, annex B), found by walking them once from SOI to EOI.
///
/// It is asked before and beside turbojpeg, which pads a file that ends early and goes on: only a walk that arrives
/// at EOI proves that the file is all there. Reads nothing outside of the bytes, whatever they hold.
struct JPEGStructure {
  struct Component {
    var horizontal = 0
    var vertical = 0
  }

  /// An application or comment segment before the first scan: the marker's second byte, and the bytes after the
  /// length, as offsets into the file.
  struct Segment {
    var marker: UInt8
    var payload: Range<Int>
  }

  var size = PixelSize(width: 0, height: 0)
  var componentCount = 0
  var components: (Component, Component, Component, Component) = (.init(), .init(), .init(), .init())
  var isProgressive = false
  var hasHuffmanTables = false
  var hasQuantizationTables = false
  var isArithmetic = false
  /// Offset of the first SOS marker's 0xFF.
  var firstScan = 0
  /// Offset of the byte after EOI.
  var end = 0
  /// Filled only if asked for, so that the walk of a live frame allocates nothing.
  var segments: [Segment] = []

  /// The largest picture that anything here is willing to hold, in pixels.
  static let largestArea = 200_000_000

  /// What a decoder holds of a progressive picture from its first scan to its last, in bytes: every coefficient, each of
  /// two bytes (libjpeg's virtual arrays); of others, a few rows.
  var coefficientBytes: Int {
    guard isProgressive else { return 0 }
    let all = [components.0, components.1, components.2, components.3].prefix(componentCount)
    let (wide, high) = (all.map(\.horizontal).max() ?? 1, all.map(\.vertical).max() ?? 1)
    return all.reduce(0) { sum, part in
      let samples = size.width * part.horizontal * size.height * part.vertical
      return sum + 2 * samples / max(wide * high, 1)
    }
  }

  /// - Parameters:
  ///   - toFirstScan: stops at the first scan, so `end` stays 0 and a cut picture is not found out.
  ///   - subject: what the errors call the file.
  init(
    _ bytes: UnsafeRawBufferPointer, toFirstScan: Bool = false, keepingSegments: Bool = false, subject: String
  ) throws(ImageError) {
    guard bytes.count > 0 else {
      throw ImageError(.unreadable, subject: subject, detail: "is empty; expected a JPEG picture")
    }
    guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else {
      throw ImageError(.unreadable, subject: subject, detail: Self.notJPEG(bytes))
    }
    var walk = Walk(bytes: bytes, position: 2)
    while true {
      guard let marker = walk.nextMarker() else { throw Self.cutShort(bytes.count, subject) }
      switch marker {
      case 0xD9:
        guard firstScan > 0 else {
          throw ImageError(.unreadable, subject: subject, detail: "holds no picture between its start and end markers")
        }
        end = walk.position
        return
      case 0x01, 0xD0...0xD8: continue  // TEM, RSTn, a second SOI: no length follows
      default: break
      }
      let start = walk.position - 2
      guard let payload = walk.segment() else { throw Self.cutShort(bytes.count, subject) }
      switch marker {
      case 0xC4: hasHuffmanTables = true
      case 0xDB: hasQuantizationTables = true
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        try readFrameHeader(bytes, payload, marker: marker, subject)
      case 0xE0...0xEF, 0xFE:
        if keepingSegments && firstScan == 0 { segments.append(Segment(marker: marker, payload: payload)) }
      case 0xDA:
        guard size.width > 0 else {
          throw ImageError(.unreadable, subject: subject, detail: "its picture data comes before its size; damaged")
        }
        if firstScan == 0 { firstScan = start }
        if toFirstScan { return }
        walk.skipEntropyCodedData()
      default: break
      }
    }
  }

  private mutating func readFrameHeader(
    _ bytes: UnsafeRawBufferPointer, _ payload: Range<Int>, marker: UInt8, _ subject: String
  ) throws(ImageError) {
    guard payload.count >= 6, size.width == 0 else {
      throw ImageError(.unreadable, subject: subject, detail: "its frame header is damaged or there twice")
    }
    let p = payload.lowerBound
    let height = Int(bytes[p + 1]) << 8 | Int(bytes[p + 2])
    let width = Int(bytes[p + 3]) << 8 | Int(bytes[p + 4])
    let count = Int(bytes[p + 5])
    guard width > 0, height > 0, (1...4).contains(count), payload.count >= 6 + 3 * count else {
      throw ImageError(
        .unreadable, subject: subject, detail: "says it is \(width)x\(height) with \(count) components; damaged")
    }
    guard width * height <= Self.largestArea else {
      throw ImageError(
        .tooLarge, subject: subject,
        detail: "says it is \(width)x\(height) pixels; the limit is \(Self.largestArea / 1_000_000) megapixels")
    }
    size = PixelSize(width: width, height: height)
    componentCount = count
    isProgressive = marker == 0xC2 || marker == 0xCA
    isArithmetic = marker >= 0xC9
    func component(_ index: Int) -> Component {
      guard index < count else { return Component() }
      let factors = bytes[p + 6 + 3 * index + 1]
      return Component(horizontal: Int(factors >> 4), vertical: Int(factors & 15))
    }
    components = (component(0), component(1), component(2), component(3))
  }

  static func cutShort(_ count: Int, _ subject: String) -> ImageError {
    ImageError(
      .unreadable, subject: subject,
      detail: "ends after \(count) bytes without JPEG's end marker (FF D9): it was cut short; copy or take it again")
  }

  /// What cameras give other than JPEG, by the first bytes: ISO base media files (ISO/IEC 14496-12: `ftyp` and a brand,
  /// HEIF's among them), TIFF and the RAW formats built on it (TIFF 6.0, 2), Fujifilm's RAF, PNG.
  private static func otherKind(_ bytes: UnsafeRawBufferPointer) -> String? {
    func has(_ text: String, at offset: Int) -> Bool {
      bytes.count >= offset + text.utf8.count && bytes[offset...].starts(with: text.utf8)
    }
    if has("ftyp", at: 4) {
      if ["heic", "heix", "hevc", "mif1", "msf1"].contains(where: { has($0, at: 8) }) { return "a HEIF picture" }
      return has("crx ", at: 8) ? "a RAW file" : "a film or another file of that family"
    }
    let tiff = has("II*\0", at: 0) || has("MM\0*", at: 0) || has("IIRO", at: 0) || has("IIU\0", at: 0)
    if tiff || has("FUJIFILM", at: 0) { return "a RAW or TIFF file" }
    return has("PNG\r\n", at: 1) ? "a PNG picture" : nil
  }

  private static func notJPEG(_ bytes: UnsafeRawBufferPointer) -> String {
    let first = bytes.prefix(4).map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }
    let kind = otherKind(bytes).map { "is \($0), not a JPEG picture; set the camera to JPEG" }
    return kind ?? "is no JPEG picture: it begins with \(first.joined(separator: " ")), not with FF D8"
  }
}

/// A position that moves over a JPEG's markers and never out of its bytes.
private struct Walk {
  let bytes: UnsafeRawBufferPointer
  var position: Int

  /// Moves behind the next marker and returns its second byte; skips fill bytes and, as decoders do, stray ones.
  mutating func nextMarker() -> UInt8? {
    while position < bytes.count {
      guard bytes[position] == 0xFF else {
        position += 1
        continue
      }
      while position < bytes.count, bytes[position] == 0xFF { position += 1 }
      guard position < bytes.count else { return nil }
      let marker = bytes[position]
      position += 1
      if marker != 0 { return marker }
    }
    return nil
  }

  /// Moves behind a segment with a length and returns where its payload lies.
  mutating func segment() -> Range<Int>? {
    guard position + 2 <= bytes.count else { return nil }
    let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
    guard length >= 2, position + length <= bytes.count else { return nil }
    let payload = position + 2..<position + length
    position += length
    return payload
  }

  /// Moves to the 0xFF of the first marker that is neither a stuffed zero nor a restart, or to the end.
  mutating func skipEntropyCodedData() {
    let count = bytes.count
    guard let base = bytes.baseAddress else { return }
    while position < count {
      guard let found = memchr(base + position, 0xFF, count - position) else {
        position = count
        return
      }
      position = UnsafeRawPointer(found) - base
      guard position + 1 < count else {
        position = count
        return
      }
      switch bytes[position + 1] {
      case 0x00, 0xD0...0xD7: position += 2
      case 0xFF: position += 1
      default: return
      }
    }
  }
}
