import BoothCore

/// Which photos are looked for: a line of words, as people type it.
///
/// Words must stand in the name, the place, the camera or the source's name; also `2024`, `2024-07`, `2024-07-14`,
/// `2023..2024-03`, `camera:nikon`, `in:holidays` or `source:holidays`, `tag:red`, `star`, `type:heif`,
/// `type:raw`, `near:LATITUDE,LONGITUDE,KILOMETRES`, `box:SOUTH,WEST,NORTH,EAST`, `hidden` and `broken`. What begins with a quotation mark is one word,
/// whatever stands in it. Digits are those of any script.
public struct PhotoSearch: Sendable, Hashable {
  /// Folded (``FoldedWords``); all of them.
  public var words: [String] = []
  /// Names of sources, folded: photos of any of these. One that is a source's whole name or id means that one, else a part is enough.
  public var sources: [String] = []
  /// When it was taken, in seconds since 1970 as the clock showed it.
  public var from: Int64?
  /// Not any more at this second.
  public var until: Int64?
  /// In lower case; a part of it is enough.
  public var camera: String?
  /// As catalogs name it.
  public var format: String?
  /// Several formats, or what belongs to a photo.
  public var kind: PhotoKind?
  /// Any of these colours.
  public var tags: PhotoTags = []
  /// Only what has a star.
  public var isStarred = false
  /// Only what the source hides, or keeps aside.
  public var isHidden = false
  /// Only what cannot be shown.
  public var isBroken = false
  /// Where it was taken.
  public var box: PhotoBox?
  /// What makes no sense; it filters nothing.
  public var mistakes: [PhotoSearchMistake] = []

  /// Nothing is left out.
  public init() {}

  /// Whether nothing is left out.
  public var isEmpty: Bool {
    var plain = self
    plain.mistakes = []
    return plain == PhotoSearch()
  }

  /// What a person typed; of more than 500 letters the first.
  public init(_ text: String) {
    // No name has a NUL, and databases end words there: one who types it finds nothing.
    for part in Self.months(parts(Substring(text.prefix(500).map { $0 == "\0" ? "\u{FFFD}" : $0 }))) { take(part) }
  }

  /// With `2023-09` for a month and its year, in either order: `September 2023`, `09/2023`. A month alone is a word.
  private static func months(_ parts: [(text: String, isWord: Bool)]) -> [(text: String, isWord: Bool)] {
    var found: [(text: String, isWord: Bool)] = []
    var rest = parts[...]
    while let part = rest.popFirst() {
      guard !part.isWord else {
        found.append(part)
        continue
      }
      if let date = MonthNames.numbered(PhotoDays.plain(part.text)) {
        found.append((date, false))
        continue
      }
      var next = rest
      if let word = next.first, !word.isWord, MonthNames.between.contains(word.text.lowercased()) { next.removeFirst() }
      let other = next.popFirst().flatMap { $0.isWord ? nil : $0.text } ?? ""
      let month = MonthNames.month(part.text).flatMap { MonthNames.dated(PhotoDays.plain(other), $0) }
      let year = MonthNames.month(other).flatMap { MonthNames.dated(PhotoDays.plain(part.text), $0) }
      guard let date = month ?? year else {
        found.append(part)
        continue
      }
      found.append((date, false))
      rest = next
    }
    return found
  }

  /// The years that stand alone in a line, and are read as dates though they may be words: `2025`.
  public static func years(in text: String) -> [String] {
    var search = PhotoSearch()
    return search.parts(Substring(text.prefix(500)))
      .filter {
        !$0.isWord && !$0.text.contains { $0 == "-" || $0 == "." } && PhotoDays.range(PhotoDays.plain($0.text)) != nil
      }
      .map(\.text)
  }

  private mutating func parts(_ text: Substring) -> [(text: String, isWord: Bool)] {
    var parts: [(text: String, isWord: Bool)] = []
    var part = ""
    var (isQuoted, isWord) = (false, false)
    for letter in text {
      if letter == "\"" {
        isWord = isWord || part.isEmpty && !isQuoted
        isQuoted.toggle()
      } else if letter.isWhitespace, !isQuoted {
        if !part.isEmpty { parts.append((part, isWord)) }
        (part, isWord) = ("", false)
      } else {
        part.append(letter)
      }
    }
    if isQuoted { mistakes.append(PhotoSearchMistake(name: "\"" + part, reason: .openQuote)) }
    if !part.isEmpty { parts.append((part, isWord)) }
    return parts
  }

