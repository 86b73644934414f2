package import Documents
import StudioModel

/// How reports are kept in `dailyJobReports`.
package enum ReportDocument {
  package static let collection = "dailyJobReports"

  /// What every report has apart from its answers: an answer under such a name would hide it.
  package static let reserved: Set<String> = [
    "id", "organizationID", "userId", "date", "photographer", "yourName", "templateId", "templateName",
    "templateVersion", "reportType", "smartFieldsUsed", "smartSources", "createdAt", "updatedAt", "timestamp",
    "formData", "customFields", "attachments", "photoURLs", "schools", "submissionKey", "totalMileage",
    "schoolOrDestination", "organization_id", "report_data", "reportVersion", "amendments", "formerLabels",
    "submissionMark", "reportPosition",
  ]

  /// Nil for an id that can be none.
  package static func path(_ collection: String, _ id: String) -> DocumentPath? {
    do throws(DocumentStoreError) { return try DocumentPath(DocumentCollection(collection), id) } catch { return nil }
  }
}
