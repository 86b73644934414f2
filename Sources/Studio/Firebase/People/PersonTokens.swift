import Documents
import StudioModel

/// One person's tokens, of whichever place they are signed in at: the newest place that is still good.
actor PersonTokens: TokenSource {
  private var passes: [(place: String, identity: IdentityToolkit)] = []
  private let over: @Sendable (String) async -> Void

  /// - Parameter over: told of a place at which the organisation takes them for signed out.
  init(over: @escaping @Sendable (String) async -> Void) { self.over = over }

  func add(_ place: String, _ identity: IdentityToolkit) {
    passes.removeAll { $0.place == place }
    passes.append((place, identity))
  }

  func drop(_ place: String) { passes.removeAll { $0.place == place } }

  /// Nil for a place that has none.
  func identity(_ place: String) -> IdentityToolkit? { passes.first { $0.place == place }?.identity }

  var isEmpty: Bool { passes.isEmpty }

  func token() async throws(DocumentStoreError) -> String {
    try await any { (identity) async throws(DocumentStoreError) in try await identity.token() }
  }

  func token(insteadOf refused: String) async throws(DocumentStoreError) -> String {
    try await any { (identity) async throws(DocumentStoreError) in try await identity.token(insteadOf: refused) }
  }

  private func any(
    _ body: (IdentityToolkit) async throws(DocumentStoreError) -> String
  ) async throws(DocumentStoreError) -> String {
    while let last = passes.last {
      do { return try await body(last.identity) } catch {
        guard error.kind == .unauthenticated else { throw error }
      }
      drop(last.place)
      await over(last.place)
    }
    throw DocumentStoreError(.unauthenticated, subject: "sign-in", detail: "nobody is signed in any more")
  }
}
