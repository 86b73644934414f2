import BoothCore
import Imaging

/// Marking points: the old picture and a frame of the live view beside each other, the points that are set, the cursor,
/// and what lies around it much larger.
extension ScenePainter {
  func drawMark(_ marking: Marking, on draft: inout SheetDraft, _ picture: ScreenPicture) {
    draft.background()
    let gap = draft.units(0.9)
    let area = draft.area.inset(draft.units(1.2), draft.units(0.9))
    let (line, row) = (draft.units(3.4), draft.units(style.isTouched ? 4.6 : 2))
    drawMarkWords(
      marking, in: PixelRect(x: area.x, y: area.y, width: area.width, height: line), on: &draft)
    let room = PixelRect(
      x: area.x, y: area.y + line + gap, width: area.width, height: max(4, area.height - line - row - 2 * gap))
    let places = SceneRenderer.markPlaces(room, gap: gap, picture, isRightToLeft: draft.isRightToLeft)
    for side in Marking.Side.allCases {
      drawMarkPicture(side, marking, in: side == .old ? places.old : places.frame, on: &draft, picture)
    }
    let below = PixelRect(x: area.x, y: area.bottom - row, width: area.width, height: row)
    if style.isTouched { drawMarkSigns(marking, in: below, on: &draft) } else { drawMarkKeys(in: below, on: &draft) }
  }

  /// What to do, and how many pairs there are.
  private func drawMarkWords(_ marking: Marking, in rect: PixelRect, on draft: inout SheetDraft) {
    let dots = draft.units(9.5)
    let words = PixelRect(
      x: draft.isRightToLeft ? rect.x + dots : rect.x, y: rect.y, width: rect.width - dots, height: rect.height)
    let phrase = SceneRenderer.phrase(of: marking)
    let block = draft.block(
      draft.said(phrase), width: words.width, height: words.height, size: 2.2, least: 1.1, lines: 2, isBold: true)
    draft.write(block, in: words, .leading, .middle, marking.wasRefused ? draft.tones.warning : draft.tones.ink)
    let x = draft.isRightToLeft ? rect.x + dots / 2 : rect.right - dots / 2
    draft.dots(
      taken: marking.pairs.count, current: marking.pairs.count, of: MarkPair.counts.upperBound,
      middle: Spot(Double(x), rect.middle.y), size: Double(draft.units(0.9)), draft.tones.highlight)
  }

  private func drawMarkPicture(
    _ side: Marking.Side, _ marking: Marking, in rect: PixelRect, on draft: inout SheetDraft, _ picture: ScreenPicture
  ) {
    let isActive = marking.stage == .setting && marking.side == side
    draft.fill(rect.grown(draft.units(0.3)), isActive ? draft.tones.highlight : draft.tones.shadow)
    draft.fill(rect, draft.tones.shadow)
    let source: SceneRenderer.WantedPicture.Source? =
      switch side {
      case .old:
        picture.scene.guide.flatMap { guide in picture.event.map { .artwork(slug: $0.slug, path: guide) } }
      case .frame: picture.stillFrame.map { .photo($0.path) }
      }
    guard let source else { return }
    draft.add(
      .picture(
        SceneRenderer.WantedPicture(source: source, size: rect.size), rect, radius: 0, mirrored: false, share: 1))
    for (index, pair) in marking.pairs.enumerated() {
      drawMarkPoint(index, side == .old ? pair.old : pair.frame, in: rect, on: &draft)
    }
    if side == .old, let begun = marking.begun { drawMarkPoint(marking.pairs.count, begun, in: rect, on: &draft) }
    guard marking.stage == .setting else { return }
    // What was chosen in the old picture is looked for in the new one: both are seen closely.
    if let point = isActive ? marking.cursor : side == .old ? marking.begun : nil {
      let set = marking.pairs.map { side == .old ? $0.old : $0.frame }
      drawMagnifier(source, at: point, marking.pairs.count, isCursor: isActive, avoiding: set, in: rect, on: &draft)
    }
    guard isActive else { return }
    draft.touch(rect, .mark(.point(side, PicturePoint(x: 0, y: 0))))
    drawCross(at: Self.spot(marking.cursor, in: rect), marking.pairs.count, size: draft.unit * 1.6, on: &draft)
  }

  private static func spot(_ point: PicturePoint, in rect: PixelRect) -> Spot {
    Spot(Double(rect.x) + point.x * Double(rect.width), Double(rect.y) + point.y * Double(rect.height))
  }

