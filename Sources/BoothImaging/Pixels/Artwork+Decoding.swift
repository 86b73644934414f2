public import BoothCore

extension Bitmap {
  /// Decodes a PNG or JPEG picture, told apart by their first bytes, of at most 50 megapixels.
  /// - Parameter target: a JPEG picture is decoded no larger than it takes to cover this size.
  /// - Throws: ``ImageError`` for anything else, cut short or damaged.
  public init(
    decoding bytes: [UInt8], covering target: PixelSize? = nil, subject: String = "the picture"
  ) throws(ImageError) {
    self = try PreparedArtwork.decode(bytes, covering: target, subject: subject)
  }
}
