public import BoothCore

/// A part of a photo at its own size, or at a half, a quarter … of that: what is seen of one that a person has zoomed
/// into.
public struct PicturePart: Sendable, Hashable {
  /// The side of a cell, in pixels of the level. An even number, so that colours of half the size begin where cells do.
  public static let cell = 512
  /// The most cells of a part: 6.3 million pixels.
  public static let mostCells = 24
  /// The most levels below the photo's own size.
  public static let mostLevels = 8

  /// 0 is the photo's own size, each further one has half the pixels each way.
  public let level: Int
  /// The first cell from the left, upright; from 0.
  public let column: Int
  /// The first cell from the top, upright; from 0.
  public let row: Int
  /// How many cells there are.
  public let columns: Int
  /// How many cells there are.
  public let rows: Int

  /// Takes all; nil for more cells than ``mostCells``, for none, and for what no photo has.
  public init?(level: Int, column: Int, row: Int, columns: Int, rows: Int) {
    guard (0...Self.mostLevels).contains(level), (0..<1 << 15).contains(column), (0..<1 << 15).contains(row),
      (1...Self.mostCells).contains(columns), (1...Self.mostCells).contains(rows), columns * rows <= Self.mostCells
    else { return nil }
    self.level = level
    self.column = column
    self.row = row
    self.columns = columns
    self.rows = rows
  }

  /// The whole photo at the level: halves are rounded up.
  /// - Parameter upright: the photo's own size, in pixels.
  public func scaled(_ upright: PixelSize) -> PixelSize {
    func half(_ length: Int) -> Int { max(1, (length + (1 << level) - 1) >> level) }
    return PixelSize(width: half(upright.width), height: half(upright.height))
  }

  /// Whether the photo has any pixel of it.
  public func isIn(_ upright: PixelSize) -> Bool {
    let whole = scaled(upright)
    return column * Self.cell < whole.width && row * Self.cell < whole.height
  }

  /// Its pixels in the whole of the level; cells are cut at the edges.
  func pixels(of whole: PixelSize) -> (x: Int, y: Int, size: PixelSize) {
    let (x, y) = (min(column * Self.cell, whole.width - 1), min(row * Self.cell, whole.height - 1))
    return (
      x, y,
      PixelSize(width: min(columns * Self.cell, whole.width - x), height: min(rows * Self.cell, whole.height - y))
    )
  }
}

/// What is to be made of a photo.
enum PictureRequest: Hashable, Sendable {
  case size(ThumbnailSize)
  case part(PicturePart)
  /// What fills a frame of that many pixels; see ``ThumbnailMaker/picture(of:filling:)``.
  case filling(PixelSize)
}
