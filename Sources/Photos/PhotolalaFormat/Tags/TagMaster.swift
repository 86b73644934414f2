/// The tags of all photographs: `tags.csv`, rows `id,1:4:5,unix`.
///
/// Ids that no photo here has and numbers that are no colour yet are kept as they are, as the app does.
public struct TagMaster: Sendable, Equatable {
  /// One photograph's.
  public struct Row: Hashable, Sendable {
    /// The numbers of its colours, never none; those over 7 are of an app of tomorrow.
    public var flags: Set<Int>
    /// When they were changed last: seconds since 1970; 0 if unknown.
    public var changed: Int64

    /// Takes what a file or a change says.
    public init(flags: Set<Int>, changed: Int64) {
      self.flags = flags
      self.changed = changed
    }
  }

  /// How many rows, and lines of changes, are read of one file.
  public static let mostRows = 1_000_000

  /// By the id as files have it.
  public private(set) var rows: [String: Row] = [:]

  /// Without a tag.
  public init() {}

  /// Reads what a person wrote. Of two rows for one photograph the last counts, as for the app; a time that is none
  /// makes the time unknown and the colours not less there.
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
      guard TagChange.isID(columns[0]) else {
        skipped[.badHash, default: 0] += 1
        continue
      }
      guard master.rows.count < mostRows else {
        skipped[.tooMany, default: 0] += 1
        continue
      }
      let flags = Set(columns[1].split(separator: ":").compactMap { TagChange.flag($0.trimmed) })
      let time = TagChange.time(columns[2])
      // A first line without numbers is a header.
      if time == nil, number > 0 || !flags.isEmpty { skipped[.badNumber, default: 0] += 1 }
      master.rows[String(columns[0])] = flags.isEmpty ? nil : Row(flags: flags, changed: time ?? 0)
    }
    return master
  }

  /// As the app writes it: in the order of the ids, without an end of line behind the last.
  public var bytes: [UInt8] {
    var text: [UInt8] = []
    for (id, row) in rows.sorted(by: { $0.key < $1.key }) {
      if !text.isEmpty { text.append(0x0A) }
      text += "\(id),\(row.flags.sorted().map { "\($0)" }.joined(separator: ":")),\(row.changed)".utf8
    }
    return text
  }

  /// What some devices have changed since. Doing it twice is the same as once, so that a merge that was cut off is simply done
  /// again; and a device that was away for a while is heard, too.
  public mutating func merge(_ words: TagWords) {
    for (place, word) in words.last {
      var row = rows[place.id] ?? Row(flags: [], changed: word.time)
      guard row.flags.contains(place.flag) != word.isAdded else { continue }
      if word.isAdded { row.flags.insert(place.flag) } else { row.flags.remove(place.flag) }
      row.changed = max(row.changed, word.time)
      rows[place.id] = row
    }
    // Not before: what comes next may be about the same photograph, and know its time.
    for place in words.last.keys where rows[place.id]?.flags.isEmpty ?? false { rows[place.id] = nil }
  }
}
