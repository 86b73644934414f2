import BoothCore
import Imaging

/// The photo: its light, its review, another try.
extension ScenePainter {
  /// White all over: the screen lends the photo its light. A face, as large as costs no light, says what to do.
  func drawShutter(since: Instant?, on draft: inout SheetDraft, _ picture: ScreenPicture, _ now: Instant) {
    let isWaiting = since.map { now >= $0 + SceneRenderer.smileTime } ?? false
    let phrase: Phrase = isWaiting ? .starting : .smile
    guard picture.isLit else {
      // The face, not the event's sign: it says what to do to those who do not read.
      return draw(Message(headline: phrase, sign: isWaiting ? .wait : .smile), on: &draft, nil, nil)
    }
    draft.fill(draft.all, .white)
    var column = SheetColumn()
    let sign = draft.units(8)
    let gray = RGBColor(red: 0x59, green: 0x59, blue: 0x59)
    column.add(sign) { draft, rect in
      draft.icon(
        isWaiting ? .wait : .smile, Spot(rect.middle.x, rect.middle.y), size: Double(sign), gray, on: .white)
    }
    column.gap(draft.units(1.4))
    let area = draft.area.inset(draft.units(2), draft.units(2))
    column.add(
      draft.block(
        draft.said(phrase), width: area.width, height: draft.units(12), size: 5.4, least: 2.4, lines: 2,
        isBold: true, .center), .center, .black)
    column.gap(draft.units(0.5))
    column.add(draft.row(draft.others(phrase), width: area.width, size: 2), .center, gray)
    column.draw(in: area, on: &draft)
  }

  /// The photo as a print, beside it on wide screens or below it what can be done with it.
  func drawReview(until: Instant, on draft: inout SheetDraft, _ picture: ScreenPicture, _ now: Instant) {
    draft.background()
    let margin = draft.units(2)
    let area = draft.area.inset(margin, margin)
    guard !draft.isWide else { return drawWideReview(until: until, in: area, on: &draft, picture, now) }
    let controls = draft.units(draft.isTall ? 22 : 14.4)
    let room = PixelRect(
      x: area.x, y: area.y, width: area.width, height: max(draft.units(10), area.height - controls))
    let proportions = SceneRenderer.proportions(picture)
    func place(in room: PixelRect) -> PixelRect {
      var photo = room.fitting(proportions)
      photo.y = room.y + (draft.isTall ? max(0, room.height - photo.height) * 4 / 10 : 0)
      return photo
    }
    // The last guests' code has a corner as far as the photo stays one that can be judged.
    let spared = [draft.below(room), draft.beside(room)].map(place).max { $0.size.area < $1.size.area }
    let whole = place(in: room)
    if let spared, spared.size.area * 3 < whole.size.area { draft.previous = nil }
    let photo = draft.previous == nil ? whole : spared ?? whole
    drawPrints(picture, in: picture.scene.guide == nil ? photo : room, on: &draft)
    let top = (picture.scene.guide == nil ? photo : room).bottom + draft.units(1)
    drawVerdictBelow(
      until: until, in: PixelRect(x: area.x, y: top, width: area.width, height: area.bottom - top), on: &draft,
      picture, now)
  }

  private func drawWideReview(
    until: Instant, in area: PixelRect, on draft: inout SheetDraft, _ picture: ScreenPicture, _ now: Instant
  ) {
    let side = max(draft.units(16), area.width * 27 / 100)
    let area = draft.beside(area)
    let rest = PixelRect(
      x: draft.isRightToLeft ? area.x : area.right - side, y: area.y, width: side, height: area.height)
    let gap = draft.units(2)
    let room = PixelRect(
      x: draft.isRightToLeft ? area.x + side + gap : area.x, y: area.y, width: area.width - side - gap,
      height: area.height)
    let place = picture.scene.guide == nil ? room.fitting(SceneRenderer.proportions(picture)) : room
    drawPrints(picture, in: place, on: &draft)
    drawVerdictBeside(until: until, in: rest, on: &draft, picture, now)
  }

