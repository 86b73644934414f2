/// A part of a photo that a person has zoomed into, counted in cells of 512 pixels of the photo as it stands upright.
public struct PhotoPart: Sendable, Hashable {
  /// 0 is the photo's own size; each further level has half the pixels each way.
  public var level: Int
  /// The first cell from the left, from 0.
  public var column: Int
  /// The first cell from the top, from 0.
  public var row: Int
  /// How many cells there are.
  public var columns: Int
  /// How many cells there are.
  public var rows: Int

  /// As addresses have it: `level-column-row-columns-rows`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in Int(part).flatMap { $0 >= 0 && "\($0)" == part ? $0 : nil } }
    guard parts.count == 5, numbers.count == 5 else { return nil }
    (level, column, row, columns, rows) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
  }
}

/// How many pixels a photo has, upright.
public struct PhotoPixels: Sendable, Hashable {
  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
