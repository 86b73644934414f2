public import BoothCore

/// The composite as a sheet for a printer.
extension CompositeRenderer {
  /// A composite at exactly the printer's size, so that the printer scales nothing: turned as the paper lies, and enlarged
  /// until it fills the paper. Printers that print to the edge get a picture larger than the paper and cut off what stands over:
  /// there the outermost pixels come once more, mirrored, so that nothing of the composite is cut off, and no edge is white.
  /// A narrow strip stands twice beside itself, as a pair of 2×6 inches on 4×6.
  /// - Parameters:
  ///   - whole: the printer's pixels.
  ///   - page: those of the paper, in their middle; as large as the whole where nothing is cut off.
  ///   - colors: the profile in whose colours its pixels are; nil: sRGB.
  /// - Returns: a JPEG of quality 95 with a colour for every pixel, marked with 300 dots an inch. It holds no profile: printers
  ///   take its pixels as they are.
  public func sheet(
    _ request: CompositeRequest, canvas whole: PixelSize, page: PixelSize, colors: ColorProfile? = nil
  ) throws(ImageError) -> CompositeSheet {
    guard whole.width > 0, whole.height > 0, whole.area <= Self.largestSheet else {
      throw ImageError(
        .tooLarge, subject: "the sheet", detail: "is \(whole), expected at most \(Self.largestSheet) pixels")
    }
    let size = PixelSize(
      width: min(max(page.width, 1), whole.width), height: min(max(page.height, 1), whole.height))
    let composite = request.printLayout.map { $0.scale.pixels($0.paper) } ?? request.layout.size
    guard composite.width > 0, composite.height > 0 else {
      throw ImageError(
        .unreadable, subject: "the composite", detail: "is \(composite) pixels; it must have some both ways")
    }
    let isLying = composite.width > composite.height
    let isUpright = size.height >= size.width
    let (long, short) = (max(composite.width, composite.height), min(composite.width, composite.height))
    let (sheetLong, sheetShort) = (max(size.width, size.height), min(size.width, size.height))
    // As long as one that fills half of the sheet, or longer.
    let isStrip = long * sheetShort >= short * sheetLong * 9 / 5
    let place =
      !isStrip
      ? size
      : isUpright
        ? PixelSize(width: size.width / 2, height: size.height) : PixelSize(width: size.width, height: size.height / 2)
    // Drawn in the size in which it fills its place, before it is turned.
    let target = isLying == (place.width > place.height) ? place : PixelSize(width: place.height, height: place.width)
    let factor = max(
      Double(target.width) / Double(composite.width), Double(target.height) / Double(composite.height))
    var picture = try canvas(request, enlarged: factor)
    if target != place { picture = picture.turned(.turnLeft) }
    picture = picture.cropped(toMiddle: place) ?? Resampler.fill(place, with: picture)
    guard isStrip else { return CompositeSheet(jpeg: try Self.encode(picture.bled(to: whole), colors)) }
    var sheet = Bitmap(size: size, color: request.theme.primary)
    sheet.paint(picture, x: 0, y: 0)
    sheet.paint(picture, x: isUpright ? size.width - place.width : 0, y: isUpright ? 0 : size.height - place.height)
    return CompositeSheet(jpeg: try Self.encode(sheet.bled(to: whole), colors), pieces: 2)
  }

  private static func encode(_ sheet: Bitmap, _ colors: ColorProfile?) throws(ImageError) -> [UInt8] {
    var sheet = sheet
    if let colors { try sheet.turn(into: colors) }
    return try JPEGCodec().encode(sheet, quality: 95, subsampling: .s444).withDensity(300)
  }

  /// In pixels: 8×12 inches at 600 dots an inch.
  private static let largestSheet = 40_000_000
}

extension Bitmap {
  /// The middle of it, where it is as wide or as high as that, but for what was rounded; nil where it would have to be scaled.
  fileprivate func cropped(toMiddle target: PixelSize) -> Bitmap? {
    let (across, down) = (width - target.width, height - target.height)
    guard across >= 0, down >= 0, min(across, down) <= max(4, target.width / 100) else { return nil }
    return cropped(to: PixelRect(x: across / 2, y: down / 2, width: target.width, height: target.height))
  }
}

extension Bitmap {
  /// In the middle of a larger picture, around it its own edges mirrored.
  func bled(to whole: PixelSize) -> Bitmap {
    guard whole != size else { return self }
    func inside(_ place: Int, _ count: Int) -> Int {
      let mirrored = place < 0 ? -place - 1 : place >= count ? 2 * count - 1 - place : place
      return min(max(mirrored, 0), count - 1)
    }
    let (left, top) = ((whole.width - width) / 2, (whole.height - height) / 2)
    var bled = Bitmap(size: whole)
    let columns = (0..<whole.width).map { inside($0 - left, width) }
    withPixels { from in
      bled.withMutablePixels { to in
        for y in 0..<whole.height {
          let (row, start) = (inside(y - top, height) * width, y * whole.width)
          for x in 0..<whole.width { to[start + x] = from[row + columns[x]] }
        }
      }
    }
    return bled
  }
}
