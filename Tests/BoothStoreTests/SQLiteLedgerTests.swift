import BoothCore
import BoothTesting
import Testing

@testable import BoothStore

@Suite struct SQLiteLedgerTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func `the books in SQLite mean what the books as a value mean`(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/booth.sqlite"
    try LedgerConformance.check(seed: seed, try SQLiteLedger(path: path)) { try SQLiteLedger(path: path) }
  }
}
