import BoothCore
import BoothTesting
import Documents
import FoundationEssentials
import GRDB
import StudioModel
import Synchronization
import Testing

@testable import StudioStore

@Suite struct AccountStoreTests {
  /// A cheap hash: what it costs is no matter here.
  private static let cheap = PasswordHash.Cost(rounds: 2, blockSize: 1, parallelism: 1)
  private static let day: Double = 86_400

  private final class Lab: Sendable {
    let folder: TemporaryFolder
    let moment = Mutex(Instant(nanoseconds: 0))
    init() throws { folder = try TemporaryFolder() }

    func open() throws -> SQLiteAccountStore {
      try SQLiteAccountStore(path: folder.path + "/studio.sqlite", clock: 0, cost: AccountStoreTests.cheap) { [self] in
        moment.withLock { $0 }
      }
    }
  }

  private func failure(_ body: () async throws -> Void) async -> AccountError? {
    do {
      try await body()
      return nil
    } catch { return error as? AccountError }
  }

  private func join(
    _ store: SQLiteAccountStore, _ name: String, _ standing: Standing = Standing(.admin), at now: Double = 1
  ) async throws -> String {
    let secret = try await store.invite(.join(standing, name: nil), to: store.organisation, by: nil, at: now)
    return try await store.accept(
      secret, name: name, displayName: "", password: "a long password", agent: "test", at: now)
  }

