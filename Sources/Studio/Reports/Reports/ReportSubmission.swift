package import Documents
package import StudioModel

/// A filled-in form on its way: what a page sends, or an outbox after days.
package struct ReportSubmission: Sendable, Equatable {
  /// By which it is sent once, however often it arrives: 32 hexadecimal digits, by chance.
  package var key: String
  /// The day it is about.
  package var date: String
  package var answers: DocumentFields
  /// In the order in which they were chosen.
  package var schools: [ReportSchool]
  package var attachments: [ReportAttachment]
  /// How many pictures it was sent with, as its page says; nil where it does not say. A page that sends before each of them is ready
  /// names fewer.
  package var announced: Int?
  /// Where it was written, as a person typed it or their device said; empty if not said.
  package var position: String
  /// What smart fields were made of, by the fields' ids.
  package var sources: DocumentFields
  /// See ``mark(of:)``.
  package var mark: String?
  /// Answers to questions of an earlier version of the form, on which it was begun, that its own no longer asks.
  package private(set) var former = DocumentFields()
  /// What those questions were called.
  package private(set) var formerLabels = DocumentFields()

  package init(
    key: String, date: String, answers: DocumentFields, schools: [ReportSchool] = [],
    attachments: [ReportAttachment] = [], sources: DocumentFields = DocumentFields(), mark: String? = nil,
    position: String = ""
  ) {
    self.key = key
    self.date = date
    self.answers = answers
    self.schools = schools
    self.attachments = attachments
    self.sources = sources
    self.mark = mark
    self.position = position
  }

  /// Takes answers to questions that the form no longer asks, each `{label, value}`: as texts, truths, numbers and lists of texts.
  package mutating func takeFormer(_ sent: DocumentFields, _ template: ReportTemplate) {
    for field in sent where former.count < 500 && template[field.name] == nil {
      guard let label = field.value.fields?["label"]?.text, let value = field.value.fields?["value"],
        !ReportDocument.reserved.contains(field.name), field.name.utf8.count <= 400, !field.name.isEmpty,
        !field.name.hasPrefix("__")
      else { continue }
      let kind: FieldType =
        switch value {
        case .boolean: .toggle
        case .array: .multiselect
        case .integer, .double: .number
        default: .textarea
        }
      // What is none is left out, as it would be of any form.
      do throws(AnswerFault) {
        if case .array(let rows) = value, let first = rows.first?.fields {
          let columns = first.map { TemplateField($0.name, .textarea, $0.name) }
          var field = TemplateField(field.name, .textarea, label)
          field.columns = columns
          former[field.id] = try FormAnswer.read(value, of: field)
        } else {
          former[field.name] = try FormAnswer.read(value, of: TemplateField(field.name, kind, label))
        }
        if former[field.name] != nil { formerLabels[field.name] = .string(String(label.prefix(500))) }
      } catch {}
    }
  }

  package static func isKey(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 32 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// What tells one sending from another of the same key: 16 hexadecimal digits made of the request as it came. What fills itself
  /// in, and a template that has changed meanwhile, make no difference then.
  package static func mark(of bytes: [UInt8]) -> String {
    // FNV-1a with 64 bits (draft-eastlake-fnv, section 6): for one's own mistakes; keys of others are refused anyway.
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Whether a report that is there was made of this; one that was made before there were marks counts as it.
  package func isSame(as found: DailyReport) -> Bool { found.mark == nil || mark == nil || found.mark == mark }

  /// What is wrong with it, by the fields' ids; empty where it can be kept.
  package func faults(_ template: ReportTemplate) -> [String: AnswerFault] {
    var faults: [String: AnswerFault] = [:]
    let state = FormState(template, answers: answers)
    for field in template.fields where state.isShown(field.id) {
      if field.isRepeated, case .array(let values)? = answers[field.id], values.count <= FormRows.most {
        let wrong = FormRows.read(FormRows.rows(answers[field.id]), of: field).faults
        for (place, fault) in wrong { faults["\(field.id).\(place)"] = fault }
        if !wrong.isEmpty { continue }
      }
      do throws(AnswerFault) {
        // A field of files is answered by them.
        if field.type == .file {
          let count = attachments.count { $0.field == field.id }
          if field.isRequired, count == 0 { throw .missing }
          if count > 0, let count = Amount(count) { try FieldBounds(field).check(count, .count) }
          continue
        }
        _ = try FormAnswer.read(answers[field.id], of: field)
      } catch { faults[field.id] = error }
    }
    if DayText.read(date) == nil { faults["date"] = .notDate }
    return faults
  }

  /// What is kept of the answers: of the fields that are asked.
  private func kept(_ template: ReportTemplate) -> DocumentFields {
    let state = FormState(template, answers: answers)
    var kept = former
    for field in template.fields where state.isShown(field.id) {
      var answer = answers[field.id]
      if field.isRepeated, case .array? = answer { answer = .array(state.rows(field).map(DocumentValue.map)) }
      // What is wrong was told before.
      do throws(AnswerFault) {
        if let answer = try FormAnswer.read(answer, of: field) { kept[field.id] = answer }
      } catch {}
    }
    return kept
  }

  /// The document as both existing lists show it: flat with the iOS app's names, and also, for the web app `timestamp`,
  /// by which its list is ordered, `yourName` and `customFields`; for the iOS app's model `id` and `formData`.
  /// - Precondition: it has no ``faults(_:)``.
  package func document(
    _ template: ReportTemplate, by principal: Principal, photographer: String
  ) -> (fields: DocumentFields, serverTimes: [DocumentFieldPath]) {
    let kept = kept(template)
    let photos = DocumentValue.array(attachments.map { .string($0.address) })
    let used = template.fields.filter { $0.smart != nil }.map { DocumentValue.string($0.id) }
    var document = DocumentFields(
      kept.filter { !ReportDocument.reserved.contains($0.name) }.map { ($0.name, $0.value) })
    let facts: [(String, DocumentValue)] = [
      ("id", .string(key)), ("organizationID", .string(template.organisation)),
      ("userId", .string(principal.user.text)),
      ("date", .string(DayText.read(date).map { DayText.iso($0) } ?? date)), ("photographer", .string(photographer)),
      ("yourName", .string(photographer)), ("templateId", .string(template.id)),
      ("templateName", .string(template.name)), ("templateVersion", .integer(Int64(template.version))),
      ("reportType", "template"), ("smartFieldsUsed", .array(used)), ("smartSources", .map(sources)),
      ("schools", .array(schools.map { .string($0.name) })),
      ("schoolOrDestination", .string(schools.map(\.name).joined(separator: ", "))), ("photoURLs", photos),
      ("attachments", .array(attachments.map { .map($0.document) })), ("submissionKey", .string(key)),
      ("formData", .map(kept)), ("customFields", .map(kept)),
    ]
    for (name, value) in facts { document[name] = value }
    if !position.isBlank { document["reportPosition"] = .string(position) }
    if let mark { document["submissionMark"] = .string(mark) }
    if !formerLabels.isEmpty { document["formerLabels"] = .map(formerLabels) }
    return (document, ["createdAt", "updatedAt", "timestamp"])
  }
}

/// What the studio does with a submission that arrives: decided without an `await`, from what is there.
package enum SubmissionStep: Sendable, Equatable {
  /// It is there already: what was answered then is answered again.
  case isThere
  /// The key is another's, or of something else.
  case taken
  /// These attachments are not stored wholly: they are sent, and then it again.
  case missing([String])
  /// An attachment is stored, and has not as many bytes as was said of it.
  case otherSize(ReportAttachment, stored: Int)
  /// By the fields' ids.
  case refused([String: AnswerFault])
  /// It names another number of attachments than it was sent with.
  case incomplete(announced: Int)
  /// It is written, where nothing of that key is there yet.
  case write

  /// - Parameters:
  ///   - found: the report that has the key; nil for none.
  ///   - stored: how many bytes are stored of each attachment, by its hash.
  package init(
    _ submission: ReportSubmission, _ template: ReportTemplate, by user: UserID, found: DailyReport?,
    stored: [String: Int]
  ) {
    if let found {
      let isOwn = found.user == user.text && found.organisation == template.organisation
      self = isOwn && submission.isSame(as: found) ? .isThere : .taken
      return
    }
    let faults = submission.faults(template)
    guard faults.isEmpty else {
      self = .refused(faults)
      return
    }
    if let announced = submission.announced, announced != submission.attachments.count {
      self = .incomplete(announced: announced)
      return
    }
    // What is stored is whole: sent again it would be no other.
    for attachment in submission.attachments {
      if let size = stored[attachment.sha256], size != attachment.sizeBytes {
        self = .otherSize(attachment, stored: size)
        return
      }
    }
    let missing = submission.attachments.filter { stored[$0.sha256] == nil }.map(\.sha256)
    self = missing.isEmpty ? .write : .missing(missing)
  }
}
