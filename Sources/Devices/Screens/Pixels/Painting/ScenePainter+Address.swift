import BoothCore
import Imaging

/// The e-mail address that guests type for their link: a keyboard for fingers, and for two buttons that move a mark.
extension ScenePainter {
  /// Below the words of the code, where the event takes addresses.
  func drawAddressOffer(in area: PixelRect, on draft: inout SheetDraft, _ scene: Scene) {
    guard scene.takesEmails, !draft.isQuiet else { return }
    let phrase: Phrase = scene.addresses > 0 ? .addressKept : .addressOffer
    let height = draft.units(4)
    // The ring of time and the sign to cancel have the corners.
    let room = PixelRect(
      x: area.x + (draft.isTall || draft.isRightToLeft ? draft.units(5.4) : style.isTouched ? draft.units(5.4) : 0),
      y: area.bottom - height - draft.units(0.4),
      width: area.width - draft.units(draft.isTall || style.isTouched ? 10.8 : 5.4), height: height)
    let word = draft.block(
      draft.said(phrase), width: room.width - draft.units(2.4), height: height, size: 1.8, least: 1, isBold: true,
      .center)
    let place = room.centered(PixelSize(width: min(room.width, word.size.width + draft.units(2.4)), height: height))
    draft.card(place, draft.tones.card, radius: 1.4, border: draft.tones.highlight)
    draft.write(word, in: place, .center, .middle)
    draft.touch(place, .press(.next))
  }

  func drawAddress(
    until: Instant, isKeeping: Bool, on draft: inout SheetDraft, _ picture: ScreenPicture, _ now: Instant
  ) {
    draft.background()
    let entry = picture.address ?? AddressEntry()
    let area = draft.area.inset(draft.units(draft.isTall ? 0.2 : 3), draft.units(1.6))
    let rows = AddressEntry.rows.count + 1
    let gap = draft.units(0.5)
    let side = min((area.width - 9 * gap) / 10, (area.height - draft.units(12.7)) / rows - gap)
    let head = area.height - rows * (side + gap)
    var column = SheetColumn()
    column.add(
      draft.block(
        draft.said(.addressQuestion), width: area.width, height: draft.units(4.4), size: 3, least: 1.4, lines: 2,
        isBold: true, .center))
    column.gap(draft.units(0.8))
    column.add(draft.units(3.6)) { draft, rect in drawField(entry, isKeeping, in: rect, on: &draft) }
    column.gap(draft.units(0.6))
    let (note, color): (Phrase, RGBColor) =
      switch entry.trouble {
      case .noAddress: (.noAddress, draft.tones.ink)
      case .notKept: (.addressNotKept, draft.tones.ink)
      case nil: (.addressUse, draft.tones.dim)
      }
    column.add(
      draft.block(
        draft.said(note), width: area.width, height: draft.units(2), size: 1.6, least: 0.9,
        isBold: entry.trouble != nil,
        .center), .center, color)
    column.draw(in: PixelRect(x: area.x, y: area.y, width: area.width, height: head), on: &draft)
    var y = area.y + head
    for keys in AddressEntry.rows {
      let width = keys.count * side + (keys.count - 1) * gap
      // A keyboard lies alike before readers of every language.
      var x = area.x + (area.width - width) / 2
      for key in keys {
        draw(key, entry, in: PixelRect(x: x, y: y, width: side, height: side), on: &draft)
        x += side + gap
      }
      y += side + gap
    }
    drawActions(
      entry, until: until, of: picture.event?.timings.address ?? .seconds(60),
      in: PixelRect(x: area.x, y: y, width: area.width, height: side), on: &draft, now)
  }

  private func drawField(
    _ entry: AddressEntry, _ isKeeping: Bool, in rect: PixelRect, on draft: inout SheetDraft
  ) {
    let field = rect.centered(PixelSize(width: min(rect.width, draft.units(46)), height: rect.height))
    draft.card(field, draft.tones.card, radius: 1, border: draft.tones.dim)
    let text = isKeeping ? entry.text + " …" : entry.text + "|"
    let inner = field.inset(draft.units(1), 0)
    // What is being typed is the end.
    var shown = text[...]
    var word = draft.block(
      String(shown), .english, width: inner.width, height: inner.height, size: 2, least: 1.3, isBold: true)
    while word.isCut, shown.count > 8 {
      shown = shown.dropFirst(4)
      word = draft.block(
        "…" + shown, .english, width: inner.width, height: inner.height, size: 2, least: 1.3, isBold: true)
    }
    draft.write(word, in: inner, draft.isRightToLeft ? .trailing : .leading, .middle)
  }

  private func draw(_ key: AddressKey, _ entry: AddressEntry, in rect: PixelRect, on draft: inout SheetDraft) {
    let word: String
    switch key {
    case .character(let character): word = String(character)
    case .backspace: word = "⌫"
    case .done: word = draft.said(.addressDone)
    case .leave: word = draft.said(.addressBack)
    }
    let isMain = key == .done || entry.isByButtons && key == entry.highlighted
    let isMarked = entry.isByButtons && key == entry.highlighted
    draft.card(
      rect, isMain ? draft.tones.highlight : draft.tones.card, radius: 0.7, border: isMarked ? draft.tones.ink : nil)
    draft.write(
      draft.block(
        word, word.count == 1 ? .english : nil, width: rect.width - draft.units(0.6), height: rect.height, size: 2,
        least: 0.9, isBold: true, .center), in: rect, .center, .middle,
      isMain ? draft.tones.highlightInk : draft.tones.ink)
    // A finger beside a key means the nearest.
    let half = draft.units(0.5) / 2
    draft.touch(rect.inset(-half, -half), .key(key))
  }

  private func drawActions(
    _ entry: AddressEntry, until: Instant, of time: Duration, in rect: PixelRect, on draft: inout SheetDraft,
    _ now: Instant
  ) {
    let gap = draft.units(1)
    let ring = rect.height
    let width = min(draft.units(12), (rect.width - ring - 3 * gap) / 3)
    var x = rect.x + (rect.width - 3 * width - ring - 3 * gap) / 2
    let keys = draft.isRightToLeft ? AddressEntry.actions.reversed() : AddressEntry.actions
    for key in keys {
      draw(key, entry, in: PixelRect(x: x, y: rect.y, width: width, height: rect.height), on: &draft)
      x += width + gap
    }
    draft.ring(
      until: until, of: time, middle: Spot(Double(x + ring / 2), rect.middle.y), size: Double(ring), now: now)
  }
}
