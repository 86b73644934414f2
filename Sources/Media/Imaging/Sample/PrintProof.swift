public import BoothCore

/// A test sheet: shows how much a printer cuts off at each edge, whether its colours are right, and where it cuts.
///
/// ```swift
/// let jpeg = try PrintProof(canvas: canvas, paper: paper, dpi: 300, lines: ["DNP DS620"]).jpeg()
/// ```
public struct PrintProof: Sendable {
  /// The pixels that the printer gets.
  public var canvas: PixelSize
  /// The paper as it comes out; what of the canvas reaches beyond it is cut off.
  public var paper: MillimetreSize
  /// Dots an inch.
  public var dpi: Int
  /// Into how many equal pieces the printer cuts the sheet.
  public var pieces: Int
  /// What is written on it: the printer, the paper. One line each.
  public var lines: [String]
  /// In whose colours its pixels are; nil: sRGB.
  public var colors: ColorProfile?

  /// Takes what the sheet is for.
  public init(
    canvas: PixelSize, paper: MillimetreSize, dpi: Int, pieces: Int = 1, lines: [String], colors: ColorProfile? = nil
  ) {
    self.canvas = canvas
    self.paper = paper
    self.dpi = dpi
    self.pieces = pieces
    self.lines = lines
    self.colors = colors
  }

  /// How far from the paper's edge faces and words should stay, in millimetres: dye-sublimation printers cut up to 3 mm off
  /// a picture that does not know their canvas (OpenPrinting/cups-filters issues 492 and 661).
  public static let safeEdge = 3.0

  /// A JPEG of quality 95 with a colour for every pixel.
  public func jpeg() throws(ImageError) -> [UInt8] {
    var sheet = try bitmap()
    if let colors { try sheet.turn(into: colors) }
    return try JPEGCodec().encode(sheet, quality: 95, subsampling: .s444).withDensity(dpi)
  }

  func bitmap() throws(ImageError) -> Bitmap {
    guard canvas.width >= 300, canvas.height >= 300, canvas.area <= 40_000_000 else {
      throw ImageError(
        .tooLarge, subject: "the test sheet", detail: "is \(canvas), expected 300x300 to 40 million pixels")
    }
    var sheet = Bitmap(size: canvas, color: .white)
    try sheet.sketch(draw)
    return sheet
  }

  private var marks: PaperMarks { PaperMarks(canvas: canvas, paper: paper, dpi: dpi, pieces: pieces) }
  private var scale: PrintScale { marks.scale }
  private static let black = RGBColor(red: 0, green: 0, blue: 0)

  private var page: PixelRect { marks.page }

  private func draw(_ drawing: Drawing) {
    let line = marks.line
    // What is cut off is red: none of it may be seen.
    let red = RGBColor(red: 214, green: 40, blue: 40)
    drawing.fill(.rectangle(PixelRect(x: 0, y: 0, width: canvas.width, height: canvas.height)), .color(red))
    drawing.fill(.rectangle(page), .color(.white))
    marks.drawSafeLine(drawing)
    rulers(drawing, line)
    marks.drawCuts(drawing)
    content(drawing, within: marks.inset(page, scale.pixels(9)))
  }

  /// Lines at each millimetre from each edge of the paper, so that what was cut off can be read: the longest are at 0, 5 and 10.
  private func rulers(_ drawing: Drawing, _ line: Double) {
    let (width, height) = (page.width, page.height)
    for millimetre in 0...8 {
      let off = scale.length(Double(millimetre))
      let reach = scale.length(millimetre % 5 == 0 ? 6 : 3) + scale.length(Double(millimetre)) * 0.5
      for side in 0..<2 {
        let across = (Double(page.x) + Double(width) / 2, Double(page.y) + Double(height) / 2)
        let y = side == 0 ? Double(page.y) + off : Double(page.y + height) - off
        drawing.stroke(
          .line([Spot(across.0 - reach, y), Spot(across.0 + reach, y)]), width: line, Self.black)
        let x = side == 0 ? Double(page.x) + off : Double(page.x + width) - off
        drawing.stroke(
          .line([Spot(x, across.1 - reach), Spot(x, across.1 + reach)]), width: line, Self.black)
      }
    }
  }

  private func content(_ drawing: Drawing, within box: PixelRect) {
    let textHeight = box.height * 3 / 10
    let all = (["Test sheet"] + lines + ["No red edge may be seen; words and faces stay within the green line."])
      .prefix(7)
    let row = textHeight / max(1, all.count)
    for (index, text) in all.enumerated() {
      let block = TextBlock(
        TextBlock.Options(
          text, isBold: index == 0, side: .center, sizes: 8...(Double(row) * (index == 0 ? 0.9 : 0.62)), lines: 2),
        in: PixelSize(width: box.width, height: row))
      drawing.text(block, x: box.x + (box.width - block.size.width) / 2, y: box.y + index * row, Self.black)
    }
    let rest = PixelRect(x: box.x, y: box.y + textHeight, width: box.width, height: box.height - textHeight)
    for (index, colors) in Self.rows.enumerated() {
      let height = rest.height / Self.rows.count
      for (place, color) in colors.enumerated() {
        let left = rest.width * place / colors.count
        let right = rest.width * (place + 1) / colors.count
        drawing.fill(
          .rectangle(
            PixelRect(x: rest.x + left, y: rest.y + index * height, width: right - left, height: height * 9 / 10)),
          .color(color))
      }
    }
  }

  /// Pure colours, skin from light to dark, and grey in sixteen steps: a cast or lost shadows show at once.
  private static let rows: [[RGBColor]] = [
    [(255, 0, 0), (255, 255, 0), (0, 255, 0), (0, 255, 255), (0, 0, 255), (255, 0, 255)],
    [(255, 224, 196), (238, 195, 159), (213, 160, 118), (172, 116, 76), (119, 74, 45), (70, 42, 28)],
    (0..<16).map { ($0 * 17, $0 * 17, $0 * 17) },
  ].map { $0.map { RGBColor(red: UInt8($0.0), green: UInt8($0.1), blue: UInt8($0.2)) } }
}
