import BoothCore
import BoothTesting
import BoothVault
import Glibc
import Testing

@testable import BoothStore

@Suite struct SQLiteLedgerTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func `the books in SQLite mean what the books as a value mean`(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/booth.sqlite"
    try LedgerConformance.check(seed: seed, try SQLiteLedger(path: path)) { try SQLiteLedger(path: path) }
  }

  @Test(arguments: ["data", "data/booth.sqlite", "data/booth.sqlite-wal"])
  func `books that are not where they were take nothing more, and go on when they are back`(_ name: String) throws {
    let folder = try TemporaryFolder()
    try folder.put("data/a", [])
    let ledger = try SQLiteLedger(path: folder.path("data/booth.sqlite"))
    try ledger.commit([.set(key: "a", value: "1")])
    #expect(rename(folder.path(name), folder.path("away")) == 0)
    let error = #expect(throws: StoreError.self) { try ledger.commit([.set(key: "a", value: "2")]) }
    // A new start mends what is wrong with the database alone.
    #expect(error?.code == (name == "data" ? .moved : .replaced) && error?.subject == folder.path(name))
    #expect(rename(folder.path("away"), folder.path(name)) == 0)
    #expect(try ledger.setting("a") == "1")
    try ledger.commit([.set(key: "a", value: "3")])
    #expect(try ledger.setting("a") == "3")
  }

  /// Within the file, as any program does that has it open.
  private func writeOver(_ path: String, _ range: Range<Int>) throws {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    defer { close(file) }
    let noise = range.map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 91) }
    #expect(pwrite(file, noise, noise.count, off_t(range.lowerBound)) == noise.count)
    // A file system's clock ticks every few milliseconds only.
    var times = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
    #expect(futimens(file, &times) == 0)
  }

  @Test(arguments: ["all of it", "its head", "its newest page", "its oldest page", "a byte of a page between"])
  func `books in whose log another program writes take nothing more, and bring none of it into the database`(
    _ part: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("booth.sqlite")
    let ledger = try SQLiteLedger(path: path)
    for number in 0..<20 { try ledger.commit([.set(key: "a\(number)", value: "1")]) }
    let (before, size) = (try folder.read("booth.sqlite"), try folder.read("booth.sqlite-wal").count)
    let range =
      switch part {
      case "all of it": 0..<size
      case "its head": 0..<32
      case "its newest page": size - 4120..<size
      case "its oldest page": 32..<32 + 4120
      default: 32 + 4120 + 2000..<32 + 4120 + 2001
      }
    try writeOver(path + "-wal", range)
    let error = #expect(throws: StoreError.self) { try ledger.commit([.set(key: "b", value: "2")]) }
    #expect(error?.code == .damaged && error?.subject == path + "-wal", "\(error.map { "\($0)" } ?? "")")
    #expect(throws: StoreError.self) { try ledger.close() }
    #expect(try folder.read("booth.sqlite") == before)
    #expect(try folder.read("booth.sqlite-wal").count == size)
  }

  @Test func `books whose log is written over as they are let go bring none of it into the database`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("booth.sqlite")
    let ledger = try SQLiteLedger(path: path)
    for number in 0..<20 { try ledger.commit([.set(key: "a\(number)", value: "1")]) }
    let before = try folder.read("booth.sqlite")
    try writeOver(path + "-wal", 5000..<6000)
    let error = #expect(throws: StoreError.self) { try ledger.close() }
    #expect(error?.code == .damaged)
    #expect(try folder.read("booth.sqlite") == before)
  }

  @Test func `books that a copy was written over take nothing more, and say what to do`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("booth.sqlite")
    let ledger = try SQLiteLedger(path: path)
    try ledger.commit([.set(key: "a", value: "1")])
    let bytes = try folder.read("booth.sqlite")
    let file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    #expect(bytes.withUnsafeBytes { write(file, $0.baseAddress, bytes.count) } == bytes.count && close(file) == 0)
    // A file system's clock ticks every few milliseconds only.
    #expect(
      utimes(path, [timeval(tv_sec: 1_700_000_000, tv_usec: 0), timeval(tv_sec: 1_700_000_000, tv_usec: 0)]) == 0)
    let error = #expect(throws: StoreError.self) { try ledger.commit([.set(key: "a", value: "2")]) }
    #expect(error?.code == .damaged && error?.detail.contains("written over") == true, "\(error as Any)")
  }

  @Test func `a long log is brought into the books, which go on`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("booth.sqlite")
    let ledger = try SQLiteLedger(path: path)
    let long = String(repeating: "x", count: 1 << 20)
    for number in 0..<12 { try ledger.commit([.set(key: "long", value: "\(number)\(long)")]) }
    var facts = stat()
    #expect(stat(path + "-wal", &facts) == 0 && facts.st_size < 6 << 20, "\(facts.st_size)")
    try ledger.close()
    #expect(try SQLiteLedger(path: path).setting("long") == "11\(long)")
  }
}
