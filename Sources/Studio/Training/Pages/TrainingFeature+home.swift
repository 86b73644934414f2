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
    let answers = page.newAnswers(
      try await page.unreadAnswers(by: principal).count { $0.photographer == principal.user })
    let pictures = newest.lazy.filter { unseen.contains($0.id) }.compactMap { critique -> HomeCard.Picture? in
      guard let address = critique.pictures.first.flatMap({ TrainingPage.shown($0.thumbnail, of: critique) }) else {
        return nil
      }
      return HomeCard.Picture(address, text: critique.preview(limit: 60), to: TrainingPage.address(critique))
    }.prefix(Self.pictured)
    let count = unseen.count < Self.looked ? "\(unseen.count)" : "\(unseen.count)+"
    return HomeCard(
      "training", unseen.isEmpty && answers == nil ? .usual : .news, .mortarboard, page.words[.training],
      sentence: answers ?? (unseen.isEmpty ? words[.upToDate] : nil),
      figures: unseen.isEmpty ? [] : [.init(count, words[.new])],
      pictures: Array(pictures), action: HomeLink(words[.viewTraining], "/training"))
  }

  /// The photographers of those of the newest training photos that they have not opened, one for each photo.
  /// - Parameter limit: how many of the newest are looked at.
  func unseen(
    of limit: Int, in organisation: OrganisationID, _ documents: any DocumentStore
  ) async throws -> [UserID] {
    let newest = try await counts.newest(limit, in: organisation, from: documents)
    guard !newest.isEmpty else { return [] }
    var paths: [DocumentPath] = []
    for (id, photographer) in newest { paths.append(try CritiqueSeen.path(id, by: photographer)) }
    return zip(newest, try await documents.documents(at: paths)).filter { $1 == nil }.map { $0.0.photographer }
  }

  /// Nil where nothing was sent yet.
  private func team(
    _ page: TrainingPage, _ visit: HomeVisit, _ words: WordTable<TrainingHomeText>
  ) async throws -> HomeCard? {
    let organisation = visit.principal.organisation
    guard try await !counts.newest(1, in: organisation, from: page.documents).isEmpty else { return nil }
    let waiting = try await unseen(of: Self.overseen, in: organisation, page.documents)
    let names = try await visit.people().compactMap { person -> String? in
      let many = waiting.count { $0 == person.id }
      guard many > 0, person.endedAt == nil else { return nil }
      return many == 1 ? person.displayName : "\(person.displayName) (\(many))"
    }
    let count = waiting.count < Self.overseen ? "\(waiting.count)" : "\(waiting.count)+"
    // Those to what the person was sent stand on the person's own card.
    let answers = page.newAnswers(
      try await page.unreadAnswers(by: visit.principal).count { $0.photographer != visit.principal.user })
    return HomeCard(
      "team-training", answers == nil && waiting.isEmpty ? .usual : .news, .mortarboard, words[.team],
      sentence: answers ?? (waiting.isEmpty ? words[.allSeen] : nil),
      figures: waiting.isEmpty ? [] : [.init(count, words[.notSeen])],
      names: names,
      action: HomeLink(words[.viewTeam], "/training/team"))
  }
}
