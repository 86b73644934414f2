public import BoothCore

/// Which part of an old picture's scan is the photograph: without the card that it is mounted on, its white edge or a film's
/// rebate. The file stays as it is.
public struct KeptCrop: Sendable, Equatable, Codable {
  /// In pixels of the upright old picture; nil: all of it, as a person says.
  public var part: PixelRect?
  /// The booth found it by itself; else a person named it.
  public var isFound: Bool

  /// Unchecked.
  public init(_ part: PixelRect?, isFound: Bool) {
    self.part = part
    self.isFound = isFound
  }

  /// The least width and height, in pixels.
  public static let leastSide = 32

  /// Whether it can be a part of a picture; one whose size is not known holds any.
  public func isWithin(_ size: PixelSize?) -> Bool {
    guard let part else { return true }
    let limit = size ?? PixelSize(width: 1_000_000, height: 1_000_000)
    return part.x >= 0 && part.y >= 0 && part.width >= Self.leastSide && part.height >= Self.leastSide
      && part.x <= limit.width - part.width && part.y <= limit.height - part.height
  }

  /// `40,30,1200,800`, or `none`: as people type it.
  public var text: String { part.map { "\($0.x),\($0.y),\($0.width),\($0.height)" } ?? "none" }

  /// Reads ``text`` as a person's; nil for anything else.
  public init?(text: String) {
    if text == "none" {
      self.init(nil, isFound: false)
      return
    }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Int(String(part.filter { $0 != " " }))
    }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3],
      (0...1_000_000).contains(x), (0...1_000_000).contains(y), (1...1_000_000).contains(width),
      (1...1_000_000).contains(height)
    else { return nil }
    self.init(PixelRect(x: x, y: y, width: width, height: height), isFound: false)
  }

  /// For a database that has one column for it.
  public var kept: String { (isFound ? "found " : "") + text }

  /// Reads ``kept``.
  public init?(kept: String) {
    let isFound = kept.hasPrefix("found ")
    self.init(text: isFound ? String(kept.dropFirst(6)) : kept)
    self.isFound = isFound
  }
}
