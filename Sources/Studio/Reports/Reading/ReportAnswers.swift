package import Documents
import StudioModel

/// The answers of a report under their labels: in the form's order, and what no form has behind them.
package struct ReportAnswers: Sendable {
  package struct Answer: Sendable, Equatable {
    package var id: String
    package var label: String
    /// Nil where no form says what it is.
    package var field: TemplateField?
    package var value: DocumentValue
  }

  package let all: [Answer]

  /// - Parameter template: the version that it was made with; an answer to a field that it does not have is one all the same.
  package init(_ report: DailyReport, _ template: ReportTemplate?) {
    let known = template?.fields.filter { report.answers[$0.id] != nil } ?? []
    let ids = Set(known.map(\.id))
    all =
      known.map { Answer(id: $0.id, label: $0.label, field: $0, value: report.answers[$0.id] ?? .null) }
      + report.answers.filter { !ids.contains($0.name) }.map {
        Answer(
          id: $0.name, label: report.formerLabels[$0.name]?.text ?? Self.label($0.name), field: nil, value: $0.value)
      }
  }

  /// A report's files under what asked for them, in the form's order; those that no question asked for stand last.
  /// - Parameter general: what those are called; a question that is called so, too, is one with them.
  package static func pictures(
    _ report: DailyReport, _ template: ReportTemplate?, general: String
  ) -> [(label: String, files: [ReportAttachment])] {
    let fields = template?.fields.filter { $0.type == .file } ?? []
    func isGeneral(_ label: String) -> Bool { label.trimmed.lowercased() == general.lowercased() }
    let named = fields.filter { !isGeneral($0.label) }
    let groups =
      named.map { field in (label: field.label, files: report.attachments.filter { $0.field == field.id }) }
      + [(label: general, files: report.attachments.filter { file in !named.contains { $0.id == file.field } })]
    return groups.filter { !$0.files.isEmpty }
  }

  /// What a row of a repeated answer says, under the labels of its columns: in their order, and what no column has behind them.
  package static func parts(of row: DocumentFields, _ field: TemplateField?) -> [Answer] {
    let columns = (field?.columns ?? []).filter { row[$0.id] != nil }
    let ids = Set(columns.map(\.id))
    let others = row.filter { !ids.contains($0.name) }
    return columns.map { Answer(id: $0.id, label: $0.label, field: $0, value: row[$0.id] ?? .null) }
      + others.map { Answer(id: $0.name, label: ReportTable.title($0.name), field: nil, value: $0.value) }
  }

  /// What a part of a repeated answer's rows is called.
  package static func label(_ part: String, of field: TemplateField?) -> String {
    field?.columns.first { $0.id == part }?.label ?? ReportTable.title(part)
  }

  /// What the existing apps call the answers of the form before there were templates.
  package static func label(_ name: String) -> String {
    switch name {
    case "jobBoxAndCameraCards", "job_box_and_camera_cards": "Job Box/Cards"
    case "sportsBackgroundShot", "sports_background_shot": "Sports BG Shot"
    case "cardsScannedChoice", "cards_scanned_choice": "Cards Scanned"
    case "photoshootNoteText", "photoshoot_note_text": "Photoshoot Notes"
    case "jobDescriptionText", "job_description_text": "Extra Notes"
    default: ReportTable.title(name)
    }
  }
}
