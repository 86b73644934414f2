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
        .contentDisposition: AttachmentHeader.inUTF8("\(fileName(query)).\(format.rawValue)"),
      ], .unmeasured(export.stream))
  }

  /// What a table is called on a reader's disk, without its ending: by whose reports they are and of which days, as
  /// `Reports Lincoln Elementary 2024-01-01 – 2024-01-31`. Nothing of it comes from an identifier.
  func fileName(_ query: ReportsQuery) -> String {
    let days = query.filter.span.days(today: query.filter.today)
    let (first, last) = (days.first.map { DayText.iso($0) }, days.last.map { DayText.iso($0) })
    let span: String? =
      switch (first, last) {
      case (nil, nil): nil
      case (let first?, let last?) where first == last: first
      default: [first ?? "", last ?? DayText.iso(query.filter.today)].filter { !$0.isEmpty }.joined(separator: " – ")
      }
    return [words[.reports], query.filter.school, query.filter.photographer, span].compactMap { $0 }
      .joined(separator: " ")
  }

  /// What one report is called there: by its schools, or else its form, its day and its photographer.
  func fileName(_ report: DailyReport) -> String {
    let subject =
      report.schools.isEmpty ? report.templateName ?? words[.legacy] : report.schools.joined(separator: ", ")
    return [String(subject.prefix(80)), report.hasDay ? report.date : said[.noDay], report.photographer]
      .filter { !$0.isBlank }.joined(separator: " ")
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
        .contentDisposition: AttachmentHeader.inUTF8("\(fileName(report)).pdf"),
      ], .bytes(bytes))
  }
}