  private mutating func take(_ part: (text: String, isWord: Bool)) {
    let lower = part.text.lowercased()
    guard !part.isWord else { return take(word: lower) }
    switch lower {
    case "star", "starred": isStarred = true
    case "hidden": isHidden = true
    case "broken": isBroken = true
    default:
      if let colon = lower.firstIndex(of: ":"), PhotoSearchField.isName(lower[..<colon]) {
        take(field: String(lower[..<colon]), String(lower[lower.index(after: colon)...]), of: part.text)
      } else if let (from, until) = PhotoDays.range(PhotoDays.plain(lower)) {
        (self.from, self.until) = (from, until)
      } else if PhotoDays.isMeant(PhotoDays.plain(lower)) {
        mistakes.append(PhotoSearchMistake(name: part.text, reason: .noDate))
      } else {
        take(word: lower)
      }
    }
  }

  private mutating func take(word: String) {
    let folded = FoldedWords.of(word)
    // One without any letter, as a lone accent, leaves nothing out.
    if !folded.isEmpty { words.append(folded) }
  }

  private mutating func take(field name: String, _ value: String, of part: String) {
    func mistake(_ reason: PhotoSearchReason) { mistakes.append(PhotoSearchMistake(name: part, reason: reason)) }
    guard let field = PhotoSearchField(rawValue: name) else { return mistake(.noField) }
    guard !value.isEmpty else { return mistake(.noValue) }
    switch field {
    case .camera: camera = FoldedWords.of(value)
    case .in, .source: sources.append(FoldedWords.of(value))
    case .type:
      let named = PhotoFormatName.named(value)
      if let kind = PhotoKind(rawValue: value) {
        self.kind = kind
      } else if PhotoFormatName.all.contains(named) {
        format = named
      } else {
        mistake(.noFormat)
      }
    case .tag:
      guard let tag = PhotoTags.names.firstIndex(of: value == "grey" ? "gray" : value) else {
        return mistake(.noColour)
      }
      tags.insert(PhotoTags(rawValue: 1 << tag))
    case .box: if let box = PhotoBox(value) { self.box = box } else { mistake(.noBox) }
    case .near: if let box = PhotoBox(near: value) { self.box = box } else { mistake(.noPlace) }
    }
  }
}

/// What may stand before a colon.
public enum PhotoSearchField: String, Sendable, CaseIterable {
  case camera, `in`, source, tag, type, near, box

  /// Whether it is meant as a field: nothing but letters. What has other signs, as a time or an address, is a word.
  static func isName(_ text: Substring) -> Bool { !text.isEmpty && text.allSatisfy(\.isLetter) }
}

/// Days as people type them.
public enum PhotoDays {
  /// With 0 to 9, and what keyboards beside them have for a hyphen; without marks of direction, which stand around numbers in Hebrew and
  /// Arabic lines.
  static func plain(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var plain = String.UnicodeScalarView()
    for scalar in PlainDigits.of(text).unicodeScalars {
      switch scalar {
      case "\u{2010}"..."\u{2013}", "\u{2212}", "\u{FF0D}": plain.append("-")
      case "\u{200E}", "\u{200F}", "\u{61C}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": continue
      default: plain.append(scalar)
      }
    }
    return String(plain)
  }

