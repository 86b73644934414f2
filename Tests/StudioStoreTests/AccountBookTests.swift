import BoothCore
import BoothTesting
import FoundationEssentials
import StudioRules
import Synchronization
import Testing

@testable import StudioStore

@Suite struct AccountBookTests {
  /// A cheap hash: what it costs is no matter here.
  private static let cheap = PasswordHash.Cost(rounds: 2, blockSize: 1, parallelism: 1)
  private static let day: Double = 86_400

  private final class Lab: Sendable {
    let folder: TemporaryFolder
    let moment = Mutex(Instant(nanoseconds: 0))
    init() throws { folder = try TemporaryFolder() }

    func open() throws -> SQLiteAccountBook {
      try SQLiteAccountBook(path: folder.path + "/studio.sqlite", clock: 0, cost: AccountBookTests.cheap) { [self] in
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
    _ book: SQLiteAccountBook, _ name: String, _ standing: Standing = Standing(.admin), at now: Double = 1
  ) async throws -> String {
    let secret = try await book.invite(.join(standing, name: nil), to: book.organisation, at: now)
    return try await book.accept(
      secret, name: name, displayName: "", password: "a long password", agent: "test", at: now)
  }

  @Test func `a link is good once, and signs in`() async throws {
    let lab = try Lab()
    let book = try lab.open()
    #expect(try await !book.hasAdmin())
    let secret = try await book.invite(.join(Standing(.admin), name: nil), to: book.organisation, at: 1)
    #expect(try await book.invitation(secret, at: 2).purpose == .join(Standing(.admin), name: nil))
    let session = try await book.accept(
      secret, name: " Anna ", displayName: "Anna B.", password: "a long password", agent: "test", at: 2)
    let (person, place) = try #require(try await book.signedIn(session, at: 3))
    #expect(person.name == "Anna" && person.displayName == "Anna B." && person.standing == Standing(.admin))
    #expect(place.agent == "test")
    #expect(try await book.hasAdmin())
    #expect(await failure { _ = try await book.invitation(secret, at: 3) } == .noInvitation)
    #expect(
      await failure {
        _ = try await book.accept(
          secret, name: "x", displayName: "", password: "a long password", agent: "", at: 3)
      } == .noInvitation)
  }

  @Test func `of two who use a link at once, one comes in`() async throws {
    let lab = try Lab()
    let book = try lab.open()
    let secret = try await book.invite(.join(Standing(.admin), name: nil), to: book.organisation, at: 1)
    let came = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          do {
            _ = try await book.accept(
              secret, name: "n\(number)", displayName: "", password: "a long password", agent: "", at: 1)
            return true
          } catch { return false }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(came == 1)
    #expect(try await book.people(of: book.organisation).count == 1)
  }

  @Test func `links, sessions and accounts end when they should`() async throws {
    let lab = try Lab()
    let book = try lab.open()
    let secret = try await book.invite(.join(Standing(.admin), name: nil), to: book.organisation, at: 0)
    #expect(await failure { _ = try await book.invitation(secret, at: 7 * Self.day + 1) } == .noInvitation)
    let session = try await join(book, "anna", at: 0)
    #expect(try await book.signedIn(session, at: 13 * Self.day) != nil)
    #expect(try await book.signedIn(session, at: 26 * Self.day) != nil, "it was used meanwhile")
    #expect(try await book.signedIn(session, at: 41 * Self.day) == nil, "nobody used it for two weeks")
    for step in 0..<8 { _ = try await book.signedIn(session, at: (26 + 9 * Double(step)) * Self.day) }
    #expect(try await book.signedIn(session, at: 91 * Self.day) == nil, "ninety days are over")
    #expect(try await book.signedIn(session, at: -Self.day) != nil, "a clock that was set back ends nothing")

    let other = try await join(book, "ben", .photographer, at: 1)
    let ben = try #require(try await book.signedIn(other, at: 2)).0
    try await book.end(ben.id, in: book.organisation, at: 3)
    #expect(try await book.signedIn(other, at: 4) == nil)
    #expect(
      await failure {
        _ = try await book.signIn(name: "ben", password: "a long password", address: "1", agent: "", at: 5)
      } == .wrong)
    #expect(await failure { _ = try await self.join(book, "BEN") } == .refused(.nameTaken))
  }

