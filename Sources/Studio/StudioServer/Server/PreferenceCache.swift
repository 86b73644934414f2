import Documents
import StudioModel
import Synchronization

/// What was chosen, kept in memory, as every page asks for it: this process alone changes it.
final class PreferenceCache: Sendable {
  private static let capacity = 1000
  let store: (any PreferenceStore)?
  private struct State {
    var known: [String: StudioPreferences] = [:]
    /// Counts changes: what was read before one is not kept after it.
    var changes = 0
  }

  private let state = Mutex(State())

  /// - Parameter store: nil: nothing can be chosen.
  init(_ store: (any PreferenceStore)?) { self.store = store }

  /// A person's own come before their organisation's.
  func of(_ person: Person) async throws(AccountError) -> StudioPreferences {
    try await of(person.organisation.text).merging(of(person.id.text))
  }

  func of(_ owner: String) async throws(AccountError) -> StudioPreferences {
    let (known, changes) = state.withLock { ($0.known[owner], $0.changes) }
    if let known { return known }
    guard let store else { return StudioPreferences() }
    let preferences = try await store.preferences(of: owner)
    state.withLock { state in
      guard state.changes == changes else { return }
      if state.known.count >= Self.capacity { state.known = [:] }
      state.known[owner] = preferences
    }
    return preferences
  }

  func set(_ preferences: [StudioPreference: String?], of owner: String) async throws(AccountError) {
    guard let store else { throw .notFound }
    try await store.set(preferences, of: owner)
    state.withLock { state in
      state.changes += 1
      state.known[owner] = nil
    }
  }
}
