public import BoothCore

/// What helps to aim by an old picture: effects on the guide that lies over the live view. Each is made once per guide,
/// on any thread.
public enum GuidePainter {
  /// As the Then & Now app sets Core Image's `CIColorControls` (`inputContrast`).
  public static let contrast = 1.5
  /// As the Then & Now app sets Core Image's `CIEdges` (`inputIntensity`).
  public static let edgeIntensity = 5.0
  /// Of the grid: white, half seen through.
  public static let gridColor = RGBColor(red: 255, green: 255, blue: 255, alpha: 128)

  /// The picture with its colours farther from the middle grey: `(c − 0.5) · factor + 0.5` for each channel, as Core
  /// Image's colour controls have it, on values as they are stored.
  public static func contrast(of guide: Bitmap, factor: Double = contrast) -> Bitmap {
    let added = 127.5 * (1 - factor)
    var picture = guide
    picture.apply(
      ColorMatrix(
        red: SIMD4(factor, 0, 0, added), green: SIMD4(0, factor, 0, added), blue: SIMD4(0, 0, factor, added)))
    return picture
  }

  /// The picture under the grid of thirds: two lines across and two down.
  public static func grid(over guide: Bitmap) -> Bitmap {
    var picture = guide
    for line in gridLines(of: guide.size) { picture.fill(line, with: gridColor) }
    return picture
  }

  /// The grid alone, transparent elsewhere.
  public static func grid(of size: PixelSize) -> Bitmap { grid(over: Bitmap(size: size)) }

  /// Where the grid's lines are, without the crossings twice, so that they are no lighter than the rest: one pixel
  /// wide, and on large screens as wide as one of a phone's points.
  static func gridLines(of size: PixelSize) -> [PixelRect] {
    let width = max(1, (min(size.width, size.height) + 360) / 720)
    func starts(_ length: Int) -> [Int] { [1, 2].map { length * $0 / 3 - width / 2 } }
    let (columns, rows) = (starts(size.width), starts(size.height))
    let across = rows.map { PixelRect(x: 0, y: $0, width: size.width, height: width) }
    let stops = [0] + rows.map { $0 + width } + [size.height]
    let down = columns.flatMap { x in
      (0..<3).map { part in
        let end = part < 2 ? rows[part] : size.height
        return PixelRect(x: x, y: stops[part], width: width, height: end - stops[part])
      }
    }
    return across + down
  }

  /// The old picture's outlines, to aim by eye: light lines with a dark casing, short pieces left out, transparent
  /// elsewhere, of the guide's size. They can be read over any live view, and best over one that is dimmed a little.
  ///
  /// The guide is looked at with at most 1024 points a side, where grain and scratches of old prints are gone; so what it
  /// takes hardly depends on its size: about a tenth of a second.
  /// - Parameter intensity: how strong the outlines of a soft picture become; ``edgeIntensity`` unless said otherwise.
  /// - Throws: ``ImageError`` if cairo cannot draw.
  public static func outlines(of guide: Bitmap, intensity: Double = edgeIntensity) throws(ImageError) -> Bitmap {
    let found = Outlines(of: guide, intensity: intensity)
    var picture = Bitmap(size: guide.size)
    let longer = Double(max(guide.width, guide.height))
    let (light, dark) = (max(2, longer / 800), max(1, longer / 900))
    let (scaleX, scaleY) = (
      Double(guide.width) / Double(found.size.width), Double(guide.height) / Double(found.size.height)
    )
    let lines = found.lines.map { line in
      (spots: line.spots.map { Spot($0.x * scaleX, $0.y * scaleY) }, strength: line.strength)
    }
    try picture.sketch { drawing in
      for line in lines {
        drawing.stroke(
          .line(line.spots), width: light + 2 * dark,
          RGBColor(red: 0, green: 0, blue: 0, alpha: UInt8(150 * (0.5 + line.strength / 2))))
      }
      for line in lines {
        drawing.stroke(
          .line(line.spots), width: light,
          RGBColor(red: 255, green: 250, blue: 235, alpha: UInt8(255 * (0.5 + line.strength / 2))))
      }
    }
    return picture
  }
}
