public import BoothCore

/// What a picture's file says of itself, without a pixel being decoded: for pictures that people bring.
public struct PictureFacts: Sendable, Equatable {
  /// Upright, in pixels.
  public var size: PixelSize
  /// What its EXIF says; nothing of a picture without.
  public var exif = Exif()

  /// Walks a JPEG's or a PNG's parts to its end, and holds it against what the booth can decode within its memory
  /// (``ArtworkName/decodingBudget``) at a reduced scale. Any thread; some milliseconds for 10 MB.
  /// - Throws: ``ImageError`` whose detail says what the picture is instead, and what to do.
  public init(of bytes: [UInt8], subject: String = "the picture") throws(ImageError) {
    if PNG.isPNG(bytes) {
      size = try PNG.probe(bytes, subject: subject)
      exif = PNG.exif(of: bytes)
      try PNGWalk.check(bytes, subject: subject)
      return
    }
    (size, exif) = try bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      let raw = UnsafeRawBufferPointer(buffer)
      let structure = try JPEGStructure(raw, keepingSegments: true, subject: subject)
      guard structure.coefficientBytes <= ArtworkName.decodingBudget else {
        throw ImageError(
          .tooLarge, subject: subject,
          detail: "is a progressive JPEG of \(structure.size) pixels, which takes "
            + "\(structure.coefficientBytes / 1_000_000) MB to decode; the limit is "
            + "\(ArtworkName.decodingBudget / 1_000_000) MB: save it smaller, or not progressive")
      }
      let exif = ExifReader.facts(in: raw, structure)
      return (exif.orientation.apply(to: structure.size), exif)
    }
  }
}

/// The chunks of a PNG picture, each with its checksum (PNG specification, 5.3).
private enum PNGWalk {
  static func check(_ bytes: [UInt8], subject: String) throws(ImageError) {
    func fault(_ words: String) -> ImageError {
      ImageError(.unreadable, subject: subject, detail: "is a PNG picture that \(words); copy or export it again")
    }
    var (position, hasData) = (8, false)
    while true {
      guard position + 12 <= bytes.count else { throw fault("was cut short after \(bytes.count) bytes") }
      func number(_ offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
      let length = Int(number(position))
      guard length <= bytes.count - position - 12 else { throw fault("was cut short after \(bytes.count) bytes") }
      let type = bytes[position + 4..<position + 8]
      guard checksum(bytes, position + 4..<position + 8 + length) == number(position + 8 + length) else {
        throw fault("is damaged: a part's checksum is wrong")
      }
      if type.elementsEqual("IDAT".utf8) { hasData = true }
      position += 12 + length
      if type.elementsEqual("IEND".utf8) { break }
    }
    guard hasData else { throw fault("has no pixels") }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
  }

  private static func checksum(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      ~bytes[range].reduce(UInt32.max) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }
  }
}
