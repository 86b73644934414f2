import BoothCore
import Documents
import HTTPTypes
import LocationLibrary
import StudioModel
import StudioServer
import WebSupport

/// The sync with the organisation's Firebase: by hand, tried before it is done, and seen while it goes.
extension PlacesPages {
  private static let mostLines = 200
  private static let syncPath = "/places/sync"

  func syncPage(_ context: StudioContext) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .syncLocations)
    guard let sync else { throw PlaceError.notFound }
    let standing = try await sync.standing()
    let words = SyncWords(context.language)
    let missing = standing.missing.map { name -> HTML in "<li><code>\(name)</code></li>\n" }
    let body: HTML =
      missing.isEmpty
      ? set(context, standing, words)
      : "<div class=\"notice bad\"><p>\(words[.missing])</p>\n<ul lang=\"en\" dir=\"ltr\">\(missing)</ul></div>"
    return pages(
      context, title: words[.title],
      """
      <p><a class="way" href="/places/transfer">\(PlacesWords(context.language)[.transfer])</a></p>
      <h1>\(words[.title])</h1>
      <p>\(words[.help])</p>
      \(body)
      """)
  }

  private func set(_ context: StudioContext, _ standing: SyncStanding, _ words: SyncWords) -> HTML {
    let last = standing.lastAt.map { time in
      words.filled(.last, LongDate.day(time.day, in: words.language) + ", " + String(time.timeOfDay.prefix(5)))
    }
    return """
      <p class="quiet">\(words.filled(.with, standing.project, standing.account))<br>\(last ?? words[.never])</p>
      \(newest(standing, words))\(standing.isUnderWay ? .empty : form(context, standing, words))
      """
  }

  private func form(_ context: StudioContext, _ standing: SyncStanding, _ words: SyncWords) -> HTML {
    let ways = SyncRequest.Direction.allCases.map { way -> HTML in
      let checked: HTML = way == .both ? " checked" : ""
      let text: SyncText = way == .both ? .both : way == .push ? .push : .pull
      return
        "<label class=\"choice\"><input type=\"radio\" name=\"direction\" value=\"\(way.rawValue)\"\(checked)> \(words[text])</label>\n"
    }
    let password: HTML? =
      standing.needsPassword
      ? """
      <label for="password">\(words[.password])</label>
      <p class="quiet" id="password-help">\(words[.passwordHelp])</p>
      <input id="password" name="password" type="password" autocomplete="off" required maxlength="512" aria-describedby="password-help">

      """ : nil
    return """
      <form class="card" method="post" action="\(Self.syncPath)">\(shell.token(context))
      <fieldset class="choices"><legend>\(words[.direction])</legend>
      \(ways)</fieldset>
      \(password)<p class="row"><button class="plain" name="do" value="rehearse">\(words[.rehearse])</button>
      <button name="do" value="sync">\(words[.start])</button></p></form>
      """
  }

  private func newest(_ standing: SyncStanding, _ words: SyncWords) -> HTML {
    switch standing.run {
    case nil: return .empty
    case .underWay(_, let done, let all):
      return """
        <p class="notice good" role="status" data-working="\(Self.syncPath)/progress">\(Self.progress(done, all, words))</p>
        <noscript><p><a href="">\(PlacesWords(words.language)[.reload])</a></p></noscript>

        """
    case .failed(_, let detail):
      return "<div class=\"notice bad\"><p>\(words[.failed])</p><p lang=\"en\" dir=\"ltr\">\(detail)</p></div>\n"
    case .ended(let requested, let result): return outcome(requested, result, words)
    }
  }

  private static func progress(_ done: Int, _ all: Int, _ words: SyncWords) -> String {
    all == 0 ? words[.looking] : words.filled(.running, "\(done)", "\(all)")
  }

  private func outcome(_ requested: SyncRequest, _ result: SyncResult, _ words: SyncWords) -> HTML {
    let isFine = result.failure == nil && (requested.isRehearsal || result.whole)
    let said = words[isFine ? requested.isRehearsal ? .wouldBe : .whole : result.failure == nil ? .partly : .failed]
    let failure: HTML? = result.failure.map { "<p lang=\"en\" dir=\"ltr\">\($0)</p>" }
    let clock: HTML? = result.clockAheadSeconds.map {
      "<div class=\"notice bad\"><p>\(words.filled(.clock, Int(($0.magnitude / 60).rounded())))</p></div>\n"
    }
    let rows = result.locations.prefix(Self.mostLines).map { line($0, words) }
    let rest = result.locations.count - rows.count
    let more: HTML? = rest > 0 ? "<p>\(words.filled(.more, rest))</p>\n" : nil
    let list: HTML =
      rows.isEmpty
      ? result.failure == nil ? "<p>\(words[.nothing])</p>\n" : .empty
      : "<h2>\(words[.changes])</h2>\n<ul class=\"rows sync\">\n\(rows)</ul>\n\(more)"
    return """
      <div class="notice \(isFine ? "good" : "bad")" id="outcome"><p>\(said)</p>\(failure)</div>
      \(clock)<p class="quiet">\(words.filled(.same, result.same)) · \(words.filled(.pictures, "\(result.picturesSent)", "\(result.picturesReceived)"))</p>
      \(list)
      """
  }

  private func line(_ line: SyncResult.Line, _ words: SyncWords) -> HTML {
    let step: SyncText =
      switch line.step {
      case "push": .send
      case "pull": .receive
      case "deleteHere": .deleteHere
      case "deleteThere": .deleteThere
      case "deleteBoth": .deleteBoth
      default: .leave
      }
    let state: SyncText? =
      switch line.result {
      case "done": line.step == "leave" ? nil : .done
      case "overtaken": .overtaken
      case "failed": .lineFailed
      default: nil
      }
    let badge: HTML? = state.map { state in
      let bad: HTML = state == .done ? "" : " bad"
      return " <span class=\"badge\(bad)\">\(words[state])</span>"
    }
    let failure: HTML? = line.failure.map { "<br>\($0)" }
    return """
      <li class="card"><p><strong>\(words[step])</strong> <bdi>\(line.title.isEmpty ? line.location : line.title)</bdi>\(badge)</p>
      <p class="quiet" lang="en" dir="ltr">It \(line.why).\(failure)</p></li>

      """
  }

  /// For scripts: its words while it is under way, nothing when it is over.
  func syncState(_ context: StudioContext) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .syncLocations)
    guard let sync, case .underWay(_, let done, let all)? = try await sync.standing().run else {
      return WebAnswer(.noContent, [.cacheControl: "no-store"])
    }
    return .text(.ok, Self.progress(done, all, SyncWords(context.language)))
  }

  /// `POST /places/sync`: `direction`, `do` (`rehearse` or `sync`), and the account's password where it is asked for.
  func beginSync(_ context: StudioContext) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .syncLocations)
    let form = try await shell.form(context)
    guard let sync, let direction = SyncRequest.Direction(rawValue: form["direction"]),
      ["rehearse", "sync"].contains(form["do"])
    else { throw PlaceError.notFound }
    let requested = SyncRequest(direction, isRehearsal: form["do"] == "rehearse")
    guard try await sync.standing().missing.isEmpty else { return StudioShell.redirect(Self.syncPath) }
    let isBegun = try await sync.begin(requested, password: form["password"].isEmpty ? nil : form["password"])
    if !isBegun { say(SyncWords(context.language)[.busy], isGood: false, to: context, on: Self.syncPath) }
    return StudioShell.redirect(Self.syncPath)
  }

  /// On the page of what goes out and in.
  func syncCard(_ context: StudioContext, _ principal: Principal) -> HTML {
    guard sync != nil, principal.may(.syncLocations) else { return .empty }
    let words = SyncWords(context.language)
    return """
      <div class="card"><h2>\(words[.title])</h2>
      <p>\(words[.help])</p>
      <p><a class="button plain" href="\(Self.syncPath)">\(words[.open])</a></p></div>
      """
  }
}