  /// A ring in the pair's colour, with its number beside it.
  private func drawMarkPoint(_ index: Int, _ point: PicturePoint, in rect: PixelRect, on draft: inout SheetDraft) {
    let spot = Self.spot(point, in: rect)
    let color = MarkColors.color(index)
    let (radius, badge) = (draft.unit * 0.55, draft.unit * 0.85)
    // Where there is room, above it and towards the middle.
    let middle = Spot(
      spot.x + (point.x > 0.5 ? -1 : 1) * (radius + badge), spot.y + (point.y < 0.12 ? 1 : -1) * (radius + badge * 0.6))
    let reach = Int(radius + badge * 2.2) + 2
    let around = PixelRect(
      x: Int(spot.x) - reach, y: Int(spot.y) - reach, width: 2 * reach, height: 2 * reach)
    draft.over(around) { draft in
      draft.add(.stroke(.circle(spot, radius: radius), width: draft.unit * 0.36, .black))
      draft.add(.stroke(.circle(spot, radius: radius), width: draft.unit * 0.18, color))
      draft.add(.fill(.circle(middle, radius: badge), .color(.black)))
      draft.add(.fill(.circle(middle, radius: badge * 0.88), .color(color)))
      let side = Int(badge * 1.5)
      let place = PixelRect(
        x: Int(middle.x - badge * 0.75), y: Int(middle.y - badge * 0.75), width: side, height: side)
      let number = draft.block(
        "\(index + 1)", .english, width: side, height: side, size: 1.2, least: 0.5, isBold: true, .center)
      draft.write(number, in: place, .center, .middle, .black)
    }
  }

  /// Four lines around a point that stays free.
  private func drawCross(at spot: Spot, _ index: Int, size: Double, on draft: inout SheetDraft) {
    let reach = Int(size * 1.1) + 2
    let place = PixelRect(x: Int(spot.x) - reach, y: Int(spot.y) - reach, width: 2 * reach, height: 2 * reach)
    draft.over(place) { draft in for mark in Self.cross(spot, index, size: size) { draft.add(mark) } }
  }

  private static func cross(_ spot: Spot, _ index: Int, size: Double) -> [Mark] {
    let lines = [(-1.0, 0.0), (1, 0), (0, -1), (0, 1)].map { x, y in
      Shape.line([
        Spot(spot.x + x * size * 0.25, spot.y + y * size * 0.25), Spot(spot.x + x * size, spot.y + y * size),
      ])
    }
    return lines.map { .stroke($0, width: size * 0.22, .black) }
      + lines.map { .stroke($0, width: size * 0.11, MarkColors.color(index)) }
  }

  /// What lies around a point, several times as large, in the corner of the picture that hides the fewest points and not
  /// this one, and is farthest from it.
  private func drawMagnifier(
    _ source: SceneRenderer.WantedPicture.Source, at point: PicturePoint, _ index: Int, isCursor: Bool,
    avoiding others: [PicturePoint], in rect: PixelRect, on draft: inout SheetDraft
  ) {
    let side = min(draft.units(14), min(rect.width, rect.height) * 46 / 100)
    let place = Self.corner(side, of: rect, for: Self.spot(point, in: rect), others.map { Self.spot($0, in: rect) })
    // A pixel of a frame is seen; no more of it is decoded than a frame has.
    let zoom = min(4, max(1.5, 2400 / Double(max(rect.width, rect.height))))
    let size = PixelSize(width: Int(Double(rect.width) * zoom), height: Int(Double(rect.height) * zoom))
    let middle = Spot(place.middle.x, place.middle.y)
    let whole = PixelRect(
      x: Int((middle.x - point.x * Double(size.width)).rounded()),
      y: Int((middle.y - point.y * Double(size.height)).rounded()), width: size.width, height: size.height)
    draft.over(place) { draft in
      draft.fill(place, .black)
      draft.add(
        .picture(
          SceneRenderer.WantedPicture(source: source, size: size), whole, radius: 0, mirrored: false, share: 1))
      for mark in Self.cross(middle, index, size: Double(side) * (isCursor ? 0.2 : 0.12)) { draft.add(mark) }
      let width = max(2, draft.unit * 0.25)
      draft.add(.stroke(.rectangle(place.inset(Int(width / 2), Int(width / 2))), width: width, MarkColors.color(index)))
    }
  }

  private static func corner(_ side: Int, of rect: PixelRect, for spot: Spot, _ others: [Spot]) -> PixelRect {
    var best: (hidden: Int, near: Double, place: PixelRect)?
    for x in [rect.x, rect.right - side] {
      for y in [rect.y, rect.bottom - side] {
        let place = PixelRect(x: x, y: y, width: side, height: side)
        // Rings and numbers reach beyond their points.
        let wide = place.grown(side / 3)
        func hides(_ spot: Spot) -> Bool {
          (Double(wide.x)...Double(wide.right)).contains(spot.x)
            && (Double(wide.y)...Double(wide.bottom)).contains(spot.y)
        }
        let hidden = others.count(where: hides) + (hides(spot) ? 100 : 0)
        let (across, down) = (place.middle.x - spot.x, place.middle.y - spot.y)
        let near = -(across * across + down * down)
        if best.map({ (hidden, near) < ($0.hidden, $0.near) }) ?? true { best = (hidden, near, place) }
      }
    }
    return best?.place ?? rect
  }

  // MARK: Signs and keys

