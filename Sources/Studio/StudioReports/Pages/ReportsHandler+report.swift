import Documents
import Locations
import Reports
import StudioModel
import StudioServer
import WebSupport

/// One report, in words, with all that it was before.
extension ReportsHandler {
  /// One that the visitor may see.
  /// - Throws: the same for one that they may not see as for none: a stranger is told nothing.
  func visible(_ id: String, _ principal: Principal, may action: StudioAction = .seeReport) async throws -> DailyReport
  {
    guard let report = try await finder.report(id, of: principal.organisation),
      principal.may(.seeReport, on: Self.subject(report, principal)),
      principal.may(action, on: Self.subject(report, principal))
    else { throw StudioFault.notFound }
    return report
  }

  static func subject(_ report: DailyReport, _ principal: Principal) -> StudioSubject {
    report.subject
  }

  func report(_ id: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    let newest = try await visible(id, principal)
    let sent = try await version(of: newest)
    let template = try await template(of: sent, principal)
    let report = sent.completed(by: template)
    let isNewest = report.version == newest.version
    let isAmendable = isNewest && principal.may(.amendReport, on: Self.subject(newest, principal))
    let amend: HTML? =
      isAmendable
      ? "<a class=\"button secondary\" href=\"/reports/amend/\(PercentEncoding.component(id))\">\(said[.amend])</a>"
      : nil
    let delete: HTML? =
      principal.may(.deleteReport, on: newest.subject)
      ? "<details class=\"page-menu\" data-menu><summary class=\"icon-button\" aria-label=\"\(said[.moreActions])\" title=\"\(said[.moreActions])\">\(shell.icon(.threeDotsVertical))</summary><div class=\"menu\"><form method=\"post\" action=\"/reports/delete\">\(shell.token(context))<input type=\"hidden\" name=\"\(Self.pick(0))\" value=\"\(id)\"><button class=\"menu-item danger\">\(shell.icon(.trash))\(said[.delete])</button></form></div></details>"
      : nil
    let paper = "/reports/pdf/\(PercentEncoding.component(id))\(isNewest ? "" : "?version=\(report.version)")"
    let older: HTML? =
      isNewest
      ? nil
      : "<p class=\"notice\"><a href=\"/reports/report/\(PercentEncoding.component(id))\">\(said.filled(.isOlder, report.version))</a></p>\n"
    let odd: HTML? =
      report.oddities.isEmpty ? nil : "<p class=\"odd\">\(oddities(report.oddities))</p>\n"
    return page(
      title: report.templateName ?? words[.legacy], scripts: ["reports/reading.js"],
      """
      <div class="reports">
      \(shell.way(to: "/reports", words[.reports]))
      \(older)<article class="card"><div class="head"><h1><bdi>\(report.templateName ?? words[.legacy])</bdi></h1>\(delete)</div>
      <p class="quiet">\(facts(report))</p>
      <div class="row actions"><button type="button" data-share-file="\(fileName(report)).pdf" data-ready="\(said[.shareReady])" data-failed="\(said[.shareFailed])" hidden>\(shell.icon(.share))\(said[.sharePDF])</button><a class="button secondary" data-zoned data-paper href="\(paper)" download>\(shell.icon(.download))\(said[.savePDF])</a>\(amend)</div>
      \(odd)<dl class="answers">
      <dt>\(words[.day])</dt><dd>\(shownDay(report.date))</dd>
      <dt>\(words[.photographer])</dt><dd><bdi>\(report.photographer)</bdi></dd>
      \(position(report))\(answers(report, template))</dl>
      \(pictures(report, template))</article>
      \(history(newest, template, shown: report.version))</div>
      """)
  }

  /// The version that is asked for; the newest where none is, or there is no such.
  func version(of newest: DailyReport) async throws -> DailyReport {
    guard let asked = context.call.query["version"].flatMap({ Int($0) }), (1..<newest.version).contains(asked),
      let older = try await finder.report(newest.id, version: asked), older.organisation == newest.organisation
    else { return newest }
    var report = older
    report.id = newest.id
    return report
  }

