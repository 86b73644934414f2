import BoothCore
import BoothVault
import FoundationEssentials
import Glibc
import Testing

@testable import BoothStore

/// One damage, and all that is promised after it.
struct DamageTrial {
  let seed: UInt64
  private let night: DamageNight
  private let place: String
  private var damage: DamageGenerator
  private static let baitNames = ["photo_0.jpg", "photo_1.jpg.part", "session.json", "booth.sqlite"]

  init(seed: UInt64, _ night: DamageNight, in place: String) throws {
    self.seed = seed
    self.night = night
    self.place = "\(place)/\(seed)"
    let (root, bait) = ("\(self.place)/data", "\(self.place)/bait")
    try FileManager.default.createDirectory(atPath: bait, withIntermediateDirectories: true)
    for name in Self.baitNames { try Data(name.utf8).write(to: URL(filePath: "\(bait)/\(name)")) }
    try FileManager.default.copyItem(atPath: seed % 2 == 0 ? night.ended : night.crashed, toPath: root)
    damage = DamageGenerator(seed: seed, DamagedFiles(root: root, bait: bait))
    DamageTrace.set("damage \(seed) while it was made: BOOTH_DAMAGE_SEED=\(seed)\n")
    try damage.run()
    DamageTrace.set("damage \(seed) ended the process, \(damage.words): BOOTH_DAMAGE_SEED=\(seed)\n")
  }

  func clear() { do { try FileManager.default.removeItem(atPath: place) } catch { print("\(error)") } }

  var words: String { damage.words }
  private var comment: Comment { "damage \(seed), \(damage.words): BOOTH_DAMAGE_SEED=\(seed)" }
  private var root: String { damage.files.root }

  /// - Returns: what came of it, in a word.
  func run() async throws -> String {
    await look()
    if seed % 5 == 0 { try await takeOver() }
    let outcome: String
    do throws(StoreError) {
      outcome = try await start()
    } catch {
      let isSaid = damage.mayBeRefused && error.code == .failed && error.detail.contains("move")
      #expect(isSaid, "\(comment) \(error)")
      outcome = "refused"
    }
    try expectUntouchedOutside()
    try expectPictures()
    return outcome
  }

  /// Those that only look: at once, and with a sentence where they cannot.
  private func look() async {
    _ = VaultSessionStore.isOwned(folder: root)
    do throws(StoreError) {
      let reader = try VaultSessionStore.openForProof(folder: root)
      _ = try await reader.audit(event: nil, AuditRule()) { _ in }
      _ = try await reader.sessions(limit: 100)
      _ = try await reader.jobs(all: true)
    } catch {
      #expect(!error.detail.isEmpty, comment)
    }
  }

  /// As a dead booth's folder.
  private func takeOver() async throws {
    let other = try VaultSessionStore.open(folder: place + "/other")
    do throws(StoreError) {
      _ = try await other.adopt(from: root, AdoptionRule(incomplete: true)) { _ in }
    } catch {
      #expect(!error.detail.isEmpty, comment)
    }
    _ = try await other.audit(event: nil, AuditRule()) { _ in }
    other.close()
  }

  private func start() async throws(StoreError) -> String {
    let foretold = Foretold(root)
    let store: VaultSessionStore
    do throws(StoreError) { store = try VaultSessionStore.open(folder: root) } catch {
      #expect(foretold.isRefused, "the doctor did not say that the start is refused (\(error)): \(comment)")
      throw error
    }
    try foretold.expectSo(of: store, comment)
    let isNew = store.recovery != nil
    let asideBefore = try damagedNames()
    try await use(store)
    store.close()
    let again = try VaultSessionStore.open(folder: root)
    #expect(try damagedNames() == asideBefore, "set aside at every start: \(comment)")
    try await use(again)
    again.close()
    return asideBefore.isEmpty ? (isNew ? "noted" : "unnoticed") : "set aside"
  }

