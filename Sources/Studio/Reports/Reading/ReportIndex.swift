import Documents
package import StudioModel

/// What is known of an organisation's reports at one moment.
package struct ReportIndex: Sendable {
  package let organisation: OrganisationID
  private var rows: [String: ReportRow] = [:]
  /// Of other organisations in the same collection: only that they are there.
  private var others: Set<String> = []
  private var names = ReportColumns()
  /// Lists are asked for oftener than reports arrive.
  private var orders: [Way: [Placed]] = [:]
  private var choices: [String?: ReportChoices] = [:]
  /// By which reports are read, and those that it was looked for in vain, as `ID.vVERSION`.
  private var forms = ReportForms()
  private var unknownForms: Set<String> = []

  /// What a store of our own has said of the collection, and up to where it was read.
  var state: DocumentCollectionState?
  var seen = (time: DocumentTimestamp(microseconds: -1), id: "")
  /// When another's store was read as a whole, and when its latest were; seconds since 1970.
  var wholeAt: Double?
  var latestAt: Double?

  private struct Way: Hashable {
    var order: ReportOrder
    var descends: Bool
  }

  private struct Placed: Sendable {
    var place: ReportPlace
    var row: ReportRow
  }

  init(_ organisation: OrganisationID) { self.organisation = organisation }

  /// How many there are, of all organisations.
  var everywhere: Int { rows.count + others.count }
  /// How many there are.
  package var count: Int { rows.count }
  package subscript(id: String) -> ReportRow? { rows[id] }

  private static func key(_ report: DailyReport) -> String {
    "\(report.templateID ?? "").v\(report.templateVersion ?? 0)"
  }

  /// Whether one of them was made with a form that is not known here, and was not looked for.
  func needsForms(for reports: [DailyReport]) -> Bool {
    reports.contains { !forms.has($0) && !unknownForms.contains(Self.key($0)) }
  }

  /// - Parameter reports: for which they were looked for.
  mutating func know(_ forms: ReportForms, for reports: [DailyReport]) {
    self.forms = forms
    unknownForms.formUnion(reports.filter { !forms.has($0) }.map(Self.key))
  }

  /// Those of them that are not known as they are.
  func news(_ documents: [StoredDocument]) -> [DailyReport] {
    documents.filter { rows[$0.path.id]?.updateTime != $0.updateTime }.map(DailyReport.init)
  }

  mutating func take(_ reports: [DailyReport]) {
    guard !reports.isEmpty else { return }
    for report in reports {
      let id = report.id
      if report.organisation == organisation.text {
        others.remove(id)
        rows[id] = ReportRow(report.completed(by: forms.form(of: report)), columns: &names)
      } else {
        rows[id] = nil
        others.insert(id)
      }
    }
    place()
  }

  mutating func forget(_ ids: [String]) {
    for id in ids {
      rows[id] = nil
      others.remove(id)
    }
    place()
  }

  mutating func keep(only ids: Set<String>) {
    rows = rows.filter { ids.contains($0.key) }
    others.formIntersection(ids)
    place()
  }

  private mutating func place() {
    orders = [:]
    choices = [:]
  }

  private mutating func sorted(_ filter: ReportFilter) -> [Placed] {
    let way = Way(order: filter.order, descends: filter.descends)
    if let known = orders[way] { return known }
    let sorted = rows.values.map { Placed(place: ReportPlace($0, way.order), row: $0) }.sorted {
      $0.place.precedes($1.place, way.order, descending: way.descends)
    }
    orders[way] = sorted
    return sorted
  }

  // MARK: Asking

  /// A page of those that are wanted, and how many there are.
  /// - Parameter after: the last one of the page before.
  mutating func page(_ filter: ReportFilter, after: ReportPlace?, limit: Int) -> ReportListing {
    let sieve = ReportSieve(filter)
    var listing = ReportListing(rows: [], count: 0)
    var photographers: Set<String> = []
    var isFull = false
    var last: ReportPlace?
    for placed in sorted(filter) where sieve.passes(placed.row) {
      listing.count += 1
      listing.pictures += placed.row.pictureCount
      if !placed.row.photographer.isBlank { photographers.insert(placed.row.photographer) }
      if let after, !after.precedes(placed.place, filter.order, descending: filter.descends) { continue }
      guard listing.rows.count < limit else {
        isFull = true
        continue
      }
      listing.rows.append(placed.row)
      last = placed.place
    }
    if isFull { listing.next = last }
    listing.photographers = photographers.count
    return listing
  }

  /// All that are wanted, in their order.
  mutating func all(_ filter: ReportFilter) -> [ReportRow] {
    let sieve = ReportSieve(filter)
    return sorted(filter).filter { sieve.passes($0.row) }.map(\.row)
  }

  /// Which columns these fill in a table, in the order in which they were met.
  func columns(of rows: [ReportRow]) -> [ReportColumn] {
    var numbers: Set<Int> = []
    for row in rows { numbers.formUnion(row.columns) }
    return numbers.sorted().map { names.all[$0] }
  }

  /// What one may narrow a list down to.
  /// - Parameter user: whose reports count; nil for everybody's.
  mutating func choices(of user: String?) -> ReportChoices {
    if let known = choices[user] { return known }
    var (photographers, schools, jobs): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    var templates: [String: String] = [:]
    var found = ReportChoices()
    for row in rows.values where user == nil || row.user == user {
      if !row.photographer.isBlank { photographers.insert(row.photographer) }
      schools.formUnion(row.schools)
      jobs.formUnion(row.jobs)
      if let id = row.templateID { templates[id] = row.templateName ?? id }
      if row.isLegacy { found.hasLegacy = true }
      if !row.oddities.isEmpty { found.odd += 1 }
    }
    func ordered(_ names: Set<String>) -> [String] { names.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) } }
    (found.photographers, found.schools, found.jobs) = (ordered(photographers), ordered(schools), ordered(jobs))
    found.templates = templates.map { ($0.key, $0.value) }.sorted {
      ($0.1.lowercased(), $0.0) < ($1.1.lowercased(), $1.0)
    }
    .map { ReportChoices.Template(id: $0.0, name: $0.1) }
    choices[user] = found
    return found
  }

  /// Whether a person's own, or anybody's, has a file attached.
  /// - Parameter user: nil for who sees all.
  func has(_ sha256: String, user: String?) -> Bool {
    rows.values.contains { (user == nil || $0.user == user) && $0.hashes.contains(sha256) }
  }
}

/// A page of a list.
package struct ReportListing: Sendable {
  package var rows: [ReportRow]
  /// Of all pages.
  package var count: Int
  /// Pictures of all pages' reports, and how many names of photographers they have.
  package var pictures = 0
  package var photographers = 0
  /// Where the next page goes on; nil where there is none.
  package var next: ReportPlace?
}

/// What one may narrow a list down to: only what there is.
package struct ReportChoices: Sendable, Equatable {
  package struct Template: Sendable, Equatable {
    package var id: String
    package var name: String
  }

  package var photographers: [String] = []
  package var schools: [String] = []
  package var jobs: [String] = []
  package var templates: [Template] = []
  package var hasLegacy = false
  /// How many have something odd about them.
  package var odd = 0
}
