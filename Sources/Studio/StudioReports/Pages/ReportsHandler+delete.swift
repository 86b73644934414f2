import Documents
import Reports
import StudioModel
import StudioServer
import WebSupport

/// Several reports are deleted at once: first it is said which, then it is done.
extension ReportsHandler {
  /// A row's place in the form by which reports are chosen.
  static func pick(_ number: Int) -> String { "r\(number)" }

  func delete() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    let form = try await shell.form(context)
    let ids = (0..<Self.listed).map { form[Self.pick($0)] }.filter { !$0.isEmpty }
    // The list that they were chosen in.
    let back = "/reports" + (form["back"].isEmpty ? "" : "?" + form["back"].filter { ("!"..."~").contains($0) })
    if form["sure"] == "yes" {
      let deletion = try await finder.delete(ids, by: principal)
      for id in deletion.gone { try await catalogue.changed(id, of: principal.organisation) }
      let left: String? = deletion.left.isEmpty ? nil : counted(said, .deletedNot, deletion.left.count)
      let words = [counted(said, .deleted, deletion.gone.count), left].compactMap { $0 }.joined(separator: " ")
      return told(words, isGood: deletion.left.isEmpty, back)
    }
    let reports = try await finder.reports(ids, of: principal.organisation).filter {
      principal.may(.deleteReport, on: $0.subject)
    }
    guard !reports.isEmpty else { return told(said[.noneChosen], isGood: false, back) }
    let forms = try await templateStore.forms(of: principal.organisation)
    return sure(reports.map { $0.completed(by: forms.form(of: $0)) }, back: form["back"], way: back)
  }

  private func told(_ words: String, isGood: Bool, _ path: String) -> WebAnswer {
    if let place = context.place {
      shell.notices.put(StudioNotices.Notice(words: words, isGood: isGood), for: place.id, on: "/reports")
    }
    return StudioShell.redirect(path)
  }

  private func sure(_ reports: [DailyReport], back: String, way: String) -> WebAnswer {
    let rows = reports.map { report -> HTML in
      let facts: [HTML] = [
        shownDay(report.date), "<bdi>\(report.photographer)</bdi>",
        "<bdi>\(report.schools.joined(separator: ", "))</bdi>",
      ]
      return """
        <li class="card"><strong><bdi>\(report.templateName ?? words[.legacy])</bdi></strong><br><span class="quiet">\(HTML.joined(facts, " · "))</span></li>

        """
    }
    let chosen = reports.enumerated().map { number, report in
      "<input type=\"hidden\" name=\"\(Self.pick(number))\" value=\"\(report.id)\">" as HTML
    }
    return page(
      title: said[.deleteAsk], scripts: ["reports/reading.js"],
      """
      <div class="reports"><h1>\(said[.deleteAsk])</h1>
      <ul class="rows">
      \(rows)</ul>
      <p class="notice bad">\(said[.deleteHelp])</p>
      <form method="post" action="/reports/delete">\(shell.token(context))\(chosen)<input type="hidden" name="back" value="\(back)"><input type="hidden" name="sure" value="yes">
      <p class="row"><a class="button plain" href="\(way)">\(said[.keepThem])</a><button class="danger">\(counted(said, .deleteNow, reports.count))</button></p></form></div>
      """)
  }
}
