public import BoothCore

/// A picture that a person has sent, made ready to be shown: upright, no larger than asked for, and without anything
/// but its pixels.
public enum UploadedPicture {
  /// What is made of it.
  public struct Size: Sendable, Equatable {
    /// The longer side, in pixels; a smaller picture stays as it is.
    public var longestSide: Int
    /// 1 to 100, the scale of libjpeg.
    public var quality: Int

    public init(longestSide: Int, quality: Int) {
      self.longestSide = longestSide
      self.quality = quality
    }
  }

  /// Decodes JPEG (also CMYK, of up to 200 megapixels) or PNG, and encodes one JPEG for each size. What is translucent lies on white.
  ///
  /// Some hundred MB for the largest pictures; one thread.
  /// - Parameters:
  ///   - sizes: the largest first.
  ///   - standing: how the pixels of a JPEG stand upright; nil: as its EXIF says.
  ///   - colors: makes sRGB of what was decoded, before anything is made of it.
  /// - Throws: ``ImageError`` for what is damaged, cut short, too large or no picture.
  public static func prepare(
    _ bytes: [UInt8], sizes: [Size], standing: Orientation? = nil, subject: String = "the picture",
    colors: (inout Bitmap) -> Void = { _ in }
  ) throws(ImageError) -> [[UInt8]] {
    let longest = sizes.first?.longestSide ?? 1
    guard let standing else {
      let largest = fitted(try PictureFacts(of: bytes, subject: subject).size, longest)
      var bitmap =
        PNG.isPNG(bytes)
        ? try PNG.decode(bytes, covering: largest, subject: subject)
        : try JPEGCodec().decode(bytes, covering: largest, subject: subject)
      // Colours that are multiplied by how translucent they are would become others.
      bitmap.layOnWhite()
      colors(&bitmap)
      return try prepare(bitmap, sizes: sizes)
    }
    let largest = fitted(try JPEGCodec.probe(bytes, subject: subject), longest)
    var bitmap = try JPEGCodec().decode(bytes, covering: largest, oriented: false, subject: subject)
    colors(&bitmap)
    return try prepare(bitmap.turned(standing), sizes: sizes)
  }

  /// The same of pixels that were decoded already, upright.
  public static func prepare(_ picture: Bitmap, sizes: [Size]) throws(ImageError) -> [[UInt8]] {
    var bitmap = picture
    bitmap.layOnWhite()
    let codec = JPEGCodec()
    var made: [[UInt8]] = []
    for size in sizes {
      let target = fitted(picture.size, size.longestSide)
      if bitmap.size != target { bitmap = Resampler.scale(bitmap, to: target) }
      made.append(try codec.encode(bitmap, quality: size.quality))
    }
    return made
  }

  private static func fitted(_ size: PixelSize, _ longestSide: Int) -> PixelSize {
    let longer = max(size.width, size.height)
    guard longer > longestSide else { return size }
    func side(_ length: Int) -> Int { max(1, (length * longestSide + longer / 2) / longer) }
    return PixelSize(width: side(size.width), height: side(size.height))
  }
}

extension Bitmap {
  fileprivate mutating func layOnWhite() {
    withMutablePixels { pixels in
      for index in pixels.indices {
        let rest = 255 - pixels[index] >> 24
        if rest > 0 { pixels[index] = 0xFF00_0000 | (pixels[index] & 0x00FF_FFFF) &+ rest &* 0x0001_0101 }
      }
    }
  }
}
