public import Documents

/// Where a lab's documents are kept: a suite that takes each of these as its argument is the same over all of them.
public enum LabStore: String, CaseIterable, Sendable {
  case memory
  /// Over REST, at a stand-in for Google's server.
  case firestore

  /// Has such a store until the body returns.
  /// - Parameters:
  ///   - remote: makes the store that asks this stand-in; this room knows no such client.
  ///   - shutdown: ends it, also where the body throws.
  public func with<Remote: DocumentStore>(
    remote: (StandInFirestore) throws -> Remote, shutdown: (Remote) async throws -> Void,
    _ body: (any DocumentStore) async throws -> Void
  ) async throws {
    switch self {
    case .memory: try await body(MemoryDocumentStore())
    case .firestore:
      let standIn = try StandInFirestore()
      defer { standIn.stop() }
      let store = try remote(standIn)
      do { try await body(store) } catch {
        try await shutdown(store)
        throw error
      }
      try await shutdown(store)
    }
  }
}