  @Test func `signing in is by the right password alone, and slows down`() async throws {
    let lab = try Lab()
    let book = try lab.open()
    _ = try await join(book, "anna")
    let session = try await book.signIn(
      name: " ANNA", password: "a long password", address: "1", agent: "", at: 2)
    #expect(try await book.signedIn(session, at: 3) != nil)
    for _ in 0..<5 {
      #expect(
        await failure {
          _ = try await book.signIn(name: "anna", password: "wrong", address: "1", agent: "", at: 2)
        } == .wrong)
      #expect(
        await failure {
          _ = try await book.signIn(name: "nobody", password: "wrong", address: "1", agent: "", at: 2)
        } == .wrong)
    }
    #expect(
      await failure {
        _ = try await book.signIn(name: "anna", password: "a long password", address: "1", agent: "", at: 2)
      } == .wait(seconds: 2))
    #expect(
      await failure {
        _ = try await book.signIn(name: "nobody", password: "wrong", address: "1", agent: "", at: 2)
      } == .wait(seconds: 2), "an account that is not there is kept waiting as well")
    lab.moment.withLock { $0 = $0 + .seconds(2) }
    _ = try await book.signIn(name: "anna", password: "a long password", address: "1", agent: "", at: 2)
  }

  @Test func `the last administrator stays, whoever asks`() async throws {
    let lab = try Lab()
    let book = try lab.open()
    let session = try await join(book, "anna")
    let anna = try #require(try await book.signedIn(session, at: 2)).0
    #expect(await failure { try await book.end(anna.id, in: book.organisation, at: 3) } == .lastAdmin)
    #expect(
      await failure { try await book.setStanding(.photographer, of: anna.id, in: book.organisation) } == .lastAdmin)
    #expect(
      await failure { try await book.setStanding(.photographer, of: anna.id, in: OrganisationID("other")) } == .notFound
    )
    _ = try await join(book, "ben")
    try await book.setStanding(.photographer, of: anna.id, in: book.organisation)
    #expect(try await book.signedIn(session, at: 4)?.0.standing == .photographer)
  }

  @Test func `a new password ends every other place`() async throws {
    let lab = try Lab()
    let book = try lab.open()
    let first = try await join(book, "anna")
    let (anna, here) = try #require(try await book.signedIn(first, at: 2))
    let second = try await book.signIn(name: "anna", password: "a long password", address: "1", agent: "", at: 3)
    #expect(try await book.places(of: anna.id, at: 4).count == 2)
    #expect(
      await failure {
        try await book.changePassword(
          of: anna.id, old: "wrong", new: "another password", keeping: here.id, address: "1", at: 4)
      } == .wrong)
    try await book.changePassword(
      of: anna.id, old: "a long password", new: "another password", keeping: here.id, address: "1", at: 4)
    #expect(try await book.signedIn(first, at: 5) != nil)
    #expect(try await book.signedIn(second, at: 5) == nil)

    let link = try await book.invite(.password(anna.id, name: ""), to: book.organisation, at: 6)
    #expect(try await book.invitation(link, at: 7).purpose == .password(anna.id, name: "anna"))
    let third = try await book.accept(
      link, name: "", displayName: "", password: "a third password", agent: "", at: 7)
    #expect(try await book.signedIn(first, at: 8) == nil)
    #expect(try await book.signedIn(third, at: 8)?.0.id == anna.id)
    _ = try await book.signIn(name: "anna", password: "a third password", address: "1", agent: "", at: 9)
  }

  @Test func `what was answered is there for another process, and no secret is`() async throws {
    let lab = try Lab()
    let book = try lab.open()
    let session = try await join(book, "anna")
    let second = try lab.open()
    #expect(try await second.signedIn(session, at: 2) != nil)
    #expect(second.organisation == book.organisation)
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
    let error = #expect(throws: AccountError.self) { try SQLiteAccountBook(path: path, clock: 0) }
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
}
