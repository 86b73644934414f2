/// Where documents are kept: fulfilled by a database of the studio's own, and by an organisation's Firestore. From any thread.
///
/// ```swift
/// if let document = try await store.document(at: path) { print(document.fields.count) }
/// ```
///
/// Both answer alike; `DocumentConformance` of the tests is run by each.
public protocol DocumentStore: Sendable {
  /// What is there, in the order of the paths; nil for nothing. Not of one moment, where there are many.
  func documents(at paths: [DocumentPath]) async throws(DocumentStoreError) -> [StoredDocument?]
  /// One page; ``DocumentPage/next`` is the cursor of the next.
  func page(_ query: DocumentQuery) async throws(DocumentStoreError) -> DocumentPage
  /// Makes up to ``DocumentLimits/writes`` writes together: all, in order, or none. What was answered is durable.
  func commitBatch(_ writes: [DocumentWrite]) async throws(DocumentStoreError) -> DocumentCommit
  /// What a query finds, at once and whenever it changes, until the listener ends. One listener for each stream.
  ///
  /// It never falls behind: a change says what is different from the last one that was taken, however much came between.
  func watch(_ query: DocumentQuery) -> AsyncStream<DocumentChange>
  /// Who says cheaply what has changed of a collection, for the caller; nil if none does.
  func versioned(_ collection: DocumentCollection) -> (any VersionedDocuments)?
}

/// What a watched query finds now.
public struct DocumentChange: Sendable, Equatable {
  /// All of it, in order.
  public var documents: [StoredDocument]
  /// Those of them that are new, or not as they were.
  public var changed: [StoredDocument]
  /// Which are gone: deleted, or no longer what is asked for, or no longer on the page.
  public var removed: [DocumentPath]
  /// Why it could not be asked; what was known still stands in ``documents``. It is asked again by itself.
  public var failure: DocumentStoreError?

  public init(
    documents: [StoredDocument], changed: [StoredDocument] = [], removed: [DocumentPath] = [],
    failure: DocumentStoreError? = nil
  ) {
    self.documents = documents
    self.changed = changed
    self.removed = removed
    self.failure = failure
  }
}

extension DocumentStore {
  /// None.
  public func versioned(_ collection: DocumentCollection) -> (any VersionedDocuments)? { nil }

  /// What is there; nil for nothing.
  public func document(at path: DocumentPath) async throws(DocumentStoreError) -> StoredDocument? {
    let found = try await documents(at: [path])
    return found.first ?? nil
  }

  /// What is there as far as anybody can tell now; nil also where the store is away and nothing is known of it. For who writes next with a
  /// precondition, which decides.
  public func known(at path: DocumentPath) async throws(DocumentStoreError) -> StoredDocument? {
    do { return try await document(at: path) } catch {
      guard error.mayPass else { throw error }
      return nil
    }
  }

  /// Makes any number of writes, in batches that are made wholly or not at all: see ``batches(_:)``. Where one cannot be made,
  /// the error says how many writes before it were (``DocumentStoreError/committed``), and none after it is.
  public func commit(_ writes: [DocumentWrite]) async throws(DocumentStoreError) -> DocumentCommit {
    for write in writes { try write.check() }
    var done = DocumentCommit(time: DocumentTimestamp(microseconds: 0), updateTimes: [])
    for batch in Self.batches(writes) {
      do {
        let next = try await commitBatch(batch)
        done.time = next.time
        done.updateTimes += next.updateTimes
      } catch {
        var failure = error
        failure.committed = done.updateTimes.count
        throw failure
      }
    }
    return done
  }

  /// In pieces of up to ``DocumentLimits/writes`` writes and ``DocumentLimits/batchBytes`` bytes, in order.
  public static func batches(_ writes: [DocumentWrite]) -> [[DocumentWrite]] {
    var batches: [[DocumentWrite]] = []
    var bytes = 0
    for write in writes {
      let size = write.size
      if let last = batches.last, last.count < DocumentLimits.writes, bytes + size <= DocumentLimits.batchBytes {
        batches[batches.count - 1].append(write)
        bytes += size
      } else {
        batches.append([write])
        bytes = size
      }
    }
    return batches
  }

  /// - Throws: `invalid` for more writes than are made together.
  public static func check(batch writes: [DocumentWrite]) throws(DocumentStoreError) {
    guard writes.count <= DocumentLimits.writes else {
      throw DocumentStoreError(
        .invalid, subject: "commit",
        detail: "\(writes.count) writes are to be made together; at most \(DocumentLimits.writes) can be")
    }
    for write in writes { try write.check() }
  }
}
