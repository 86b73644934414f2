/// How sure a registration is in each part of the old picture, as it is kept with a version: eight rows of eight cells.
public struct KeptCells: Sendable, Equatable, Codable {
  /// 64 numbers, row by row from the top: confidence in tenths, 0 to 9; 0: not covered.
  public var tenths: [Int]

  /// So many cells across, and so many down.
  public static let side = 8
  /// From this on a cell is sure.
  public static let sure = 7

  /// Unchecked.
  public init(tenths: [Int]) { self.tenths = tenths }

  /// From confidences of 0 to 1; what is covered is never 0.
  public init(_ values: [Double]) {
    tenths = values.map { $0 <= 0 ? 0 : max(1, min(9, Int(($0 * 10).rounded()))) }
  }

  /// Whether it can have been kept by a booth.
  var isSane: Bool { tenths.count == Self.side * Self.side && tenths.allSatisfy((0...9).contains) }

  /// 64 digits, for a database that has one column for them, and for tables.
  public var text: String { tenths.map { "\($0)" }.joined() }

  /// Reads ``text``; nil for anything else.
  public init?(text: String) {
    tenths = text.utf8.map { Int($0) - 48 }
    guard isSane else { return nil }
  }
}
