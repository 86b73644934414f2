package import Documents
import StudioModel

/// The answers of a report as the studio takes them when it arrives: what may not be typed is made here, whatever was
/// sent.
///
/// A device may have calculated otherwise, and a request may say anything. What cannot be made again, as the weather of then, and what
/// a person may type, is taken as it was sent, and its source says so.
package struct SmartCompletion: Sendable {
  package private(set) var answers: DocumentFields
  /// Of what each is made and when, by the fields' ids.
  package private(set) var made = DocumentFields()

  /// - Parameters:
  ///   - sources: what the studio knows, with the answers as they were sent.
  ///   - sent: what the device says of its values' sources, by the fields' ids.
  ///   - moment: when it arrives, as RFC 3339 has it.
  package init(_ template: ReportTemplate, _ sources: SmartSources, sent: DocumentFields, at moment: String) {
    answers = sources.answers
    for field in template.fields where field.isReadOnly && field.isTyped {
      answers[field.id] = field.defaultValue.map(DocumentValue.string)
    }
    let smart = template.fields.filter { $0.type.isSmart && ($0.smart != nil || $0.isReadOnly) }
    for field in smart where field.type != .calculation {
      complete(field, sent, moment) { SmartField(field, sources).value(in: template) }
    }
    // Of what the others are now.
    let state = FormState(template, answers: answers)
    for field in smart where field.type == .calculation {
      complete(field, sent, moment) { SmartField(field, sources).value(in: template, state) }
    }
  }

  private mutating func complete(
    _ field: TemplateField, _ sent: DocumentFields, _ moment: String, _ make: () -> SmartValue
  ) {
    let isOwn = field.isReadOnly || field.type == .photoCount
    if isOwn && field.type.isMadeHere || FormAnswer.isEmpty(answers[field.id]) {
      let value = make()
      answers[field.id] = value.value
      made[field.id] = .map(["source": .string(value.source), "at": .string(moment)])
    } else {
      let source = sent[field.id]?.fields
      let said = String((source?["source"]?.text ?? "").prefix(500))
      made[field.id] = .map([
        "source": .string(said.isEmpty ? "device" : "device: \(said)"),
        "at": .string(String((source?["at"]?.text ?? moment).prefix(40))),
      ])
    }
  }
}

extension FieldType {
  /// Whether the studio can make it again when a report arrives.
  var isMadeHere: Bool { isSmart && self != .weather && self != .currentLocation }
}

extension TemplateField {
  /// Whether it is answered by typing alone: where that is not allowed it has no answer.
  var isTyped: Bool {
    switch type {
    case .text, .textarea, .number, .email, .phone, .date, .time, .currency: !isRepeated
    case .select, .multiselect, .radio, .toggle, .file, .location, .mileage, .dateAuto, .timeAuto, .userName,
      .schoolName, .photoCount, .currentLocation, .weather, .calculation:
      false
    }
  }
}
