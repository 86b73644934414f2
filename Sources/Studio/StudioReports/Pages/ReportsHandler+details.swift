import Documents
import Locations
import Reports
import StudioModel
import StudioServer
import WebSupport

/// Who fills reports in, and from where they set out.
extension ReportsHandler {
  func details() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    let user = try await user(principal)
    return detailsPage(user.first, user.last, user.home, isWrong: false)
  }

  private func detailsPage(_ first: String, _ last: String, _ home: String, isWrong: Bool) -> WebAnswer {
    let complaint: HTML? =
      isWrong ? "<p class=\"notice bad\" id=\"complaint\" role=\"alert\">\(words[.homeWrong])</p>\n" : nil
    let invalid: HTML =
      isWrong ? " aria-invalid=\"true\" aria-describedby=\"complaint home-help\"" : " aria-describedby=\"home-help\""
    return page(
      title: words[.ownDetails], scripts: ["reports/home-position.js"],
      """
      <div class="reports">\(shell.way(to: "/reports", words[.reports]))
      <div class="card narrow"><h1>\(words[.ownDetails])</h1>
      \(complaint)<form method="post" action="/reports/details">\(shell.token(context))
      <label for="first">\(words[.firstName])</label><input id="first" name="first" value="\(first)" maxlength="100" autocomplete="given-name">
      <label for="last">\(words[.lastName])</label><input id="last" name="last" value="\(last)" maxlength="100" autocomplete="family-name">
      <label for="home">\(words[.home])</label><div class="beside"><input id="home" name="home" value="\(home)" maxlength="100" inputmode="text" dir="ltr" autocomplete="off"\(invalid)><button type="button" class="secondary" id="home-locate" data-failed="\(words[.positionFailed])" hidden>\(shell.icon(.geoAlt))\(words[.usePosition])</button></div>
      <p class="hint" id="home-state" role="status"></p>
      <p class="hint" id="home-help">\(words[.homeHelp])</p>
      <button>\(words[.save])</button></form></div></div>
      """)
  }

  func saveDetails() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    let form = try await shell.form(context)
    let typed = form["home"].trimmed
    let (first, last) = (form["first"].line(atMost: 100), form["last"].line(atMost: 100))
    guard let home = typed.isEmpty ? "" : Coordinate.kept(typed: typed) else {
      return detailsPage(first, last, typed, isWrong: true)
    }
    let fields: DocumentFields = [
      "firstName": .string(first), "lastName": .string(last), "userCoordinates": .string(home),
      "organizationID": .string(principal.organisation.text),
    ]
    guard let path = ReportDocument.path("users", principal.user.text) else { throw StudioFault.notFound }
    _ = try await documents.commit([.update(path, fields, if: .none)])
    if let place = context.place {
      shell.notices.put(StudioNotices.Notice(words: words[.saved], isGood: true), for: place.id, on: "/reports")
    }
    return StudioShell.redirect("/reports")
  }
}
