import DailyReports
package import StudioRules

/// When pictures that nobody has any more were last looked for: once a day is enough.
actor PictureSweeps {
  private var last: Double?

  /// Whether it is time again; who is told so does it.
  /// - Parameter now: seconds since 1970.
  func isDue(_ now: Double) -> Bool {
    if let last, abs(now - last) < 86_400 { return false }
    last = now
    return true
  }
}

/// Pictures that were taken out of a draft, or whose draft was thrown away, after the studio had them.
extension ReportsTenant {
  /// How long a picture stays that no report and no draft has, in seconds since somebody has sent it or asked for it: a draft that is
  /// on a device alone may still want it.
  static let keptSeconds = 7 * 86_400.0

  /// Removes pictures that no report and no draft of an organisation has. Only where the documents are the studio's own: of another
  /// store nobody knows whether it has shown all of them.
  /// - Parameter now: seconds since 1970.
  /// - Returns: the hashes of those that went.
  @discardableResult
  package func sweep(of organisation: OrganisationID, now: Double) async throws -> [String] {
    guard documents is any VersionedDocuments else { return [] }
    let moment = now - Self.keptSeconds
    var alone = Set(try await attachments.untouched(since: moment, in: organisation.text))
    guard !alone.isEmpty else { return [] }
    for (collection, field) in [
      (ReportDocument.collection, "organizationID"), (ReportDocument.collection, "organization_id"),
      (SharedDraft.collection, "organizationID"),
    ] as [(String, DocumentFieldPath)] {
      var query = DocumentQuery(
        try DocumentCollection(collection), where: [.init(field, is: .string(organisation.text))],
        limit: DocumentLimits.page)
      while true {
        let page = try await documents.page(query)
        for document in page.documents { Self.strike(.map(document.fields), from: &alone) }
        guard let next = page.next else { break }
        query.after = next
      }
    }
    for hash in alone {
      try await attachments.remove(hash, in: organisation.text, untouchedSince: moment)
    }
    return alone.sorted()
  }

  /// The same, where what is in the way is met again tomorrow.
  func sweepIfPossible(_ organisation: OrganisationID, _ now: Double) async {
    do { try await sweep(of: organisation, now: now) } catch {
      // Nothing is lost: what was not removed is looked at again.
    }
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
