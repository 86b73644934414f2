package import StudioRules

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

  /// - Parameter template: the form as it is now; an answer to a field that it no longer has stays one.
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
