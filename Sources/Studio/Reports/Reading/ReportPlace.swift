/// Where a report stands in an order: a page of a list goes on behind it, whether the report is still there or not.
package struct ReportPlace: Sendable, Hashable {
  var key: String
  var date: String
  var submitted: Int64
  var id: String

  init(_ row: ReportRow, _ order: ReportOrder) {
    key =
      switch order {
      // What is no day stands behind all days.
      case .date: row.hasDay ? row.date : ""
      case .photographer: row.photographer.lowercased()
      case .school: (row.schools.first ?? "").lowercased()
      case .submitted: ""
      case .form: (row.isLegacy ? "" : row.templateName ?? row.templateID ?? "").lowercased()
      }
    date = order == .submitted || order == .date ? "" : row.hasDay ? row.date : ""
    submitted = row.submitted
    id = row.id
  }

  /// Whether it stands before another. What is the same by the order's key stands from the latest.
  func precedes(_ other: ReportPlace, _ order: ReportOrder, descending: Bool) -> Bool {
    if key != other.key {
      // Who has no name stands last either way.
      if key.isEmpty || other.key.isEmpty { return other.key.isEmpty }
      return descending ? key > other.key : key < other.key
    }
    if date != other.date { return date > other.date }
    if submitted != other.submitted {
      return order == .submitted && !descending ? submitted < other.submitted : submitted > other.submitted
    }
    return id > other.id
  }

  /// For addresses: in one line, read by ``init(_:)``.
  package var text: String { "\(submitted)~\(date)~\(id.utf8.count)~\(id)\(key)" }

  /// Nil for what ``text`` never was.
  package init?(_ text: String) {
    let parts = text.split(separator: "~", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, let submitted = Int64(parts[0]), let count = Int(parts[2]), (1...1500).contains(count),
      parts[3].utf8.count >= count, parts[1].utf8.count <= 10
    else { return nil }
    self.submitted = submitted
    date = String(parts[1])
    id = String(decoding: parts[3].utf8.prefix(count), as: UTF8.self)
    key = String(decoding: parts[3].utf8.dropFirst(count), as: UTF8.self)
  }
}
