import BoothCore
import Imaging

/// The scenes in front of the camera.
extension ScenePainter {
  /// Where the live view and the words around it stand.
  private struct Stand {
    /// Of the proportions that the photo will have.
    var live: PixelRect
    /// Above it, below it; no higher than one pixel where the live view reaches the edge.
    var above: PixelRect
    var below: PixelRect
    /// Over the live view, for signs in its corners.
    var corners: PixelRect
    /// Whether words stand on the paper below and not over the picture.
    var isBeside: Bool
  }

  private func stand(_ draft: SheetDraft, _ picture: ScreenPicture) -> Stand {
    let all = draft.all
    var live = all.fitting(SceneRenderer.proportions(picture))
    // A live view below the middle is looked at from above: the camera mostly is.
    live.y = draft.isTall ? (all.height - live.height) * 36 / 100 : 0
    let above = PixelRect(x: 0, y: draft.area.y, width: all.width, height: max(1, live.y - draft.area.y))
    let below = PixelRect(x: 0, y: live.bottom, width: all.width, height: max(1, all.bottom - live.bottom))
    let top = max(0, draft.area.y - live.y)
    var corners = live.inset(draft.units(1.2), draft.units(1.2))
    corners.y += top
    corners.height -= top
    return Stand(live: live, above: above, below: below, corners: corners, isBeside: below.height >= draft.units(7))
  }

  func drawLive(on draft: inout SheetDraft, _ picture: ScreenPicture, _ view: LiveView, _ now: Instant) {
    let stand = stand(draft, picture)
    draft.background()
    draft.fill(stand.live, draft.tones.shadow)
    draft.setLive(stand.live, picture.look)
    if stand.above.height >= draft.units(11) { drawMasthead(picture.event, in: stand.above, on: &draft) }
    if view == .shown { drawGuide(over: stand.live, on: &draft, picture, now) }
    guard !draft.isQuiet else { return }
    if view == .missing {
      draft.over(stand.live) { draft in
        draft.pill(draft.said(.starting), .wait, in: stand.live.inset(draft.units(1), 0), size: 2.2)
      }
    }
    switch picture.scene.content {
    case .getReady:
      drawStrip(picture.scene, stand, on: &draft)
      drawCaption(.getReady, .people, stand, on: &draft)
    case .aim(let guide):
      drawStrip(picture.scene, stand, on: &draft)
      if guide == nil {
        drawCaption(.pressWhenReady, .camera, stand, on: &draft)
      } else {
        drawAim(picture.advice, over: stand.live, below: stand.isBeside ? stand.below : nil, on: &draft, now)
      }
      draft.touch(draft.all, .press(.start))
      if guide != nil, style.isTouched {
        drawGuideBar(over: stand.live, on: &draft, picture.scene.guideView)
        if picture.scene.isLocation { drawMarkSign(over: stand.live, on: &draft) }
      }
    case .recording(let since, let until):
      drawStrip(picture.scene, stand, on: &draft)
      drawLamp(stand, on: &draft, now)
      drawRemaining(since: since, until: until, stand, on: &draft, now)
    case .countdown(let until):
      drawStrip(picture.scene, stand, isShort: true, on: &draft)
      drawLookHere(stand, on: &draft, now)
      if view != .missing { drawDigit(until: until, stand, on: &draft, picture, now) }
    case .starting, .eventSelection, .attract, .consent, .look, .mark, .shutter, .review, .tryAgain, .finishing,
      .printLayout, .print, .qr, .address, .keptHere, .resumeOffer, .settings, .paused, .outOfOrder, .stopped:
      break
    }
    if style.isTouched { drawCancelSign(on: &draft) }
  }

  /// The event's sign, or its name, above the live view of an upright screen.
  private func drawMasthead(_ event: Event?, in rect: PixelRect, on draft: inout SheetDraft) {
    guard let event else { return }
    // Below it stands how many photos are taken.
    let place = draft.beside(
      PixelRect(
        x: rect.x + draft.units(2), y: rect.y + draft.units(2), width: rect.width - 2 * draft.units(2),
        height: rect.height - draft.units(draft.previous == nil ? 7 : 8)))
    drawSign(of: event, in: place, on: &draft)
  }

