import BoothCore
import Documents
import HTTPTypes
import Locations
import Reports
import StudioModel
import StudioServer
import WebSupport

/// What was sent, and how it is found again.
extension ReportsHandler {
  /// How many stand on a page.
  static let listed = 50

  /// What the reading pages say.
  var said: WordTable<ReadingText> { WordTable(context.language) }

  /// A plain number, or how many there are, as the page's language writes it.
  func written(_ plain: String) -> String { WrittenNumber.written(plain, in: context.language) }
  func written(_ count: Int) -> String { written("\(count)") }

  /// A text with how many there are, in its form and as the language writes numbers.
  func counted<Text>(_ table: WordTable<Text>, _ text: Text, _ count: Int) -> String {
    table.counted(text, count, as: written(count))
  }

  /// What the address asks for. Only who leads sees others' reports.
  func query(_ principal: Principal) -> ReportsQuery {
    let query = context.call.query
    return ReportsQuery(
      { query[$0] }, user: principal.user.text, mayLead: principal.may(.seeReport), today: Int(context.now / 86_400))
  }

  func list() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    let query = query(principal)
    let found = try await catalogue.page(
      query.filter, of: principal.organisation, after: query.after, limit: Self.listed, now: context.now)
    let choices = try await catalogue.choices(of: principal.organisation, user: query.filter.user, now: context.now)
    // Only forms of one name are looked for.
    let templates =
      FormNames.hasTwins(choices.templates)
      ? try await self.templates.all(of: principal.organisation).compactMap { TemplateReading($0).template } : []
    let names = FormNames.apart(choices.templates, templates) { builder.filled(.versionIs, $0) }
    let isBare = found.count == 0 && !query.filter.isNarrowed
    let sent = try await justSent(principal)
    let top: HTML? = sent.map {
      "<ul class=\"rows\" id=\"sent\" data-sent=\"\(words[.arrived])\">\n\(row($0, query, pick: nil))</ul>\n"
    }
    let shown = found.rows.filter { $0.id != sent?.id }
    let list: HTML =
      found.rows.isEmpty
      ? try await nothing(query, found, principal) : chosen(shown, query, principal)
    // Where there is nothing yet, what can be done about it stands in the middle of the page.
    let new: HTML? =
      isBare ? nil : "<a class=\"button\" href=\"/reports/new\">\(shell.icon(.plusLg))\(words[.newReport])</a>"
    // Who has narrowed it down to their own must find the way back.
    let isWhole = query.isEverybody || !principal.may(.seeReport)
    let narrowed: HTML? = isBare && isWhole ? nil : narrowing(query, choices, names, principal)
    let forms: HTML? =
      principal.may(.editTemplates) ? "<a class=\"button plain\" href=\"/reports/forms\">\(builder[.forms])</a>" : nil
    // Rows can be chosen where some of them may be deleted.
    let select: HTML? =
      shown.contains { mayDelete($0, principal) }
      ? "<button type=\"button\" class=\"plain\" data-select=\"\(said[.select])\" data-cancel=\"\(said[.keepThem])\" hidden>\(said[.select])</button>"
      : nil
    let head: HTML? =
      found.count > 0
      ? "<div class=\"found-head\"><p class=\"quiet totals\">\(totals(found))</p>\(select)</div>\n" : nil
    return page(
      title: words[.reports], scripts: ["reports/list.js", "reports/reading.js"],
      """
      <div class="reports">
      <div class="top-row"><h1>\(words[.reports])</h1><div class="row">\(forms)\(new)\(menu(principal))</div></div>
      <div id="report-drafts" data-user="\(principal.user.text)" data-token="\(context.token)" data-words="\(listWords)"></div>
      <p id="report-told" class="unseen" role="status"></p>
      \(leftOut(query.leftOut))\(narrowed)\(top)<div id="report-found">\(head)\(list)\(pages(query, found))\(found.count > 0 ? exports(query) : nil)</div></div>
      """)
  }

  /// One's own report that was sent a moment ago: the form leads here with its id as `sent`.
  private func justSent(_ principal: Principal) async throws -> ReportRow? {
    guard let id = context.call.query["sent"], !id.isEmpty,
      let report = try await finder.report(id, of: principal.organisation), report.user == principal.user.text
    else { return nil }
    return ReportRow(report)
  }

  private func mayDelete(_ row: ReportRow, _ principal: Principal) -> Bool {
    principal.may(.deleteReport) || row.user == principal.user.text
  }

  /// What of an address means nothing.
  func leftOut(_ parts: [String]) -> HTML? {
    parts.isEmpty
      ? nil
      : "<p class=\"notice bad\" role=\"alert\" id=\"left-out\">\(said.filled(.leftOut, parts.joined(separator: ", ")))</p>\n"
  }

  /// What is taken along is not looked at again: it is refused. Nil for an address of which each part means something.
  func refusal(_ parts: [String]) -> WebAnswer? {
    parts.isEmpty ? nil : WebAnswer.text(.badRequest, said.filled(.leftOut, parts.joined(separator: ", ")))
  }

  /// What is needed now and then.
  private func menu(_ principal: Principal) -> HTML {
    func item(_ path: String, _ icon: Icon, _ text: String) -> HTML {
      "<a class=\"menu-item\" href=\"\(path)\">\(shell.icon(icon))\(text)</a>\n"
    }
    let schools: HTML? =
      principal.may(.editTemplates) ? item("/reports/schools", .mortarboard, builder[.schools]) : nil
    return """
      <details class="page-menu" data-menu><summary class="icon-button" aria-label="\(said[.moreActions])" title="\(said[.moreActions])">\(shell.icon(.threeDotsVertical))</summary><div class="menu">
      \(item("/reports/mileage", .map, said[.mileage]))\(item("/reports/details", .house, words[.ownDetails]))\(schools)</div></details>
      """
  }

  /// How many there are of what is shown: reports, and where there are some, their pictures and photographers.
  private func totals(_ found: ReportListing) -> String {
    var parts = [counted(said, .found, found.count)]
    if found.pictures > 0 { parts.append(counted(words, .pictureCount, found.pictures)) }
    if found.photographers > 1 { parts.append(counted(said, .photographerCount, found.photographers)) }
    return parts.joined(separator: " · ")
  }

  private func pages(_ query: ReportsQuery, _ found: ReportListing) -> HTML? {
    guard query.after != nil || found.next != nil else { return nil }
    let first: HTML? =
      query.after == nil ? nil : "<a class=\"button plain\" href=\"/reports?\(query.text)\">\(said[.firstPage])</a>"
    let next: HTML? = found.next.map {
      "<a class=\"button plain\" rel=\"next\" href=\"/reports?\(query.text)&amp;after=\(PercentEncoding.component($0.text))\">\(said[.nextPage])</a>"
    }
    return "<p class=\"row\">\(first)\(next)</p>\n"
  }

  /// Tables of separated values: for programs, then for the reader's spreadsheet, its language's manner first.
  /// - Parameters:
  ///   - address: whatever else it asks for, with `?` in it.
  ///   - style: of the links.
  func separated(_ address: String, _ style: HTML = "button plain") -> HTML {
    let isComma = WrittenNumber.Decimal(context.language) == .comma
    let manners: [(TableManner, ReadingText)] = [(.semicolon, .csvSemicolon), (.comma, .csvComma)]
    let links = (isComma ? manners : manners.reversed()).map { manner, text -> HTML in
      "<a class=\"\(style)\" data-zoned href=\"\(address)&amp;csv=\(manner.rawValue)\" download>\(said[text])</a>"
    }
    return "<a class=\"\(style)\" data-zoned href=\"\(address)\" download>\(words[.exportCSV])</a>\(links)"
  }

  private func exports(_ query: ReportsQuery) -> HTML {
    func book(_ rows: HTML, _ text: ReadingText) -> HTML {
      "<a class=\"menu-item\" data-zoned href=\"/reports/export.xlsx?\(rows)\(query.text)\" download>\(said[text])</a>"
    }
    return """
      <details class="page-menu downloads" data-menu><summary class="button secondary">\(shell.icon(.download))\(said[.save])</summary><div class="menu">
      \(book("", .saveXLSX))\(book("rows=repeats&amp;", .perRow))\(separated("/reports/export.csv?\(query.text)", "menu-item"))</div></details>

      """
  }

  /// Why there is nothing to be seen, and what can be done about it.
  private func nothing(_ query: ReportsQuery, _ found: ReportListing, _ principal: Principal) async throws -> HTML {
    if found.count > 0 { return "<p class=\"quiet\">\(said[.nothingFurther])</p>\n" }
    if query.filter.isNarrowed {
      return empty(.search, words[.nothingMatches], words[.nothingMatchesHelp], (said[.clear], everything(query)))
    }
    let choice = TemplateChoice(try await templates.active(of: principal.organisation))
    if choice.groups.isEmpty {
      return principal.may(.editTemplates)
        ? empty(
          .fileEarmarkPlus, builder[.noFormsYet], builder[.noFormsHelp], (builder[.newForm], "/reports/forms/new"))
        : empty(.clipboardCheck, words[.noReports], words[.noForms], nil)
    }
    return empty(
      .clipboardCheck, query.isEverybody ? words[.noReports] : said[.noOwnReports], words[.noReportsHelp],
      (words[.newReport], "/reports/new"))
  }

  private func empty(_ icon: Icon, _ title: String, _ text: String, _ action: (title: String, path: String)?) -> HTML {
    let button: HTML? = action.map { "<a class=\"button\" href=\"\($0.path)\">\($0.title)</a>" }
    return "<div class=\"empty\">\(shell.icon(icon))<h2>\(title)</h2><p>\(text)</p>\(button)</div>\n"
  }

  /// The list without what narrows it down; whose reports it shows stays.
  private func everything(_ query: ReportsQuery) -> String {
    var all = query
    all.filter.narrowToNothing()
    return Self.address(all)
  }

  private static func address(_ query: ReportsQuery) -> String {
    query.text.isEmpty ? "/reports" : "/reports?\(query.text)"
  }

  // MARK: The rows

  /// The rows; those that a person may delete can be chosen.
  private func chosen(_ all: [ReportRow], _ query: ReportsQuery, _ principal: Principal) -> HTML {
    let rows = all.enumerated().map { number, row in
      (row: row, html: self.row(row, query, pick: mayDelete(row, principal) ? number : nil))
    }
    let list = self.rows(rows, query.filter)
    guard all.contains(where: { mayDelete($0, principal) }) else { return list }
    return """
      <form method="post" action="/reports/delete" class="choosing">\(shell.token(context))<input type="hidden" name="back" value="\(query.text)">
      <p class="options" data-all hidden><label><input type="checkbox"> <span>\(said[.chooseAll])</span></label></p>
      \(list)<p class="row chosen-bar"><span role="status" data-count data-words="\(said[.chosenCount])"></span><button class="danger">\(said[.deleteChosen])</button></p></form>

      """
  }

  private func rows(_ rows: [(row: ReportRow, html: HTML)], _ filter: ReportFilter) -> HTML {
    guard filter.order == .form else { return "<ul class=\"rows\">\n\(rows.map(\.html))</ul>\n" }
    // By form, under its name.
    var groups: [(name: String, rows: [HTML])] = []
    for (row, html) in rows {
      let name = name(row)
      if groups.last?.name == name { groups[groups.count - 1].rows.append(html) } else { groups.append((name, [html])) }
    }
    return "\(groups.map { "<h2><bdi>\($0.name)</bdi></h2>\n<ul class=\"rows\">\n\($0.rows)</ul>\n" as HTML })"
  }

  private func name(_ row: ReportRow) -> String {
    row.templateName ?? (row.isLegacy ? words[.legacy] : row.templateID ?? "")
  }

  /// A report by what tells it from others: the school and, among those of several people, the photographer. Its form is a badge, as many
  /// reports have the same.
  /// - Parameter pick: its number among those that can be chosen; nil where it cannot.
  private func row(_ row: ReportRow, _ query: ReportsQuery, pick: Int?) -> HTML {
    let label = [name(row), row.date, row.photographer].filter { !$0.isEmpty }.joined(separator: ", ")
    let choice: HTML? = pick.map {
      "<label class=\"pick\"><input type=\"checkbox\" data-pick name=\"\(Self.pick($0))\" value=\"\(row.id)\" aria-label=\"\(said.filled(.choose, label))\"></label>"
    }
    let count: HTML? = row.pictureCount > 0 ? " · \(counted(words, .pictureCount, row.pictureCount))" : nil
    let photographer = query.isEverybody || row.schools.isEmpty ? row.photographer : ""
    let parts = [row.schools.joined(separator: ", "), photographer].filter { !$0.isEmpty }
    let title: HTML = HTML.joined((parts.isEmpty ? [name(row)] : parts).map { "<bdi>\($0)</bdi>" }, " · ")
    // Under its form's name it is not said again.
    let form: HTML? =
      parts.isEmpty || query.filter.order == .form ? nil : " <span class=\"badge\"><bdi>\(name(row))</bdi></span>"
    let amended: HTML? =
      row.version > 1 ? " <span class=\"badge\">\(said.filled(.amendedVersion, row.version))</span>" : nil
    let odd: HTML? = row.oddities.isEmpty ? nil : "<span class=\"odd\">\(oddities(row.oddities))</span>"
    return """
      <li class="card">\(choice)<a class="report-row" href="/reports/report/\(PercentEncoding.component(row.id))"><strong>\(title)</strong>\(form)\(amended)
      <span class="quiet">\(shownDay(row.date))\(count)</span>\(odd)</a></li>

      """
  }

  /// What is wrong with a document, in words.
  func oddities(_ oddities: [ReportOddity]) -> String { oddities.map { said[ReadingText($0)] }.joined(separator: " ") }

  /// A day as the reader writes it, where a script runs.
  func shownDay(_ date: String) -> HTML {
    guard DayText.read(date) != nil else {
      return date.isEmpty ? "<em>\(said[.noDay])</em>" : "<bdi>\(date)</bdi>"
    }
    return "<time datetime=\"\(date)\" dir=\"ltr\">\(date)</time>"
  }

  /// A moment by the reader's clock, where a script runs; by UTC, and said so, where none does.
  func moment(_ time: DocumentTimestamp) -> HTML {
    let text = time.description.prefix(16).replacing("T", with: " ")
    return "<time datetime=\"\(time.description)\" dir=\"ltr\">\(text) UTC</time>"
  }

  // MARK: Narrowing it down

  private func option(_ value: String, _ text: String, _ isChosen: Bool) -> HTML {
    let chosen: HTML = isChosen ? " selected" : ""
    return "<option value=\"\(value)\"\(chosen)>\(text)</option>"
  }

  private func choice(_ name: String, _ label: String, _ none: String, _ values: [String], _ chosen: String?) -> HTML? {
    // What is chosen stays to be seen, though nothing has it any more.
    let all = values + (chosen.map { values.contains($0) ? [] : [$0] } ?? [])
    guard !all.isEmpty else { return nil }
    return """
      <p class="field"><label for="\(name)">\(label)</label><select id="\(name)" name="\(name)">\(option("", none, chosen == nil))\(all.map { option($0, $0, $0 == chosen) })</select></p>

      """
  }

  private func narrowing(
    _ query: ReportsQuery, _ choices: ReportChoices, _ names: [(id: String, name: String)], _ principal: Principal
  ) -> HTML {
    let filter = query.filter
    let spans: [(String, String)] = [
      ("all", words[.spanAll]), ("today", said[.today]), ("week", words[.spanWeek]), ("month", words[.spanMonth]),
      ("thirtyDays", words[.spanThirty]), ("quarter", said[.quarter]), ("year", said[.year]),
      ("between", said[.between]),
    ]
    let whose: HTML? =
      principal.may(.seeReport)
      ? """
      <p class="field"><label for="whose">\(words[.whose])</label><select id="whose" name="whose">\(option("all", words[.everybody], query.isEverybody))\(option("mine", words[.mine], !query.isEverybody))</select></p>
      """ : nil
    let isOpen: HTML = isDetailed(filter) ? " open" : ""
    return """
      <div id="report-filters" class="filters">\(chips(query, names, principal))</div><form class="narrowed" method="get" action="/reports" role="search"><input type="hidden" name="today" value="\(DayText.iso(filter.today))" disabled>
      <div class="search-row"><label class="unseen" for="q">\(words[.search])</label><input id="q" name="q" type="search" value="\(filter.search)" placeholder="\(words[.search])" maxlength="200"><button class="secondary">\(words[.show])</button></div>
      <details\(isOpen)><summary>\(said[.more])</summary><div class="row"><p class="field"><label for="when">\(words[.span])</label><select id="when" name="when">\(spans.map { option($0.0, $0.1, $0.0 == query.spanName) })</select></p>
      \(whose)\(bounds(filter))\(choice("photographer", words[.photographer], said[.anybody], choices.photographers, filter.photographer))\(choice("school", said[.school], said[.anySchool], choices.schools, filter.school))\(choice("job", said[.job], said[.anyJob], choices.jobs, filter.job))\(forms(query, choices, names))\(orders(filter))\(odd(filter, choices))<button class="secondary">\(said[.apply])</button></div></details></form>

      """
  }

  /// What people narrow a list down by most, a press each; and what it is narrowed down by, each to be taken off again.
  private func chips(
    _ query: ReportsQuery, _ names: [(id: String, name: String)], _ principal: Principal
  ) -> HTML {
    func link(_ text: String, _ style: HTML, isOn: Bool, _ change: (inout ReportsQuery) -> Void) -> HTML {
      var other = query
      change(&other)
      let current: HTML? = isOn ? " aria-current=\"true\"" : nil
      return "<li><a\(style)\(current) data-dated href=\"\(Self.address(other))\">\(text)</a></li>\n"
    }
    let whose: HTML? =
      principal.may(.seeReport)
      ? """
      <ul class="segmented" aria-label="\(words[.whose])">
      \(link(words[.everybody], .empty, isOn: query.isEverybody) { $0.setEverybody(true, user: principal.user.text) })\(link(words[.mine], .empty, isOn: !query.isEverybody) { $0.setEverybody(false, user: principal.user.text) })</ul>

      """ : nil
    let spans: [(ReportSpan, String)] = [
      (.today, said[.today]), (.week, words[.spanWeek]), (.month, words[.spanMonth]), (.thirtyDays, words[.spanThirty]),
    ]
    let periods = spans.map { span, text in
      link(text, " class=\"chip\"", isOn: query.filter.span == span) {
        $0.filter.span = $0.filter.span == span ? .all : span
      }
    }
    let others = removable(query, names)
    let removable: HTML? =
      others.isEmpty ? nil : "<ul class=\"chips\" aria-label=\"\(said[.filters])\">\n\(others)</ul>\n"
    return """
      \(whose)<ul class="chips" aria-label="\(words[.span])">
      \(periods)</ul>
      \(removable)
      """
  }

  /// What the list is narrowed down by, apart from the periods that have a chip.
  private func removable(_ query: ReportsQuery, _ names: [(id: String, name: String)]) -> [HTML] {
    let filter = query.filter
    var parts: [(text: String, change: (inout ReportsQuery) -> Void)] = []
    if !filter.search.isEmpty { parts.append(("“\(filter.search)”", { $0.filter.search = "" })) }
    switch filter.span {
    case .between(let first, let last):
      let days = [first, last].map { $0.map { DayText.iso($0) } ?? "…" }
      parts.append((days.joined(separator: " – "), { $0.filter.span = .all }))
    case .quarter: parts.append((said[.quarter], { $0.filter.span = .all }))
    case .year: parts.append((said[.year], { $0.filter.span = .all }))
    case .all, .today, .week, .month, .thirtyDays: break
    }
    if let name = filter.photographer { parts.append((name, { $0.filter.photographer = nil })) }
    if let name = filter.school { parts.append((name, { $0.filter.school = nil })) }
    if let name = filter.job { parts.append((name, { $0.filter.job = nil })) }
    if let id = filter.template {
      parts.append((names.first { $0.id == id }?.name ?? id, { $0.filter.template = nil }))
    }
    switch filter.kind {
    case .template?: parts.append((said[.withForm], { $0.filter.kind = nil }))
    case .legacy?: parts.append((said[.withoutForm], { $0.filter.kind = nil }))
    case nil: break
    }
    if filter.isOdd { parts.append((said[.odd], { $0.filter.isOdd = false })) }
    return parts.map { text, change -> HTML in
      var other = query
      change(&other)
      return
        "<li><a class=\"chip\" aria-current=\"true\" data-dated href=\"\(Self.address(other))\" aria-label=\"\(said.filled(.withoutFilter, text))\"><bdi>\(text)</bdi>\(shell.icon(.xLg))</a></li>\n"
    }
  }

  /// Whether it is ordered in a way that no chip says.
  private func isDetailed(_ filter: ReportFilter) -> Bool { filter.order != .date || filter.isDescending != nil }

  private func bounds(_ filter: ReportFilter) -> HTML {
    var (first, last) = ("", "")
    if case .between(let from, let to) = filter.span {
      (first, last) = (from.map { DayText.iso($0) } ?? "", to.map { DayText.iso($0) } ?? "")
    }
    return """
      <p class="field"><label for="from">\(said[.from])</label><input id="from" name="from" type="date" value="\(first)"></p>
      <p class="field"><label for="to">\(said[.to])</label><input id="to" name="to" type="date" value="\(last)"></p>

      """
  }

  private func forms(
    _ query: ReportsQuery, _ choices: ReportChoices, _ names: [(id: String, name: String)]
  ) -> HTML? {
    guard !names.isEmpty || choices.hasLegacy || query.form != nil else { return nil }
    let kinds = [("*template", said[.withForm]), ("*legacy", said[.withoutForm])]
    let known = names.map { ($0.id, $0.name) }
    let lost = query.filter.template.map { id in known.contains { $0.0 == id } ? [] : [(id, id)] } ?? []
    return """
      <p class="field"><label for="form">\(said[.form])</label><select id="form" name="form">\(option("", said[.anyForm], query.form == nil))\((kinds + known + lost).map { option($0.0, $0.1, $0.0 == query.form) })</select></p>

      """
  }

  private func orders(_ filter: ReportFilter) -> HTML {
    let orders: [(ReportOrder, String)] = [
      (.date, words[.day]), (.photographer, words[.photographer]), (.school, said[.school]), (.submitted, said[.sent]),
      (.form, said[.form]),
    ]
    return """
      <p class="field"><label for="order">\(said[.order])</label><select id="order" name="order">\(orders.map { option($0.0.rawValue, $0.1, $0.0 == filter.order) })</select></p>
      <p class="field"><label for="way">\(said[.way])</label><select id="way" name="way">\(option("", said[.usual], filter.isDescending == nil))\(option("up", said[.up], filter.isDescending == false))\(option("down", said[.down], filter.isDescending == true))</select></p>

      """
  }

  private func odd(_ filter: ReportFilter, _ choices: ReportChoices) -> HTML? {
    guard choices.odd > 0 || filter.isOdd else { return nil }
    let isOn: HTML = filter.isOdd ? " checked" : ""
    return """
      <p class="field options"><label><input type="checkbox" name="odd" value="1"\(isOn)>\(said.filled(.onlyOdd, written(choices.odd)))</label></p>

      """
  }
}
