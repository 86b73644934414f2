import GRDB
import PhotoModel

/// A photo's row, with its source's id.
enum PhotoRow {
  private static let columns = """
    SELECT p.n, p.stamp, s.id, p.id, p.name, p.place, p.size, p.modified, p.mark, p.shown, p.taken, p.zone, p.ready,
      p.flags, p.remark, p.format, p.width, p.height, p.camera, p.lens, p.exposure, p.latitude, p.longitude, p.head,
      p.full, p.content, p.trouble, p.tint, p.star, p.tags, p.partner, f.n, f.id, f.name, p.fraction
    FROM photo p JOIN source s ON s.n = p.source LEFT JOIN photo f ON f.n = p.film WHERE
    """

  /// - Parameters:
  ///   - condition: with the order and the limit behind it; columns are called `p.name`.
  ///   - isKept: whether the same is asked again and again.
  static func fetch(
    _ db: Database, where condition: String, _ arguments: StatementArguments, isKept: Bool = true
  ) throws -> [PhotoRecord] {
    let sql = columns + " " + condition
    let statement = try isKept ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
    return try Row.fetchAll(statement, arguments: arguments).compactMap(record)
  }

  private static func record(_ row: Row) -> PhotoRecord? {
    guard let source = PhotoSourceID(row[2]) else { return nil }
    var details = PhotoDetails()
    details.format = row[15]
    details.width = row[16]
    details.height = row[17]
    details.taken = (row[10] as Int64?).map {
      PhotoMoment(wallSeconds: $0, offsetMinutes: row[11], nanoseconds: row[34])
    }
    details.camera = row[18]
    details.lens = row[19]
    details.exposure = row[20]
    details.latitude = row[21]
    details.longitude = row[22]
    details.headMD5 = row[23]
    details.fullMD5 = row[24]
    details.contentIdentifier = row[25]
    details.trouble = row[26]
    let entry = PhotoEntry(
      id: PhotoID(row[3]), name: row[4], place: row[5], size: row[6], modified: row[7], mark: row[8], details: details,
      isComplete: row[12] == 1, flags: PhotoFlags(rawValue: row[13]), remark: row[14])
    return PhotoRecord(
      number: row[0], stamp: stamp(row[1]), source: source, entry: entry, shownSeconds: row[9], isRead: row[12] == 1,
      tint: row[27], isStarred: row[28], tags: PhotoTags(rawValue: row[29]), partner: row[30],
      film: (row[31] as Int64?).map { PhotoFilm(number: $0, id: PhotoID(row[32]), name: row[33]) })
  }

  private static func stamp(_ number: Int64) -> String {
    let text = String(UInt64(bitPattern: number) >> 16, radix: 16)
    return String(repeating: "0", count: 12 - text.count) + text
  }
}
