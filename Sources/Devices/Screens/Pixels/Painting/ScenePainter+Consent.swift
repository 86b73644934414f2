import BoothCore
import Imaging

/// The questions before the first photo, and the word to guests who want nothing uploaded.
extension ScenePainter {
  func drawConsent(
    _ question: ConsentQuestion, _ highlighted: ConsentChoice, until: Instant, on draft: inout SheetDraft,
    _ picture: ScreenPicture, _ now: Instant
  ) {
    let event = picture.event
    draw(
      event?.consent?.text(in: draft.language) ?? draft.said(.consentQuestion(of: event)),
      question.choices.map {
        Reply(
          words: draft.said(.consent($0)), target: .answer($0), isHighlighted: $0 == highlighted)
      }, until: until, of: event?.timings.consent ?? .seconds(60), on: &draft, event, now)
  }

  func drawPrints(
    _ choices: [Int], _ highlighted: Int, until: Instant?, on draft: inout SheetDraft, _ picture: ScreenPicture,
    _ now: Instant
  ) {
    draw(
      draft.said(.printQuestion),
      choices.map {
        Reply(
          words: draft.said($0 == 0 ? .printNone : .printCopies($0)), target: .copies($0),
          isHighlighted: $0 == highlighted)
      }, until: until, of: picture.event?.timings.patience ?? .seconds(30), on: &draft, picture.event, now)
  }

  /// The guests' live view in the look that is marked, and the looks beside it, or below it on upright screens.
  func drawLooks(
    _ looks: [PhotoFilter], _ highlighted: PhotoFilter, until: Instant?, on draft: inout SheetDraft,
    _ picture: ScreenPicture, _ view: LiveView, _ now: Instant
  ) {
    draft.background()
    let area = draft.area.inset(draft.units(2), draft.units(2))
    let replies = looks.map {
      Reply(words: draft.said(.look($0)), target: .look($0), isHighlighted: $0 == highlighted, look: $0)
    }
    let (height, gap, ring) = (draft.units(4.6), draft.units(0.9), draft.units(4))
    let between = draft.units(2)
    let answers = replies.count * (height + gap) + ring
    var (room, rest) = (area, area)
    if draft.isTall {
      rest.height = min(area.height * 2 / 3, answers + draft.units(8))
      room.height = area.height - rest.height - between
      rest.y = area.bottom - rest.height
    } else {
      rest.width = max(draft.units(24), area.width * 40 / 100)
      room.width = area.width - rest.width - between
      // Where lines end stands the last guests' code, which may lie over the live view.
      if draft.isRightToLeft { rest.x = area.right - rest.width } else { room.x = area.right - room.width }
    }
    drawPreview(in: room.fitting(SceneRenderer.proportions(picture)), on: &draft, picture, view)
    var column = SheetColumn()
    column.add(
      draft.block(
        draft.said(.lookQuestion), width: rest.width, height: max(1, rest.height - answers - draft.units(1)), size: 3,
        least: 1, lines: 3, isBold: true, .center))
    column.gap(draft.units(1))
    for reply in replies {
      column.add(height) { draft, rect in draw(reply, in: rect, on: &draft) }
      column.gap(gap)
    }
    column.add(ring) { draft, rect in
      guard let until else { return }
      draft.ring(
        until: until, of: picture.event?.timings.patience ?? .seconds(30), middle: Spot(rect.middle.x, rect.middle.y),
        size: Double(ring), now: now)
    }
    column.draw(in: rest, on: &draft)
  }

  /// A touch on their own picture takes the look that guests see it in.
  private func drawPreview(
    in live: PixelRect, on draft: inout SheetDraft, _ picture: ScreenPicture, _ view: LiveView
  ) {
    draft.fill(live, draft.tones.shadow)
    draft.setLive(live, picture.look)
    if view == .missing, !draft.isQuiet {
      draft.over(live) { draft in
        draft.pill(draft.said(.starting), .wait, in: live.inset(draft.units(1), 0), size: 2.2)
      }
    }
    draft.touch(live, .press(.start))
  }

  private struct Reply {
    var words: String
    var target: TouchTarget
    var isHighlighted: Bool
    /// Shown beside its words.
    var look: PhotoFilter?
  }

