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
  private let turns = PreferenceTurns()

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

  /// Changes one by what it was: of two changes at once, the second begins with what the first has left.
  func change(
    _ preference: StudioPreference, of owner: String, _ change: @escaping @Sendable (String?) -> String?
  ) async throws(AccountError) {
    try await turns.run { [self] () async throws(AccountError) in
      let before = try await of(owner)[preference]
      try await set([preference: change(before)], of: owner)
    }.get()
  }
}

/// One change after another.
private actor PreferenceTurns {
  private var last: Task<Result<Void, AccountError>, Never>?

  func run(_ body: @escaping @Sendable () async throws(AccountError) -> Void) async -> Result<Void, AccountError> {
    let before = last
    let task = Task { () -> Result<Void, AccountError> in
      _ = await before?.value
      do throws(AccountError) { return .success(try await body()) } catch { return .failure(error) }
    }
    last = task
    return await task.value
  }
}
