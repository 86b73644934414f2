package import StudioRules

/// Reports as a table for other programs: what all have, then the fields of the templates, in their order.
package struct ReportTable: Sendable {
  private var columns: [(id: String, title: String)] = []
  private let reports: [DailyReport]

  /// - Parameter templates: those whose fields' labels are known; others are called by their ids.
  package init(_ reports: [DailyReport], templates: [ReportTemplate]) {
    self.reports = reports
    var known: Set<String> = []
    let answered = Set(reports.flatMap { report in report.answers.map(\.name) })
    for field in templates.flatMap(\.fields) where answered.contains(field.id) && known.insert(field.id).inserted {
      columns.append((field.id, field.label))
    }
    for name in answered.subtracting(known).sorted() { columns.append((name, Self.title(name))) }
  }

  private static let fixed = [
    "Date", "Photographer", "School/Destination", "Template", "Version", "Photo Count", "Submitted Date", "Report",
  ]

  /// The first line.
  package var header: String { Self.line(Self.fixed + columns.map(\.title)) }

  /// Line by line, in the order of the reports.
  package var lines: some Sequence<String> {
    let columns = columns
    return reports.lazy.map { report -> String in
      var cells = Self.facts(report)
      for column in columns { cells.append(report.answers[column.id].map(Self.text) ?? "") }
      return Self.line(cells)
    }
  }

  private static func facts(_ report: DailyReport) -> [String] {
    let version = report.templateVersion.map { "\($0)" } ?? ""
    let submitted = report.submittedAt.map { $0.description } ?? ""
    let photos = max(report.photos.count, report.attachments.count)
    return [
      report.date, report.photographer, report.schools.joined(separator: "; "), report.templateName ?? "Legacy",
      version, "\(photos)", submitted, report.id,
    ]
  }

  /// All of it, with the mark by which Excel knows UTF-8, and lines that end as RFC 4180 has it.
  package var csv: String { "\u{FEFF}" + header + lines.joined() }

  /// Every cell in quotes; one that a spreadsheet would calculate has an apostrophe before it.
  package static func line(_ cells: [String]) -> String {
    cells.map { "\"" + defused($0).replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\r\n"
  }

  /// What begins as a formula does, or as what spreadsheets make one of; numbers below zero are none.
  package static func defused(_ cell: String) -> String {
    guard let first = cell.unicodeScalars.first,
      "=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first)
    else { return cell }
    if Amount(cell) != nil, first != "+" { return cell }
    return "'" + cell
  }

  /// An answer in words: lists joined, truths as Yes and No.
  package static func text(_ value: DocumentValue) -> String {
    switch value {
    case .boolean(let value): value ? "Yes" : "No"
    case .array(let values): values.map(text).joined(separator: "; ")
    case .timestamp(let time): time.description
    case .geoPoint(let latitude, let longitude): "\(latitude),\(longitude)"
    case .map(let fields): fields.map { "\($0.name): \(text($0.value))" }.joined(separator: "; ")
    case .null, .bytes, .reference: ""
    case .string, .integer, .double: value.plainText ?? ""
    }
  }

  /// `jobDescriptions` and `job_descriptions` as Job Descriptions.
  package static func title(_ name: String) -> String {
    var words: [String] = [""]
    for sign in name {
      if sign == "_" || sign == "-" || sign == " " {
        words.append("")
      } else if sign.isUppercase, words[words.count - 1].last?.isLowercase == true {
        words.append(String(sign))
      } else {
        words[words.count - 1].append(sign)
      }
    }
    return words.filter { !$0.isEmpty }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }
}
