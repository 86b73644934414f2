import BoothCore
import Documents
import HTTPTypes
import Logging
import StudioModel
import WebSupport

/// The page that people land on: what waits for them, what is new, and first steps until there is something.
extension Studio {
  /// How long the page waits for a part of the studio. The others are then shown without it.
  private static let patience = Duration.seconds(3)
  /// The longest name of a card, and the most that one person hides.
  private static let (longestName, mostHidden) = (40, 60)

  /// `GET /`; the inner part of it for a script. `?today=` has the reader's day, at most one off the studio's.
  func home(_ context: StudioContext) async throws -> WebAnswer {
    guard let person = context.person else { throw StudioFault.signInNeeded }
    let words = HomeWords(context.language)
    let today = Self.day(context)
    let visit = HomeVisit(context: context, shell: shell, principal: person.principal, today: today) {
      try await accounts.people(of: person.organisation, for: context.requester)
    }
    let inner = home(await gathered(visit, words), visit, words)
    if context.wantsPart { return html(context, .ok, inner) }
    // What stands around the name.
    let greeting = words[.hello].split(separator: "%1", omittingEmptySubsequences: false)
    return shell.page(
      context, title: StudioWords(context.language)[.home],
      extras: .init(styles: ["studio/home.css"], modules: ["studio/home.js"]),
      """
      <h1>\(String(greeting.first ?? ""))<bdi>\(person.displayName)</bdi>\(greeting.count > 1 ? String(greeting[1]) : "")</h1>
      \(inner)
      """)
  }

  private static func day(_ context: StudioContext) -> Int {
    let own = Int(context.now / 86_400)
    return context.call.query["today"].flatMap { CivilDate.day($0) }.flatMap { abs($0 - own) <= 1 ? $0 : nil } ?? own
  }

  // MARK: Gathering

  /// What all parts offer, and the titles of those that could not be asked.
  private struct Gathered {
    var offer = HomeOffer()
    var missing: [String] = []
  }

  private func gathered(_ visit: HomeVisit, _ words: HomeWords) async -> Gathered {
    let sources =
      [
        HomeGathering.Source(title: StudioWords(words.language)[.booth]) { await boothOffer(visit, words) },
        HomeGathering.Source(title: StudioWords(words.language)[.people]) { try await peopleOffer(visit, words) },
      ]
      + features.map { feature in
        HomeGathering.Source(title: feature.sections.first?.title(words.language) ?? "") {
          try await feature.home(visit)
        }
      }
    var all = Gathered()
    for (source, outcome) in zip(sources, await HomeGathering.outcomes(of: sources, within: Self.patience)) {
      switch outcome {
      case .offered(let offer):
        all.offer.cards += offer.cards
        all.offer.steps += offer.steps
      case .failed(let error):
        logger.error(
          "a card of the home cannot be shown",
          metadata: ["studio.part": "\(source.title)", "studio.error": "\(error)"]
        )
        all.missing.append(source.title)
      case .late:
        logger.warning("a card of the home came too late", metadata: ["studio.part": "\(source.title)"])
        all.missing.append(source.title)
      }
    }
    all.missing.removeAll { $0.isEmpty }
    return all
  }

  // MARK: The page

  private func home(_ all: Gathered, _ visit: HomeVisit, _ words: HomeWords) -> HTML {
    let hidden = Self.hidden(visit.context.preferences)
    let steps = all.offer.steps.filter { !hidden.contains($0.name) }
    let cards = all.offer.cards.filter { !hidden.contains($0.name) }.enumerated()
      .sorted {
        ($0.element.urgency, $0.element.kind, $0.offset) < ($1.element.urgency, $1.element.kind, $1.offset)
      }.map(\.element)
    let isHiding = all.offer.steps.count + all.offer.cards.count > steps.count + cards.count
    // Administrators see the first steps at the top, all others what waits for them. The first button of the page is primary.
    let isSetUp = visit.principal.may(.managePeople) && !steps.isEmpty
    let isDue = !isSetUp && cards.first?.urgency == .due
    let stepList: HTML? =
      steps.isEmpty
      ? nil
      : """
      <section class="home-steps" aria-labelledby="get-started"><h2 id="get-started">\(words[.getStarted])</h2>
      <ul class="tiles\(steps.count == 1 ? " alone" : "")">
      \(steps.enumerated().map { step($1, isFirst: $0 == 0 && !isDue, visit, words) })</ul></section>

      """
    let cardList: HTML? =
      cards.isEmpty
      ? nil
      : """
      <ul class="tiles">
      \(cards.enumerated().map { card($1, isFirst: isDue && $0 == 0, visit, words) })</ul>

      """
    let missing = all.missing.map { "<p class=\"quiet\">\(words.filled(.notShown, $0))</p>\n" as HTML }
    let nothing: HTML? =
      steps.isEmpty && cards.isEmpty && missing.isEmpty
      ? "<div class=\"empty\">\(shell.icon(.checkCircle))<h2>\(words[.nothingYet])</h2><p>\(words[.nothingYetText])</p></div>\n"
      : nil
    let back: HTML? =
      isHiding
      ? """
      <form method="post" action="/home/show">\(token(visit.context))<button class="plain">\(words[.showHidden])</button></form>

      """ : nil
    return """
      <div id="home" data-day="\(WallTime(unixSeconds: Double(visit.today) * 86_400).day)" data-hidden="\(words[.cardHidden])" data-undo="\(words[.undo])">
      \(isSetUp ? stepList : nil)\(cardList)\(isSetUp ? nil : stepList)\(nothing)\(missing)\(back)</div>
      """
  }

