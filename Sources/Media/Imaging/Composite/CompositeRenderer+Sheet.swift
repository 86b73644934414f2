public import BoothCore

/// The composite as a sheet for a printer.
extension CompositeRenderer {
  /// A composite at exactly the printer's size, so that the printer scales nothing: turned as the paper lies, and enlarged
  /// until it fills the sheet, as borderless printers cut what stands over. A narrow strip stands twice beside itself, as a
  /// pair of 2×6 inches on 4×6.
  /// - Returns: a JPEG of quality 95 with a colour for every pixel, marked with 300 dots an inch.
  public func sheet(_ request: CompositeRequest, canvas size: PixelSize) throws(ImageError) -> [UInt8] {
    guard size.width > 0, size.height > 0, size.area <= Self.largestSheet else {
      throw ImageError(
        .tooLarge, subject: "the sheet", detail: "is \(size), expected at most \(Self.largestSheet) pixels")
    }
    var picture = try canvas(request)
    if (picture.size.width > picture.size.height) != (size.width > size.height) { picture = picture.turned(.turnLeft) }
    let isUpright = size.height >= size.width
    let (long, short) = (max(picture.size.width, picture.size.height), min(picture.size.width, picture.size.height))
    let (sheetLong, sheetShort) = (max(size.width, size.height), min(size.width, size.height))
    // As long as one that fills half of the sheet, or longer.
    let isStrip = long * sheetShort >= short * sheetLong * 9 / 5
    guard isStrip else { return try Self.encode(Resampler.fill(size, with: picture)) }
    let half =
      isUpright
      ? PixelSize(width: size.width / 2, height: size.height) : PixelSize(width: size.width, height: size.height / 2)
    let strip = Resampler.fill(half, with: picture)
    var sheet = Bitmap(size: size, color: request.theme.primary)
    sheet.paint(strip, x: 0, y: 0)
    sheet.paint(strip, x: isUpright ? size.width - half.width : 0, y: isUpright ? 0 : size.height - half.height)
    return try Self.encode(sheet)
  }

  private static func encode(_ sheet: Bitmap) throws(ImageError) -> [UInt8] {
    try JPEGCodec().encode(sheet, quality: 95, subsampling: .s444).withDensity(300)
  }

  /// In pixels: 8×12 inches at 600 dots an inch.
  private static let largestSheet = 40_000_000
}
