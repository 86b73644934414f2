public import BoothCore
import CPangoCairo

/// Reads and writes PNG pictures with cairo and libpng. Callable from any thread.
public enum PNG {
  /// The largest picture that is decoded: 50 megapixels.
  public static let largestArea = ArtworkName.largestArea
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Whether the bytes begin as a PNG picture does.
  public static func isPNG(_ bytes: [UInt8]) -> Bool { bytes.starts(with: signature) }

  /// Reads a picture's size from its header (PNG specification, 11.2.2), and refuses what is too large.
  public static func probe(_ bytes: [UInt8], subject: String = "the picture") throws(ImageError) -> PixelSize {
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

  /// Decodes a complete picture of any colour type and depth.
  public static func decode(_ bytes: [UInt8], subject: String = "the picture") throws(ImageError) -> Bitmap {
    let size = try probe(bytes, subject: subject)
    return try bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      var reader = Reader(rest: buffer)
      let surface = withUnsafeMutablePointer(to: &reader) { reader in
        cairo_image_surface_create_from_png_stream(
          { context, target, count in
            guard let reader = context?.assumingMemoryBound(to: Reader.self), let target else {
              return CAIRO_STATUS_READ_ERROR
            }
            return reader.pointee.read(target, Int(count)) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_READ_ERROR
          }, reader)
      }
      defer { cairo_surface_destroy(surface) }
      let status = cairo_surface_status(surface)
      guard status == CAIRO_STATUS_SUCCESS, Int(cairo_image_surface_get_width(surface)) == size.width,
        Int(cairo_image_surface_get_height(surface)) == size.height
      else {
        let words =
          status == CAIRO_STATUS_SUCCESS ? "its size changed" : String(cString: cairo_status_to_string(status))
        throw ImageError(
          .unreadable, subject: subject, detail: "is a PNG picture that is damaged or cut short: \(words)")
      }
      var bitmap = Bitmap(size: size)
      try bitmap.draw { context in
        cairo_set_source_surface(context, surface, 0, 0)
        cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
        cairo_paint(context)
      }
      return bitmap
    }
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

  private struct Reader {
    var rest: UnsafeBufferPointer<UInt8>

    mutating func read(_ target: UnsafeMutablePointer<UInt8>, _ count: Int) -> Bool {
      guard count <= rest.count, let base = rest.baseAddress else { return false }
      target.update(from: base, count: count)
      rest = UnsafeBufferPointer(rebasing: rest[count...])
      return true
    }
  }

  private final class Output {
    var bytes: [UInt8] = []
  }
}
