import BoothCore
import Imaging

/// One thing that is drawn, as data: two lists of marks that are equal look the same.
enum Mark: Hashable, Sendable {
  case fill(Shape, Fill)
  case stroke(Shape, width: Double, RGBColor)
  case shadow(PixelRect, radius: Double, blur: Double, RGBColor)
  case text(TextBlock, x: Int, y: Int, RGBColor)
  /// A number or a sign whose ink is so high, outlined.
  case figure(String, family: String, middle: Spot, height: Double, RGBColor, outline: RGBColor, width: Double)
  /// A picture that has to be loaded; nothing where it cannot be.
  case picture(SceneRenderer.WantedPicture, PixelRect, radius: Double, mirrored: Bool, share: Double)
  /// A link as a QR code with its quiet zone, black; its paper is a mark of its own.
  case code(String, PixelRect)
}

extension Mark {
  /// Where text stands, if this is text.
  var words: (text: String, rect: PixelRect, color: RGBColor)? {
    guard case .text(let block, let x, let y, let color) = self else { return nil }
    return (block.options.text, PixelRect(x: x, y: y, width: block.size.width, height: block.size.height), color)
  }
}
