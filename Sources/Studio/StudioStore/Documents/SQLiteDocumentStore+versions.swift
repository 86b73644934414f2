public import Documents
import GRDB

/// What has changed, by the index of the moments at which documents were written.
extension SQLiteDocumentStore: VersionedDocuments {
  /// Reads the index alone.
  public func state(of collection: DocumentCollection) async throws(DocumentStoreError) -> DocumentCollectionState {
    try await read { db in
      let row = try Row.fetchOne(
        db.cachedStatement(sql: "SELECT count(*), max(updateTime) FROM document WHERE collection = ?"),
        arguments: [collection.description])
      let latest: Int64? = row?[1]
      return DocumentCollectionState(
        count: row?[0] ?? 0, latest: latest.map { DocumentTimestamp(microseconds: $0) })
    }
  }

  /// By the index.
  public func documents(
    in collection: DocumentCollection, after time: DocumentTimestamp, id: String
  ) async throws(DocumentStoreError) -> [StoredDocument] {
    let rows = try await read { db in
      try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT \(DocumentRow.columns) FROM document d WHERE collection = ? AND (updateTime, id) > (?, ?)
            ORDER BY updateTime, id LIMIT ?
            """), arguments: [collection.description, time.microseconds, id, DocumentLimits.page]
      ).map(DocumentRow.init)
    }
    return try documents(rows)
  }

  /// Reads the index alone.
  public func ids(in collection: DocumentCollection) async throws(DocumentStoreError) -> [String] {
    try await read { db in
      try String.fetchAll(
        db.cachedStatement(sql: "SELECT id FROM document WHERE collection = ?"), arguments: [collection.description])
    }
  }
}
