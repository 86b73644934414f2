public import BoothCore
import CPangoCairo

/// Reads PNG pictures with libpng, and writes them with cairo. Callable from any thread.
public enum PNG {
  /// The largest picture that is decoded: 50 megapixels.
  public static let largestArea = ArtworkName.largestArea
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Whether the bytes begin as a PNG picture does.
  public static func isPNG(_ bytes: [UInt8]) -> Bool { bytes.starts(with: signature) }

  /// Reads a picture's size, upright as its EXIF says, from its header (PNG specification, 11.2.2), and refuses what is too
  /// large.
  public static func probe(
    _ bytes: [UInt8], largestArea: Int = largestArea, subject: String = "the picture"
  ) throws(ImageError) -> PixelSize {
    exif(of: bytes).orientation.apply(to: try stored(bytes, largestArea: largestArea, subject: subject))
  }

  /// What its EXIF says; nothing where it has none, and where a part before it is damaged.
  static func exif(of bytes: [UInt8]) -> Exif {
    bytes.withUnsafeBytes { bytes in
      var position = signature.count
      while position + 12 <= bytes.count {
        let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= bytes.count - position - 12 else { break }
        let type = bytes[position + 4..<position + 8]
        if type.elementsEqual("eXIf".utf8) {
          return ExifReader.facts(
            ofPNG: UnsafeRawBufferPointer(rebasing: bytes[position + 8..<position + 8 + length]))
        }
        if type.elementsEqual("IEND".utf8) { break }
        position += 12 + length
      }
      return Exif()
    }
  }

  private static func stored(
    _ bytes: [UInt8], largestArea: Int, subject: String
  ) throws(ImageError) -> PixelSize {
    if isPNG(bytes), bytes.count >= 16, bytes[12..<16].elementsEqual("CgBI".utf8) {
      throw ImageError(
        .unreadable, subject: subject,
        detail: "is a PNG of Apple's own kind (CgBI), as apps carry it and only Apple's programs read; export it as "
          + "plain PNG")
    }
    guard isPNG(bytes), bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else {
      throw ImageError(.unreadable, subject: subject, detail: "is no PNG picture, or ends within its header")
    }
    func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    let size = PixelSize(width: number(16), height: number(20))
    guard size.width > 0, size.height > 0 else {
      throw ImageError(.unreadable, subject: subject, detail: "says it is \(size) pixels")
    }
    guard max(size.width, size.height) <= ArtworkName.longestSide, size.area <= largestArea else {
      throw ImageError(
        .tooLarge, subject: subject,
        detail: "is \(size) pixels; the limit is \(largestArea / 1_000_000) megapixels and "
          + "\(ArtworkName.longestSide) a side")
    }
    return size
  }

  /// Decodes a complete picture of any colour type and depth, row by row, and turns it as its EXIF says.
  /// - Parameter target: makes the picture smaller while it is read, by the mean of so many rows and columns as still
  ///   leave at least this width and height, and more where what is held would pass ``ArtworkName/decodingBudget``; nil
  ///   keeps every pixel.
  public static func decode(
    _ bytes: [UInt8], covering target: PixelSize? = nil, largestArea: Int = largestArea,
    subject: String = "the picture"
  ) throws(ImageError) -> Bitmap {
    let size = try stored(bytes, largestArea: largestArea, subject: subject)
    let orientation = exif(of: bytes).orientation
    return try PNGReading(size, covering: target.map { orientation.apply(to: $0) })
      .bitmap(bytes, subject: subject).turned(orientation)
  }

  /// Encodes a picture; opaque ones without an alpha channel.
  public static func encode(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
    let result = Output()
    var copy = bitmap
    let status = copy.withSurface(opaque: bitmap.isOpaque) { surface in
      cairo_surface_write_to_png_stream(
        surface,
        { context, bytes, count in
          guard let context else { return CAIRO_STATUS_WRITE_ERROR }
          Unmanaged<Output>.fromOpaque(context).takeUnretainedValue().bytes
            .append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
          return CAIRO_STATUS_SUCCESS
        }, Unmanaged.passUnretained(result).toOpaque())
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw ImageError(
        .failed, subject: "the picture to encode",
        detail: "cairo cannot write \(bitmap.size) as PNG: \(String(cString: cairo_status_to_string(status)))")
    }
    return result.bytes
  }

  private final class Output {
    var bytes: [UInt8] = []
  }
}
