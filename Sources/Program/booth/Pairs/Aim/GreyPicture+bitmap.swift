package import BoothCore
package import ImageRegistration
package import Imaging

extension GreyPicture {
  /// A picture's brightness, by the weights of ITU-R BT.601; translucent pixels on black.
  package init(_ bitmap: Bitmap) {
    var pixels = [UInt8](repeating: 0, count: bitmap.width * bitmap.height)
    bitmap.withPixels { source in
      for index in pixels.indices {
        let pixel = source[index]
        let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
        pixels[index] = UInt8((red * 77 + green * 150 + blue * 29) >> 8)
      }
    }
    self.init(width: bitmap.width, height: bitmap.height, pixels: pixels)
  }

  /// The middle of the picture; `size` fits into it.
  package func middle(_ size: PixelSize) -> GreyPicture {
    let (left, top) = ((width - size.width) / 2, (height - size.height) / 2)
    var cut: [UInt8] = []
    cut.reserveCapacity(size.width * size.height)
    for y in top..<top + size.height { cut += pixels[y * width + left..<y * width + left + size.width] }
    return GreyPicture(width: size.width, height: size.height, pixels: cut)
  }

  /// What lies under the guide, in the guide's own place: what is outside of the picture is black, and 0 in the mask.
  package func underGuide(_ view: GuideView) -> (picture: GreyPicture, mask: GreyPicture?) {
    var still = GuideView()
    (still.zoom, still.right, still.down) = (view.zoom, view.right, view.down)
    guard still != GuideView() else { return (self, nil) }
    var picture = GreyPicture(width: width, height: height, pixels: [UInt8](repeating: 0, count: width * height))
    var mask = picture
    for y in 0..<height {
      for x in 0..<width {
        let guide = PicturePoint(x: (Double(x) + 0.5) / Double(width), y: (Double(y) + 0.5) / Double(height))
        let point = view.picturePoint(ofGuide: guide)
        let (u, v) = (Int((point.x * Double(width)).rounded(.down)), Int((point.y * Double(height)).rounded(.down)))
        guard (0..<width).contains(u), (0..<height).contains(v) else { continue }
        picture.pixels[y * width + x] = pixels[v * width + u]
        mask.pixels[y * width + x] = 255
      }
    }
    return (picture, mask)
  }
}

extension GuideView {
  /// Where a point of the picture that the live view shows lies in the guide: the way back of ``picturePoint(ofGuide:)``.
  package func guidePoint(ofPicture point: PicturePoint) -> PicturePoint {
    let scale = Double(max(1, zoom)) / 100
    return PicturePoint(
      x: 0.5 + (point.x - 0.5 - Double(right) / 1000) / scale, y: 0.5 + (point.y - 0.5 - Double(down) / 1000) / scale)
  }
}
