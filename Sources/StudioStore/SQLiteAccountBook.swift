import BoothCore
import BoothSystem
import FoundationEssentials
import GRDB
public import StudioRules
import Synchronization

/// Accounts in `studio.sqlite`. WAL with `synchronous=FULL`: what was answered is on disk. Several processes may have it open.
public final class SQLiteAccountBook: AccountBook {
  /// The name of the file in the studio's folder.
  public static let name = "studio.sqlite"
  /// How much later than it was a use is written down, in seconds: a page has many requests.
  private static let seenStep: Double = 300

  let database: DatabaseQueue
  private let mill: PasswordMill
  private let limits = Mutex(SignInLimits())
  private let now: @Sendable () -> Instant
  /// Whose accounts are made here.
  public let organisation: OrganisationID

  /// Opens the database, or makes it.
  /// - Parameters:
  ///   - path: of the file; its folder is there.
  ///   - clock: seconds since 1970, for a database that is made now.
  /// - Throws: ``AccountError/unavailable(_:)`` in words: not a database, of a newer version, no room.
  public convenience init(path: String, clock: Double) throws(AccountError) {
    try self.init(path: path, clock: clock, cost: PasswordHash.Cost()) { DeviceClock.now() }
  }

  init(
    path: String, clock: Double, cost: PasswordHash.Cost, now: @escaping @Sendable () -> Instant
  ) throws(AccountError) {
    self.now = now
    mill = PasswordMill(cost: cost)
    var configuration = Configuration()
    configuration.label = "booth.studio"
    configuration.busyMode = .timeout(5)
    configuration.journalMode = .wal
    do {
      database = try DatabaseQueue(path: path, configuration: configuration)
      try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous=FULL") }
      guard try !database.read({ try StudioSchema.migrator.hasBeenSuperseded($0) }) else {
        throw AccountError.unavailable("\(path) was made by a newer version of booth; update this one, or use --data")
      }
      try StudioSchema.migrator.migrate(database)
      organisation = try database.write { db in
        if let known = try String.fetchOne(db, sql: "SELECT id FROM organisation ORDER BY createdAt LIMIT 1") {
          return OrganisationID(known)
        }
        let new = OrganisationID(StudioSecret.make(12))
        try db.execute(sql: "INSERT INTO organisation VALUES (?, ?)", arguments: [new.text, clock])
        return new
      }
    } catch {
      throw Self.fault(error, path)
    }
  }

  /// Lets the file go.
  public func close() {
    do { try database.close() } catch {
      // Whoever still reads ends later; nothing that was answered is lost.
    }
  }

  private static func fault(_ error: any Error, _ path: String) -> AccountError {
    if let error = error as? AccountError { return error }
    return .unavailable("\(path): \(error)")
  }

  private func read<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws(AccountError)
    -> Value
  {
    do { return try await database.read(body) } catch { throw Self.fault(error, database.path) }
  }

  private func write<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws(AccountError)
    -> Value
  {
    do { return try await database.write(body) } catch { throw Self.fault(error, database.path) }
  }

  // MARK: Who is it

  /// By one index; a use is written down now and then.
  public func signedIn(_ secret: String, at now: Double) async throws(AccountError) -> (Person, SignedInPlace)? {
    let kept = StudioSecret.kept(secret)
    let found = try await read { db -> (Person, SignedInPlace)? in
      guard let row = try Row.fetchOne(db, sql: "SELECT * FROM place WHERE secret = ?", arguments: [kept]) else {
        return nil
      }
      let place = Self.place(row)
      guard Self.lasts(place, at: now), let person = try Self.person(db, place.user), person.endedAt == nil else {
        return nil
      }
      return (person, place)
    }
    if let place = found?.1, now - place.seenAt > Self.seenStep {
      try await write { try $0.execute(sql: "UPDATE place SET seenAt = ? WHERE id = ?", arguments: [now, place.id]) }
    }
    return found
  }

  /// A clock that was set back ends nobody's session.
  private static func lasts(_ place: SignedInPlace, at now: Double) -> Bool {
    now - place.seenAt <= AccountRules.idleSeconds && now - place.createdAt <= AccountRules.sessionSeconds
  }

  /// One password is checked at a time.
  public func signIn(
    name: String, password: String, address: String, agent: String, at now: Double
  ) async throws(AccountError) -> String {
    let key = AccountRules.key(name)
    try checkLimits(key, address)
    let known = try await read { db in
      try Row.fetchOne(
        db, sql: "SELECT id, hash FROM account WHERE key = ? AND endedAt IS NULL", arguments: [key]
      ).map { row -> (id: String, hash: String) in (row["id"], row["hash"]) }
    }
    guard try await matches(password, known?.hash), let known else {
      limits.withLock { $0.failed(account: key, address: address, at: self.now()) }
      throw .wrong
    }
    limits.withLock { $0.succeeded(account: key, address: address) }
    return try await write { db in try Self.openPlace(db, UserID(known.id), agent, now) }
  }

