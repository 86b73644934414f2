import BoothCore
import BoothSystem
import BoothTesting
import Documents
import FoundationEssentials
import GRDB
import StudioModel
import Synchronization
import Testing

@testable import StudioStore

/// A store whose disk takes nothing more, as SQLite says it: by the most pages that its file may have.
@Suite struct FullDiskAccountTests {
  private static let agent = String(repeating: "agent ", count: 50)

  private final class Lab: Sendable {
    let folder: TemporaryFolder
    let store: SQLiteAccountStore
    let anna: UserID

    init() async throws {
      folder = try TemporaryFolder()
      store = try SQLiteAccountStore(
        path: folder.path + "/studio.sqlite", clock: 0, cost: .init(rounds: 2, blockSize: 1, parallelism: 1)
      ) { Instant(nanoseconds: 0) }
      let link = try await store.invite(
        .join(Standing(.admin), name: nil), to: store.organisation, by: nil, at: 1)
      let secret = try await store.accept(
        link, name: "anna", displayName: "", password: "a long password", agent: "", at: 1)
      anna = try #require(try await store.signedIn(secret, at: 1)).0.id
    }

    func signIn(_ password: String = "a long password", at now: Double = 2) async throws -> String {
      try await store.signIn(
        name: "anna", password: password, address: "192.0.2.1", agent: FullDiskAccountTests.agent, at: now)
    }

    /// Until the disk takes nothing; the secret that it did not take.
    func fill() async throws -> String {
      try await store.database.opened.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 1") }
      var secret = ""
      while store.passingCount == 0 { secret = try await signIn() }
      return secret
    }

    func makeRoom() async throws {
      try await store.database.opened.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA max_page_count = 1000000")
      }
    }
  }

  @Test func `on a full disk people sign in, and out, as ever`() async throws {
    let lab = try await Lab()
    let secret = try await lab.fill()
    let (person, place) = try #require(try await lab.store.signedIn(secret, at: 3))
    #expect(person.id == lab.anna && place.user == lab.anna)
    #expect(try await lab.store.places(of: lab.anna, at: 3).contains { $0.id == place.id })
    await #expect(throws: AccountError.wrong) { _ = try await lab.signIn("a wrong password") }
    try await lab.store.end(place: place.id, of: UserID("another"))
    #expect(try await lab.store.signedIn(secret, at: 3) != nil, "nobody else signs it out")
    try await lab.store.end(place: place.id, of: lab.anna)
    #expect(try await lab.store.signedIn(secret, at: 3) == nil)
  }

  @Test func `a sign-in is written down when the disk takes it, and lasts over the next start`() async throws {
    let lab = try await Lab()
    let secret = try await lab.fill()
    let later = 3 + 2 * SQLiteAccountStore.seenStep
    #expect(try await lab.store.signedIn(secret, at: later) != nil && lab.store.passingCount == 1)
    try await lab.makeRoom()
    #expect(try await lab.store.signedIn(secret, at: 2 * later) != nil && lab.store.passingCount == 0)
    let next = try SQLiteAccountStore(path: lab.folder.path + "/studio.sqlite", clock: 0)
    #expect(try await next.signedIn(secret, at: 2 * later)?.0.id == lab.anna)
  }

  @Test func `another process's new password, or end of the account, ends it`() async throws {
    for isEnded in [false, true] {
      let lab = try await Lab()
      let secret = try await lab.fill()
      let next = try SQLiteAccountStore(path: lab.folder.path + "/studio.sqlite", clock: 0)
      if isEnded {
        let link = try await next.invite(.join(Standing(.admin), name: nil), to: next.organisation, by: nil, at: 3)
        _ = try await next.accept(
          link, name: "ben", displayName: "", password: "a long password", agent: "", at: 3)
        try await next.end(lab.anna, in: next.organisation, at: 3)
      } else {
        let link = try await next.invite(
          .password(lab.anna, name: "anna"), to: next.organisation, by: nil, at: 3)
        _ = try await next.accept(
          link, name: "anna", displayName: "", password: "another long one", agent: "", at: 3)
      }
      #expect(try await lab.store.signedIn(secret, at: 4) == nil)
    }
  }

  @Test func `so many are signed in so, and the oldest goes`() async throws {
    var places = PassingPlaces()
    for number in 0..<30 {
      for user in ["a", "b"] {
        places.put(
          .init(
            place: SignedInPlace(
              id: "\(user)\(number)", user: UserID(user), agent: "", createdAt: 0, seenAt: Double(number)),
            secret: "\(user)\(number)", hash: ""))
      }
    }
    #expect(places.places(of: UserID("a")).map(\.id) == (10..<30).map { "a\($0)" })
    #expect(places.entry("b9") == nil && places.entry("b10") != nil)
    for number in 0..<2000 {
      places.put(
        .init(
          place: SignedInPlace(id: "\(number)", user: UserID("\(number)"), agent: "", createdAt: 0, seenAt: 0),
          secret: "\(number)", hash: ""))
    }
    #expect(places.entries.count == PassingPlaces.most)
  }

  @Test func `what makes room is done with what was set aside, and tried once more`() async throws {
    let lab = try await Lab()
    let ballast = DiskBallast(in: lab.folder.path)
    ballast.keep()
    let path = lab.folder.path + "/" + DiskBallast.name
    #expect(FileManager.default.fileExists(atPath: path))
    let tries = Mutex(0)
    let full = DatabaseError(resultCode: .SQLITE_FULL)
    let database = lab.store.database
    try await database.commit("end", isNeeded: true) { _ in
      let count = tries.withLock { tries in
        tries += 1
        return tries
      }
      if count == 1 { throw full }
    }
    #expect(tries.withLock { $0 } == 2 && !FileManager.default.fileExists(atPath: path))
    // Without any it is refused.
    await #expect(throws: DatabaseError.self) { try await database.commit("end", isNeeded: true) { _ in throw full } }
    // What only adds something never takes it.
    ballast.keep()
    await #expect(throws: DatabaseError.self) { try await database.commit("new", isNeeded: false) { _ in throw full } }
    #expect(FileManager.default.fileExists(atPath: path))
  }
}