  /// The photo; where it was aimed by an old picture, that beside it, equally large, or above it where both are larger so.
  private func drawPrints(_ picture: ScreenPicture, in rect: PixelRect, on draft: inout SheetDraft) {
    guard let guide = picture.scene.guide, let event = picture.event else {
      return drawPrint(picture.photoPath.map { .photo($0) }, picture.look, in: rect, on: &draft)
    }
    let gap = draft.units(1)
    let shape = SceneRenderer.proportions(picture)
    let half = PixelSize(width: (rect.width - gap) / 2, height: (rect.height - gap) / 2)
    let left = PixelRect(x: rect.x, y: rect.y, width: max(1, half.width), height: rect.height).fitting(shape)
    let upper = PixelRect(x: rect.x, y: rect.y, width: rect.width, height: max(1, half.height)).fitting(shape)
    let isAbove = upper.size.area > left.size.area
    let old = isAbove ? upper : left
    var new = old
    if isAbove { new.y += half.height + gap } else { new.x += half.width + gap }
    let places = draft.isRightToLeft && !isAbove ? (old: new, new: old) : (old: old, new: new)
    drawPrint(.artwork(slug: event.slug, path: guide), in: places.old, on: &draft)
    drawPrint(picture.photoPath.map { .photo($0) }, picture.look, in: places.new, on: &draft)
  }

  func drawPrint(
    _ source: SceneRenderer.WantedPicture.Source?, _ look: PhotoFilter = .none, in rect: PixelRect,
    on draft: inout SheetDraft
  ) {
    let border = draft.units(0.45)
    draft.add(.shadow(rect, radius: draft.unit * 0.5, blur: draft.unit * 1.2, Tones.shade))
    draft.fill(rect, .white, radius: draft.unit * 0.5)
    let inner = rect.inset(border, border)
    draft.fill(inner, draft.tones.shadow, radius: draft.unit * 0.2)
    guard let source else { return }
    draft.add(
      .picture(
        SceneRenderer.WantedPicture(source: source, size: inner.size, look: look), inner, radius: draft.unit * 0.2,
        mirrored: false, share: 1))
  }

  /// Another try is what is suggested for a photo that seems to have gone wrong.
  private func choices(_ picture: ScreenPicture) -> [SheetDraft.Button] {
    let isDoubted = picture.scene.doubt != nil
    return [
      SheetDraft.Button(icon: .keep, phrase: .keep, rank: isDoubted ? .other : .main, press: .start),
      SheetDraft.Button(icon: .again, phrase: .again, rank: isDoubted ? .main : .other, press: .retake),
    ]
  }

  private func question(_ picture: ScreenPicture) -> Phrase { picture.scene.doubt.map { .doubted($0) } ?? .keepIt }

  private func reviewTime(_ picture: ScreenPicture) -> Duration {
    let (strip, plan) = (picture.scene.strip ?? 0, picture.event?.plan.strips ?? [])
    return plan.indices.contains(strip) ? plan[strip].review : .seconds(5)
  }

  private func drawVerdictBeside(
    until: Instant, in rect: PixelRect, on draft: inout SheetDraft, _ picture: ScreenPicture, _ now: Instant
  ) {
    var column = SheetColumn()
    for share in [1, 0.8, 0.6, 0.45] {
      column = verdict(share, until: until, in: rect, draft, picture, now)
      if column.height <= rect.height { break }
    }
    column.draw(in: rect, on: &draft)
  }

  /// - Parameter share: how large gaps are.
  private func verdict(
    _ share: Double, until: Instant, in rect: PixelRect, _ draft: SheetDraft, _ picture: ScreenPicture, _ now: Instant
  ) -> SheetColumn {
    var column = SheetColumn()
    let dot = draft.units(1.2)
    if let strip = picture.scene.strip, let strips = picture.scene.strips {
      column.add(draft.units(2)) { draft, rect in
        guard !draft.isQuiet else { return }
        draft.dots(
          taken: strip + 1, current: nil, of: strips, middle: Spot(rect.middle.x, rect.middle.y), size: Double(dot),
          draft.tones.highlight)
      }
      column.gap(draft.units(1.6 * share))
    }
    let question = question(picture)
    column.add(
      draft.block(
        draft.said(question), width: rect.width, height: draft.units(6 + 4 * share), size: 3, least: 1.5,
        lines: 4, isBold: true, .center))
    column.add(draft.row(draft.others(question), width: rect.width, height: draft.units(5 * share), size: 1.6))
    column.gap(draft.units(2.4 * share))
    let height = draft.units(5.6 * max(share, 0.8))
    for button in choices(picture) {
      column.add(height) { $0.draw(button, in: $1) }
      column.gap(draft.units(1.5 * max(share, 0.7)))
    }
    column.gap(draft.units(0.6 * share))
    column.add(draft.units(4.6)) { draft, rect in
      drawTime(until: until, of: reviewTime(picture), in: rect, on: &draft, now)
    }
    return column
  }