  private func checkLimits(_ key: String, _ address: String) throws(AccountError) {
    let wait = limits.withLock { $0.wait(account: key, address: address, at: now()) }
    if let wait { throw .wait(seconds: Int(wait.components.seconds) + 1) }
  }

  private func matches(_ password: String, _ hash: String?) async throws(AccountError) -> Bool {
    // Longer than any that is kept: not worth the work.
    guard password.utf8.count <= AccountRules.longestPassword else { return false }
    do { return try await mill.matches(password, hash.flatMap(PasswordHash.init(text:))) } catch {
      throw .unavailable("the password cannot be checked: \(error)")
    }
  }

  private func hash(_ password: String) async throws(AccountError) -> String {
    do { return try await mill.hash(password).text } catch {
      throw .unavailable("the password cannot be kept: \(error)")
    }
  }

  private static func openPlace(_ db: Database, _ user: UserID, _ agent: String, _ now: Double) throws -> String {
    let secret = StudioSecret.make()
    try db.execute(
      sql: "INSERT INTO place (id, secret, account, agent, createdAt, seenAt) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [StudioSecret.make(9), StudioSecret.kept(secret), user.text, String(agent.prefix(300)), now, now])
    return secret
  }

  // MARK: One-time links

  /// Not used up by looking.
  public func invitation(_ secret: String, at now: Double) async throws(AccountError) -> Invitation {
    try await read { db in try Self.invitation(db, secret, now) }
  }

  private static func invitation(_ db: Database, _ secret: String, _ now: Double) throws -> Invitation {
    guard
      let row = try Row.fetchOne(
        db, sql: "SELECT * FROM invitation WHERE secret = ?", arguments: [StudioSecret.kept(secret)]),
      now <= row["expiresAt"] as Double
    else { throw AccountError.noInvitation }
    let organisation = OrganisationID(row["organisation"])
    if let account: String = row["account"] {
      guard let person = try person(db, UserID(account)), person.endedAt == nil else { throw AccountError.noInvitation }
      return Invitation(
        .password(person.id, name: person.name), organisation: organisation, expiresAt: row["expiresAt"])
    }
    guard let role = (row["role"] as String?).flatMap(StudioRole.init) else { throw AccountError.noInvitation }
    return Invitation(
      .join(Standing(role, isPhotographer: row["isPhotographer"] ?? false), name: row["name"]),
      organisation: organisation, expiresAt: row["expiresAt"])
  }

  /// In one transaction: of two who use a link at once, one is told that it is used.
  public func accept(
    _ secret: String, name: String, displayName: String, password: String, agent: String, at now: Double
  ) async throws(AccountError) -> String {
    _ = try await invitation(secret, at: now)
    let hash = try await hash(password)
    let shown = AccountRules.trimmed(displayName)
    let name = AccountRules.trimmed(name)
    return try await write { db in
      let invitation = try Self.invitation(db, secret, now)
      try db.execute(sql: "DELETE FROM invitation WHERE secret = ?", arguments: [StudioSecret.kept(secret)])
      switch invitation.purpose {
      case .password(let user, _):
        try db.execute(sql: "UPDATE account SET hash = ? WHERE id = ?", arguments: [hash, user.text])
        try db.execute(sql: "DELETE FROM place WHERE account = ?", arguments: [user.text])
        return try Self.openPlace(db, user, agent, now)
      case .join(let standing, _):
        let key = AccountRules.key(name)
        guard try Row.fetchOne(db, sql: "SELECT 1 FROM account WHERE key = ?", arguments: [key]) == nil else {
          throw AccountError.refused(.nameTaken)
        }
        let user = UserID(StudioSecret.make(12))
        try db.execute(
          sql: """
            INSERT INTO account (id, organisation, name, key, displayName, role, isPhotographer, hash, createdAt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            user.text, invitation.organisation.text, name, key, shown.isEmpty ? name : shown, standing.role.rawValue,
            standing.isPhotographer, hash, now,
          ])
        return try Self.openPlace(db, user, agent, now)
      }
    }
  }

  /// Those that are over are cleared away at the same time.
  public func invite(
    _ purpose: Invitation.Purpose, to organisation: OrganisationID, at now: Double
  ) async throws(AccountError) -> String {
    let secret = StudioSecret.make()
    return try await write { db in
      try db.execute(sql: "DELETE FROM invitation WHERE expiresAt < ?", arguments: [now])
      var (standing, name, account): (Standing?, String?, String?)
      switch purpose {
      case .join(let wanted, let proposed):
        (standing, name) = (wanted, proposed.map(AccountRules.trimmed))
        if let name,
          try Row.fetchOne(db, sql: "SELECT 1 FROM account WHERE key = ?", arguments: [AccountRules.key(name)]) != nil
        {
          throw AccountError.refused(.nameTaken)
        }
      case .password(let user, _):
        guard let person = try Self.person(db, user), person.organisation == organisation, person.endedAt == nil else {
          throw AccountError.notFound
        }
        account = user.text
      }
      try db.execute(
        sql: """
          INSERT INTO invitation (secret, organisation, role, isPhotographer, name, account, createdAt, expiresAt)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          StudioSecret.kept(secret), organisation.text, standing?.role.rawValue, standing?.isPhotographer, name,
          account,
          now, now + AccountRules.invitationSeconds,
        ])
      return secret
    }
  }

  // MARK: Places

  /// Signs out there; nothing happens where it is somebody else's.
  public func end(place id: String, of user: UserID) async throws(AccountError) {
    try await write { db in
      try db.execute(sql: "DELETE FROM place WHERE id = ? AND account = ?", arguments: [id, user.text])
    }
  }

  /// Without those that are over.
  public func places(of user: UserID, at now: Double) async throws(AccountError) -> [SignedInPlace] {
    try await read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM place WHERE account = ? ORDER BY seenAt DESC, id", arguments: [user.text]
      ).map(Self.place).filter { Self.lasts($0, at: now) }
    }
  }

  /// Wrong old passwords count as failed tries to sign in.
  public func changePassword(
    of user: UserID, old: String, new: String, keeping place: String, address: String, at now: Double
  ) async throws(AccountError) {
    let known = try await read { db in
      try Row.fetchOne(
        db, sql: "SELECT key, hash FROM account WHERE id = ? AND endedAt IS NULL", arguments: [user.text]
      )
      .map { row -> (key: String, hash: String) in (row["key"], row["hash"]) }
    }
    guard let known else { throw .notFound }
    try checkLimits(known.key, address)
    guard try await matches(old, known.hash) else {
      limits.withLock { $0.failed(account: known.key, address: address, at: self.now()) }
      throw .wrong
    }
    let hash = try await hash(new)
    try await write { db in
      try db.execute(sql: "UPDATE account SET hash = ? WHERE id = ?", arguments: [hash, user.text])
      try db.execute(sql: "DELETE FROM place WHERE account = ? AND id <> ?", arguments: [user.text, place])
    }
  }

  // MARK: People

  /// Any code is kept.
  public func setLanguage(_ code: String?, of user: UserID) async throws(AccountError) {
    try await write { db in
      try db.execute(sql: "UPDATE account SET language = ? WHERE id = ?", arguments: [code, user.text])
    }
  }

  /// By name, those who may sign in first.
  public func people(of organisation: OrganisationID) async throws(AccountError) -> [Person] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql:
          "SELECT * FROM account WHERE organisation = ? ORDER BY endedAt IS NOT NULL, displayName COLLATE NOCASE, id",
        arguments: [organisation.text]
      ).map(Self.person)
    }
  }

  /// Whether anybody may sign in who may let others in.
  public func hasAdmin() async throws(AccountError) -> Bool {
    try await read { db in try Self.admins(db, organisation: nil).isEmpty == false }
  }

  private static func admins(_ db: Database, organisation: OrganisationID?) throws -> [String] {
    try String.fetchAll(
      db,
      sql: "SELECT id FROM account WHERE role = 'admin' AND endedAt IS NULL AND (? IS NULL OR organisation = ?)",
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
    }
  }

  /// The account's name stays taken: what it made says who it was.
  public func end(_ user: UserID, in organisation: OrganisationID, at now: Double) async throws(AccountError) {
    try await write { db in
      try Self.guardLastAdmin(db, user, organisation, stays: false)
      try db.execute(sql: "UPDATE account SET endedAt = ? WHERE id = ?", arguments: [now, user.text])
      try db.execute(sql: "DELETE FROM place WHERE account = ?", arguments: [user.text])
      try db.execute(sql: "DELETE FROM invitation WHERE account = ?", arguments: [user.text])
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

  // MARK: Rows

  private static func person(_ db: Database, _ user: UserID) throws -> Person? {
    try Row.fetchOne(db, sql: "SELECT * FROM account WHERE id = ?", arguments: [user.text]).map(person)
  }

  private static func person(_ row: Row) -> Person {
    Person(
      id: UserID(row["id"]), organisation: OrganisationID(row["organisation"]), name: row["name"],
      displayName: row["displayName"],
      // A role of a newer version is the least of those known here.
      standing: Standing(StudioRole(rawValue: row["role"]) ?? .employee, isPhotographer: row["isPhotographer"]),
      createdAt: row["createdAt"], endedAt: row["endedAt"], language: row["language"])
  }

  private static func place(_ row: Row) -> SignedInPlace {
    SignedInPlace(
      id: row["id"], user: UserID(row["account"]), agent: row["agent"], createdAt: row["createdAt"],
      seenAt: row["seenAt"])
  }
}
