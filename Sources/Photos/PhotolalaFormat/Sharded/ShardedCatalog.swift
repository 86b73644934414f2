/// One photograph as a catalog of the first kind ("5.0", and the single file before it) has it.
public struct ShardedRow: Hashable, Sendable {
  /// Of all bytes.
  public var md5: PhotoMD5
  /// The file's name, as it was; never to be used as a path.
  public var filename: String
  /// Of the whole file.
  public var sizeBytes: Int64
  /// When it was taken: seconds since 1970.
  public var taken: Int64?
  /// When the file was changed: seconds since 1970.
  public var modified: Int64?
  /// In pixels, where it is known.
  public var width: Int?
  /// In pixels, where it is known.
  public var height: Int?
}

/// A catalog of the first kind: `.photolala/manifest.plist` with `0.csv` to `f.csv`, or the single file before it. It is read,
/// never written.
public struct ShardedCatalog: Sendable, Equatable {
  /// The folder's name.
  public static let folder = ".photolala"
  /// The name of the manifest in it.
  public static let manifest = "manifest.plist"
  /// The files in it, by the first digit of the hashes.
  public static let shards = "0123456789abcdef".map { "\($0).csv" }
  /// A shard, or a single file, of more bytes is none.
  public static let mostBytes = 256 << 20

  /// The rows, each hash with a name once.
  public var rows: [ShardedRow] = []
  /// Of the folder that it was made for.
  public var directoryUUID: String?
  /// How many photographs the manifest promises.
  public var promised: Int?
  /// What was left out, in words.
  public var troubles: [String] = []
  /// How many rows were left out, by the reason.
  public var skipped: [SkippedRow: Int] = [:]

  /// Why it is of no use, so that everything is to be read anew.
  public enum UnusableError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The manifest is no property list of a dictionary.
    case notAManifest(String)
    /// It is of a version that this was not made for.
    case version(String)

    /// In words.
    public var description: String {
      switch self {
      case .notAManifest(let words): "\(ShardedCatalog.manifest) \(words)"
      case .version(let version): "\(ShardedCatalog.manifest) is of version \(version); 5.0 is read"
      }
    }
  }

  /// Reads a manifest with its shards.
  /// - Parameter shard: gives the bytes of one of ``shards``, nil where there is none.
  public static func read(manifest bytes: [UInt8], shard: (String) -> [UInt8]?) throws(UnusableError) -> ShardedCatalog
  {
    let list: PropertyList
    do throws(PropertyListError) { list = try PropertyList(reading: bytes) } catch {
      throw .notAManifest(error.words)
    }
    guard let version = list["version"]?.text else { throw .notAManifest("names no version") }
    guard version.split(separator: ".").first == "5" else { throw .version(String(version.prefix(40))) }
    var catalog = ShardedCatalog()
    catalog.directoryUUID = list["directoryUUID"]?.text
    catalog.promised = list["photoCount"]?.number.flatMap { Int($0) }
    let named = list["shardFiles"]?.items?.compactMap(\.text)
    // Names from a file are no paths.
    let files = named.map { names in shards.filter(Set(names).contains) } ?? shards
    let sums = list["shardChecksums"]
    var seen: [ShardedRow: Int] = [:]
    for file in files {
      guard let content = shard(file) else {
        // Without a list, a shard without a photograph may not be there.
        if named != nil { catalog.troubles.append("\(file) is not there") }
        continue
      }
      let sum = (sums?[file] ?? sums?[String(file.prefix(1))])?.text.flatMap { PhotoMD5($0) }
      if let sum, sum != PhotoMD5(of: content) {
        catalog.troubles.append("\(file) has other bytes than the manifest says: it is left out")
        continue
      }
      catalog.take(content, digit: file.first, seen: &seen)
    }
    return catalog
  }

  /// Reads the single file of before, with or without its first line `# .photolala v2.0`.
  public static func read(single bytes: [UInt8]) -> ShardedCatalog {
    var catalog = ShardedCatalog()
    var seen: [ShardedRow: Int] = [:]
    catalog.take(bytes, digit: nil, seen: &seen)
    return catalog
  }

  private mutating func take(_ bytes: [UInt8], digit: Character?, seen: inout [ShardedRow: Int]) {
    var isFirst = true
    for line in CatalogLines(bytes) {
      guard line.bytes.first != 0x23 else { continue }
      defer { isFirst = false }
      guard let text = line.text else {
        skipped[.notText, default: 0] += 1
        continue
      }
      if isFirst, text.hasPrefix("md5,") { continue }
      switch Self.row(text) {
      case .success(let row):
        guard digit == nil || row.md5.text.first == digit else {
          skipped[.badHash, default: 0] += 1
          continue
        }
        guard rows.count < PhotoCatalog.mostRows else {
          skipped[.tooMany, default: 0] += 1
          continue
        }
        if seen.updateValue(rows.count, forKey: row) == nil { rows.append(row) }
      case .failure(let fault): skipped[fault.reason, default: 0] += 1
      }
    }
  }

  private static func row(_ text: String) -> Result<ShardedRow, RowFault> {
    var columns = Self.columns(text)
    guard columns.count >= 4 else { return .failure(RowFault(reason: .tooFewColumns)) }
    // A name with commas that is not in quotes: the five behind it are none.
    if columns.count > 7 {
      let name = columns[1...(columns.count - 6)].joined(separator: ",")
      columns.replaceSubrange(1...(columns.count - 6), with: [name])
    }
    guard let md5 = PhotoMD5(Substring(columns[0]).trimmed) else { return .failure(RowFault(reason: .badHash)) }
    guard let size = Int64(Substring(columns[2]).trimmed), size >= 0 else {
      return .failure(RowFault(reason: .badNumber))
    }
    func side(_ index: Int) -> Int? {
      guard columns.count > index, let pixels = Int(Substring(columns[index]).trimmed), (1...1_000_000).contains(pixels)
      else { return nil }
      return pixels
    }
    func time(_ index: Int) -> Int64? { columns.count > index ? date(Substring(columns[index]).trimmed) : nil }
    return .success(
      ShardedRow(
        md5: md5, filename: columns[1], sizeBytes: size, taken: time(3), modified: time(4), width: side(5),
        height: side(6)))
  }

  /// ISO 8601, or seconds since 1970 with or without a fraction.
  private static func date(_ text: Substring) -> Int64? {
    if let seconds = CatalogDate.seconds(iso: text) { return seconds }
    guard let seconds = Double(text), seconds.isFinite, let whole = Int64(exactly: seconds.rounded(.down)),
      CatalogDate.range.contains(whole)
    else { return nil }
    return whole
  }

  /// By commas, with quotes as RFC 4180 has them.
  private static func columns(_ text: String) -> [String] {
    guard text.contains("\"") else {
      return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    var columns = [""]
    var isQuoted = false
    var previous: Character?
    for character in text {
      switch character {
      case "\"" where isQuoted: isQuoted = false
      case "\"" where columns[columns.count - 1].isEmpty && previous != "\"": isQuoted = true
      case "\"" where previous == "\"":
        // Two of them, within quotes, are one.
        columns[columns.count - 1].append(character)
        isQuoted = true
      case "," where !isQuoted: columns.append("")
      default: columns[columns.count - 1].append(character)
      }
      previous = character
    }
    return columns
  }
}
