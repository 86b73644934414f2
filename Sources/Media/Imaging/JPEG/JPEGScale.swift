import BoothCore

/// How much smaller than stored a JPEG picture is decoded: `eighths` of 8. The decoder then computes fewer points of
/// each 8×8 block, which costs less and averages properly.
struct JPEGScale: Equatable {
  var eighths: Int

  static let full = JPEGScale(eighths: 8)

  /// The scales whose inverse DCT is fast in libjpeg-turbo; those between are plain C and cost more than they save.
  static let fast = [JPEGScale(eighths: 1), JPEGScale(eighths: 2), JPEGScale(eighths: 4), full]

  /// The smallest scale at which a picture of `size` still covers `target` both ways; full size if none does.
  static func covering(_ target: PixelSize, from size: PixelSize) -> JPEGScale {
    fast.first { scale in
      let scaled = scale.apply(to: size)
      return scaled.width >= target.width && scaled.height >= target.height
    } ?? full
  }

  /// The same for artwork: smaller still where the decoded picture would pass ``ArtworkName/decodingBudget``.
  static func withinBudget(_ target: PixelSize, from size: PixelSize) -> JPEGScale {
    let wanted = covering(target, from: size)
    let limit = max(ArtworkName.decodingBudget / 4, target.area)
    return fast.last { $0.eighths <= wanted.eighths && $0.apply(to: size).area <= limit } ?? fast[0]
  }

  /// The decoded size; the decoder rounds up.
  func apply(to size: PixelSize) -> PixelSize {
    PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
  }
}
