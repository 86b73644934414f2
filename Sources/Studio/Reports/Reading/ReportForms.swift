package import Documents
package import StudioModel

/// The forms of an organisation in all their versions: each report is read by the one that it was made with.
package struct ReportForms: Sendable {
  private var newest: [String: ReportTemplate] = [:]
  private var earlier: [String: [Int: ReportTemplate]] = [:]

  /// - Parameters:
  ///   - templates: as they are now.
  ///   - earlier: versions of before; of a form that is gone the last counts as the newest.
  package init(_ templates: [ReportTemplate] = [], earlier: [ReportTemplate] = []) {
    for template in templates { newest[template.id] = template }
    for template in earlier {
      self.earlier[template.id, default: [:]][template.version] = template
    }
    for (id, versions) in self.earlier where newest[id] == nil {
      newest[id] = versions.max { $0.key < $1.key }?.value
    }
  }

  /// The form that a report was made with; if its version is unknown, the newest. Nil for a report
  /// without one, and of an unknown one.
  package func form(of report: DailyReport) -> ReportTemplate? {
    guard let id = report.templateID else { return nil }
    guard let version = report.templateVersion, newest[id]?.version != version else { return newest[id] }
    return earlier[id]?[version] ?? newest[id]
  }

  /// Whether the very version is known that a report was made with.
  func has(_ report: DailyReport) -> Bool {
    guard let id = report.templateID, let now = newest[id] else { return report.templateID == nil }
    return report.templateVersion.map { $0 == now.version || earlier[id]?[$0] != nil } ?? true
  }

  /// All of them, the newest of each before those of before: what they are called now counts where columns are named.
  package var all: [ReportTemplate] {
    let before = earlier.values.flatMap(\.values).sorted {
      ($0.id, $1.version) < ($1.id, $0.version)
    }
    return newest.values.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) } + before
  }
}

extension TemplateStore {
  /// All forms of an organisation, with those of before.
  package func forms(of organisation: OrganisationID) async throws(DocumentStoreError) -> ReportForms {
    let now = try await all(ReportTemplate.collection, organisation).compactMap { TemplateReading($0).template }
    var kept: [StoredDocument] = []
    do throws(DocumentStoreError) { kept = try await all(Self.versions, organisation) } catch {
      // Rules of an organisation elsewhere that know nothing of versions do not prevent reading reports.
      guard error.kind == .permissionDenied else { throw error }
    }
    let before = kept.compactMap { document -> ReportTemplate? in
      var template = TemplateReading(document).template
      guard let id = document.fields["templateId"]?.text else { return nil }
      template?.id = id
      return template
    }
    return ReportForms(now, earlier: before)
  }
}

extension DailyReport {
  /// With what the form says under names of its own: who, where, how many pictures and what was done there are found by what a field
  /// fills itself in with, and by its label, not by its id, which is any.
  package func completed(by form: ReportTemplate?) -> DailyReport {
    guard let form else { return self }
    var report = self
    func text(_ type: FieldType) -> String? {
      form.fields.lazy.filter { $0.type == type }.compactMap { answers[$0.id]?.plainText?.trimmed }.first {
        !$0.isEmpty
      }
    }
    if report.photographer.isBlank, let name = text(.userName) {
      report.photographer = name
      report.oddities.removeAll { $0 == .noPhotographer }
    }
    if report.schools.isEmpty, let names = text(.schoolName) {
      // What stands there where no school was chosen is no school.
      let fallback = form.fields.first { $0.type == .schoolName }?.smart?.fallback
      if names != fallback, names != "No schools selected" {
        report.schools = names.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
      }
    }
    if pictureCount == 0 { report.toldPictures = text(.photoCount).flatMap { Int($0) }.map { max($0, 0) } ?? 0 }
    if jobs.isEmpty, let field = form.field(named: Self.jobNames, in: answers) {
      report.toldJobs = (answers[field.id]?.texts ?? [answers[field.id]?.plainText ?? ""]).filter { !$0.isBlank }
    }
    return report
  }

  /// What the question after the job is called, see ``ReportTemplate/field(named:in:)``.
  private static let jobNames: Set<String> = ["job", "jobs", "jobtype", "jobdescription", "jobdescriptions"]
}

extension ReportTemplate {
  /// A field that was answered and is called so.
  /// - Parameter names: as ``plain(_:)`` makes them.
  func field(named names: Set<String>, in answers: DocumentFields) -> TemplateField? {
    fields.first { answers[$0.id] != nil && !$0.isRepeated && names.contains(Self.plain($0.label)) }
  }

  /// A label as names are compared: `Job Box/Cards` is `jobboxcards`.
  static func plain(_ label: String) -> String {
    label.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
