public import BoothCore

/// Single pictures of a pair.
public struct PairStills: Sendable {
  /// JPEG's quality of everything here.
  static let quality = 92
  /// Beyond it pictures stand below each other: two wide ones beside each other are a ribbon.
  static let widest = 1.9

  private let pictures: PairPictures

  /// Of pictures that are ready.
  public init(_ pictures: PairPictures) { self.pictures = pictures }

  /// The old picture as the new one shows it, for pages that lay both over each other.
  public func old() throws(ImageError) -> [UInt8] { try encode(pictures.frame.old) }

  /// The new picture in the old one's frame.
  public func new() throws(ImageError) -> [UInt8] { try encode(pictures.frame.new) }

  /// Both on white, the old one at the left or above.
  public func sideBySide() throws(ImageError) -> [UInt8] {
    let (old, new) = pictures.shown
    let isBelow = Double(old.width) / Double(old.height) > Self.widest
    // One height beside each other, one width below.
    let length = isBelow ? min(old.width, new.width) : min(old.height, new.height)
    func fitted(_ picture: Bitmap) -> Bitmap {
      Resampler.scale(
        picture, to: picture.size.times(Double(length) / Double(isBelow ? picture.width : picture.height)))
    }
    let (first, second) = (fitted(old), fitted(new))
    let gap = max(4, length / 60)
    let size =
      isBelow
      ? PixelSize(width: max(first.width, second.width) + 2 * gap, height: first.height + second.height + 3 * gap)
      : PixelSize(width: first.width + second.width + 3 * gap, height: max(first.height, second.height) + 2 * gap)
    var page = Bitmap(size: size, color: .white)
    page.paint(first, x: gap, y: gap)
    page.paint(
      second, x: isBelow ? gap : first.width + 2 * gap, y: isBelow ? first.height + 2 * gap : gap)
    return try encode(page)
  }

  /// The old picture's left half and the new one's right half, with the bar between them.
  public func slider() throws(ImageError) -> [UInt8] {
    var picture = pictures.frame.new
    let middle = picture.width / 2
    if middle > 0,
      let left = pictures.frame.old.cropped(to: PixelRect(x: 0, y: 0, width: middle, height: picture.height))
    {
      picture.paint(left, x: 0, y: 0)
    }
    try PairBar(picture.size).paint(on: &picture, at: middle)
    return try encode(picture)
  }

  private func encode(_ picture: Bitmap) throws(ImageError) -> [UInt8] {
    try JPEGCodec().encode(picture, quality: Self.quality)
  }
}

/// The bar of a slider, with a grip that says that it can be moved.
package struct PairBar: Sendable {
  /// Of the bar, in pixels; even.
  package let width: Int
  private let size: PixelSize

  /// For a picture of `size`.
  package init(_ size: PixelSize) {
    self.size = size
    width = max(2, min(size.width, size.height) / 240 * 2)
  }

  /// Draws it with its middle at `x`.
  package func paint(on picture: inout Bitmap, at x: Int) throws(ImageError) {
    let (half, middle) = (Double(width) / 2, Double(size.height) / 2)
    let radius = max(6, Double(min(size.width, size.height)) / 28)
    let at = Double(x)
    try picture.sketch { drawing in
      let shade = RGBColor(red: 0, green: 0, blue: 0, alpha: 90)
      drawing.stroke(.line([Spot(at, -half), Spot(at, Double(size.height) + half)]), width: 2 * half + 3, shade)
      drawing.stroke(.line([Spot(at, -half), Spot(at, Double(size.height) + half)]), width: 2 * half, .white)
      drawing.fill(.circle(Spot(at, middle), radius: radius + 1.5), .color(shade))
      drawing.fill(.circle(Spot(at, middle), radius: radius), .color(.white))
      for side in [-1.0, 1.0] {
        let (tip, base, rise) = (at + side * radius * 0.66, at + side * radius * 0.28, radius * 0.34)
        drawing.fill(
          .polygon([Spot(tip, middle), Spot(base, middle - rise), Spot(base, middle + rise)]),
          .color(RGBColor(red: 70, green: 70, blue: 70)))
      }
    }
  }
}
