public import BoothCore
public import ImageRegistration

/// Pictures made smaller for pages: upright, on white, as JPEG without metadata.
public enum ScaledPicture {
  /// How good they are.
  static let quality = 82

  /// The whole picture, its longer side at most `longestSide` pixels; never larger than it is. Any thread; decoded no larger than
  /// is needed.
  /// - Throws: ``ImageError`` for what is no JPEG or PNG that can be decoded.
  public static func jpeg(
    of bytes: [UInt8], longestSide: Int, subject: String = "the picture"
  ) throws(ImageError) -> [UInt8] {
    try jpeg(PairPictures.whole(bytes, longestSide: longestSide, subject))
  }

  /// A picture that is decoded already, as a page has it.
  public static func jpeg(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
    try JPEGCodec().encode(bitmap, quality: quality)
  }

  /// A pair as its comparison shows it, each with a longer side of at most `longestSide` pixels: of a registered pair what both
  /// show, in one frame; else both whole.
  /// - Parameters:
  ///   - homography: from the old picture's pixels to the new one's, upright and full size.
  ///   - region: the part of the old picture that the homography was found by, in its pixels; nil if unknown.
  ///   - photograph: the old picture without the card around it, in its pixels; nil: all of it.
  /// - Throws: ``ImageError`` for a picture that cannot be decoded.
  public static func pair(
    old: [UInt8], new: [UInt8], homography: Homography?, region: ClaimedRegion?, photograph: PixelRect?,
    longestSide: Int
  ) throws(ImageError) -> (old: [UInt8], new: [UInt8], isRegistered: Bool) {
    let pictures = try PairPictures(
      old: old, new: new, homography: homography, region: region, photograph: photograph,
      longestSide: longestSide)
    return (try jpeg(pictures.shown.old), try jpeg(pictures.shown.new), pictures.view != nil)
  }
}
