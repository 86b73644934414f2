import BoothCore
import CPangoCairo
import Glibc

/// One page of PDF, drawn with the same drawing as a picture.
enum PDFPage {
  /// Draws a page in pixels of `scale`; letters stay letters, and photos the JPEG pictures they are.
  /// - Throws: ``ImageError`` in cairo's words.
  static func bytes(
    _ size: PixelSize, scale: PrintScale, title: String, _ body: (Drawing) -> Void
  ) throws(ImageError) -> [UInt8] {
    // PDF counts in 72nds of an inch.
    let points = 72 / Double(scale.dpi)
    let output = PDFOutput()
    let surface = output.surface(width: Double(size.width) * points, height: Double(size.height) * points)
    defer { cairo_surface_destroy(surface) }
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title.filter { $0 != "\0" })
    let context = cairo_create(surface)
    cairo_scale(context, points, points)
    body(Drawing(context, isPage: true))
    cairo_show_page(context)
    let status = cairo_status(context)
    cairo_destroy(context)
    cairo_surface_finish(surface)
    let end = status == CAIRO_STATUS_SUCCESS ? cairo_surface_status(surface) : status
    guard end == CAIRO_STATUS_SUCCESS else {
      throw ImageError(
        .failed, subject: "the PDF page", detail: "cairo: \(String(cString: cairo_status_to_string(end)))")
    }
    return output.bytes
  }
}

/// What cairo writes a document to.
final class PDFOutput {
  private(set) var bytes: [UInt8] = []

  /// A document with pages of so many 72nds of an inch; it must not outlive this.
  func surface(width: Double, height: Double) -> OpaquePointer? {
    cairo_pdf_surface_create_for_stream(
      { context, bytes, count in
        guard let context else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<PDFOutput>.fromOpaque(context).takeUnretainedValue().bytes
          .append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(self).toOpaque(), width, height)
  }
}

extension Drawing {
  /// Lays a picture of just the rectangle's size there; on a page as the JPEG picture that it also is.
  func photo(_ picture: Bitmap, jpeg: [UInt8], in rect: PixelRect) {
    var copy = picture
    copy.withSurface(opaque: true) { surface in
      let data = malloc(jpeg.count)
      if isPage, let data {
        jpeg.withUnsafeBytes { data.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(data), byteCount: $0.count) }
        let status = cairo_surface_set_mime_data(
          surface, CAIRO_MIME_TYPE_JPEG, data.assumingMemoryBound(to: UInt8.self), UInt(jpeg.count), { free($0) }, data)
        if status != CAIRO_STATUS_SUCCESS { free(data) }
      } else {
        free(data)
      }
      cairo_save(context)
      cairo_translate(context, Double(rect.x), Double(rect.y))
      cairo_scale(
        context, Double(rect.width) / Double(picture.width), Double(rect.height) / Double(picture.height))
      cairo_set_source_surface(context, surface, 0, 0)
      cairo_paint(context)
      // The surface ends with this call; the context must not know it any longer.
      cairo_set_source_rgba(context, 0, 0, 0, 0)
      cairo_restore(context)
    }
  }
}
