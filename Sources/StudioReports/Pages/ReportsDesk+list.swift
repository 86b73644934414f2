import BoothCore
import BoothStudio
import BoothWeb
import DailyReports
import HTTPTypes
import StudioRules
import ThenAndNow

/// What was sent, and how it is found again.
extension ReportsDesk {
  /// How many stand on a page.
  private static let listed = 100

  /// What the address asks for. Only who leads sees others' reports.
  private func wish(_ principal: Principal) -> (ReportShelf.Wish, isEverybody: Bool) {
    var wish = ReportShelf.Wish()
    wish.span = visit.call.query["when"].flatMap { ReportShelf.Span(rawValue: $0) } ?? .all
    wish.search = String((visit.call.query["q"] ?? "").prefix(200))
    wish.today = Int(visit.now / 86_400)
    let isEverybody = principal.may(.seeReport) && visit.call.query["whose"] != "mine"
    wish.user = isEverybody ? nil : principal.user.text
    return (wish, isEverybody)
  }

  func list() async throws -> WebAnswer {
    let principal = try shell.principal(visit, may: .writeReport)
    let (wish, isEverybody) = wish(principal)
    let found = try await tenant.shelf.reports(of: principal.organisation, wish)
    let from = min(found.count, max(0, visit.call.query["from"].flatMap { Int($0) } ?? 0))
    let rows = found.dropFirst(from).prefix(Self.listed).map(row)
    let isNarrowed = !wish.search.isEmpty || wish.span != .all
    let list: HTML =
      found.isEmpty
      ? "<p class=\"quiet\">\(words[isNarrowed ? .nothingMatches : .noReports])</p>\n"
      : "<ul class=\"rows\">\n\(rows)</ul>\n"
    let rest = from + Self.listed
    let more: HTML? =
      found.count > rest
      ? "<p><a class=\"button plain\" href=\"/reports?\(address(wish, isEverybody))&amp;from=\(rest)\" rel=\"next\">\(words[.goOn])</a></p>\n"
      : nil
    let table: HTML? =
      found.isEmpty
      ? nil
      : "<p><a class=\"button plain\" href=\"/reports/export.csv?\(address(wish, isEverybody))\" download>\(words[.exportCSV])</a></p>\n"
    return page(
      title: words[.reports], scripts: [tenant.parts.list],
      """
      <div class="reports">
      <div class="top-row"><h1>\(words[.reports])</h1><div class="row"><a class="button plain" href="/reports/details">\(words[.ownDetails])</a><a class="button" href="/reports/new">\(words[.newReport])</a></div></div>
      <div id="report-drafts" data-user="\(principal.user.text)" data-token="\(visit.token)" data-words="\(scriptWords)"></div>
      \(narrowing(wish, isEverybody, principal))\(list)\(more)\(table)</div>
      """)
  }

  private func address(_ wish: ReportShelf.Wish, _ isEverybody: Bool) -> HTML {
    "when=\(wish.span.rawValue)&amp;whose=\(isEverybody ? "all" : "mine")&amp;q=\(PercentEncoding.component(wish.search))"
  }

  private func narrowing(_ wish: ReportShelf.Wish, _ isEverybody: Bool, _ principal: Principal) -> HTML {
    func option(_ value: String, _ text: ReportsText, _ isChosen: Bool) -> HTML {
      let chosen: HTML = isChosen ? " selected" : ""
      return "<option value=\"\(value)\"\(chosen)>\(words[text])</option>"
    }
    let spans: [(ReportShelf.Span, ReportsText)] = [
      (.all, .spanAll), (.week, .spanWeek), (.month, .spanMonth), (.thirtyDays, .spanThirty),
    ]
    let whose: HTML? =
      principal.may(.seeReport)
      ? """
      <p class="field"><label for="whose">\(words[.whose])</label><select id="whose" name="whose">\(option("all", .everybody, isEverybody))\(option("mine", .mine, !isEverybody))</select></p>
      """ : nil
    return """
      <form class="narrowed row" method="get" action="/reports" role="search">
      <p class="field"><label for="q">\(words[.search])</label><input id="q" name="q" type="search" value="\(wish.search)" maxlength="200"></p>
      <p class="field"><label for="when">\(words[.span])</label><select id="when" name="when">\(spans.map { option($0.0.rawValue, $0.1, wish.span == $0.0) })</select></p>
      \(whose)<button>\(words[.show])</button></form>

      """
  }

  private func row(_ report: DailyReport) -> HTML {
    let pictures = max(report.photos.count, report.attachments.count)
    let count: HTML? = pictures > 0 ? " · \(words.filled(.pictureCount, pictures))" : nil
    let schools: HTML? = report.schools.isEmpty ? nil : " · <bdi>\(report.schools.joined(separator: ", "))</bdi>"
    return """
      <li class="card"><a class="report-row" href="/reports/report/\(PercentEncoding.component(report.id))"><strong><bdi>\(report.templateName ?? words[.legacy])</bdi></strong>
      <span class="quiet"><bdi dir="ltr">\(report.date)</bdi> · <bdi>\(report.photographer)</bdi>\(schools)\(count)</span></a></li>

      """
  }

  // MARK: One

