import Documents
import StudioModel

/// How many critiques everybody has: read once, kept up with what is heard, and read anew now and then.
actor CritiqueCountCache {
  /// After so long the documents are read again, behind the answer's back.
  private let patience: Duration

  private struct Counts {
    var tally = CritiqueTally()
    var readAt: ContinuousClock.Instant?
    var reading: Task<Result<CritiqueTally, DocumentStoreError>, Never>?
    /// What was heard while it was read.
    var heard: [(id: String, entry: CritiqueEntry?)] = []
  }

  private var shelves: [OrganisationID: Counts] = [:]

  init(patience: Duration = .seconds(60)) { self.patience = patience }

  /// Of one photographer.
  /// - Parameter documents: of who asks; where they are read anew it is with these rights.
  func counts(
    of photographer: UserID, in organisation: OrganisationID, from documents: any DocumentStore
  ) async throws(DocumentStoreError) -> CritiqueCounts {
    try await everybody(in: organisation, from: documents)[photographer] ?? CritiqueCounts()
  }

  /// By photographer; who has none is not in it.
  func everybody(
    in organisation: OrganisationID, from documents: any DocumentStore
  ) async throws(DocumentStoreError) -> [UserID: CritiqueCounts] {
    try await freshen(organisation, documents)
    return shelves[organisation, default: Counts()].tally.counts
  }

  /// The newest of all together, and whom each is for.
  func newest(
    _ count: Int, in organisation: OrganisationID, from documents: any DocumentStore
  ) async throws(DocumentStoreError) -> [(id: String, photographer: UserID)] {
    try await freshen(organisation, documents)
    return shelves[organisation, default: Counts()].tally.newest(count)
  }

  /// A document is as this now.
  func hear(_ document: StoredDocument, in organisation: OrganisationID) {
    note(document.path.id, CritiqueEntry(document), organisation)
  }

  /// A document is gone.
  func forget(_ id: String, in organisation: OrganisationID) { note(id, nil, organisation) }

  private func note(_ id: String, _ entry: CritiqueEntry?, _ organisation: OrganisationID) {
    shelves[organisation]?.tally.set(id, entry)
    if shelves[organisation]?.reading != nil { shelves[organisation]?.heard.append((id, entry)) }
  }

  private func freshen(
    _ organisation: OrganisationID, _ documents: any DocumentStore
  ) async throws(DocumentStoreError) {
    let counts = shelves[organisation, default: Counts()]
    if let readAt = counts.readAt {
      if ContinuousClock.now - readAt > patience, counts.reading == nil { begin(organisation, documents) }
      return
    }
    if counts.reading == nil { begin(organisation, documents) }
    guard let reading = shelves[organisation]?.reading else { return }
    if case .failure(let error) = await reading.value { throw error }
  }

  private func begin(_ organisation: OrganisationID, _ documents: any DocumentStore) {
    shelves[organisation, default: Counts()].heard = []
    shelves[organisation, default: Counts()].reading = Task {
      let found = await Self.read(documents, organisation)
      take(found, organisation)
      return found
    }
  }

  private func take(_ found: Result<CritiqueTally, DocumentStoreError>, _ organisation: OrganisationID) {
    var counts = shelves[organisation, default: Counts()]
    if case .success(let tally) = found {
      counts.tally = tally
      for (id, entry) in counts.heard { counts.tally.set(id, entry) }
      counts.readAt = .now
    }
    counts.heard = []
    counts.reading = nil
    shelves[organisation] = counts
  }

  private static func read(
    _ documents: any DocumentStore, _ organisation: OrganisationID
  ) async -> Result<CritiqueTally, DocumentStoreError> {
    var tally = CritiqueTally()
    do throws(DocumentStoreError) {
      var query = DocumentQuery(
        try DocumentCollection(Critique.collectionName),
        where: [.init("organizationId", is: .string(organisation.text))], limit: DocumentLimits.page)
      repeat {
        let page = try await documents.page(query)
        for document in page.documents { tally.set(document.path.id, CritiqueEntry(document)) }
        query.after = page.next
      } while query.after != nil
      return .success(tally)
    } catch {
      return .failure(error)
    }
  }
}
