import GRDB

/// All that can be read of one table of a damaged database.
final class TableReading {
  private let table: DatabasePlan.Table
  private let old: Database
  private let own: [(name: String, type: String, isNeeded: Bool)]
  /// Keeps a row's values, those of the first so many columns; false where they cannot be kept beside the others.
  private let put: ([DatabaseValue]) throws -> Bool
  private var kept: Set<Int64> = []
  /// Rows that are there, or were, and cannot be read.
  private(set) var lost: Set<Int64> = []
  /// Of rows that an index knows what they are called.
  private(set) var names: [Int64: String] = [:]
  private(set) var mended = 0
  private var known: Set<Int64> = []
  /// Between the first row and the last so many numbers are looked through, where no index says which there are.
  private static let widest: Int64 = 1_000_000
  /// So many of them are asked for: some seconds, as nothing is served meanwhile.
  private static let tries = 100_000

  init(
    _ table: DatabasePlan.Table, _ old: Database, _ new: Database, put: @escaping ([DatabaseValue]) throws -> Bool
  ) throws {
    (self.table, self.old, self.put) = (table, old, put)
    own = try Row.fetchAll(new, sql: "PRAGMA table_info(\(table.name.quotedDatabaseIdentifier))").map {
      ($0["name"], ($0["type"] as String).uppercased(), $0["notnull"])
    }
  }

  private func tried<Value>(_ body: () throws -> Value) throws -> Value? {
    do { return try body() } catch {
      guard DatabaseCheck.isDamageAtOpening(error) || DatabaseCheck.isUnread(error) else { throw error }
      return nil
    }
  }

  /// - Returns: whether it is known of everything that was there.
  func run() throws -> Bool {
    let hasIndex = try readIndexes()
    let last = try walk(isUp: true, to: nil)
    let first = try last.flatMap { try walk(isUp: false, to: $0) ?? $0 }
    // A page of other rows in the place of one misleads a walk: what is asked for by its number is found beside it.
    for key in known.sorted() where !kept.contains(key) { try take(key) }
    if !hasIndex { try fillGaps(last, first) }
    // What an index has and no row is lost.
    for key in known where !kept.contains(key) { lost.insert(key) }
    guard let last, let first, first > last else { return true }
    return hasIndex
  }

  /// Tries each number between rows that were read, where no index says which there are.
  /// - Parameters:
  ///   - last: up to which a walk has come from below, where it did not come to the end; `first`, down to which from above.
  private func fillGaps(_ last: Int64?, _ first: Int64?) throws {
    let ends = kept.union(lost).union([last, first].compactMap { $0 }.filter { $0 != .min && $0 != .max })
    guard let low = ends.min(), let high = ends.max() else { return }
    let (width, isTooWide) = high.subtractingReportingOverflow(low)
    guard !isTooWide, width <= Self.widest else { return }
    var count = 0
    for key in low...high where !kept.contains(key) && !lost.contains(key) {
      count += 1
      // Then it is said that not all is known.
      guard count <= Self.tries else { return }
      if try tried({ try isThere(key) }) ?? false { try take(key) }
    }
  }

  private var quoted: String { table.name.quotedDatabaseIdentifier }

  private func isThere(_ key: Int64) throws -> Bool {
    let statement = try old.cachedStatement(sql: "SELECT 1 FROM \(quoted) NOT INDEXED WHERE rowid = ?")
    return try Int.fetchOne(statement, arguments: [key]) != nil
  }

  // MARK: What is there

  /// Numbers, and names, by those indexes that can be read to their end.
  /// - Returns: whether there is one.
  private func readIndexes() throws -> Bool {
    let found = try tried {
      try Row.fetchAll(old, sql: "PRAGMA index_list(\(quoted))").compactMap { String.fromDatabaseValue($0[1]) }
    }
    var hasOne = false
    for index in found ?? [] {
      let isNaming = table.names?.index == index
      let wanted = (["rowid"] + (isNaming ? table.names?.columns ?? [] : [])).joined(separator: ", ")
      for order in ["ASC", "DESC"] {
        let first = try tried { try indexed(index, 2) }
        guard let first else { continue }
        var keys: [Int64: String] = [:]
        let isWhole: Void? = try tried {
          let cursor = try Row.fetchCursor(
            old,
            sql:
              "SELECT \(wanted) FROM \(quoted) INDEXED BY \(index.quotedDatabaseIdentifier) ORDER BY \(first) \(order)")
          while let row = try cursor.next() {
            guard let key = Int64.fromDatabaseValue(row[0]) else { continue }
            keys[key] =
              row.databaseValues.dropFirst().map { String.fromDatabaseValue($0) ?? "?" }.joined(separator: "/")
          }
        }
        known.formUnion(keys.keys)
        if isNaming { names.merge(keys) { $1 } }
        if isWhole != nil {
          hasOne = true
          break
        }
      }
    }
    return hasOne
  }

  /// The columns of an index, as they are ordered by.
  private func indexed(_ index: String, _ place: Int) throws -> String {
    let columns = try Row.fetchAll(old, sql: "PRAGMA index_info(\(index.quotedDatabaseIdentifier))").compactMap {
      String.fromDatabaseValue($0[place])?.quotedDatabaseIdentifier
    }
    guard let first = columns.first else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return first
  }

