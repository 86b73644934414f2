extension CompositeLayout {
  /// The layout of an event that describes none: ``strip`` for three photos; otherwise 3:2 slots as large as fit above
  /// the footer of the same sheet, in one column up to three and in two columns beyond.
  public static func standard(slots count: Int) -> CompositeLayout {
    let count = max(1, count)
    guard count != 3 else { return .strip }
    let area = PixelRect(x: 60, y: 70, width: 1080, height: 1620)
    let gap = 40
    let columns = count > 3 ? 2 : 1
    let rows = (count + columns - 1) / columns
    let width = min((area.width - gap * (columns - 1)) / columns, (area.height - gap * (rows - 1)) / rows * 3 / 2)
    let height = width * 2 / 3
    let left = area.x + (area.width - columns * width - gap * (columns - 1)) / 2
    let top = area.y + (area.height - rows * height - gap * (rows - 1)) / 2
    let slots = (0..<count).map { index in
      PixelRect(
        x: left + index % columns * (width + gap), y: top + index / columns * (height + gap), width: width,
        height: height)
    }
    return CompositeLayout(size: strip.size, slots: slots, logo: strip.logo, footer: strip.footer)
  }
}
