import BoothCore
import Imaging

/// How a display is mounted: from what guests see as upright to the display's own pixels.
struct Mounting: Equatable {
  /// How an upright picture must be turned for the display.
  let turn: Orientation
  /// The display's own size.
  let output: PixelSize

  /// The size that guests see.
  var size: PixelSize { turn.inverse.apply(to: output) }

  /// Where the display has a rectangle that guests see.
  func place(_ rect: PixelRect) -> PixelRect { turn.inverse.source(of: rect, in: output) }
}
