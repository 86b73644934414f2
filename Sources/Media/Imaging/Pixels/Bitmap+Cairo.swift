import BoothCore
import CPangoCairo

extension Bitmap {
  /// Lends the pixels to cairo as an image surface, which must not outlive `body`.
  mutating func withSurface<Result>(opaque: Bool = false, _ body: (OpaquePointer?) -> Result) -> Result {
    let (size, stride) = (size, strideBytes)
    return withMutablePixels { pixels in
      let surface = cairo_image_surface_create_for_data(
        UnsafeMutableRawPointer(pixels.baseAddress)?.assumingMemoryBound(to: UInt8.self),
        opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, CInt(size.width), CInt(size.height), CInt(stride))
      defer {
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
      }
      return body(surface)
    }
  }

  /// Draws on the picture with a cairo context, and reports the first thing that went wrong in it.
  mutating func draw(_ body: (OpaquePointer?) -> Void) throws(ImageError) {
    let status = withSurface { surface in
      let context = cairo_create(surface)
      defer { cairo_destroy(context) }
      body(context)
      cairo_surface_flush(surface)
      return cairo_status(context)
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw ImageError(
        .failed, subject: "drawing on \(size)", detail: "cairo: \(String(cString: cairo_status_to_string(status)))")
    }
  }
}
