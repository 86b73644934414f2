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
    #expect(error?.code == .moved && error?.subject == folder.path(name))
    #expect(rename(folder.path("away"), folder.path(name)) == 0)
    #expect(try ledger.setting("a") == "1")
    try ledger.commit([.set(key: "a", value: "3")])
    #expect(try ledger.setting("a") == "3")
  }
}
