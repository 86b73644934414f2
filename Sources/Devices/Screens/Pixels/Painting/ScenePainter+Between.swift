import BoothCore
import Imaging

/// The scenes between sessions: the invitation and the list of events.
extension ScenePainter {
  func drawAttract(on draft: inout SheetDraft, _ picture: ScreenPicture, _ now: Instant) {
    draft.background()
    draft.touch(draft.all, .press(.start))
    let margin = draft.units(2.2)
    let words = draft.area.inset(margin, margin)
    let button = invitation(draft)
    // The picture is free of words down to there.
    var free = draft.size.height * 6 / 10
    let top: Int
    if draft.isTall {
      top = drawTallInvitation(picture, button, in: words, on: &draft, now)
    } else {
      drawArt(picture.event, in: draft.all, on: &draft)
      if words.width - button.size.width >= draft.units(24) {
        top = drawWideInvitation(picture, button, in: words, on: &draft, now)
      } else {
        let column = column(picture, button, in: words, draft, now)
        free = words.bottom - column.height
        top = free
        drawFade(from: words.bottom - column.height - draft.units(4), on: &draft)
        column.draw(in: words, share: 1, on: &draft)
      }
    }
    drawLastPrints(picture, above: min(free, top), on: &draft)
  }

  /// What the last guests took home, side by side between the corners, as many as fit.
  private func drawLastPrints(_ picture: ScreenPicture, above free: Int, on draft: inout SheetDraft) {
    guard let event = picture.event, !picture.lastPrints.isEmpty else { return }
    let margin = draft.units(1.6)
    let top = draft.area.y + margin + draft.units(5.4)
    let room = draft.beside(
      PixelRect(x: margin, y: top, width: draft.size.width - 2 * margin, height: free - draft.units(1.6) - top))
    let paper = event.layout.size
    let gap = draft.units(1.4)
    guard room.height >= draft.units(8), room.width >= draft.units(8), paper.height > 0, paper.width > 0 else { return }
    // As many as can be seen from where guests stand.
    var count = picture.lastPrints.count
    var size = PixelSize(width: 0, height: 0)
    repeat {
      let width = min(room.height * paper.width / paper.height, (room.width - (count - 1) * gap) / count)
      size = PixelSize(width: width, height: width * paper.height / paper.width)
      guard size.height < draft.units(12), count > 1 else { break }
      count -= 1
    } while true
    var x = room.x + (room.width - count * size.width - (count - 1) * gap) / 2
    for path in draft.isRightToLeft
      ? picture.lastPrints.prefix(count).reversed() : Array(picture.lastPrints.prefix(count))
    {
      drawPrint(.photo(path), in: PixelRect(x: x, y: room.y, width: size.width, height: size.height), on: &draft)
      x += size.width + gap
    }
  }

  /// How high the languages' sign is; 0 where the booth speaks one language at this event.
  private func languagesHeight(of event: Event?, _ draft: SheetDraft) -> Int {
    Language.offered(by: event).contains { $0 != draft.language } ? draft.units(3) : 0
  }

  /// What else the booth speaks, among the words below the artwork: guests change it with one button.
  private func drawLanguages(
    of event: Event?, in rect: PixelRect, _ side: SheetDraft.Side, on draft: inout SheetDraft
  ) {
    let others = Language.offered(by: event).filter { $0 != draft.language }
    guard !others.isEmpty else { return }
    let place = draft.pill(draft.said(.languages(others)), .globe, in: rect, size: 1.5, side, .bottom)
    draft.touch(place.grown(draft.units(1.2)), .press(.next))
  }

  private func drawArt(_ event: Event?, in rect: PixelRect, on draft: inout SheetDraft) {
    guard let event, let path = event.attract else { return }
    draft.add(
      .picture(
        SceneRenderer.WantedPicture(source: .artwork(slug: event.slug, path: path), size: rect.size), rect, radius: 0,
        mirrored: false, share: 1))
  }

  private struct Invitation {
    var text: TextBlock
    var size: PixelSize
  }

  private func invitation(_ draft: SheetDraft) -> Invitation {
    let words = draft.said(.pressToStart)
    let room = draft.size.width - draft.units(16)
    var text = draft.block(words, width: room, size: 2.9, least: 1.6, isBold: true)
    // An event's own words may be longer than any of ours; on a wide screen the name stands beside them.
    let most = draft.isWide ? draft.size.width * 2 / 5 : room
    if words != Phrase.pressToStart.text(in: draft.language), text.isCut || text.size.width > most {
      text = draft.block(
        words, width: most, height: draft.units(5.6), size: 2.4, least: 1.1, lines: 2, isBold: true, .center)
    }
    return Invitation(
      text: text, size: PixelSize(width: text.size.width + draft.units(9.4), height: draft.units(6.4)))
  }

