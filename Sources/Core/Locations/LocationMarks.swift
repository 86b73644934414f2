public import BoothCore

/// Points that a person set once in a location's old picture and in a frame of its live view, the anchor: where matching
/// finds nothing, that frame is looked for instead.
public struct LocationMarks: Sendable, Equatable, Codable {
  /// The frame: a JPEG or PNG, whole and upright as a photo of the live view, in the location's folder.
  public var anchor: LocationPicture
  /// Four or more, in fractions (0 to 1) of the whole upright pictures, from the top left.
  public var points: [MarkPair]

  /// Unchecked; ``Location/fault`` says what cannot be kept.
  public init(anchor: LocationPicture, points: [MarkPair]) {
    self.anchor = anchor
    self.points = points
  }

  /// How many points are kept. A person sets four to six on the screen; a file may have more.
  public static let counts = MarkPair.counts.lowerBound...64

  /// What an anchor's file is named, after the checksum of its bytes: another frame is another file.
  public static func stem(of checksum: String) -> String { "\(prefix)\(checksum.prefix(16))" }
  /// What the names of anchors begin with.
  public static let prefix = "anchor-"

  /// What is wrong with it, in words that go on after "the location"; nil where it can be kept.
  var fault: String? {
    guard Self.counts.contains(points.count) else {
      return "has \(points.count) marked points; expected \(Self.counts.lowerBound) to \(Self.counts.upperBound)"
    }
    let share = 0.0...1.0
    for point in points.flatMap({ [$0.old, $0.frame] }) where !(share.contains(point.x) && share.contains(point.y)) {
      return "has a marked point outside of its picture"
    }
    guard anchor.isKept(at: Self.stem(of: anchor.checksum)) else {
      return "has an anchor frame whose file is not as the booth names it"
    }
    return nil
  }
}
