import Documents
import HTTPTypes
import Hummingbird
package import StudioModel
package import StudioServer
import StudioStore
package import WebSupport

/// One's own changes that are not yet where they belong: those that wait, and those that the organisation refused. `/waiting`, led to by
/// what stands above every page as long as there are any.
package struct WaitingFeature: StudioFeature {
  typealias Words = WordTable<WaitingText>
  private let house: FirebaseHouse

  /// - Parameter house: which knows what waits.
  package init(_ house: FirebaseHouse) { self.house = house }

  /// None: it is seen when there is something to see.
  package var sections: [StudioSection] { [] }

  package func remarks() async -> [BoothReport.Part] {
    house.damages.map { .init("database", .bad, $0, .init(.studioDatabase)) }
  }
  /// Other organisations' people are none of theirs.
  package func remarks(for organisation: OrganisationID) async -> [BoothReport.Part] { [] }

  package func answer(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer? {
    let parts = context.call.path.split(separator: "/").map(String.init)
    guard parts.first == "waiting", let person = context.person else { return nil }
    do {
      switch (context.call.request.method, parts.count) {
      case (.get, 1), (.head, 1): return try await page(context, shell, house.session(of: person.id))
      case (.post, 2) where parts[1] == "again" || parts[1] == "forget":
        let key = try await shell.form(context)["key"]
        if let session = house.session(of: person.id) {
          // Only what was refused is a person's to decide about.
          let isRefused = try await session.documents.outgoing().contains { $0.key == key && $0.refusal != nil }
          guard isRefused else { throw StudioFault.notFound }
          if parts[1] == "again" {
            try await session.documents.retry(key: key)
          } else {
            try await session.documents.discard(key: key)
          }
        }
        return StudioShell.redirect("/waiting")
      default: return nil
      }
    } catch let error as DocumentStoreError {
      throw StudioFault.unavailable("\(error)")
    }
  }

  private func page(_ context: StudioContext, _ shell: StudioShell, _ session: FirebaseSession?) async throws
    -> WebAnswer
  {
    let words = Words(context.language)
    let all = try await session?.documents.outgoing() ?? []
    let rows = all.map { row($0, context, shell, words) }
    let none: HTML? = all.isEmpty ? "<p>\(words[.nothing])</p>" : nil
    return shell.page(
      context, title: words[.waiting],
      """
      <h1>\(words[.waiting])</h1>
      <p class="quiet">\(words[.help])</p>
      \(none)<ul class="rows">
      \(rows)</ul>
      """)
  }

  private func row(_ outgoing: DocumentOutgoing, _ context: StudioContext, _ shell: StudioShell, _ words: Words) -> HTML
  {
    let places = Set(outgoing.writes.map(\.path.collection.description)).sorted().map { Self.title($0, words) }
    let what: HTML = "<strong>\(places.joined(separator: ", "))</strong>"
    guard let refusal = outgoing.refusal else {
      return "<li class=\"card\"><p>\(what) <span class=\"badge\">\(words[.waits])</span></p></li>\n"
    }
    func form(_ verb: String, _ text: WaitingText, _ kind: HTML) -> HTML {
      """
      <form method="post" action="/waiting/\(verb)">\(shell.token(context))<input type="hidden" name="key" value="\(outgoing.key)"><button\(kind)>\(words[text])</button></form>
      """
    }
    return """
      <li class="card"><p>\(what) <span class="badge">\(words[.refused])</span></p>
      <p class="quiet" lang="en" dir="ltr">\(refusal)</p>
      \(form("again", .again, .empty))
      \(form("forget", .forget, " class=\"danger\""))</li>

      """
  }

  private static func title(_ collection: String, _ words: Words) -> String {
    switch collection {
    case "photoCritiques", "critiqueFeedback": words[.critique]
    case "dailyJobReports": words[.report]
    case "reportTemplates": words[.template]
    default: words[.change]
    }
  }
}
