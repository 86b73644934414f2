import Documents
import GRDB
public import StudioModel

/// Who there is.
extension SQLiteAccountStore {
  /// Any code is kept.
  public func setLanguage(_ code: String?, of user: UserID) async throws(AccountError) {
    try await write { db in
      try db.execute(sql: "UPDATE account SET language = ? WHERE id = ?", arguments: [code, user.text])
    }
  }

  /// One of them, who may have been ended; nil for none.
  public func person(_ user: UserID) async throws(AccountError) -> Person? {
    try await read { db in try Self.person(db, user) }
  }

  /// The same for all.
  public func people(
    of organisation: OrganisationID, for requester: Requester
  ) async throws(AccountError) -> [Person] { try await people(of: organisation) }

  /// By name, those who may sign in first.
  public func people(of organisation: OrganisationID) async throws(AccountError) -> [Person] {
    try await read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT \(Self.personColumns) FROM account WHERE organisation = ?
          ORDER BY endedAt IS NOT NULL, displayName COLLATE NOCASE, id
          """)
      return try Array(Row.fetchCursor(statement, arguments: [organisation.text]).map(Self.person))
    }
  }

  /// Whether anybody may sign in who may let others in.
  public func hasAdmin() async throws(AccountError) -> Bool {
    try await read { db in try Self.admins(db, organisation: nil).isEmpty == false }
  }

  static func admins(_ db: Database, organisation: OrganisationID?) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT id FROM account
        WHERE role = 'admin' AND endedAt IS NULL AND project IS NULL AND (? IS NULL OR organisation = ?)
        """,
      arguments: [organisation?.text, organisation?.text])
  }

  /// In one transaction with the look at who else is an administrator.
  public func setStanding(
    _ standing: Standing, of user: UserID, in organisation: OrganisationID
  ) async throws(AccountError) {
    try await write { db in
      try Self.guardLastAdmin(db, user, organisation, stays: standing.role == .admin)
      try db.execute(
        sql: "UPDATE account SET role = ?, isPhotographer = ? WHERE id = ?",
        arguments: [standing.role.rawValue, standing.isPhotographer, user.text])
      if standing.role != .admin {
        try db.execute(sql: "DELETE FROM invitation WHERE madeBy = ?", arguments: [user.text])
      }
    }
  }

  /// What it made goes on saying who it was; its name may be another's from now on.
  public func end(_ user: UserID, in organisation: OrganisationID, at now: Double) async throws(AccountError) {
    try await write(isNeeded: true) { db in
      try Self.guardLastAdmin(db, user, organisation, stays: false)
      try db.execute(
        sql: "UPDATE account SET endedAt = ?, key = 'ended ' || id WHERE id = ?", arguments: [now, user.text])
      try db.execute(sql: "DELETE FROM place WHERE account = ?", arguments: [user.text])
      try Self.forgetDevices(db, of: user)
      try db.execute(sql: "DELETE FROM invitation WHERE account = ? OR madeBy = ?", arguments: [user.text, user.text])
    }
  }

  private static func guardLastAdmin(
    _ db: Database, _ user: UserID, _ organisation: OrganisationID, stays: Bool
  ) throws {
    guard let person = try person(db, user), person.organisation == organisation, person.endedAt == nil else {
      throw AccountError.notFound
    }
    if !stays, try admins(db, organisation: organisation) == [user.text] { throw AccountError.lastAdmin }
  }
}