  /// "Photo 2 of 3", also without letters.
  private func drawStrip(_ scene: Scene, _ stand: Stand, isShort: Bool = false, on draft: inout SheetDraft) {
    // A single photo needs no number.
    guard let strip = scene.strip, let strips = scene.strips, strips > 1 else { return }
    let isAbove = stand.above.height >= draft.units(5)
    let text = isShort && !isAbove ? "" : draft.said(.photo(strip + 1, of: strips))
    let dot = draft.units(1.1)
    let dotsWidth = strips <= 12 ? Int(Double(dot) * (1.7 * Double(strips - 1) + 1)) : 0
    let word = draft.block(
      text.isEmpty ? " " : text, width: stand.corners.width / 2, size: 1.9, least: 1.2, isBold: true)
    let gap = text.isEmpty || dotsWidth == 0 ? 0 : draft.units(1)
    let wordWidth = text.isEmpty ? 0 : word.size.width
    let width = dotsWidth + gap + wordWidth + 2 * draft.units(1.1)
    let size = PixelSize(width: width, height: max(word.size.height, draft.units(2.8)))
    let color = isAbove ? draft.tones.ink : .white
    let line = PixelRect(
      x: 0, y: stand.above.bottom - size.height - draft.units(1), width: draft.size.width, height: size.height)
    let place =
      isAbove
      ? draft.beside(line).centered(size)
      : PixelRect(
        x: draft.isRightToLeft ? stand.corners.right - width : stand.corners.x, y: stand.corners.y, width: width,
        height: size.height)
    draft.over(place.grown(1)) { draft in
      if !isAbove { draft.fill(place, Tones.veil, radius: Double(size.height) / 2) }
      let inner = place.inset(draft.units(1.1), 0)
      let x = draft.isRightToLeft ? inner.right - dotsWidth / 2 : inner.x + dotsWidth / 2
      draft.dots(
        taken: strip, current: strip, of: strips, middle: Spot(Double(x), place.middle.y), size: Double(dot), color)
      if !text.isEmpty { draft.write(word, in: inner, .trailing, .middle, color) }
    }
  }

  private func drawLamp(_ stand: Stand, on draft: inout SheetDraft, _ now: Instant) {
    let isOn = style.reducesMotion || now.nanoseconds / 500_000_000 % 2 == 0
    let text = draft.block(
      draft.said(.recording), width: stand.corners.width / 2, size: 1.9, least: 1.2, isBold: true)
    let lamp = draft.units(1.5)
    let size = PixelSize(
      width: text.size.width + lamp + draft.units(3.2), height: max(text.size.height, draft.units(2.8)))
    let corner = PixelRect(
      x: draft.isRightToLeft ? stand.corners.x : stand.corners.right - size.width, y: stand.corners.y,
      width: size.width, height: size.height)
    let place = lampPlace(corner, draft)
    draft.over(place.grown(1)) { draft in
      draft.fill(place, Tones.veil, radius: Double(size.height) / 2)
      let inner = place.inset(draft.units(1.1), 0)
      let x = draft.isRightToLeft ? inner.right - lamp / 2 : inner.x + lamp / 2
      let middle = Spot(Double(x), place.middle.y)
      draft.add(.stroke(.circle(middle, radius: Double(lamp) * 0.46), width: Double(lamp) * 0.1, .white))
      if isOn { draft.add(.fill(.circle(middle, radius: Double(lamp) * 0.33), .color(Tones.lamp))) }
      draft.write(text, in: inner, .trailing, .middle, .white)
    }
  }

  /// Beside the last guests' code where there is room, or below it.
  private func lampPlace(_ corner: PixelRect, _ draft: SheetDraft) -> PixelRect {
    let below = draft.below(corner)
    guard let card = draft.previous?.card, below.y != corner.y else { return corner }
    var beside = corner
    beside.x = draft.isRightToLeft ? card.right + draft.units(1) : card.x - draft.units(1) - corner.width
    if draft.isFree(beside.grown(draft.units(0.5))) { return beside }
    return PixelRect(x: corner.x, y: below.y, width: corner.width, height: corner.height)
  }

  /// Large words with a sign, below the live view or over its lower edge.
  private func drawCaption(_ phrase: Phrase, _ sign: SheetIcon, _ stand: Stand, on draft: inout SheetDraft) {
    let text = draft.said(phrase)
    guard stand.isBeside else {
      let place = PixelRect(
        x: stand.corners.x, y: stand.live.bottom - draft.units(12.2), width: stand.corners.width,
        height: draft.units(11))
      draft.over(place) { draft in
        draft.pill(text, sign, in: place, size: 3.4, .center, .bottom, below: draft.others(phrase))
      }
      return
    }
    let place = stand.below.inset(draft.units(2), draft.units(1))
    draft.over(place) { draft in
      var column = SheetColumn()
      if place.height >= draft.units(20) {
        let size = draft.units(6)
        column.add(size) { draft, rect in
          draft.icon(
            sign, Spot(rect.middle.x, rect.middle.y), size: Double(size), draft.tones.highlight, on: draft.tones.paper)
        }
        column.gap(draft.units(1))
      }
      let others = draft.row(draft.others(phrase), width: place.width, height: place.height / 3, size: 1.9)
      let room = place.height - column.height - others.size.height
      column.add(
        draft.block(text, width: place.width, height: room, size: 4.6, least: 1.8, lines: 3, isBold: true, .center))
      column.add(others)
      column.draw(in: place, share: 0.4, on: &draft)
    }
  }

