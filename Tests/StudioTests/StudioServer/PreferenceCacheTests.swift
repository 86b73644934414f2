import BoothTesting
import Documents
import StudioModel
import Testing

@testable import StudioServer

@Suite(.timeLimit(.minutes(15))) struct PreferenceShelfTests {
  /// Answers a question only when it is let, with what stood there when it was asked.
  private actor SlowStore: PreferenceStore {
    private var kept = StudioPreferences()
    private var isSlow = true
    private var asked: CheckedContinuation<Void, Never>?
    private var held: CheckedContinuation<Void, Never>?

    func preferences(of owner: String) async throws(AccountError) -> StudioPreferences {
      let found = kept
      guard isSlow else { return found }
      isSlow = false
      await withCheckedContinuation { held in
        self.held = held
        asked?.resume()
        asked = nil
      }
      return found
    }
    func set(_ preferences: [StudioPreference: String?], of owner: String) async throws(AccountError) {
      kept = StudioPreferences(
        Dictionary(uniqueKeysWithValues: preferences.compactMap { key, value in value.map { (key.rawValue, $0) } }))
    }
    func setDisplayName(_ name: String, of user: UserID) async throws(AccountError) {}
    func hasAdmin() async throws(AccountError) -> Bool { true }

    func waitUntilAsked() async {
      guard held == nil else { return }
      await withCheckedContinuation { asked = $0 }
    }
    func letGo() { held?.resume() }
  }

  @Test func `what is chosen while a page is made is on the next page`() async throws {
    let store = SlowStore()
    let cache = PreferenceCache(store)
    async let page = cache.of("anna")
    await store.waitUntilAsked()
    try await cache.set([.look: "dark"], of: "anna")
    await store.letGo()
    #expect(try await page[.look] == nil)
    #expect(try await cache.of("anna")[.look] == "dark")
    try await cache.set([.look: "light"], of: "anna")
    #expect(try await cache.of("anna")[.look] == "light")
  }
}
