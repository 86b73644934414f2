package import Documents
import StudioModel

/// Reports as a table for other programs: the columns of the manager's existing table, what all have, then the answers under their
/// fields' labels. What it holds does not grow with the reports: rows are made one report at a time.
package struct ReportTable: Sendable {
  /// A column and what its cells are.
  package struct Column: Sendable, Equatable {
    package var title: String
    /// Nil for what every report has.
    package var answer: ReportColumn?
    var type: FieldType?
    /// Other names of the same answer.
    var others: [String] = []
    /// What a form may call it, see ``ReportTemplate/plain(_:)``.
    var labels: Set<String> = []
  }

  package let columns: [Column]
  /// One row for each row of a repeated answer, rather than one for each report.
  package let isByRepeat: Bool
  private let forms: ReportForms

  /// - Parameters:
  ///   - answered: what the reports have answered, as a ``ReportCatalogue`` says.
  ///   - forms: those whose fields' labels are known; others are called by their ids.
  package init(_ answered: [ReportColumn], forms: ReportForms, isByRepeat: Bool = false) {
    self.isByRepeat = isByRepeat
    self.forms = forms
    var columns = Self.fixed
    let taken = Set(columns.flatMap { ($0.answer.map { [$0.field] } ?? []) + $0.others })
    var fields: [String: TemplateField] = [:]
    var places: [String: Int] = [:]
    var rows: [ReportColumn: TemplateField] = [:]
    for field in forms.all.flatMap(\.fields) {
      // Of a part that is no longer asked the version that asked it knows most.
      for column in field.columns where rows[ReportColumn(field: field.id, part: column.id)] == nil {
        rows[ReportColumn(field: field.id, part: column.id)] = field
      }
      guard fields[field.id] == nil else { continue }
      fields[field.id] = field
      places[field.id] = places.count
    }
    // What stands in one of the columns that all have needs none of its own.
    let labels = columns.reduce(into: Set<String>()) { $0.formUnion($1.labels) }
    let isFixed = { (id: String) in
      fields[id].map { !$0.isRepeated && labels.contains(ReportTemplate.plain($0.label)) } ?? false
    }
    let repeated = Set(answered.filter { $0.part != nil }.map(\.field))
    // In the order of the forms; what no form has behind them, by name.
    let rest = answered.filter {
      !taken.contains($0.field) && !isFixed($0.field)
        && (isByRepeat ? $0.part != nil || !repeated.contains($0.field) : $0.part == nil)
    }
    .sorted { a, b in
      let (one, other) = (places[a.field] ?? .max, places[b.field] ?? .max)
      if one != other || a.field != b.field { return one == other ? a.field < b.field : one < other }
      let parts = [a, b].map { column in fields[a.field]?.columns.firstIndex { $0.id == column.part } ?? .max }
      return parts[0] == parts[1] ? (a.part ?? "") < (b.part ?? "") : parts[0] < parts[1]
    }
    var titles = Set(columns.map(\.title))
    for column in rest {
      let known = fields[column.field]
      var title = known?.label ?? Self.title(column.field)
      if let part = column.part { title += ": \(ReportAnswers.label(part, of: rows[column] ?? known))" }
      // Two columns of one name would be one to a reader.
      if titles.contains(title) { title += " (\(column.field))" }
      titles.insert(title)
      let type = column.part == nil ? known?.type : rows[column]?.columns.first { $0.id == column.part }?.type
      columns.append(Column(title: title, answer: column, type: type))
    }
    self.columns = columns
  }

  private static let fixed: [Column] = [
    Column(title: "Date"), Column(title: "Photographer"), Column(title: "School/Destination"),
    answer("Job Descriptions", "jobDescriptions", "job_descriptions"),
    answer("Extra Items", "extraItems", "extra_items"),
    answer("Job Box/Cards", "jobBoxAndCameraCards", "job_box_and_camera_cards"),
    answer("Sports BG Shot", "sportsBackgroundShot", "sports_background_shot"),
    answer("Cards Scanned", "cardsScannedChoice", "cards_scanned_choice"), Column(title: "Photo Count"),
    answer("Photoshoot Notes", "photoshootNoteText", "photoshoot_note_text"),
    answer("Extra Notes", "jobDescriptionText", "job_description_text"), Column(title: "Submitted Date"),
    Column(title: "Total Mileage", others: ["totalMileage", "total_mileage"]),
    Column(title: "Template"), Column(title: "Template Version"), Column(title: "Report"),
    Column(title: "Report Version"),
    Column(title: "Amended By"), Column(title: "Amended Date"), Column(title: "Amendment Reason"),
  ]

  private static func answer(_ title: String, _ name: String, _ other: String) -> Column {
    Column(
      title: title, answer: ReportColumn(field: name), type: nil, others: [other], labels: [ReportTemplate.plain(title)]
    )
  }

  /// The rows of a report: one, or one for each row of a repeated answer.
  package func rows(_ report: DailyReport) -> [[ReportCell]] {
    let form = forms.form(of: report)
    let report = report.completed(by: form)
    guard isByRepeat else { return [row(report, form, nil)] }
    let parts = report.answers.flatMap { answer in
      (answer.value.repeats ?? []).map { (field: answer.name, row: $0) }
    }
    return parts.isEmpty ? [row(report, form, nil)] : parts.map { row(report, form, $0) }
  }

  private func row(
    _ report: DailyReport, _ form: ReportTemplate?, _ part: (field: String, row: DocumentFields)?
  ) -> [ReportCell] {
    columns.map { column in
      guard let answer = column.answer else { return Self.fact(column.title, report, form) }
      if let name = answer.part {
        return part?.field == answer.field ? ReportCell(part?.row[name], type: column.type) : .empty
      }
      if let value = report.answers[answer.field] ?? column.others.lazy.compactMap({ report.answers[$0] }).first {
        return ReportCell(value, type: form?[answer.field]?.type ?? column.type)
      }
      guard let field = form?.field(named: column.labels, in: report.answers) else {
        return answer.field == "jobDescriptions" ? ReportCell(.array(report.jobs.map(DocumentValue.string))) : .empty
      }
      return ReportCell(report.answers[field.id], type: field.type)
    }
  }

  private static func fact(_ title: String, _ report: DailyReport, _ form: ReportTemplate?) -> ReportCell {
    func text(_ text: String?) -> ReportCell { text.map { $0.isEmpty ? .empty : .text($0) } ?? .empty }
    func number(_ number: Int?) -> ReportCell { number.flatMap { Amount($0) }.map(ReportCell.number) ?? .empty }
    let last = report.amendments.last
    return switch title {
    case "Date": DayText.read(report.date).map(ReportCell.day) ?? text(report.date)
    case "Photographer": text(report.photographer)
    case "School/Destination": text(report.schools.joined(separator: "; "))
    case "Photo Count": number(report.pictureCount)
    case "Submitted Date": report.submittedAt.map(ReportCell.moment) ?? .empty
    case "Total Mileage": mileage(report, form)
    case "Template": text(report.templateName ?? (report.isLegacy ? "Legacy" : report.templateID))
    case "Template Version": number(report.templateVersion)
    case "Report": text(report.id)
    case "Report Version": number(report.version)
    case "Amended By": text(last?.name)
    case "Amended Date": last.map { .moment($0.at) } ?? .empty
    case "Amendment Reason": text(last?.reason)
    default: .empty
    }
  }

  /// Miles as a number; kilometres are said to be some.
  private static func mileage(_ report: DailyReport, _ form: ReportTemplate?) -> ReportCell {
    guard let way = ReportMileage.way(report, form) else { return .empty }
    return way.isKilometres ? .text("\(way.length.text) km") : .number(way.length)
  }

  // MARK: As CSV

  /// The mark by which Excel knows UTF-8, and the first line; lines end as RFC 4180 has it.
  package func csvHeader(_ manner: TableManner = .plain) -> String { manner.header(columns.map(\.title)) }

  /// The lines of a report.
  package func csv(_ report: DailyReport, _ manner: TableManner = .plain) -> String {
    var bytes: [UInt8] = []
    for cells in rows(report) { manner.write(cells, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Every cell in quotes; one that a spreadsheet would calculate has an apostrophe before it, and what no text has is U+FFFD.
  package static func line(_ cells: [String]) -> String {
    var bytes: [UInt8] = []
    TableManner.plain.write(cells.map(ReportCell.text), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// One cell in quotes, as in ``line(_:)``.
  static func writeQuoted(_ cell: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if isFormula(cell) { bytes.append(UInt8(ascii: "'")) }
    var text = cell
    text.withUTF8 { write($0, to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func write(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var (start, place) = (0, 0)
    while place < text.count {
      let byte = text[place]
      let odd = TextBounds.oddLength(text, place)
      guard byte == UInt8(ascii: "\"") || odd > 0 else {
        place += 1
        continue
      }
      bytes += text[start..<place]
      if odd > 0 { bytes += TextBounds.replacement } else { bytes += [byte, byte] }
      place += max(odd, 1)
      start = place
    }
    bytes += text[start...]
  }

  /// Whether a spreadsheet would calculate it: what begins as a formula does, or as what spreadsheets make one of; numbers below zero are
  /// none.
  package static func isFormula(_ cell: String) -> Bool {
    guard let first = cell.unicodeScalars.first,
      "=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first)
    else { return false }
    return Amount(cell) == nil || first == "+"
  }

  /// An answer in words: lists joined, truths as Yes and No.
  package static func text(_ value: DocumentValue) -> String {
    switch value {
    case .boolean(let value): value ? "Yes" : "No"
    case .array(let values): values.map(text).joined(separator: "; ")
    case .timestamp(let time): time.description
    case .geoPoint(let latitude, let longitude): "\(latitude),\(longitude)"
    case .map(let fields): fields.map { "\(title($0.name)): \(text($0.value))" }.joined(separator: ", ")
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
