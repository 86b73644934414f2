import BoothCore
package import BoothSystem
import Documents
import FoundationEssentials
import GRDB
public import StudioModel
import Synchronization

/// Accounts in `studio.sqlite`. WAL with `synchronous=FULL`: what was answered is on disk. Several processes may have it open.
public final class SQLiteAccountStore: AccountStore {
  /// The name of the file in the studio's folder.
  public static let name = "studio.sqlite"
  /// How much later than it was a use is written down, in seconds: a page has many requests.
  static let seenStep: Double = 300

  let database: StudioDatabase
  private let mill: PasswordMill
  private let limits = Mutex(SignInLimits())
  /// One password is looked at here at a time; so many at a time elsewhere, where others count tries as well.
  let turns = (here: SignInTurns(slots: 1), elsewhere: SignInTurns(slots: 4))
  /// Places that were signed out while the disk did not take it.
  private let left = Mutex<Set<String>>([])
  /// Places that were signed in while the disk did not take it.
  let passing = Mutex(PassingPlaces())
  let told: @Sendable (String) -> Void
  private let now: @Sendable () -> Instant
  /// Whose accounts are made here.
  public let organisation: OrganisationID

  /// Opens the database, or makes it.
  /// - Parameters:
  ///   - path: of the file; its folder is there.
  ///   - clock: seconds since 1970, for a database that is made now.
  ///   - care: for who has it alone.
  ///   - told: hears what the disk did not take and is kept in memory, in words; from any thread.
  /// - Throws: ``AccountError/unavailable(_:)`` in words: not a database, of a newer version, no room.
  public convenience init(
    path: String, clock: Double, care: DatabaseCare? = nil, told: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(AccountError) {
    try self.init(path: path, clock: clock, cost: PasswordHash.Cost(), care: care, told: told) { DeviceClock.now() }
  }

  init(
    path: String, clock: Double, cost: PasswordHash.Cost, care: DatabaseCare? = nil,
    told: @escaping @Sendable (String) -> Void = { _ in },
    now: @escaping @Sendable () -> Instant
  ) throws(AccountError) {
    self.now = now
    self.told = told
    mill = PasswordMill(cost: cost)
    do {
      database = try StudioDatabase.open(path, label: "booth.studio", patience: 5, StudioSchema.plan, care: care)
      organisation = try database.commitNow("organisation") { db in
        if let known = try String.fetchOne(
          db, sql: "SELECT id FROM organisation WHERE project IS NULL ORDER BY createdAt LIMIT 1")
        {
          return OrganisationID(known)
        }
        let new = OrganisationID(StudioSecret.make(12))
        try db.execute(sql: "INSERT INTO organisation (id, createdAt) VALUES (?, ?)", arguments: [new.text, clock])
        return new
      }
    } catch {
      if let words = StudioDatabase.remedy(
        of: error, without: Self.without, isTried: care != nil)
      {
        throw .unavailable("\(path) \(words)")
      }
      throw Self.fault(error, path)
    }
  }

  /// What is begun without where its file is moved away.
  static let without = "accounts, by booth studio --begin-anew"

  /// What is wrong with the file, as far as that was found, and what to do; nil where nothing was.
  public var damage: String? { database.damage }

  /// Whether anybody ever had an account here. Blocks.
  public func hasAccounts() throws(AccountError) -> Bool {
    do {
      return try database.opened.read { db in try Int.fetchOne(db, sql: "SELECT 1 FROM account LIMIT 1") != nil }
    } catch {
      throw Self.fault(error, database.path)
    }
  }

  /// Lets the file go.
  public func close() { database.close() }

  /// What of the database's files is not as this process left it; nil where all is.
  package var fault: HeldPlaces.Fault? { database.held.fault }

  /// The same of the write-ahead log, by reading all of it: before it is brought into the database as the file is let go.
  package var logFault: HeldPlaces.Fault? { database.held.logFault }

  /// Says whether this process is the studio that serves, and alone writes the database's file; another one leaves that to it.
  package func takeLog(serves: Bool) throws(AccountError) {
    do { try database.take(serves ? .own : .others) } catch { throw Self.fault(error, database.path) }
  }

  /// Before the program ends because another one has written into the files: notes what is lost, for the next start.
  /// - Parameter time: when that was seen, in words.
  package func noteStop(_ fault: HeldPlaces.Fault, at time: String) { database.noteStop(fault, at: time) }

  /// Before the program ends because the write-ahead log was taken away: brings what this process still has of it into the database.
  package func rescue() throws(AccountError) {
    do { try database.rescue() } catch { throw Self.fault(error, database.path) }
  }

  static func fault(_ error: any Error, _ path: String) -> AccountError {
    if let error = error as? AccountError { return error }
    if let fault = error as? HeldPlaces.Fault { return .unavailable("\(fault.words): what is written is lost") }
    if error is StudioDatabase.NewerFault { return .unavailable("\(path) \(StudioDatabase.NewerFault.words)") }
    if let fault = StudioDatabase.DamagedFault(error) {
      return .unavailable("\(path): \(fault.said): \(StudioDatabase.DamagedFault.advice)")
    }
    let remedy =
      switch (error as? DatabaseError)?.resultCode {
      case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
        "; see that it, and its folder, belong to who runs the studio"
      case .SQLITE_FULL, .SQLITE_IOERR:
        DiskRoom.of(path)?.isReadOnly ?? false
          ? "; its disk is read-only: mount it so that it can be written"
          : "; make room on its disk, or see that it is there"
      default: ""
      }
    return .unavailable("\(path): \((error as? DatabaseError)?.message ?? "\(error)")\(remedy)")
  }

  func read<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws(AccountError)
    -> Value
  {
    do { return try await database.read(body) } catch { throw Self.fault(error, database.path) }
  }

  /// - Parameters:
  ///   - what: who asks, for the fault points.
  ///   - isNeeded: also on a disk that is full, as far as what was set aside for that goes.
  func write<Value: Sendable>(
    _ what: String = #function, isNeeded: Bool = false, _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(AccountError) -> Value {
    do { return try await database.commit(what, isNeeded: isNeeded, body) } catch {
      throw Self.fault(error, database.path)
    }
  }

  // MARK: Who is it

  /// By one index; a use is written down now and then.
  public func signedIn(_ secret: String, at now: Double) async throws(AccountError) -> (Person, SignedInPlace)? {
    let kept = StudioSecret.kept(secret)
    if let entry = passing.withLock({ $0.entry(kept) }) { return try await signedIn(entry, at: now) }
    let found = try await read { db -> (Person, SignedInPlace)? in
      // Asked at every request: its statement is compiled once.
      let statement = try db.cachedStatement(sql: "SELECT \(Self.placeColumns) FROM place WHERE secret = ?")
      guard let place = try Row.fetchOne(statement, arguments: [kept]).map(Self.place) else { return nil }
      guard Self.lasts(place, at: now), let person = try Self.person(db, place.user), person.endedAt == nil else {
        return nil
      }
      return (person, place)
    }
    guard let found, !left.withLock({ $0.contains(found.1.id) }) else { return nil }
    if now - found.1.seenAt > Self.seenStep {
      do throws(AccountError) {
        try await write { [id = found.1.id] in
          try $0.execute(sql: "UPDATE place SET seenAt = ? WHERE id = ?", arguments: [now, id])
        }
      } catch {
        // A disk that is full does not prevent reading; the place only looks less used than it is.
      }
    }
    return found
  }

  /// A clock that was set back ends no session.
  static func lasts(_ place: SignedInPlace, at now: Double) -> Bool {
    // One that was made by a clock far ahead would last until that day.
    now - place.seenAt <= AccountRules.idleSeconds && now - place.createdAt <= AccountRules.sessionSeconds
      && place.createdAt - now <= 2 * 86_400
  }

  /// One password is checked at a time.
  public func signIn(
    name: String, password: String, from origin: SignInOrigin, at now: Double
  ) async throws(AccountError) -> OpenedPlace {
    let key = AccountRules.key(name)
    let known = try await trying(key, from: origin, at: now) { () throws(AccountError) in
      let known = try await self.read { db in
        try Self.account(db, key).map { row -> (id: String, hash: String) in (row["id"], row["hash"]) }
      }
      guard try await self.matches(password, known?.hash), let known else { return nil as (id: String, hash: String)? }
      return known
    }
    return try await openPlace(UserID(known.id), origin, key, now, hash: known.hash)
  }

  /// Looks at a password within the limits, and when it is its turn; throws ``AccountError/wrong`` where `body` finds nothing.
  /// - Parameters:
  ///   - key: as what the account's tries are counted.
  ///   - elsewhere: another machine looks at it, and not this one's processor.
  public func trying<Value: Sendable>(
    _ key: String, from origin: SignInOrigin, elsewhere: Bool = false, at now: Double,
    _ body: () async throws(AccountError) -> Value?
  ) async throws(AccountError) -> Value {
    let device = try await known(origin.device, key, at: now)
    return try await trying(
      key, device.map { .device($0) } ?? .address(origin.address), in: elsewhere ? turns.elsewhere : turns.here, body)
  }

  private func trying<Value: Sendable>(
    _ key: String, _ source: SignInLimits.Source, in turns: SignInTurns,
    _ body: () async throws(AccountError) -> Value?
  ) async throws(AccountError) -> Value {
    let (wait, lane) = limits.withLock { limits -> (Duration?, SignInLine.Lane) in
      let moment = now()
      let lane: SignInLine.Lane =
        switch source {
        case .device(let device): .known(device)
        case .address(let address) where limits.isFamiliar(account: key, address: address): .known("\(address) \(key)")
        case .address(let address):
          .stranger(address: address, account: key, failures: limits.failures(ofAddress: address, at: moment))
        }
      return (limits.begin(account: key, source: source, at: moment), lane)
    }
    if let wait { throw .wait(seconds: Int(wait.components.seconds) + 1) }
    var outcome = SignInLimits.Outcome.notLooked
    defer { limits.withLock { $0.end(account: key, source: source, outcome) } }
    let found = try await turns.take(lane) { () throws(AccountError) in
      // Also where it cannot be looked at: then it was not right.
      outcome = .wrong
      return try await body()
    }
    guard let found else { throw .wrong }
    outcome = .right
    return found
  }

  /// The account that may sign in by this name. Names that are written of other code points and are the same text are the same
  /// (Unicode's canonical equivalence, which SQLite does not know).
  static func account(_ db: Database, _ key: String) throws -> Row? {
    let sql = "SELECT * FROM account WHERE key = ? AND endedAt IS NULL"
    if let row = try Row.fetchOne(db, sql: sql, arguments: [key]) { return row }
    guard !key.utf8.allSatisfy({ $0 < 0x80 }),
      let same = try String.fetchAll(db, sql: "SELECT key FROM account WHERE endedAt IS NULL").first(where: {
        $0 == key
      })
    else { return nil }
    return try Row.fetchOne(db, sql: sql, arguments: [same])
  }

  private func matches(_ password: String, _ hash: String?) async throws(AccountError) -> Bool {
    // Longer than any that is kept: not worth the work.
    guard password.utf8.count <= AccountRules.longestPassword else { return false }
    do { return try await mill.matches(password, hash.flatMap(PasswordHash.init(text:))) } catch {
      throw .unavailable("the password cannot be checked: \(error)")
    }
  }

  /// - Parameter who: has a right to a new password, in words of no meaning.
  func hash(_ password: String, for who: String) async throws(AccountError) -> String {
    try await turns.here.take(.known(who)) { () throws(AccountError) in
      do { return try await self.mill.hash(password).text } catch {
        throw .unavailable("the password cannot be kept: \(error)")
      }
    }
  }

  /// The same, from a browser that is known from then on.
  static func openPlace(
    _ db: Database, _ user: UserID, _ origin: SignInOrigin, _ key: String, _ now: Double
  ) throws -> OpenedPlace {
    OpenedPlace(
      secret: try openPlace(db, user, origin.agent, now), device: try know(db, origin.device, user, key, now))
  }

  static func openPlace(_ db: Database, _ user: UserID, _ agent: String, _ now: Double) throws -> String {
    let secret = StudioSecret.make()
    try db.execute(
      sql: "INSERT INTO place (id, secret, account, agent, createdAt, seenAt) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [StudioSecret.make(9), StudioSecret.kept(secret), user.text, String(agent.prefix(300)), now, now])
    return secret
  }

  // MARK: Places

  /// Signs out there; nothing happens where it is another person's.
  public func end(place id: String, of user: UserID) async throws(AccountError) {
    if passing.withLock({ $0.remove(id, of: user) }) { return }
    let place = try await read { db in
      try String.fetchOne(db, sql: "SELECT id FROM place WHERE id = ? AND account = ?", arguments: [id, user.text])
    }
    guard let place else { return }
    do throws(AccountError) {
      try await write(isNeeded: true) {
        try $0.execute(sql: "DELETE FROM place WHERE id = ?", arguments: [place])
      }
    } catch {
      // Here it is over at once; after a restart, when the disk takes it.
      left.withLock { _ = $0.insert(place) }
      throw error
    }
  }

  /// Without those that are over.
  public func places(of user: UserID, at now: Double) async throws(AccountError) -> [SignedInPlace] {
    let kept = try await read { db in
      try Row.fetchAll(
        db, sql: "SELECT \(Self.placeColumns) FROM place WHERE account = ? ORDER BY seenAt DESC, id",
        arguments: [user.text]
      ).map(Self.place)
    }
    let passing = passing.withLock { $0.places(of: user) }
    let all = passing.isEmpty ? kept : (kept + passing).sorted { ($1.seenAt, $0.id) < ($0.seenAt, $1.id) }
    return all.filter { Self.lasts($0, at: now) }
  }

  /// Wrong old passwords count as failed tries to sign in, from that place.
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
    // Where one is signed in already, others' tries are no matter.
    let here = "place \(place)"
    _ = try await trying(known.key, .device(here), in: turns.here) { () throws(AccountError) in
      try await self.matches(old, known.hash) ? true : nil
    }
    let hash = try await hash(new, for: here)
    try await write { db in
      try db.execute(sql: "UPDATE account SET hash = ? WHERE id = ?", arguments: [hash, user.text])
      try db.execute(sql: "DELETE FROM place WHERE account = ? AND id <> ?", arguments: [user.text, place])
      try Self.forgetDevices(db, of: user)
      // Links to another password, and what a person may have made who knew the old one.
      try db.execute(sql: "DELETE FROM invitation WHERE account = ? OR madeBy = ?", arguments: [user.text, user.text])
    }
    passing.withLock { $0.rehash(place, hash, of: user) }
  }

  // MARK: Rows

  static func person(_ db: Database, _ user: UserID) throws -> Person? {
    let statement = try db.cachedStatement(sql: "SELECT \(personColumns) FROM account WHERE id = ?")
    return try Row.fetchOne(statement, arguments: [user.text]).map(person)
  }

  /// What ``person(_:)`` reads, in its order.
  static let personColumns =
    "id, organisation, name, displayName, role, isPhotographer, createdAt, endedAt, language"

  /// - Parameter row: of ``personColumns``.
  static func person(_ row: Row) -> Person {
    Person(
      id: UserID(row[0]), organisation: OrganisationID(row[1]), name: row[2], displayName: row[3],
      // A role of a newer version is the least of those known here.
      standing: Standing(StudioRole(rawValue: row[4]) ?? .employee, isPhotographer: row[5]), createdAt: row[6],
      endedAt: row[7], language: row[8])
  }

  /// What ``place(_:)`` reads, in its order.
  static let placeColumns = "id, account, agent, createdAt, seenAt"

  /// - Parameter row: of ``placeColumns``.
  static func place(_ row: Row) -> SignedInPlace {
    SignedInPlace(id: row[0], user: UserID(row[1]), agent: row[2], createdAt: row[3], seenAt: row[4])
  }
}
