/// Of which days reports are wanted.
package enum ReportSpan: Sendable, Hashable {
  case all, today, week, month, thirtyDays, quarter, year
  /// Both are days, counted from 1970-01-01, and belong to it; nil is no bound.
  case between(Int?, Int?)

  /// What pages and commands call those without bounds of their own.
  package static let named: [(name: String, span: ReportSpan)] = [
    ("all", .all), ("today", .today), ("week", .week), ("month", .month), ("thirtyDays", .thirtyDays),
    ("quarter", .quarter), ("year", .year),
  ]

  /// Nil for no such name.
  package init?(_ name: String) {
    guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
    self = found.span
  }

  /// Its first and last day, where today is `day`; weeks begin on Sunday.
  package func days(today day: Int) -> (first: Int?, last: Int?) {
    let parts = DayText.parts(day)
    switch self {
    case .all: return (nil, nil)
    case .today: return (day, day)
    // 1970-01-01 was a Thursday.
    case .week: return (day - (day + 4) % 7, nil)
    case .month: return (day - parts.day + 1, nil)
    case .thirtyDays: return (day - 29, nil)
    case .quarter: return (DayText.day(parts.year, parts.month - (parts.month - 1) % 3, 1), nil)
    case .year: return (DayText.day(parts.year, 1, 1), nil)
    case .between(let first, let last): return (first, last)
    }
  }
}

extension DayText {
  /// The day; nil where there is none such, and before 1970.
  package static func day(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return read("\(year)-\(two(month))-\(two(day))")
  }
}

/// By what a list is ordered.
package enum ReportOrder: String, Sendable, CaseIterable {
  case date, photographer, school, submitted, form
}

/// Which reports are wanted, and in which order.
package struct ReportFilter: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable { case template, legacy }

  package var span = ReportSpan.all
  /// The reader's own, counted from 1970-01-01.
  package var today = 0
  package var search = ""
  /// Nil for everybody's.
  package var user: String?
  package var photographer: String?
  package var school: String?
  package var job: String?
  package var template: String?
  package var kind: Kind?
  /// Only those whose documents are odd.
  package var isOdd = false
  package var order = ReportOrder.date
  /// Nil for what is usual: days and moments from the latest, names from the first.
  package var isDescending: Bool?

  package init() {}

  /// Whether anything but the order and the person is asked for.
  package var isNarrowed: Bool {
    span != .all || !search.isEmpty || photographer != nil || school != nil || job != nil || template != nil
      || kind != nil || isOdd
  }

  /// Leaves whose reports are wanted, and in which order.
  package mutating func narrowToNothing() {
    (span, search, photographer, school, job, template, kind, isOdd) = (.all, "", nil, nil, nil, nil, nil, false)
  }

  var descends: Bool { isDescending ?? (order == .date || order == .submitted) }
}

/// What is left of a request when it is held against many rows.
struct ReportSieve {
  private let filter: ReportFilter
  private let words: [[UInt8]]
  private let first: String?
  private let last: String?

  init(_ filter: ReportFilter) {
    self.filter = filter
    words = filter.search.lowercased().split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
    let days = filter.span.days(today: filter.today)
    first = days.first.map { DayText.iso($0) }
    last = days.last.map { DayText.iso($0) }
  }

  func passes(_ row: ReportRow) -> Bool {
    if let user = filter.user, row.user != user { return false }
    if first != nil || last != nil {
      guard row.hasDay else { return false }
      if let first, row.date < first { return false }
      if let last, row.date > last { return false }
    }
    if let photographer = filter.photographer, row.photographer != photographer { return false }
    if let school = filter.school, !row.schools.contains(school) { return false }
    if let job = filter.job, !row.jobs.contains(job) { return false }
    if let template = filter.template, row.templateID != template { return false }
    if let kind = filter.kind, (kind == .legacy) != row.isLegacy { return false }
    if filter.isOdd, row.oddities.isEmpty { return false }
    return row.contains(words)
  }
}
