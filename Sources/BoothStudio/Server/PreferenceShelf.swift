import StudioRules
import Synchronization

/// What was chosen, kept in memory, as every page asks for it: this process alone changes it.
final class PreferenceShelf: Sendable {
  private static let capacity = 1000
  let book: (any PreferenceBook)?
  private let known = Mutex<[String: StudioPreferences]>([:])

  /// - Parameter book: nil: nobody chooses anything.
  init(_ book: (any PreferenceBook)?) { self.book = book }

  /// A person's own come before their organisation's.
  func of(_ person: Person) async throws(AccountError) -> StudioPreferences {
    try await of(person.organisation.text).merging(of(person.id.text))
  }

  func of(_ owner: String) async throws(AccountError) -> StudioPreferences {
    if let preferences = known.withLock({ $0[owner] }) { return preferences }
    guard let book else { return StudioPreferences() }
    let preferences = try await book.preferences(of: owner)
    known.withLock {
      if $0.count >= Self.capacity { $0 = [:] }
      $0[owner] = preferences
    }
    return preferences
  }

  func set(_ preferences: [StudioPreference: String?], of owner: String) async throws(AccountError) {
    guard let book else { throw .notFound }
    try await book.set(preferences, of: owner)
    known.withLock { $0[owner] = nil }
  }
}
