import BoothCore
import Documents
import HTTPTypes
import HummingbirdCore
import LocationLibrary
import Locations
import StudioModel
import StudioServer
import WebSupport

/// The telephone beside a camera on a tripod: what the booth's screen shows, and what the booth can be told there.
extension PlacesPages {
  func cameraPage(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    let principal = try cameraPrincipal(context)
    let location = try await known(id)
    let words = PlacesWords(context.language)
    let path = "/places/at/\(location.id.text)/camera"
    switch await boothPlace(location) {
    case .has: break
    case .lacks: return cameraLacking(context, location, words, .boothElsewhere)
    case .away: return cameraLacking(context, location, words, .boothAway)
    }
    return pages(
      context, title: "\(words[.takeNew]): \(location.title)",
      """
      <div class="camera">
      <div class="over"><a class="button icon-button" href="/places/at/\(location.id.text)" aria-label="\(words[.backToPlace])">\(shell.icon(.xLg))</a>
      <h1><bdi>\(location.title)</bdi></h1></div>
      <figure class="screen"><img id="screen" width="768" height="432" alt="\(words[.liveView])" data-screen="/booth/screen"></figure>
      <p class="advice" id="advice" role="status" aria-label="\(words[.advice])"></p>
      <div class="panel" data-live="\(path)/state" data-events="/booth/events">
      \(try await cameraState(context, principal, location, words))</div></div>
      """)
  }

  /// Whether a booth runs here, and has a location.
  enum BoothPlace { case has, lacks, away }

  func boothPlace(_ location: Location) async -> BoothPlace {
    guard let booth else { return .away }
    do throws(OperatedBoothError) {
      return try await booth.report().events.contains(location.slug) ? .has : .lacks
    } catch { return .away }
  }

  /// What starts a booth with the locations, on the data folder in use.
  var boothCommand: String {
    let own = booth?.startCommand.flatMap { $0.hasPrefix("booth run") ? $0 : nil } ?? "booth run"
    return own + " --location all"
  }

  /// In place of the camera, where the booth shows something else: what starts it, and what can be done without it.
  private func cameraLacking(
    _ context: StudioContext, _ location: Location, _ words: PlacesWords, _ why: PlacesText
  ) -> WebAnswer {
    pages(
      context, title: "\(words[.takeNew]): \(location.title)",
      """
      <p><a class="way" href="/places/at/\(location.id.text)">\(words[.backToPlace])</a></p>
      <h1><bdi>\(location.title)</bdi></h1>
      <div class="empty">\(shell.icon(.camera))<h2>\(words[why])</h2>
      <p>\(words[.boothCamera]) <code class="command" dir="ltr" tabindex="0">\(boothCommand)</code></p>
      <a class="button" href="/places/at/\(location.id.text)">\(words[.addPhoto])</a></div>
      """)
  }

  /// The part that changes by itself.
  func cameraState(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    let principal = try cameraPrincipal(context)
    let location = try await known(id)
    let state = try await cameraState(context, principal, location, PlacesWords(context.language))
    return shell.html(context, .ok, state).with([.cacheControl: "no-cache"])
  }

  /// It takes pictures of a location, and presses the booth's buttons.
  private func cameraPrincipal(_ context: StudioContext) throws -> Principal {
    _ = try shell.principal(context, may: .editLocations)
    return try shell.principal(context, may: .operateBooth)
  }

  private func cameraState(
    _ context: StudioContext, _ principal: Principal, _ location: Location, _ words: PlacesWords
  ) async throws -> HTML {
    // Who has no booth there takes the photo with this phone.
    let instead: HTML =
      "<p class=\"row\"><a class=\"button\" href=\"/places/at/\(location.id.text)\">\(words[.addPhoto])</a></p>\n"
    guard let booth else {
      return "<p class=\"state bad\"><strong>\(words[.boothAway])</strong></p>\n\(instead)"
    }
    let report: BoothReport
    do throws(OperatedBoothError) { report = try await booth.report() } catch {
      return """
        <p class="state bad"><strong>\(words[.boothAway])</strong></p>
        <p class="quiet">\(BoothWords(words.language).refusal(error))</p>
        \(instead)
        """
    }
    guard report.event == location.slug else { return elsewhere(context, report, location, words, instead) }
    let stage = CameraStage(report)
    let mood: HTML = stage == .review ? "warning" : "good"
    let guides: HTML = stage == .aiming ? guide(context, location, words) : .empty
    let advice: HTML? = stage == .aiming ? Self.advice(report, words).map { "<p data-advice>\($0)</p>\n" } : nil
    return """
      <p class="state \(mood)" id="stage" data-stage-name="\(stage.rawValue)" data-running><strong>\(words[stage.title])</strong></p>
      \(advice)<div class="row orders">\(stage.buttons.map { stageButton(stage, $0, words, context, location) })</div>
      \(guides)
      """
  }

  /// What the booth says to the person who aims, as its screen says it; nothing where it is not sure.
  static func advice(_ report: BoothReport, _ words: PlacesWords) -> String? {
    report.advice.flatMap { AimAdvice.Saying(name: $0) }.map { Phrase.aim($0).text(in: words.language) }
  }

