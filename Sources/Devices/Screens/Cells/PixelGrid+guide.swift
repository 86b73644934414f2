import BoothCore
import Imaging

extension PixelGrid {
  /// Lays a picture over a part of the grid, both in square pixels: two a quarter, one above the other.
  /// - Parameters:
  ///   - stand: where all of the picture lies, which may reach beyond the part.
  ///   - part: what of it is drawn.
  ///   - share: 256 hides what was there.
  mutating func lay(_ picture: Bitmap, at stand: PixelRect, within part: PixelRect, mirrored: Bool, share: Int) {
    guard stand.width > 0, stand.height > 0 else { return }
    let columns = max(0, max(part.x, stand.x))..<max(0, max(part.x, stand.x), min(width, part.right, stand.right))
    let top = max(0, max(part.y, stand.y) + 1) / 2
    let rows = top..<max(top, min(height, part.bottom / 2, stand.bottom / 2))
    picture.withPixels { source in
      for row in rows {
        let upper = min(max(0, (2 * row - stand.y) * picture.height / stand.height), picture.height - 1)
        let lower = min(max(0, (2 * row + 1 - stand.y) * picture.height / stand.height), picture.height - 1)
        for column in columns {
          var x = min(max(0, (column - stand.x) * picture.width / stand.width), picture.width - 1)
          if mirrored { x = picture.width - 1 - x }
          let (a, b) = (source[upper * picture.width + x], source[lower * picture.width + x])
          // The mean of two numbers of four bytes each, byte by byte.
          let mean = (a & b) &+ ((a ^ b) & 0xFEFE_FEFE) >> 1
          let alpha = Int(mean >> 24)
          guard alpha > 0 else { continue }
          let opaque = alpha == 255 ? Paint(rgb: mean) : Paint(RGBColor(premultiplied: mean))
          let index = row * width + column
          pixels[index] = pixels[index].mixed(with: opaque, alpha * share / 255)
        }
      }
    }
  }
}
