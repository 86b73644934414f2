package import StudioRules

/// How reports are kept in `dailyJobReports`.
package enum ReportDocument {
  package static let collection = "dailyJobReports"

  /// What every report has besides its answers: an answer under such a name would hide it.
  package static let reserved: Set<String> = [
    "id", "organizationID", "userId", "date", "photographer", "yourName", "templateId", "templateName",
    "templateVersion", "reportType", "smartFieldsUsed", "smartSources", "createdAt", "updatedAt", "timestamp",
    "formData", "customFields", "attachments", "photoURLs", "schools", "submissionKey", "totalMileage",
    "schoolOrDestination", "organization_id", "report_data", "formerLabels",
  ]

  /// Nil for an id that can be none.
  package static func path(_ collection: String, _ id: String) -> DocumentPath? {
    do throws(DocumentStoreError) { return try DocumentPath(DocumentCollection(collection), id) } catch { return nil }
  }
}

/// A report that somebody has sent, whoever wrote it.
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
  /// What smart fields were made of, by the fields' ids.
  package var sources: DocumentFields
  /// Of the request that it came with, see ``ReportSubmission/mark(of:)``; nil where nobody noted one.
  package var mark: String?
  /// What questions were called that the form no longer asked when it was sent, by their ids.
  package var formerLabels: DocumentFields

  package init(_ document: StoredDocument) {
    let fields = document.fields
    id = document.path.id
    if fields["organization_id"] != nil || fields["report_data"] != nil {
      shape = .sql
    } else if fields["templateId"]?.text?.isEmpty == false {
      shape = fields["customFields"]?.fields != nil && fields["formData"] == nil ? .web : .template
    } else {
      shape = .legacy
    }
    func text(_ names: String...) -> String? {
      names.lazy.compactMap { fields[$0]?.text }.first { !$0.isBlank }
    }
    organisation = text("organizationID", "organization_id") ?? ""
    user = text("userId", "user_id") ?? ""
    date = Self.date(fields["date"] ?? fields["timestamp"])
    let custom = fields["customFields"]?.fields
    photographer = text("photographer", "yourName", "your_name") ?? custom?["photographer"]?.text ?? ""
    templateID = text("templateId", "template_id")
    templateName = text("templateName", "template_name")
    templateVersion = (fields["templateVersion"] ?? fields["template_version"])?.wholeNumber
    attachments = Self.attachments(fields["attachments"])
    photos =
      ["photoURLs", "photo_urls", "selectedImages", "photos", "attachedPhotos"].lazy
      .compactMap { fields[$0]?.texts ?? custom?[$0]?.texts }.first ?? []
    sources = fields["smartSources"]?.fields ?? DocumentFields()
    mark = fields["submissionMark"]?.text
    formerLabels = fields["formerLabels"]?.fields ?? DocumentFields()
    submittedAt =
      [fields["createdAt"], fields["timestamp"], fields["created_at"]].lazy.compactMap { value -> DocumentTimestamp? in
        if case .timestamp(let time)? = value { return time }
        return value?.text.flatMap { DocumentTimestamp($0) }
      }.first ?? document.createTime
    let place = text("schoolOrDestination", "school_or_destination")
    schools = fields["schools"]?.texts ?? place.map { $0.split(separator: ",").map { String($0).trimmed } } ?? []
    answers = DocumentFields()
    switch shape {
    case .template:
      let inner = fields["formData"]?.fields ?? fields
      answers = DocumentFields(
        inner.filter { !ReportDocument.reserved.contains($0.name) || fields["formData"] != nil }
          .map { ($0.name, $0.value) })
    case .web:
      answers = DocumentFields(
        (custom ?? DocumentFields()).filter { !["reportType", "smartFieldsUsed", "photoURLs"].contains($0.name) }
          .map { ($0.name, $0.value) })
    case .sql:
      answers = fields["report_data"]?.fields ?? DocumentFields()
      if let mileage = fields["total_mileage"] { answers["totalMileage"] = mileage }
    case .legacy:
      let own: Set<String> = [
        "id", "organizationID", "userId", "date", "photographer", "yourName", "photoURLs", "timestamp", "createdAt",
        "updatedAt", "schoolOrDestination", "reportType", "photoshootNoteID",
      ]
      answers = DocumentFields(fields.filter { !own.contains($0.name) }.map { ($0.name, $0.value) })
    }
  }

  private static func attachments(_ value: DocumentValue?) -> [ReportAttachment] {
    guard case .array(let values)? = value else { return [] }
    return values.compactMap { $0.fields.flatMap { ReportAttachment($0) } }
  }

  private static func date(_ value: DocumentValue?) -> String {
    switch value {
    case .timestamp(let time)?: String(time.description.prefix(10))
    case .string(let text)?: DayText.read(text).map { DayText.iso($0) } ?? text
    default: ""
    }
  }

  /// Whether the words stand in what lists are searched by.
  package func contains(words: [Substring]) -> Bool {
    guard !words.isEmpty else { return true }
    let text = ([photographer, templateName ?? "", date] + schools).joined(separator: " ").lowercased()
    return words.allSatisfy { text.contains($0) }
  }
}
