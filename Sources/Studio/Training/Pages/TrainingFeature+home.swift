import Documents
import StudioModel
package import StudioServer
import WebSupport

/// Training on a person's home: what a photographer has not opened yet, and for managers what others have not.
extension TrainingFeature {
  /// How many pictures are shown, how many of the newest critiques are looked at for one photographer, and of all together.
  private static let (pictured, looked, overseen) = (4, 24, 50)

  package func home(_ visit: HomeVisit) async throws -> HomeOffer {
    let principal = visit.principal
    let page = TrainingPage(feature: self, context: visit.context, shell: visit.shell)
    let words = WordTable<TrainingHomeText>(visit.context.language)
    var cards: [HomeCard] = []
    if principal.standing.isPhotographer, principal.may(.seeCritiques) {
      if let own = try await own(page, principal, words) { cards.append(own) }
    }
    var steps: [HomeStep] = []
    if principal.may(.overseeCritiques) {
      if let team = try await team(page, visit, words) {
        cards.append(team)
      } else if try await canBegin(visit) {
        steps.append(
          HomeStep(
            "training", .mortarboard, words[.shareFirst], words[.shareFirstText],
            action: HomeLink(words[.shareAction], "/training/new")))
      }
    }
    return HomeOffer(cards: cards, steps: steps)
  }

  /// Whether the person shares training photos, and there is a photographer to share them with.
  private func canBegin(_ visit: HomeVisit) async throws -> Bool {
    guard visit.principal.may(.publishCritique) else { return false }
    return CritiqueDraft.photographers(of: try await visit.people()).contains { $0.id != visit.principal.user }
  }

  /// Nil for who was never sent any.
  private func own(
    _ page: TrainingPage, _ principal: Principal, _ words: WordTable<TrainingHomeText>
  ) async throws -> HomeCard? {
    let newest = try await page.page(
      of: principal.user, in: principal.organisation, CritiqueView(), after: nil, upTo: Self.looked
    ).critiques
    guard !newest.isEmpty else { return nil }
    let unseen = try await page.unseen(newest, by: principal.user)
    let pictures = newest.lazy.filter { unseen.contains($0.id) }.compactMap { critique -> HomeCard.Picture? in
      guard let address = critique.pictures.first.flatMap({ TrainingPage.shown($0.thumbnail, of: critique) }) else {
        return nil
      }
      return HomeCard.Picture(address, text: critique.preview(limit: 60), to: TrainingPage.address(critique))
    }.prefix(Self.pictured)
    let count = unseen.count < Self.looked ? "\(unseen.count)" : "\(unseen.count)+"
    return HomeCard(
      "training", unseen.isEmpty ? .usual : .news, .mortarboard, page.words[.training],
      sentence: unseen.isEmpty ? words[.upToDate] : nil, figures: unseen.isEmpty ? [] : [.init(count, words[.new])],
      pictures: Array(pictures), action: HomeLink(words[.viewTraining], "/training"))
  }

  /// Nil where nothing was sent yet.
  private func team(
    _ page: TrainingPage, _ visit: HomeVisit, _ words: WordTable<TrainingHomeText>
  ) async throws -> HomeCard? {
    let newest = try await counts.newest(Self.overseen, in: visit.principal.organisation, from: page.documents)
    guard !newest.isEmpty else { return nil }
    var paths: [DocumentPath] = []
    for (id, photographer) in newest { paths.append(try CritiqueSeen.path(id, by: photographer)) }
    let seen = try await page.documents.documents(at: paths)
    let waiting = zip(newest, seen).filter { $1 == nil }.map { $0.0.photographer }
    let names = try await visit.people().filter { waiting.contains($0.id) && $0.endedAt == nil }.map(\.displayName)
    let count = waiting.count < Self.overseen ? "\(waiting.count)" : "\(waiting.count)+"
    return HomeCard(
      "team-training", .usual, .mortarboard, words[.team], sentence: waiting.isEmpty ? words[.allSeen] : nil,
      figures: waiting.isEmpty ? [] : [.init(count, words[.notSeen])],
      names: names.isEmpty ? nil : .init(words[.waitingFor], names),
      action: HomeLink(words[.viewTeam], "/training/team"))
  }
}
