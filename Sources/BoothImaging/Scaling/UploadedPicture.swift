public import BoothCore

/// A picture that somebody has sent, made ready to be shown: upright, no larger than asked for, and without anything but its pixels.
public enum UploadedPicture {
  /// What is made of it.
  public struct Size: Sendable, Equatable {
    /// The longer side, in pixels; a smaller picture stays as it is.
    public var longestSide: Int
    /// 1 to 100, the scale of libjpeg.
    public var quality: Int

    /// Takes both as they are.
    public init(longestSide: Int, quality: Int) {
      self.longestSide = longestSide
      self.quality = quality
    }
  }

  /// Decodes JPEG (also CMYK, of up to 200 megapixels) or PNG, and encodes one JPEG for each size. What is translucent lies on white.
  ///
  /// Some hundred MB for the largest pictures; one thread.
  /// - Parameter sizes: the largest first.
  /// - Throws: ``ImageError`` for what is damaged, cut short, too large or no picture.
  public static func prepare(
    _ bytes: [UInt8], sizes: [Size], subject: String = "the picture"
  ) throws(ImageError) -> [[UInt8]] {
    let facts = try PictureFacts(of: bytes, subject: subject)
    let largest = fitted(facts.size, sizes.first?.longestSide ?? 1)
    var bitmap =
      PNG.isPNG(bytes)
      ? try PNG.decode(bytes, covering: largest, subject: subject)
      : try JPEGCodec().decode(bytes, covering: largest, subject: subject)
    bitmap.layOnWhite()
    let codec = JPEGCodec()
    var made: [[UInt8]] = []
    for size in sizes {
      let target = fitted(facts.size, size.longestSide)
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
