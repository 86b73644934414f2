/// One line of a device's file of changes: `+,md5#…,4,1700000000,device`.
public struct TagChange: Hashable, Sendable {
  /// Put on, or taken off.
  public var isAdded: Bool
  /// The photograph, by the id as files have it.
  public var id: String
  /// The number of the colour.
  public var flag: Int
  /// When: seconds since 1970, by the device's clock.
  public var time: Int64
  /// Which device.
  public var device: String

  /// Files of devices are called so, with the device's name and `.csv` behind it.
  public static let filePrefix = "tags-delta-"
  /// The file of all tags.
  public static let masterName = "tags.csv"

  /// Takes what a person did; of the device's name what a file cannot hold is left out.
  public init(isAdded: Bool, id: String, flag: Int, time: Int64, device: String) {
    self.isAdded = isAdded
    self.id = id
    self.flag = flag
    self.time = time
    let plain = String.UnicodeScalarView(
      device.unicodeScalars.filter { $0.value >= 0x20 && $0 != "," && $0.value != 0x7F })
    self.device = String(Substring(String(plain)).trimmed)
  }

  /// As a line, with its end.
  public var line: String { "\(isAdded ? "+" : "-"),\(id),\(flag),\(time),\(device)\n" }

  /// Reads a device's file, in the order of its lines. What has fewer than five columns was cut off, and is none for the app either.
  public static func read(_ bytes: [UInt8], skipped: inout [SkippedRow: Int]) -> [TagChange] {
    var count = 0
    return CatalogLines(bytes).compactMap { line in
      func without(_ reason: SkippedRow) -> TagChange? {
        skipped[reason, default: 0] += 1
        return nil
      }
      guard let text = line.text else { return without(.notText) }
      let columns = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
      guard columns.count >= 5 else { return without(.tooFewColumns) }
      guard columns[0] == "+" || columns[0] == "-", isID(columns[1]) else { return without(.badHash) }
      guard let flag = flag(columns[2]), let time = time(columns[3]) else { return without(.badNumber) }
      count += 1
      guard count <= TagMaster.mostRows else { return without(.tooMany) }
      return TagChange(
        isAdded: columns[0] == "+", id: String(columns[1]), flag: flag, time: time, device: String(columns[4]))
    }
  }

  /// What may stand where an id belongs, of any kind.
  static func isID(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.count <= 520 && !text.hasPrefix("\u{FEFF}")
      && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x2C }
  }

  /// Up to 9999: there are seven, and the app's authors think of more.
  static func flag(_ text: Substring) -> Int? { Int(text).flatMap { (0...9999).contains($0) ? $0 : nil } }

  /// Whole seconds, also of a number with a fraction.
  static func time(_ text: Substring) -> Int64? {
    guard let time = Int64(text) ?? Double(text).flatMap({ Int64(exactly: $0.rounded(.down)) }) else { return nil }
    return CatalogDate.range.contains(time) ? time : nil
  }
}

/// What was said last about each colour of each photograph, of all devices' files.
///
/// Only the last word counts, as each says how it is from then on. That is the later one; of one second in one file the lower line;
/// of one second in several files that the colour is on, as it cannot be told.
public struct TagWords: Sendable, Equatable {
  /// One colour of one photograph.
  public struct Place: Hashable, Sendable {
    /// As files have it.
    public var id: String
    /// The number of the colour.
    public var flag: Int

    /// Takes both.
    public init(id: String, flag: Int) {
      self.id = id
      self.flag = flag
    }
  }

  /// What is said of one.
  public struct Word: Hashable, Sendable {
    /// On or off.
    public var isAdded: Bool
    /// Seconds since 1970, by the clock of its origin.
    public var time: Int64
  }

  /// The last words.
  public private(set) var last: [Place: Word] = [:]

  /// Nothing was said.
  public init() {}

  /// As a file of changes that says the same; their origin is not needed.
  public var lines: String {
    last.map { place, word in
      TagChange(isAdded: word.isAdded, id: place.id, flag: place.flag, time: word.time, device: "all").line
    }.sorted().joined()
  }

  /// Hears one device's file.
  public mutating func add(_ changes: some Sequence<TagChange>) {
    var own: [Place: Word] = [:]
    for change in changes {
      let place = Place(id: change.id, flag: change.flag)
      if let known = own[place], known.time > change.time { continue }
      own[place] = Word(isAdded: change.isAdded, time: change.time)
    }
    for (place, word) in own {
      if let known = last[place], (known.time, known.isAdded ? 1 : 0) >= (word.time, word.isAdded ? 1 : 0) { continue }
      last[place] = word
    }
  }
}
