import Documents
import HTTPTypes
import Locations
import Reports
import StudioModel
import StudioServer
import WebSupport

/// The organisation's forms, for who leads: listed, and archived, duplicated and deleted.
extension ReportsHandler {
  var builder: WordTable<BuilderText> { WordTable(context.language) }

  func forms() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editTemplates)
    let builder = builder
    let found = try await templates.all(of: principal.organisation)
    let readings = found.map { (id: $0.path.id, reading: TemplateReading($0)) }.sorted {
      let (one, other) = ($0.reading.template, $1.reading.template)
      return (one?.isActive == true ? 0 : 1, one?.name.lowercased() ?? "", $0.id)
        < (other?.isActive == true ? 0 : 1, other?.name.lowercased() ?? "", $1.id)
    }
    let twins = FormNames(readings.compactMap(\.reading.template))
    let rows = readings.map { row($0.id, $0.reading, twins, builder) }
    let empty: HTML? =
      rows.isEmpty
      ? "<div class=\"empty\">\(shell.icon(.fileEarmarkPlus))<h2>\(builder[.noFormsYet])</h2><p>\(builder[.noFormsHelp])</p></div>\n"
      : nil
    return page(
      title: builder[.forms], scripts: ["reports/reading.js", "reports/form-import.js"],
      """
      <div class="reports">\(shell.way(to: "/reports", words[.reports]))
      <div class="top-row"><h1>\(builder[.forms])</h1><div class="row"><a class="button plain" href="/reports/schools">\(builder[.schools])</a><a class="button" href="/reports/forms/new">\(builder[.newForm])</a></div></div>
      \(empty)\(importing)<ul class="rows">
      \(rows)</ul></div>
      """)
  }

  /// Where a form's file is chosen or dropped: it is read and sent by the page's script, as the builder sends what it has built.
  private var importing: HTML {
    let words = DocumentJSON.members(
      [.importUnreadable, .importRefused, .importThere, .importCopy, .importFailed].map { (text: BuilderText) in
        (text.rawValue, .string(builder[text]))
      })
    return """
      <div class="drop" id="import" data-token="\(context.token)" data-words="\(exact: String(decoding: words.bytes, as: UTF8.self))"><span class="chooser"><span class="button secondary" aria-hidden="true">\(shell.icon(.upload))\(builder[.importForm])</span><input id="import-file" type="file" accept=".json,application/json" aria-label="\(builder[.importForm])" aria-describedby="import-help import-said"></span><p class="hint" id="import-help">\(builder[.importHelp])</p><div id="import-said" role="status"></div></div>

      """
  }

  private func row(
    _ id: String, _ reading: TemplateReading, _ twins: FormNames, _ builder: WordTable<BuilderText>
  ) -> HTML {
    let path = "/reports/forms/act/" + PercentEncoding.component(id)
    func order(_ action: String, _ text: BuilderText, isDangerous: Bool = false) -> HTML {
      let kind: HTML = isDangerous ? "danger" : "plain"
      return
        "<form method=\"post\" action=\"\(path)/\(action)\">\(shell.token(context))<button class=\"\(kind)\">\(builder[text])</button></form>"
    }
    let delete: HTML = """
      <details><summary>\(builder[.delete])</summary><p>\(builder[.deleteFormHelp])</p>\(order("delete", .deleteNow, isDangerous: true))</details>
      """
    guard let template = reading.template else {
      let words = reading.problems.filter(\.isFatal).map { problem in
        (problem.field.map { "\($0): " } ?? "") + ProblemWords(context.language).told(problem)
      }.joined(separator: "; ")
      return """
        <li class="card form-card"><strong dir="ltr">\(id)</strong><p class="fault">\(builder.filled(.unreadableForm, words))</p>\(delete)</li>

        """
    }
    let badges: HTML =
      (template.isDefault ? " <span class=\"badge\">\(builder[.preselected])</span>" : .empty)
      + (template.isActive ? .empty : " <span class=\"badge\">\(builder[.archived])</span>")
    let facts: [HTML] = [
      "<bdi>\(kind(template))</bdi>", "\(builder.filled(.versionIs, template.version))",
      "\(builder.counted(.fieldCount, template.fields.count))",
    ]
    let changes = (template.updatedAt ?? template.createdAt).map { [changed($0)] } ?? []
    let twin: [HTML] = twins.isTwin(template) ? ["<code>\(template.id)</code>"] : []
    return """
      <li class="card form-card"><p><strong><bdi>\(template.name)</bdi></strong>\(badges)<br><span class="quiet">\(HTML.joined(facts + changes + twin, " · "))</span></p>
      <div class="row orders"><a class="button plain" href="/reports/forms/edit/\(PercentEncoding.component(id))">\(builder[.edit])</a>\(order("duplicate", .duplicate))\(template.isActive ? order("archive", .archive) : order("restore", .restore))</div>
      \(delete)</li>

      """
  }

  /// Its kind of shoot, as the reader calls it.
  private func kind(_ template: ReportTemplate) -> String {
    Self.kinds.first { $0.0 == template.shootType }.map { builder[$0.1] } ?? template.shootType
  }

  static let kinds: [(String, BuilderText)] = [
    ("general", .kindGeneral), ("sports", .kindSports), ("portraits", .kindPortraits), ("events", .kindEvents),
    ("commercial", .kindCommercial), ("yearbook", .kindYearbook),
  ]

  /// When it was changed, in words around the moment.
  func changed(_ time: DocumentTimestamp) -> HTML {
    let parts = builder.filled(.changedOn, "\u{1}").split(separator: "\u{1}", omittingEmptySubsequences: false)
    return "\(String(parts.first ?? ""))\(moment(time))\(parts.count > 1 ? String(parts[1]) : "")"
  }

  /// What tells a form from others of its name: which version it is and when it was changed; nothing where its name does.
  func apart(_ template: ReportTemplate, _ twins: FormNames) -> HTML? {
    guard twins.isTwin(template) else { return nil }
    let facts = [
      "\(builder.filled(.versionIs, template.version))" as HTML,
      (template.updatedAt ?? template.createdAt).map(changed) ?? "<code>\(template.id)</code>",
    ]
    return " <span class=\"quiet\">\(HTML.joined(facts, " · "))</span>"
  }

  /// One of them is archived, put back, duplicated or deleted.
  func actOnForm(_ id: String, _ action: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editTemplates)
    _ = try await shell.form(context)
    let builder = builder
    func say(_ words: String, isGood: Bool) -> WebAnswer {
      if let place = context.place {
        shell.notices.put(StudioNotices.Notice(words: words, isGood: isGood), for: place.id, on: "/reports/forms")
      }
      return StudioShell.redirect("/reports/forms")
    }
    do {
      switch action {
      case "archive": try await templateStore.setActive(false, id, of: principal.organisation)
      case "restore": try await templateStore.setActive(true, id, of: principal.organisation)
      case "delete": try await templateStore.delete(id, of: principal.organisation)
      case "duplicate":
        guard let template = try await templates.template(id, of: principal.organisation) else {
          throw StudioFault.notFound
        }
        _ = try await templateStore.save(
          template.copy(id: Self.newID(), by: principal.user.text), base: nil)
      default: throw StudioFault.notFound
      }
    } catch let error as TemplateStoreError {
      if case .store(let error) = error { throw error }
      return say(builder[.changedMeanwhile], isGood: false)
    }
    return say(builder[.saved], isGood: true)
  }

  /// 128 bits by chance.
  static func newID() -> String {
    let half = { (number: UInt64) -> String in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return half(.random(in: .min ... .max)) + half(.random(in: .min ... .max))
  }

  // MARK: Schools

  func schools() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .editTemplates)
    return try await schoolsPage()
  }

  private func schoolsPage(_ wrong: (school: ReportSchool, text: BuilderText)? = nil) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editTemplates)
    let builder = builder
    let found = try await finder.schools(of: principal.organisation)
    let rows = found.map { school -> HTML in
      let path = "/reports/schools/" + PercentEncoding.component(school.id)
      func order(_ action: String, _ text: BuilderText, _ kind: HTML) -> HTML {
        "<form method=\"post\" action=\"\(path)/\(action)\">\(shell.token(context))<button class=\"\(kind)\">\(builder[text])</button></form>"
      }
      let retired: HTML? = school.isRetired ? " <span class=\"badge\">\(builder[.retired])</span>" : nil
      let address = [school.street, school.city, school.state, school.zipCode].filter { !$0.isEmpty }
        .joined(separator: ", ")
      let fault = wrong?.school.id == school.id ? wrong : nil
      let open: HTML? = fault == nil ? nil : " open"
      return """
        <li class="card form-card"><p><strong><bdi>\(school.name)</bdi></strong>\(retired)<br><span class="quiet"><bdi>\(address)</bdi> <bdi dir="ltr">\(school.coordinates)</bdi></span></p>
        <details\(open)><summary>\(builder[.edit])</summary>\(schoolForm(fault?.school ?? school, fault?.text, builder))</details>
        <div class="row orders">\(school.isRetired ? order("restore", .restore, "plain") : order("retire", .retire, "plain"))</div>
        <details><summary>\(builder[.delete])</summary><p>\(builder[.deleteSchoolHelp])</p>\(order("delete", .deleteNow, "danger"))</details></li>

        """
    }
    let fresh = wrong?.school.id == "" ? wrong : nil
    let empty: HTML? = rows.isEmpty ? "<p class=\"quiet\">\(builder[.noSchoolsYet])</p>\n" : nil
    let open: HTML? = fresh != nil || rows.isEmpty ? " open" : nil
    return page(
      title: builder[.schools],
      """
      <div class="reports">\(shell.way(to: "/reports/forms", builder[.forms]))
      <h1>\(builder[.schools])</h1>
      <details class="card"\(open)><summary>\(builder[.newSchool])</summary>\(schoolForm(fresh?.school ?? ReportSchool(id: "", name: ""), fresh?.text, builder))</details>
      \(empty)<ul class="rows">
      \(rows)</ul></div>
      """)
  }

  private func schoolForm(
    _ school: ReportSchool, _ wrong: BuilderText?, _ builder: WordTable<BuilderText>
  ) -> HTML {
    let stem = "s-" + (school.id.isEmpty ? "new" : Self.elementID(school.id))
    func field(_ name: String, _ text: BuilderText, _ value: String, help: BuilderText? = nil) -> HTML {
      let hint: HTML? = help.map { "<p class=\"hint\" id=\"\(stem)-\(name)-help\">\(builder[$0])</p>" }
      let described: HTML = help == nil ? .empty : " aria-describedby=\"\(stem)-\(name)-help\""
      let direction: HTML = help == nil ? .empty : " dir=\"ltr\""
      return
        "<label for=\"\(stem)-\(name)\">\(builder[text])</label><input id=\"\(stem)-\(name)\" name=\"\(name)\" value=\"\(value)\" maxlength=\"200\" autocomplete=\"off\"\(described)\(direction)>\(hint)\n"
    }
    let complaint: HTML? = wrong.map { "<p class=\"notice bad\" role=\"alert\">\(builder[$0])</p>\n" }
    return """
      <form method="post" action="/reports/schools">\(shell.token(context))\(complaint)<input type="hidden" name="id" value="\(school.id)">
      \(field("name", .schoolName, school.name))\(field("street", .street, school.street))\(field("city", .city, school.city))\(field("state", .state, school.state))\(field("zip", .zipCode, school.zipCode))\(field("coordinates", .coordinates, school.coordinates, help: .coordinatesHelp))<button>\(builder[.save])</button></form>
      """
  }

  func saveSchool() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editTemplates)
    let form = try await shell.form(context)
    func text(_ name: String) -> String { form[name].line(atMost: 200) }
    var school = ReportSchool(
      id: form["id"], name: text("name"), street: text("street"), city: text("city"), state: text("state"),
      zipCode: text("zip"), coordinates: text("coordinates"))
    if school.name.isEmpty { return try await schoolsPage((school, .nameNeeded)) }
    if !school.coordinates.isEmpty {
      guard let kept = Coordinate.kept(typed: school.coordinates) else {
        return try await schoolsPage((school, .coordinatesWrong))
      }
      school.coordinates = kept
    }
    let isNew = school.id.isEmpty
    if isNew { school.id = Self.newID() }
    guard let path = ReportDocument.path(ReportSchool.collection, school.id) else { throw StudioFault.notFound }
    var document = school.document(organisation: principal.organisation)
    if !isNew {
      _ = try await self.school(path, principal)
      document["isActive"] = nil
    }
    _ = try await documents.commit([isNew ? .set(path, document, if: .doesNotExist) : .update(path, document)])
    return said(on: "/reports/schools")
  }

  func actOnSchool(_ id: String, _ action: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editTemplates)
    _ = try await shell.form(context)
    guard let path = ReportDocument.path(ReportSchool.collection, id) else { throw StudioFault.notFound }
    _ = try await school(path, principal)
    let write: DocumentWrite
    switch action {
    case "retire": write = .update(path, ["isActive": false])
    case "restore": write = .update(path, ["isActive": true])
    case "delete": write = .delete(path)
    default: throw StudioFault.notFound
    }
    _ = try await documents.commit([write])
    return said(on: "/reports/schools")
  }

  private func said(on path: String) -> WebAnswer {
    if let place = context.place {
      shell.notices.put(StudioNotices.Notice(words: builder[.saved], isGood: true), for: place.id, on: path)
    }
    return StudioShell.redirect(path)
  }

  /// One of the organisation's.
  private func school(_ path: DocumentPath, _ principal: Principal) async throws -> ReportSchool {
    guard let found = try await documents.document(at: path),
      found.fields["organizationID"]?.text == principal.organisation.text,
      let school = ReportSchool(found.fields, id: path.id)
    else { throw StudioFault.notFound }
    return school
  }
}
