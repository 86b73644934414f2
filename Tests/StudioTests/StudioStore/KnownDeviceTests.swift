import BoothCore
import BoothTesting
import Documents
import GRDB
import StudioModel
import Synchronization
import Testing

@testable import StudioStore

/// Devices from which people signed in before, and floods of wrong passwords.
@Suite(.timeLimit(.minutes(15))) struct KnownDeviceTests {
  private static let password = "a long password"

  private struct Lab: Sendable {
    let folder: TemporaryFolder
    let store: SQLiteAccountStore

    init(_ cost: PasswordHash.Cost = .init(rounds: 2, blockSize: 1, parallelism: 1)) throws {
      folder = try TemporaryFolder()
      store = try SQLiteAccountStore(path: folder.path + "/studio.sqlite", clock: 0, cost: cost) {
        Instant(nanoseconds: 0)
      }
    }

    func join(_ name: String, device: String? = nil) async throws -> OpenedPlace {
      let secret = try await store.invite(
        .join(Standing(.admin), name: nil), to: store.organisation, by: nil, at: 1)
      return try await store.accept(
        secret, name: name, displayName: "", password: KnownDeviceTests.password,
        from: SignInOrigin(address: "venue", agent: "", device: device), at: 1)
    }

    func signIn(
      _ name: String, _ password: String = KnownDeviceTests.password, device: String? = nil,
      address: String = "venue", at now: Double = 2
    ) async throws -> OpenedPlace {
      try await store.signIn(
        name: name, password: password, from: SignInOrigin(address: address, agent: "", device: device), at: now)
    }

    /// How many wrong passwords are looked at before a wait.
    func guesses(_ name: String, device: String?, at now: Double = 2) async throws -> Int {
      for number in 0..<100 {
        do { _ = try await signIn(name, "wrong", device: device, at: now) } catch AccountError.wrong {
          continue
        } catch AccountError.wait { return number }
      }
      return 100
    }

    func rows() async throws -> Int {
      try await store.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM device") ?? 0 }
    }
  }

  @Test func `who signed in from a device before gets in, whatever others guess behind the same address`() async throws
  {
    let lab = try Lab()
    let anna = try await lab.join("anna")
    for number in 0..<60 { _ = try await lab.guesses("nobody \(number)", device: nil) }
    _ = try await lab.guesses("anna", device: nil)
    await #expect(throws: AccountError.self) { try await lab.signIn("anna") }
    let again = try await lab.signIn("anna", device: anna.device)
    #expect(again.device != anna.device, "the secret is another one each time")
    // The old one is a stranger's.
    await #expect(throws: AccountError.self) { try await lab.signIn("anna", device: anna.device) }
    _ = try await lab.signIn("anna", device: again.device)
  }

  @Test func `a right password gets in at the first try, whatever others guessed behind the same address`() async throws
  {
    let lab = try Lab()
    _ = try await lab.join("anna")
    for number in 0..<60 { _ = try await lab.guesses("nobody \(number)", device: nil) }
    _ = try await lab.signIn("anna")
  }

  @Test func `a device is no way past the password, nor past its limits, nor to another account`() async throws {
    let lab = try Lab()
    let anna = try await lab.join("anna")
    _ = try await lab.join("ben")
    #expect(try await lab.guesses("anna", device: anna.device) == 5)
    // For another account it is a stranger's; made-up ones are, too.
    _ = try await lab.guesses("ben", device: nil)
    #expect(try await lab.guesses("ben", device: anna.device) == 0)
    #expect(try await lab.guesses("ben", device: "made up") == 0)
    #expect(try await lab.store.signedIn(anna.device, at: 3) == nil)
  }

  @Test func `all who share a device are known to it, after each has signed in`() async throws {
    let lab = try Lab()
    let anna = try await lab.join("anna")
    let ben = try await lab.join("ben", device: anna.device)
    for name in ["anna", "ben"] { _ = try await lab.guesses(name, device: nil) }
    let next = try await lab.signIn("anna", device: ben.device)
    _ = try await lab.signIn("ben", device: next.device)
  }

  @Test func `a new password, a new link and an ended account end what their devices are known by`() async throws {
    let lab = try Lab()
    let anna = try await lab.join("anna")
    let (person, place) = try #require(try await lab.store.signedIn(anna.secret, at: 2))
    _ = try await lab.join("ben")
    #expect(try await lab.rows() == 2)
    try await lab.store.changePassword(
      of: person.id, old: Self.password, new: "another password", keeping: place.id, address: "1", at: 2)
    #expect(try await lab.rows() == 1)
    let fresh = try await lab.signIn("anna", "another password")
    let link = try await lab.store.invite(
      .password(person.id, name: "anna"), to: lab.store.organisation, by: nil, at: 2)
    let after = try await lab.store.accept(
      link, name: "anna", displayName: "", password: Self.password,
      from: SignInOrigin(address: "1", agent: "", device: fresh.device), at: 2)
    #expect(try await lab.rows() == 2)
    #expect(try await lab.store.known(after.device, "anna", at: 3) != nil)
    try await lab.store.end(person.id, in: lab.store.organisation, at: 3)
    #expect(try await lab.rows() == 1)
  }

  @Test func `devices are bounded by account, and forgotten when they are not used`() async throws {
    let lab = try Lab()
    let first = try await lab.join("anna")
    for number in 0..<40 { _ = try await lab.signIn("anna", at: Double(number) + 2) }
    #expect(try await lab.rows() == 16)
    #expect(try await lab.store.known(first.device, "anna", at: 50) == nil)
    let last = try await lab.signIn("anna", at: 50)
    let later = 51 + SQLiteAccountStore.deviceSeconds
    #expect(try await lab.store.known(last.device, "anna", at: 51) != nil)
    #expect(try await lab.store.known(last.device, "anna", at: later) == nil)
    _ = try await lab.signIn("anna", at: later)
    #expect(try await lab.rows() == 1)
  }

  @Test func `their secrets are kept as hashes`() async throws {
    let lab = try Lab()
    let anna = try await lab.join("anna")
    let kept = try await lab.store.read { try String.fetchAll($0, sql: "SELECT secret FROM device") }
    #expect(kept.count == 1 && kept != [anna.device])
  }

  @Test func `who is signed in changes their password while others flood the door`() async throws {
    let lab = try Lab()
    let anna = try await lab.join("anna")
    let (person, place) = try #require(try await lab.store.signedIn(anna.secret, at: 2))
    for number in 0..<60 { _ = try await lab.guesses("nobody \(number)", device: nil) }
    _ = try await lab.guesses("anna", device: nil)
    try await lab.store.changePassword(
      of: person.id, old: Self.password, new: "another password", keeping: place.id, address: "venue", at: 2)
    // Guesses at the old one there are slowed as at the door.
    var looked = 0
    for _ in 0..<20 {
      do {
        try await lab.store.changePassword(
          of: person.id, old: "wrong", new: "another password", keeping: place.id, address: "\(looked)", at: 2)
      } catch AccountError.wrong { looked += 1 } catch AccountError.wait { break }
    }
    #expect(looked == 5)
  }

  private final class Ended: Sendable {
    let isOver = Mutex(false)
  }

  /// With real hashes, though smaller ones, so that the line is never empty.
  @Test func `wrong passwords from twelve networks refuse none of twenty-five elsewhere`() async throws {
    let lab = try Lab(.init(rounds: 1 << 12, blockSize: 8, parallelism: 1))
    for number in 0..<25 { _ = try await lab.join("person \(number)") }
    let ended = Ended()
    let refused = await withTaskGroup(of: Bool.self) { group in
      let flood = (0..<96).map { number in
        Task {
          var count = 0
          while !ended.isOver.withLock({ $0 }) {
            count += 1
            do { _ = try await lab.signIn("x\(number)-\(count)", "wrong", address: "198.51.\(number % 12).1") } catch {
              await Task.yield()
            }
          }
        }
      }
      // Until it is in full spate.
      while lab.store.turns.here.waiting < 80 { await Task.yield() }
      for number in 0..<25 {
        group.addTask {
          do {
            _ = try await lab.signIn("person \(number)", address: "203.0.113.\(number % 5)")
            return false
          } catch { return true }
        }
      }
      let refused = await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      ended.isOver.withLock { $0 = true }
      for task in flood { await task.value }
      return refused
    }
    #expect(refused == 0)
  }
}