  private func drawRemaining(
    since: Instant, until: Instant, _ stand: Stand, on draft: inout SheetDraft, _ now: Instant
  ) {
    let share = max((until - now).inSeconds, 0) / max((until - since).inSeconds, 0.001)
    let seconds = draft.said(.seconds(SceneRenderer.seconds(until: until, now: now)))
    let height = draft.units(stand.isBeside ? 4 : 3.6)
    if stand.below.height >= draft.units(16) {
      let rest = PixelRect(
        x: 0, y: stand.below.y + 2 * height, width: stand.below.width, height: stand.below.height - 3 * height)
      let word = draft.block(
        seconds, width: rest.width - draft.units(4), height: rest.height, size: 9, least: 4, isBold: true, .center)
      let large = rest.centered(PixelSize(width: rest.width - draft.units(4), height: word.size.height))
      draft.over(large) { $0.write(word, in: large, .center, .middle) }
    }
    let place =
      stand.isBeside
      ? PixelRect(
        x: draft.units(2), y: stand.below.y + draft.units(1.6), width: draft.size.width - 2 * draft.units(2),
        height: height)
      : PixelRect(
        x: stand.corners.x, y: stand.live.bottom - height - draft.units(1.2), width: stand.corners.width, height: height
      )
    let room = draft.block(
      draft.said(.seconds(88)), width: place.width, height: height, size: 2.2, isBold: true)
    let word = draft.block(seconds, width: room.size.width, height: height, size: 2.2, isBold: true)
    draft.over(place) { draft in
      if !stand.isBeside { draft.fill(place, Tones.veil, radius: Double(height) / 2) }
      let inner = place.inset(draft.units(1.4), 0)
      let thick = draft.units(1.2)
      let long = inner.width - room.size.width - draft.units(1)
      let bar = PixelRect(
        x: draft.isRightToLeft ? inner.right - long : inner.x, y: inner.y + (height - thick) / 2, width: long,
        height: thick)
      draft.bar(
        share, in: bar, stand.isBeside ? draft.tones.highlight : .white,
        track: stand.isBeside ? draft.tones.card : RGBColor(red: 0x55, green: 0x55, blue: 0x55),
        border: stand.isBeside ? draft.tones.dim : nil)
      draft.write(word, in: inner, .trailing, .middle, stand.isBeside ? draft.tones.ink : .white)
    }
  }

  /// A small sign, for screens that are touched; in the corner of the screen where lines begin unless said otherwise.
  func drawCancelSign(in area: PixelRect? = nil, on draft: inout SheetDraft) {
    let size = draft.units(4)
    let corner = area ?? draft.all.inset(draft.units(1.2), draft.units(1.2))
    let place = PixelRect(
      x: draft.isRightToLeft ? corner.right - size : corner.x, y: corner.bottom - size, width: size, height: size)
    draft.over(place) { draft in
      draft.fill(place, Tones.veil, radius: Double(size) / 2)
      draft.icon(.cancel, Spot(place.middle.x, place.middle.y), size: Double(size) * 0.62, .white, on: .black)
    }
    draft.touch(place, .press(.cancel))
  }

  // MARK: The countdown

  /// Where the digit stands: below the live view where there is room for it, in a corner of the live view otherwise.
  /// Faces are in the middle, and guests see themselves until the photo is taken.
  private func digitRect(_ stand: Stand, _ draft: SheetDraft) -> PixelRect {
    if hasDigitBelow(stand, draft) {
      let place = stand.below.inset(draft.units(2), draft.units(1))
      let side = min(place.height * 6 / 10, place.width * 6 / 10)
      return PixelRect(x: Int(place.middle.x) - side / 2, y: place.y, width: side, height: side)
    }
    let side = min(draft.units(14), stand.live.height * 36 / 100, stand.live.width * 24 / 100)
    let (left, right) = (stand.live.x, draft.all.right - draft.units(0.6) - side)
    let end = PixelRect(
      x: draft.isRightToLeft ? draft.units(0.6) : right, y: stand.corners.y - draft.units(0.6), width: side,
      height: side)
    // The last guests' code has that corner; the other one has the number of the photo above.
    guard draft.previous == nil else {
      return PixelRect(
        x: draft.isRightToLeft ? stand.live.right - draft.units(1.2) - side : left + draft.units(1.2),
        y: stand.corners.y + draft.units(3.4), width: side, height: side)
    }
    return end
  }

