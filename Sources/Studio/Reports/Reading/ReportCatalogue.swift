package import Documents
package import StudioModel

/// All reports of an organisation as lists show them, read with the rights of one requester.
package struct ReportCatalogue: Sendable {
  private let documents: any DocumentStore
  private let memory: ReportMemory

  /// - Parameters:
  ///   - documents: the requester's.
  ///   - memory: what was read before, by whomever of the same organisation.
  package init(_ documents: any DocumentStore, memory: ReportMemory = ReportMemory()) {
    (self.documents, self.memory) = (documents, memory)
  }

  /// A page of those that are wanted.
  /// - Parameters:
  ///   - after: the last one of the page before.
  ///   - now: seconds since 1970.
  package func page(
    _ filter: ReportFilter, of organisation: OrganisationID, after: ReportPlace? = nil, limit: Int, now: Double
  ) async throws(DocumentStoreError) -> ReportListing {
    try await memory.page(filter, of: organisation, after: after, limit: limit, in: documents, now: now)
  }

  /// All that are wanted, in their order, and the columns that they fill in a table.
  package func all(
    _ filter: ReportFilter, of organisation: OrganisationID, now: Double
  ) async throws(DocumentStoreError) -> (rows: [ReportRow], columns: [ReportColumn]) {
    try await memory.all(filter, of: organisation, in: documents, now: now)
  }

  /// What one may narrow a list down to.
  /// - Parameter user: whose reports count; nil for everybody's.
  package func choices(
    of organisation: OrganisationID, user: String?, now: Double
  ) async throws(DocumentStoreError) -> ReportChoices {
    try await memory.choices(of: organisation, user: user, in: documents, now: now)
  }

  /// Whether a report has a file attached.
  /// - Parameter user: whose reports count; nil for everybody's.
  package func has(
    _ sha256: String, of organisation: OrganisationID, user: String?, now: Double
  ) async throws(DocumentStoreError) -> Bool {
    try await memory.has(sha256, of: organisation, user: user, in: documents, now: now)
  }

  /// One of them was written or deleted here: another's store need not be asked for the latest.
  package func changed(_ id: String, of organisation: OrganisationID) async throws(DocumentStoreError) {
    try await memory.changed(id, of: organisation, in: documents)
  }
}