  /// The name where lines begin, the button where they end. Returns where they begin from above.
  private func drawWideInvitation(
    _ picture: ScreenPicture, _ button: Invitation, in words: PixelRect, on draft: inout SheetDraft, _ now: Instant
  ) -> Int {
    let others = draft.row(draft.others(.pressToStart), width: button.size.width, size: 1.5, .trailing)
    let languages = languagesHeight(of: picture.event, draft)
    let foot = languages > 0 ? languages + draft.units(0.7) : 0
    let side = PixelRect(
      x: draft.isRightToLeft ? words.x : words.right - button.size.width,
      y: words.bottom - foot - button.size.height - others.size.height
        - (others.size.height > 0 ? draft.units(0.7) : 0),
      width: button.size.width, height: button.size.height)
    let rest = words.width - button.size.width - draft.units(2.5)
    let name = draft.block(
      picture.event?.name(in: draft.language) ?? "", width: rest, height: draft.units(12), size: 5.2, least: 2.6,
      lines: 2, isBold: true)
    let names = draft.row(otherNames(picture.event, draft), width: rest, height: draft.units(5), size: 1.9, .leading)
    let height = max(name.size.height + names.size.height, words.bottom - side.y)
    drawFade(from: words.bottom - height - draft.units(4), on: &draft)
    let column = PixelRect(
      x: draft.isRightToLeft ? words.right - rest : words.x, y: words.bottom - name.size.height - names.size.height,
      width: rest, height: name.size.height + names.size.height)
    draft.write(name, in: column, .leading, .top)
    draft.write(names, in: column, .leading, .bottom)
    draw(button, in: side, on: &draft, now)
    draft.write(
      others,
      in: PixelRect(
        x: draft.isRightToLeft ? words.x : words.right - others.size.width, y: words.y, width: others.size.width,
        height: words.height - foot), .trailing, .bottom)
    drawLanguages(
      of: picture.event,
      in: PixelRect(x: side.x, y: words.bottom - languages, width: button.size.width, height: max(1, languages)),
      .trailing, on: &draft)
    return words.bottom - height
  }

  /// The name over the button.
  private func column(
    _ picture: ScreenPicture, _ button: Invitation, in words: PixelRect, _ draft: SheetDraft, _ now: Instant
  ) -> SheetColumn {
    var column = SheetColumn()
    column.add(
      draft.block(
        picture.event?.name(in: draft.language) ?? "", width: words.width, height: draft.units(draft.isTall ? 13 : 8),
        size: draft.isTall ? 5 : 3.6, least: 2.2, lines: 2, isBold: true, .center))
    column.add(draft.row(otherNames(picture.event, draft), width: words.width, size: 1.9))
    column.gap(draft.units(draft.isTall ? 2.4 : 1.4))
    column.add(button.size.height) { draft, rect in
      draw(button, in: rect.centered(button.size), on: &draft, now)
    }
    column.gap(draft.units(draft.isTall ? 1.2 : 0.8))
    column.add(draft.row(draft.others(.pressToStart), width: words.width, size: 1.6))
    let languages = languagesHeight(of: picture.event, draft)
    if languages > 0 {
      column.gap(draft.units(draft.isTall ? 1.2 : 0.6))
      column.add(languages) { draft, rect in
        drawLanguages(of: picture.event, in: rect, .center, on: &draft)
      }
    }
    return column
  }

  /// On an upright screen, the artwork, which mostly is not, has the upper part; words stand on the paper below. Returns
  /// where they begin from above.
  private func drawTallInvitation(
    _ picture: ScreenPicture, _ button: Invitation, in words: PixelRect, on draft: inout SheetDraft, _ now: Instant
  ) -> Int {
    let column = column(picture, button, in: words, draft, now)
    let overlap = draft.units(4)
    let height = min(
      draft.size.height * 64 / 100, draft.size.width * 6 / 5, words.bottom - column.height - draft.units(1) + overlap)
    let art = PixelRect(x: 0, y: 0, width: draft.size.width, height: max(draft.units(8), height))
    drawArt(picture.event, in: art, on: &draft)
    drawFade(from: art.bottom - draft.units(11), to: art.bottom, on: &draft)
    let top = art.bottom - overlap
    column.draw(
      in: PixelRect(x: words.x, y: top, width: words.width, height: words.bottom - top), share: 0.5, on: &draft)
    return top + max(0, (words.bottom - top - column.height) / 2)
  }