  // MARK: Rows

  /// From one end to the other, or as far as it goes. A row of which the number alone can be read is lost.
  /// - Parameter end: as far as from the other end.
  /// - Returns: the last number; nil where it has come to the end.
  private func walk(isUp: Bool, to end: Int64?) throws -> Int64? {
    var place: Int64 = isUp ? .min : .max
    let (sign, order) = isUp ? (">", "ASC") : ("<", "DESC")
    func isBehind(_ key: Int64) -> Bool { isUp ? key > place : key < place }
    func reaches(_ key: Int64) -> Bool { end.map { isUp ? key >= $0 : key <= $0 } ?? false }
    while true {
      var isOver = false
      let isDone: Void? = try tried {
        let cursor = try Row.fetchCursor(
          old, sql: "SELECT rowid, * FROM \(quoted) NOT INDEXED WHERE rowid \(sign) ? ORDER BY rowid \(order)",
          arguments: [place])
        while let row = try cursor.next() {
          guard let key = Int64.fromDatabaseValue(row[0]), isBehind(key) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
          }
          if reaches(key) {
            isOver = true
            return
          }
          try take(key, Array(row.databaseValues.dropFirst()))
          place = key
        }
        isOver = true
      }
      if isDone != nil, isOver { return end == nil ? nil : end }
      let next = try tried {
        try Int64.fetchOne(
          old, sql: "SELECT rowid FROM \(quoted) NOT INDEXED WHERE rowid \(sign) ? ORDER BY rowid \(order) LIMIT 1",
          arguments: [place])
      }
      guard let found = next, let key = found, isBehind(key), !reaches(key) else { return place }
      try take(key)
      place = key
    }
  }

  private func take(_ key: Int64) throws {
    let row = try tried {
      try Row.fetchOne(old, sql: "SELECT * FROM \(quoted) NOT INDEXED WHERE rowid = ?", arguments: [key])
    }
    guard let found = row, let row = found else {
      lost.insert(key)
      return
    }
    try take(key, Array(row.databaseValues))
  }

  private func take(_ key: Int64, _ found: [DatabaseValue]) throws {
    guard !kept.contains(key) else { return }
    lost.remove(key)
    var values = Array(found.prefix(own.count))
    if !isGood(values) {
      guard let bytes = try tried({ try mended(key, values) }), let bytes else {
        lost.insert(key)
        return
      }
      values = bytes
      mended += 1
    }
    if try put(values) { kept.insert(key) } else { lost.insert(key) }
  }

  private func place(of column: String) -> Int? { own.firstIndex { $0.name == column } }

  private func isGood(_ values: [DatabaseValue]) -> Bool {
    for (value, column) in zip(values, own) where !Self.fits(value, column.type, column.isNeeded) { return false }
    if !table.summed.isEmpty, let place = place(of: "sum"), place < values.count, !values[place].isNull {
      let summed = table.summed.compactMap(self.place).filter { $0 < values.count }.map { values[$0] }
      return RowSum(of: table.name, summed).value == Int64.fromDatabaseValue(values[place])
    }
    return table.isGood(values)
  }

  private static func fits(_ value: DatabaseValue, _ type: String, _ isNeeded: Bool) -> Bool {
    switch value.storage {
    case .null: !isNeeded
    case .int64: type != "TEXT" && type != "BLOB"
    case .double: type == "DOUBLE" || type == "REAL"
    case .string: type == "TEXT"
    case .blob: type == "BLOB"
    }
  }

  /// By its sum, from the bytes themselves: what has changed in a text may be no text any more.
  private func mended(_ key: Int64, _ values: [DatabaseValue]) throws -> [DatabaseValue]? {
    guard !table.summed.isEmpty, let sumPlace = place(of: "sum"), sumPlace < values.count,
      let sum = Int64.fromDatabaseValue(values[sumPlace])
    else { return nil }
    let names = try Row.fetchAll(old, sql: "PRAGMA table_info(\(quoted))").compactMap {
      String.fromDatabaseValue($0["name"])?.quotedDatabaseIdentifier
    }
    let places = table.summed.compactMap(place)
    guard places.count == table.summed.count, places.allSatisfy({ $0 < names.count }) else { return nil }
    let casts = places.map { own[$0].type == "TEXT" ? "CAST(\(names[$0]) AS BLOB)" : names[$0] }
    guard
      let row = try Row.fetchOne(
        old, sql: "SELECT \(casts.joined(separator: ", ")) FROM \(quoted) NOT INDEXED WHERE rowid = ?", arguments: [key]
      )
    else { return nil }
    let found = zip(row.databaseValues, places).map { (value: $0, isText: own[$1].type == "TEXT") }
    guard let mended = RowSum.mended(table.name, found, sum: sum) else { return nil }
    var values = values
    for (place, value) in zip(places, mended) { values[place] = value }
    values[sumPlace] = RowSum(of: table.name, mended).value.databaseValue
    return isGood(values) ? values : nil
  }
}
