package import Documents
package import StudioModel

/// Changes templates: each change makes a version, and what was there before is kept, as reports and drafts are of it.
///
/// Versions are in a collection of their own, `reportTemplateVersions`, under `ID.vNUMBER`, where the existing apps do not look.
package struct TemplateStore: Sendable {
  package static let versions = "reportTemplateVersions"

  private let documents: any DocumentStore

  package init(_ documents: any DocumentStore) { self.documents = documents }

  static func path(_ id: String, version: Int) -> DocumentPath? { ReportDocument.path(versions, "\(id).v\(version)") }

  // MARK: Reading

  /// A version of a template: the one in use, or one of before; of a template that was deleted as well. Nil for none.
  package func template(
    _ id: String, version: Int, of organisation: OrganisationID
  ) async throws(DocumentStoreError) -> ReportTemplate? {
    guard let now = ReportDocument.path(ReportTemplate.collection, id), let before = Self.path(id, version: version)
    else { return nil }
    let found = try await documents.documents(at: [now, before]).compactMap { document -> ReportTemplate? in
      guard let document, var template = TemplateReading(document).template,
        template.organisation == organisation.text, template.version == version
      else { return nil }
      template.id = id
      return template
    }
    return found.first
  }

  /// The newest there is of it: the one in use, else the last that was.
  package func newest(
    _ id: String, of organisation: OrganisationID
  ) async throws(DocumentStoreError) -> (template: ReportTemplate, isThere: Bool)? {
    if let template = try await TemplateFinder(documents).template(id, of: organisation) { return (template, true) }
    guard let last = try await history(id, of: organisation).last else { return nil }
    return (last, false)
  }

  /// All documents of a collection that are the organisation's.
  func all(
    _ collection: String, _ organisation: OrganisationID
  ) async throws(DocumentStoreError) -> [StoredDocument] {
    var query = DocumentQuery(
      try DocumentCollection(collection), where: [.init("organizationID", is: .string(organisation.text))],
      limit: DocumentLimits.page)
    var found: [StoredDocument] = []
    while true {
      let page = try await documents.page(query)
      found += page.documents
      guard let next = page.next else { return found }
      query.after = next
    }
  }

  /// Those of before, the oldest first.
  package func history(
    _ id: String, of organisation: OrganisationID
  ) async throws(DocumentStoreError) -> [ReportTemplate] {
    let collection = try DocumentCollection(Self.versions)
    let found = try await documents.page(
      DocumentQuery(
        collection,
        where: [.init("organizationID", is: .string(organisation.text)), .init("templateId", is: .string(id))],
        limit: 1000)
    ).documents
    return found.compactMap { document -> ReportTemplate? in
      var template = TemplateReading(document).template
      template?.id = id
      return template
    }.sorted { $0.version < $1.version }
  }

  // MARK: Changing

  /// Puts a template in: as a new one, or as the next version of what is there. A template that says the same makes no version.
  /// - Parameters:
  ///   - template: its version does not count.
  ///   - base: the version that was changed; nil for a new one.
  /// - Returns: as it is kept.
  package func save(_ template: ReportTemplate, base: Int?) async throws(TemplateStoreError) -> ReportTemplate {
    guard let path = ReportDocument.path(ReportTemplate.collection, template.id) else { throw .taken }
    var kept = template
    do throws(DocumentStoreError) {
      let found = try await documents.document(at: path)
      guard let found else {
        guard base == nil else { throw .init(.preconditionFailed, subject: "\(path)", detail: "it is gone") }
        // An id that was there before goes on counting, so that its reports keep theirs.
        kept.version = (try await lastVersion(template)) + 1
        _ = try await documents.commit([
          .set(path, kept.document, if: .doesNotExist, serverTimes: ["createdAt", "updatedAt"])
        ])
        return kept
      }
      let now = TemplateReading(found).template
      guard base != nil || now == nil else { throw .init(.alreadyExists, subject: "\(path)", detail: "taken") }
      guard found.fields["organizationID"]?.text == template.organisation,
        base == nil || now.map({ $0.version == base }) ?? true
      else { throw .init(.preconditionFailed, subject: "\(path)", detail: "changed meanwhile") }
      kept.version = now?.version ?? 1
      (kept.createdAt, kept.updatedAt) = (now?.createdAt, now?.updatedAt)
      if let now, now.createdBy != "" { kept.createdBy = now.createdBy }
      if kept == now { return kept }
      kept.version += 1
      // What we do not know of its document stays.
      let old = now.flatMap { snapshot(of: found.fields, $0) }
      _ = try await documents.commit(
        [old, .update(path, kept.document, if: .updateTime(found.updateTime), serverTimes: ["updatedAt"])]
          .compactMap { $0 })
      return kept
    } catch { throw Self.refusal(error) }
  }

  private func lastVersion(_ template: ReportTemplate) async throws(DocumentStoreError) -> Int {
    try await history(template.id, of: OrganisationID(template.organisation)).last?.version ?? 0
  }

  /// As it was, under its number.
  private func snapshot(of fields: DocumentFields, _ template: ReportTemplate) -> DocumentWrite? {
    guard let path = Self.path(template.id, version: template.version) else { return nil }
    var fields = fields
    fields["templateId"] = .string(template.id)
    return .set(path, fields)
  }

  /// Takes it out of the list, or puts it back. That is no version: nothing that is asked changes.
  package func setActive(
    _ isActive: Bool, _ id: String, of organisation: OrganisationID
  ) async throws(TemplateStoreError) {
    guard let path = ReportDocument.path(ReportTemplate.collection, id) else { throw .changed }
    do throws(DocumentStoreError) {
      guard let found = try await documents.document(at: path),
        found.fields["organizationID"]?.text == organisation.text
      else { throw .init(.notFound, subject: "\(path)", detail: "no such form") }
      _ = try await documents.commit([
        .update(
          path, ["isActive": .boolean(isActive)], if: .updateTime(found.updateTime), serverTimes: ["updatedAt"])
      ])
    } catch { throw Self.refusal(error) }
  }

  /// Deletes it. Its last version is kept for the reports and drafts that are of it.
  package func delete(_ id: String, of organisation: OrganisationID) async throws(TemplateStoreError) {
    guard let path = ReportDocument.path(ReportTemplate.collection, id) else { throw .changed }
    do throws(DocumentStoreError) {
      guard let found = try await documents.document(at: path),
        found.fields["organizationID"]?.text == organisation.text
      else { throw .init(.notFound, subject: "\(path)", detail: "no such form") }
      let old = TemplateReading(found).template.flatMap { snapshot(of: found.fields, $0) }
      _ = try await documents.commit(
        [old, .delete(path, if: .updateTime(found.updateTime))].compactMap { $0 })
    } catch { throw Self.refusal(error) }
  }

  private static func refusal(_ error: DocumentStoreError) -> TemplateStoreError {
    switch error.kind {
    case .preconditionFailed, .notFound: .changed
    case .alreadyExists: .taken
    default: .store(error)
    }
  }
}

/// Why a template was not changed.
package enum TemplateStoreError: Error, Sendable, Equatable {
  /// Another person has changed it meanwhile, or it is gone.
  case changed
  /// There is one of that id.
  case taken
  case store(DocumentStoreError)
}

extension ReportTemplate {
  /// One to begin with that asks the same.
  /// - Parameter id: its own.
  package func copy(id: String, by user: String) -> ReportTemplate {
    var copy = self
    copy.id = id
    copy.name += " (Copy)"
    (copy.isDefault, copy.isActive, copy.version, copy.createdBy, copy.createdAt) = (false, true, 1, user, nil)
    return copy
  }
}
