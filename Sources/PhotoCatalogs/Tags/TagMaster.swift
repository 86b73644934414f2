/// The tags of all photographs: `tags.csv`, rows `id,1:4:5,unix`.
public struct TagMaster: Sendable, Equatable {
  /// One photograph's.
  public struct Row: Hashable, Sendable {
    /// Its colours, never none.
    public var colors: Set<TagColor>
    /// When they were changed last: seconds since 1970.
    public var changed: Int64

    /// Takes what a file or a change says.
    public init(colors: Set<TagColor>, changed: Int64) {
      self.colors = colors
      self.changed = changed
    }
  }

  /// By photograph.
  public private(set) var rows: [TaggedID: Row] = [:]

  /// Without a tag.
  public init() {}

  /// Reads what somebody wrote; of two rows for one photograph the later change counts, colours that nobody knows are left out.
  public static func read(_ bytes: [UInt8], skipped: inout [SkippedRow: Int]) -> TagMaster {
    var master = TagMaster()
    for (number, line) in CatalogLines(bytes).enumerated() {
      guard let text = line.text else {
        skipped[.notText, default: 0] += 1
        continue
      }
      let columns = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
      guard columns.count >= 3 else {
        skipped[.tooFewColumns, default: 0] += 1
        continue
      }
      guard let id = TaggedID(columns[0]) else {
        // A first line without a `#` is a header.
        if number > 0 || columns[0].contains("#") { skipped[.badHash, default: 0] += 1 }
        continue
      }
      guard let time = Int64(columns[2]), CatalogDate.range.contains(time) else {
        skipped[.badNumber, default: 0] += 1
        continue
      }
      let colors = Set(columns[1].split(separator: ":").compactMap { Int($0).flatMap(TagColor.init) })
      if let known = master.rows[id], known.changed > time { continue }
      master.rows[id] = colors.isEmpty ? nil : Row(colors: colors, changed: time)
    }
    return master
  }

  /// As a file, in the order of the ids.
  public var bytes: [UInt8] {
    rows.map { ("\($0.key)", $0.value) }.sorted { $0.0 < $1.0 }.flatMap { id, row in
      let colors = row.colors.sorted().map { "\($0.rawValue)" }.joined(separator: ":")
      return Array("\(id),\(colors),\(row.changed)\n".utf8)
    }
  }

  /// What some devices have changed since: all of it in the order of time, whichever device told it first. Doing it twice is the
  /// same as once, so that a merge that was cut off is simply done again; and a device that was away for a while is heard, too.
  public mutating func merge(_ changes: some Sequence<TagChange>) {
    for change in changes.sorted(by: TagChange.isBefore) {
      var row = rows[change.id] ?? Row(colors: [], changed: change.time)
      if change.isAdded { row.colors.insert(change.color) } else { row.colors.remove(change.color) }
      row.changed = max(row.changed, change.time)
      rows[change.id] = row.colors.isEmpty ? nil : row
    }
  }
}

/// One line of a device's file of changes: `+,md5#…,4,1700000000,device`.
public struct TagChange: Hashable, Sendable {
  /// Put on, or taken off.
  public var isAdded: Bool
  /// The photograph.
  public var id: TaggedID
  /// The colour.
  public var color: TagColor
  /// When: seconds since 1970, by the device's clock.
  public var time: Int64
  /// Which device.
  public var device: String

  /// Takes what somebody did; of the device's name what a file cannot hold is left out.
  public init(isAdded: Bool, id: TaggedID, color: TagColor, time: Int64, device: String) {
    self.isAdded = isAdded
    self.id = id
    self.color = color
    self.time = time
    self.device = String(
      String.UnicodeScalarView(device.unicodeScalars.filter { $0.value >= 0x20 && $0 != "," && $0.value != 0x7F }))
  }

  /// As a line, with its end.
  public var line: String { "\(isAdded ? "+" : "-"),\(id),\(color.rawValue),\(time),\(device)\n" }

  /// Reads a device's file.
  public static func read(_ bytes: [UInt8], skipped: inout [SkippedRow: Int]) -> [TagChange] {
    CatalogLines(bytes).compactMap { line in
      func without(_ reason: SkippedRow) -> TagChange? {
        skipped[reason, default: 0] += 1
        return nil
      }
      guard let text = line.text else { return without(.notText) }
      let columns = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
      guard columns.count >= 4 else { return without(.tooFewColumns) }
      guard columns[0] == "+" || columns[0] == "-", let id = TaggedID(columns[1]) else { return without(.badHash) }
      guard let color = Int(columns[2]).flatMap(TagColor.init), let time = Int64(columns[3]),
        CatalogDate.range.contains(time)
      else { return without(.badNumber) }
      return TagChange(
        isAdded: columns[0] == "+", id: id, color: color, time: time,
        device: columns.count > 4 ? String(columns[4]) : "")
    }
  }

  /// By time; of one second, taking off first, so that what somebody put on stays; then by device.
  static func isBefore(_ a: TagChange, _ b: TagChange) -> Bool {
    if a.time != b.time { return a.time < b.time }
    if a.isAdded != b.isAdded { return !a.isAdded }
    return a.device < b.device
  }
}
