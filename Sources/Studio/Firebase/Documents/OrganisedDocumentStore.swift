package import Documents
package import StudioModel

/// What features ask for documents: the studio's own database for people of the studio, and for those of an organisation elsewhere its
/// Firestore, with their own rights. What the studio does for itself has its own; a request without a person has nothing.
///
/// Of an organisation elsewhere only what its apps know lies there; what else the studio keeps, such as who has opened
/// what, lies in the studio's database, as the organisation's rules know nothing of it.
package struct OrganisedDocumentStore: DocumentStore {
  /// Collections of the existing apps.
  package static let shared: Set<String> = [
    "photoCritiques", "critiqueFeedback", "dailyJobReports", "reportTemplates", "schools", "users",
  ]

  private let local: any DocumentStore
  private let house: FirebaseHouse
  private let requester: Requester

  /// - Parameters:
  ///   - local: the studio's own.
  ///   - requester: for whom all is done.
  package init(local: any DocumentStore, house: FirebaseHouse, requester: Requester) {
    (self.local, self.house, self.requester) = (local, house, requester)
  }

  /// Nil for the studio's own.
  private func elsewhere(_ collection: DocumentCollection) throws(DocumentStoreError) -> (any DocumentStore)? {
    let acting: ActingPerson
    switch requester {
    case .studio: return nil
    case .anonymous:
      throw DocumentStoreError(
        .unauthenticated, subject: "\(collection)", detail: "the request is no signed-in person's")
    case .person(let person): acting = person
    }
    guard !house.isOwn(acting.principal.organisation), Self.shared.contains(collection.segments[0]) else { return nil }
    guard let session = house.session(of: acting.principal.user) else {
      throw DocumentStoreError(.unauthenticated, subject: "\(collection)", detail: "nobody is signed in there any more")
    }
    return session.documents(for: acting)
  }

  /// The studio's own say what has changed of them, also beside organisations elsewhere.
  package func versioned(_ collection: DocumentCollection) -> (any VersionedDocuments)? {
    do throws(DocumentStoreError) { return try elsewhere(collection) == nil ? local.versioned(collection) : nil } catch
    {
      // There is no sign-in there any more, which whatever is asked next says.
      return nil
    }
  }

  /// Each where it lies.
  package func documents(at paths: [DocumentPath]) async throws(DocumentStoreError) -> [StoredDocument?] {
    var (far, near): ([DocumentPath], [DocumentPath]) = ([], [])
    var store: (any DocumentStore)?
    for path in paths {
      if let elsewhere = try elsewhere(path.collection) {
        (store, far) = (elsewhere, far + [path])
      } else {
        near.append(path)
      }
    }
    guard let store else { return try await local.documents(at: paths) }
    var found: [DocumentPath: StoredDocument?] = [:]
    for (path, document) in zip(far, try await store.documents(at: far)) { found[path] = document }
    if !near.isEmpty {
      for (path, document) in zip(near, try await local.documents(at: near)) { found[path] = document }
    }
    return paths.map { found[$0] ?? nil }
  }

  /// Where its collection lies. What the apps' later generation has in tables of SQL lies in no Firestore, and rules refuse who asks
  /// for it by its names.
  package func page(_ query: DocumentQuery) async throws(DocumentStoreError) -> DocumentPage {
    guard let store = try elsewhere(query.collection) else { return try await local.page(query) }
    guard !query.filters.contains(where: { $0.field == "organization_id" }) else { return DocumentPage(documents: []) }
    return try await store.page(query)
  }

  /// What goes elsewhere is made first, together; then what stays here. Where the first fails nothing is made.
  package func commitBatch(_ writes: [DocumentWrite]) async throws(DocumentStoreError) -> DocumentCommit {
    var (far, near): ([DocumentWrite], [DocumentWrite]) = ([], [])
    var isFar: [Bool] = []
    var store: (any DocumentStore)?
    for write in writes {
      let elsewhere = try elsewhere(write.path.collection)
      store = elsewhere ?? store
      isFar.append(elsewhere != nil)
      if elsewhere == nil { near.append(write) } else { far.append(write) }
    }
    guard let store else { return try await local.commitBatch(writes) }
    var commit = try await store.commitBatch(far)
    guard !near.isEmpty else { return commit }
    var (there, here) = (commit.updateTimes[...], try await local.commitBatch(near).updateTimes[...])
    commit.updateTimes = isFar.map { ($0 ? there.popFirst() : here.popFirst()) ?? nil }
    return commit
  }

  /// Where its collection lies.
  package func watch(_ query: DocumentQuery) -> AsyncStream<DocumentChange> {
    do { return try (elsewhere(query.collection) ?? local).watch(query) } catch {
      return AsyncStream { continuation in
        continuation.yield(DocumentChange(documents: [], failure: error))
        continuation.finish()
      }
    }
  }
}
