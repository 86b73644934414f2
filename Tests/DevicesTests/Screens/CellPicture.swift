import BoothCore
import Imaging

@testable import Screens

/// Paints a canvas as a picture: what a terminal with a good font would show, for documentation and tests.
struct CellPicture: Sendable {
  /// The size of a cell in pixels; the height should be twice the width, and both be even.
  var cellSize: PixelSize

  /// By default a cell is 10 by 20 pixels.
  init(cellSize: PixelSize = PixelSize(width: 10, height: 20)) { self.cellSize = cellSize }

  /// Blocks become exact rectangles; letters are drawn with the machine's monospaced font.
  /// - Throws: ``ImageError`` if letters cannot be drawn.
  func bitmap(of canvas: CellCanvas) throws(ImageError) -> Bitmap {
    var bitmap = Bitmap(
      size: PixelSize(width: canvas.columns * cellSize.width, height: canvas.rows * cellSize.height), color: .black)
    var drawn: [Letter: Bitmap] = [:]
    for row in 0..<canvas.rows {
      for column in 0..<canvas.columns {
        let cell = canvas[column, row]
        let rect = PixelRect(
          x: column * cellSize.width, y: row * cellSize.height, width: cellSize.width, height: cellSize.height)
        if cell.glyph != .continuation { bitmap.paint(rect, cell.paper) }
        if let quarters = BlockElement.quarters(of: cell.glyph) {
          paint(quarters, in: rect, cell.ink, on: &bitmap)
        } else if cell.glyph != .continuation {
          let letter = Letter(glyph: cell.glyph, ink: cell.ink, isBold: cell.isBold)
          let picture: Bitmap
          if let known = drawn[letter] {
            picture = known
          } else {
            picture = try draw(letter)
            drawn[letter] = picture
          }
          bitmap.lay(picture, x: rect.x + (rect.width * max(1, cell.glyph.columns) - picture.width) / 2, y: rect.y)
        }
      }
    }
    return bitmap
  }

  /// The same as a PNG file.
  func png(of canvas: CellCanvas) throws(ImageError) -> [UInt8] { try PNG.encode(bitmap(of: canvas)) }

  private struct Letter: Hashable {
    var glyph: Glyph
    var ink: Paint
    var isBold: Bool
  }

  private func draw(_ letter: Letter) throws(ImageError) -> Bitmap {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: letter.glyph.scalars)
    // A monospaced font of this size advances by 0.6 of it and is as high as the cell.
    let style = TextStyle(
      family: "monospace", pixelSize: Double(cellSize.width) / 0.602, isBold: letter.isBold, color: letter.ink.color)
    let picture = try TextPainter.picture(of: String(text), style: style)
    var cell = Bitmap(
      size: PixelSize(width: max(picture.width, cellSize.width), height: cellSize.height))
    cell.lay(picture, x: (cell.width - picture.width) / 2, y: (cell.height - picture.height + 1) / 2)
    return cell
  }

  private func paint(_ quarters: Int, in rect: PixelRect, _ paint: Paint, on bitmap: inout Bitmap) {
    let (width, height) = (rect.width / 2, rect.height / 2)
    for bit in 0..<4 where quarters & 1 << bit != 0 {
      bitmap.paint(
        PixelRect(x: rect.x + bit % 2 * width, y: rect.y + bit / 2 * height, width: width, height: height), paint)
    }
  }
}

extension Bitmap {
  fileprivate mutating func paint(_ rect: PixelRect, _ paint: Paint) {
    let pixel = 0xFF00_0000 | paint.rgb
    let width = width
    withMutablePixels { pixels in
      for y in rect.y..<rect.y + rect.height {
        for index in y * width + rect.x..<y * width + rect.x + rect.width { pixels[index] = pixel }
      }
    }
  }

  /// Lays a premultiplied picture over this one; what stands over is left out.
  fileprivate mutating func lay(_ picture: Bitmap, x: Int, y: Int) {
    for row in max(0, -y)..<max(max(0, -y), min(picture.height, height - y)) {
      for column in max(0, -x)..<max(max(0, -x), min(picture.width, width - x)) {
        let above = picture[column, row]
        let alpha = above >> 24
        guard alpha > 0 else { continue }
        let below = self[x + column, y + row]
        var sum: UInt32 = 0
        for shift: UInt32 in [0, 8, 16, 24] {
          let channel = (above >> shift & 255) + (below >> shift & 255) * (255 - alpha) / 255
          sum |= min(channel, 255) << shift
        }
        self[x + column, y + row] = sum
      }
    }
  }
}