  private func hasDigitBelow(_ stand: Stand, _ draft: SheetDraft) -> Bool { stand.below.height >= draft.units(16) }

  /// A digit that can be read from three metres, in a ring that empties: who cannot read sees the time go.
  private func drawDigit(
    until: Instant, _ stand: Stand, on draft: inout SheetDraft, _ picture: ScreenPicture, _ now: Instant
  ) {
    let rect = digitRect(stand, draft)
    let side = Double(rect.width)
    let (middle, radius) = (Spot(rect.middle.x, rect.middle.y), side * 0.46)
    let seconds = max(1, SceneRenderer.seconds(until: until, now: now))
    let plan = picture.event.flatMap { event -> Duration? in
      let strip = picture.scene.strip ?? 0
      return event.plan.strips.indices.contains(strip) ? event.plan.strips[strip].countdown : nil
    }
    let whole = max(plan ?? .seconds(3), .seconds(seconds)).inSeconds
    let left = style.reducesMotion ? Double(seconds) : max(0, (until - now).inSeconds)
    // In invisible steps, so that a ring that looks the same is the same.
    let share = (min(1, left / whole) * 720).rounded() / 720
    // Figures side by side are narrower than one that is as high.
    let height = seconds < 10 ? side * 0.73 : side * 0.46
    draft.over(rect) { draft in
      draft.add(.fill(.circle(middle, radius: side / 2), .color(Tones.veil)))
      if share > 0 {
        draft.add(.stroke(.arc(middle, radius: radius, from: 1 - share, to: 1), width: side * 0.05, .white))
      }
      draft.add(
        .figure(
          String(seconds), family: draft.family, middle: middle, height: height, .white, outline: .black,
          width: max(1, height * 0.02)))
    }
  }

  /// Where the camera is: an arrow that nods towards it, and words.
  private func drawLookHere(_ stand: Stand, on draft: inout SheetDraft, _ now: Instant) {
    let sign: SheetIcon =
      switch style.camera {
      case .above: .up
      case .below: .down
      case .left: .left
      case .right: .right
      }
    let others = draft.others(.lookHere)
    if stand.isBeside {
      var place = stand.below.inset(draft.units(2), draft.units(1))
      if hasDigitBelow(stand, draft) {
        let bottom = place.bottom
        place.y = digitRect(stand, draft).bottom + draft.units(0.8)
        place.height = bottom - place.y
      }
      draft.over(place) { draft in
        var column = SheetColumn()
        column.add(
          draft.block(
            draft.said(.lookHere), width: place.width, height: place.height * 6 / 10, size: 4,
            least: 1.8, lines: 2, isBold: true, .center))
        column.add(draft.row(others, width: place.width, height: place.height / 3, size: 1.9))
        column.draw(in: place, share: 0.4, on: &draft)
      }
    } else {
      let place = PixelRect(
        x: stand.corners.x, y: stand.live.bottom - draft.units(6.4), width: stand.corners.width,
        height: draft.units(5.2))
      draft.over(place) { draft in
        draft.pill(
          draft.said(.lookHere), in: place, size: 2, .center, .bottom, below: others)
      }
    }
    let nod = style.reducesMotion ? 0 : Int((AttractMotion.nod(at: now) * 0.9 * draft.unit).rounded())
    var place = arrowRect(stand, draft)
    let size = place.width
    switch style.camera {
    case .above: place.y -= nod
    case .below: place.y += nod
    case .left: place.x -= nod
    case .right: place.x += nod
    }
    draft.over(place) { draft in
      draft.fill(place, Tones.veil, radius: Double(size) / 2)
      draft.icon(sign, Spot(place.middle.x, place.middle.y), size: Double(size) * 0.62, .white, on: .black)
    }
  }

  /// Where the arrow stands when it is farthest from the camera.
  private func arrowRect(_ stand: Stand, _ draft: SheetDraft) -> PixelRect {
    let size = draft.units(4.6)
    let away = draft.units(1.5)
    let middle = (x: Int(stand.live.middle.x) - size / 2, y: Int(stand.live.middle.y) - size / 2)
    let place: (x: Int, y: Int) =
      switch style.camera {
      case .above: (middle.x, stand.corners.y - draft.units(1.2) + away)
      case .below: (stand.corners.right - size, stand.live.bottom - size - away)
      case .left: (stand.live.x + away, middle.y)
      case .right: (stand.live.right - size - away, middle.y)
      }
    return PixelRect(x: place.x, y: place.y, width: size, height: size)
  }
}
