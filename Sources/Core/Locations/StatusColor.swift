/// The colours by which pins and lists tell statuses apart, as the app has them.
public struct StatusColor: Sendable, Equatable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  /// `#RRGGBB`, in sRGB.
  public var hex: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}

extension LocationStatus {
  /// What an unknown word means, as in the app.
  public init(word: String) { self = LocationStatus(rawValue: word) ?? .notVisited }

  /// systemBlue, systemGreen and systemRed in their light appearance, in sRGB (Apple, Human Interface Guidelines, "Color",
  /// iOS system colours of iOS 13 to 18).
  public var color: StatusColor {
    switch self {
    case .notVisited: StatusColor(red: 0, green: 122, blue: 255)
    case .completed: StatusColor(red: 52, green: 199, blue: 89)
    case .inaccessible: StatusColor(red: 255, green: 59, blue: 48)
    }
  }

  /// For people.
  public var words: String {
    switch self {
    case .notVisited: "not visited"
    case .completed: "completed"
    case .inaccessible: "inaccessible"
    }
  }

  /// Its place in a list that is sorted by status.
  var rank: Int {
    switch self {
    case .notVisited: 0
    case .completed: 1
    case .inaccessible: 2
    }
  }
}
