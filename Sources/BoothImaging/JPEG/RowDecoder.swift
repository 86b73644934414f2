import BoothCore
import CJPEGRows

/// Decodes a JPEG picture a few rows at a time, for what is done to them while the processor's cache still holds them: the
/// same pixels as TurboJPEG's fast decoding makes. Not for two threads at once.
final class RowDecoder {
  /// Rows that are decoded at once: two of 4:2:0's, and few enough for the nearest cache.
  static let rowsAtOnce = 4

  /// Pixels in the longest vector, of 64 bytes.
  private static let vector = 16

  private let raw: OpaquePointer
  private var band: [UInt32] = []

  init() throws(ImageError) {
    guard let raw = cjpegrows_make() else {
      throw ImageError(.failed, subject: "libjpeg", detail: "cannot start: out of memory")
    }
    self.raw = raw
  }

  deinit { cjpegrows_free(raw) }

  /// Decodes a picture of three components or one.
  /// - Parameters:
  ///   - size: as it is decoded, at `scale`.
  ///   - take: gets the number of the first row, how many there are, and their pixels, `0xFFRRGGBB`, without gaps.
  func decode(
    _ bytes: UnsafePointer<UInt8>?, count: Int, _ scale: JPEGScale, _ size: PixelSize,
    _ tolerance: TurboHandle.Tolerance, subject: String, _ take: (Int, Int, UnsafePointer<UInt32>) -> Void
  ) throws(ImageError) {
    guard
      cjpegrows_begin(raw, bytes, count, CInt(scale.eighths), CInt(size.width), CInt(size.height)) == 0
    else { throw refusal(subject) }
    // One pixel beside the bounds of vectors: rows that lie on them libjpeg-turbo writes past the cache (jdcolext-*.asm).
    let count = size.width * Self.rowsAtOnce + Self.vector + 1
    if band.count != count { band = Array(repeating: 0, count: count) }
    let isWhole = band.withUnsafeMutableBufferPointer { band in
      guard let start = band.baseAddress else { return false }
      let pixels = start + (Self.vector - Int(bitPattern: start) / 4 % Self.vector) + 1
      var y = 0
      while y < size.height {
        let rows = min(Self.rowsAtOnce, size.height - y)
        guard
          cjpegrows_read(raw, UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self), CInt(rows)) == 0
        else { return false }
        take(y, rows, UnsafePointer(pixels))
        y += rows
      }
      return true
    }
    guard isWhole else { throw refusal(subject) }
    let end = cjpegrows_end(raw)
    guard end >= 0 else { throw refusal(subject) }
    if end > 0, !tolerance.accepts(message) {
      throw ImageError(.unreadable, subject: subject, detail: "is damaged: \(message)")
    }
  }

  private var message: String { String(cString: cjpegrows_words(raw)) }

  private func refusal(_ subject: String) -> ImageError {
    ImageError(.unreadable, subject: subject, detail: "cannot be decoded: \(message)")
  }
}

extension JPEGCodec {
  /// Decodes a picture, fast, a few rows at a time: see ``RowDecoder``. It must not be CMYK.
  func decodeRows(
    _ bytes: UnsafeRawBufferPointer, _ structure: JPEGStructure, _ scale: JPEGScale,
    _ tolerance: TurboHandle.Tolerance, subject: String, _ take: (Int, Int, UnsafePointer<UInt32>) -> Void
  ) throws(ImageError) {
    let decoder = try rowDecoder()
    let size = scale.apply(to: structure.size)
    try withCompleteTables(bytes, structure, subject: subject) { (source, count) throws(ImageError) in
      try decoder.decode(source, count: count, scale, size, tolerance, subject: subject, take)
    }
  }
}
