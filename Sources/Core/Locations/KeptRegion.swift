/// The part of an old picture that a registration covers, as it is kept with a version. What lies beyond it may be off.
public struct KeptRegion: Sendable, Equatable, Codable {
  /// A convex polygon of three corners or more: x and y of each in turn, in pixels of the upright old picture.
  public var corners: [Double]
  /// Its area as a share of the picture's, 0 to 1.
  public var share: Double

  /// Unchecked.
  public init(corners: [Double], share: Double) {
    self.corners = corners
    self.share = share
  }

  /// Three corners make a polygon; a hull of thousands of points has some dozens.
  static let counts = 3...4096
  /// In pixels: no picture is larger.
  private static let reach = -1_000_000.0...1_000_000

  /// Whether it can have been kept by a booth.
  var isSane: Bool {
    corners.count % 2 == 0 && Self.counts.contains(corners.count / 2) && corners.allSatisfy(Self.reach.contains)
      && (0...1).contains(share)
  }

  /// Share and corners as one text, for a database that has one column for them, and for tables.
  public var text: String { ([share] + corners).map { "\($0)" }.joined(separator: " ") }

  /// Reads ``text``; nil for anything else.
  public init?(text: String) {
    let numbers = text.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == text.split(separator: " ").count, let share = numbers.first else { return nil }
    self.init(corners: Array(numbers.dropFirst()), share: share)
    guard isSane else { return nil }
  }
}