  /// The ring of time with its words, in the middle of a rectangle.
  private func drawTime(
    until: Instant, of whole: Duration, in rect: PixelRect, on draft: inout SheetDraft, _ now: Instant
  ) {
    let size = draft.units(4.4)
    let seconds = SceneRenderer.seconds(until: until, now: now)
    // As wide as its widest number, so that the ring stays where it is.
    let label = draft.block(
      draft.said(.keptIn(seconds: seconds)), width: rect.width - size - draft.units(1),
      height: size, size: 1.7, least: 1.1)
    let widest = draft.block(
      draft.said(.keptIn(seconds: 88)), width: rect.width - size - draft.units(1), size: 1.7,
      least: 1.1)
    let room = max(widest.size.width, label.size.width)
    let width = size + draft.units(0.9) + room
    let all = rect.centered(PixelSize(width: min(width, rect.width), height: size))
    let x = draft.isRightToLeft ? all.right - size / 2 : all.x + size / 2
    draft.ring(until: until, of: whole, middle: Spot(Double(x), all.middle.y), size: Double(size), now: now)
    let words = PixelRect(
      x: draft.isRightToLeft ? all.x : all.right - room, y: all.y, width: room, height: size)
    draft.over(words) { $0.write(label, in: words, .leading, .middle, $0.tones.dim) }
  }

  private func drawVerdictBelow(
    until: Instant, in rect: PixelRect, on draft: inout SheetDraft, _ picture: ScreenPicture, _ now: Instant
  ) {
    let question = question(picture)
    let isRoomy = rect.height >= draft.units(18)
    let time = draft.units(4.6)
    var column = SheetColumn()
    let width = isRoomy ? rect.width : rect.width - draft.units(17)
    let heading = draft.block(
      draft.said(question), width: width, height: draft.units(isRoomy ? 7 : 3.2),
      size: isRoomy ? 3.4 : 2.4,
      least: 1.5, lines: isRoomy ? 2 : 1, isBold: true, isRoomy ? .center : .leading)
    let others = draft.row(
      draft.others(question), width: width, height: draft.units(2.6), size: 1.5, isRoomy ? .center : .leading)
    if isRoomy {
      column.add(heading)
      column.add(others)
      column.gap(draft.units(1.6))
    } else {
      column.add(max(time, heading.size.height + others.size.height)) { draft, rect in
        let words = PixelRect(
          x: draft.isRightToLeft ? rect.right - width : rect.x, y: rect.y, width: width, height: rect.height)
        var lines = SheetColumn()
        lines.add(heading, .leading)
        lines.add(others, .leading)
        lines.draw(in: words, on: &draft)
        drawTime(
          until: until, of: reviewTime(picture),
          in: PixelRect(
            x: draft.isRightToLeft ? rect.x : rect.right - draft.units(16), y: rect.y, width: draft.units(16),
            height: rect.height), on: &draft, now)
      }
      column.gap(draft.units(0.8))
    }
    let height = draft.units(isRoomy ? 6 : 5)
    column.add(height) { draft, rect in _ = draft.draw(choices(picture), in: rect, height: height) }
    if isRoomy {
      column.gap(draft.units(1.6))
      column.add(time) { draft, rect in
        drawTime(until: until, of: reviewTime(picture), in: rect, on: &draft, now)
      }
    }
    column.draw(in: rect, share: isRoomy ? 0.3 : 0.5, on: &draft)
  }

  func drawTryAgain(
    _ kind: Fault.Kind, until: Instant, on draft: inout SheetDraft, _ picture: ScreenPicture, _ now: Instant
  ) {
    var message = Message(headline: .failed(kind), sign: .camera)
    if (picture.scene.strip ?? 0) > 0 { message.detail = draft.said(.othersAreSafe) }
    message.buttons = [
      SheetDraft.Button(icon: .again, phrase: .onceMore, press: .start),
      SheetDraft.Button(icon: .cancel, phrase: .keyCancel, rank: .other, press: .cancel),
    ]
    message.until = (until, picture.event?.timings.patience ?? .seconds(30))
    draw(message, on: &draft, picture.event, now)
  }
}
