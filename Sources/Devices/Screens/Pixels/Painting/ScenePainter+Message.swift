import BoothCore
import Imaging

/// Scenes that say one thing in the middle of the screen, and what lies over any scene.
extension ScenePainter {
  struct Message {
    var headline: Phrase
    /// Over the headline; the event's own sign goes before it where there is one and nothing is wrong.
    var sign: SheetIcon
    var isTrouble = false
    /// Below, in the main language only.
    var detail: String?
    var buttons: [SheetDraft.Button] = []
    /// Photos taken, of how many.
    var dots: (taken: Int, total: Int)?
    /// Until when it stands, and how long that is from the start.
    var until: (Instant, of: Duration)?

    init(headline: Phrase, sign: SheetIcon) {
      self.headline = headline
      self.sign = sign
    }
  }

  /// - Parameter now: nil for a message without an end.
  func draw(
    _ message: Message, in area: PixelRect? = nil, on draft: inout SheetDraft, _ event: Event?, _ now: Instant?
  ) {
    draft.background()
    let area = (area ?? draft.area).inset(draft.units(draft.isTall ? 2 : 4), draft.units(2))
    // As large as it can be with everything in its place.
    var column = SheetColumn()
    for share in [1, 0.85, 0.72, 0.6, 0.48] {
      column = self.column(of: message, share, in: area, draft, event, now)
      if column.height <= area.height { break }
    }
    column.draw(in: area, on: &draft)
  }

  /// - Parameter share: how large signs and gaps are.
  private func column(
    of message: Message, _ share: Double, in area: PixelRect, _ draft: SheetDraft, _ event: Event?, _ now: Instant?
  ) -> SheetColumn {
    var column = SheetColumn()
    if let event, event.theme.logo != nil, !message.isTrouble {
      column.add(draft.units(9 * share)) { drawSign(of: event, in: $1, on: &$0) }
    } else {
      let size = draft.units(6 * share)
      let color = message.isTrouble ? draft.tones.warning : draft.tones.highlight
      column.add(size) { draft, rect in
        draft.icon(message.sign, Spot(rect.middle.x, rect.middle.y), size: Double(size), color, on: draft.tones.card)
      }
    }
    column.gap(draft.units(1.6 * share))
    if let dots = message.dots {
      column.add(draft.units(2.4)) { draft, rect in
        guard !draft.isQuiet else { return }
        draft.dots(
          taken: dots.taken, current: dots.taken, of: dots.total, middle: Spot(rect.middle.x, rect.middle.y),
          size: draft.unit * 1.6, draft.tones.highlight)
      }
      column.gap(draft.units(0.8 * share))
    }
    column.add(
      draft.block(
        draft.said(message.headline), width: area.width, height: draft.units(draft.isTall ? 18 : 12),
        size: 4.8 * max(share, 0.7), least: 2.2, lines: draft.isTall ? 4 : 2, isBold: true, .center))
    column.gap(draft.units(0.4 * share))
    column.add(draft.row(draft.others(message.headline), width: area.width, height: draft.units(8), size: 1.9))
    if let detail = message.detail {
      column.gap(draft.units(1.2 * share))
      column.add(
        draft.block(detail, width: min(area.width, draft.units(46)), size: 2.1, least: 1.4, lines: 5, .center))
    }
    if !message.buttons.isEmpty {
      column.gap(draft.units(2.2 * share))
      let height = draft.units(6 * max(share, 0.85))
      column.add(height) { draft, rect in _ = draft.draw(message.buttons, in: rect, height: height) }
    }
    if let (until, whole) = message.until, let now {
      column.gap(draft.units(1.4 * share))
      let size = draft.units(4.6 * max(share, 0.8))
      column.add(size) { draft, rect in
        draft.ring(until: until, of: whole, middle: Spot(rect.middle.x, rect.middle.y), size: Double(size), now: now)
      }
    }
    return column
  }

  /// The event's sign as large as it fits, or its name.
  func drawSign(of event: Event, in rect: PixelRect, on draft: inout SheetDraft) {
    guard let logo = event.theme.logo else {
      draft.write(
        draft.block(
          event.name(in: draft.language), width: rect.width, height: rect.height, size: 2.4, least: 1.4, lines: 2,
          .center),
        in: rect, .center, .middle, draft.tones.dim)
      return
    }
    let wanted = SceneRenderer.WantedPicture(
      source: .artwork(slug: event.slug, path: logo),
      size: PixelSize(width: min(rect.width, rect.height * 3), height: rect.height), isWhole: true)
    draft.add(.picture(wanted, rect.centered(wanted.size), radius: 0, mirrored: false, share: 1))
  }

  func drawMessage(_ phrase: Phrase, _ sign: SheetIcon, on draft: inout SheetDraft, _ picture: ScreenPicture) {
    draw(Message(headline: phrase, sign: sign), on: &draft, picture.event, nil)
  }

