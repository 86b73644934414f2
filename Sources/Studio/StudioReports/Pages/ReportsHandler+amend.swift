import Documents
import FoundationEssentials
import Reports
import StudioModel
import StudioServer
import WebSupport

/// What was sent is only read; what was wrong about it is amended, by name and with a reason.
extension ReportsHandler {
  func amendment(_ id: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    let report = try await visible(id, principal, may: .amendReport)
    let template = try await template(of: report, principal)
    return amendmentPage(AmendmentForm(report, template, in: context.language), key: Self.newKey())
  }

  /// By chance: what is sent twice under it is made once.
  private static func newKey() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let part = String(random.next() as UInt32, radix: 16)
      return String(repeating: "0", count: 8 - part.count) + part
    }.joined()
  }

  func amend(_ id: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    let report = try await visible(id, principal, may: .amendReport)
    let sent = try await shell.form(context)
    let template = try await template(of: report, principal)
    var form = AmendmentForm(report, template, in: context.language)
    form.fill { sent[$0] }
    if let template { form.calculate(template) }
    guard let path = ReportDocument.path(ReportDocument.collection, id) else { throw StudioFault.notFound }
    guard form.faults.isEmpty else { return amendmentPage(form, key: sent["key"], .wrongAnswer) }
    let user = try await user(principal)
    let name = [user.first, user.last].map(\.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
    let change = ReportChange(
      key: sent["key"], base: Int(sent["base"]) ?? 0, reason: sent["why"], date: form.newDate,
      schools: form.newSchools, answers: form.changes)
    for _ in 0..<3 {
      guard let found = try await documents.document(at: path) else { throw StudioFault.notFound }
      let now = DocumentTimestamp(microseconds: Int64(context.now * 1_000_000))
      switch change.step(found, by: principal, name: name, at: now) {
      case .isThere: return done(id)
      case .refused(let fault): return amendmentPage(form, key: sent["key"], fault)
      case .write(let writes):
        do throws(DocumentStoreError) {
          _ = try await documents.commit(writes)
          try await catalogue.changed(id, of: principal.organisation)
          return done(id)
        } catch {
          // Another writer was quicker, or it is unknown whether it was made: what is there decides.
          switch error.kind {
          case .preconditionFailed, .alreadyExists, .inDoubt: continue
          case .tooLarge, .invalid: return amendmentPage(form, key: sent["key"], .tooMany)
          default: throw error
          }
        }
      }
    }
    return amendmentPage(form, key: sent["key"], .meanwhile)
  }

  private func done(_ id: String) -> WebAnswer {
    let path = "/reports/report/\(PercentEncoding.component(id))"
    if let place = context.place {
      shell.notices.put(StudioNotices.Notice(words: said[.amended], isGood: true), for: place.id, on: path)
    }
    return StudioShell.redirect(path)
  }

  // MARK: The page

  private func amendmentPage(_ form: AmendmentForm, key: String, _ fault: ReportChangeFault? = nil) -> WebAnswer {
    let complaint: HTML? = fault.map {
      "<p class=\"notice bad\" role=\"alert\" id=\"complaint\">\(said.filled(ReadingText($0), ReportAmendment.longestReason))</p>\n"
    }
    let key = ReportSubmission.isKey(key) ? key : Self.newKey()
    let id = PercentEncoding.component(form.report.id)
    let fields = form.fields.map { field($0, isWrong: form.faults.contains($0.name), why: why($0.name, form)) }
    let whyFault: HTML = fault == .noReason ? " aria-invalid=\"true\"" : ""
    return page(
      title: said[.amend],
      """
      <div class="reports">
      \(shell.way(to: "/reports/report/\(id)", said[.backToReport]))
      <h1>\(said[.amend]): <bdi>\(form.report.templateName ?? words[.legacy])</bdi></h1>
      \(complaint)<p>\(said[.amendHelp])</p>
      <form class="report card" data-deliberate method="post" action="/reports/amend/\(id)">\(shell.token(context))<input type="hidden" name="key" value="\(key)"><input type="hidden" name="base" value="\(form.base)">
      <div class="ask"><label for="why">\(said[.why])</label><textarea id="why" name="why" required maxlength="\(ReportAmendment.longestReason)" aria-describedby="why-help"\(whyFault)>\(form.reason)</textarea><p class="hint" id="why-help">\(said[.whyHelp])</p></div>
      <div class="ask"><label for="date">\(words[.day])</label><input id="date" name="date" type="\(form.report.hasDay ? "date" : "text")" value="\(form.date)"></div>
      <div class="ask"><label for="schools">\(words[.schools])</label><textarea id="schools" name="schools" aria-describedby="schools-help">\(form.schools)</textarea><p class="hint" id="schools-help">\(said[.onePerLine])</p></div>
      \(fields)<p class="row actions"><button>\(said[.saveAmendment])</button></p></form></div>
      """)
  }

  /// What is wrong with an answer, where more can be said than that it does not fit.
  private func why(_ name: String, _ form: AmendmentForm) -> String? {
    if let asked = form.asked[name] { return words.filled(.twoNumbers, asked.whole, asked.fraction) }
    return form.otherUnits.contains(name) ? words[.otherUnit] : nil
  }

  private func field(
    _ field: AmendmentForm.Field, isWrong: Bool, why: String?
  ) -> HTML {
    let (id, name) = ("a-\(field.number)", field.name)
    let described: HTML? = why.map { _ in " aria-describedby=\"\(id)-fault\"" }
    let invalid: HTML = isWrong ? " aria-invalid=\"true\"\(described)" : ""
    let fault: HTML? = why.map { "<p class=\"fault\" id=\"\(id)-fault\">\($0)</p>" }
    let label: HTML = "<label for=\"\(id)\"><bdi>\(field.label)</bdi></label>"
    let inner: HTML
    switch field.kind {
    case .line(let mode):
      inner =
        "<input id=\"\(id)\" name=\"\(name)\" dir=\"auto\" enterkeyhint=\"next\" inputmode=\"\(mode)\" value=\"\(field.text)\"\(invalid)>"
    case .lines: inner = "<textarea id=\"\(id)\" name=\"\(name)\" dir=\"auto\"\(invalid)>\(field.text)</textarea>"
    case .list:
      inner =
        "<textarea id=\"\(id)\" name=\"\(name)\" dir=\"auto\"\(invalid) aria-describedby=\"\(id)-help\">\(field.text)</textarea><p class=\"hint\" id=\"\(id)-help\">\(said[.onePerLine])</p>"
    case .choice(let options):
      let all = options.contains(field.text) || field.text.isEmpty ? options : [field.text] + options
      let rows = ([""] + all).map { option -> HTML in
        let chosen: HTML = option == field.text ? " selected" : ""
        return "<option value=\"\(option)\"\(chosen)>\(option.isEmpty ? words[.chooseOne] : option)</option>"
      }
      inner = "<select id=\"\(id)\" name=\"\(name)\"\(invalid)>\(rows)</select>"
    case .truth:
      let options: [(String, String)] = [("", "–"), ("yes", words[.yes]), ("no", said[.no])]
      let rows = options.map { value, text -> HTML in
        let chosen: HTML = value == field.text ? " selected" : ""
        return "<option value=\"\(value)\"\(chosen)>\(text)</option>"
      }
      inner = "<select id=\"\(id)\" name=\"\(name)\">\(rows)</select>"
    }
    return "<div class=\"ask\">\(label)\(inner)\(fault)</div>\n"
  }
}
