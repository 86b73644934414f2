import BoothCore
import CPangoCairo

extension TextPainter {
  /// Whether the fonts of this machine have a picture for every character of `text`; without one, guests see boxes.
  public static func canDraw(_ text: String) -> Bool {
    var scratch = Bitmap(size: PixelSize(width: 1, height: 1))
    var unknown: Int32 = 1
    do {
      try scratch.draw { context in
        let layout = TextLayout(context, text, TextStyle(pixelSize: 20, color: .black), size: 20)
        unknown = layout.unknownGlyphs
      }
    } catch {
      return false
    }
    return unknown == 0
  }
}
