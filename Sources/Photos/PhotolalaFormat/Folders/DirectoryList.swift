/// What lay in a folder, and below it, when its catalog was written: `.photolala.{md5}.list` beside that, with the catalog's MD5.
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

  /// Its first line.
  public static let header = "filename,file_size,mod_time"

  /// The name of the list of a catalog.
  public static func name(_ md5: PhotoMD5) -> String { ".photolala.\(md5).list" }

  /// The catalog's hash in a list's name, or nil for what is none.
  static func list(named name: String) -> PhotoMD5? {
    guard name.hasPrefix(".photolala."), name.hasSuffix(".list"), name.utf8.count == 48 else { return nil }
    return PhotoMD5(name.dropFirst(11).dropLast(5))
  }

  /// In the order of their names' bytes; of one name by size and time.
  public let entries: [Entry]

  /// Of files in any order.
  public init(_ entries: some Sequence<Entry>) {
    self.entries = entries.sorted { a, b in
      a.name == b.name
        ? (a.sizeBytes, a.time) < (b.sizeBytes, b.time) : a.name.lexicographicallyPrecedes(b.name)
    }
  }

  /// Reads what a person wrote: a name may have commas, as the numbers are the last two columns.
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
      guard entries.count < PhotoCatalog.mostRows else {
        skipped[.tooMany, default: 0] += 1
        continue
      }
      let name = Array(line.bytes[..<columns[columns.count - 3].endIndex])
      entries.append(Entry(name: name, sizeBytes: size, modified: time))
    }
    return DirectoryList(entries)
  }

  /// As a file; nil where a name has an end of line, which a list cannot say.
  public var bytes: [UInt8]? {
    var text = Array((Self.header + "\n").utf8)
    for entry in entries {
      guard !entry.name.contains(0x0A), !entry.name.contains(0x0D) else { return nil }
      text += entry.name + ",\(entry.sizeBytes),\(entry.time)\n".utf8
    }
    return text
  }
}
