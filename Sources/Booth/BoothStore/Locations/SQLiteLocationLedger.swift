public import BoothCore
import BoothSystem
public import BoothVault
import FoundationEssentials
import GRDB
public import Locations

/// The database of locations in `locations.sqlite`. WAL with `synchronous=FULL`: a commit is on disk when the call returns.
///
/// Not in `booth.sqlite`, which one process alone may write: people import and edit while a booth runs, and what happens to
/// either database is none of the other's.
public final class SQLiteLocationLedger: LocationLedger {
  static let name = "locations.sqlite"
  private let database: DatabaseQueue
  private let path: String
  private let held: HeldDatabase

  /// - Parameters:
  ///   - readOnly: looks only, beside a writer.
  ///   - checked: reads the whole database for damage, each row of it.
  ///   - whenDamaged: called while a damaged database is still open, which is the moment to set it aside.
  public init(
    path: String, readOnly: Bool = false, checked: Bool = false, whenDamaged: () throws -> Void = {}
  ) throws(StoreError) {
    self.path = path
    var configuration = Configuration()
    configuration.label = "booth.locations"
    configuration.busyMode = .timeout(5)
    configuration.readonly = readOnly
    do {
      if !readOnly { configuration.journalMode = .wal }
      database = try DatabaseQueue(path: path, configuration: configuration)
      if !readOnly {
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous=FULL") }
      }
      if checked { try database.read { try DatabaseCheck.checkPages($0, path) } }
      if try database.read({ try LocationSchema.migrator.hasBeenSuperseded($0) }) {
        throw StoreError(
          .newerVersion, subject: path, detail: "was made by a newer version of booth; update this one, or use --data")
      }
      if !readOnly { try LocationSchema.migrator.migrate(database) }
      if checked { try database.read { _ = try Self.fetch($0, "", []) } }
      held = try HeldDatabase(path)
    } catch {
      var fault = StoreError(wrapping: error, path)
      if fault.code == .damaged {
        do { try whenDamaged() } catch { fault = StoreError(wrapping: error, path) }
      }
      throw fault
    }
  }

  /// Lets the files go; whatever is asked afterwards fails. Where another program has written into the log, nothing is closed, as SQLite
  /// would bring that into the database.
  func close() throws(StoreError) {
    if let fault = held.logFault, fault == .overwritten(fault.path) {
      _ = Unmanaged.passRetained(database)
      throw StoreError(wrapping: fault, path)
    }
    do { try database.close() } catch { throw StoreError(wrapping: error, path) }
  }

  private func checkPlace() throws(StoreError) {
    if let fault = held.fault { throw StoreError(wrapping: fault, path) }
  }

  /// One transaction, flushed to the drive when it returns. Waits up to 5 s for another process that has the database.
  /// - Throws: also `moved` and `replaced`: the transaction went to a file that is not at its path any more.
  public func commit(_ changes: [LocationChange]) throws(StoreError) {
    try checkPlace()
    try FaultPoint.commit(changes) { () throws(StoreError) in
      do {
        try database.write { db in
          for change in changes { try change.apply(to: db) }
          FaultPoint.commitHalf(changes)
        }
      } catch { throw StoreError(wrapping: error, path) }
    }
    try checkPlace()
  }

  /// One transaction that changes no location, as ``commit(_:)`` is one.
  func write(_ role: String, _ body: (Database) throws -> Void) throws(StoreError) {
    try checkPlace()
    try FaultPoint.step(.ledgerCommit, role) { () throws(StoreError) in
      do { try database.write { try body($0) } } catch { throw StoreError(wrapping: error, path) }
    }
    try checkPlace()
  }

