package import Documents
package import StudioModel

/// The templates that a person may choose from, as the iOS app shows them.
package struct TemplateChoice: Sendable, Equatable {
  /// Templates of one kind of shoot.
  package struct Group: Sendable, Equatable {
    /// As the templates have it: `sports`.
    package var shootType: String
    /// Those that are a default first, then as they came.
    package var templates: [ReportTemplate]
  }

  package var groups: [Group]
  /// How many there are that cannot be read, and are not among them.
  package var unreadable: Int

  /// - Parameters:
  ///   - found: active templates of the organisation, the newest first.
  ///   - search: words that must stand in name, description or kind; empty for all.
  package init(_ found: [StoredDocument], search: String = "") {
    let readings = found.map { TemplateReading($0) }
    unreadable = readings.count { $0.template == nil }
    let words = search.lowercased().split(whereSeparator: \.isWhitespace)
    let templates = readings.compactMap(\.template).filter { template in
      let text = "\(template.name) \(template.description ?? "") \(template.shootType)".lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    groups = Dictionary(grouping: templates) { $0.shootType.lowercased() }.sorted { $0.key < $1.key }.map {
      Group(shootType: $0.key, templates: $0.value.filter(\.isDefault) + $0.value.filter { !$0.isDefault })
    }
  }

  /// What stands first without a choice: the first default of any kind.
  package var preselected: ReportTemplate? { groups.lazy.flatMap(\.templates).first(where: \.isDefault) }

  /// The default of one kind of shoot.
  package func preselected(shootType: String) -> ReportTemplate? {
    groups.first { $0.shootType == shootType.lowercased() }?.templates.first(where: \.isDefault)
  }
}

/// Finds templates in the organisation's documents.
package struct TemplateFinder: Sendable {
  private let documents: any DocumentStore

  package init(_ documents: any DocumentStore) { self.documents = documents }

  /// Those in use: by their organisation, the newest first; without an order where that finds nothing or is refused, as the
  /// iOS app asks, since a template without `createdAt` is in no order.
  package func active(of organisation: OrganisationID) async throws(DocumentStoreError) -> [StoredDocument] {
    let collection = try DocumentCollection(ReportTemplate.collection)
    var query = DocumentQuery(
      collection,
      where: [.init("organizationID", is: .string(organisation.text)), .init("isActive", is: true)],
      orderedBy: [.init("createdAt", .descending)], limit: 1000)
    var found: [StoredDocument] = []
    do throws(DocumentStoreError) {
      found = try await documents.page(query).documents
    } catch {
      if case .missingIndex = error.kind {} else { throw error }
    }
    query.orders = []
    // Those that the order has left out stand last.
    let known = Set(found.map(\.path))
    return found + (try await documents.page(query).documents).filter { !known.contains($0.path) }
  }

  /// All of the organisation, used or not.
  package func all(of organisation: OrganisationID) async throws(DocumentStoreError) -> [StoredDocument] {
    let collection = try DocumentCollection(ReportTemplate.collection)
    return try await documents.page(
      DocumentQuery(collection, where: [.init("organizationID", is: .string(organisation.text))], limit: 1000)
    ).documents
  }

  /// One of the organisation; nil where there is none, or it is another's.
  package func template(
    _ id: String, of organisation: OrganisationID
  ) async throws(DocumentStoreError) -> ReportTemplate? {
    guard let path = ReportDocument.path(ReportTemplate.collection, id) else { return nil }
    guard let found = try await documents.document(at: path),
      let template = TemplateReading(found).template, template.organisation == organisation.text
    else { return nil }
    return template
  }
}
