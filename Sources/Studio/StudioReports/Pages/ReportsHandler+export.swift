import BoothCore
import Documents
import HTTPTypes
import Reports
import StudioModel
import StudioServer
import WebSupport

/// Reports for other programs.
extension ReportsHandler {
  /// All that the list would show, as a table. It is sent while it is made.
  func table(_ format: ReportExport.Format) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    let query = query(principal)
    if let refusal = refusal(query.leftOut) { return refusal }
    let found = try await catalogue.all(query.filter, of: principal.organisation, now: context.now)
    let forms = try await templateStore.forms(of: principal.organisation)
    let zone = ReportZone.offsets(query.zone)
    let export = try ReportExport(
      found.rows.map(\.id), of: principal.organisation, on: finder,
      table: ReportTable(found.columns, forms: forms, isByRepeat: query.isByRepeat), as: format,
      manner: query.manner, zone: zone,
      now: WallTime(unixSeconds: context.now, secondsFromUTC: zone(context.now)))
    return WebAnswer(
      .ok,
      [
        .contentType: format.type, .cacheControl: "no-store",
        .contentDisposition: AttachmentHeader.of("daily-reports.\(format.rawValue)"),
      ], .unmeasured(export.stream))
  }
}

/// What was attached, as it was sent.
extension ReportsHandler {
  /// `GET /reports/original/ID/HASH`: for who may see the report. It is anything at all: saved, never shown.
  func original(_ id: String, _ hash: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    let report = try await visible(id, principal)
    guard let attachment = report.attachments.first(where: { $0.sha256 == hash }),
      let file = try await files.original(hash, in: principal.organisation.text)
    else { throw StudioFault.notFound }
    return WebAnswer(
      .ok,
      [
        .contentType: "application/octet-stream", .cacheControl: "private, no-cache",
        .contentDisposition: AttachmentHeader.inUTF8(attachment.name, orElse: String(hash.prefix(12))),
        .contentSecurityPolicy: SecurityHeaders.upload("application/octet-stream"),
      ], .stream(file.count, file.bytes))
  }
}

/// One of them for paper.
extension ReportsHandler {
  func paper(_ id: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    let sent = try await version(of: try await visible(id, principal))
    let template = try await template(of: sent, principal)
    let report = sent.completed(by: template)
    let text = ReportPaper.Words(
      language: context.language, legacy: words[.legacy], day: words[.day],
      photographer: words[.photographer], schools: words[.schools], pictures: words[.pictures], yes: words[.yes],
      no: said[.no], mileageUnknown: said[.mileageUnknown], sentAt: words[.sentAt], formVersion: said[.formVersion],
      version: said[.version], versions: said[.versions], page: said[.page])
    let zone = String((context.call.query["zone"] ?? "").prefix(64))
    let bytes = try await ReportPaper(report, template, text, zone: zone).pdf(files)
    return WebAnswer(
      .ok,
      [
        .contentType: "application/pdf", .cacheControl: "no-store",
        .contentDisposition: AttachmentHeader.of("daily-report-\(report.hasDay ? report.date : "undated").pdf"),
      ], .bytes(bytes))
  }
}
