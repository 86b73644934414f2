public import BoothCore
public import ImageRegistration

/// An old picture and its new one, made ready to be shown together: upright, opaque, and no larger than products need.
///
/// Holds at most two pictures of ``longestSide`` a side, 46 MB, and for a pair that is not registered four; making it
/// takes 64 MB more for what is being decoded, and three bytes for each pixel of a progressive JPEG.
public struct PairPictures: Sendable {
  /// Of each picture, in pixels: A4 takes no more at 300 dpi.
  public static let longestSide = 2400
  /// The largest picture that is read.
  public static let largestArea = 100_000_000
  /// A progressive JPEG is held whole while it is decoded (`libjpeg.txt`, "Progressive JPEG support").
  private static let coefficientBudget = 3 * largestArea + 20_000_000
  /// Proportions that differ less are as one.
  private static let likeAspects = 0.05
  /// What a decoded picture may have before it gets its size.
  private static let decodedArea = 16_000_000

  /// The old picture, and the new one in its frame: of one size, for pictures that change into each other. Of a registered
  /// pair what both show; else the old picture whole, and of the new one as much as fills it.
  public let frame: (old: Bitmap, new: Bitmap)
  /// For pictures that stand side by side: the same of a registered pair, and else both whole.
  public let shown: (old: Bitmap, new: Bitmap)
  /// What both show; nil if unknown.
  public let view: SharedView?

  /// Reads both pictures, JPEG or PNG, of any orientation; the bytes stay as they are.
  /// - Parameters:
  ///   - homography: from the old picture's pixels to the new one's, upright and full size; nil for a pair that is not
  ///     registered. One that cannot be (``SharedView``) is as none.
  ///   - region: the part of the old picture that the homography was found by, in its pixels; nil if unknown.
  ///   - photograph: the old picture without the card around it, in its pixels (``photograph(in:)``); nil: all of it.
  ///   - names: what errors call the two.
  /// - Throws: ``ImageError`` for a picture that is damaged, of another kind, or too large.
  public init(
    old: [UInt8], new: [UInt8], homography: Homography?, region: ClaimedRegion? = nil, photograph: PixelRect? = nil,
    longestSide: Int = longestSide,
    names: (old: String, new: String) = ("the old picture", "the new picture")
  ) throws(ImageError) {
    let (oldSize, newSize) = (try Self.size(of: old, names.old), try Self.size(of: new, names.new))
    view = homography.flatMap {
      SharedView(old: oldSize, new: newSize, homography: $0, region: region, photograph: photograph)
    }
    guard let view else {
      let whole = (
        old: try Self.old(old, oldSize, photograph, longestSide, names.old),
        new: try Self.whole(new, newSize, longestSide, names.new)
      )
      frame = (whole.old, Resampler.fill(whole.old.size, with: whole.new))
      let aspects = [whole.old.size, whole.new.size].map { Double($0.width) / Double($0.height) }
      // Nearly the same proportions are made the same, so that nothing is a little narrower than the other.
      shown = abs(aspects[0] / aspects[1] - 1) < Self.likeAspects ? frame : whole
      return
    }
    let crop = view.crop
    let longer = Double(max(crop.width, crop.height))
    // As fine as the finer of the two.
    let factor = min(Double(longestSide), longer * max(1, view.scale)) / longer
    let size = crop.size.times(factor)
    frame = (
      try Self.part(crop, of: old, oldSize, to: size, names.old),
      try Self.warped(new, view, factor, to: size, names.new)
    )
    shown = frame
  }

  /// The photograph in a scan, without the card that it is mounted on, its white edge or a film's rebate: in pixels of the upright
  /// picture. Nil where there is no border for sure.
  /// - Throws: ``ImageError`` for a picture that is damaged, of another kind, or too large.
  public static func photograph(in scan: [UInt8], name: String = "the old picture") throws(ImageError) -> PixelRect? {
    let size = try size(of: scan, name)
    let small = try whole(scan, size, MountBorder.workingSide, name)
    guard let found = MountBorder.inside(of: small) else { return nil }
    let (across, down) = (Double(size.width) / Double(small.width), Double(size.height) / Double(small.height))
    let (x, y) = (Int((Double(found.x) * across).rounded(.up)), Int((Double(found.y) * down).rounded(.up)))
    let (endX, endY) = (
      Int((Double(found.x + found.width) * across).rounded(.down)),
      Int((Double(found.y + found.height) * down).rounded(.down))
    )
    return PixelRect(x: x, y: y, width: endX - x, height: endY - y)
  }