  /// Lets the picture sink into the paper, from there to the bottom, or to `full`.
  private func drawFade(from top: Int, to full: Int? = nil, on draft: inout SheetDraft) {
    let (paper, all) = (draft.tones.paper, draft.all)
    var (clear, dense) = (paper, paper)
    (clear.alpha, dense.alpha) = (0, 250)
    let full = full ?? top + draft.units(7)
    let (first, last) = (max(0, top), min(full, all.bottom))
    draft.add(
      .fill(
        .rectangle(PixelRect(x: 0, y: first, width: all.width, height: max(1, last - first))), .falling(clear, dense)))
    guard last < all.bottom else { return }
    draft.fill(PixelRect(x: 0, y: last, width: all.width, height: all.bottom - last), dense)
  }

  private func draw(_ button: Invitation, in rect: PixelRect, on draft: inout SheetDraft, _ now: Instant) {
    drawGlow(around: rect, on: &draft, now)
    draft.card(rect, draft.tones.highlight, radius: 3.2)
    let sign = draft.units(4)
    let middle = Spot(
      Double(draft.isRightToLeft ? rect.right - draft.units(4.2) : rect.x + draft.units(4.2)), rect.middle.y)
    draft.icon(.camera, middle, size: Double(sign), draft.tones.highlightInk, on: draft.tones.highlight)
    let words = PixelRect(
      x: draft.isRightToLeft ? rect.x + draft.units(2.4) : rect.right - draft.units(2.4) - button.text.size.width,
      y: rect.y, width: button.text.size.width, height: rect.height)
    draft.write(button.text, in: words, .leading, .middle, draft.tones.highlightInk)
    draft.touch(rect, .press(.start))
  }

  private func drawGlow(around rect: PixelRect, on draft: inout SheetDraft, _ now: Instant) {
    guard !style.reducesMotion, !draft.isQuiet else { return }
    let glow = AttractMotion.glow(at: now)
    let reach = draft.units(0.25 + 0.75 * glow)
    var light = draft.tones.highlight
    light.alpha = UInt8(230 - 150 * glow)
    let inner = rect.grown(draft.units(0.12))
    draft.over(rect.grown(draft.units(1.3))) { draft in
      draft.add(
        .stroke(
          .rectangle(inner.grown(reach / 2), radius: 3.2 * draft.unit + Double(reach) / 2), width: Double(reach), light)
      )
    }
  }

  /// The event's names in its lesser languages, where they differ.
  private func otherNames(_ event: Event?, _ draft: SheetDraft) -> [(text: String, language: Language)] {
    guard let event else { return [] }
    var shown = [event.name(in: draft.language)]
    var others: [(text: String, language: Language)] = []
    for language in draft.languages.dropFirst() {
      let name = event.name(in: language)
      guard !shown.contains(name) else { continue }
      shown.append(name)
      others.append((name, language))
    }
    return others
  }

  // MARK: The list

  func drawEvents(_ highlighted: Int, on draft: inout SheetDraft, _ picture: ScreenPicture) {
    draft.background()
    let margin = draft.units(2.2)
    var list = draft.area.inset(margin, margin)
    let event = shownEvent(picture)
    if event?.attract != nil {
      let art = listArtRect(draft)
      drawArt(event, in: art, on: &draft)
      if draft.isTall {
        drawFade(from: art.bottom - draft.units(8), to: art.bottom, on: &draft)
        list = PixelRect(x: list.x, y: art.bottom, width: list.width, height: list.bottom - art.bottom)
      } else {
        list.width -= art.width
        if draft.isRightToLeft { list.x = art.right + margin }
      }
    }
    let heading = draft.block(
      draft.said(.choice(of: picture.events)), width: list.width, size: 3.6, isBold: true)
    draft.write(heading, in: list)
    let keys = draft.units(3)
    let rows = PixelRect(
      x: list.x, y: list.y + heading.size.height + draft.units(1), width: list.width,
      height: list.height - heading.size.height - draft.units(1) - keys)
    drawLines(picture.events, highlighted, in: rows, on: &draft)
    drawKeys(
      [(.up, .down, .keyChoose), (.goOn, nil, .keyStart)],
      in: PixelRect(
        x: list.x, y: list.bottom - keys + draft.units(0.8), width: list.width, height: keys - draft.units(0.8)),
      on: &draft)
  }

