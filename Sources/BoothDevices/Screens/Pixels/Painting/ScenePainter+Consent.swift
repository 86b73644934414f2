import BoothCore
import BoothImaging

/// The question before the first photo, and the word to guests who want nothing uploaded.
extension ScenePainter {
  func drawConsent(
    _ question: ConsentQuestion, _ highlighted: ConsentChoice, until: Instant, on draft: inout SheetDraft,
    _ picture: ScreenPicture, _ now: Instant
  ) {
    draft.background()
    let area = draft.area.inset(draft.units(draft.isTall ? 2 : 4), draft.units(2))
    let event = picture.event
    let text = event?.consent?.text(in: draft.language) ?? Phrase.consentQuestion.text(in: draft.language)
    let (height, gap) = (draft.units(4.8), draft.units(1))
    let ring = draft.units(4)
    let choices = question.choices
    let answers = choices.count * (height + gap)
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
    for choice in choices {
      column.add(height) { draft, rect in
        draw(choice, isHighlighted: choice == highlighted, in: rect, on: &draft)
      }
      column.gap(gap)
    }
    column.add(ring) { draft, rect in
      draft.ring(
        until: until, of: event?.timings.consent ?? .seconds(60), middle: Spot(rect.middle.x, rect.middle.y),
        size: Double(ring), now: now)
    }
    column.draw(in: area, on: &draft)
  }

  /// An answer with a mark that tells the highlighted one without colour, too.
  private func draw(
    _ choice: ConsentChoice, isHighlighted: Bool, in rect: PixelRect, on draft: inout SheetDraft
  ) {
    guard !draft.isQuiet else { return }
    let width = min(rect.width, draft.units(34))
    let place = rect.centered(PixelSize(width: width, height: rect.height))
    let (paper, ink) =
      isHighlighted ? (draft.tones.highlight, draft.tones.highlightInk) : (draft.tones.card, draft.tones.ink)
    draft.card(place, paper, radius: 1.4, border: isHighlighted ? nil : draft.tones.dim)
    let mark = draft.unit * 0.8
    let x = draft.isRightToLeft ? place.right - draft.units(2.2) : place.x + draft.units(2.2)
    let middle = Spot(Double(x), place.middle.y)
    draft.add(.stroke(.circle(middle, radius: mark), width: mark * 0.3, ink))
    if isHighlighted { draft.add(.fill(.circle(middle, radius: mark * 0.55), .color(ink))) }
    let words = PixelRect(
      x: draft.isRightToLeft ? place.x + draft.units(1.4) : place.x + draft.units(4.2), y: place.y,
      width: place.width - draft.units(5.6), height: place.height)
    draft.write(
      draft.block(
        Phrase.consent(choice).text(in: draft.language), width: words.width, height: words.height, size: 2.3,
        least: 1.2,
        isBold: true), in: words, .leading, .middle, ink)
    draft.touch(place, .answer(choice))
  }

  func drawKeptHere(on draft: inout SheetDraft, _ picture: ScreenPicture) {
    var message = Message(headline: .keptHere, sign: .keep)
    message.detail = Phrase.keptHereWords.text(in: draft.language)
    draw(message, on: &draft, picture.event, nil)
    draft.touch(draft.all, .press(.start))
  }
}
