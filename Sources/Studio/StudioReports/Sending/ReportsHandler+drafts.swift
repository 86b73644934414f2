import Documents
import HTTPTypes
import Reports
import StudioModel
import StudioServer
import WebSupport

/// Drafts that are in the studio as well as on a device: each its writer's own.
extension ReportsHandler {
  private func path(_ key: String) -> DocumentPath? {
    ReportSubmission.isKey(key) ? ReportDocument.path(SharedDraft.collection, key) : nil
  }

  private func draft(_ key: String, of principal: Principal) async throws -> StoredDocument? {
    guard let path = path(key), let found = try await documents.document(at: path),
      found.fields["userId"]?.text == principal.user.text,
      found.fields["organizationID"]?.text == principal.organisation.text
    else { return nil }
    return found
  }

  /// Parts that have changed on a device. 200: with those that the device does not have, and pictures that are missing here; 410: the
  /// report was sent.
  func shareDraft() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    try shell.checkToken(context)
    guard let json = try await json(), let key = json["key"]?.text, let path = path(key),
      let template = json["template"]?.text, let sent = DocumentValue(plain: json["parts"] ?? .null).fields,
      sent.count <= SharedDraft.most
    else { return WebAnswer.error(.badRequest, "no draft with key, template and parts") }
    if try await wasSent(key, principal) { return WebAnswer.error(.gone, "the report was sent") }
    guard try await self.template(template, json["version"]?.integer.map { "\($0)" }, principal) != nil else {
      return WebAnswer.error(.unprocessableContent, "no such form")
    }
    let facts = DocumentFields(plain: json)
    for _ in 0..<5 {
      let found = try await documents.document(at: path)
      if let found, found.fields["userId"]?.text != principal.user.text {
        return WebAnswer.error(.conflict, "the key is taken")
      }
      let (kept, newer) = SharedDraft.merge(stored: found?.fields["parts"]?.fields ?? DocumentFields(), sent: sent)
      var document: DocumentFields = [
        "organizationID": .string(principal.organisation.text), "userId": .string(principal.user.text),
        "template": .string(template), "parts": .map(kept),
      ]
      document["version"] = facts["version"] ?? .integer(1)
      document["templateName"] = .string(String((facts["templateName"]?.text ?? "").prefix(200)))
      document["begun"] = facts["begun"] ?? .null
      document["labels"] = facts["labels"] ?? .null
      do throws(DocumentStoreError) {
        _ = try await documents.commit([
          .set(
            path, document, if: found.map { .updateTime($0.updateTime) } ?? .doesNotExist, serverTimes: ["updatedAt"])
        ])
      } catch {
        if error.isConflict { continue }
        // It stays on its device.
        guard error.kind == .tooLarge || error.kind == .invalid else { throw error }
        return WebAnswer.error(.contentTooLarge, "the draft is too large to be kept here")
      }
      // Sent at the same moment: what was written here after the sending had taken it away goes again.
      if try await wasSent(key, principal) { return WebAnswer.error(.gone, "the report was sent") }
      return Self.answer(
        .members([
          ("parts", newer.plainJSON),
          ("missing", .array(try await missing(kept, principal).map(DocumentJSON.string))),
        ]))
    }
    return WebAnswer.error(.conflict, "others change it all the time")
  }

  /// Whether the report of a key is there; a draft of it that was left goes then.
  private func wasSent(_ key: String, _ principal: Principal) async throws -> Bool {
    guard let report = ReportDocument.path(ReportDocument.collection, key),
      try await documents.document(at: report) != nil
    else { return false }
    if let draft = try await draft(key, of: principal) { _ = try await documents.commit([.delete(draft.path)]) }
    return true
  }

  /// The hashes of its pictures that are not here yet.
  private func missing(_ parts: DocumentFields, _ principal: Principal) async throws -> [String] {
    var missing: [String] = []
    for file in SharedDraft.attachments(in: parts) where !missing.contains(file.sha256) {
      let size = try await files.size(
        of: file.sha256, in: principal.organisation.text, from: principal.user.text)
      if size == nil { missing.append(file.sha256) }
    }
    return missing
  }

  func sharedDraft(_ key: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    guard let found = try await draft(key, of: principal) else { throw StudioFault.notFound }
    let names = ["template", "version", "templateName", "begun", "labels", "parts"]
    return Self.answer(.members(names.map { ($0, found.fields[$0]?.plainJSON ?? .null) }))
  }

  /// One's own, for the list.
  func sharedDrafts() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    let found = try await documents.page(
      DocumentQuery(
        try DocumentCollection(SharedDraft.collection),
        where: [
          .init("organizationID", is: .string(principal.organisation.text)),
          .init("userId", is: .string(principal.user.text)),
        ], limit: 100)
    ).documents
    // One whose report is there is none: it was kept while it was sent.
    let sent = try await documents.documents(
      at: found.compactMap { ReportDocument.path(ReportDocument.collection, $0.path.id) })
    let keys = Set(sent.compactMap { $0?.path.id })
    let rows = found.filter { !keys.contains($0.path.id) }.map { document -> DocumentJSON in
      let parts = document.fields["parts"]?.fields ?? DocumentFields()
      func part(_ name: String) -> DocumentValue? { parts[name]?.fields?["value"] }
      return .members([
        ("key", .string(document.path.id)), ("template", document.fields["template"]?.plainJSON ?? .null),
        ("templateName", document.fields["templateName"]?.plainJSON ?? .null),
        ("version", document.fields["version"]?.plainJSON ?? .null), ("date", part("=date")?.plainJSON ?? .null),
        ("schools", part("=schools")?.plainJSON ?? .array([])),
      ])
    }
    return Self.answer(.members([("drafts", .array(rows))]))
  }

  /// Thrown away by its writer; what is not there, or another person's, stays as it is, which is not told.
  func dropDraft(_ key: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    try shell.checkToken(context)
    if let found = try await draft(key, of: principal) {
      _ = try await documents.commit([.delete(found.path)])
    }
    return Self.answer(.members([]))
  }
}
