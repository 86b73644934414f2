public import Documents
import StudioModel
public import Testing

/// A store that a check may write to.
public struct DocumentTrial: Sendable {
  /// What is tried.
  public let store: any DocumentStore
  /// A collection with one writer.
  public let collection: DocumentCollection
  /// The same documents through another door, as another process has them.
  public let another: @Sendable () async throws -> any DocumentStore

  public init(
    _ store: any DocumentStore, _ collection: DocumentCollection,
    another: @escaping @Sendable () async throws -> any DocumentStore
  ) {
    self.store = store
    self.collection = collection
    self.another = another
  }

  func path(_ id: String) throws -> DocumentPath { try DocumentPath(collection, id) }

  /// The document's fields; nil where there is none.
  func fields(_ id: String) async throws -> DocumentFields? {
    try await store.document(at: path(id))?.fields
  }

  @discardableResult
  func put(_ id: String, _ fields: DocumentFields) async throws -> DocumentTimestamp {
    let commit = try await store.commit([.set(path(id), fields)])
    return try #require(commit.updateTimes.first ?? nil)
  }

  func query(
    where filters: [DocumentQuery.Filter] = [], by orders: [DocumentQuery.Order] = [], limit: Int = 100,
    after: DocumentQuery.Cursor? = nil
  ) -> DocumentQuery {
    DocumentQuery(collection, where: filters, orderedBy: orders, limit: limit, after: after)
  }

  /// The ids of all that a query finds, page by page.
  func ids(
    where filters: [DocumentQuery.Filter] = [], by orders: [DocumentQuery.Order] = [], pages limit: Int = 100
  ) async throws -> [String] {
    var ids: [String] = []
    var query = query(where: filters, by: orders, limit: limit)
    while true {
      let page = try await store.page(query)
      #expect(page.documents.count <= limit)
      ids += page.documents.map(\.path.id)
      guard let next = page.next else { return ids }
      query.after = next
    }
  }

  /// What a call fails with; nil where it succeeds.
  func failure(_ body: () async throws -> Void) async -> DocumentStoreError? {
    do {
      try await body()
      return nil
    } catch {
      if let error = error as? DocumentStoreError {
        #expect(!error.subject.isEmpty && !error.detail.isEmpty && !error.advice.isEmpty)
        return error
      }
      Issue.record("\(error)")
      return nil
    }
  }

  func kind(_ body: () async throws -> Void) async -> DocumentStoreError.Kind? { await failure(body)?.kind }
}

/// What every `DocumentStore` promises: run all `checks`, each in a collection of its own.
public struct DocumentConformance: Sendable, CustomTestStringConvertible {
  public let testDescription: String
  public let run: @Sendable (DocumentTrial) async throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (DocumentTrial) async throws -> Void) {
    testDescription = promise
    self.run = run
  }

  public static let checks: [DocumentConformance] = values + queries + writes + large + together
}
