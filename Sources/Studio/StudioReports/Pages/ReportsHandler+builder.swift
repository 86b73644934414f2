import Documents
import HTTPTypes
import HummingbirdCore
import Reports
import StudioModel
import StudioServer
import WebSupport

/// Where forms are built: the fields in their order, of which one is open, and the very form as a preview.
extension ReportsHandler {
  private typealias Words = WordTable<BuilderText>

  /// - Parameter id: nil for a new one.
  func builderPage(_ id: String?) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editTemplates)
    let builder = builder
    var template = ReportTemplate(
      id: Self.newID(), name: "", organisation: principal.organisation.text, fields: [], createdBy: principal.user.text)
    if let id {
      guard let found = try await templates.template(id, of: principal.organisation) else {
        throw StudioFault.notFound
      }
      template = found
    }
    let kinds = Self.kinds
    let own: HTML? =
      kinds.contains { $0.0 == template.shootType }
      ? nil : "<option value=\"\(template.shootType)\">\(template.shootType)</option>"
    let options = kinds.map { "<option value=\"\($0.0)\">\(builder[$0.1])</option>\n" as HTML }
    let said: [BuilderText] = [
      .movedTo, .removedField, .untitled, .saved, .savedForm, .saveFailed, .problems, .changedMeanwhile, .unsaved,
      .restored, .drag, .moreActions, .optionNumber, .undo, .typeRows, .remarks, .notSaved,
    ]
    let types = FieldType.allCases.map { ($0.rawValue, builder[BuilderText.type($0)]) }
    let words = DocumentJSON.members(
      said.map { ($0.rawValue, .string(builder[$0])) } + types.map { ("type-" + $0.0, .string($0.1)) })
    let base: HTML = id == nil ? .empty : " data-base=\"\(template.version)\""
    func json(_ json: DocumentJSON) -> String { String(decoding: json.bytes, as: UTF8.self) }
    let title = id == nil ? builder[.newForm] : template.name
    return page(
      title: title, scripts: ["reports/builder.js"], styles: ["reports/builder.css"],
      """
      <div class="reports">\(shell.way(to: "/reports/forms", builder[.forms]))
      <h1><bdi>\(title)</bdi></h1>
      <noscript><p class="notice bad">\(builder[.needsScripts])</p></noscript>
      <div class="builder" data-shows="building" data-token="\(context.token)" data-template="\(exact: json(template.document.plainJSON))"\(base) data-reserved="\(exact: json(.array(ReportDocument.reserved.sorted().map(DocumentJSON.string))))" data-words="\(exact: json(words))">
      <div class="builder-tabs" role="group" aria-label="\(title)"><button type="button" class="plain" data-show="building" aria-pressed="true">\(builder[.building])</button><button type="button" class="plain" data-show="preview" aria-pressed="false">\(builder[.preview])</button></div>
      <section class="builder-work" aria-label="\(builder[.building])">
      <div id="builder-restored" class="notice good" hidden><p>\(builder[.restored])</p><button type="button" class="plain" data-forget>\(builder[.startOver])</button></div>
      <div id="builder-problems" class="notice summary" tabindex="-1" role="group" aria-labelledby="builder-problems-title" hidden><p id="builder-problems-title"><strong>\(builder[.problems])</strong></p><ul></ul></div>
      <div class="card"><label for="b-name">\(builder[.formName])</label><input id="b-name" data-of="name" maxlength="200" autocomplete="off">
      <label for="b-description">\(builder[.formDescription])</label><input id="b-description" data-of="description" maxlength="500" autocomplete="off">
      <label for="b-kind">\(builder[.shootType])</label><select id="b-kind" data-of="shootType">\(options)\(own)</select>
      <div class="options"><label><input type="checkbox" data-of="isDefault"> <span>\(builder[.isDefault])</span></label></div></div>
      <h2>\(builder[.fields])</h2>
      <p class="quiet" id="builder-none">\(builder[.noFieldsYet])</p>
      <ol class="builder-fields" id="builder-fields"></ol>
      <div class="foot"><p id="builder-said" class="hint" role="status"></p><p id="builder-remarks" class="hint" hidden><a href="#builder-problems"></a></p><div class="builder-acts"><button type="button" class="secondary" data-palette aria-haspopup="dialog">\(shell.icon(.plusLg)) \(builder[.addField])</button><button type="button" data-save>\(builder[.saveForm])</button></div></div>
      </section>
      <section class="builder-preview" aria-label="\(builder[.preview])"><p class="hint"><span class="badge">\(builder[.preview])</span> \(builder[.previewHelp])</p><div id="builder-preview"></div></section>
      <dialog id="palette-sheet" class="sheet palette" aria-labelledby="palette-title"><div class="palette-head"><h2 id="palette-title">\(builder[.addField])</h2><button type="button" class="icon-button" data-close aria-label="\(builder[.closeList])">\(shell.icon(.xLg))</button></div>\(palette(builder))</dialog>
      \(cardTemplate(builder))</div></div>
      """)
  }

  private func palette(_ builder: Words) -> HTML {
    let groups: [(BuilderText, [(String, BuilderText)])] = [
      (.groupBasic, [.text, .textarea, .number, .email, .phone, .date, .time].map(Self.entry)),
      (.groupSelection, [.select, .multiselect, .radio, .toggle].map(Self.entry)),
      (.groupAdvanced, [.file, .location, .currency].map(Self.entry) + [("rows", .typeRows)]),
      (.groupSmart, FieldType.allCases.filter(\.isSmart).map(Self.entry)),
    ]
    let parts = groups.map { title, entries -> HTML in
      let buttons = entries.map { type, text -> HTML in
        "<button type=\"button\" class=\"menu-item\" data-add=\"\(type)\">\(shell.icon(Self.icon(ofType: type)))\(builder[text])</button>\n"
      }
      return
        "<div class=\"palette-group\" role=\"group\" aria-label=\"\(builder[title])\"><h3>\(builder[title])</h3>\n<div class=\"palette-types\">\(buttons)</div></div>\n"
    }
    return """
      <label for="b-search">\(builder[.searchTypes])</label><input id="b-search" type="search" maxlength="60" autocomplete="off">
      <p class="quiet" id="palette-none" role="status" hidden>\(builder[.nothingFound])</p>
      \(parts)
      """
  }

  private static func entry(_ type: FieldType) -> (String, BuilderText) { (type.rawValue, BuilderText.type(type)) }

  /// - Parameter type: as the palette names it: a field's type, or `rows`.
  private static func icon(ofType type: String) -> Icon {
    switch FieldType(rawValue: type) {
    case .text: .fonts
    case .textarea: .textParagraph
    case .number: .numbers
    case .email: .envelope
    case .phone: .telephone
    case .date, .dateAuto: .calendar
    case .time, .timeAuto: .clock
    case .select: .menuButtonWide
    case .multiselect: .uiChecks
    case .radio: .uiRadios
    case .toggle: .toggleOn
    case .file: .image
    case .location, .currentLocation: .geoAlt
    case .currency: .cash
    case .mileage: .signpost
    case .userName: .person
    case .schoolName: .mortarboard
    case .photoCount: .images
    case .weather: .cloudSun
    case .calculation: .calculator
    case nil: .table
    }
  }

  /// Of which the script makes each field's card: one line, and what can be set of the field, seldom used settings last.
  private func cardTemplate(_ builder: Words) -> HTML {
    func input(_ name: String, _ text: BuilderText, help: BuilderText? = nil, isLong: Bool = false) -> HTML {
      let hint: HTML? = help.map { "<p class=\"hint\" id=\"b-\(name)-help\">\(builder[$0])</p>" }
      let described: HTML = help == nil ? .empty : " aria-describedby=\"b-\(name)-help\""
      let ask: HTML =
        isLong
        ? "<textarea id=\"b-\(name)\" data-name=\"\(name)\" rows=\"4\" maxlength=\"20000\"\(described)></textarea>"
        : "<input id=\"b-\(name)\" data-name=\"\(name)\" maxlength=\"2000\" autocomplete=\"off\"\(described)>"
      return "<div data-part=\"\(name)\"><label for=\"b-\(name)\">\(builder[text])</label>\(ask)\(hint)</div>\n"
    }
    func check(_ name: String, _ text: BuilderText) -> HTML {
      "<div class=\"options\" data-part=\"\(name)\"><label><input type=\"checkbox\" data-name=\"\(name)\"> <span>\(builder[text])</span></label></div>\n"
    }
    func choice(_ name: String, _ text: BuilderText, _ options: [(String, String)]) -> HTML {
      let options = options.map { "<option value=\"\($0.0)\">\($0.1)</option>" as HTML }
      return
        "<div data-part=\"\(name)\"><label for=\"b-\(name)\">\(builder[text])</label><select id=\"b-\(name)\" data-name=\"\(name)\">\(options)</select></div>\n"
    }
    let types = FieldType.allCases.map { ($0.rawValue, builder[BuilderText.type($0)]) }
    let formats = [
      ("", builder[.chooseKind]), ("US", "US"), ("ISO", "ISO"), ("medium", "Jan 15, 2024"), ("24-hour", "14:30"),
    ]
    let columnTypes: [FieldType] = [.text, .number, .currency, .date, .time, .select, .toggle, .calculation]
    let columns = columnTypes.map { type -> HTML in
      "<button type=\"button\" class=\"plain\" data-add-column=\"\(type.rawValue)\">\(builder[BuilderText.type(type)])</button>\n"
    }
    return """
      <template id="builder-card"><li class="card builder-card"><div class="builder-bar"><button type="button" class="icon-button grip" data-grip>\(shell.icon(.gripVertical))</button><button type="button" class="plain builder-open" data-open aria-expanded="false"><span data-icon></span><span class="builder-name"><span data-title></span> <span class="quiet" data-kind></span></span> <span class="badge" data-needed hidden>\(builder[.needed])</span></button>
      <details class="builder-menu"><summary class="icon-button" data-menu>\(shell.icon(.threeDotsVertical))</summary><ul class="menu">
      <li><button type="button" class="menu-item" data-duplicate>\(shell.icon(.files))\(builder[.duplicate])</button></li>
      <li><button type="button" class="menu-item" data-up>\(shell.icon(.chevronUp))\(builder[.up])</button></li>
      <li><button type="button" class="menu-item" data-down>\(shell.icon(.chevronDown))\(builder[.down])</button></li>
      <li><button type="button" class="menu-item danger" data-drop>\(shell.icon(.trash))\(builder[.delete])</button></li></ul></details></div>
      <ul class="builder-wrong"></ul>
      <div class="builder-body" hidden>
      \(input("label", .fieldLabel))\(choice("type", .fieldType, types))\(check("required", .isRequired))\(input("options", .options, help: .optionsHelp, isLong: true))\(input("expression", .expression, help: .expressionHelp))\(choice("format", .format, formats))\(choice("units", .units, [("", builder[.miles]), ("kilometers", builder[.kilometres])]))<div data-part="columns"><h3>\(builder[.columns])</h3><ol class="builder-fields" data-columns></ol><div class="palette-types">\(columns)</div></div>
      <details class="builder-more" data-more><summary>\(builder[.moreOptions])</summary>
      \(input("help", .help))\(input("placeholder", .placeholder))\(input("defaultValue", .defaultValue))<div class="builder-two">\(input("min", .minimum))\(input("max", .maximum))</div>
      \(input("pattern", .pattern, help: .patternHelp))\(input("fallbackValue", .fallback))\(check("autoUpdate", .autoUpdate))\(check("readOnly", .readOnly))\(condition(builder))<p class="hint">\(builder[.keptUnder]) <code data-id></code></p>
      </details>
      </div></li></template>

      """
  }

  /// When a field is shown: another field and its answer, from lists. A condition that says more is a formula.
  private func condition(_ builder: Words) -> HTML {
    func list(_ name: HTML, _ label: BuilderText, _ options: HTML) -> HTML {
      "<select data-when=\"\(name)\" aria-label=\"\(builder[label])\">\(options)</select>"
    }
    return """
      <div data-part="showWhen" data-yes="\(words[.yes])" data-no="\(said[.no])"><label for="b-when">\(builder[.showWhen])</label><div class="builder-when"><select id="b-when" data-when="field"><option value="">\(builder[.always])</option></select>\(list("sign", .whenSign, "<option value=\"=\">\(builder[.whenIs])</option><option value=\"&lt;&gt;\">\(builder[.whenIsNot])</option>"))\(list("choice", .whenValue, .empty))<input data-when="typed" aria-label="\(builder[.whenValue])" maxlength="200" autocomplete="off"></div>
      <div data-when-formula hidden><input id="b-showWhen" data-name="showWhen" maxlength="2000" autocomplete="off" aria-label="\(builder[.whenCondition])" aria-describedby="b-showWhen-help"><p class="hint" id="b-showWhen-help">\(builder[.showWhenHelp])</p></div></div>

      """
  }

  // MARK: What its script asks

  /// One without a name is looked at all the same, and drawn under another.
  private func sent(_ principal: Principal) async throws -> (json: DocumentJSON, reading: TemplateReading)? {
    guard let json = try await json(), var fields = DocumentValue(plain: json["template"] ?? .null).fields else {
      return nil
    }
    let isNameless = fields["name"]?.text?.isBlank ?? true
    if isNameless { fields["name"] = .string(builder[.newForm]) }
    var reading = TemplateReading.ofFile(fields, organisation: principal.organisation.text).reading
    // What the studio gives it is not for the builder.
    reading.problems.removeAll { $0.kind == .organisationLater || $0.kind == .noInnerID }
    if isNameless { reading.problems.insert(TemplateProblem(nil, .noName), at: 0) }
    return (json, reading)
  }

  /// What could not work stands first.
  private func problems(_ found: [TemplateProblem]) -> DocumentJSON {
    let words = ProblemWords(context.language)
    let isBad = { (problem: TemplateProblem) in problem.isFatal || problem.isBroken }
    return .array(
      (found.filter(isBad) + found.filter { !isBad($0) }).map { problem in
        .members([
          ("of", .string(problem.kind.rawValue)), ("field", problem.field.map(DocumentJSON.string) ?? .null),
          ("words", .string(words.told(problem))),
          ("broken", .bool(isBad(problem))),
        ])
      })
  }

  /// What is odd about a form as it is being built, and how it looks: `{"problems": […], "html": "…"}`.
  ///
  /// Without `html` if the request has `"preview": false`, or the form cannot be read.
  func checkForm() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editTemplates)
    try shell.checkToken(context)
    guard let (json, reading) = try await sent(principal) else {
      return WebAnswer.error(.badRequest, "no JSON with a template")
    }
    var members = [("problems", problems(reading.problems))]
    if let template = reading.template, json["preview"] != .bool(false) {
      let user = try await user(principal)
      let schools = try await finder.schools(of: principal.organisation).filter { !$0.isRetired }
      let form = formElement(
        template, schools: schools, photographer: [user.first, user.last].joined(separator: " ").trimmed, user: nil)
      members.append(("html", .string(form.text)))
    }
    // The token of a form is in it, and no other site can ask for it as the person (`StudioShell.html`).
    return Self.answer(.members(members)).packed(accepting: context.call.request.headers[.acceptEncoding])
  }

  /// 200: kept, with its version; 409: another writer was quicker; 422: with what could not work: such a form is not
  /// given out.
  func saveForm() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editTemplates)
    try shell.checkToken(context)
    guard let (json, reading) = try await sent(principal) else {
      return WebAnswer.error(.badRequest, "no JSON with a template")
    }
    guard var template = reading.template, !reading.problems.contains(where: { $0.isFatal || $0.isBroken }) else {
      return Self.answer(.members([("problems", problems(reading.problems))]), .unprocessableContent)
    }
    template.organisation = principal.organisation.text
    // Of a form that is there, its own creator stays.
    template.createdBy = principal.user.text
    do throws(TemplateStoreError) {
      let kept = try await templateStore.save(template, base: json["base"]?.integer.flatMap { Int(exactly: $0) })
      return Self.answer(
        .members([("id", .string(kept.id)), ("version", .number("\(kept.version)"))]))
    } catch {
      switch error {
      case .changed, .taken: return WebAnswer.error(.conflict, "changed meanwhile")
      case .store(let error):
        guard error.kind == .tooLarge || error.kind == .invalid else { throw error }
        return Self.answer(
          .members([("problems", problems([TemplateProblem(nil, .notKept, .text(error.detail))]))]),
          .unprocessableContent)
      }
    }
  }
}
