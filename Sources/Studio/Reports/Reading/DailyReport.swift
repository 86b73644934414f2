package import Documents
import StudioModel

/// A report that was sent, in any shape. Whatever is wrong with its document, it is one: see ``oddities``.
package struct DailyReport: Sendable, Equatable, Identifiable {
  /// The four ways in which reports are kept.
  package enum Shape: String, Sendable, CaseIterable {
    /// Flat, of the iOS app and of ours.
    case template
    /// Of the web app: answers in `customFields`.
    case web
    /// Of before there were templates.
    case legacy
    /// Rows of a later database: `snake_case`.
    case sql
  }

  package var id: String
  package var shape: Shape
  package var organisation: String
  /// Whose; empty where the document does not say.
  package var user: String
  /// `yyyy-MM-dd` where it can be read, else as it was written.
  package var date: String
  package var photographer: String
  package var templateID: String?
  package var templateName: String?
  package var templateVersion: Int?
  /// What was answered, by the fields' ids.
  package var answers: DocumentFields
  package var schools: [String]
  package var attachments: [ReportAttachment]
  /// Pictures wherever they are.
  package var photos: [String]
  /// When it arrived, as far as anybody knows.
  package var submittedAt: DocumentTimestamp?
  /// Where it was written, as its writer or their device said; empty if not said.
  package var position: String
  /// What smart fields were made of, by the fields' ids.
  package var sources: DocumentFields
  /// Of the request that it came with, see ``ReportSubmission/mark(of:)``; nil if none was noted.
  package var mark: String?
  /// What questions were called that the form no longer asked when it was sent, by their ids.
  package var formerLabels: DocumentFields
  /// What was changed after it was sent, the earliest first.
  package var amendments: [ReportAmendment]
  /// What is wrong with its document, or odd about it.
  package var oddities: [ReportOddity]
  /// What the form says under names of its own, see ``completed(by:)``.
  var toldJobs: [String] = []
  var toldPictures = 0
  /// The document's, by the store's clock.
  package var updateTime: DocumentTimestamp

  /// 1 as it was sent, and one more with each amendment.
  package var version: Int
  /// Whether it was written without a template.
  package var isLegacy: Bool { shape == .legacy || shape == .sql && templateID == nil }
  /// How many pictures it has.
  package var pictureCount: Int { max(photos.count, attachments.count, toldPictures) }
  /// Whether ``date`` is a day.
  package var hasDay: Bool { DayText.read(date) != nil }

  /// What was done there, as the manager's list has it: the old form's jobs, or a template's.
  package var jobs: [String] {
    for name in ["jobDescriptions", "job_descriptions", "job_type", "jobType", "job"] {
      switch answers[name] {
      case .array?: return answers[name]?.texts?.filter { !$0.isBlank } ?? []
      case .string(let text)? where !text.isBlank: return [text.trimmed]
      default: continue
      }
    }
    return toldJobs
  }

  package init(_ document: StoredDocument) {
    let fields = document.fields
    id = document.path.id
    updateTime = document.updateTime
    var odd: [ReportOddity] = []
    shape = Self.shape(fields)
    func text(_ names: String...) -> String? {
      names.lazy.compactMap { fields[$0]?.plainText }.first { !$0.isBlank }
    }
    organisation = text("organizationID", "organization_id") ?? ""
    user = text("userId", "user_id") ?? ""
    date = Self.date(fields["date"] ?? fields["timestamp"], &odd)
    let custom = fields["customFields"]?.fields
    photographer =
      text("photographer", "yourName", "your_name") ?? custom?["photographer"]?.plainText ?? custom?["yourName"]?
      .plainText ?? ""
    templateID = text("templateId", "template_id")
    templateName = text("templateName", "template_name")
    templateVersion = (fields["templateVersion"] ?? fields["template_version"])?.wholeNumber
    attachments = Self.attachments(fields["attachments"], &odd)
    photos = Self.photos(fields, custom, &odd)
    position = fields["reportPosition"]?.text ?? ""
    sources = fields["smartSources"]?.fields ?? DocumentFields()
    mark = fields["submissionMark"]?.text
    formerLabels = fields["formerLabels"]?.fields ?? DocumentFields()
    amendments = ReportAmendment.all(fields["amendments"], &odd)
    version = max(1 + amendments.count, min(fields["reportVersion"]?.wholeNumber ?? 1, 1 + ReportAmendment.most))
    submittedAt =
      ["createdAt", "timestamp", "created_at", "submitted_at"].lazy.compactMap { ReportMoment.read(fields[$0]) }.first
      ?? document.createTime
    let place = text("schoolOrDestination", "school_or_destination")
    schools =
      fields["schools"]?.texts ?? custom?["schools"]?.texts
      ?? place.map { $0.split(separator: ",").map { String($0).trimmed } } ?? []
    schools = schools.filter { !$0.isBlank }
    answers = Self.answers(fields, shape, &odd)
    if photographer.isBlank { odd.append(.noPhotographer) }
    if user.isEmpty { odd.append(.noOwner) }
    if organisation.isEmpty { odd.append(.noOrganisation) }
    if templateID != nil, templateName == nil { odd.append(.noTemplateName) }
    oddities = odd
  }

  private static func shape(_ fields: DocumentFields) -> Shape {
    if fields["organization_id"] != nil || fields["report_data"] != nil { return .sql }
    guard fields["templateId"]?.plainText?.isBlank == false else { return .legacy }
    return fields["customFields"]?.fields != nil && fields["formData"] == nil ? .web : .template
  }

  private static func answers(_ fields: DocumentFields, _ shape: Shape, _ odd: inout [ReportOddity]) -> DocumentFields {
    func odds(_ name: String) -> Bool {
      guard let value = fields[name], value != .null, value.fields == nil else { return false }
      return true
    }
    switch shape {
    case .template:
      if odds("formData") || odds("customFields") { odd.append(.unreadableAnswers) }
      let inner = fields["formData"]?.fields
      return DocumentFields(
        (inner ?? fields).filter { inner != nil || !ReportDocument.reserved.contains($0.name) }
          .map { ($0.name, $0.value) })
    case .web:
      let own: Set<String> = ["reportType", "smartFieldsUsed", "photoURLs", "photographer", "yourName", "schools"]
      return DocumentFields(
        (fields["customFields"]?.fields ?? DocumentFields()).filter { !own.contains($0.name) }
          .map { ($0.name, $0.value) })
    case .sql:
      var answers = DocumentFields()
      if let map = fields["report_data"]?.fields {
        answers = map
      } else if let text = fields["report_data"]?.text, let map = Self.object(text) {
        answers = map
      } else if odds("report_data") {
        odd.append(.unreadableAnswers)
      }
      let own: Set<String> = [
        "id", "organization_id", "user_id", "date", "your_name", "photographer", "template_id", "template_name",
        "template_version", "school_or_destination", "photo_urls", "report_data", "created_at", "updated_at",
        "submitted_at", "session_id", "timestamp", "report_type", "amendments", "reportVersion",
      ]
      for field in fields where !own.contains(field.name) && field.value != .null {
        let name = field.name == "total_mileage" ? "totalMileage" : field.name
        if answers[name] == nil { answers[name] = field.value }
      }
      return answers
    case .legacy:
      let own: Set<String> = [
        "id", "organizationID", "userId", "date", "photographer", "yourName", "photoURLs", "timestamp", "createdAt",
        "updatedAt", "schoolOrDestination", "reportType", "photoshootNoteID", "templateId", "templateName",
        "attachments", "schools", "amendments", "reportVersion",
      ]
      return DocumentFields(fields.filter { !own.contains($0.name) }.map { ($0.name, $0.value) })
    }
  }

  /// Rows that were brought over as text have their JSON as one.
  private static func object(_ text: String) -> DocumentFields? {
    do throws(DocumentJSONFault) {
      let json = try DocumentJSON(bytes: Array(text.utf8))
      return json.members == nil ? nil : DocumentFields(plain: json)
    } catch { return nil }
  }

  private static func attachments(_ value: DocumentValue?, _ odd: inout [ReportOddity]) -> [ReportAttachment] {
    guard let value, value != .null else { return [] }
    guard case .array(let values) = value else {
      odd.append(.unreadableAttachments)
      return []
    }
    let found = values.compactMap { $0.fields.flatMap { ReportAttachment($0) } }
    if found.count < values.count { odd.append(.unreadableAttachments) }
    return found
  }

  private static let photoNames = ["photoURLs", "photo_urls", "selectedImages", "photos", "attachedPhotos"]

  private static func photos(
    _ fields: DocumentFields, _ custom: DocumentFields?, _ odd: inout [ReportOddity]
  ) -> [String] {
    for name in photoNames {
      guard let value = fields[name] ?? custom?[name], value != .null else { continue }
      switch value {
      case .array(let values):
        let found = values.compactMap(\.text).filter { !$0.isBlank }
        if found.count < values.count { odd.append(.unreadablePhotos) }
        return found
      // One that was kept without its list.
      case .string(let text): return text.isBlank ? [] : [text]
      default: odd.append(.unreadablePhotos)
      }
    }
    return []
  }

  private static func date(_ value: DocumentValue?, _ odd: inout [ReportOddity]) -> String {
    if let text = value?.plainText, let day = DayText.read(text) { return DayText.iso(day) }
    if let moment = ReportMoment.read(value) { return String(moment.description.prefix(10)) }
    guard let text = value?.plainText, !text.isBlank else {
      odd.append(value == nil || value == .null || value?.text != nil ? .noDate : .unreadableDate)
      return ""
    }
    odd.append(.unreadableDate)
    return text
  }
}