  private func step(_ step: HomeStep, isFirst: Bool, _ visit: HomeVisit, _ words: HomeWords) -> HTML {
    let other: HTML? = step.other.map { " <a class=\"button plain\" href=\"\($0.path)\">\($0.title)</a>" }
    return """
      <li data-card="\(step.name)"><div class="card home-card">\(hider(step.name, step.title, visit, words))<h3>\(shell.icon(step.icon))\(step.title)</h3>
      <p>\(step.text)</p>
      <p class="home-way">\(link(step.action, isFirst: isFirst))\(other)</p></div></li>

      """
  }

  private func card(_ card: HomeCard, isFirst: Bool, _ visit: HomeVisit, _ words: HomeWords) -> HTML {
    let sentence: HTML? = card.sentence.map { "<p>\($0)</p>\n" }
    // Names belong to the last number: three photos were not seen, by these.
    let figures = card.figures.enumerated().map { place, figure -> HTML in
      let names = place == card.figures.count - 1 ? names(card.names, words) : nil
      return "<li><strong>\(figure.value)</strong> <span>\(figure.label)</span>\(names)</li>"
    }
    let numbers: HTML? = figures.isEmpty ? nil : "<ul class=\"home-figures\">\(figures)</ul>\n"
    let pictures = card.pictures.map { picture -> HTML in
      "<li><a href=\"\(picture.path)\"><img src=\"\(picture.address)\" alt=\"\(picture.text)\" width=\"160\" height=\"160\" loading=\"lazy\" decoding=\"async\"></a></li>"
    }
    let gallery: HTML? = pictures.isEmpty ? nil : "<ul class=\"home-pictures\">\(pictures)</ul>\n"
    return """
      <li data-card="\(card.name)"><div class="card home-card">\(hider(card.name, card.title, visit, words))<h2>\(shell.icon(card.icon))\(card.title)</h2>
      \(sentence)\(numbers)\(gallery)<p class="home-way">\(link(card.action, isFirst: isFirst))</p></div></li>

      """
  }

  private func names(_ names: [String], _ words: HomeWords) -> HTML? {
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(HomeCard.mostNames).map { "<bdi>\($0)</bdi>" as HTML }
    let more = names.count - shown.count
    let rest: HTML? = more > 0 ? " \(words.filled(.andMore, more))" : nil
    var list: HTML = .empty
    for (number, name) in shown.enumerated() { list = list + (number == 0 ? name : ", \(name)") }
    return " <span class=\"names\">\(list)\(rest)</span>"
  }

  private func link(_ link: HomeLink, isFirst: Bool) -> HTML {
    let kind: HTML = isFirst ? "button" : "button secondary"
    return "<a class=\"\(kind)\" href=\"\(link.path)\">\(link.title)</a>"
  }

  /// The button that hides a card; nil where preferences cannot be saved.
  private func hider(_ name: String, _ title: String, _ visit: HomeVisit, _ words: HomeWords) -> HTML? {
    guard preferences.store != nil else { return nil }
    return """
      <details class="home-menu" data-menu><summary class="icon-button" aria-label="\(words.filled(.cardMenu, title))">\(shell.icon(.threeDotsVertical))</summary><form class="menu home-hide" method="post" action="/home/hide">\(token(visit.context))<input type="hidden" name="card" value="\(name)"><button class="menu-item">\(words[.hideCard])</button></form></details>
      """
  }

  // MARK: Hiding cards

  /// What a person has hidden.
  static func hidden(_ preferences: StudioPreferences) -> Set<String> {
    Set((preferences[.hiddenCards] ?? "").split(separator: " ").map(String.init))
  }

  /// `POST /home/hide`, with `card`.
  func hideCard(_ context: StudioContext) async throws -> WebAnswer {
    guard let person = context.person else { throw StudioFault.signInNeeded }
    let name = try await form(context)["card"]
    guard (1...Self.longestName).contains(name.utf8.count), name.utf8.allSatisfy(Self.isOfName) else {
      throw StudioFault.notFound
    }
    try await changeHidden(person) { ($0.filter { $0 != name } + [name]).suffix(Self.mostHidden) }
    return Self.redirect("/")
  }

  /// `POST /home/show`, with `card`; without it all of them.
  func showCards(_ context: StudioContext) async throws -> WebAnswer {
    guard let person = context.person else { throw StudioFault.signInNeeded }
    let name = try await form(context)["card"]
    try await changeHidden(person) { name.isEmpty ? [] : $0.filter { $0 != name } }
    return Self.redirect("/")
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
  }

  /// - Parameter change: of the names, in the order in which they were hidden. Another tab may hide one at the same moment.
  private func changeHidden(_ person: Person, _ change: @escaping @Sendable ([String]) -> [String]) async throws {
    do throws(AccountError) {
      try await preferences.change(.hiddenCards, of: person.id.text) { before in
        let text = change((before ?? "").split(separator: " ").map(String.init)).joined(separator: " ")
        return text.isEmpty ? nil : text
      }
    } catch .notFound { throw StudioFault.notFound }
  }
}