/// What lists show of all reports, kept in memory: read once, and kept true by what has changed since.
///
/// A store of our own says cheaply what has changed, by any writer (``VersionedDocuments``), and is asked before each
/// answer. Of another only the latest are asked for before an answer, in the three orders in which the existing apps
/// write, and all of them again after ``wholeAfter`` seconds: until then a list may lack what a person has changed or
/// deleted elsewhere without a trace in these; a page shows what it has as it is now.
package actor ReportMemory {
  /// When another's store is read as a whole again, in seconds.
  package static let wholeAfter = 600.0
  /// How long the latest are not asked for again, in seconds.
  private static let latestAfter = 2.0
  private static let latest = 50

  private var indexes: [OrganisationID: ReportIndex] = [:]
  private var reading: [OrganisationID: Task<ReportIndex, any Error>] = [:]

  package init() {}

  // MARK: Asking

  /// A page of those that are wanted.
  /// - Parameters:
  ///   - after: the last one of the page before.
  ///   - now: seconds since 1970.
  package func page(
    _ filter: ReportFilter, of organisation: OrganisationID, after: ReportPlace?, limit: Int,
    in documents: any DocumentStore, now: Double
  ) async throws(DocumentStoreError) -> ReportListing {
    try await refresh(organisation, documents, now)
    return indexes[organisation, default: ReportIndex(organisation)].page(filter, after: after, limit: limit)
  }

  /// All that are wanted, in their order, and the columns that they fill in a table.
  package func all(
    _ filter: ReportFilter, of organisation: OrganisationID, in documents: any DocumentStore, now: Double
  ) async throws(DocumentStoreError) -> (rows: [ReportRow], columns: [ReportColumn]) {
    try await refresh(organisation, documents, now)
    let rows = indexes[organisation, default: ReportIndex(organisation)].all(filter)
    return (rows, indexes[organisation]?.columns(of: rows) ?? [])
  }

  /// What one may narrow a list down to.
  /// - Parameter user: whose reports count; nil for everybody's.
  package func choices(
    of organisation: OrganisationID, user: String?, in documents: any DocumentStore, now: Double
  ) async throws(DocumentStoreError) -> ReportChoices {
    try await refresh(organisation, documents, now)
    return indexes[organisation, default: ReportIndex(organisation)].choices(of: user)
  }

  /// Whether a report has a file attached.
  /// - Parameter user: whose reports count; nil for everybody's.
  package func has(
    _ sha256: String, of organisation: OrganisationID, user: String?, in documents: any DocumentStore, now: Double
  ) async throws(DocumentStoreError) -> Bool {
    try await refresh(organisation, documents, now)
    return indexes[organisation]?.has(sha256, user: user) ?? false
  }

  /// Makes ``indexes`` true.
  private func refresh(
    _ organisation: OrganisationID, _ documents: any DocumentStore, _ now: Double
  ) async throws(DocumentStoreError) {
    // What is read already may have passed what was written before this was asked: it is waited for, and then read again. What
    // begins meanwhile begins late enough.
    if let running = reading[organisation] { _ = await running.result }
    let task: Task<ReportIndex, any Error>
    if let running = reading[organisation] {
      task = running
    } else {
      let known = indexes[organisation] ?? ReportIndex(organisation)
      task = Task { try await Self.read(known, documents, now) }
      reading[organisation] = task
    }
    let result = await task.result
    let isMine = reading[organisation] == task
    if isMine { reading[organisation] = nil }
    switch result {
    case .success(let index): if isMine { indexes[organisation] = index }
    case .failure(let error):
      throw error as? DocumentStoreError
        ?? DocumentStoreError(.cancelled, subject: ReportDocument.collection, detail: "the reading was cancelled")
    }
  }

  /// One of them was written or deleted here: another's store need not be asked for the latest.
  package func changed(
    _ id: String, of organisation: OrganisationID, in documents: any DocumentStore
  ) async throws(DocumentStoreError) {
    guard let path = ReportDocument.path(ReportDocument.collection, id), documents.versioned(path.collection) == nil
    else { return }
    while let running = reading[organisation] { _ = await running.result }
    let found = try await documents.document(at: path)
    guard let found else {
      indexes[organisation]?.forget([id])
      return
    }
    guard var index = indexes[organisation] else { return }
    try await Self.take([found], &index, documents)
    // What was read as a whole meanwhile has it already.
    if reading[organisation] == nil { indexes[organisation] = index }
  }

  // MARK: Reading

  private static func read(
    _ known: ReportIndex, _ documents: any DocumentStore, _ now: Double
  ) async throws(DocumentStoreError) -> ReportIndex {
    if let versioned = documents.versioned(try DocumentCollection(ReportDocument.collection)) {
      return try await follow(known, versioned)
    }
    var index = known
    if index.wholeAt.map({ abs(now - $0) >= wholeAfter }) ?? true {
      index = ReportIndex(known.organisation)
      for field in fields {
        try await pages(documents, field, known.organisation, &index)
      }
      (index.wholeAt, index.latestAt) = (now, now)
    } else if abs(now - (index.latestAt ?? 0)) >= latestAfter {
      for order: DocumentFieldPath in ["updatedAt", "timestamp", "createdAt"] {
        try await take(try await latest(documents, order, known.organisation), &index, documents)
      }
      index.latestAt = now
    }
    return index
  }

  /// Each is read by the form that it was made with.
  private static func take(
    _ found: [StoredDocument], _ index: inout ReportIndex, _ documents: any DocumentStore
  ) async throws(DocumentStoreError) {
    let reports = index.news(found)
    if index.needsForms(for: reports) {
      index.know(try await TemplateStore(documents).forms(of: index.organisation), for: reports)
    }
    index.take(reports)
  }

  private static let fields: [DocumentFieldPath] = ["organizationID", "organization_id"]

  /// A change between two questions is seen by the next.
  private static func follow(
    _ known: ReportIndex, _ documents: any VersionedDocuments
  ) async throws(DocumentStoreError) -> ReportIndex {
    let collection = try DocumentCollection(ReportDocument.collection)
    let state = try await documents.state(of: collection)
    guard state != known.state else { return known }
    var index = known
    while true {
      let found = try await documents.documents(in: collection, after: index.seen.time, id: index.seen.id)
      try await take(found, &index, documents)
      guard let last = found.last else { break }
      index.seen = (last.updateTime, last.path.id)
      if found.count < DocumentLimits.page { break }
    }
    if index.everywhere != state.count {
      index.keep(only: Set(try await documents.ids(in: collection)))
    }
    index.state = state
    return index
  }

  private static func pages(
    _ documents: any DocumentStore, _ field: DocumentFieldPath, _ organisation: OrganisationID,
    _ index: inout ReportIndex
  ) async throws(DocumentStoreError) {
    // Without an order: a report that lacks a field would not be in it.
    var query = DocumentQuery(
      try DocumentCollection(ReportDocument.collection), where: [.init(field, is: .string(organisation.text))],
      limit: DocumentLimits.page)
    while true {
      let page = try await documents.page(query)
      try await take(page.documents, &index, documents)
      guard let next = page.next else { return }
      query.after = next
    }
  }

  private static func latest(
    _ documents: any DocumentStore, _ order: DocumentFieldPath, _ organisation: OrganisationID
  ) async throws(DocumentStoreError) -> [StoredDocument] {
    let query = DocumentQuery(
      try DocumentCollection(ReportDocument.collection),
      where: [.init("organizationID", is: .string(organisation.text))], orderedBy: [.init(order, .descending)],
      limit: latest)
    do throws(DocumentStoreError) { return try await documents.page(query).documents } catch {
      // Without its index this order tells nothing; all of them are read again in time.
      if case .missingIndex = error.kind { return [] }
      throw error
    }
  }
}