  private func listArtRect(_ draft: SheetDraft) -> PixelRect {
    if draft.isTall { return PixelRect(x: 0, y: 0, width: draft.size.width, height: draft.size.height * 34 / 100) }
    let width = draft.size.width * 42 / 100
    return PixelRect(
      x: draft.isRightToLeft ? 0 : draft.size.width - width, y: 0, width: width, height: draft.size.height)
  }

  private func drawLines(_ events: [Event], _ highlighted: Int, in rect: PixelRect, on draft: inout SheetDraft) {
    guard !events.isEmpty else {
      draft.write(
        draft.block(draft.said(.noEvents), width: rect.width, size: 2.2, lines: 2), in: rect)
      return
    }
    let (height, gap) = (draft.units(5.6), draft.units(0.7))
    let visible = max(1, (rect.height + gap) / (height + gap))
    // The list moves so that the highlighted one is seen.
    let first = max(0, min(highlighted - visible / 2, events.count - visible))
    for index in first..<min(first + visible, events.count) {
      let line = PixelRect(
        x: rect.x, y: rect.y + (index - first) * (height + gap), width: rect.width, height: height)
      draw(events[index], isHighlighted: index == highlighted, in: line, on: &draft)
    }
  }

  private func draw(_ event: Event, isHighlighted: Bool, in line: PixelRect, on draft: inout SheetDraft) {
    let paper = isHighlighted ? draft.tones.highlight : draft.tones.card
    let ink = isHighlighted ? draft.tones.highlightInk : draft.tones.ink
    if isHighlighted {
      draft.card(line, paper, radius: 1)
    } else {
      draft.fill(line, paper, radius: draft.unit)
    }
    // Not by colour alone: a sign points at the chosen one.
    let sign = draft.units(1.7)
    let pointer = Spot(
      Double(draft.isRightToLeft ? line.right - draft.units(1.9) : line.x + draft.units(1.9)), line.middle.y)
    if isHighlighted { draft.icon(.goOn, pointer, size: Double(sign), ink, on: paper) }
    let words = PixelRect(
      x: draft.isRightToLeft ? line.x + draft.units(1.5) : line.x + draft.units(3.6), y: line.y + draft.units(0.3),
      width: line.width - draft.units(5.1), height: line.height - draft.units(0.6))
    let day = draft.block(LongDate.day(event.date, in: draft.language), width: words.width, size: 1.3)
    let language = Language.spoken(at: event)[0]
    let name = draft.block(
      event.name(in: language), language, width: words.width, height: words.height - day.size.height, size: 2.1,
      isBold: isHighlighted)
    var column = SheetColumn()
    column.add(name, .leading, ink)
    column.add(day, .leading, isHighlighted ? ink : draft.tones.dim)
    column.draw(in: words, on: &draft)
    draft.touch(line, .useEvent(event.slug))
  }

  /// What keys do, for the operator: a sign or two and a word each.
  func drawKeys(
    _ keys: [(SheetIcon, SheetIcon?, Phrase)], in rect: PixelRect, on draft: inout SheetDraft
  ) {
    let (size, gap) = (draft.units(1.6), draft.units(0.5))
    var used = 0
    for (sign, other, phrase) in keys {
      let word = draft.block(draft.said(phrase), width: rect.width, size: 1.5)
      let signs = [sign, other].compactMap { $0 }
      let width = signs.count * (size + gap) + word.size.width + draft.units(2)
      guard used + width - draft.units(2) <= rect.width else { return }
      var x = draft.isRightToLeft ? rect.right - used : rect.x + used
      let step = draft.isRightToLeft ? -1 : 1
      for sign in signs {
        draft.icon(
          sign, Spot(Double(x + step * size / 2), rect.middle.y), size: Double(size), draft.tones.dim,
          on: draft.tones.paper)
        x += step * (size + gap)
      }
      let place = PixelRect(
        x: draft.isRightToLeft ? x - word.size.width : x, y: rect.y, width: word.size.width, height: rect.height)
      draft.write(word, in: place, .leading, .middle, draft.tones.dim)
      used += width
    }
  }
}
