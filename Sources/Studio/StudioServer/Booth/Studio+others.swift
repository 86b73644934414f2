import Documents
import FoundationEssentials
import HTTPTypes
import Logging
import StudioModel
import WebSupport

/// Booths on other machines, and what a studio on another machine asks of this one's.
extension Studio {
  // MARK: Theirs, here

  func otherBoothsPage(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try principal(context, may: .seeBooth)
    guard let others = watches.others else { throw StudioFault.notFound }
    let words = StudioWords(context.language)
    let list: [OtherBooth]
    do throws(OperatedBoothError) { list = try await others.list(of: principal.organisation) } catch {
      throw StudioFault.booth(error)
    }
    let rows = list.map { booth -> HTML in
      let remove: HTML =
        principal.may(.managePeople)
        ? """
        <details><summary>\(words[.removeBooth])<span class="unseen"> \(booth.name)</span></summary>
        <form method="post" action="/booths">\(token(context))<input type="hidden" name="remove" value="\(booth.id)"><button class="danger">\(words[.removeBooth])<span class="unseen"> \(booth.name)</span></button></form></details>
        """ : .empty
      return """
        <li class="card"><p><a class="button plain" href="/booths/\(booth.id)"><bdi>\(booth.name)</bdi></a></p>
        <p class="quiet" dir="ltr">\(booth.address)</p>
        \(remove)</li>

        """
    }
    let add: HTML =
      principal.may(.managePeople)
      ? """
      <form class="card" method="post" action="/booths">\(token(context))
      <h2>\(words[.addBooth])</h2>
      <label for="name">\(words[.boothName])</label>
      <input id="name" name="name" required maxlength="80" autocomplete="off">
      <label for="link">\(words[.boothLink])</label>
      <p class="quiet" id="link-help">\(words[.boothLinkHelp])</p>
      <input id="link" class="link" name="link" type="url" required maxlength="500" dir="ltr" autocomplete="off" aria-describedby="link-help">
      <button>\(words[.addBooth])</button></form>

      """ : .empty
    let all: HTML? = fleet.map { _ in
      "<a class=\"button plain\" href=\"/fleet\">\(WordTable<FleetText>(context.language)[.all])</a>\n"
    }
    let none: HTML? = list.isEmpty ? "<p class=\"quiet\">\(words[.noOtherBooths])</p>\n" : nil
    return page(
      context, title: words[.otherBooths], section: .booth,
      """
      <h1>\(words[.otherBooths])</h1>
      \(none)<ul class="rows">
      \(rows)</ul>
      \(add)<p class="row">\(all)<a class="button plain" href="/booth">\(words[.thisBooth])</a></p>
      """)
  }

  /// `POST /booths`, with `remove`, or with `name` and `link`.
  func changeOtherBooths(_ context: StudioContext) async throws -> WebAnswer {
    let form = try await form(context)
    let organisation = try principal(context, may: .managePeople).organisation
    guard let others = watches.others else { throw StudioFault.notFound }
    let words = StudioWords(context.language)
    let notice: StudioNotices.Notice
    do throws(OperatedBoothError) {
      if !form["remove"].isEmpty {
        try await others.remove(form["remove"], of: organisation)
        await watches.forget(form["remove"], of: organisation)
      } else {
        _ = try await others.add(name: form["name"], link: form["link"], for: organisation)
      }
      notice = .init(words: words[.saved], isGood: true)
    } catch {
      notice = .init(words: BoothWords(context.language).refusal(error), isGood: false)
      logger.notice("other booths", metadata: ["studio.error": "\(error.words)"])
    }
    logger.notice("other booths", metadata: ["studio.done": "\(notice.isGood)"])
    if let place = context.place { notices.put(notice, for: place.id, on: "/booths") }
    return Self.redirect("/booths")
  }

  // MARK: Ours, elsewhere

  /// `GET /booth/report`, `guests?limit=`, `examination`, `lines?count=`: for the studio of another machine, with the rights of
  /// the account that it has here.
  func boothJSON(_ context: StudioContext, _ question: BoothQuestion) async throws -> WebAnswer {
    let action: StudioAction =
      switch question {
      case .report: .seeBooth
      case .guests: .seeSessions
      case .examination: .operateBooth
      case .lines: .seeLog
      }
    _ = try principal(context, may: action)
    let watch = try await watch(context)
    func number(_ name: String, atMost most: Int) -> Int {
      min(max(context.call.query[name].flatMap { Int($0) } ?? most, 1), most)
    }
    do {
      switch question {
      case .report: return try Self.json(BoothAnswer(await watch.report()))
      case .guests:
        let limit = number("limit", atMost: Self.charted)
        return try Self.json(
          BoothAnswer(
            await Self.result { () async throws(OperatedBoothError) in try await watch.booth.sessions(limit: limit) }))
      case .examination:
        return try Self.json(
          BoothAnswer(await Self.result { () async throws(OperatedBoothError) in try await watch.examination() }))
      case .lines:
        let count = number("count", atMost: 1000)
        return try Self.json(
          BoothAnswer(
            await Self.result { () async throws(OperatedBoothError) in try await watch.booth.log(lines: count) ?? [] }))
      }
    } catch let error as EncodingError {
      throw StudioFault.unavailable("\(error)")
    }
  }

  private static func json(_ value: some Encodable) throws -> WebAnswer {
    WebAnswer(
      .ok, [.contentType: "application/json", .cacheControl: "no-store"], .bytes(Array(try JSONEncoder().encode(value)))
    )
  }

  private static func result<Value>(
    _ body: () async throws(OperatedBoothError) -> Value
  ) async -> Result<Value, OperatedBoothError> {
    do throws(OperatedBoothError) { return .success(try await body()) } catch { return .failure(error) }
  }
}
