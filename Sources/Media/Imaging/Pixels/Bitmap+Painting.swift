public import BoothCore

extension Bitmap {
  /// Fills a rectangle with one colour, mixed with what is there if it is translucent.
  public mutating func fill(_ rect: PixelRect, with color: RGBColor) {
    guard let part = rect.clipped(to: size) else { return }
    let (width, pixel) = (width, color.premultiplied)
    withMutablePixels { pixels in
      for y in part.y..<part.y + part.height {
        for index in y * width + part.x..<y * width + part.x + part.width {
          pixels[index] = color.alpha == 255 ? pixel : Self.over(pixel, pixels[index])
        }
      }
    }
  }

  /// Lays a picture over this one, its top left at (`x`, `y`); what stands over is left away.
  public mutating func paint(_ picture: Bitmap, x: Int, y: Int) {
    let rect = PixelRect(x: x, y: y, width: picture.width, height: picture.height)
    guard let part = rect.clipped(to: size) else { return }
    let (width, sourceWidth, isOpaque) = (width, picture.width, picture.isOpaque)
    withMutablePixels { pixels in
      picture.withPixels { source in
        for row in part.y..<part.y + part.height {
          let from = source.baseAddress! + (row - y) * sourceWidth + (part.x - x)
          let to = pixels.baseAddress! + row * width + part.x
          if isOpaque {
            to.update(from: from, count: part.width)
          } else {
            for column in 0..<part.width { to[column] = Self.over(from[column], to[column]) }
          }
        }
      }
    }
  }

  /// One premultiplied pixel over another (Porter and Duff's *over*), two channels at a time.
  @inline(__always)
  static func over(_ source: UInt32, _ target: UInt32) -> UInt32 {
    let rest = 255 &- source >> 24
    // x * rest / 255, rounded, as (t + t / 256) / 256 with t = x * rest + 128.
    var even = (target & 0x00FF_00FF) &* rest &+ 0x0080_0080
    even = ((even &+ (even >> 8 & 0x00FF_00FF)) >> 8) & 0x00FF_00FF
    var odd = (target >> 8 & 0x00FF_00FF) &* rest &+ 0x0080_0080
    odd = (odd &+ (odd >> 8 & 0x00FF_00FF)) & 0xFF00_FF00
    return source &+ (even | odd)
  }
}
