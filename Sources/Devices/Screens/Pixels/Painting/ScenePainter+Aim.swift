import BoothCore
import Imaging

/// What a person is told who aims at an old picture: words in a line, an arrow at the edge towards which the camera
/// moves, and a bar that fills as it fits. Nothing of it lies over the middle, where people look.
extension ScenePainter {
  func drawAim(
    _ advice: AimAdvice?, over live: PixelRect, below: PixelRect?, on draft: inout SheetDraft, _ now: Instant
  ) {
    let saying = advice?.saying
    let phrase = saying.map(Phrase.aim) ?? .alignWithGuide
    if case .move(let way, _)? = saying { drawArrow(way, over: live, on: &draft) }
    let room = below ?? live
    let words = draft.block(
      draft.said(phrase), width: room.width - draft.units(11), size: 1.9, least: 1, lines: 2, isBold: true, .center)
    let height = max(draft.units(3), words.size.height + draft.units(0.6))
    let y = below == nil ? live.bottom - height - draft.units(1) : room.y + draft.units(1)
    let line = PixelRect(x: room.x, y: y, width: room.width, height: height)
    let bar = advice?.closeness == nil ? 0 : draft.units(7)
    let place = line.centered(
      PixelSize(width: min(line.width, words.size.width + bar + draft.units(2.4)), height: height))
    draft.over(place.grown(1)) { draft in
      let isFit = advice?.isFit == true
      draft.fill(place, isFit ? Self.fitTone : Tones.veil, radius: Double(height) / 2)
      var rest = place.inset(draft.units(1.2), 0)
      if let closeness = advice?.closeness {
        let x = draft.isRightToLeft ? rest.x : rest.right - draft.units(6)
        let whole = PixelRect(
          x: x, y: rest.y + height / 2 - draft.units(0.35), width: draft.units(6), height: draft.units(0.7))
        draft.fill(whole, Self.barTone, radius: Double(whole.height) / 2)
        var full = whole
        full.width = max(whole.height, Int(Double(whole.width) * min(max(closeness, 0), 1)))
        if draft.isRightToLeft { full.x = whole.right - full.width }
        draft.fill(full, .white, radius: Double(whole.height) / 2)
        rest.width -= bar
        if draft.isRightToLeft { rest.x += bar }
      }
      draft.write(words, in: rest, .center, .middle, .white)
    }
  }

  private static let fitTone = RGBColor(red: 0x1E, green: 0x7A, blue: 0x3C, alpha: 220)
  private static let barTone = RGBColor(red: 255, green: 255, blue: 255, alpha: 70)

  /// At the edge of the live view towards which the camera is to turn or the person to step; around its middle a round one
  /// for a roll, and a sign of size for the zoom. On a mirrored screen left is where the person's left is.
  private func drawArrow(_ way: AimAdvice.Way, over live: PixelRect, on draft: inout SheetDraft) {
    let size = Double(draft.units(4))
    let (x, y, angle): (Double, Double, Double)
    switch way {
    case .turnLeft, .stepLeft: (x, y, angle) = (0.06, 0.5, 180)
    case .turnRight, .stepRight: (x, y, angle) = (0.94, 0.5, 0)
    case .tiltUp: (x, y, angle) = (0.5, 0.18, 270)
    case .tiltDown: (x, y, angle) = (0.5, 0.78, 90)
    case .rollClockwise, .rollBack: (x, y, angle) = (0.9, 0.25, way == .rollClockwise ? 0 : 180)
    case .zoomIn, .stepNearer, .zoomOut, .stepBack: (x, y, angle) = (0.9, 0.75, 0)
    }
    let shown = style.isMirrored && angle.truncatingRemainder(dividingBy: 180) == 0 ? 1 - x : x
    let middle = Spot(Double(live.x) + shown * Double(live.width), Double(live.y) + y * Double(live.height))
    let side = Int(size * 1.5)
    let place = PixelRect(x: Int(middle.x) - side / 2, y: Int(middle.y) - side / 2, width: side, height: side)
    draft.over(place) { draft in
      draft.fill(place, Tones.veil, radius: Double(side) / 2)
      for mark in ArrowSign(middle: middle, size: size).marks(of: way, mirrored: style.isMirrored) { draft.add(mark) }
    }
  }
}

/// Draws the sign of a way to move, white, around a point.
private struct ArrowSign {
  var middle: Spot
  var size: Double

  func marks(of way: AimAdvice.Way, mirrored: Bool) -> [Mark] {
    switch way {
    case .turnLeft, .stepLeft: [arrow(mirrored ? 1 : -1, 0)] + (way == .stepLeft ? [feet] : [])
    case .turnRight, .stepRight: [arrow(mirrored ? -1 : 1, 0)] + (way == .stepRight ? [feet] : [])
    case .tiltUp: [arrow(0, -1)]
    case .tiltDown: [arrow(0, 1)]
    case .rollClockwise: round(mirrored ? -1 : 1)
    case .rollBack: round(mirrored ? 1 : -1)
    case .zoomIn, .stepNearer: [line([(-0.3, 0), (0.3, 0)]), line([(0, -0.3), (0, 0.3)])]
    case .zoomOut, .stepBack: [line([(-0.3, 0), (0.3, 0)])]
    }
  }

  private func spot(_ x: Double, _ y: Double) -> Spot { Spot(middle.x + x * size, middle.y + y * size) }

  private func line(_ points: [(Double, Double)]) -> Mark {
    .stroke(.line(points.map { spot($0.0, $0.1) }), width: size * 0.13, .white)
  }

  private func arrow(_ x: Double, _ y: Double) -> Mark {
    // A broad head whose point looks along (x, y).
    let points = [(0.42, 0.0), (-0.22, -0.38), (-0.06, 0.0), (-0.22, 0.38)].map { point in
      spot(point.0 * x - point.1 * y, point.0 * y + point.1 * x)
    }
    return .fill(.polygon(points), .color(.white))
  }

  /// Under the arrow of a step, to tell it from a turn.
  private var feet: Mark { line([(-0.3, 0.42), (0.3, 0.42)]) }

  /// An open ring with a head, the way the clock goes where `turn` is 1, against it where it is -1.
  private func round(_ turn: Double) -> [Mark] {
    let head = [(-0.06, -0.36), (-0.4, -0.3), (-0.16, -0.04)].map { spot($0.0 * turn, $0.1) }
    return [
      .stroke(.arc(middle, radius: size * 0.3, from: 0.15, to: 0.85), width: size * 0.12, .white),
      .fill(.polygon(head), .color(.white)),
    ]
  }
}
