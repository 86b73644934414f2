import BoothTesting
import Documents
import FoundationEssentials
import Glibc
import StudioModel
import Synchronization
import Testing

@testable import StudioStore

/// Real logs of a database of documents, as a kill leaves them, cut off and damaged: what was confirmed is there, or it is said that it
/// is not.
@Suite(.timeLimit(.minutes(15))) struct LogLossTests {
  private static let name = SQLiteDocumentStore.name
  private static let files = FileManager.default

  private static func path(_ number: Int) throws -> DocumentPath {
    try DocumentPath(DocumentCollection("dailyReports"), "d\(number)")
  }

  private static func open(_ folder: TemporaryFolder) throws -> SQLiteDocumentStore {
    let store = try SQLiteDocumentStore(path: folder.path("live/\(name)"), care: DatabaseCare { _ in })
    try store.takeLog(serves: true)
    return store
  }

  private static func write(_ numbers: Range<Int>, to store: SQLiteDocumentStore) async throws {
    for number in numbers {
      _ = try await store.commit([.set(path(number), ["notes": .string(String(repeating: "\(number) ", count: 300))])])
    }
  }

  /// What stands on the disk as a studio is killed that has confirmed 24 documents, the later half of them in its log.
  private static func killed(in folder: TemporaryFolder) async throws {
    try files.createDirectory(atPath: folder.path("live"), withIntermediateDirectories: true)
    let first = try open(folder)
    try await write(0..<12, to: first)
    first.close()
    let store = try open(folder)
    defer { store.close() }
    try await write(12..<24, to: store)
    try files.copyItem(atPath: folder.path("live"), toPath: folder.path("left"))
  }

  /// What the next start says, and how many documents it has not.
  private static func start(_ folder: TemporaryFolder, _ place: String) async throws -> (said: [String], missing: Int) {
    let ear = DamagedDocumentsTests.Ear()
    let store = try SQLiteDocumentStore(path: folder.path("\(place)/\(name)"), care: ear.care)
    defer { store.close() }
    let missing = try await store.documents(at: (0..<24).map(path)).count { $0 == nil }
    return (ear.all, missing)
  }

  /// Ways to damage the log, by its bytes; nil removes it.
  static let ways: [(name: String, change: @Sendable ([UInt8]) -> [UInt8]?)] = [
    ("emptied", { _ in [] }), ("removed", { _ in nil }), ("cut in the middle", { Array($0.prefix($0.count / 2)) }),
    ("one byte short", { Array($0.dropLast()) }),
    ("its head zeroed", { Array(repeating: 0, count: 32) + $0.dropFirst(32) }),
    ("written over", { $0.map { _ in 0x5A } }),
  ]

  @Test func `a log that is cut off or written over after a kill is said by the next start, and kept`() async throws {
    let folder = try TemporaryFolder()
    try await Self.killed(in: folder)
    for (way, change) in Self.ways {
      let place = way.replacing(" ", with: "-")
      try Self.files.copyItem(atPath: folder.path("left"), toPath: folder.path(place))
      let log = folder.path("\(place)/\(Self.name)-wal")
      let bytes = try folder.read("\(place)/\(Self.name)-wal")
      unlink(log)
      if let changed = change(bytes) { try folder.put("\(place)/\(Self.name)-wal", changed) }
      let before = StudioDamage.remarks(in: folder.path(place))
      #expect(before.contains { $0.isBad && $0.words.contains("-wal") }, "\(way): \(before)")
      let (said, missing) = try await Self.start(folder, place)
      #expect(missing > 0, "\(way)")
      #expect(said.contains { $0.contains("can no longer be read") && $0.contains(log) }, "\(way): \(said)")
      let asides = StudioDamage.asides(in: folder.path(place))
      #expect(asides.count == 1 && asides[0].contains("\(Self.name).damaged-1"), "\(way): \(asides)")
      // Once: the start after that has nothing new to say.
      #expect(try await Self.start(folder, place).said == [], "\(way)")
      #expect(StudioDamage.asides(in: folder.path(place)).count == 1, "\(way)")
    }
  }

  @Test(arguments: [true, false])
  func `a bit that changed anywhere in a log costs nothing that is not said`(_ hasIndex: Bool) async throws {
    let folder = try TemporaryFolder()
    try await Self.killed(in: folder)
    let bytes = try folder.read("left/\(Self.name)-wal")
    for round in 0..<16 {
      let place = "round-\(round)"
      try Self.files.copyItem(atPath: folder.path("left"), toPath: folder.path(place))
      // As after a new start of the computer, which leaves no index to believe.
      if !hasIndex { for ending in ["-shm", ".boot"] { unlink(folder.path("\(place)/\(Self.name)\(ending)")) } }
      var changed = bytes
      // Without an index the last transaction may be one that was never confirmed.
      let reach = hasIndex ? bytes.count : bytes.count / 2
      changed[round * reach / 16 + 7] ^= 0x10
      try folder.put("\(place)/\(Self.name)-wal", changed)
      let (said, missing) = try await Self.start(folder, place)
      #expect((missing > 0) == said.contains { $0.contains("can no longer be read") }, "\(round): \(missing), \(said)")
    }
  }

  @Test func `a log that is begun anew after each checkpoint, beside another process, raises no alarm`() async throws {
    let folder = try TemporaryFolder()
    try Self.files.createDirectory(atPath: folder.path("live"), withIntermediateDirectories: true)
    let store = try Self.open(folder)
    defer { store.close() }
    let other = try SQLiteDocumentStore(path: folder.path("live/\(Self.name)"))
    defer { other.close() }
    try other.takeLog(serves: false)
    let long = String(repeating: "long ", count: 40_000)
    for round in 0..<4 {
      for number in 0..<30 {
        _ = try await store.commit([.set(Self.path(number), ["notes": .string("\(round) \(long)")])])
        _ = try await other.commit([.set(Self.path(number + 100), ["notes": .string("\(round)")])])
        #expect(store.fault == nil && other.fault == nil)
      }
      #expect(store.logFault == nil && other.logFault == nil)
    }
  }

  /// Writes into a file as it is.
  private static func write(_ bytes: [UInt8], into path: String, at place: Int) throws {
    let file = Glibc.open(path, O_WRONLY | O_CLOEXEC)
    try #require(file >= 0)
    defer { Glibc.close(file) }
    try #require(pwrite(file, bytes, bytes.count, off_t(place)) == bytes.count)
  }

  @Test func `what a killed process left in the log, and what did not count, is written over without an alarm`()
    async throws
  {
    let folder = try TemporaryFolder()
    try Self.files.createDirectory(atPath: folder.path("live"), withIntermediateDirectories: true)
    let store = try Self.open(folder)
    defer { store.close() }
    try await Self.write(0..<6, to: store)
    // What a killed process leaves: the transaction is whole in the log, and the index does not know it.
    try Self.files.copyItem(atPath: folder.path("live"), toPath: folder.path("copy"))
    try Self.files.removeItem(atPath: folder.path("copy/\(Self.name)-shm"))
    let other = try SQLiteDocumentStore(path: folder.path("copy/\(Self.name)"))
    try other.takeLog(serves: false)
    let before = try folder.read("live/\(Self.name)-wal")
    _ = try await other.commit([.set(Self.path(90), ["notes": .string(String(repeating: "lost ", count: 2000))])])
    let with = try folder.read("copy/\(Self.name)-wal")
    other.close()
    try #require(with.count > before.count && Array(with.prefix(before.count)) == before)
    let log = folder.path("live/\(Self.name)-wal")
    try Self.write(Array(with.dropFirst(before.count)), into: log, at: before.count)
    #expect(store.fault == nil)
    try await Self.write(6..<8, to: store)
    #expect(store.fault == nil && store.logFault == nil)
    #expect(try await store.documents(at: (0..<8).map(Self.path)).allSatisfy { $0 != nil })
    // Damage is still told from it.
    try Self.write([UInt8](repeating: 0x5A, count: 64), into: log, at: 200)
    #expect(store.logFault != nil)
  }

  private final class End: Sendable { let isReached = Mutex(false) }

  @Test func `two processes that write at the same time while a third looks raise no alarm`() async throws {
    let folder = try TemporaryFolder()
    try Self.files.createDirectory(atPath: folder.path("live"), withIntermediateDirectories: true)
    let store = try Self.open(folder)
    defer { store.close() }
    let other = try SQLiteDocumentStore(path: folder.path("live/\(Self.name)"))
    defer { other.close() }
    try other.takeLog(serves: false)
    let long = String(repeating: "long ", count: 40_000)
    let end = End()
    async let beside: Void = {
      var number = 0
      while !end.isReached.withLock(\.self) {
        _ = try await other.commit([.set(Self.path(100 + number % 30), ["notes": .string("\(number)")])])
        number += 1
      }
    }()
    async let found: [String] = {
      while !end.isReached.withLock(\.self) {
        let found = [store.fault, other.fault].compactMap(\.self)
        guard found.isEmpty else { return found.map { "\($0)" } }
        await Task.yield()
      }
      return []
    }()
    for number in 0..<120 {
      _ = try await store.commit([.set(Self.path(number % 30), ["notes": .string("\(number) \(long)")])])
    }
    end.isReached.withLock { $0 = true }
    try await beside
    #expect(await found == [])
    #expect(store.logFault == nil && other.logFault == nil)
  }

  @Test func `a kill alone is no damage`() async throws {
    let folder = try TemporaryFolder()
    try await Self.killed(in: folder)
    #expect(try await Self.start(folder, "left") == ([], 0))
  }

  @Test func `what a cut of the power leaves of a commit that was never confirmed is no damage`() async throws {
    let folder = try TemporaryFolder()
    try await Self.killed(in: folder)
    let bytes = try folder.read("left/\(Self.name)-wal")
    for ending in ["-shm"] { unlink(folder.path("left/\(Self.name)\(ending)")) }
    try folder.put("left/\(Self.name).boot", Array("another\n".utf8))
    // The end of the last transaction came to the disk before its beginning.
    var torn = bytes
    let last = (bytes.count - 32) / 4120 - 1
    for place in 32 + (last - 1) * 4120..<32 + last * 4120 { torn[place] = 0 }
    try folder.put("left/\(Self.name)-wal", torn)
    #expect(try await Self.start(folder, "left").said == [])
  }
}