  func drawFinishing(_ storageTrouble: Bool, on draft: inout SheetDraft, _ picture: ScreenPicture) {
    var message = Message(headline: .saving, sign: .save)
    if storageTrouble {
      message.detail = draft.said(.savingTakesLonger)
      message.sign = .wait
    }
    draw(message, on: &draft, picture.event, nil)
  }

  func drawResumeOffer(
    taken: Int, of total: Int, until: Instant, on draft: inout SheetDraft, _ picture: ScreenPicture, _ now: Instant
  ) {
    var message = Message(headline: .resume(taken: taken, of: total), sign: .camera)
    message.buttons = [
      SheetDraft.Button(icon: .goOn, phrase: .goOn, press: .start),
      SheetDraft.Button(icon: .keep, phrase: .finish, rank: .other, press: .cancel),
    ]
    message.dots = (taken, total)
    message.until = (until, picture.event?.timings.resumeOffer ?? .seconds(30))
    draw(message, on: &draft, picture.event, now)
  }

  func drawPaused(on draft: inout SheetDraft, _ picture: ScreenPicture) {
    var message = Message(headline: picture.scene.closing == nil ? .backSoon : .closed, sign: .pause)
    message.detail = draft.said(picture.scene.closing.map { .opens($0) } ?? .shortBreak)
    draw(message, on: &draft, picture.event, nil)
  }

  // MARK: Over other scenes

  /// The dialogue over whatever is shown; words below it have been left out.
  func drawCancelQuestion(
    until: Instant, on draft: inout SheetDraft, _ picture: ScreenPicture, _ now: Instant
  ) {
    let width = min(draft.size.width - draft.units(4), draft.units(draft.isTall ? 36 : 44))
    let inner = width - draft.units(5)
    var column = SheetColumn()
    let sign = draft.units(4.4)
    column.add(sign) { draft, rect in
      draft.icon(
        .delete, Spot(rect.middle.x, rect.middle.y), size: Double(sign), draft.tones.warning, on: draft.tones.paper)
    }
    column.gap(draft.units(1))
    column.add(
      draft.block(
        draft.said(.cancelQuestion), width: inner, height: draft.units(12), size: 3.2, least: 1.9,
        lines: 3, isBold: true, .center))
    column.gap(draft.units(0.3))
    column.add(draft.row(draft.others(.cancelQuestion), width: inner, height: draft.units(6), size: 1.6))
    column.gap(draft.units(1.8))
    let height = draft.units(5.6)
    let buttons = [
      SheetDraft.Button(icon: .goOn, phrase: .goOn, press: .start),
      SheetDraft.Button(icon: .delete, phrase: .deleteAll, rank: .danger, press: .cancel),
    ]
    column.add(height) { draft, rect in _ = draft.draw(buttons, in: rect, height: height) }
    column.gap(draft.units(1.4))
    let ring = draft.units(4)
    column.add(ring) { _, _ in }
    let size = PixelSize(width: width, height: min(draft.area.height - draft.units(2), column.height + draft.units(5)))
    let box = draft.area.centered(size)
    let whole = picture.event?.timings.cancelQuestion ?? .seconds(8)
    draft.over(box.grown(draft.units(2))) { draft in
      draft.card(box, draft.tones.paper, radius: 1.4, border: draft.tones.highlight)
      column.draw(in: box.inset((width - inner) / 2, 0), on: &draft)
    }
    let bottom = box.y + (box.height + column.height) / 2
    draft.ring(
      until: until, of: whole, middle: Spot(box.middle.x, Double(bottom - ring / 2)), size: Double(ring), now: now)
  }

  /// What the operator asked for, in a line of its own at the top.
  func drawPending(_ request: OperatorRequest?, on draft: inout SheetDraft) {
    guard let request else { return }
    let phrase: Phrase
    switch request {
    case .pause: phrase = .pausesAfterSession
    case .changeEvent, .useEvent: phrase = .eventChangesAfterSession
    case .openSettings: phrase = .settingsAfterSession
    case .shutDown: phrase = .endsAfterSession
    // A session that goes on needs no line.
    case .resume: return
    }
    let line = PixelRect(x: 0, y: 0, width: draft.size.width, height: draft.units(2.6))
    let text = draft.block(
      draft.said(phrase), width: line.width - draft.units(6), height: line.height, size: 1.5, least: 1,
      .center)
    draft.over(line) { draft in
      draft.fill(line, draft.tones.highlight)
      let place = draft.write(text, in: line, .center, .middle, draft.tones.highlightInk)
      let x = draft.isRightToLeft ? place.right + draft.units(1.3) : place.x - draft.units(1.3)
      draft.icon(
        .wait, Spot(Double(x), line.middle.y), size: draft.unit * 1.5, draft.tones.highlightInk,
        on: draft.tones.highlight)
    }
  }
}
