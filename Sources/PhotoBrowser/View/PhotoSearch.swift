/// Which photos are looked for: a line of words, as people type it.
///
/// Words must stand in the name, the place or the camera; besides them `2024`, `2024-07`, `2024-07-14`, `2023..2024-03`,
/// `camera:nikon`, `tag:red`, `star`, `type:heif`, `box:SOUTH,WEST,NORTH,EAST`, `hidden` and `broken`. What is in quotation marks is one word.
public struct PhotoSearch: Sendable, Hashable {
  /// In lower case; all of them.
  public var words: [String] = []
  /// When it was taken, in seconds since 1970 as the clock showed it.
  public var from: Int64?
  /// Not any more at this second.
  public var until: Int64?
  /// In lower case; a part of it is enough.
  public var camera: String?
  /// As catalogs name it.
  public var format: String?
  /// Any of these colours.
  public var tags: PhotoTags = []
  /// Only what has a star.
  public var isStarred = false
  /// Only what the source hides.
  public var isHidden = false
  /// Only what cannot be shown.
  public var isBroken = false
  /// Where it was taken.
  public var box: PhotoBox?

  /// Nothing is left out.
  public init() {}

  /// Whether nothing is left out.
  public var isEmpty: Bool { self == PhotoSearch() }

  /// What somebody typed; a part that makes no sense is a word to be found.
  public init(_ text: String) {
    for part in Self.parts(text.prefix(500)) { take(part) }
  }

  private static func parts(_ text: Substring) -> [String] {
    var parts: [String] = []
    var part = ""
    var isQuoted = false
    for letter in text {
      if letter == "\"" {
        isQuoted.toggle()
      } else if letter.isWhitespace, !isQuoted {
        if !part.isEmpty { parts.append(part) }
        part = ""
      } else {
        part.append(letter)
      }
    }
    if !part.isEmpty { parts.append(part) }
    return parts
  }

  private mutating func take(_ part: String) {
    let lower = part.lowercased()
    let halves = lower.split(separator: ":", maxSplits: 1).map(String.init)
    switch (halves.first, halves.count) {
    case ("star", 1), ("starred", 1): isStarred = true
    case ("hidden", 1): isHidden = true
    case ("broken", 1): isBroken = true
    case ("camera", 2): camera = halves[1]
    case ("type", 2): format = PhotoFormatName.named(halves[1])
    case ("tag", 2):
      if let tag = PhotoTags.names.firstIndex(of: halves[1]) {
        tags.insert(PhotoTags(rawValue: 1 << tag))
      } else {
        words.append(lower)
      }
    case ("box", 2):
      if let box = PhotoBox(halves[1]) { self.box = box } else { words.append(lower) }
    default:
      if let (from, until) = PhotoDays.range(lower) {
        (self.from, self.until) = (from, until)
      } else {
        words.append(lower)
      }
    }
  }
}

/// Days as people type them.
public enum PhotoDays {
  /// From the first second to the one behind the last; nil for what is no day, month or year, and no two of them with `..` between.
  public static func range(_ text: String) -> (from: Int64?, until: Int64?)? {
    if let dots = text.firstRange(of: "..") {
      let (left, right) = (text[..<dots.lowerBound], text[dots.upperBound...])
      guard !(left.isEmpty && right.isEmpty) else { return nil }
      let (from, until) = (one(String(left)), one(String(right)))
      guard left.isEmpty == (from == nil), right.isEmpty == (until == nil) else { return nil }
      return (from?.from, until?.until)
    }
    return one(text).map { ($0.from, $0.until) }
  }

  private static func one(_ text: String) -> (from: Int64, until: Int64)? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts[0].utf8.count == 4,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      parts.dropFirst().allSatisfy({ $0.utf8.count <= 2 }), let year = Int(parts[0]), (1800...2200).contains(year)
    else { return nil }
    guard parts.count > 1 else {
      return (
        CalendarDay.wallSeconds(year: year, month: 1, day: 1), CalendarDay.wallSeconds(year: year + 1, month: 1, day: 1)
      )
    }
    guard let month = Int(parts[1]), (1...12).contains(month) else { return nil }
    guard parts.count > 2 else {
      let next = PhotoMonth(number: year * 12 + month)
      return (
        CalendarDay.wallSeconds(year: year, month: month, day: 1),
        CalendarDay.wallSeconds(year: next.year, month: next.month, day: 1)
      )
    }
    guard let day = Int(parts[2]), (1...31).contains(day) else { return nil }
    let from = CalendarDay.wallSeconds(year: year, month: month, day: day)
    guard CalendarDay.of(wallSeconds: from).month == month else { return nil }
    return (from, from + 86400)
  }
}

/// A part of the earth between two parallels and two meridians; it may cross the 180th.
public struct PhotoBox: Sendable, Hashable {
  /// In degrees.
  public var south: Double
  /// In degrees.
  public var west: Double
  /// In degrees.
  public var north: Double
  /// In degrees; less than ``west`` where the box crosses the 180th meridian.
  public var east: Double

  /// Takes `SOUTH,WEST,NORTH,EAST` in degrees; nil for anything else.
  public init?(_ text: String) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double(String($0)) }
    guard numbers.count == 4, let south = numbers[0], let west = numbers[1], let north = numbers[2],
      let east = numbers[3], (-90...90).contains(south), (south...90).contains(max(north, south)), north >= south,
      (-180...180).contains(west), (-180...180).contains(east)
    else { return nil }
    (self.south, self.west, self.north, self.east) = (south, west, north, east)
  }
}

/// The names that catalogs have for formats.
public enum PhotoFormatName {
  /// All of them.
  public static let all = [
    "JPEG", "PNG", "HEIF", "AVIF", "TIFF", "GIF", "WEBP", "BMP", "RAW-CR2", "RAW-CR3", "RAW-NEF", "RAW-ARW", "RAW-DNG",
    "RAW-ORF", "RAW-RAF", "UNKNOWN",
  ]

  /// The one that somebody means: `raw-nef`, `nef`, `jpg`; else the text in capitals.
  static func named(_ text: String) -> String {
    let upper = text.uppercased()
    if upper == "JPG" { return "JPEG" }
    if upper == "HEIC" { return "HEIF" }
    if upper == "TIF" { return "TIFF" }
    return all.first { $0 == upper } ?? all.first { $0 == "RAW-" + upper } ?? upper
  }
}

/// The seven colours that a photo may have, several at a time; 1 to 7 in the order of ``names``.
public struct PhotoTags: OptionSet, Sendable, Hashable {
  /// Bit 0 is colour 1.
  public let rawValue: Int
  /// Takes the bits as they are.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// From 1 to 7.
  public static let names = ["red", "orange", "yellow", "green", "blue", "purple", "gray"]

  /// As catalogs write them: `1:4:5`.
  public var text: String { (1...7).filter { rawValue & (1 << ($0 - 1)) != 0 }.map { "\($0)" }.joined(separator: ":") }
}
