import BoothCore
import BoothTesting
import Testing

/// The doubles that stand behind the runtime's ports here keep what the ports promise, as the real ones do.
@Suite struct DoublesTests {
  @Test(arguments: SessionStoreConformance.checks)
  func `the store in memory keeps the promises of the port`(_ check: SessionStoreConformance) async throws {
    let store = try MemorySessionStore()
    try await check.run(
      SessionStoreConformance.Subject(store) {
        try store.reopened()
      } put: {
        store.put($0, at: $1)
      })
  }
}