  /// A question and its answers, one below the other.
  private func draw(
    _ text: String, _ replies: [Reply], until: Instant?, of time: Duration, on draft: inout SheetDraft, _ event: Event?,
    _ now: Instant
  ) {
    draft.background()
    let area = draft.area.inset(draft.units(draft.isTall ? 2 : 4), draft.units(2))
    let (height, gap) = (draft.units(4.8), draft.units(1))
    let ring = draft.units(4)
    let answers = replies.count * (height + gap)
    var column = SheetColumn()
    // The answers have their room; the question, which may be long, has the rest.
    let rest = area.height - answers - ring - draft.units(2.4)
    if let event, event.theme.logo != nil, rest >= draft.units(16) {
      let sign = draft.units(6)
      column.add(sign) { drawSign(of: event, in: $1, on: &$0) }
      column.gap(draft.units(1.2))
    }
    column.add(
      draft.block(
        text, width: min(area.width, draft.units(60)), height: rest - column.height, size: 3, least: 1, lines: 14,
        isBold: text.count < 120, .center))
    column.gap(draft.units(1.4))
    for reply in replies {
      column.add(height) { draft, rect in draw(reply, in: rect, on: &draft) }
      column.gap(gap)
    }
    column.add(ring) { draft, rect in
      guard let until else { return }
      draft.ring(until: until, of: time, middle: Spot(rect.middle.x, rect.middle.y), size: Double(ring), now: now)
    }
    column.draw(in: area, on: &draft)
  }

  /// An answer of its own, below something else.
  func drawReply(
    _ words: String, _ target: TouchTarget, isHighlighted: Bool, in rect: PixelRect, on draft: inout SheetDraft
  ) {
    draw(Reply(words: words, target: target, isHighlighted: isHighlighted), in: rect, on: &draft)
  }

  /// An answer with a mark that tells the highlighted one without colour, too.
  private func draw(_ reply: Reply, in rect: PixelRect, on draft: inout SheetDraft) {
    guard !draft.isQuiet else { return }
    let width = min(rect.width, draft.units(34))
    let place = rect.centered(PixelSize(width: width, height: rect.height))
    let (paper, ink) =
      reply.isHighlighted ? (draft.tones.highlight, draft.tones.highlightInk) : (draft.tones.card, draft.tones.ink)
    draft.card(place, paper, radius: 1.4, border: reply.isHighlighted ? nil : draft.tones.dim)
    let mark = draft.unit * 0.8
    let x = draft.isRightToLeft ? place.right - draft.units(2.2) : place.x + draft.units(2.2)
    let middle = Spot(Double(x), place.middle.y)
    draft.add(.stroke(.circle(middle, radius: mark), width: mark * 0.3, ink))
    if reply.isHighlighted { draft.add(.fill(.circle(middle, radius: mark * 0.55), .color(ink))) }
    let swatches = reply.look == nil ? 0 : draft.units(6.6)
    let words = PixelRect(
      x: draft.isRightToLeft ? place.x + draft.units(1.4) + swatches : place.x + draft.units(4.2), y: place.y,
      width: place.width - draft.units(5.6) - swatches, height: place.height)
    draft.write(
      draft.block(reply.words, width: words.width, height: words.height, size: 2.3, least: 1.2, isBold: true),
      in: words, .leading, .middle, ink)
    if let look = reply.look { draw(look, in: place, on: &draft) }
    draft.touch(place, reply.target)
  }

  /// A face, a dress, a leaf and the sky in this look, at the end of its line: for those who do not read.
  private func draw(_ look: PhotoFilter, in place: PixelRect, on draft: inout SheetDraft) {
    let colors: [RGBColor] = [
      RGBColor(red: 224, green: 172, blue: 140), RGBColor(red: 208, green: 48, blue: 56),
      RGBColor(red: 72, green: 150, blue: 64), RGBColor(red: 84, green: 154, blue: 224),
    ]
    let radius = draft.unit * 0.8
    for (index, color) in colors.enumerated() {
      let away = draft.units(1.5 * Double(colors.count - index))
      let x = draft.isRightToLeft ? place.x + away : place.right - away
      let spot = Spot(Double(x), place.middle.y)
      draft.add(.fill(.circle(spot, radius: radius), .color(look.matrix?.applied(to: color) ?? color)))
      draft.add(.stroke(.circle(spot, radius: radius), width: radius * 0.16, draft.tones.dim))
    }
  }

  func drawKeptHere(on draft: inout SheetDraft, _ picture: ScreenPicture) {
    let isLocation = picture.scene.isLocation
    var message = Message(headline: isLocation ? .versionKept : .keptHere, sign: .keep)
    message.detail = draft.said(picture.scene.prints?.phrase ?? (isLocation ? .versionKeptWords : .keptHereWords))
    draw(message, on: &draft, picture.event, nil)
    draft.touch(draft.all, .press(.start))
  }
}
