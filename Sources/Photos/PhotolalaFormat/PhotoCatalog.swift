/// One photograph as a catalog of the current kind ("v2") has it.
public struct CatalogRow: Hashable, Sendable {
  /// Of the first 4096 bytes.
  public var head: PhotoMD5
  /// Of the whole file.
  public var sizeBytes: Int64
  /// Of all bytes, if they were read.
  public var md5: PhotoMD5?
  /// When it was taken, else its file's date: seconds since 1970, UTC.
  public var date: Int64
  /// What its bytes are.
  public var format: CatalogFormat

  /// How much of a file ``head`` is of.
  public static let headBytes = 4096

  /// Takes what is known of the photograph.
  public init(head: PhotoMD5, sizeBytes: Int64, md5: PhotoMD5?, date: Int64, format: CatalogFormat) {
    self.head = head
    self.sizeBytes = sizeBytes
    self.md5 = md5
    self.date = date
    self.format = format
  }

  /// What tells it from any other without reading the whole file: `{head_md5}:{file_size}`.
  public struct Key: Hashable, Sendable, CustomStringConvertible {
    /// Of the first 4096 bytes.
    public var head: PhotoMD5
    /// Of the whole file.
    public var sizeBytes: Int64

    public init(head: PhotoMD5, sizeBytes: Int64) {
      self.head = head
      self.sizeBytes = sizeBytes
    }

    /// As the app writes it.
    public var description: String { "\(head):\(sizeBytes)" }
  }

  /// The row's key.
  public var key: Key { Key(head: head, sizeBytes: sizeBytes) }

  /// How a store calls the photograph: by all its bytes, else by its first.
  public var id: PhotoMD5 { md5 ?? head }

  /// `photo_{first 8 of the hash}_{yyyyMMdd}.{ext}`, the day by UTC.
  public var displayName: String {
    "photo_\(id.text.prefix(8))_\(CatalogDate.day(ofSeconds: date)).\(format.fileExtension)"
  }
}

/// What is wrong with a row, so that it is left out.
public enum SkippedRow: String, Sendable, CaseIterable {
  /// Fewer columns than there must be.
  case tooFewColumns
  /// A size, a date or a colour that is no number, or one that cannot be.
  case badNumber
  /// Something else stands where an MD5 or an id belongs.
  case badHash
  /// Bytes that are no UTF-8, or a line over 4096 bytes.
  case notText
  /// More rows than anybody's catalog has: those behind ``PhotoCatalog/mostRows`` are not kept.
  case tooMany
}

/// A catalog of the current kind: `.photolala.{MD5 of these bytes}.csv`.
///
/// ```swift
/// var catalog = PhotoCatalog()
/// catalog.upsert(row)
/// let bytes = catalog.bytes  // newest first
/// ```
public struct PhotoCatalog: Sendable, Equatable {
  /// How many rows are kept of what a person wrote: some 100 bytes of memory each.
  public static let mostRows = 3_000_000

  /// Its first line.
  public static let header = "photo_head_md5,file_size,photo_md5,photo_date,format"

  /// The rows as they stand, each key once.
  public private(set) var rows: [CatalogRow] = []

  /// An empty one.
  public init() {}

  /// Of many rows; of two with one key the later counts.
  public init(rows: some Sequence<CatalogRow>) {
    var places: [CatalogRow.Key: Int] = [:]
    for row in rows { add(row, &places) }
  }

  private mutating func add(_ row: CatalogRow, _ places: inout [CatalogRow.Key: Int]) {
    if let place = places.updateValue(rows.count, forKey: row.key) {
      places[row.key] = place
      rows[place] = row
    } else {
      rows.append(row)
    }
  }

  /// Reads what a person wrote. The first line is the header, whatever it says; a row of four columns is of a JPEG; an
  /// unknown format is ``CatalogFormat/unknown``; columns after the fifth are ignored.
  /// - Parameter skipped: how many rows were left out, by the reason.
  public static func read(_ bytes: [UInt8], skipped: inout [SkippedRow: Int]) -> PhotoCatalog {
    var catalog = PhotoCatalog()
    var places: [CatalogRow.Key: Int] = [:]
    for line in CatalogLines(bytes).dropFirst() {
      switch row(line) {
      case .success(let row):
        if catalog.rows.count < mostRows || places[row.key] != nil {
          catalog.add(row, &places)
        } else {
          skipped[.tooMany, default: 0] += 1
        }
      case .failure(let fault): skipped[fault.reason, default: 0] += 1
      }
    }
    return catalog
  }

  private static func row(_ line: CatalogLines.Line) -> Result<CatalogRow, RowFault> {
    guard let text = line.text else { return .failure(RowFault(reason: .notText)) }
    let columns = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    guard columns.count >= 4 else { return .failure(RowFault(reason: .tooFewColumns)) }
    guard let head = PhotoMD5(columns[0]) else { return .failure(RowFault(reason: .badHash)) }
    guard let size = Int64(columns[1]), size >= 0, let date = Int64(columns[3]), CatalogDate.range.contains(date)
    else { return .failure(RowFault(reason: .badNumber)) }
    let md5 = PhotoMD5(columns[2])
    if md5 == nil, !columns[2].isEmpty { return .failure(RowFault(reason: .badHash)) }
    let format = columns.count == 4 ? .jpeg : CatalogFormat(rawValue: String(columns[4])) ?? .unknown
    return .success(CatalogRow(head: head, sizeBytes: size, md5: md5, date: date, format: format))
  }

  /// As a file: newest first, those of one second in the order in which they stand.
  public var bytes: [UInt8] {
    var text = Array((Self.header + "\n").utf8)
    text.reserveCapacity(rows.count * 96)
    let sorted = rows.enumerated().sorted { ($1.element.date, $0.offset) < ($0.element.date, $1.offset) }
    for (_, row) in sorted {
      text += "\(row.head),\(row.sizeBytes),\(row.md5?.text ?? ""),\(row.date),\(row.format.rawValue)\n".utf8
    }
    return text
  }

  /// The row of a file of which only the beginning was read, or nil.
  public func row(_ key: CatalogRow.Key) -> CatalogRow? { rows.first { $0.key == key } }

}

/// A row that is left out.
struct RowFault: Error {
  var reason: SkippedRow
}