  /// The version of the form that it was made with, as far as it is still there.
  func template(of report: DailyReport, _ principal: Principal) async throws -> ReportTemplate? {
    guard let id = report.templateID else { return nil }
    return try await template(id, report.templateVersion.map { "\($0)" }, principal)
  }

  private func facts(_ report: DailyReport) -> HTML {
    var facts: [HTML] = []
    if let time = report.submittedAt {
      // The words around a moment.
      let parts = words.filled(.sentAt, "\u{1}").split(separator: "\u{1}", omittingEmptySubsequences: false)
      facts.append("\(String(parts.first ?? ""))\(moment(time))\(parts.count > 1 ? String(parts[1]) : "")")
    }
    if let version = report.templateVersion { facts.append("\(said.filled(.formVersion, version))") }
    if report.version > 1 { facts.append("<strong>\(said.filled(.amendedVersion, report.version))</strong>") }
    return HTML.joined(facts, " · ")
  }

  /// Where it was written, with a way to a map where it is a place on earth.
  private func position(_ report: DailyReport) -> HTML {
    guard !report.position.isEmpty else { return .empty }
    let text: HTML = "<bdi dir=\"ltr\">\(report.position)</bdi>"
    let place: HTML =
      Coordinate.kept(typed: report.position).map { kept -> HTML in
        let parts = kept.split(separator: ",").map { $0.trimmed }
        guard parts.count == 2 else { return text }
        let map = "https://www.openstreetmap.org/?mlat=\(parts[0])&mlon=\(parts[1])#map=15/\(parts[0])/\(parts[1])"
        return "<a href=\"\(map)\" rel=\"noreferrer\">\(shell.icon(.geoAlt))\(text)</a>"
      } ?? text
    return "<dt>\(words[.position])</dt><dd>\(place)</dd>\n"
  }

  // MARK: Answers

  private func answers(_ report: DailyReport, _ template: ReportTemplate?) -> HTML {
    let rows = ReportAnswers(report, template).all.compactMap { answer -> HTML? in
      guard !FormAnswer.isEmpty(answer.value) else { return nil }
      if let rows = answer.value.repeats {
        return "<dt><bdi>\(answer.label)</bdi></dt><dd>\(repeats(rows, answer.field))</dd>\n"
      }
      let isUnknown = answer.field.map { ReportMileage.isUnknown($0, report) } ?? false
      let unknown: HTML? = isUnknown ? " <span class=\"quiet\">(\(said[.mileageUnknown]))</span>" : nil
      return "<dt><bdi>\(answer.label)</bdi></dt><dd><bdi>\(written(answer))</bdi>\(unknown)</dd>\n"
    }
    let schools: HTML? =
      report.schools.isEmpty
      ? nil : "<dt>\(words[.schools])</dt><dd><bdi>\(report.schools.joined(separator: " → "))</bdi></dd>\n"
    return "\(schools)\(rows)"
  }

  /// The rows of a repeated answer: a list of lists, that a phone has room for.
  private func repeats(_ rows: [DocumentFields], _ field: TemplateField?) -> HTML {
    let items = rows.map { row -> HTML in
      let parts = ReportAnswers.parts(of: row, field).filter { !FormAnswer.isEmpty($0.value) }.map { part -> HTML in
        "<span><bdi>\(part.label)</bdi>: <bdi>\(written(part))</bdi></span>"
      }
      return "<li>\(HTML.joined(parts, " · "))</li>\n"
    }
    return "<ol>\n\(items)</ol>"
  }

