public import Documents
import StudioModel
import Synchronization

/// Another store, with a copy of what was looked at that answers while the other does not.
///
/// A page from the copy has what was looked at, and may lack what never was: ``absence`` says whether it is one. A document that the
/// copy does not have is not said to be missing: then the other store's failure is thrown. What is watched is told by the other store
/// alone; a listener that hears of a failure asks for the page.
public final class CopiedDocumentStore: DocumentStore {
  private let store: any DocumentStore
  private let copy: SQLiteDocumentStore
  private let away = Mutex<DocumentStoreError?>(nil)

  /// - Parameters:
  ///   - store: which decides.
  ///   - copy: a database of its own, for one person: no other person's rights are checked when it answers.
  public init(of store: any DocumentStore, copy: SQLiteDocumentStore) {
    self.store = store
    self.copy = copy
  }

  /// Why the copy has answered last; nil where the other store itself did.
  public var absence: DocumentStoreError? { away.withLock { $0 } }

  /// - Returns: the failure, where the copy may answer instead.
  /// - Throws: the failure, where only the other store may say it: there is no sign-in, or something is not allowed.
  private func mayAnswer(_ error: DocumentStoreError) throws(DocumentStoreError) {
    guard error.mayPass else { throw error }
    away.withLock { $0 = error }
  }

  /// Never fails for the copy's sake: where it cannot be written, it knows less later.
  private func keep(_ documents: [StoredDocument], forgetting gone: [DocumentPath]) async {
    away.withLock { $0 = nil }
    do { try await copy.take(documents, forgetting: gone) } catch {
      // A full disk takes nothing away from who has a network.
    }
  }

  /// The other store's, or the copy's where it has all of them.
  public func documents(at paths: [DocumentPath]) async throws(DocumentStoreError) -> [StoredDocument?] {
    let found: [StoredDocument?]
    do { found = try await store.documents(at: paths) } catch {
      try mayAnswer(error)
      let known = try await copy.documents(at: paths)
      guard known.allSatisfy({ $0 != nil }) else { throw error }
      return known
    }
    await keep(found.compactMap(\.self), forgetting: zip(paths, found).filter { $0.1 == nil }.map(\.0))
    return found
  }

  /// The other store's, or what the copy has of it.
  public func page(_ query: DocumentQuery) async throws(DocumentStoreError) -> DocumentPage {
    let page: DocumentPage
    do { page = try await store.page(query) } catch {
      try mayAnswer(error)
      return try await copy.page(query)
    }
    await keep(page.documents, forgetting: await gone(query, page))
    return page
  }

  /// What the copy has where the page stands, and the page has not: it was deleted, or is no longer what is asked for.
  private func gone(_ query: DocumentQuery, _ page: DocumentPage) async -> [DocumentPath] {
    var wide = query
    wide.limit = DocumentLimits.page
    let known: [StoredDocument]
    do { known = try await copy.page(wide).documents } catch { return [] }
    let there = Set(page.documents.map(\.path))
    return known.filter { document in
      guard !there.contains(document.path) else { return false }
      return page.next.map { query.precedes(query.cursor(of: document), $0) } ?? true
    }.map(\.path)
  }

  /// The other store's alone; then what it made of it is copied.
  public func commitBatch(_ writes: [DocumentWrite]) async throws(DocumentStoreError) -> DocumentCommit {
    let commit = try await store.commitBatch(writes)
    let paths = Array(Set(writes.map(\.path)))
    do {
      let found = try await store.documents(at: paths)
      await keep(found.compactMap(\.self), forgetting: zip(paths, found).filter { $0.1 == nil }.map(\.0))
    } catch {
      // What is written and not seen again is not known.
      await keep([], forgetting: paths)
    }
    return commit
  }

  /// The other store's alone.
  public func watch(_ query: DocumentQuery) -> AsyncStream<DocumentChange> { store.watch(query) }
}