  /// Leave, arrows, take back, set, done: where lines begin first, but arrows as they point.
  private func drawMarkSigns(_ marking: Marking, in rect: PixelRect, on draft: inout SheetDraft) {
    guard marking.stage == .setting else { return drawCancelSign(in: rect, on: &draft) }
    let square = rect.height
    let gap = draft.units(0.6)
    var x = draft.isRightToLeft ? rect.right : rect.x
    func next(_ width: Int) -> PixelRect {
      let place = PixelRect(x: draft.isRightToLeft ? x - width : x, y: rect.y, width: width, height: square)
      x += (draft.isRightToLeft ? -1 : 1) * (width + gap)
      return place
    }
    drawSign(.cancel, in: next(square), .press(.cancel), on: &draft)
    var arrows: [(SheetIcon, MarkStep.Way)] = [(.left, .left), (.up, .up), (.down, .down), (.right, .right)]
    if draft.isRightToLeft { arrows.reverse() }
    for (icon, way) in arrows { drawSign(icon, in: next(square), .mark(.move(way)), on: &draft) }
    drawSign(.again, in: next(square), .mark(.back), on: &draft)
    let rest =
      draft.isRightToLeft
      ? PixelRect(x: rect.x, y: rect.y, width: max(1, x - rect.x), height: square)
      : PixelRect(x: x, y: rect.y, width: max(1, rect.right - x), height: square)
    let words: [(Phrase, TouchTarget)] =
      [(.markSet, .mark(.set))] + (marking.isEnough ? [(.markDone, .press(.start))] : [])
    let width = min(draft.units(12), (rest.width - gap * (words.count - 1)) / words.count)
    for (index, (phrase, target)) in words.enumerated() {
      let far = index * (width + gap)
      let place = PixelRect(
        x: draft.isRightToLeft ? rest.x + far : rest.right - width - far, y: rest.y, width: width, height: square)
      let isMain = index == words.count - 1
      draft.card(place, isMain ? draft.tones.highlight : draft.tones.card, radius: 1, border: draft.tones.dim)
      draft.write(
        draft.block(
          draft.said(phrase), width: place.width - draft.units(1), height: square, size: 2, least: 0.9, isBold: true,
          .center), in: place, .center, .middle, isMain ? draft.tones.highlightInk : draft.tones.ink)
      draft.touch(place, target)
    }
  }

  private func drawSign(_ icon: SheetIcon, in rect: PixelRect, _ target: TouchTarget, on draft: inout SheetDraft) {
    draft.card(rect, draft.tones.card, radius: 1, border: draft.tones.dim)
    draft.icon(
      icon, Spot(rect.middle.x, rect.middle.y), size: Double(rect.height) * 0.5, draft.tones.ink, on: draft.tones.card)
    draft.touch(rect, target)
  }

  private func drawMarkKeys(in rect: PixelRect, on draft: inout SheetDraft) {
    let keys: [(String, Phrase)] = [
      ("← ↑ ↓ →", .markMove), ("Space", .markSet), ("⌫", .markBack), ("Enter", .markDone), ("Esc", .keyBack),
    ]
    let texts = keys.map { (text: "\u{2068}\($0.0)\u{2069}  \(draft.said($0.1))", language: draft.language) }
    let row = draft.row(texts, width: rect.width, height: rect.height, size: 1.3)
    draft.write(row, in: rect, .center, .middle, draft.tones.dim)
  }

  /// Below the guide's bar: where nothing is found by itself, the way to show it.
  func drawMarkSign(over live: PixelRect, on draft: inout SheetDraft) {
    let (height, margin) = (draft.units(3), draft.units(1.2))
    let word = draft.block(
      draft.said(.markPoints), width: live.width / 2, height: height, size: 1.6, least: 1, isBold: true, .center)
    let width = word.size.width + draft.units(2)
    let place = PixelRect(
      x: live.right - margin - width, y: live.y + margin + draft.units(4.4), width: width, height: height)
    draft.over(place.grown(1)) { draft in
      draft.fill(place, Tones.veil, radius: Double(height) / 2)
      draft.write(word, in: place, .center, .middle, .white)
    }
    draft.touch(place.grown(draft.units(0.25)), .mark(.begin))
  }
}

/// The colours by which pairs are told apart: those of Okabe and Ito, "Color Universal Design" (2008), which the
/// colour-blind tell apart, too; each has its number as well.
enum MarkColors {
  private static let all = [
    RGBColor(red: 0xE6, green: 0x9F, blue: 0), RGBColor(red: 0x56, green: 0xB4, blue: 0xE9),
    RGBColor(red: 0xF0, green: 0xE4, blue: 0x42), RGBColor(red: 0, green: 0x9E, blue: 0x73),
    RGBColor(red: 0xCC, green: 0x79, blue: 0xA7), RGBColor(red: 0xD5, green: 0x5E, blue: 0),
  ]

  /// Of a pair, counted from 0.
  static func color(_ index: Int) -> RGBColor { all[index % all.count] }
}
