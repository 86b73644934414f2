import BoothCore
import BoothTesting
import Documents
import FoundationEssentials
import GRDB
import Glibc
import StudioModel
import Synchronization
import Testing

@testable import StudioStore

/// Real damage to a real database of documents: what was confirmed is there as it was written, or it is said that it is not.
@Suite(.timeLimit(.minutes(15))) struct DamagedDocumentsTests {
  private static let name = SQLiteDocumentStore.name

  struct Dice {
    var state: UInt64
    mutating func next(below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: state >> 33) % below
    }
  }

  /// Hears what a start says.
  final class Ear: Sendable {
    private let heard = Mutex<[String]>([])
    func hear(_ words: String) { heard.withLock { $0.append(words) } }
    var all: [String] { heard.withLock { $0 } }
    var care: DatabaseCare { DatabaseCare { self.hear($0) } }
  }

  /// One way to damage a file.
  enum Way: CaseIterable {
    case bits, zeroPage, noise, cut, exchangedPages, firstBytes

    func damage(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
      var bytes = bytes
      let pages = bytes.count / 4096
      switch self {
      case .bits:
        for _ in 0...dice.next(below: 5) { bytes[dice.next(below: bytes.count)] ^= 1 << UInt8(dice.next(below: 8)) }
      case .zeroPage:
        let page = dice.next(below: pages) * 4096
        for place in page..<page + 4096 { bytes[place] = 0 }
      case .noise:
        let start = dice.next(below: bytes.count - 600)
        for place in start..<start + 600 { bytes[place] = UInt8(dice.next(below: 256)) }
      case .cut: bytes.removeLast(1 + dice.next(below: bytes.count - 1))
      case .exchangedPages:
        let (one, other) = (1 + dice.next(below: pages - 1), 1 + dice.next(below: pages - 1))
        for place in 0..<4096 { bytes.swapAt(one * 4096 + place, other * 4096 + place) }
      case .firstBytes:
        let start = dice.next(below: 90)
        for place in start..<start + 10 { bytes[place] = UInt8(dice.next(below: 256)) }
      }
      return bytes
    }
  }

  private static let reports = "dailyReports"
  private static let critiques = "photoCritiques"
  private static func query(_ collection: String, limit: Int = DocumentLimits.page) throws -> DocumentQuery {
    DocumentQuery(try DocumentCollection(collection), orderedBy: [.init("at", .descending)], limit: limit)
  }

  private static func fields(_ number: Int) -> DocumentFields {
    [
      "at": .integer(Int64(number * 7919 % 1009)), "org": number % 3 == 0 ? "a" : "b",
      "notes": .string(
        "Regen, שלום, \(number) " + String(repeating: "Kinn hoch. ", count: number % 40 == 0 ? 700 : number % 17)),
    ]
  }

  /// Some hundred documents, some changed, some deleted, in two orders; what there is then.
  private static func fill(_ path: String) async throws -> [DocumentPath: StoredDocument] {
    let store = try SQLiteDocumentStore(path: path)
    var paths: [DocumentPath] = []
    for number in 0..<300 {
      paths.append(try DocumentPath(DocumentCollection(number % 4 == 0 ? critiques : reports), "d\(number)"))
    }
    for start in stride(from: 0, to: 300, by: 20) {
      _ = try await store.commit((start..<start + 20).map { .set(paths[$0], fields($0)) })
      if start == 40 { for name in [reports, critiques] { _ = try await store.page(try query(name)) } }
    }
    _ = try await store.commit(stride(from: 5, to: 300, by: 11).map { .set(paths[$0], fields($0 + 1)) })
    _ = try await store.commit(stride(from: 7, to: 300, by: 13).map { .delete(paths[$0]) })
    let found = try await store.documents(at: paths)
    store.close()
    return Dictionary(uniqueKeysWithValues: zip(paths, found).compactMap { path, found in found.map { (path, $0) } })
  }

  private static func clear(_ folder: TemporaryFolder) throws {
    for file in try folder.files() { unlink(folder.path(file)) }
  }

  /// What a start on a damaged file ends in.
  private enum End: Equatable {
    case whole, refused
    case lost(Int)
  }

  /// Opens what is there as the studio does, and holds it against what was confirmed.
  private static func look(
    _ folder: TemporaryFolder, _ confirmed: [DocumentPath: StoredDocument], _ hint: Comment
  ) async throws -> End {
    let ear = Ear()
    let store: SQLiteDocumentStore
    do throws(DocumentStoreError) { store = try SQLiteDocumentStore(path: folder.path(name), care: ear.care) } catch {
      #expect(error.kind == .invalid && error.subject == folder.path(name), "\(hint): \(error)")
      #expect(error.detail.contains("put a copy of it back"), "\(hint): \(error)")
      return .refused
    }
    defer { store.close() }
    #expect(store.damage == nil, hint)
    let paths = confirmed.keys.sorted { "\($0)" < "\($1)" }
    let found = try await store.documents(at: paths)
    var missing = 0
    for (path, document) in zip(paths, found) {
      guard let document else {
        missing += 1
        continue
      }
      #expect(document == confirmed[path], "\(hint): \(path) is another one than was written")
    }
    // Lists have all that is there, and nothing that was deleted.
    for collection in [reports, critiques] {
      let here = zip(paths, found).filter { $0.1 != nil && $0.0.collection.description == collection }.map(\.0)
      let listed = try await store.page(try query(collection)).documents
      #expect(listed.map(\.path).sorted { "\($0)" < "\($1)" } == here, hint)
      #expect(listed.map { $0.fields["at"] } == listed.compactMap { confirmed[$0.path]?.fields["at"] }, hint)
    }
    // It goes on, with a later time than all before.
    let path = try DocumentPath(DocumentCollection(reports), "next")
    let time = try await store.commit([.set(path, ["at": 1])]).time
    #expect(confirmed.values.allSatisfy { $0.updateTime < time }, hint)
    #expect(time.microseconds < 4_000_000_000_000_000, hint)
    if missing > 0 {
      #expect(ear.all.contains { $0.contains("could not be read") && $0.contains(folder.path(name)) }, hint)
      #expect(!StudioDamage.asides(in: folder.path).isEmpty, hint)
    } else if !ear.all.isEmpty {
      // The first line says what is begun, before it is known what comes of it.
      #expect(
        ear.all.allSatisfy {
          $0.contains("nothing is lost") || $0.contains("could not be read") || $0.contains("before anything is served")
        }, hint)
      #expect(ear.all.last?.contains("before anything is served") == false, hint)
    }
    return missing > 0 ? .lost(missing) : .whole
  }

  /// How many damages of each kind are tried: `BOOTH_ROUNDS`, or eight.
  private static var rounds: Int { ProcessInfo.processInfo.environment["BOOTH_ROUNDS"].flatMap { Int($0) } ?? 8 }

  @Test(arguments: Way.allCases)
  func `every report is there as it was written after any damage to their file, or is named as lost`(
    _ way: Way
  ) async throws {
    let made = try TemporaryFolder()
    let confirmed = try await Self.fill(made.path(Self.name))
    let whole = try made.read(Self.name)
    let folder = try TemporaryFolder()
    var ends: [String: Int] = [:]
    for seed in 0..<Self.rounds {
      try Self.clear(folder)
      var dice = Dice(state: UInt64(seed) &* 0x9E37_79B9 &+ 17)
      try folder.put(Self.name, way.damage(whole, &dice))
      let end = try await Self.look(folder, confirmed, "\(way) \(seed)")
      switch end {
      case .whole: ends["whole", default: 0] += 1
      case .refused: ends["refused", default: 0] += 1
      case .lost(let count):
        ends["lost", default: 0] += 1
        ends["lost documents", default: 0] += count
      }
    }
    print("\(way): \(ends.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))")
  }

  // MARK: While it is in use

  /// Some documents, of which one has changed on the disk.
  private static func changed(_ folder: TemporaryFolder) async throws -> (bad: DocumentPath, good: DocumentPath) {
    let paths = try (0..<3).map { try DocumentPath("\(reports)/d\($0)") }
    do {
      let store = try SQLiteDocumentStore(path: folder.path(name))
      _ = try await store.commit(paths.map { .set($0, ["notes": .string("what \($0.id) says")]) })
      store.close()
    }
    var bytes = try folder.read(name)
    let wanted = Array("what d1 says".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: wanted) })
    bytes[place + 3] ^= 2
    try folder.put(name, bytes)
    return (paths[1], paths[2])
  }

  @Test func `a document that its disk has changed is never given out, and is said once`() async throws {
    let folder = try TemporaryFolder()
    let (bad, good) = try await Self.changed(folder)
    let ear = Ear()
    let store = try SQLiteDocumentStore(path: folder.path(Self.name), care: DatabaseCare(longest: 0) { ear.hear($0) })
    #expect(store.damage == nil)
    for _ in 0..<2 {
      let error = await #expect(throws: DocumentStoreError.self) { _ = try await store.document(at: bad) }
      #expect(error?.kind == .damaged && error?.mayPass == false)
      #expect(error?.description.contains("nothing is lost") == false)
    }
    #expect(store.damage?.contains(folder.path(Self.name)) == true)
    #expect(ear.all.count == 1 && ear.all[0].contains("\(bad)"))
    // One document takes nothing from the others.
    #expect(try await store.document(at: good) != nil)
    _ = try await store.commit([.set(good, ["notes": "new"])])
    store.close()
    // What was seen is looked at by the next start, however large the file is.
    let again = Ear()
    let mended = try SQLiteDocumentStore(
      path: folder.path(Self.name), care: DatabaseCare(longest: 0) { again.hear($0) })
    #expect(try await mended.document(at: bad)?.fields == ["notes": "what d1 says"])
    #expect(try await mended.document(at: good)?.fields == ["notes": "new"])
    try #require(again.all.count == 3)
    #expect(again.all[0].contains("is looked at whole") && again.all[1].contains("is saved into a new file"))
    #expect(again.all[2].contains("nothing is lost"))
    #expect(mended.damage == nil)
  }

  @Test func `a large file is looked at while it is in use, and nothing more is written to a damaged one`() async throws
  {
    let folder = try TemporaryFolder()
    let (_, good) = try await Self.changed(folder)
    let ear = Ear()
    let store = try SQLiteDocumentStore(path: folder.path(Self.name), care: DatabaseCare(longest: 0) { ear.hear($0) })
    try store.check()
    #expect(store.damage != nil && ear.all.count == 1)
    #expect(try await store.document(at: good) != nil)
    let error = await #expect(throws: DocumentStoreError.self) { _ = try await store.commit([.set(good, ["n": 1])]) }
    #expect(error?.kind == .damaged)
    #expect(StudioDamage.remarks(in: folder.path).contains { $0.isBad && $0.words.contains(folder.path(Self.name)) })
  }

  @Test func `an order that its disk has changed is made anew, and shortens no list`() async throws {
    let folder = try TemporaryFolder()
    let confirmed = try await Self.fill(folder.path(Self.name))
    for change in [
      "DELETE FROM entry WHERE document % 7 = 0", "UPDATE entry SET value = x'00' WHERE document % 9 = 0",
      "UPDATE sorted SET field = 'other'", "UPDATE clock SET time = 9000000000000000",
    ] {
      do {
        let store = try SQLiteDocumentStore(path: folder.path(Self.name))
        _ = try await store.page(try Self.query(Self.reports))
        try await store.database.opened.write { try $0.execute(sql: change) }
        store.close()
      }
      let ear = Ear()
      let store = try SQLiteDocumentStore(path: folder.path(Self.name), care: ear.care)
      let listed = try await store.page(try Self.query(Self.reports)).documents
      #expect(listed.count == confirmed.keys.count { $0.collection.description == Self.reports }, "\(change)")
      #expect(ear.all.count == 1 && ear.all[0].contains("made anew; nothing is lost"), "\(change): \(ear.all)")
      store.close()
    }
  }

  @Test func `documents that are gone, or older than they were written, are found by their count and sum`() async throws
  {
    for (change, said) in [
      ("DROP TRIGGER tallyDELETE; DELETE FROM document WHERE id = 'd3'", "more documents were there"),
      ("DROP TRIGGER tallyUPDATE; UPDATE document SET sum = NULL WHERE id = 'd3'", "older than what was written"),
    ] {
      let folder = try TemporaryFolder()
      let confirmed = try await Self.fill(folder.path(Self.name))
      do {
        let store = try SQLiteDocumentStore(path: folder.path(Self.name))
        let trigger = try await store.database.opened.read {
          try String.fetchOne(
            $0, sql: "SELECT sql FROM sqlite_master WHERE name = ?",
            arguments: [String(change.split { " ;".contains($0) }[2])])
        }
        let sql = "\(change); \(try #require(trigger))"
        try await store.database.opened.write { try $0.execute(sql: sql) }
        store.close()
      }
      let ear = Ear()
      let store = try SQLiteDocumentStore(path: folder.path(Self.name), care: ear.care)
      #expect(ear.all.contains { $0.contains(said) && $0.contains("could not be read") }, "\(ear.all)")
      #expect(try await store.page(try Self.query(Self.reports)).documents.count + 1 >= confirmed.count / 2)
      store.close()
    }
  }

  @Test func `a start that was killed as it saved what it could goes on from there`() async throws {
    let folder = try TemporaryFolder()
    let confirmed = try await Self.fill(folder.path(Self.name))
    let whole = try folder.read(Self.name)
    let path = folder.path(Self.name)
    // A new file that was not whole yet goes; one that is whole takes its place, and finds no log of the old one.
    try folder.put(Self.name, [UInt8](repeating: 3, count: 9000))
    try folder.put(Self.name + "-wal", [1, 2, 3])
    try folder.put(Self.name + ".saving", [1, 2, 3])
    try folder.put(Self.name + ".saved", whole)
    let ear = Ear()
    let store = try SQLiteDocumentStore(path: path, care: ear.care)
    #expect(try await store.documents(at: Array(confirmed.keys)).compactMap(\.self).count == confirmed.count)
    #expect(!folder.exists(Self.name + ".saving") && !folder.exists(Self.name + ".saved"))
    #expect(ear.all.isEmpty)
  }

  // MARK: The other databases

  @Test func `what waits to be sent is sent as it was entered after any bits have changed, or is named`() async throws {
    let folder = try TemporaryFolder()
    let (name, path) = (SQLiteDocumentOutbox.name, folder.path(SQLiteDocumentOutbox.name))
    do {
      let outbox = try SQLiteDocumentOutbox(path: path)
      for number in 0..<25 {
        let notes = DocumentValue.string(String(repeating: "as it was entered ", count: 30))
        try await outbox.add([.set(try DocumentPath("c/d\(number)"), ["notes": notes])], key: "key-\(number)")
      }
      await outbox.close()
    }
    let whole = try folder.read(name)
    let expected = try await SQLiteDocumentOutbox(path: path).all()
    for seed in 0..<40 {
      try Self.clear(folder)
      var dice = Dice(state: UInt64(seed) &* 77 &+ 5)
      try folder.put(name, Way.bits.damage(whole, &dice))
      let ear = Ear()
      let outbox: SQLiteDocumentOutbox
      do throws(DocumentStoreError) { outbox = try SQLiteDocumentOutbox(path: path, care: ear.care) } catch {
        #expect(error.detail.contains("put a copy of it back"), "\(seed): \(error)")
        continue
      }
      let found = try await outbox.all()
      #expect(found.allSatisfy { one in expected.contains { $0.key == one.key && $0.writes == one.writes } }, "\(seed)")
      if found.count < expected.count { #expect(ear.all.contains { $0.contains("could not be read") }, "\(seed)") }
      await outbox.close()
    }
  }

  @Test func `a damaged copy of what an organisation has is made anew`() async throws {
    let folder = try TemporaryFolder()
    for bytes in [[], [UInt8](repeating: 9, count: 9000)] {
      try folder.put(Self.name, bytes)
      let ear = Ear()
      let store = try SQLiteDocumentStore(
        path: folder.path(Self.name), care: DatabaseCare(isCopy: true) { ear.hear($0) })
      #expect(try await store.page(DocumentQuery(DocumentCollection(Self.reports))).documents.isEmpty)
      #expect(ear.all.count == 1)
      store.close()
    }
  }

  @Test func `nobody is let in, made another or forgotten by bits that have changed in the accounts`() async throws {
    let folder = try TemporaryFolder()
    let (name, path) = (SQLiteAccountStore.name, folder.path(SQLiteAccountStore.name))
    let cheap = PasswordHash.Cost(rounds: 2, blockSize: 1, parallelism: 1)
    @Sendable func open(_ ear: Ear) throws(AccountError) -> SQLiteAccountStore {
      try SQLiteAccountStore(path: path, clock: 0, cost: cheap, care: ear.care) { Instant(nanoseconds: 0) }
    }
    let people: [Person]
    do {
      let accounts = try open(Ear())
      for number in 0..<20 {
        let standing = Standing(number == 0 ? .admin : .employee, isPhotographer: number % 2 == 0)
        let secret = try await accounts.invite(.join(standing, name: nil), to: accounts.organisation, by: nil, at: 1)
        _ = try await accounts.accept(
          secret, name: "person\(number)", displayName: "Person \(number)", password: "a long password", agent: "test",
          at: 1)
      }
      people = try await accounts.people(of: accounts.organisation)
      accounts.close()
    }
    let whole = try folder.read(name)
    var (mended, refused) = (0, 0)
    for seed in 0..<(3 * Self.rounds) {
      try Self.clear(folder)
      var dice = Dice(state: UInt64(seed) &* 991 &+ 3)
      try folder.put(name, Way.bits.damage(whole, &dice))
      let ear = Ear()
      let accounts: SQLiteAccountStore
      do throws(AccountError) { accounts = try open(ear) } catch {
        guard case .unavailable(let words) = error else { throw error }
        #expect(words.contains(path) && words.contains("put a copy of it back"), "\(seed): \(words)")
        refused += 1
        continue
      }
      if !ear.all.isEmpty { mended += 1 }
      #expect(try await accounts.people(of: accounts.organisation) == people, "\(seed)")
      accounts.close()
    }
    print("accounts: \(mended) mended, \(refused) refused")
    #expect(mended > 0)
  }
}
