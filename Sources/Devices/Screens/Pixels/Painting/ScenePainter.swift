public import BoothCore
import Imaging

/// Makes the sheet of a scene for a display of pixels: a pure function of what is shown, the size, what there is of a live
/// view, and the moment.
public struct ScenePainter: Sendable {
  /// What there is to show in the live view's place.
  public enum LiveView: Sendable, Equatable {
    case shown
    /// Nothing yet, but it has only just been asked for.
    case awaited
    /// Nothing, and guests are told that it takes a moment.
    case missing
  }

  /// What this display wants of every scene.
  public let style: PixelStyle

  /// By default a mirrored live view, a camera above the screen, and no sign to touch.
  public init(style: PixelStyle = PixelStyle()) { self.style = style }

  /// Lays a scene out; draws no pixel and loads no picture.
  /// - Parameters:
  ///   - size: of what guests see as upright, in pixels.
  ///   - live: whether there are live frames, which says what stands in their place.
  ///   - now: the moment that remaining times count from.
  public func sheet(
    _ picture: ScreenPicture, size: PixelSize, live: LiveView = .shown, now: Instant
  ) -> Sheet {
    var draft = SheetDraft(
      size: size, event: shownEvent(picture), language: picture.scene.language, style: style)
    let cancel = picture.scene.cancelAskedUntil
    draft.isQuiet = cancel != nil
    if picture.scene.pending != nil, picture.scene.pending != .resume {
      let line = draft.units(2.6)
      draft.area = PixelRect(x: 0, y: line, width: size.width, height: size.height - line)
    }
    draft.previous = picture.previousLink.flatMap { PreviousCode($0, draft) }
    drawContent(of: picture, on: &draft, live, now)
    drawPrevious(on: &draft)
    draft.isQuiet = false
    if let cancel { drawCancelQuestion(until: cancel, on: &draft, picture, now) }
    drawPending(picture.scene.pending, on: &draft)
    return draft.sheet
  }

  private func drawContent(
    of picture: ScreenPicture, on draft: inout SheetDraft, _ live: LiveView, _ now: Instant
  ) {
    switch picture.scene.content {
    case .starting: drawMessage(.starting, .wait, on: &draft, picture)
    case .eventSelection(let highlighted): drawEvents(highlighted, on: &draft, picture)
    case .attract: drawAttract(on: &draft, picture, now)
    case .consent(let question, let highlighted, let until):
      drawConsent(question, highlighted, until: until, on: &draft, picture, now)
    case .look(let looks, let highlighted, let until, let isByHand):
      drawLooks(looks, highlighted, until: isByHand ? until : nil, on: &draft, picture, live, now)
    case .getReady, .aim, .recording: drawLive(on: &draft, picture, live, now)
    case .mark(let marking, _): drawMark(marking, on: &draft, picture)
    case .countdown:
      // The photo's light is on before zero.
      if picture.isLit {
        drawShutter(since: nil, on: &draft, picture, now)
      } else {
        drawLive(on: &draft, picture, live, now)
      }
    case .shutter(let since): drawShutter(since: since, on: &draft, picture, now)
    case .review(_, let until): drawReview(until: until, on: &draft, picture, now)
    case .tryAgain(let kind, let until): drawTryAgain(kind, until: until, on: &draft, picture, now)
    case .finishing(let storageTrouble):
      drawFinishing(storageTrouble, on: &draft, picture)
      if style.isTouched { drawCancelSign(on: &draft) }
    case .printLayout(let layouts, let highlighted, let until, let isByHand):
      drawLayouts(layouts, highlighted, until: isByHand ? until : nil, on: &draft, picture, now)
    case .print(let choices, let highlighted, let until, let isByHand, _):
      drawPrints(choices, highlighted, until: isByHand ? until : nil, on: &draft, picture, now)
    case .qr(nil, _):
      drawNoCode(on: &draft, picture)
      if style.isTouched { drawCancelSign(on: &draft) }
    case .qr(let link?, let until): drawCode(link, until: until, on: &draft, picture, now)
    case .address(let until, let isKeeping):
      drawAddress(until: until, isKeeping: isKeeping, on: &draft, picture, now)
    case .keptHere:
      drawKeptHere(on: &draft, picture)
      if style.isTouched { drawCancelSign(on: &draft) }
    case .resumeOffer(let taken, let total, let until):
      drawResumeOffer(taken: taken, of: total, until: until, on: &draft, picture, now)
    case .settings: drawSettings(on: &draft, picture)
    case .paused: drawPaused(on: &draft, picture)
    case .outOfOrder(let reason): drawOutOfOrder(reason, on: &draft, picture)
    case .stopped: drawMessage(.goodbye, .farewell, on: &draft, picture)
    }
  }

  /// In the list, the highlighted event already shows its colours and languages.
  func shownEvent(_ picture: ScreenPicture) -> Event? {
    if case .eventSelection(let highlighted) = picture.scene.content, picture.events.indices.contains(highlighted) {
      return picture.events[highlighted]
    }
    return picture.event
  }

  /// When the sheet looks different without anything having happened; nil for a still scene.
  /// - Parameter refresh: how long the display shows one picture.
  public func nextChange(
    _ picture: ScreenPicture, live: LiveView, after now: Instant, refresh: Duration
  ) -> Instant? {
    let scene = picture.scene
    var next = SceneRenderer.nextChange(scene, after: now)
    func sooner(_ instant: Instant) { next = min(next ?? instant, instant) }
    if case .countdown(let until) = scene.content, until > now, live == .shown, !picture.isLit,
      scene.cancelAskedUntil == nil
    {
      // The ring and the arrow move as smoothly as the live view.
      sooner(now + max(refresh, .milliseconds(16)))
    }
    if case .attract = scene.content, !style.reducesMotion { sooner(AttractMotion.nextStep(after: now)) }
    return next
  }
}
