import ImageMetadata

/// How the colours of a JPEG, of a PNG, or of the JPEG inside of a raw file, become sRGB's, for who decodes it by other means. From any thread.
public struct ForeignColors: Sendable {
  private let profile: ColorProfile

  /// Reads what a file says of its colours: a profile of curves and a matrix (Display P3, Adobe RGB and their like), or EXIF's mark of
  /// Adobe RGB. Blocks.
  /// - Returns: nil where nothing is to be done: they are sRGB's, it is unknown what they are, or ``ForeignPicture``
  ///   has made them so.
  /// - Throws: ``ThumbnailError`` for a file that cannot be read from its disk.
  public static func read(path: String) throws(ThumbnailError) -> ForeignColors? {
    let file = try ForeignPicture.open(path)
    let facts = PhotoFacts.read(file)
    switch facts.format {
    case .jpeg, .png:
      guard case .simple(let profile) = try FileColors.of(file, facts) else { return nil }
      return ForeignColors(profile: profile)
    case .cr2, .cr3, .nef, .arw, .dng, .orf, .raf, .rw2, .crw, .x3f, .otherRaw:
      return facts.isAdobeRGB ? ForeignColors(profile: .adobeRGB) : nil
    case .bmp, .heif, .avif, .tiff, .gif, .webp, .jxl, .jp2, .psd, .unknown: return nil
    }
  }

  /// Pixels as `0xAARRGGBB`; how translucent they are stays.
  public func convert(_ pixels: UnsafeMutableBufferPointer<UInt32>) { profile.convert(pixels) }
}
