public import Documents
import StudioModel

/// Something drawn or pinned on a picture: kept as data beside it, never in its pixels.
public struct CritiqueMark: Sendable, Equatable {
  /// What it is.
  public enum Shape: String, Sendable, CaseIterable {
    /// A line through all its points.
    case pen
    /// From the first point to the last, with a head there.
    case arrow
    /// Between two corners.
    case rectangle
    /// One point with a number, and a note.
    case pin
  }

  /// A place on the picture: 0 to 1 from its left and from its top.
  public struct Point: Sendable, Equatable {
    /// From the left.
    public var x: Double
    /// From the top.
    public var y: Double

    /// Nil for what lies outside of the picture.
    public init?(x: Double, y: Double) {
      guard (0...1).contains(x), (0...1).contains(y) else { return nil }
      self.x = x
      self.y = y
    }
  }

  /// The colours of the existing apps' pen: red, green, blue, yellow, white, black.
  public static let colours = ["#ff0000", "#00ff00", "#0066ff", "#ffff00", "#ffffff", "#000000"]
  /// The most marks of one picture.
  public static let mostMarks = 100
  /// The most points of one mark.
  public static let mostPoints = 500
  /// The most signs of a pin's note.
  public static let longestNote = 500

  /// By which it is found again, whatever was drawn meanwhile: letters and digits, by chance.
  public var id: String
  /// What it is.
  public var shape: Shape
  /// Where it runs.
  public var points: [Point]
  /// One of ``colours``.
  public var colour: String
  /// A pin's note; may be empty.
  public var note: String

  /// Nil for what cannot be drawn: too few or too many points, a colour that is none.
  /// - Parameter id: nil, and what can be none, is made of the rest: marks of before they had one.
  public init?(
    _ shape: Shape, _ points: [Point], colour: String = Self.colours[0], note: String = "", id: String? = nil
  ) {
    let fewest = shape == .pin ? 1 : 2
    let most = shape == .pen ? Self.mostPoints : fewest
    guard (fewest...most).contains(points.count), Self.colours.contains(colour), note.count <= Self.longestNote else {
      return nil
    }
    self.shape = shape
    self.points = points
    self.colour = colour
    self.note = note
    let own = "\(shape.rawValue) \(points.map { "\($0.x) \($0.y)" }) \(colour) \(note)"
    self.id = id.flatMap { Self.isID($0) ? $0 : nil } ?? "of" + Self.digits(of: own)
  }

  /// 1 to 40 letters and digits.
  public static func isID(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: false
        }
      }
  }

  /// FNV-1a with 64 bits (draft-eastlake-fnv, section 6).
  private static func digits(of text: String) -> String {
    String(text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 36)
  }

  /// Reads what ``value`` wrote; nil for anything else.
  public init?(_ value: DocumentValue) {
    guard let fields = value.fields, let shape = fields["shape"]?.text.flatMap(Shape.init(rawValue:)),
      case .array(let numbers)? = fields["points"], numbers.count % 2 == 0, numbers.count <= 2 * Self.mostPoints
    else { return nil }
    let coordinates = numbers.compactMap(\.number)
    guard coordinates.count == numbers.count else { return nil }
    var points: [Point] = []
    for index in stride(from: 0, to: coordinates.count, by: 2) {
      guard let point = Point(x: coordinates[index], y: coordinates[index + 1]) else { return nil }
      points.append(point)
    }
    self.init(
      shape, points, colour: fields["colour"]?.text ?? Self.colours[0], note: fields["note"]?.text ?? "",
      id: fields["id"]?.text)
  }

  /// As it is kept: its points as numbers, x and y in turns.
  public var value: DocumentValue {
    var fields: DocumentFields = [
      "id": .string(id), "shape": .string(shape.rawValue), "colour": .string(colour),
      "points": .array(points.flatMap { [.double($0.x), .double($0.y)] }),
    ]
    if !note.isEmpty { fields["note"] = .string(note) }
    return .map(fields)
  }
}

/// What a person has drawn on a picture, and taken away, since they have seen it.
public struct CritiqueMarkChange: Sendable, Equatable {
  /// In the order in which they were drawn.
  public var added: [CritiqueMark]
  /// By their ids.
  public var removed: Set<String>

  public init(added: [CritiqueMark] = [], removed: Set<String> = []) {
    self.added = added
    self.removed = removed
  }

  /// The marks as they are after it; what others have drawn meanwhile stays. Twice is as once.
  /// - Returns: nil where that were more than one picture has.
  public func applied(to marks: [CritiqueMark]) -> [CritiqueMark]? {
    var after = marks.filter { !removed.contains($0.id) }
    for mark in added where !removed.contains(mark.id) {
      if let place = after.firstIndex(where: { $0.id == mark.id }) { after[place] = mark } else { after.append(mark) }
    }
    return after.count <= max(CritiqueMark.mostMarks, marks.count) ? after : nil
  }
}

extension DocumentValue {
  /// The number in it; nil for anything else.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    case .null, .boolean, .timestamp, .string, .bytes, .reference, .geoPoint, .array, .map: nil
    }
  }
}
