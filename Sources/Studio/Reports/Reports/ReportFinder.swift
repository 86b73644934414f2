package import Documents
package import StudioModel

/// Finds reports of all four shapes in the organisation's documents.
package struct ReportFinder: Sendable {
  let documents: any DocumentStore

  package init(_ documents: any DocumentStore) { self.documents = documents }

  /// Whole reports, in the order of the ids; what is gone, or another organisation's, is left out.
  package func reports(
    _ ids: some Collection<String>, of organisation: OrganisationID
  ) async throws(DocumentStoreError) -> [DailyReport] {
    let paths = ids.compactMap { ReportDocument.path(ReportDocument.collection, $0) }
    return try await documents.documents(at: paths).compactMap { $0.map(DailyReport.init) }
      .filter { $0.organisation == organisation.text }
  }

  /// All of an organisation, whole, the newest day first; lists and tables ask a ``ReportCatalogue``.
  package func reports(of organisation: OrganisationID) async throws(DocumentStoreError) -> [DailyReport] {
    let rows = try await ReportCatalogue(documents).all(ReportFilter(), of: organisation, now: 0).rows
    return try await reports(rows.map(\.id), of: organisation)
  }

  /// How far people have driven in the reports that are wanted, read a hundred at a time.
  package func mileage(
    _ filter: ReportFilter, of organisation: OrganisationID, by catalogue: ReportCatalogue, now: Double
  ) async throws(DocumentStoreError) -> ReportMileage {
    var rest = try await catalogue.all(filter, of: organisation, now: now).rows.map(\.id)[...]
    let forms = try await TemplateStore(documents).forms(of: organisation)
    var mileage = ReportMileage()
    while !rest.isEmpty {
      mileage.add(try await reports(rest.prefix(100), of: organisation), forms: forms)
      rest = rest.dropFirst(100)
    }
    return mileage
  }

  /// One; nil where there is none, or it is another organisation's.
  package func report(_ id: String, of organisation: OrganisationID) async throws(DocumentStoreError) -> DailyReport? {
    guard let path = ReportDocument.path(ReportDocument.collection, id),
      let found = try await documents.document(at: path)
    else { return nil }
    let report = DailyReport(found)
    return report.organisation == organisation.text ? report : nil
  }

  /// An older version of one, as it was kept; nil where there is none.
  package func report(_ id: String, version: Int) async throws(DocumentStoreError) -> DailyReport? {
    guard let path = ReportDocument.version(version, of: id) else { return nil }
    return try await documents.document(at: path).map(DailyReport.init)
  }

  /// The organisation's schools, by their names.
  package func schools(of organisation: OrganisationID) async throws(DocumentStoreError) -> [ReportSchool] {
    var query = DocumentQuery(
      try DocumentCollection(ReportSchool.collection), where: [.init("organizationID", is: .string(organisation.text))],
      limit: DocumentLimits.page)
    var schools: [ReportSchool] = []
    while true {
      let page = try await documents.page(query)
      schools += page.documents.compactMap { ReportSchool($0.fields, id: $0.path.id) }
      guard let next = page.next else { break }
      query.after = next
    }
    return schools.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
  }
}