  private func damagedNames() throws(StoreError) -> [String] {
    try POSIXDisk(existing: root).names(in: "").filter { $0.contains(".damaged-") || $0.contains(".aside-") }
  }

  /// What a booth asks for at once, and that every session is there whose folder and sheet are whole.
  private func use(_ store: VaultSessionStore) async throws(StoreError) {
    _ = try await store.audit(event: nil, AuditRule(uploaded: true)) { _ in }
    _ = try await store.leavingSessions()
    _ = try await store.interruptedSessions()
    _ = try await store.jobs(all: true)
    _ = try await store.uploadedSessions()
    _ = try await store.released()
    _ = try await store.selectedEvent()
    try await store.check()
    let there = Set(try await store.sessions(limit: 1000).filter { $0.state != .discarded }.map(\.id))
    for id in night.sessions where !damage.files.wasTouched("sessions/\(id)/session.json") {
      #expect(there.contains(id), "session \(id) is not in the books: \(comment)")
    }
  }

  private func expectUntouchedOutside() throws {
    let bait = damage.files.bait
    #expect(try FileManager.default.contentsOfDirectory(atPath: bait).sorted() == Self.baitNames.sorted(), comment)
    for name in Self.baitNames {
      #expect(FileManager.default.contents(atPath: "\(bait)/\(name)") == Data(name.utf8), comment)
    }
  }

  /// The bytes of every picture that the damage has not hit itself are somewhere in the data folder.
  private func expectPictures() throws {
    var there: Set<[UInt8]> = []
    for name in try damage.files.entries() {
      var facts = stat()
      guard lstat(damage.files.path(name), &facts) == 0, facts.isFile, facts.st_size < 4096 else { continue }
      there.insert(try damage.files.bytes(name))
    }
    for picture in night.pictures where !damage.files.wasTouched(picture.path) {
      #expect(there.contains(picture.bytes), "\(picture.path) is lost: \(comment)")
    }
  }
}

/// What the doctor says of a data folder before a start.
private struct Foretold {
  private let forecast: DatabaseForecast
  private let oddities: [String]
  private let obstacle: StoreError?
  private let before: Set<String>

  init(_ root: String) {
    oddities = VaultSessionStore.oddities(in: root)
    obstacle = VaultSessionStore.obstacle(in: root)
    before = Self.names(root)
    forecast = .of(root)
    #expect(Self.names(root) == before, "whoever only looks changed the folder")
  }

  private static func names(_ root: String) -> Set<String> {
    do throws(StoreError) { return Set(try POSIXDisk(existing: root).names(in: "")) } catch { return [] }
  }

  var isRefused: Bool {
    if obstacle != nil { return true }
    if case .refused = forecast { return true }
    return false
  }

  /// The start did what was said, and nothing else.
  func expectSo(of store: VaultSessionStore, _ comment: Comment) throws(StoreError) {
    #expect(!isRefused, "\(forecast) \(comment)")
    let new = Self.names(store.folder).subtracting(before)
    let damaged = new.filter { $0.contains(".damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
    let isAgain = store.recovery?.summary.contains("into the books again") == true
    switch forecast {
    case .anew(let words, _):
      #expect(words.contains("sets") == !new.filter { $0.contains(".damaged-") }.isEmpty, "\(words) \(new) \(comment)")
      for name in damaged { #expect(words.contains(name), "\(words) \(comment)") }
      #expect(store.recovery != nil, "\(words) \(comment)")
    case .used(_, let remarks):
      #expect(damaged.isEmpty, "\(damaged) \(comment)")
      #expect(!isAgain || !remarks.isEmpty, "\(store.recovery?.summary ?? "") \(comment)")
    case .new: #expect(damaged.isEmpty && !isAgain, "\(comment)")
    case .unknown(let error), .refused(let error): Issue.record("\(error) \(comment)")
    }
    #expect(oddities.isEmpty == new.filter { $0.contains(".aside-") }.isEmpty, "\(oddities) \(new) \(comment)")
  }
}
