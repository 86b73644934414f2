import Documents
import FoundationEssentials
import GRDB
import StudioModel
import Synchronization

/// Signing in on a disk that is full or read-only: who could make room gets in. What the disk does not take is kept in memory, and
/// written down as soon as it does.
extension SQLiteAccountStore {
  /// How many are signed in only until the studio ends.
  public var passingCount: Int { passing.withLock { $0.entries.count } }

  /// Signs in.
  /// - Parameters:
  ///   - key: as what the account's tries to sign in are counted.
  ///   - hash: what the account's password is kept as.
  func openPlace(
    _ user: UserID, _ origin: SignInOrigin, _ key: String, _ now: Double, hash: String
  ) async throws(AccountError) -> OpenedPlace {
    do {
      return try await database.commit("signIn") { db in try Self.openPlace(db, user, origin, key, now) }
    } catch {
      guard Self.isOfDisk(error) else { throw Self.fault(error, database.path) }
      return openPassing(user, origin, now, hash: hash, because: Self.fault(error, database.path))
    }
  }

  /// Signs a person in whose account is elsewhere, and who is known here as what they are.
  func openPassing(
    _ person: Person, _ project: String, _ sealed: [UInt8], _ origin: SignInOrigin, _ now: Double,
    because error: AccountError
  ) async throws(AccountError) -> OpenedPlace {
    let known = try await read { db in
      try Row.fetchOne(
        db, sql: "SELECT \(Self.personColumns) FROM account WHERE id = ? AND project = ?",
        arguments: [person.id.text, project]
      ).map(Self.person)
    }
    // No person gets in with other rights than there.
    guard let known, known.endedAt == nil, known.standing == person.standing, known.organisation == person.organisation
    else { throw error }
    return openPassing(person.id, origin, now, hash: "", because: error) { place in
      ElsewherePlace(place: place, user: person.id, project: project, sealed: sealed, checkedAt: now)
    }
  }

  private func openPassing(
    _ user: UserID, _ origin: SignInOrigin, _ now: Double, hash: String, because error: AccountError,
    pass: (String) -> ElsewherePlace? = { _ in nil }
  ) -> OpenedPlace {
    let secret = StudioSecret.make()
    let place = SignedInPlace(
      id: StudioSecret.make(9), user: user, agent: String(origin.agent.prefix(300)), createdAt: now, seenAt: now)
    let count = passing.withLock { passing in
      passing.put(.init(place: place, secret: StudioSecret.kept(secret), hash: hash, pass: pass(place.id)))
      return passing.entries.count
    }
    told(
      "a sign-in could not be written down, and lasts until the studio ends or the disk takes it (\(count) of them now): "
        + Self.words(error))
    // A new browser is not known before the disk takes it; one that is known stays so.
    return OpenedPlace(secret: secret, device: origin.device ?? StudioSecret.make())
  }

  private static func words(_ error: AccountError) -> String {
    if case .unavailable(let words) = error { words } else { "\(error)" }
  }

  /// Whether the disk has refused, and not what was asked of it.
  static func isOfDisk(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    return [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode)
  }

  /// Who is signed in at a place that the disk did not take; now and then it is asked again.
  func signedIn(
    _ entry: PassingPlaces.Entry, at now: Double
  ) async throws(AccountError) -> (Person, SignedInPlace)? {
    let place = entry.place
    let found = try await read { db -> (Person, String)? in
      guard let person = try Self.person(db, place.user), person.endedAt == nil,
        let hash = try String.fetchOne(db, sql: "SELECT hash FROM account WHERE id = ?", arguments: [place.user.text])
      else { return nil }
      return (person, hash)
    }
    guard let (person, hash) = found, hash == entry.hash, Self.lasts(place, at: now) else {
      _ = passing.withLock { $0.remove(place.id) }
      return nil
    }
    guard now - place.seenAt > Self.seenStep else { return (person, place) }
    passing.withLock { $0.saw(place.id, at: now) }
    await writeDown(entry, at: now)
    return (person, place)
  }

  private func writeDown(_ entry: PassingPlaces.Entry, at now: Double) async {
    let place = entry.place
    do throws(AccountError) {
      try await write { db in
        try db.execute(
          sql: "INSERT INTO place (id, secret, account, agent, createdAt, seenAt) VALUES (?, ?, ?, ?, ?, ?)",
          arguments: [place.id, entry.secret, place.user.text, place.agent, place.createdAt, now])
        guard let pass = entry.pass else { return }
        try db.execute(
          sql: "INSERT INTO pass (place, sealed, checkedAt) VALUES (?, ?, ?)",
          arguments: [place.id, Data(pass.sealed), pass.checkedAt])
      }
      // Signed out meanwhile: then that holds.
      if !passing.withLock({ $0.remove(place.id) }) { try await end(place: place.id, of: place.user) }
    } catch {
      // It goes on as it did, and is tried again.
    }
  }
}
