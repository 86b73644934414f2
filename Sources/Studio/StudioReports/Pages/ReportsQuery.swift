import Reports
import WebSupport

/// What an address asks for of the list, and the address of what is asked for.
struct ReportsQuery: Equatable {
  var filter = ReportFilter()
  /// Whether others' reports are looked at: only of who leads.
  var isEverybody = false
  var after: ReportPlace?
  /// The name of the reader's zone of time; empty where their browser has not said it.
  var zone = ""
  /// A line for each row of a repeated answer.
  var isByRepeat = false
  /// How a table of separated values is written.
  var manner = TableManner.plain
  /// What of the address means nothing, and is left out: `when=xx`.
  private(set) var leftOut: [String] = []

  /// - Parameters:
  ///   - user: whose own reports they are.
  ///   - mayLead: whether they see others'.
  ///   - today: by the studio's clock, in days since 1970; the reader's own is at most one day off.
  init(_ query: (String) -> String?, user: String, mayLead: Bool, today: Int) {
    func chosen(_ name: String) -> String? { query(name).flatMap { $0.isEmpty ? nil : String($0.prefix(500)) } }
    filter.today = query("today").flatMap { DayText.read($0) }.flatMap { abs($0 - today) <= 1 ? $0 : nil } ?? today
    let (from, to) = (query("from").flatMap { DayText.read($0) }, query("to").flatMap { DayText.read($0) })
    let span = query("when") ?? "all"
    filter.span = from != nil || to != nil || span == "between" ? .between(from, to) : ReportSpan(span) ?? .all
    filter.search = String((query("q") ?? "").prefix(200))
    filter.photographer = chosen("photographer")
    filter.school = chosen("school")
    filter.job = chosen("job")
    switch chosen("form") {
    case "*template"?: filter.kind = .template
    case "*legacy"?: filter.kind = .legacy
    case let id?: filter.template = id
    case nil: break
    }
    filter.isOdd = query("odd") == "1"
    filter.order = query("order").flatMap { ReportOrder(rawValue: $0) } ?? .date
    filter.isDescending = query("way").flatMap { $0 == "down" ? true : $0 == "up" ? false : nil }
    isEverybody = mayLead && query("whose") != "mine"
    filter.user = isEverybody ? nil : user
    after = query("after").flatMap { ReportPlace($0) }
    zone = String((query("zone") ?? "").prefix(64))
    isByRepeat = query("rows") == "repeats"
    manner = query("csv").flatMap { TableManner(rawValue: $0) } ?? .plain
    let known: [(name: String, isKnown: (String) -> Bool)] = [
      ("when", { $0 == "between" || ReportSpan($0) != nil }), ("from", { DayText.read($0) != nil }),
      ("to", { DayText.read($0) != nil }), ("order", { ReportOrder(rawValue: $0) != nil }),
      ("way", { $0 == "up" || $0 == "down" }), ("whose", { $0 == "mine" || $0 == "all" }),
      ("odd", { $0 == "0" || $0 == "1" }), ("after", { ReportPlace($0) != nil }),
      ("csv", { TableManner(rawValue: $0) != nil }), ("rows", { $0 == "repeats" || $0 == "all" }),
    ]
    for (name, isKnown) in known {
      if let text = query(name), !text.isEmpty, !isKnown(text) { leftOut.append("\(name)=\(text.prefix(60))") }
    }
  }

  /// - Parameter user: whose own reports they are.
  mutating func setEverybody(_ isEverybody: Bool, user: String) {
    self.isEverybody = isEverybody
    filter.user = isEverybody ? nil : user
  }

  /// What stands behind the `?`: only what is not usual. A page's place is not part of it.
  var text: String {
    var parts: [(String, String)] = []
    func add(_ name: String, _ value: String?) { if let value, !value.isEmpty { parts.append((name, value)) } }
    if !isEverybody { add("whose", "mine") }
    switch filter.span {
    case .all: break
    case .between(let first, let last):
      add("when", "between")
      add("from", first.map { DayText.iso($0) })
      add("to", last.map { DayText.iso($0) })
    case .today, .week, .month, .thirtyDays, .quarter, .year:
      add("when", spanName)
      add("today", DayText.iso(filter.today))
    }
    add("q", filter.search)
    add("photographer", filter.photographer)
    add("school", filter.school)
    add("job", filter.job)
    add("form", form)
    if filter.isOdd { add("odd", "1") }
    if filter.order != .date { add("order", filter.order.rawValue) }
    add("way", filter.isDescending.map { $0 ? "down" : "up" })
    return parts.map { "\($0.0)=\(PercentEncoding.component($0.1))" }.joined(separator: "&")
  }

  /// The span as forms call it.
  var spanName: String {
    if case .between = filter.span { return "between" }
    return ReportSpan.named.first { $0.span == filter.span }?.name ?? "all"
  }

  /// The form as forms call it: an id, or all of one kind.
  var form: String? {
    switch filter.kind {
    case .template?: "*template"
    case .legacy?: "*legacy"
    case nil: filter.template
    }
  }
}