  private func elsewhere(
    _ context: StudioContext, _ report: BoothReport, _ location: Location, _ words: PlacesWords, _ instead: HTML
  ) -> HTML {
    guard report.events.contains(location.slug) else {
      return """
        <p class="state bad" data-running data-elsewhere><strong>\(words[.boothElsewhere])</strong></p>
        \(instead)
        """
    }
    let pending: HTML? = BoothWords(words.language).pending(report).map { "<p class=\"quiet\">\($0)</p>\n" }
    return """
      <p class="state warning" data-running><strong>\(words[.boothHasOther])</strong></p>
      \(pending)<form method="post" action="/places/at/\(location.id.text)/camera" data-order>\(shell.token(context))<input type="hidden" name="order" value="choose"><button id="choose">\(words[.takeHere])</button></form>

      """
  }

  private func press(_ order: String, _ title: String, _ context: StudioContext, _ location: Location, isPlain: Bool)
    -> HTML
  {
    let plain: HTML = isPlain ? " class=\"secondary\"" : ""
    return pressForm(order, context, location, "<button id=\"order-\(order)\"\(plain)>\(title)</button>")
  }

  private func pressForm(_ order: String, _ context: StudioContext, _ location: Location, _ button: HTML) -> HTML {
    """
    <form method="post" action="/places/at/\(location.id.text)/camera" data-order>\(shell.token(context))<input type="hidden" name="order" value="\(order)">\(button)</form>

    """
  }

  /// A stage's button: where the photo is taken a round shutter, as cameras have.
  private func stageButton(
    _ stage: CameraStage, _ button: (press: String, title: PlacesText, isPlain: Bool), _ words: PlacesWords,
    _ context: StudioContext, _ location: Location
  ) -> HTML {
    guard stage == .aiming, button.title == .capture else {
      return press(button.press, words[button.title], context, location, isPlain: button.isPlain)
    }
    return pressForm(
      button.press, context, location,
      "<button id=\"order-\(button.press)\" class=\"shutter\" aria-label=\"\(words[button.title])\"></button>")
  }

  private func guide(_ context: StudioContext, _ location: Location, _ words: PlacesWords) -> HTML {
    let turns: [(GuideTurn, PlacesText)] = [
      (.weaker, .weaker), (.stronger, .stronger), (.nextEffect, .nextEffect), (.nextMode, .nextMode),
      (.smaller, .zoomOut), (.larger, .zoomIn), (.reset, .guideReset),
    ]
    let buttons = turns.map { turn, text in
      press("guide-\(turn.rawValue)", words[text], context, location, isPlain: true)
    }
    let arrows = [
      (GuideTurn.left, Icon.chevronLeft, PlacesText.guideLeft), (.up, .chevronUp, .guideUp),
      (.down, .chevronDown, .guideDown), (.right, .chevronRight, .guideRight),
    ].map { turn, icon, text in
      pressForm(
        "guide-\(turn.rawValue)", context, location,
        "<button id=\"order-guide-\(turn.rawValue)\" class=\"icon-button\" aria-label=\"\(words[text])\">\(shell.icon(icon))</button>"
      )
    }
    return """
      <details id="guide"><summary>\(words[.guideTitle])</summary>
      <div class="row" dir="ltr">\(arrows)</div>
      <div class="row">\(buttons)</div></details>
      """
  }

  // MARK: Orders

  /// What the page's buttons ask for: a press of the booth's, one step of the guide, or the location itself.
  func cameraOrder(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    _ = try cameraPrincipal(context)
    let form = try await shell.form(context)
    let location = try await known(id)
    guard let booth, let order = Self.order(form["order"], location) else { throw PlaceError.notFound }
    let said: (words: String, isGood: Bool)
    let words = BoothWords(context.language)
    do throws(OperatedBoothError) {
      _ = try await booth.perform(order)
      said = (words.done(order), true)
    } catch {
      said = (words.refusal(error), false)
    }
    if context.call.request.headers[Self.part] != nil {
      return .json(.members(["ok": .bool(said.isGood), "said": .string(said.words)]))
    }
    let path = "/places/at/\(location.id.text)/camera"
    say(said.words, isGood: said.isGood, to: context, on: path)
    return StudioShell.redirect(path)
  }

  private static let part = HTTPField.Name("X-Booth-Part")!

  static func order(_ name: String, _ location: Location) -> BoothOrder? {
    switch name {
    case "choose": return .chooseEvent(location.slug)
    case "start", "retake", "cancel": return .press(name)
    default:
      guard name.hasPrefix("guide-"), let turn = GuideTurn(rawValue: String(name.dropFirst(6))) else { return nil }
      return .turnGuide(turn.rawValue)
    }
  }
}

/// How far a booth is with a location's photo.
enum CameraStage: String {
  case ready, aiming, taking, review, busy

  init(_ report: BoothReport) {
    switch (report.state, report.phase) {
    case ("idle", _): self = .ready
    case ("capture", "aiming"): self = .aiming
    case ("capture", "review"): self = .review
    case ("capture", _): self = .taking
    default: self = .busy
    }
  }

  var title: PlacesText {
    switch self {
    case .ready: .boothReady
    case .aiming: .boothAims
    case .taking: .boothTakes
    case .review: .boothReviews
    case .busy: .boothWorks
    }
  }

  /// The presses that mean something now, and what they do.
  var buttons: [(press: String, title: PlacesText, isPlain: Bool)] {
    switch self {
    case .ready: [("start", .aim, false)]
    case .aiming: [("start", .capture, false), ("cancel", .giveUp, true)]
    case .review: [("start", .keep, false), ("retake", .again, true), ("cancel", .giveUp, true)]
    case .taking, .busy: []
    }
  }
}
