/// A store that can say cheaply what has changed in a collection, by any writer: one of our own. A service elsewhere
/// asks to be paid for each document that it looks at, and cannot.
public protocol VersionedDocuments: DocumentStore {
  /// Equal states are of the same documents.
  func state(of collection: DocumentCollection) async throws(DocumentStoreError) -> DocumentCollectionState
  /// Documents that were written last later than a moment, or at it with a later id: the earliest first, at most ``DocumentLimits/page``.
  func documents(
    in collection: DocumentCollection, after time: DocumentTimestamp, id: String
  ) async throws(DocumentStoreError) -> [StoredDocument]
  /// The ids of all of them.
  func ids(in collection: DocumentCollection) async throws(DocumentStoreError) -> [String]
}

extension VersionedDocuments {
  /// All of them are its own.
  public func versioned(_ collection: DocumentCollection) -> (any VersionedDocuments)? { self }
}

/// What tells one content of a collection from another: each commit has a moment of its own, later than those before.
public struct DocumentCollectionState: Sendable, Equatable {
  /// How many documents there are.
  public var count: Int
  /// When the last of them was written; nil where there is none.
  public var latest: DocumentTimestamp?

  public init(count: Int, latest: DocumentTimestamp?) {
    self.count = count
    self.latest = latest
  }
}

extension DocumentTable {
  /// The state of a collection.
  public func state(of collection: DocumentCollection) -> DocumentCollectionState {
    let found = all(in: collection)
    return DocumentCollectionState(count: found.count, latest: found.map(\.updateTime).max())
  }

  /// Documents that were written last later than a moment, or at it with a later id.
  public func documents(in collection: DocumentCollection, after time: DocumentTimestamp, id: String)
    -> [StoredDocument]
  {
    func isBefore(_ a: (DocumentTimestamp, String), _ b: (DocumentTimestamp, String)) -> Bool {
      a.0 == b.0 ? a.1.byteOrder(to: b.1) == .less : a.0 < b.0
    }
    return Array(
      all(in: collection).filter { isBefore((time, id), ($0.updateTime, $0.path.id)) }
        .sorted { isBefore(($0.updateTime, $0.path.id), ($1.updateTime, $1.path.id)) }.prefix(DocumentLimits.page))
  }
}