  func report(_ id: String) async throws -> WebAnswer {
    let principal = try shell.principal(visit, may: .writeReport)
    // Whoever may not see it is told what a stranger is told.
    guard let report = try await tenant.shelf.report(id, of: principal.organisation),
      principal.may(.seeReport, on: StudioSubject(principal.organisation, owner: UserID(report.user)))
    else { throw StudioFault.notFound }
    let template: ReportTemplate? =
      if let id = report.templateID {
        try await self.template(id, report.templateVersion.map { "\($0)" }, principal)
      } else { nil }
    let known = template?.fields.filter { report.answers[$0.id] != nil } ?? []
    let others = report.answers.map(\.name).filter { name in !known.contains { $0.id == name } }
    let labels =
      known.map { ($0.id, $0.label) } + others.map { ($0, report.formerLabels[$0]?.text ?? ReportTable.title($0)) }
    let answers = labels.compactMap { id, label -> HTML? in
      guard let answer = report.answers[id], !FormAnswer.isEmpty(answer) else { return nil }
      return "<dt><bdi>\(label)</bdi></dt><dd><bdi>\(shown(answer))</bdi></dd>\n"
    }
    let schools: HTML? =
      report.schools.isEmpty
      ? nil : "<dt>\(words[.schools])</dt><dd><bdi>\(report.schools.joined(separator: " → "))</bdi></dd>\n"
    let sent = report.submittedAt.map { String($0.description.prefix(16)).replacing("T", with: " ") + " UTC" }
    let version: HTML? = report.templateVersion.map { " · \(words.filled(.version, $0))" }
    return page(
      title: report.templateName ?? words[.legacy],
      """
      <div class="reports">
      <p><a href="/reports">\(words[.back])</a></p>
      <article class="card"><h1><bdi>\(report.templateName ?? words[.legacy])</bdi></h1>
      <p class="quiet">\(sent.map { words.filled(.sentAt, $0) } ?? "")\(version)</p>
      <dl class="answers">
      <dt>\(words[.day])</dt><dd><bdi dir="ltr">\(report.date)</bdi></dd>
      <dt>\(words[.photographer])</dt><dd><bdi>\(report.photographer)</bdi></dd>
      \(schools)\(answers)</dl>
      \(pictures(report))</article></div>
      """)
  }

  private func shown(_ value: DocumentValue) -> String {
    switch value {
    case .boolean(let value): value ? words[.yes] : "–"
    case .array(let values): values.map(shown).joined(separator: ", ")
    default: ReportTable.text(value)
    }
  }

  private func pictures(_ report: DailyReport) -> HTML {
    guard !report.attachments.isEmpty else { return .empty }
    let rows = report.attachments.map { file -> HTML in
      """
      <li><a href="\(file.address)" aria-label="\(words[.wholePicture]): \(file.name)"><img src="\(file.address)?side=320" alt="\(file.name)" loading="lazy" width="320" height="240"></a></li>

      """
    }
    return "<h2>\(words[.pictures])</h2><ul class=\"pictures\">\n\(rows)</ul>\n"
  }

  // MARK: As a table

  func table() async throws -> WebAnswer {
    let principal = try shell.principal(visit, may: .writeReport)
    let found = try await tenant.shelf.reports(of: principal.organisation, wish(principal).0)
    let templates = try await tenant.templates.all(of: principal.organisation).compactMap {
      TemplateReading($0).template
    }
    return WebAnswer(
      .ok,
      [
        .contentType: "text/csv; charset=utf-8", .cacheControl: "no-store",
        .contentDisposition: "attachment; filename=\"daily-reports.csv\"",
      ], .bytes(Array(ReportTable(found, templates: templates).csv.utf8)))
  }

  // MARK: One's own details

  func details() async throws -> WebAnswer {
    let principal = try shell.principal(visit, may: .writeReport)
    let user = try await user(principal)
    return detailsPage(user.first, user.last, user.home, isWrong: false)
  }

  private func detailsPage(_ first: String, _ last: String, _ home: String, isWrong: Bool) -> WebAnswer {
    let complaint: HTML? =
      isWrong ? "<p class=\"notice bad\" id=\"complaint\" role=\"alert\">\(words[.homeWrong])</p>\n" : nil
    let invalid: HTML =
      isWrong ? " aria-invalid=\"true\" aria-describedby=\"complaint home-help\"" : " aria-describedby=\"home-help\""
    return page(
      title: words[.ownDetails],
      """
      <div class="reports"><p><a href="/reports">\(words[.back])</a></p>
      <div class="card narrow"><h1>\(words[.ownDetails])</h1>
      \(complaint)<form method="post" action="/reports/details">\(shell.token(visit))
      <label for="first">\(words[.firstName])</label><input id="first" name="first" value="\(first)" maxlength="100" autocomplete="given-name">
      <label for="last">\(words[.lastName])</label><input id="last" name="last" value="\(last)" maxlength="100" autocomplete="family-name">
      <label for="home">\(words[.home])</label><input id="home" name="home" value="\(home)" maxlength="100" inputmode="text" dir="ltr" autocomplete="off"\(invalid)>
      <p class="hint" id="home-help">\(words[.homeHelp])</p>
      <button>\(words[.save])</button></form></div></div>
      """)
  }

  func saveDetails() async throws -> WebAnswer {
    let principal = try shell.principal(visit, may: .writeReport)
    let form = try await shell.form(visit)
    let home = form["home"].trimmed
    let (first, last) = (String(form["first"].trimmed.prefix(100)), String(form["last"].trimmed.prefix(100)))
    guard home.isEmpty || Coordinate(written: home) != nil else {
      return detailsPage(first, last, home, isWrong: true)
    }
    let fields: DocumentFields = [
      "firstName": .string(first), "lastName": .string(last), "userCoordinates": .string(home),
      "organizationID": .string(principal.organisation.text),
    ]
    guard let path = ReportDocument.path("users", principal.user.text) else { throw StudioFault.notFound }
    _ = try await tenant.documents.commit([.update(path, fields, if: .none)])
    if let place = visit.place {
      shell.notices.put(StudioNotices.Notice(words: words[.saved], isGood: true), for: place.id, on: "/reports")
    }
    return StudioShell.redirect("/reports")
  }
}
