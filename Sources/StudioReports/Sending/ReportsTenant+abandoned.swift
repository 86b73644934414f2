import DailyReports
import StudioRules

/// Pictures that were sent, and whose report never was.
extension ReportsTenant {
  /// Removes them, of the studio's own organisation.
  package func tend(at now: Double) async {
    guard let own else { return }
    do { try await removeAbandoned(of: own, at: now) } catch {
      // The next time finds them again.
    }
  }

  func removeAbandoned(of organisation: OrganisationID, at now: Double) async throws {
    let moment = now - ReportAttachment.keptSeconds
    let old = try await attachments.untouched(since: moment, in: organisation.text)
    guard !old.isEmpty else { return }
    let drafted = try await draftedAttachments(of: organisation)
    for hash in old where !drafted.contains(hash) {
      guard try await !catalogue.has(hash, of: organisation, user: nil, now: now) else { continue }
      try await attachments.remove(hash, in: organisation.text, untouchedSince: moment)
    }
  }

  private func draftedAttachments(of organisation: OrganisationID) async throws(DocumentStoreError) -> Set<String> {
    var query = DocumentQuery(
      try DocumentCollection(SharedDraft.collection),
      where: [.init("organizationID", is: .string(organisation.text))], limit: DocumentLimits.page)
    var hashes: Set<String> = []
    repeat {
      let page = try await documents.page(query)
      for draft in page.documents { hashes.formUnion(SharedDraft.attachments(of: draft.fields).map(\.sha256)) }
      query.after = page.next
    } while query.after != nil
    return hashes
  }
}