  /// Whether a person meant days: years of four digits with a month, or two ends with `..` between. Other numbers are
  /// words.
  static func isMeant(_ text: String) -> Bool {
    func isDay(_ text: Substring) -> Bool {
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      return (2...3).contains(parts.count) && parts[0].utf8.count == 4
        && parts.dropFirst().allSatisfy { (1...2).contains($0.utf8.count) }
        && parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }
    guard let dots = text.firstRange(of: "..") else { return isDay(text[...]) }
    let ends = [text[..<dots.lowerBound], text[dots.upperBound...]]
    func isEnd(_ text: Substring) -> Bool {
      text.isEmpty || isDay(text) || text.utf8.count == 4 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    return ends.allSatisfy(isEnd) && ends.contains { !$0.isEmpty }
  }

  /// From the first second to the one behind the last; nil for what is no day, month or year, and no two of them with `..` between.
  public static func range(_ text: String) -> (from: Int64?, until: Int64?)? {
    if let dots = text.firstRange(of: "..") {
      let (left, right) = (text[..<dots.lowerBound], text[dots.upperBound...])
      guard !(left.isEmpty && right.isEmpty) else { return nil }
      let (from, until) = (one(String(left)), one(String(right)))
      guard left.isEmpty == (from == nil), right.isEmpty == (until == nil) else { return nil }
      if let from, let until, until.until <= from.from { return nil }
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
    let numbers = Self.numbers(text)
    guard numbers.count == 4, let south = numbers[0], let west = numbers[1], let north = numbers[2],
      let east = numbers[3], (-90...90).contains(south), (south...90).contains(max(north, south)), north >= south,
      (-180...180).contains(west), (-180...180).contains(east)
    else { return nil }
    (self.south, self.west, self.north, self.east) = (south, west, north, east)
  }

  /// Takes `LATITUDE,LONGITUDE` or `LATITUDE,LONGITUDE,KILOMETRES`, without which it is one: the box around a circle. Nil for
  /// anything else, and for more than 5000 km.
  public init?(near text: String) {
    let numbers = Self.numbers(text)
    guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1],
      (-90...90).contains(latitude), (-180...180).contains(longitude),
      let kilometres = numbers.count == 3 ? numbers[2] : 1, (0.001...5000).contains(kilometres)
    else { return nil }
    // A degree of a meridian is 111.2 km (a sphere of 6371 km); one of a parallel less, the nearer it is to a pole.
    let high = kilometres / 111.195
    south = max(-90, latitude - high)
    north = min(90, latitude + high)
    let widest = max(abs(south), abs(north))
    let wide = widest >= 89.9 ? 180 : high / Self.cosine(widest)
    guard wide < 180 else {
      (west, east) = (-180, 180)
      return
    }
    func turned(_ longitude: Double) -> Double {
      longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }
    west = turned(longitude - wide)
    east = turned(longitude + wide)
  }

  /// Numbers with commas between, with the digits and signs of any script; marks of direction are none of theirs.
  private static func numbers(_ text: String) -> [Double?] {
    var plain = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{66B}": plain += "."
      case "\u{60C}", "\u{FF0C}": plain += ","
      case "\u{2212}": plain += "-"
      case "\u{200E}", "\u{200F}", "\u{61C}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": continue
      default:
        if let digit = PlainDigits.digit(scalar) {
          plain += "\(digit)"
        } else {
          plain.unicodeScalars.append(scalar)
        }
      }
    }
    return plain.split(separator: ",", omittingEmptySubsequences: false).map { Double(String($0)) }
  }

  /// Of an angle in degrees from 0 to 90, to better than a millionth: this room has no system's mathematics.
  private static func cosine(_ degrees: Double) -> Double {
    let angle = degrees * .pi / 180
    var (sum, term) = (1.0, 1.0)
    for step in 1...10 {
      term *= -angle * angle / Double((2 * step - 1) * (2 * step))
      sum += term
    }
    return max(sum, 0.000_001)
  }
}

/// What `type:` may be followed by, apart from the name of a format.
public enum PhotoKind: String, Sendable, CaseIterable {
  /// All that is listed.
  case photo
  /// Any raw format, and pictures with a raw file of the same photo.
  case raw
  /// Photos with a film: live photos. Other films are not listed.
  case video
}

/// The names that catalogs have for formats.
public enum PhotoFormatName {
  /// All of them.
  public static let all = [
    "JPEG", "PNG", "HEIF", "AVIF", "TIFF", "GIF", "WEBP", "BMP", "RAW-CR2", "RAW-CR3", "RAW-NEF", "RAW-ARW", "RAW-DNG",
    "RAW-ORF", "RAW-RAF", "UNKNOWN",
  ]

  /// What a person can write behind `type:`, in lower case, the kinds of several formats first.
  public static let written = PhotoKind.allCases.map(\.rawValue) + all.map { $0.lowercased() }

  /// The one that a person means: `raw-nef`, `nef`, `jpg`; else the text in capitals.
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
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// From 1 to 7.
  public static let names = ["red", "orange", "yellow", "green", "blue", "purple", "gray"]

  /// As catalogs write them: `1:4:5`.
  public var text: String { (1...7).filter { rawValue & (1 << ($0 - 1)) != 0 }.map { "\($0)" }.joined(separator: ":") }
}
