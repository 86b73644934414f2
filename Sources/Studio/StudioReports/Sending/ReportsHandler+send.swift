import BoothCore
import Documents
import HTTPTypes
import HummingbirdCore
import Reports
import StudioModel
import StudioServer
import WebSupport

typealias HTTPStatus = HTTPResponse.Status

/// Reports that arrive, once each.
extension ReportsHandler {
  /// The bytes of one attachment, whole or not at all.
  func attachment(_ hash: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    try shell.checkToken(context)
    guard ReportAttachment.isHash(hash) else { return WebAnswer.error(.badRequest, "no hash of SHA-256") }
    let length = context.call.request.headers[.contentLength].flatMap { Int64($0) } ?? 0
    // A disk without room is said to be that, and no fault of who sends.
    try shell.checkRoom(for: length)
    guard try await takes(hash, length, principal) else { return tooMuchWaiting.closing() }
    return try await shell.receive(context, upTo: Int64(ReportAttachment.largest)) { file in
      do {
        guard file.sha256 == hash else { throw ReportFilesError.wrongHash }
        guard file.size > 0 else { return WebAnswer.error(.unprocessableContent, "the file is empty") }
        // What came at the same moment is there now.
        guard try await takes(hash, 0, principal, arrived: Int64(file.size)) else { return tooMuchWaiting }
        try await files.keep(
          file: file.path, size: file.size, as: hash, in: principal.organisation.text,
          from: principal.user.text)
      } catch ReportFilesError.wrongHash {
        return WebAnswer.error(.unprocessableContent, "the bytes are not those of the hash")
      }
      return Self.answer(.members([("stored", .string(hash)), ("size", .number("\(file.size)"))]))
    }
  }

  /// - Parameter arrived: what lies on the disk already of what is asked about.
  private func takes(
    _ hash: String, _ size: Int64, _ principal: Principal, arrived: Int64 = 0
  ) async throws -> Bool {
    try await feature.takes(
      hash, of: size + arrived, from: principal, left: shell.roomLeft.map { $0 + arrived }, as: context.requester,
      now: context.now)
  }

  /// Browsers send it again later, as where the disk is full.
  private var tooMuchWaiting: WebAnswer {
    WebAnswer.error(
      HTTPStatus(code: 507, reasonPhrase: "Insufficient Storage"), words[.tooMuchWaiting])
  }

