import GRDB
import PhotoModel

/// What a view's conditions come to.
extension IndexSearch {
  /// Photos of which a person knows when they were taken, and the others: these stand at the end also where the oldest
  /// are first, which the index's order alone would not do. Nil where that makes no difference.
  func parted(_ db: Database) throws -> (dated: IndexSearch, undated: IndexSearch)? {
    guard by == .oldest else { return nil }
    var (dated, undated) = (self, self)
    dated.add("p.shown > ?", [CalendarDay.undated])
    undated.add("p.shown = ?", [CalendarDay.undated])
    return try undated.rows(db, count: 1).isEmpty ? nil : (dated, undated)
  }

  /// Photos in their order, from one's place on.
  func rows(_ db: Database, from first: Int, count: Int) throws -> [PhotoRecord] {
    try PhotoRow.fetch(
      db, where: "p.n IN (SELECT p.n FROM photo p WHERE \(condition) \(order) LIMIT ? OFFSET ?) \(order)",
      arguments + [count, first])
  }

  /// Photos in their order, behind a cursor.
  func rows(_ db: Database, behind cursor: PhotoCursor? = nil, count: Int) throws -> [PhotoRecord] {
    var rest = self
    if let cursor { rest.go(behind: cursor) }
    return try PhotoRow.fetch(db, where: "\(rest.condition) \(rest.order) LIMIT ?", rest.arguments + [count])
  }

  /// How many there are, perhaps before a cursor.
  func count(_ db: Database, before cursor: PhotoCursor? = nil) throws -> Int {
    var part = self
    if let cursor { part.stay(before: cursor) }
    return try Int.fetchOne(db, sql: "SELECT count(*) FROM photo p WHERE \(part.condition)", arguments: part.arguments)
      ?? 0
  }
}
