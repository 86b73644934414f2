import BoothCore

/// How much memory the libraries fill while they decode a picture, by what its head says. Generous, from measurements of libvips 8.14,
/// libheif 1.15 with libde265 1.0 and libaom 3.6, libwebp 1.2 and libpng 1.6; of JPEG nothing, as libjpeg's own head says it.
public enum DecodedBytes {
  /// - Parameters:
  ///   - facts: what was read of the same bytes.
  /// - Returns: bytes, without what the libraries themselves take; 0 where the size is not known, and of JPEG and raw files.
  public static func needed(_ bytes: any PhotoBytes, _ facts: PhotoFacts) -> Int {
    guard let size = facts.size, size.width > 0, size.height > 0 else { return 0 }
    // No multiplication below overflows: nothing of so many pixels is decoded.
    let area = size.width.multipliedReportingOverflow(by: size.height)
    guard !area.overflow, area.partialValue < 1 << 40 else { return 1 << 48 }
    let window = ByteWindow(bytes)
    switch facts.format {
    case .heif, .avif: return coded(bytes, window, facts.format, area.partialValue)
    case .png: return png(window, size)
    case .tiff: return tiff(window, size)
    case .gif:
      // The canvas, and with more than one picture the one before.
      return area.partialValue * (facts.frames > 1 ? 8 : 5)
    case .webp: return area.partialValue * webp(window, facts)
    // As four bytes, or floats, a pixel, and what its decoder holds in addition.
    case .jxl: return area.partialValue * 24
    case .jpeg, .bmp, .cr2, .cr3, .nef, .arw, .dng, .orf, .raf, .rw2, .crw, .x3f, .otherRaw, .jp2, .psd, .unknown:
      return 0
    }
  }

  /// As many rows as libvips holds while it makes a picture smaller from above to below.
  private static let rowsHeld = 2000

  private static func rows(_ rowBytes: Int, _ size: PixelSize) -> Int { rowBytes * min(size.height, rowsHeld) }

  /// libheif decodes the whole picture, then makes pixels of the whole. By the bits and colours of the decoder's configuration: `hvcC`
  /// (ISO/IEC 14496-15, 8.3.3.1), or `av1C` (AV1 in ISOBMFF, 2.3.3).
  private static func coded(_ bytes: any PhotoBytes, _ window: ByteWindow, _ format: PhotoFormat, _ area: Int) -> Int {
    var (isDeep, isFine) = (false, false)
    if format == .heif {
      for piece in CodedPiece.read(bytes) {
        let at = piece.configuration.lowerBound
        if (window.byte(at + 16) ?? 0) & 3 > 1 { isFine = true }
        if (window.byte(at + 17) ?? 0) & 7 > 0 || (window.byte(at + 18) ?? 0) & 7 > 0 { isDeep = true }
      }
    } else if let at = place(of: "av1C", window), let flags = window.byte(at + 6) {
      isDeep = flags & 0x60 != 0
      isFine = flags & 0x1C == 0
    }
    // With a second picture of how translucent it is.
    let more = place(of: "auxC", window) == nil ? 0 : isDeep ? 4 : 3
    let perPixel =
      switch (isDeep, isFine) {
      case (false, false): format == .heif ? 7 : 8
      case (false, true): 14
      case (true, false): 14
      case (true, true): 26
      }
    return area * (perPixel + more)
  }

  /// Where the content of the first box of a kind begins, in the file's first bytes, where such boxes are.
  private static func place(of kind: StaticString, _ window: ByteWindow) -> Int? {
    (0..<max(0, min(window.count, ByteWindow.headBytes) - 8)).first { window.starts($0, with: kind) }.map { $0 + 4 }
  }

  private static func png(_ window: ByteWindow, _ size: PixelSize) -> Int {
    let channels = [0: 1, 2: 3, 3: 3, 4: 2, 6: 4][window.byte(25) ?? 6] ?? 4
    let rowBytes = size.width * channels * (window.byte(24) == 16 ? 2 : 1)
    // One that comes in several passes is whole before its first row is.
    return window.byte(28) == 0 ? rows(rowBytes, size) : rowBytes * size.height * 5 / 4
  }

  private static func tiff(_ window: ByteWindow, _ size: PixelSize) -> Int {
    guard let tags = TagReader(window, at: 0, end: window.count), let main = tags.directory(tags.first) else {
      return 0
    }
    let samples = min(max(main.number(0x115) ?? 1, 1), 16)
    let rowBytes = size.width * samples * max(1, min(main.number(0x102) ?? 8, 64) / 8)
    // With one plane behind the other libvips reads all of them first.
    if main.number(0x11C) == 2 { return rowBytes * size.height * 8 / 5 }
    let together = min(main.number(0x143) ?? 0, size.height)
    return rows(rowBytes, size) + rowBytes * max(0, together) * 3
  }

  /// Lossless ones and planes of how translucent they are, and animations, are decoded as a whole.
  private static func webp(_ window: ByteWindow, _ facts: PhotoFacts) -> Int {
    // VP8 with another head may be lossless all the same: it is looked for among the first parts.
    var (at, isWhole) = (12, facts.frames > 1)
    for _ in 0..<16 {
      guard let kind = window.code(at), let length = window.number(at + 4, 4, little: true) else { break }
      if kind == "VP8L" || kind == "ALPH" { isWhole = true }
      at += 8 + length + length % 2
    }
    return isWhole ? 6 : 1
  }
}