/// What is wrong with a report's document, or odd about it: it is shown all the same, with this beside it.
package enum ReportOddity: String, Sendable, CaseIterable {
  case noDate, unreadableDate, noPhotographer, noOwner, noOrganisation, noTemplateName, unreadableAnswers
  case unreadableAttachments, unreadablePhotos, unreadableAmendments

  /// For the operator's console.
  package var words: String {
    switch self {
    case .noDate: "has no date"
    case .unreadableDate: "has a date that is none"
    case .noPhotographer: "has no photographer"
    case .noOwner: "belongs to nobody: has no userId, so that only who leads sees it"
    case .noOrganisation: "belongs to no organisation: has no organizationID, so that no list finds it"
    case .noTemplateName: "names no template, though it was made of one"
    case .unreadableAnswers: "has answers that are no map of fields"
    case .unreadableAttachments: "has attachments that cannot be read"
    case .unreadablePhotos: "has photos that are no addresses"
    case .unreadableAmendments: "has amendments that cannot be read"
    }
  }
}

/// Moments as documents have them: the store's own, RFC 3339, SQL's, milliseconds, and maps of seconds, as Firestore's exports have
/// them.
package enum ReportMoment {
  /// Nil for what is none.
  package static func read(_ value: DocumentValue?) -> DocumentTimestamp? {
    switch value {
    case .timestamp(let time)?: return time
    case .string(let text)?:
      if let time = DocumentTimestamp(text) { return time }
      // `2024-01-15 10:00:00+00`, as SQL prints it.
      var changed = text.trimmed
      guard changed.utf8.count > 10, let day = DayText.read(changed), changed.hasPrefix(DayText.iso(day)) else {
        return nil
      }
      changed = DayText.iso(day) + "T" + changed.dropFirst(11)
      if let sign = changed.lastIndex(where: { "+-".contains($0) }),
        changed.distance(from: sign, to: changed.endIndex) == 3,
        changed.distance(from: changed.startIndex, to: sign) > 10
      {
        changed += ":00"
      }
      return DocumentTimestamp(changed)
    case .integer(let number)? where (100_000_000_000...100_000_000_000_000).contains(number):
      return DocumentTimestamp(microseconds: number * 1000)
    case .double(let number)? where number > 1e11 && number < 1e14:
      return DocumentTimestamp(microseconds: Int64(number) * 1000)
    case .map(let fields)?:
      guard let seconds = (fields["seconds"] ?? fields["_seconds"])?.wholeNumber else { return nil }
      let rest = (fields["nanoseconds"] ?? fields["_nanoseconds"])?.wholeNumber ?? 0
      return DocumentTimestamp(seconds: Int64(seconds), nanoseconds: Int32(exactly: rest) ?? 0)
    default: return nil
    }
  }
}