  /// Another number when another connection has committed something since (SQLite, `PRAGMA data_version`).
  func version() throws(StoreError) -> Int { try read { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 } }

  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try database.read(body) } catch { throw StoreError(wrapping: error, path) }
  }

  private static func fetch(
    _ db: Database, _ condition: String, _ arguments: StatementArguments
  ) throws -> [Location] {
    var versions: [String: [LocationVersion]] = [:]
    let versionCondition = condition.isEmpty ? "" : "WHERE location IN (SELECT id FROM location \(condition))"
    let columns = try LocationRow.versionColumns(in: db)
    let versionRows = try Row.fetchCursor(
      db, sql: "SELECT \(columns) FROM locationVersion \(versionCondition) ORDER BY location, place",
      arguments: arguments)
    while let row = try versionRows.next() {
      var row = LocationRow("locationVersion", row)
      let (location, version) = try row.version()
      versions[location, default: []].append(version)
    }
    var locations: [Location] = []
    // Megabytes, which would be moved each time that they grow.
    if condition.isEmpty {
      locations.reserveCapacity(try Int.fetchOne(db, sql: "SELECT count(*) FROM location") ?? 0)
    }
    let rows = try Row.fetchCursor(
      db, sql: "SELECT \(try LocationRow.columns(in: db)) FROM location \(condition)", arguments: arguments)
    while let row = try rows.next() {
      var row = LocationRow("location", row)
      var location = try row.location()
      location.versions = versions[location.id.text] ?? []
      if let fault = location.keptFault {
        throw DatabaseRowFault(
          place: "table location, row \(location.id)", expected: "a location as it was kept",
          found: "one that \(fault),")
      }
      locations.append(location)
    }
    return locations
  }

  /// Reads two tables from end to end, and touches no other file.
  public func locations(with words: [String]) throws(StoreError) -> [Location] {
    let condition = words.isEmpty ? "" : "WHERE " + words.map { _ in "instr(folded, ?) > 0" }.joined(separator: " AND ")
    return try read { try Self.fetch($0, condition, StatementArguments(words)) }
  }

  /// By the table's key.
  public func location(_ id: LocationID) throws(StoreError) -> Location? {
    try read { try Self.fetch($0, "WHERE id = ?", [id.text]).first }
  }

  /// Reads one index.
  public func ids() throws(StoreError) -> Set<LocationID> {
    try read { db in try Self.ids(db, "SELECT id FROM location") }
  }

  /// In the order in which they were deleted, as a set has none.
  public func leaving() throws(StoreError) -> [LocationID] {
    try read { db in
      try Self.ids(db, "SELECT location FROM locationDecision WHERE NOT filesGone").sorted()
    }
  }

  private static func ids(_ db: Database, _ sql: String) throws -> Set<LocationID> {
    var ids: Set<LocationID> = []
    let rows = try Row.fetchCursor(db, sql: sql)
    while let row = try rows.next() {
      var row = LocationRow("location", row)
      guard let id = LocationID(try row.text()) else {
        throw DatabaseRowFault(place: "table location", expected: "a location's id", found: "a text")
      }
      ids.insert(id)
    }
    return ids
  }
}

extension LocationChange {
  func apply(to db: Database) throws {
    switch self {
    case .put(let location): try Self.put(location, in: db)
    case .leave(let id, let title, let time):
      let time = time.kept
      try db.run("DELETE FROM locationVersion WHERE location = ?", [id.text])
      try db.run("DELETE FROM location WHERE id = ?", [id.text])
      try db.run(
        """
        INSERT INTO locationDecision (location, title, decidedAt, decidedZone, decidedTrusted) VALUES (?, ?, ?, ?, ?)
        """, [id.text, title, time.unixSeconds, time.secondsFromUTC, time.trusted])
    case .noteFilesGone(let id):
      try db.run("UPDATE locationDecision SET filesGone = 1 WHERE location = ? AND NOT filesGone", [id.text])
    }
  }

  private static func put(_ location: Location, in db: Database) throws {
    try db.run("DELETE FROM locationVersion WHERE location = ?", [location.id.text])
    let (created, updated, provenance, old) = (
      location.createdAt, location.updatedAt, location.provenance, location.old
    )
    let marks = Array(repeating: "?", count: 32).joined(separator: ", ")
    var arguments: StatementArguments = [
      location.id.text, location.title, location.notes, location.status.rawValue, location.pair,
      location.historicalImageURL, location.newImageURL, location.latitude, location.longitude,
    ]
    arguments += [created.unixSeconds, created.secondsFromUTC, created.trusted]
    arguments += [updated.unixSeconds, updated.secondsFromUTC, updated.trusted]
    arguments += [
      provenance.archive, provenance.signature, provenance.author, provenance.date, provenance.licence,
      provenance.link, location.bearing, location.accuracy,
    ]
    arguments += [old.name, old.bytes, old.checksum, old.size?.width, old.size?.height, location.chosen]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    arguments += [try location.marks.map { String(decoding: try encoder.encode($0), as: UTF8.self) }]
    arguments += [location.crop?.kept, LocationSearch.text(of: location)]
    try db.run("INSERT OR REPLACE INTO location (\(LocationRow.columns), folded) VALUES (\(marks))", arguments)
    for (place, version) in location.versions.enumerated() {
      let (picture, time, registration) = (version.picture, version.takenAt, version.registration)
      let marks = Array(repeating: "?", count: 25).joined(separator: ", ")
      var arguments: StatementArguments = [
        location.id.text, version.id, picture.name, picture.bytes, picture.checksum, picture.size?.width,
        picture.size?.height, time.unixSeconds, time.secondsFromUTC, time.trusted, version.session?.text,
      ]
      arguments += [version.fix?.latitude, version.fix?.longitude, version.fix?.accuracy]
      arguments += [
        registration?.verdict, registration?.method, registration?.confidence, registration?.transformText,
        registration?.program, registration?.old, registration?.new, registration?.region?.text,
        registration?.deviation, registration?.cells?.text, place,
      ]
      try db.run("INSERT INTO locationVersion (\(LocationRow.versionColumns), place) VALUES (\(marks))", arguments)
    }
  }
}
