import Documents
import Reports
import StudioModel
import StudioServer
import WebSupport

/// A form to be filled in, and the choice of one.
extension ReportsHandler {
  func choice() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    let search = String((context.call.query["q"] ?? "").prefix(200))
    let choice = TemplateChoice(try await templates.active(of: principal.organisation), search: search)
    let all = choice.groups.flatMap(\.templates)
    // Of one there is nothing to choose.
    if search.isEmpty, choice.unreadable == 0, all.count == 1, let only = all.first {
      return StudioShell.redirect("/reports/new/" + PercentEncoding.component(only.id))
    }
    let twins = FormNames(all)
    let groups = choice.groups.map { group -> HTML in
      let rows = group.templates.map { template -> HTML in
        let badge: HTML? = template.isDefault ? " <span class=\"badge\">\(words[.preselected])</span>" : nil
        let help: HTML? = template.description.map { "<span class=\"quiet\"><bdi>\($0)</bdi></span>" }
        return """
          <li class="card"><a class="report-row" href="/reports/new/\(PercentEncoding.component(template.id))"><strong><bdi>\(template.name)</bdi></strong>\(badge)\(apart(template, twins)) \(help)</a></li>

          """
      }
      return "<h2 class=\"kind\"><bdi>\(group.shootType)</bdi></h2><ul class=\"rows\">\n\(rows)</ul>\n"
    }
    let empty: HTML? = groups.isEmpty ? nothing(search, principal) : nil
    let unreadable: HTML? =
      choice.unreadable > 0 ? "<p class=\"quiet\">\(counted(words, .formsUnreadable, choice.unreadable))</p>\n" : nil
    let find: HTML? =
      all.count > 5 || !search.isEmpty
      ? """
      <form class="narrowed row" method="get" action="/reports/new" role="search"><p class="field"><label for="q">\(words[.search])</label><input id="q" name="q" type="search" value="\(search)" maxlength="200"></p><button>\(words[.show])</button></form>

      """ : nil
    let change: HTML? =
      principal.may(.editTemplates) ? "<a class=\"button plain\" href=\"/reports/forms\">\(builder[.forms])</a>" : nil
    return page(
      title: words[.chooseForm], scripts: ["reports/reading.js"],
      """
      <div class="reports">\(shell.way(to: "/reports", words[.reports]))<div class="top-row"><h1>\(words[.chooseForm])</h1>\(change)</div>
      \(find)\(groups)\(empty)\(unreadable)</div>
      """)
  }

  /// Why there is no form to choose, and for who may make one the way there.
  private func nothing(_ search: String, _ principal: Principal) -> HTML {
    guard search.isEmpty else { return "<p class=\"quiet\">\(words[.noFormMatches])</p>\n" }
    guard principal.may(.editTemplates) else {
      return
        "<div class=\"empty\">\(shell.icon(.clipboardCheck))<h2>\(builder[.noFormsYet])</h2><p>\(words[.noForms])</p></div>\n"
    }
    return """
      <div class="empty">\(shell.icon(.fileEarmarkPlus))<h2>\(builder[.noFormsYet])</h2><p>\(builder[.noFormsHelp])</p>
      <p><a class="button" href="/reports/forms/new">\(builder[.newForm])</a></p></div>

      """
  }

  /// A form in the version that a draft was begun on, where the address names one, else as it is now.
  func form(_ id: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    let asked = context.call.query["version"].flatMap { Int($0) }
    guard let (newest, isThere) = try await templateStore.newest(id, of: principal.organisation) else {
      throw StudioFault.notFound
    }
    // What is gone is there for those who have begun it only.
    guard isThere || asked != nil || context.call.query["draft"] != nil else { throw StudioFault.notFound }
    let template =
      if let asked { try await self.template(id, "\(asked)", principal) ?? newest } else { newest }
    let notices: HTML =
      (isThere && newest.isActive ? .empty : "<p class=\"notice bad\">\(says[.noLongerUsed])</p>\n")
      + (template.version < newest.version ? newer(template, newest) : .empty)
    let schools = try await finder.schools(of: principal.organisation).filter { !$0.isRetired }
    let user = try await user(principal)
    let name = [user.first, user.last].joined(separator: " ").trimmed
    let main: HTML = """
      <div class="reports form-page"><p class="form-way"><a class="way" href="/reports">\(words[.reports])</a><button type="button" class="chip" id="report-one" aria-pressed="false">\(says[.oneAtATime])</button></p>
      <h1><bdi>\(template.name)</bdi></h1>
      <noscript><p class="notice bad">\(words[.needsScript])</p></noscript>
      \(formElement(template, schools: schools, photographer: name, user: principal.user.text, asked: asked, notices: notices))</div>
      """
    let parts = FormParts(template).modules + (schools.isEmpty ? [] : ["reports/school-choice.js"])
    let page = page(title: template.name, scripts: ["reports/form.js"] + parts, main)
    // Without a network it is filled in as well, and sent later.
    return StudioShell.kept(page, title: template.name)
  }

  /// The form itself, which the builder shows as well.
  /// - Parameter user: nil for a preview, which is neither kept nor sent.
  func formElement(
    _ template: ReportTemplate, schools: [ReportSchool], photographer: String, user: String?, asked: Int? = nil,
    notices: HTML = .empty
  ) -> HTML {
    let needsPosition = FormParts(template).needsPosition
    let bySection = Dictionary(uniqueKeysWithValues: template.sections.map { ($0.section, $0.fields) })
    let sections = FormSection.allCases.map { section -> HTML in
      var parts = (bySection[section] ?? []).map(ask)
      switch section {
      case .basic: parts.insert(day(photographer), at: 0)
      case .details:
        if !schools.isEmpty || template.asksForSchool { parts.insert(schoolChoice(schools), at: 0) }
      case .calculated: break
      case .media:
        if needsPosition { parts.insert(position, at: 0) }
        parts.append(
          pictures(
            field: "", label: template.fields.contains { $0.type == .file } ? says[.morePictures] : words[.pictures],
            help: nil, isRequired: false, id: "report-pictures"))
      }
      guard !parts.isEmpty else { return .empty }
      if template.fields.count > 60, parts.count > 10 { parts = Self.grouped(parts) }
      let title: ReportsText =
        switch section {
        case .basic: .basic
        case .details: .details
        case .calculated: .calculated
        // A group is called what it holds.
        case .media: needsPosition || (bySection[.media] ?? []).contains { $0.type != .file } ? .media : .pictures
        }
      return
        "<section class=\"section\" aria-labelledby=\"in-\(section.rawValue)\"><h2 id=\"in-\(section.rawValue)\">\(words[title])</h2>\n\(parts)</section>\n"
    }
    let facts = String(decoding: Self.facts(template).bytes, as: UTF8.self)
    let preview: HTML? = user == nil ? " data-preview" : nil
    let askedFor: HTML? = asked.map { " data-asked=\"\($0)\"" }
    let back: HTML? =
      user == nil
      ? nil
      : "<p id=\"report-back\" hidden><button type=\"button\" class=\"plain\">\(words[.takeBack])<span id=\"report-back-time\" aria-hidden=\"true\"></span></button></p>\n"
    let discard: HTML? =
      user == nil
      ? nil
      : "<details><summary>\(words[.discard])</summary><p>\(words[.discardHelp])</p><button type=\"button\" class=\"danger\" id=\"report-discard\">\(words[.discardNow])</button></details>\n"
    // One question alone is what a small screen has room for; a person who wants that turns it on, on this device.
    let steps: HTML? =
      user == nil
      ? nil
      : "<div id=\"report-steps\" class=\"row steps\" data-words=\"\(says[.step])\" hidden><button type=\"button\" class=\"secondary\" data-back>\(says[.stepBack])</button><span role=\"status\" data-step></span><button type=\"button\" data-next>\(says[.stepNext])</button></div>\n"
    return """
      <form class="report"\(preview) novalidate data-deliberate data-user="\(user ?? "")" data-template="\(template.id)" data-name="\(exact: template.name)" data-version="\(template.version)"\(askedFor) data-token="\(context.token)" data-words="\(exact: scriptWords(of: template))" data-fields="\(exact: facts)">
      \(notices)<p id="report-said" class="notice bad" role="status"></p>
      <div id="report-summary" class="notice bad summary" tabindex="-1" role="group" aria-labelledby="summary-title" hidden><p id="summary-title"><strong>\(words[.lookAtThese])</strong></p><ul></ul></div>
      <div class="form-head"><p class="form-line"><span id="report-progress"></span><span id="report-saved" class="saved" aria-hidden="true" hidden>\(shell.icon(.checkCircle))<span data-saved></span></span></p>
      <progress value="0" max="1" aria-labelledby="report-progress"></progress></div>
      \(sections)<section class="section" id="report-former" aria-labelledby="in-former" hidden><h2 id="in-former">\(says[.oldAnswers])</h2><p class="hint">\(says[.oldAnswersHelp])</p><dl class="answers"></dl></section>
      <div class="foot"><p id="report-state" class="hint" role="status"></p>
      \(back)\(steps)<button type="submit">\(words[.send])</button>
      <p id="report-kept" class="hint" role="status"></p></div>
      \(discard)</form>
      """
  }

  /// Fields in tens, of which those far from the screen are neither laid out nor painted: a browser that looks after each of hundreds
  /// by itself takes longer for every keystroke.
  private static func grouped(_ parts: [HTML]) -> [HTML] {
    stride(from: 0, to: parts.count, by: 10).map { start in
      let some = Array(parts[start..<min(start + 10, parts.count)])
      return "<div class=\"tens\">\n\(some)</div>\n"
    }
  }

  /// What a newer version of the form asks otherwise, and the way there.
  private func newer(_ template: ReportTemplate, _ newest: ReportTemplate) -> HTML {
    let difference = TemplateDifference(from: template, to: newest)
    func names(_ text: FormText, _ fields: [TemplateField]) -> HTML {
      fields.map { "<li><bdi>\(says.filled(text, $0.label))</bdi></li>\n" as HTML }.reduce(.empty, +)
    }
    let changes = difference.changed.map { change -> HTML in
      let parts = change.parts.map { says[FormText.part($0)] }.joined(separator: ", ")
      return "<li><bdi>\(says.filled(.changedField, change.field.label, parts))</bdi></li>\n"
    }
    let nothing: HTML? = difference.isEmpty ? "<li>\(says[.nothingChanged])</li>\n" : nil
    return """
      <div class="notice good newer"><p><strong>\(says.filled(.newerForm, newest.version))</strong></p>
      <details><summary>\(says[.whatChanged])</summary><ul>
      \(names(.addedField, difference.added))\(names(.removedField, difference.removed))\(changes)\(nothing)</ul></details>
      <p>\(says[.moveHelp])</p><button type="button" class="plain" data-move="\(newest.version)">\(says.filled(.moveDraft, newest.version))</button></div>

      """
  }

  // MARK: What every form has

  private func day(_ photographer: String) -> HTML {
    """
    <div class="ask" id="date-ask"><label for="report-date">\(words[.day])</label><input id="report-date" name="date" type="date" enterkeyhint="next" required aria-describedby="date-fault"><p class="fault" id="date-fault"></p></div>
    <p class="hint">\(words[.photographer]): <bdi>\(photographer)</bdi></p>

    """
  }

  private func schoolChoice(_ schools: [ReportSchool]) -> HTML {
    guard !schools.isEmpty else {
      guard context.principal?.may(.editTemplates) == true else {
        return "<p class=\"hint\">\(words[.noSchools])</p>\n"
      }
      return "<p class=\"hint\">\(builder[.noSchoolsYet]) <a href=\"/reports/schools\">\(builder[.newSchool])</a></p>\n"
    }
    let options = schools.map { "<option value=\"\($0.id)\">\($0.name)</option>\n" as HTML }
    return """
      <div class="ask"><label for="school-choice">\(words[.schools])</label><div class="beside"><select id="school-choice" aria-describedby="schools-help school-fault"><option value="">\(words[.chooseSchool])</option>
      \(options)</select><button type="button" class="plain" id="school-add">\(words[.addSchool])</button></div><div id="school-asked" role="group" aria-labelledby="school-fault" hidden><p class="fault" id="school-fault"></p><div class="row"><button type="button" data-take>\(words[.addIt])</button><button type="button" class="plain" data-leave>\(words[.leaveItOut])</button></div></div><p class="hint" id="schools-help">\(words[.schoolsHelp])</p><ol class="chosen" id="schools-chosen"></ol></div>

      """
  }

  private var position: HTML {
    """
    <div class="ask"><label for="report-position">\(words[.position])</label><div class="beside"><input id="report-position" dir="ltr" inputmode="text" enterkeyhint="next" autocomplete="off" placeholder="38.321991, -88.867400" maxlength="60" aria-describedby="position-hint"><button type="button" class="plain" id="report-locate">\(words[.usePosition])</button></div><p class="hint" id="position-hint" role="status"></p></div>

    """
  }

  func pictures(field: String, label: String, help: String?, isRequired: Bool, id: String) -> HTML {
    let help: HTML? = help.map { "<p class=\"hint help\"><bdi>\($0)</bdi></p>" }
    let needed: HTML? = isRequired ? "<span class=\"badge\">\(words[.isRequired])</span>" : nil
    // A phone has a camera: its own button, which opens it at once.
    let camera: HTML =
      "<span class=\"chooser camera\"><span class=\"button secondary\" aria-hidden=\"true\">\(shell.icon(.camera))\(says[.takePhoto])</span><input type=\"file\" accept=\"image/*\" capture=\"environment\" data-camera=\"\(field)\" aria-label=\"\(says[.takePhoto]): \(label)\"></span>"
    return """
      <div class="ask"\(field.isEmpty ? .empty : " data-field=\"\(field)\"" as HTML)><label for="\(id)">\(label)\(needed)</label>\(help)<div class="choosers">\(camera)<span class="chooser"><span class="button secondary" aria-hidden="true">\(shell.icon(.images))\(words[.addPictures])</span><input id="\(id)" type="file" accept="image/*" multiple data-for="\(field)" aria-describedby="\(id)-hint \(id)-fault"></span></div><p class="hint" id="\(id)-hint" role="status"></p><p class="fault" id="\(id)-fault"></p><ul class="pictures" data-pictures="\(field)"></ul></div>

      """
  }
}
