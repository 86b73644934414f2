public import BoothCore

/// A print as a sheet of paper, with what the printer cuts off and where words and faces are safe.
public enum PaperPreview {
  /// The sheet as a PNG file, in the printer's own pixels: what reaches beyond the paper is red, the line 3 mm within its edge green,
  /// and where a printer that cuts makes strips of it, the cut is blue.
  /// - Parameters:
  ///   - request: the composite, as ``LayoutPreview/request(of:artwork:at:link:filter:)`` asks for it.
  ///   - canvas: the pixels that the printer gets.
  ///   - paper: as it comes out.
  ///   - dpi: dots an inch.
  /// - Throws: ``ImageError`` for a sheet that is too large.
  public static func png(
    of request: CompositeRequest, canvas: PixelSize, paper: MillimetreSize, dpi: Int
  ) throws(ImageError) -> [UInt8] {
    let page = PaperMarks(canvas: canvas, paper: paper, dpi: dpi, pieces: 1).page
    let sheet = try CompositeRenderer().sheet(request, canvas: canvas, page: page.size)
    var picture = try Bitmap(decoding: sheet.jpeg, subject: "the sheet")
    let marks = PaperMarks(canvas: canvas, paper: paper, dpi: dpi, pieces: sheet.pieces)
    try picture.sketch { drawing in
      for edge in marks.beyond { drawing.fill(.rectangle(edge), .color(RGBColor(red: 214, green: 40, blue: 40))) }
      marks.drawSafeLine(drawing)
      marks.drawCuts(drawing)
    }
    return try PNG.encode(picture)
  }
}

/// Where a sheet's paper is on the printer's canvas, and its lines.
struct PaperMarks {
  var canvas: PixelSize
  var paper: MillimetreSize
  var dpi: Int
  var pieces: Int

  var scale: PrintScale { PrintScale(dpi: dpi) }
  /// Of a line, in pixels.
  var line: Double { max(1, Double(dpi) / 150) }

  /// The paper's rectangle within the canvas, as if the picture lay in the middle.
  var page: PixelRect {
    let size = scale.pixels(paper)
    return PixelRect(
      x: (canvas.width - size.width) / 2, y: (canvas.height - size.height) / 2, width: size.width, height: size.height)
  }

  /// What of the canvas reaches beyond the paper, and is cut off; up to four pieces.
  var beyond: [PixelRect] {
    let page = page
    let (right, below) = (page.x + page.width, page.y + page.height)
    return [
      PixelRect(x: 0, y: 0, width: canvas.width, height: page.y),
      PixelRect(x: 0, y: below, width: canvas.width, height: canvas.height - below),
      PixelRect(x: 0, y: page.y, width: page.x, height: page.height),
      PixelRect(x: right, y: page.y, width: canvas.width - right, height: page.height),
    ].filter { $0.width > 0 && $0.height > 0 }
  }

  func inset(_ rect: PixelRect, _ by: Int) -> PixelRect {
    PixelRect(x: rect.x + by, y: rect.y + by, width: rect.width - 2 * by, height: rect.height - 2 * by)
  }

  func drawSafeLine(_ drawing: Drawing) {
    drawing.stroke(
      .rectangle(inset(page, scale.pixels(PrintProof.safeEdge))), width: line, RGBColor(red: 0, green: 140, blue: 70))
  }

  /// Where the sheet is cut: along the longer side, a line at each cut from edge to edge.
  func drawCuts(_ drawing: Drawing) {
    guard pieces > 1 else { return }
    let isUpright = canvas.height >= canvas.width
    for cut in 1..<pieces {
      let part = Double(cut) / Double(pieces)
      let ends =
        isUpright
        ? [Spot(Double(canvas.width) * part, 0), Spot(Double(canvas.width) * part, Double(canvas.height))]
        : [Spot(0, Double(canvas.height) * part), Spot(Double(canvas.width), Double(canvas.height) * part)]
      drawing.stroke(.line(ends), width: line, RGBColor(red: 30, green: 60, blue: 200))
    }
  }
}
