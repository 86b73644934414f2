import Documents
import FoundationEssentials
import GRDB
import StudioModel

/// A query as SQL.
///
/// Tables are joined in the order in which they stand (`CROSS JOIN`; sqlite.org, "The SQLite Query Optimizer Overview", 6): first
/// what decides what is read. Where there is an order that is its first field, so that a page ends when it is full, unless a
/// filter lets few through: then those are read and sorted.
struct DocumentSearch {
  private(set) var sql = ""
  private(set) var arguments = StatementArguments()
  /// Sorting so many costs less than looking through all that stand before the first that passes.
  private static let few = 2000

  /// - Precondition: the query is checked, and its fields are kept in order.
  init(_ query: DocumentQuery, _ db: Database) throws {
    let orders = try query.orders.map { try Self.number(db, query.collection, $0.field) }
    let filters = try query.filters.map {
      (number: try Self.number(db, query.collection, $0.field), value: Data($0.value.orderedBytes))
    }
    if orders.isEmpty, filters.isEmpty {
      plain(query)
      return
    }
    let fewest = try orders.isEmpty ? 0 : filters.firstIndex { try Self.passesFew(db, $0.number, $0.value) }
    // Which table leads, and the others in any order: each is looked up by the document.
    let leader = fewest.map { "f\($0)" } ?? "o0"
    var tables = filters.indices.map { "f\($0)" } + orders.indices.map { "o\($0)" }
    tables.removeAll { $0 == leader }
    let joins = ([leader] + tables).map { "entry \($0)" } + ["document d"]
    sql = "SELECT \(DocumentRow.columns) FROM " + joins.joined(separator: " CROSS JOIN ")
    sql += " WHERE d.key = \(leader).document"
    for (place, filter) in filters.enumerated() {
      sql += " AND f\(place).sorted = ? AND f\(place).value = ?"
      arguments += [filter.number, filter.value]
      if leader != "f\(place)" { sql += " AND f\(place).id = \(leader).id" }
    }
    for (place, number) in orders.enumerated() {
      sql += " AND o\(place).sorted = ?"
      arguments += [number]
      if leader != "o\(place)" { sql += " AND o\(place).document = \(leader).document" }
    }
    let columns = query.orders.enumerated().map { ("o\($0).value", $1.direction) }
    let names = ("\(leader).id", query.nameDirection)
    if let after = query.after { go(after, columns + [names]) }
    finish(columns + [names], query.limit)
  }

  private static func number(
    _ db: Database, _ collection: DocumentCollection, _ field: DocumentFieldPath
  ) throws -> Int64 {
    // Numbers begin with 1: a field that is not kept in order has no documents, rather than those of another.
    try DocumentIndex.number(db, collection, field) ?? 0
  }

  private static func passesFew(_ db: Database, _ number: Int64, _ value: Data) throws -> Bool {
    let count = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM (SELECT 1 FROM entry WHERE sorted = ? AND value = ? LIMIT ?)",
      arguments: [number, value, few + 1])
    return count.map { $0 <= few } ?? false
  }

  private mutating func plain(_ query: DocumentQuery) {
    sql = "SELECT \(DocumentRow.columns) FROM document d WHERE collection = ?"
    arguments += [query.collection.description]
    if let after = query.after {
      sql += " AND d.id > ?"
      arguments += [after.id]
    }
    finish([("d.id", .ascending)], query.limit)
  }

  /// Behind the cursor. In one direction by a row value, which an index understands; in two by each column in turn.
  private mutating func go(
    _ after: DocumentQuery.Cursor, _ columns: [(name: String, direction: DocumentQuery.Direction)]
  ) {
    let values: [any DatabaseValueConvertible] = after.values.map { Data($0.orderedBytes) } + [after.id]
    if Set(columns.map(\.direction)).count == 1 {
      let names = columns.map(\.name).joined(separator: ", ")
      let marks = columns.map { _ in "?" }.joined(separator: ", ")
      sql += " AND (\(names)) \(Self.sign(columns[0].direction)) (\(marks))"
      arguments += StatementArguments(values)
      return
    }
    var cases: [String] = []
    for place in columns.indices {
      let same = columns[..<place].map { "\($0.name) = ?" }
      cases.append(
        "(" + (same + ["\(columns[place].name) \(Self.sign(columns[place].direction)) ?"]).joined(separator: " AND ")
          + ")")
      arguments += StatementArguments(Array(values[...place]))
    }
    sql += " AND (" + cases.joined(separator: " OR ") + ")"
  }

  private static func sign(_ direction: DocumentQuery.Direction) -> String {
    switch direction {
    case .ascending: ">"
    case .descending: "<"
    }
  }

  private mutating func finish(_ columns: [(String, DocumentQuery.Direction)], _ limit: Int) {
    let terms = columns.map { "\($0.0) \($0.1 == .ascending ? "ASC" : "DESC")" }
    sql += " ORDER BY " + terms.joined(separator: ", ") + " LIMIT ?"
    arguments += [limit]
  }

  func fetch(_ db: Database) throws -> [DocumentRow] {
    try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map(DocumentRow.init)
  }
}
