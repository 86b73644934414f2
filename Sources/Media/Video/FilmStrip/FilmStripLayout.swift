import BoothCore

/// Where things stand on a film strip, in pixels from its top left; everything even, as 4:2:0 wants it.
///
/// FotoX's proportions, in parts of a slot's width: side and top padding and the space between slots 0.08, the footer
/// under the last slot 0.45 down to the lower edge, slot corners 0.08; the width is 720 pixels.
/// Ours is that no side is longer than 1920 pixels: taller strips are made smaller as a whole.
struct FilmStripLayout: Equatable {
  static let width = 720.0
  static let longestSide = 1920.0

  let size: PixelSize
  let slots: [PixelRect]
  let footer: PixelRect
  let slotRadius: Double

  /// - Parameter slotAspect: a slot's width by its height; taken into 0.4 to 3, beyond which nothing could be seen.
  init(slots count: Int, slotAspect: Double) {
    let aspect = min(max(slotAspect, 0.4), 3)
    let slotWidth = Self.width / (1 + 2 * 0.08)
    let gap = 0.08 * slotWidth
    let height =
      gap + Double(count) * slotWidth / aspect + Double(count - 1) * gap + 0.45 * slotWidth
    let scale = min(1, Self.longestSide / max(Self.width, height))
    let (width, slotHeight) = (slotWidth * scale, slotWidth / aspect * scale)
    size = PixelSize(width: ClipSize.even(Self.width * scale), height: ClipSize.even(height * scale))
    // Each edge is rounded by itself, so that roundings do not add up from slot to slot.
    let left = ClipSize.even(gap * scale)
    let slotSize = PixelSize(width: size.width - 2 * left, height: ClipSize.even(slotHeight))
    slots = (0..<count).map { index in
      let top = gap * scale + Double(index) * (slotHeight + gap * scale)
      return PixelRect(x: left, y: ClipSize.even(top), width: slotSize.width, height: slotSize.height)
    }
    let end = (slots.last?.y ?? 0) + slotSize.height
    footer = PixelRect(x: left, y: end, width: slotSize.width, height: size.height - end)
    slotRadius = 0.08 * width
  }
}