  /// A filled-in form. 200: it is kept, with every byte of its attachments; 202 with `missing`: those are to be sent before;
  /// 422 with `faults`: by the fields' ids, `date` for a day after tomorrow, or with an attachment of another size than was said, or with another number of them than
  /// `pictures`; 404: its template is gone.
  func send() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    try shell.checkToken(context)
    guard let json = try await json(), let key = json["key"]?.text, ReportSubmission.isKey(key),
      let templateID = json["template"]?.text, let path = ReportDocument.path(ReportDocument.collection, key)
    else { return WebAnswer.error(.badRequest, "no submission with key and template") }
    let fields = DocumentFields(plain: json)
    // What is there is there, whatever became of its template.
    if let found = try await documents.known(at: path).map(DailyReport.init) {
      return answer(found, key, principal, mark: ReportSubmission.mark(of: json.bytes))
    }
    guard let template = try await template(templateID, fields["version"]?.plainText, principal) else {
      return WebAnswer.error(.notFound, "no such template")
    }
    guard var submission = try await submission(fields, key, template, principal) else {
      return WebAnswer.error(.badRequest, "attachments that are none")
    }
    submission.mark = ReportSubmission.mark(of: json.bytes)
    // The draft comes back to its writer, who reads why.
    if let day = DayText.read(submission.date), day > lastDay(from: fields) {
      return Self.answer(
        .members([("faults", .members([("date", .string(FormText.dateAhead.rawValue))]))]), .unprocessableContent)
    }
    var stored: [String: Int] = [:]
    for attachment in submission.attachments {
      stored[attachment.sha256] = try await files.size(
        of: attachment.sha256, in: principal.organisation.text, from: principal.user.text)
    }
    switch SubmissionStep(submission, template, by: principal.user, found: nil, stored: stored) {
    case .isThere, .taken: return WebAnswer.error(.conflict, "the key is taken")
    case .missing(let hashes):
      return Self.answer(.members([("missing", .array(hashes.map(DocumentJSON.string)))]), .accepted)
    case .otherSize(let file, let stored):
      let words = "\(file.name): \(file.sizeBytes) bytes were said of it, and it has \(stored)"
      let field = template[file.field]?.id ?? ""
      return Self.answer(
        .members([("error", .string(words)), ("faults", .members([(field, .string(AnswerFault.wrongKind.rawValue))]))]),
        .unprocessableContent)
    case .refused(let faults):
      return Self.answer(
        .members([("faults", .members(faults.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value.rawValue)) }))]
        ),
        .unprocessableContent)
    case .incomplete(let announced):
      let words =
        "it was sent with \(announced) pictures, and names \(submission.attachments.count): send it again with each"
      return Self.answer(
        .members([
          ("error", .string(words)), ("faults", .members([("=report", .string(FormText.picturesLacking.rawValue))])),
        ]),
        .unprocessableContent)
    case .write: return try await write(submission, template, principal, path)
    }
  }

  /// Tomorrow by the calendar where the report was written, in days since 1970: a day later is a slip of the hand.
  /// - Parameter fields: `offset`, seconds east of UTC; UTC if it is missing.
  private func lastDay(from fields: DocumentFields) -> Int {
    Int(((context.now + offset(of: fields)) / 86_400).rounded(.down)) + 1
  }

  private func write(
    _ submission: ReportSubmission, _ template: ReportTemplate, _ principal: Principal, _ path: DocumentPath
  ) async throws -> WebAnswer {
    let user = try await user(principal)
    let name = [user.first, user.last].map(\.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
    let document = submission.document(template, by: principal, photographer: name)
    do throws(DocumentStoreError) {
      _ = try await documents.commit([
        .set(path, document.fields, if: .doesNotExist, serverTimes: document.serverTimes),
        .delete(try DocumentPath(DocumentCollection(SharedDraft.collection), submission.key)),
      ])
    } catch {
      // What no store can keep comes back to who wrote it: the browser would send it again for ever.
      if error.kind == .tooLarge || error.kind == .invalid {
        let longest = submission.answers.max { "\($0.value)".utf8.count < "\($1.value)".utf8.count }
        return Self.answer(
          .members([("faults", .members([(longest?.name ?? "", .string("tooLong"))]))]), .unprocessableContent)
      }
      // Another sending of the same was quicker, or it is unknown whether this one was made: what is there decides.
      guard error.kind == .alreadyExists || error.kind == .inDoubt,
        let found = try await documents.document(at: path)
      else { throw error }
      return answer(DailyReport(found), submission.key, principal, mark: submission.mark)
    }
    try await catalogue.changed(submission.key, of: principal.organisation)
    return kept(submission.key)
  }

  private func answer(
    _ found: DailyReport, _ key: String, _ principal: Principal, mark: String?
  ) -> WebAnswer {
    guard found.user == principal.user.text, found.organisation == principal.organisation.text,
      found.mark == nil || found.mark == mark
    else { return WebAnswer.error(.conflict, "the key is taken by another report: open a new one") }
    return kept(key)
  }

  private func kept(_ key: String) -> WebAnswer {
    Self.answer(.members([("id", .string(key)), ("address", .string("/reports/report/\(key)"))]))
  }

  /// With the fields that fill themselves in as the studio makes them. Nil for attachments that are none.
  private func submission(
    _ fields: DocumentFields, _ key: String, _ template: ReportTemplate, _ principal: Principal
  ) async throws -> ReportSubmission? {
    var attachments: [ReportAttachment] = []
    if case .array(let values)? = fields["attachments"] {
      guard values.count <= ReportAttachment.most else { return nil }
      for value in values {
        guard let attachment = value.fields.flatMap({ ReportAttachment($0) }) else { return nil }
        attachments.append(attachment)
      }
    }
    var asked = fields
    asked["photoCount"] = .integer(Int64(attachments.count))
    let answers = fields["answers"]?.fields ?? DocumentFields()
    let asksWeather = template.fields.contains {
      $0.type == .weather && $0.smart != nil && FormAnswer.isEmpty(answers[$0.id])
    }
    var sources = try await sources(asked, principal, asksWeather: asksWeather)
    sources.schools += try await goneSchools(fields, sources.schools)
    let completion = SmartCompletion(
      template, sources, sent: fields["sources"]?.fields ?? DocumentFields(),
      at: WallTime(unixSeconds: context.now).rfc3339)
    var submission = ReportSubmission(
      key: key, date: fields["date"]?.text ?? "", answers: completion.answers, schools: sources.schools,
      attachments: attachments, sources: completion.made,
      position: String((fields["position"]?.text ?? "").trimmed.prefix(200)))
    submission.announced = fields["pictures"]?.plainText.flatMap { Int($0) }
    submission.takeFormer(fields["former"]?.fields ?? DocumentFields(), template)
    return submission
  }

  /// Schools that were chosen, and deleted before the report arrived: by the names under which they were chosen. One that is there,
  /// also another organisation's, is none of them.
  private func goneSchools(_ fields: DocumentFields, _ known: [ReportSchool]) async throws -> [ReportSchool] {
    guard case .array(let ids)? = fields["schools"], case .array(let names)? = fields["schoolNames"] else { return [] }
    var gone: [ReportSchool] = []
    for (id, name) in zip(ids.prefix(100), names) {
      guard let id = id.text, let name = name.text, !name.isBlank, !known.contains(where: { $0.id == id }),
        let path = ReportDocument.path(ReportSchool.collection, id),
        try await documents.document(at: path) == nil
      else { continue }
      gone.append(ReportSchool(id: id, name: String(name.prefix(200))))
    }
    return gone
  }

  /// The version that it was filled in on; where there is none of that number, the newest there is. Of a form that was deleted the last.
  func template(_ id: String, _ version: String?, _ principal: Principal) async throws -> ReportTemplate? {
    if let version = version.flatMap({ Int($0) }),
      let found = try await templateStore.template(id, version: version, of: principal.organisation)
    {
      return found
    }
    return try await templateStore.newest(id, of: principal.organisation)?.template
  }

  // MARK: Pictures

  /// People who may read a report of it, or have sent its bytes, and no other person, whatever they know.
  private func maySee(_ hash: String, _ principal: Principal) async throws -> Bool {
    let user = principal.may(.seeReport) ? nil : principal.user.text
    if try await catalogue.has(hash, of: principal.organisation, user: user, now: context.now) { return true }
    return try await files.size(
      of: hash, in: principal.organisation.text, from: principal.user.text) != nil
  }

  /// A picture of a report, made anew of what was sent.
  func picture(_ hash: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    let side = context.call.query["side"] == "320" ? 320 : 2048
    guard ReportAttachment.isHash(hash), try await maySee(hash, principal) else { throw StudioFault.notFound }
    // Known before it is read: who has it already is only asked whether they still may.
    let tag = "\(hash)-\(side)-1"
    let headers: HTTPFields = [
      .contentType: "image/jpeg", .cacheControl: "private, no-cache", .eTag: EntityTags.header(tag),
      .contentSecurityPolicy: SecurityHeaders.upload("image/jpeg"),
    ]
    if let seen = context.call.request.headers[.ifNoneMatch], EntityTags.noneMatch(seen, has: tag) {
      return WebAnswer(.ok, headers)
    }
    guard let jpeg = try await files.picture(hash, in: principal.organisation.text, side: side) else {
      throw StudioFault.notFound
    }
    return WebAnswer(.ok, headers, .bytes(jpeg))
  }
}
