package import StudioRules

/// Finds reports of all four shapes in the organisation's documents.
package struct ReportShelf: Sendable {
  private let documents: any DocumentStore

  package init(_ documents: any DocumentStore) { self.documents = documents }

  /// Of which days.
  package enum Span: String, Sendable, CaseIterable {
    case all, week, month, thirtyDays
    /// The first day of it, where today is `day`; weeks begin on Sunday.
    package func start(today day: Int) -> Int? {
      switch self {
      case .all: nil
      // 1970-01-01 was a Thursday.
      case .week: day - (day + 4) % 7
      case .month: day - DayText.parts(day).day + 1
      case .thirtyDays: day - 29
      }
    }
  }

  /// What is wanted.
  package struct Wish: Sendable {
    package var span = Span.all
    /// The reader's own.
    package var today = 0
    package var search = ""
    /// Nil for everybody's.
    package var user: String?
    package var template: String?

    package init() {}

    func matches(_ report: DailyReport, words: [Substring], start: String?) -> Bool {
      (user == nil || report.user == user) && (start.map { report.date >= $0 } ?? true)
        && (template == nil || report.templateID == template) && report.contains(words: words)
    }
  }

  /// Without an order of the store's: a report that lacks a field would not be in it. The newest day first.
  package func reports(
    of organisation: OrganisationID, _ wish: Wish = Wish()
  ) async throws(DocumentStoreError) -> [DailyReport] {
    let collection = try DocumentCollection(ReportDocument.collection)
    var found: [DailyReport] = []
    let words = wish.search.lowercased().split(whereSeparator: \.isWhitespace)
    let start = wish.span.start(today: wish.today).map { DayText.iso($0) }
    for name: DocumentFieldPath in ["organizationID", "organization_id"] {
      var query = DocumentQuery(
        collection, where: [.init(name, is: .string(organisation.text))], limit: DocumentLimits.page)
      while true {
        let page = try await documents.page(query)
        found += page.documents.map(DailyReport.init).filter { wish.matches($0, words: words, start: start) }
        guard let next = page.next else { break }
        query.after = next
      }
    }
    return found.sorted {
      ($0.date, $0.submittedAt?.microseconds ?? 0, $0.id) > ($1.date, $1.submittedAt?.microseconds ?? 0, $1.id)
    }
  }

  /// One; nil where there is none, or it is another organisation's.
  package func report(_ id: String, of organisation: OrganisationID) async throws(DocumentStoreError) -> DailyReport? {
    guard let path = ReportDocument.path(ReportDocument.collection, id),
      let found = try await documents.document(at: path)
    else { return nil }
    let report = DailyReport(found)
    return report.organisation == organisation.text ? report : nil
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