  /// Upright, as its file says.
  static func size(of bytes: [UInt8], _ name: String) throws(ImageError) -> PixelSize {
    if PNG.isPNG(bytes) { return try PNG.probe(bytes, largestArea: largestArea, subject: name) }
    return try bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      let raw = UnsafeRawBufferPointer(buffer)
      let structure = try JPEGStructure(raw, keepingSegments: true, subject: name)
      guard structure.size.area <= largestArea, structure.coefficientBytes <= coefficientBudget else {
        throw ImageError(
          .tooLarge, subject: name,
          detail: "is \(structure.size) pixels; the limit is \(largestArea / 1_000_000) megapixels: save it smaller")
      }
      return ExifReader.orientation(in: raw, structure).apply(to: structure.size)
    }
  }

  static func whole(_ bytes: [UInt8], longestSide: Int, _ name: String) throws(ImageError) -> Bitmap {
    try whole(bytes, try size(of: bytes, name), longestSide, name)
  }

  private static func whole(
    _ bytes: [UInt8], _ size: PixelSize, _ longestSide: Int, _ name: String
  ) throws(ImageError) -> Bitmap {
    let target = size.times(min(1, Double(longestSide) / Double(max(size.width, size.height))))
    return Resampler.scale(try decode(bytes, covering: target, name), to: target)
  }

  /// The photograph alone, or all of the picture.
  private static func old(
    _ bytes: [UInt8], _ size: PixelSize, _ photograph: PixelRect?, _ longestSide: Int, _ name: String
  ) throws(ImageError) -> Bitmap {
    guard let photograph else { return try whole(bytes, size, longestSide, name) }
    let longer = Double(max(photograph.width, photograph.height))
    return try part(
      photograph, of: bytes, size, to: photograph.size.times(min(1, Double(longestSide) / longer)), name)
  }

  private static func part(
    _ crop: PixelRect, of bytes: [UInt8], _ size: PixelSize, to target: PixelSize, _ name: String
  ) throws(ImageError) -> Bitmap {
    let decoded = try decode(
      bytes, covering: size.times(min(1, Double(target.width) / Double(crop.width))), name)
    let (across, down) = (
      Double(decoded.width) / Double(size.width), Double(decoded.height) / Double(size.height)
    )
    return Resampler.scale(
      decoded, originX: Double(crop.x) * across, originY: Double(crop.y) * down, width: Double(crop.width) * across,
      height: Double(crop.height) * down, to: target)
  }

  private static func warped(
    _ bytes: [UInt8], _ view: SharedView, _ factor: Double, to target: PixelSize, _ name: String
  ) throws(ImageError) -> Bitmap {
    let decoded = try decode(bytes, covering: view.new.times(min(1, factor / view.scale)), name)
    let picture = PairWarp.picture(
      of: decoded, fullSize: view.new, through: view.homography, part: view.crop, to: target)
    // The outermost pixels may be seen through by a fraction.
    var opaque = Bitmap(size: target, color: .black)
    opaque.withMutablePixels { pixels in
      picture.withPixels { source in
        for at in pixels.indices { pixels[at] = RGBColor(premultiplied: source[at]).opaque.premultiplied }
      }
    }
    return opaque
  }

  /// Upright and on white, as decoders read it fastest, but within the budget.
  private static func decode(
    _ bytes: [UInt8], covering target: PixelSize, _ name: String
  ) throws(ImageError) -> Bitmap {
    let picture: Bitmap
    if PNG.isPNG(bytes) {
      picture = try PNG.decode(bytes, covering: target, largestArea: largestArea, subject: name)
    } else {
      picture = try bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
        let raw = UnsafeRawBufferPointer(buffer)
        let structure = try JPEGStructure(raw, keepingSegments: true, subject: name)
        let orientation = ExifReader.orientation(in: raw, structure)
        let wanted = JPEGScale.covering(orientation.apply(to: target), from: structure.size)
        let scale = JPEGScale.fast.last { scale in
          scale.eighths <= wanted.eighths
            && scale.apply(to: structure.size).area <= max(decodedArea, target.area)
        }
        return try JPEGCodec().decode(raw, structure, scale ?? JPEGScale.fast[0], subject: name).turned(orientation)
      }
    }
    guard !picture.isOpaque else { return picture }
    var paper = Bitmap(size: picture.size, color: .white)
    paper.paint(picture, x: 0, y: 0)
    return paper
  }
}

extension PixelSize {
  /// Rounded, at least one pixel each way.
  func times(_ factor: Double) -> PixelSize {
    PixelSize(
      width: max(1, Int((Double(width) * factor).rounded())),
      height: max(1, Int((Double(height) * factor).rounded())))
  }
}
