extension PrintLayout {
  /// Layouts with names, for events that do not want to measure.
  public enum Preset: String, Sendable, CaseIterable {
    /// 6×4 inches, lying: one photo.
    case single4x6 = "single-4x6"
    /// 4×6 inches, standing: two photos, one above the other.
    case two4x6 = "two-4x6"
    /// 6×4 inches, lying: four photos, two by two.
    case four4x6 = "four-4x6"
    /// 2×6 inches, twice on a sheet of 4×6 that is cut in the middle: the photos of all strips, up to four.
    case strips2x6 = "strips-2x6"
    /// 4×4 inches: one to four photos.
    case square
    /// A6, lying: a large photo, the others small beside it, and the words.
    case postcard

    /// How many photos it has where the plan has so many strips.
    public func pictures(strips: Int) -> Int {
      switch self {
      case .single4x6: 1
      case .two4x6: 2
      case .four4x6: 4
      case .strips2x6, .square, .postcard: min(max(strips, 1), 4)
      }
    }
  }

  /// 4×6 inches.
  private static let standing = MillimetreSize(width: 101.6, height: 152.4)
  private static let lying = MillimetreSize(width: 152.4, height: 101.6)

  /// - Parameters:
  ///   - strips: of the event's plan.
  ///   - hasCode: whether the link's code is printed, for which the words make room.
  public static func preset(_ preset: Preset, strips: Int, hasCode: Bool = false) -> PrintLayout {
    let count = preset.pictures(strips: strips)
    return switch preset {
    case .single4x6: sheet(lying, rows: [1], hasCode)
    case .two4x6: sheet(standing, rows: [1, 1], hasCode)
    case .four4x6: sheet(lying, rows: [2, 2], hasCode)
    case .square:
      sheet(
        MillimetreSize(width: 101.6, height: 101.6), rows: [[1], [2], [1, 2], [2, 2]][count - 1], hasCode)
    case .strips2x6: strips2x6(count, hasCode)
    case .postcard: postcard(count, hasCode)
    }
  }

  /// Rows of photos as large as fit above a band of words.
  private static func sheet(_ paper: MillimetreSize, rows: [Int], _ hasCode: Bool) -> PrintLayout {
    let (margin, gap) = (5.0, 3.0)
    let band = MillimetreRect(
      x: margin, y: paper.height - (hasCode ? 23 : 15), width: paper.width - 2 * margin, height: hasCode ? 20 : 12)
    let area = MillimetreRect(
      x: margin, y: margin, width: paper.width - 2 * margin, height: band.y - 3 - margin)
    let height = (area.height - gap * Double(rows.count - 1)) / Double(rows.count)
    var boxes: [MillimetreRect] = []
    for (row, columns) in rows.enumerated() {
      let width = (area.width - gap * Double(columns - 1)) / Double(columns)
      for column in 0..<columns {
        boxes.append(
          MillimetreRect(
            x: area.x + Double(column) * (width + gap), y: area.y + Double(row) * (height + gap), width: width,
            height: height))
      }
    }
    let (words, code) = words(in: band, of: paper, hasCode)
    return PrintLayout(paper: paper, pictures: pictures(in: boxes), texts: words, code: code)
  }

  /// A classic strip: photos in a column, the logo where there is room, the words, the code below them.
  private static func strips2x6(_ count: Int, _ hasCode: Bool) -> PrintLayout {
    let panel = MillimetreSize(width: 50.8, height: 152.4)
    let (margin, gap) = (4.0, 3.0)
    let width = panel.width - 2 * margin
    let band = MillimetreRect(x: margin, y: panel.height - (hasCode ? 40 : 24), width: width, height: hasCode ? 36 : 20)
    // One or two photos stand, three or four lie; four have to be flatter than 4:3.
    let most = (band.y - 2 - margin) / Double(count) - gap
    let height = min(count <= 2 ? width * 5 / 4 : width * 3 / 4, most)
    let boxes = (0..<count).map {
      MillimetreRect(x: margin, y: margin + Double($0) * (height + gap), width: width, height: height)
    }
    let end = margin + Double(count) * (height + gap)
    let room = MillimetreRect(x: margin, y: end, width: width, height: band.y - end - 3)
    let lines = MillimetreRect(x: margin, y: band.y, width: width, height: hasCode ? 14 : band.height)
    let code =
      hasCode
      ? MillimetreRect(x: margin, y: band.y + 15, width: width, height: band.height - 15) : nil
    return PrintLayout(
      paper: standing, panel: panel, panels: [0, panel.width].map { MillimetrePoint(x: $0, y: 0) },
      pictures: pictures(in: boxes), logo: room.height >= 12 ? room : nil, texts: words(in: lines, of: panel),
      code: code)
  }

  private static func postcard(_ count: Int, _ hasCode: Bool) -> PrintLayout {
    let paper = MillimetreSize(width: 148, height: 105)
    let band = MillimetreRect(x: 6, y: 81, width: 136, height: 20)
    var boxes = [MillimetreRect(x: 6, y: 6, width: count == 1 ? 136 : 92, height: 71)]
    let small = count - 1
    for index in 0..<small {
      let height = (71 - 3 * Double(small - 1)) / Double(small)
      boxes.append(MillimetreRect(x: 101, y: 6 + Double(index) * (height + 3), width: 41, height: height))
    }
    let (words, code) = words(in: band, of: paper, hasCode)
    return PrintLayout(paper: paper, pictures: pictures(in: boxes), texts: words, code: code)
  }

  private static func pictures(in boxes: [MillimetreRect]) -> [Picture] {
    boxes.enumerated().map { Picture(strip: $0, box: $1, border: 0.8, borderInk: .accent) }
  }

  /// The event's name and below it the session's day, on a bar of the theme's second colour down to the panel's edge,
  /// since a background has flowers where it likes.
  private static func words(in box: MillimetreRect, of panel: MillimetreSize) -> [Text] {
    let bar = MillimetreRect(x: 0, y: box.y - 1.5, width: panel.width, height: panel.height - box.y + 1.5)
    let name = MillimetreRect(x: box.x, y: box.y, width: box.width, height: box.height * 0.62)
    let day = MillimetreRect(x: box.x, y: box.y + box.height * 0.62, width: box.width, height: box.height * 0.38)
    return [
      Text(words: "", box: bar, plate: .secondary), Text(words: "{event}", box: name, size: name.height * 0.72),
      Text(words: "{date}", box: day, size: day.height * 0.68, isBold: false),
    ]
  }

  /// Words, and the code at their right.
  private static func words(
    in band: MillimetreRect, of panel: MillimetreSize, _ hasCode: Bool
  ) -> (texts: [Text], code: MillimetreRect?) {
    guard hasCode else { return (words(in: band, of: panel), nil) }
    let side = band.height
    let box = MillimetreRect(x: band.x, y: band.y, width: band.width - side - 3, height: side)
    return (
      words(in: box, of: panel), MillimetreRect(x: band.x + band.width - side, y: band.y, width: side, height: side)
    )
  }
}
