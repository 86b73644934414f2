/// What a folder held when somebody looked last: `.photolala.{md5}.list`. Two equal lists, and nothing need be read again.
public struct DirectoryList: Sendable, Equatable {
  /// One file.
  public struct Entry: Hashable, Sendable {
    /// As the disk has it, in whatever bytes.
    public var name: [UInt8]
    /// Of the whole file.
    public var sizeBytes: Int64
    /// When it was changed: seconds since 1970, modulo 10, as file systems in networks disagree about the rest.
    public var time: Int

    /// Takes a file's facts; `modified` in seconds since 1970.
    public init(name: [UInt8], sizeBytes: Int64, modified: Int64) {
      self.name = name
      self.sizeBytes = sizeBytes
      time = Int(modified - modified.floorDivided(by: 10) * 10)
    }
  }

  /// In the order of their names' bytes.
  public let entries: [Entry]

  /// Of a folder's files in any order.
  public init(_ entries: some Sequence<Entry>) {
    self.entries = entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  /// Reads what somebody wrote: a name may have commas, as the numbers are the last two columns.
  public static func read(_ bytes: [UInt8], skipped: inout [SkippedRow: Int]) -> DirectoryList {
    var entries: [Entry] = []
    for line in CatalogLines(bytes) {
      guard line.bytes.count <= CatalogLines.longest else {
        skipped[.notText, default: 0] += 1
        continue
      }
      let columns = line.bytes.split(separator: 0x2C, omittingEmptySubsequences: false)
      guard columns.count >= 3, !columns[0].isEmpty || columns.count > 3 else {
        skipped[.tooFewColumns, default: 0] += 1
        continue
      }
      guard let size = Int64(String(decoding: columns[columns.count - 2], as: UTF8.self)), size >= 0,
        let time = Int64(String(decoding: columns[columns.count - 1], as: UTF8.self)), (0...9).contains(time)
      else {
        // A first line of words is a header.
        if !entries.isEmpty || skipped[.badNumber] != nil { skipped[.badNumber, default: 0] += 1 }
        continue
      }
      let name = Array(line.bytes[..<columns[columns.count - 3].endIndex])
      entries.append(Entry(name: name, sizeBytes: size, modified: time))
    }
    return DirectoryList(entries)
  }

  /// As a file; nil where a name has an end of line, which a list cannot say.
  public var bytes: [UInt8]? {
    var text: [UInt8] = []
    for entry in entries {
      guard !entry.name.contains(0x0A), !entry.name.contains(0x0D) else { return nil }
      text += entry.name + ",\(entry.sizeBytes),\(entry.time)\n".utf8
    }
    return text
  }
}
