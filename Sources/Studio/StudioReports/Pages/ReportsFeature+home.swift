import Documents
import Reports
import StudioModel
package import StudioServer
import WebSupport

/// Reports on a person's home: one's own of today, and for managers those of all.
extension ReportsFeature {
  /// How many of a day's reports are looked at for who has sent one.
  private static let looked = 500

  package func home(_ visit: HomeVisit) async throws -> HomeOffer {
    let principal = visit.principal
    guard principal.may(.writeReport) else { return .none }
    let words = WordTable<ReportsHomeText>(visit.context.language)
    let documents = documents.store(for: visit.context.requester)
    let forms = TemplateChoice(try await TemplateFinder(documents).active(of: principal.organisation))
    var filter = ReportFilter()
    (filter.span, filter.today) = (.today, visit.today)
    let found = try await catalogue(documents).page(
      filter, of: principal.organisation, limit: Self.looked, now: visit.context.now)
    // Without a form nothing is sent, and there is nothing to miss.
    guard !forms.groups.isEmpty || forms.unreadable > 0 || found.count > 0 else {
      guard principal.may(.editTemplates) else { return .none }
      return HomeOffer(steps: [
        HomeStep(
          "form", .fileEarmarkPlus, words[.createForm], words[.createFormText],
          action: HomeLink(words[.newForm], "/reports/forms/new"),
          other: HomeLink(words[.importForm], "/reports/forms#import"))
      ])
    }
    var cards: [HomeCard] = []
    if principal.standing.isPhotographer || !principal.may(.seeReport) {
      cards.append(own(found.rows.first { $0.user == principal.user.text }, forms, principal, words))
    }
    if principal.may(.seeReport) { cards.append(try await team(found, visit, words)) }
    return HomeOffer(cards: cards, steps: try await schoolStep(forms, documents, principal, words))
  }

  /// Where a form asks for a school, and there is none to choose.
  private func schoolStep(
    _ forms: TemplateChoice, _ documents: any DocumentStore, _ principal: Principal,
    _ words: WordTable<ReportsHomeText>
  ) async throws -> [HomeStep] {
    guard principal.may(.editTemplates), forms.groups.flatMap(\.templates).contains(where: \.asksForSchool),
      try await ReportFinder(documents).schools(of: principal.organisation).allSatisfy(\.isRetired)
    else { return [] }
    return [
      HomeStep(
        "schools", .mortarboard, words[.addSchools], words[.addSchoolsText],
        action: HomeLink(words[.addSchool], "/reports/schools"))
    ]
  }

  /// - Parameter sent: today's report; nil while there is none.
  private func own(
    _ sent: ReportRow?, _ forms: TemplateChoice, _ principal: Principal, _ words: WordTable<ReportsHomeText>
  ) -> HomeCard {
    if let sent {
      return HomeCard(
        "report", .usual, .clipboardCheck, words[.yourReport], sentence: words[.sent],
        action: HomeLink(words[.viewReport], "/reports/report/" + PercentEncoding.component(sent.id)))
    }
    // With one form, or a preselected one, there is nothing to choose.
    let all = forms.groups.flatMap(\.templates)
    let form = forms.preselected ?? (all.count == 1 ? all.first : nil)
    return HomeCard(
      "report", principal.standing.isPhotographer ? .due : .usual, .clipboardCheck, words[.yourReport],
      sentence: words[.notSent],
      action: HomeLink(words[.fillIn], "/reports/new" + (form.map { "/" + PercentEncoding.component($0.id) } ?? "")))
  }

  private func team(
    _ found: ReportListing, _ visit: HomeVisit, _ words: WordTable<ReportsHomeText>
  ) async throws -> HomeCard {
    let senders = Set(found.rows.map(\.user))
    let missing = try await visit.people().filter {
      $0.standing.isPhotographer && $0.endedAt == nil && !senders.contains($0.id.text)
    }
    let day = DayText.iso(visit.today)
    return HomeCard(
      "reports", found.count > 0 || !missing.isEmpty ? .news : .usual, .clipboardCheck, words[.todaysReports],
      figures: [.init(found.count, words[.sentToday]), .init(missing.count, words[.missing])],
      names: missing.map(\.displayName),
      action: HomeLink(words[.viewReports], "/reports?when=today&today=\(day)"))
  }
}
