extension CompositeLayout {
  /// The layout of an event that describes none: ``strip`` for three photos; otherwise 3:2 slots as large as fit above
  /// the footer of the same sheet, in one column up to three and in two columns beyond; a photo that is alone in the last
  /// row stands in its middle.
  /// - Parameter hasLogo: makes room for the theme's logo beside the footer's words.
  public static func standard(slots count: Int, hasLogo: Bool = false) -> CompositeLayout {
    var layout = columns(of: max(1, count))
    if hasLogo {
      layout.logo = PixelRect(x: 110, y: 1714, width: 160, height: 76)
      layout.footer = PixelRect(x: 285, y: 1715, width: 755, height: 75)
    }
    return layout
  }

  private static func columns(of count: Int) -> CompositeLayout {
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
      let missing = index / columns == rows - 1 ? rows * columns - count : 0
      return PixelRect(
        x: left + index % columns * (width + gap) + missing * (width + gap) / 2,
        y: top + index / columns * (height + gap), width: width,
        height: height)
    }
    return CompositeLayout(size: strip.size, slots: slots, logo: strip.logo, footer: strip.footer)
  }
}
