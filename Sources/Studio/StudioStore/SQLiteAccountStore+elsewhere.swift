import Documents
import FoundationEssentials
import GRDB
public import StudioModel
import Synchronization

/// Where a person is signed in whose account an organisation keeps elsewhere.
public struct ElsewherePlace: Sendable, Equatable {
  /// ``SignedInPlace/id``.
  public var place: String
  /// As the organisation's service calls them.
  public var user: UserID
  /// Whose service.
  public var project: String
  /// What lets it go on as that person; see ``SecretSeal``.
  public var sealed: [UInt8]
  /// When the organisation last said that the account is good, in seconds since 1970.
  public var checkedAt: Double
}

/// People whose accounts an organisation keeps elsewhere: here stands what they were when they were last asked about, for pages and
/// for their places.
extension SQLiteAccountStore {
  /// Names with a control sign are none that anybody could choose here.
  private static func key(_ user: UserID, _ project: String) -> String { "\u{1}\(project) \(user)" }

  /// A person has signed in there.
  /// - Parameters:
  ///   - person: as the organisation describes them.
  ///   - project: whose service has said so.
  ///   - sealed: what lets the place go on as that person.
  ///   - key: as what the account's tries to sign in are counted.
  /// - Throws: ``AccountError/unavailable(_:)`` also where another project has an organisation, or a person, of that id already.
  public func admit(
    _ person: Person, of project: String, sealed: [UInt8], as key: String, from origin: SignInOrigin, at now: Double
  ) async throws(AccountError) -> OpenedPlace {
    do {
      return try await database.commit(#function) { db in
        try Self.keep(db, person, project, now)
        let opened = try Self.openPlace(db, person.id, origin, key, now)
        try db.execute(
          sql: "INSERT INTO pass (place, sealed, checkedAt) SELECT id, ?, ? FROM place WHERE secret = ?",
          arguments: [Data(sealed), now, StudioSecret.kept(opened.secret)])
        return opened
      }
    } catch {
      let fault = Self.fault(error, database.path)
      guard Self.isOfDisk(error) else { throw fault }
      return try await openPassing(person, project, sealed, origin, now, because: fault)
    }
  }

  private static func keep(_ db: Database, _ person: Person, _ project: String, _ now: Double) throws {
    func foreign(_ table: String, _ id: String) throws {
      let row = try Row.fetchOne(db, sql: "SELECT project FROM \(table) WHERE id = ?", arguments: [id])
      guard let row, row["project"] as String? != project else { return }
      throw AccountError.unavailable(
        "the \(table) \(id) of the project \(project) is known here as one of another: one studio cannot serve both")
    }
    try foreign("organisation", person.organisation.text)
    try foreign("account", person.id.text)
    try db.execute(
      sql: "INSERT INTO organisation (id, createdAt, project) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      arguments: [person.organisation.text, now, project])
    try db.execute(
      sql: """
        INSERT INTO account (id, organisation, name, key, displayName, role, isPhotographer, hash, createdAt, project)
        VALUES (?, ?, ?, ?, ?, ?, ?, '', ?, ?)
        ON CONFLICT (id) DO UPDATE SET organisation = excluded.organisation, name = excluded.name,
          displayName = excluded.displayName, role = excluded.role, isPhotographer = excluded.isPhotographer
        """,
      arguments: [
        person.id.text, person.organisation.text, person.name, key(person.id, project), person.displayName,
        person.standing.role.rawValue, person.standing.isPhotographer, now, project,
      ])
  }

  /// What the organisation says of a person now.
  /// - Parameter place: where they are signed in, and were just found to be good.
  public func update(_ person: Person, of project: String, at place: String, now: Double) async throws(AccountError) {
    _ = passing.withLock { $0.change(place) { $0.checkedAt = now } }
    try await write { db in
      try Self.keep(db, person, project, now)
      try db.execute(sql: "UPDATE pass SET checkedAt = ? WHERE place = ?", arguments: [now, place])
    }
  }

  /// Another pass for a place.
  public func keep(sealed: [UInt8], for place: String) async throws(AccountError) {
    if passing.withLock({ $0.change(place) { $0.sealed = sealed } }) { return }
    try await write { db in
      try db.execute(sql: "UPDATE pass SET sealed = ? WHERE place = ?", arguments: [Data(sealed), place])
    }
  }

  /// Of one place; nil where it is none of a person elsewhere.
  public func elsewhere(place: String) async throws(AccountError) -> ElsewherePlace? {
    if let pass = passing.withLock({ $0.pass(place) }) { return pass }
    return try await read { db in try Self.elsewhere(db, "WHERE place.id = ?", [place]).first }
  }

  /// All places of people elsewhere, the newest last.
  public func elsewherePlaces() async throws(AccountError) -> [ElsewherePlace] {
    try await read { db in try Self.elsewhere(db, "ORDER BY place.createdAt", []) }
  }

  private static func elsewhere(_ db: Database, _ rest: String, _ arguments: StatementArguments) throws
    -> [ElsewherePlace]
  {
    try Row.fetchAll(
      db,
      sql: """
        SELECT place.id AS place, account.id AS user, account.project AS project, pass.sealed, pass.checkedAt
        FROM pass JOIN place ON place.id = pass.place JOIN account ON account.id = place.account \(rest)
        """, arguments: arguments
    ).map { row in
      ElsewherePlace(
        place: row["place"], user: UserID(row["user"]), project: row["project"], sealed: Array(row["sealed"] as Data),
        checkedAt: row["checkedAt"])
    }
  }
}