  /// An answer with its numbers as the reader's language writes them, as on the form.
  private func written(_ answer: ReportAnswers.Answer) -> HTML {
    let text = AnswerWords(context.language, yes: words[.yes], no: said[.no]).shown(answer.value, answer.field)
    switch answer.value {
    case .integer, .double: break
    default: return "\(text)"
    }
    let plain = answer.value.plainText ?? text
    return switch answer.field?.type {
    case .currency?: "<data class=\"amount\" value=\"\(plain)\">\(text)</data>"
    case .number?: "<data class=\"quantity\" value=\"\(plain)\">\(text)</data>"
    default: "\(text)"
    }
  }

  private func pictures(_ report: DailyReport, _ template: ReportTemplate?) -> HTML {
    guard !report.attachments.isEmpty else { return elsewhere(report) }
    let groups = ReportAnswers.pictures(report, template, general: words[.pictures]).map { label, files -> HTML in
      let rows = files.map { file -> HTML in
        """
        <li><a href="\(file.address)" aria-label="\(words[.wholePicture]): \(file.name)"><img src="\(file.address)?side=320" alt="\(file.name)" loading="lazy" width="320" height="240"></a>
        <p class="unshown" hidden><bdi>\(file.name)</bdi><br>\(said[.unshown])</p></li>

        """
      }
      return "<h2><bdi>\(label)</bdi></h2><ul class=\"pictures\">\n\(rows)</ul>\n"
    }
    let originals = report.attachments.map { file -> HTML in
      "<a class=\"menu-item\" href=\"\(original(file, of: report))\" download><bdi>\(file.name)</bdi></a>\n"
    }
    return """
      \(groups)<details class="page-menu downloads" data-menu><summary class="button secondary">\(shell.icon(.download))\(said[.originals])</summary><div class="menu">
      \(originals)</div></details>

      """
  }

  private func original(_ file: ReportAttachment, of report: DailyReport) -> String {
    "/reports/original/\(PercentEncoding.component(report.id))/\(file.sha256)"
  }

  /// Pictures that another program keeps: how many there are is all that is known here.
  private func elsewhere(_ report: DailyReport) -> HTML {
    report.photos.isEmpty ? .empty : "<p class=\"quiet\">\(counted(said, .photosElsewhere, report.photos.count))</p>\n"
  }

  // MARK: What it was before

  private func history(_ report: DailyReport, _ template: ReportTemplate?, shown: Int) -> HTML {
    guard !report.amendments.isEmpty else { return .empty }
    func label(_ name: String) -> String {
      switch name {
      case "date": words[.day]
      case "schools": words[.schools]
      default: template?[name]?.label ?? ReportAnswers.label(name)
      }
    }
    func entry(_ version: Int, _ text: HTML) -> HTML {
      let name = said.filled(.version, version)
      let link: HTML =
        version == shown
        ? "<strong aria-current=\"true\">\(name)</strong>"
        : "<a href=\"/reports/report/\(PercentEncoding.component(report.id))\(version == report.version ? "" : "?version=\(version)")\">\(name)</a>"
      return "<li>\(link) \(text)</li>\n"
    }
    let sent: HTML = report.submittedAt.map { "\(moment($0)) · <bdi>\(report.photographer)</bdi>" } ?? .empty
    let amendments = report.amendments.reversed().map { amendment in
      entry(
        amendment.version,
        "\(moment(amendment.at)) · <bdi>\(amendment.name)</bdi><br><bdi>\(amendment.reason)</bdi><br><span class=\"quiet\">\(said[.changed]): <bdi>\(amendment.changed.map(label).joined(separator: ", "))</bdi></span>"
      )
    }
    return """
      <section class="card history" aria-labelledby="history"><h2 id="history">\(said[.versions])</h2><ul>
      \(amendments)\(entry(1, sent))</ul></section>

      """
  }
}

extension HTML {
  /// Pieces with something between them.
  static func joined(_ pieces: [HTML], _ between: HTML) -> HTML {
    guard let first = pieces.first else { return .empty }
    return pieces.dropFirst().reduce(first) { $0 + between + $1 }
  }
}
