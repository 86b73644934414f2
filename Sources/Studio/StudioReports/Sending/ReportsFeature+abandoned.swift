import Documents
import Reports
import StudioModel

/// Pictures that were sent, and whose report never was or was deleted; that were taken out of a draft, or whose draft was thrown away.
extension ReportsFeature {
  /// Removes them, of the studio's own organisation.
  package func tend(at now: Double) async {
    guard let own else { return }
    do { try await removeAbandoned(of: own, at: now) } catch {
      // Nothing is lost: the next time finds them again.
    }
  }

  /// - Returns: the hashes of those that went.
  @discardableResult
  func removeAbandoned(of organisation: OrganisationID, at now: Double) async throws -> [String] {
    let moment = now - ReportAttachment.keptSeconds
    let (files, documents) = (attachments.store(for: .studio), documents.store(for: .studio))
    let untouched = Set(try await files.untouched(since: moment, in: organisation.text))
    let alone = try await ofNoReport(untouched, of: organisation, in: documents)
    for hash in alone {
      try await files.remove(hash, in: organisation.text, untouchedSince: moment)
    }
    return alone.sorted()
  }

  /// Those of these hashes that no report names, in no version, and no draft that is shared between devices.
  func ofNoReport(
    _ hashes: Set<String>, of organisation: OrganisationID, in documents: any DocumentStore
  ) async throws -> Set<String> {
    var alone = hashes
    guard !alone.isEmpty else { return [] }
    for (collection, field) in [
      (ReportDocument.collection, "organizationID"), (ReportDocument.collection, "organization_id"),
      (SharedDraft.collection, "organizationID"),
    ] as [(String, DocumentFieldPath)] {
      var query = DocumentQuery(
        try DocumentCollection(collection), where: [.init(field, is: .string(organisation.text))],
        limit: DocumentLimits.page)
      repeat {
        let page = try await documents.page(query)
        for document in page.documents {
          Self.strike(.map(document.fields), from: &alone)
          // What a report was before it was amended is still read.
          let before = ReportDocument.versions(before: document)
          guard !before.isEmpty else { continue }
          for case let older? in try await documents.documents(at: before) {
            Self.strike(.map(older.fields), from: &alone)
          }
        }
        query.after = page.next
      } while query.after != nil
    }
    return alone
  }

  /// Whatever names a hash, in whatever shape, keeps its picture.
  private static func strike(_ value: DocumentValue, from alone: inout Set<String>) {
    switch value {
    case .string(let text):
      let end = text.suffix(64)
      if ReportAttachment.isHash(end) { alone.remove(String(end)) }
    case .array(let values): for value in values { strike(value, from: &alone) }
    case .map(let fields): for field in fields { strike(field.value, from: &alone) }
    case .null, .boolean, .integer, .double, .timestamp, .bytes, .reference, .geoPoint: break
    }
  }
}
