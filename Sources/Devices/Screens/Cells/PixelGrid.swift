import BoothCore
import Imaging

/// A rectangle of cells: column and row of its top left, width and height in cells.
struct CellRect: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var right: Int { x + width }
  var bottom: Int { y + height }
  var isEmpty: Bool { width <= 0 || height <= 0 }

  func inset(_ columns: Int, _ rows: Int) -> CellRect {
    CellRect(x: x + columns, y: y + rows, width: width - 2 * columns, height: height - 2 * rows)
  }

  /// The largest centred rectangle that shows `proportions` upright, as cells are twice as high as wide.
  func fitting(_ proportions: PixelSize) -> CellRect {
    guard proportions.width > 0, proportions.height > 0, !isEmpty else { return self }
    let widest = height * 2 * proportions.width / proportions.height
    if widest <= width {
      return CellRect(x: x + (width - max(widest, 1)) / 2, y: y, width: max(widest, 1), height: height)
    }
    let highest = max(1, (width * proportions.height / proportions.width + 1) / 2)
    return CellRect(x: x, y: y + (height - highest) / 2, width: width, height: highest)
  }

  /// The size in square pixels of a picture that fills it: two by four a cell.
  var pictureSize: PixelSize { PixelSize(width: max(1, width * 2), height: max(1, height * 4)) }
}

/// The picture under the text: quarters of cells, each half as wide as high, row after row.
struct PixelGrid {
  let columns: Int
  let rows: Int
  /// `2 * columns` by `2 * rows`.
  var pixels: [Paint]

  init(columns: Int, rows: Int, _ paint: Paint) {
    self.columns = columns
    self.rows = rows
    pixels = Array(repeating: paint, count: columns * rows * 4)
  }

  var width: Int { columns * 2 }
  var height: Int { rows * 2 }

  /// Lays `paint` over a rectangle given in quarters; `share` 256 hides what was there.
  mutating func fill(x: Int, y: Int, width: Int, height: Int, _ paint: Paint, share: Int = 256) {
    let (left, right) = (max(x, 0), min(x + width, self.width))
    guard left < right else { return }
    for row in max(y, 0)..<max(max(y, 0), min(y + height, self.height)) {
      for index in row * self.width + left..<row * self.width + right {
        pixels[index] = share == 256 ? paint : pixels[index].mixed(with: paint, share)
      }
    }
  }

  mutating func fill(_ rect: CellRect, _ paint: Paint, share: Int = 256) {
    fill(x: rect.x * 2, y: rect.y * 2, width: rect.width * 2, height: rect.height * 2, paint, share: share)
  }

  /// Has `paint` come in from nothing at `from` to `share` at `to` (rows of quarters), over the whole width.
  mutating func fade(from: Int, to: Int, _ paint: Paint, share: Int = 256) {
    guard to > from else { return }
    for row in max(from, 0)..<max(max(from, 0), min(to, height)) {
      fill(x: 0, y: row, width: width, height: 1, paint, share: share * (row - from + 1) / (to - from + 1))
    }
  }

  /// Draws a picture of ``CellRect/pictureSize`` (any other is scaled to fill it), two of its rows a quarter.
  /// - Parameters:
  ///   - share: 256 hides what was there; translucent pixels of the picture always let it through.
  ///   - coarse: drops the two lowest bits, so that a camera's noise does not redraw a still scene.
  mutating func draw(
    _ picture: Bitmap, in rect: CellRect, mirrored: Bool = false, share: Int = 256, coarse: Bool = false
  ) {
    guard !rect.isEmpty else { return }
    let size = rect.pictureSize
    let source = picture.size == size ? picture : Resampler.fill(size, with: picture)
    source.withPixels { source in
      for y in max(0, -rect.y * 2)..<min(rect.height * 2, height - rect.y * 2) {
        for x in max(0, -rect.x * 2)..<min(rect.width * 2, width - rect.x * 2) {
          let column = mirrored ? size.width - 1 - x : x
          let upper = source[2 * y * size.width + column]
          let lower = source[(2 * y + 1) * size.width + column]
          let index = (rect.y * 2 + y) * width + rect.x * 2 + x
          // The mean of two numbers of four bytes each, byte by byte.
          var mean = (upper & lower) &+ ((upper ^ lower) & 0xFEFE_FEFE) >> 1
          if coarse { mean = mean & 0xFFFC_FCFC | (mean >> 6 & 0x0003_0303) }
          let alpha = Int(mean >> 24)
          if alpha == 255, share == 256 {
            pixels[index] = Paint(rgb: mean)
          } else if alpha > 0 {
            let opaque = alpha == 255 ? Paint(rgb: mean) : Paint(RGBColor(premultiplied: mean))
            pixels[index] = pixels[index].mixed(with: opaque, alpha * share / 255)
          }
        }
      }
    }
  }

  /// Lays `paint` on wherever `mask` covers, its top left at these quarters.
  mutating func draw(_ mask: CoverageMask, x: Int, y: Int, _ paint: Paint) {
    for row in max(0, -y)..<max(max(0, -y), min(mask.height, height - y)) {
      for column in max(0, -x)..<max(max(0, -x), min(mask.width, width - x)) {
        let coverage = Int(mask.coverage[row * mask.width + column])
        guard coverage > 0 else { continue }
        let index = (y + row) * width + x + column
        pixels[index] = pixels[index].mixed(with: paint, coverage * 256 / 255)
      }
    }
  }

  /// The mean colour under a cell.
  func mean(column: Int, row: Int) -> Paint {
    let index = row * 2 * width + column * 2
    let upper = pixels[index].mixed(with: pixels[index + 1], 128)
    return upper.mixed(with: pixels[index + width].mixed(with: pixels[index + width + 1], 128), 128)
  }
}

/// A shape by how much of each quarter it covers, 0...255, row after row.
struct CoverageMask: Sendable {
  var width: Int
  var height: Int
  var coverage: [UInt8]

  /// Whether it covers anything of a rectangle, which may reach beyond it.
  func covers(x: Int, y: Int, width: Int, height: Int) -> Bool {
    let (left, right) = (max(0, x), min(self.width, x + width))
    let (top, bottom) = (max(0, y), min(self.height, y + height))
    guard left < right, top < bottom else { return false }
    return (top..<bottom).contains { row in
      coverage[row * self.width + left..<row * self.width + right].contains { $0 > 0 }
    }
  }
}