  @Test func `a link is good once, and signs in`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    #expect(try await !store.hasAdmin())
    let secret = try await store.invite(.join(Standing(.admin), name: nil), to: store.organisation, by: nil, at: 1)
    #expect(try await store.invitation(secret, at: 2).purpose == .join(Standing(.admin), name: nil))
    let session = try await store.accept(
      secret, name: " Anna ", displayName: "Anna B.", password: "a long password", agent: "test", at: 2)
    let (person, place) = try #require(try await store.signedIn(session, at: 3))
    #expect(person.name == "Anna" && person.displayName == "Anna B." && person.standing == Standing(.admin))
    #expect(place.agent == "test")
    #expect(try await store.hasAdmin())
    #expect(await failure { _ = try await store.invitation(secret, at: 3) } == .noInvitation)
    #expect(
      await failure {
        _ = try await store.accept(
          secret, name: "x", displayName: "", password: "a long password", agent: "", at: 3)
      } == .noInvitation)
  }

  @Test func `of two who use a link at once, one comes in`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    let secret = try await store.invite(.join(Standing(.admin), name: nil), to: store.organisation, by: nil, at: 1)
    let came = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          do {
            _ = try await store.accept(
              secret, name: "n\(number)", displayName: "", password: "a long password", agent: "", at: 1)
            return true
          } catch { return false }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(came == 1)
    #expect(try await store.people(of: store.organisation).count == 1)
  }

  @Test func `links, sessions and accounts end when they should`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    let secret = try await store.invite(.join(Standing(.admin), name: nil), to: store.organisation, by: nil, at: 0)
    #expect(await failure { _ = try await store.invitation(secret, at: 7 * Self.day + 1) } == .noInvitation)
    let session = try await join(store, "anna", at: 0)
    #expect(try await store.signedIn(session, at: 13 * Self.day) != nil)
    #expect(try await store.signedIn(session, at: 26 * Self.day) != nil, "it was used meanwhile")
    #expect(try await store.signedIn(session, at: 41 * Self.day) == nil, "nobody used it for two weeks")
    for step in 0..<8 { _ = try await store.signedIn(session, at: (26 + 9 * Double(step)) * Self.day) }
    #expect(try await store.signedIn(session, at: 91 * Self.day) == nil, "ninety days are over")
    #expect(try await store.signedIn(session, at: -Self.day) != nil, "a clock that was set back ends nothing")

    let other = try await join(store, "ben", .photographer, at: 1)
    let ben = try #require(try await store.signedIn(other, at: 2)).0
    try await store.end(ben.id, in: store.organisation, at: 3)
    #expect(try await store.signedIn(other, at: 4) == nil)
    #expect(
      await failure {
        _ = try await store.signIn(name: "ben", password: "a long password", address: "1", agent: "", at: 5)
      } == .wrong)
    _ = try await join(store, "BEN")
    #expect(
      try await store.people(of: store.organisation).count == 3, "an ended account gives its name back, and stays")
  }

  @Test func `signing in is by the right password alone, and slows down`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    _ = try await join(store, "anna")
    let session = try await store.signIn(
      name: " ANNA", password: "a long password", address: "1", agent: "", at: 2)
    #expect(try await store.signedIn(session, at: 3) != nil)
    for _ in 0..<5 {
      #expect(
        await failure {
          _ = try await store.signIn(name: "anna", password: "wrong", address: "1", agent: "", at: 2)
        } == .wrong)
      #expect(
        await failure {
          _ = try await store.signIn(name: "nobody", password: "wrong", address: "1", agent: "", at: 2)
        } == .wrong)
    }
    #expect(
      await failure {
        _ = try await store.signIn(name: "anna", password: "a long password", address: "1", agent: "", at: 2)
      } == .wait(seconds: 2))
    #expect(
      await failure {
        _ = try await store.signIn(name: "nobody", password: "wrong", address: "1", agent: "", at: 2)
      } == .wait(seconds: 2), "an account that is not there is kept waiting as well")
    lab.moment.withLock { $0 = $0 + .seconds(2) }
    _ = try await store.signIn(name: "anna", password: "a long password", address: "1", agent: "", at: 2)
  }

  @Test func `the last administrator stays, whoever asks`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    let session = try await join(store, "anna")
    let anna = try #require(try await store.signedIn(session, at: 2)).0
    #expect(await failure { try await store.end(anna.id, in: store.organisation, at: 3) } == .lastAdmin)
    #expect(
      await failure { try await store.setStanding(.photographer, of: anna.id, in: store.organisation) } == .lastAdmin)
    #expect(
      await failure { try await store.setStanding(.photographer, of: anna.id, in: OrganisationID("other")) }
        == .notFound
    )
    _ = try await join(store, "ben")
    try await store.setStanding(.photographer, of: anna.id, in: store.organisation)
    #expect(try await store.signedIn(session, at: 4)?.0.standing == .photographer)
  }

  @Test func `a new password ends every other place`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    let first = try await join(store, "anna")
    let (anna, here) = try #require(try await store.signedIn(first, at: 2))
    let second = try await store.signIn(name: "anna", password: "a long password", address: "1", agent: "", at: 3)
    #expect(try await store.places(of: anna.id, at: 4).count == 2)
    #expect(
      await failure {
        try await store.changePassword(
          of: anna.id, old: "wrong", new: "another password", keeping: here.id, address: "1", at: 4)
      } == .wrong)
    try await store.changePassword(
      of: anna.id, old: "a long password", new: "another password", keeping: here.id, address: "1", at: 4)
    #expect(try await store.signedIn(first, at: 5) != nil)
    #expect(try await store.signedIn(second, at: 5) == nil)

    let link = try await store.invite(.password(anna.id, name: ""), to: store.organisation, by: nil, at: 6)
    #expect(try await store.invitation(link, at: 7).purpose == .password(anna.id, name: "anna"))
    let third = try await store.accept(
      link, name: "", displayName: "", password: "a third password", agent: "", at: 7)
    #expect(try await store.signedIn(first, at: 8) == nil)
    #expect(try await store.signedIn(third, at: 8)?.0.id == anna.id)
    _ = try await store.signIn(name: "anna", password: "a third password", address: "1", agent: "", at: 9)
  }

  @Test func `what was answered is there for another process, and no secret is`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    let session = try await join(store, "anna")
    let second = try lab.open()
    #expect(try await second.signedIn(session, at: 2) != nil)
    #expect(second.organisation == store.organisation)
    var kept: [UInt8] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: lab.folder.path) {
      kept += FileManager.default.contents(atPath: lab.folder.path + "/" + name).map(Array.init) ?? []
    }
    let text = String(decoding: kept, as: UTF8.self)
    #expect(text.contains("anna"))
    #expect(!text.contains(session) && !text.contains("a long password"))
  }

  @Test func `what is no database is said, and left`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/studio.sqlite"
    try Data("something else, and long enough to be looked at as a header of a database".utf8).write(
      to: URL(filePath: path))
    let error = #expect(throws: AccountError.self) { try SQLiteAccountStore(path: path, clock: 0) }
    guard case .unavailable(let words)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(words.contains(path))
    #expect(FileManager.default.contents(atPath: path)?.count == 73)
  }

  @Test func `a hash is read back, and one that nobody made is none`() throws {
    let hash = try PasswordHash(password: "pässword", cost: Self.cheap)
    let again = try #require(PasswordHash(text: hash.text))
    #expect(again == hash)
    #expect(try again.matches("pässword") && !again.matches("password"))
    for text in [
      "", "scrypt$3$1$1$AAAAAAAAAAA=$AA==", "scrypt$99999999999$1$1$x$x", hash.text + "$", "plain$" + hash.text,
    ] {
      #expect(PasswordHash(text: text) == nil, "\(text)")
    }
  }

  /// RFC 7914, section 12, the second vector.
  @Test func `scrypt is scrypt`() throws {
    let hash = try PasswordHash(
      password: "password", cost: .init(rounds: 1024, blockSize: 8, parallelism: 16), salt: Array("NaCl".utf8))
    #expect(hash.hash.map { String($0, radix: 16) }.prefix(4) == ["fd", "ba", "be", "1c"])
  }

  @Test func `many tries at once are no more than many after each other`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    _ = try await join(store, "anna")
    let wrong = await withTaskGroup(of: AccountError?.self) { group in
      for _ in 0..<60 {
        group.addTask {
          await self.failure {
            _ = try await store.signIn(name: "anna", password: "wrong", address: "thief", agent: "", at: 2)
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 == .wrong ? 1 : 0) }
    }
    #expect(wrong <= 5, "no more passwords were looked at than are free")
    _ = try await store.signIn(name: "anna", password: "a long password", address: "home", agent: "", at: 2)
  }

  @Test func `the first administrator's link is over with the next one, and with the first administrator`() async throws
  {
    let lab = try Lab()
    let store = try lab.open()
    let first = try #require(try await store.inviteFirst(at: 1))
    let second = try #require(try await store.inviteFirst(at: 2))
    #expect(await failure { _ = try await store.invitation(first, at: 3) } == .noInvitation)
    _ = try await store.accept(
      second, name: "anna", displayName: "", password: "a long password", agent: "", at: 3)
    #expect(try await store.inviteFirst(at: 4) == nil)
    // Also where a person became an administrator by another link meanwhile.
    let other = try Lab()
    let crossed = try other.open()
    let printed = try #require(try await crossed.inviteFirst(at: 1))
    _ = try await join(crossed, "ben")
    #expect(await failure { _ = try await crossed.invitation(printed, at: 3) } == .noInvitation)
  }

  @Test func `what somebody handed out is over with their right to`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    let root = try #require(try await store.signedIn(try await join(store, "root"), at: 2)).0
    func made(by name: String) async throws -> (Person, String, [String]) {
      let session = try await join(store, name)
      let (person, place) = try #require(try await store.signedIn(session, at: 2))
      return (
        person, place.id,
        [
          try await store.invite(.join(Standing(.admin), name: nil), to: store.organisation, by: person.id, at: 2),
          try await store.invite(.password(root.id, name: ""), to: store.organisation, by: person.id, at: 2),
        ]
      )
    }
    func areOver(_ secrets: [String]) async -> Bool {
      for secret in secrets where await failure({ _ = try await store.invitation(secret, at: 3) }) != .noInvitation {
        return false
      }
      return true
    }
    let (ended, _, theirs) = try await made(by: "ended")
    #expect(await !areOver(theirs))
    #expect(try await store.invitations(to: store.organisation, at: 3).count == 2)
    try await store.end(ended.id, in: store.organisation, at: 3)
    #expect(await areOver(theirs))
    let (demoted, _, those) = try await made(by: "demoted")
    try await store.setStanding(.photographer, of: demoted.id, in: store.organisation)
    #expect(await areOver(those))
    let (changed, place, older) = try await made(by: "changed")
    try await store.changePassword(
      of: changed.id, old: "a long password", new: "another password", keeping: place, address: "1", at: 3)
    #expect(await areOver(older), "who knew the old password may have made them")
    // One by one, too, and by no person of another organisation.
    let link = try await store.invite(.join(.photographer, name: "x"), to: store.organisation, by: root.id, at: 3)
    let open = try #require(try await store.invitations(to: store.organisation, at: 3).first)
    #expect(open.purpose == .join(.photographer, name: "x"))
    try await store.withdraw(invitation: open.id, to: OrganisationID("other"))
    #expect(try await store.invitation(link, at: 3).purpose == open.purpose)
    try await store.withdraw(invitation: open.id, to: store.organisation)
    #expect(await areOver([link]))
  }

  @Test func `of two links for the same name, or for one person's password, the newest is good`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    let session = try await join(store, "anna")
    let anna = try #require(try await store.signedIn(session, at: 2)).0.id
    let purposes: [(Invitation.Purpose, Invitation.Purpose)] = [
      (.join(.photographer, name: "ben@example.org"), .join(Standing(.manager), name: " BEN@example.org ")),
      (.password(anna, name: ""), .password(anna, name: "")),
    ]
    let others = [
      try await store.invite(.join(.photographer, name: nil), to: store.organisation, by: nil, at: 2),
      try await store.invite(.join(.photographer, name: "carla"), to: store.organisation, by: nil, at: 2),
      try await store.invite(.join(.photographer, name: nil), to: store.organisation, by: nil, at: 2),
    ]
    for (first, second) in purposes {
      let old = try await store.invite(first, to: store.organisation, by: nil, at: 2)
      let new = try await store.invite(second, to: store.organisation, by: nil, at: 3)
      #expect(await failure { _ = try await store.invitation(old, at: 3) } == .noInvitation)
      #expect(try await store.invitation(new, at: 3).organisation == store.organisation)
    }
    for other in others { _ = try await store.invitation(other, at: 3) }
    #expect(try await store.invitations(to: store.organisation, at: 3).count == 5)
  }

  @Test func `names that look alike are one name`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    _ = try await join(store, "caf\u{E9}")
    #expect(await failure { _ = try await self.join(store, "cafe\u{301}") } == .refused(.nameTaken))
    _ = try await store.signIn(name: "CAFE\u{301}", password: "a long password", address: "1", agent: "", at: 2)
    #expect(AccountRules.complaint(name: "root\u{200B}") == .nameHasControls)
    #expect(AccountRules.complaint(name: "\u{202E}toor") == .nameHasControls)
    #expect(AccountRules.complaint(name: "a\u{3164}b") == .nameHasControls)
    #expect(AccountRules.complaint(displayName: "👩‍👩‍👧 نمی‌دانم") == nil)
    #expect(AccountRules.complaint(displayName: "Z" + String(repeating: "\u{301}", count: 9000)) == .nameTooLong)
  }

  @Test func `a book that something has emptied makes nobody the first administrator`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("studio.sqlite")
    try folder.put("studio.sqlite", [])
    let error = #expect(throws: AccountError.self) { try SQLiteAccountStore(path: path, clock: 0) }
    guard case .unavailable(let words)? = error else { return }
    #expect(words.contains("is empty") && words.contains("move it away, to begin without accounts"))
    #expect(try folder.read("studio.sqlite") == [])
  }

  @Test func `a book that was let go says so to whoever asks still`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    let session = try await join(store, "anna", at: 0)
    store.close()
    for time in 1...2 {
      let error = await #expect(throws: AccountError.self) { _ = try await store.signedIn(session, at: Double(time)) }
      guard case .unavailable(let words)? = error else { continue }
      #expect(words.contains("is closed"))
    }
    #expect(try await lab.open().signedIn(session, at: 3) != nil)
  }

  @Test func `a disk that takes nothing keeps nobody from reading, nor from leaving`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    let session = try await join(store, "anna", at: 0)
    let (anna, place) = try #require(try await store.signedIn(session, at: 1))
    try await store.database.opened.write { db in
      for change in ["UPDATE", "DELETE"] {
        try db.execute(
          sql: "CREATE TRIGGER full\(change) BEFORE \(change) ON place BEGIN SELECT RAISE(FAIL, 'disk full'); END")
      }
    }
    #expect(try await store.signedIn(session, at: 1000) != nil)
    #expect(await failure { try await store.end(place: place.id, of: anna.id) } != nil)
    #expect(try await store.signedIn(session, at: 1001) == nil)
  }

  @Test func `a place that a clock far ahead made is none`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    let session = try await join(store, "anna", at: 100 * 365 * Self.day)
    #expect(try await store.signedIn(session, at: Self.day) == nil)
  }
}
