import BoothCore
import Imaging

/// The last guests' code, small: it stays in one place while the next guests begin, as a phone may be held at it.
extension ScenePainter {
  /// Last of all: where a scene has something of its own in that corner, or a question is going to be asked over it, the
  /// code is left out.
  func drawPrevious(on draft: inout SheetDraft) {
    guard let previous = draft.previous, !draft.isQuiet, draft.isFree(previous.card) else { return }
    draft.over(previous.card.grown(draft.units(1.6))) { draft in
      draft.card(previous.card, .white, radius: 0.8)
      draft.add(.code(previous.link, previous.code))
      draft.write(previous.label, in: previous.words, .center, .top, .black)
    }
  }
}

/// Where the last guests' code stands, in the corner where lines end.
struct PreviousCode {
  let link: String
  let card: PixelRect
  /// With its quiet zone.
  let code: PixelRect
  let label: TextBlock
  let words: PixelRect

  /// Nil on screens that are too small for a code beside something else.
  init?(_ link: String, _ draft: SheetDraft) {
    // A low screen needs a larger part of itself for modules that can be seen.
    let sides = stride(from: 9, through: 13, by: 0.5).map { draft.units($0) }
    guard let fit = draft.style.fits.code(link, sides: sides) else { return nil }
    let margin = draft.units(1.6)
    label = draft.block(
      draft.said(.previousGuests), width: fit.room - draft.units(0.6), size: 1.2, least: 0.8,
      lines: 2, .center)
    card = PixelRect(
      x: draft.isRightToLeft ? margin : draft.size.width - margin - fit.room, y: draft.area.y + margin,
      width: fit.room, height: fit.room + label.size.height + draft.units(0.5))
    let square = PixelRect(x: card.x, y: card.y, width: fit.room, height: fit.room)
    code = square.centered(PixelSize(width: fit.side, height: fit.side))
    words = PixelRect(x: card.x, y: square.bottom, width: fit.room, height: label.size.height)
    self.link = link
  }
}

extension SheetDraft {
  /// What is left of a rectangle beside the last guests' code, over the whole height.
  func beside(_ rect: PixelRect) -> PixelRect {
    guard let card = previous?.card, card.grown(units(1)).intersects(rect) else { return rect }
    let edge = isRightToLeft ? card.right + units(1) : card.x - units(1)
    return isRightToLeft
      ? PixelRect(x: edge, y: rect.y, width: max(1, rect.right - edge), height: rect.height)
      : PixelRect(x: rect.x, y: rect.y, width: max(1, edge - rect.x), height: rect.height)
  }

  /// What is left of a rectangle below it, over the whole width.
  func below(_ rect: PixelRect) -> PixelRect {
    guard let card = previous?.card, card.grown(units(1)).intersects(rect) else { return rect }
    let top = card.bottom + units(1)
    return PixelRect(x: rect.x, y: top, width: rect.width, height: max(1, rect.bottom - top))
  }

  /// Whether nothing but backgrounds and the live view stands there.
  func isFree(_ place: PixelRect) -> Bool {
    (sheet.base + sheet.overlays.flatMap(\.marks)).allSatisfy { mark in
      guard let ink = mark.ink, ink.intersects(place) else { return true }
      return ink.contains(place) || ink == sheet.live || ink.width >= size.width
    }
  }
}

extension Mark {
  /// The rectangle in which its ink is; nil for shades that anything may stand on.
  fileprivate var ink: PixelRect? {
    switch self {
    case .text: words?.rect
    case .fill(_, .falling), .fill(_, .glowing), .shadow: nil
    case .fill(let shape, .color): shape.bounds
    case .stroke(let shape, let width, _): shape.bounds.grown(Int(width / 2) + 1)
    case .figure(_, _, let middle, let height, _, _, _):
      PixelRect(
        x: Int(middle.x - height * 0.4), y: Int(middle.y - height / 2), width: Int(height * 0.8), height: Int(height))
    case .picture(_, let rect, _, _, _), .code(_, let rect): rect
    }
  }
}

extension Shape {
  fileprivate var bounds: PixelRect {
    switch self {
    case .rectangle(let rect, _), .dome(let rect): return rect
    case .circle(let middle, let radius), .arc(let middle, let radius, _, _):
      return PixelRect(
        x: Int(middle.x - radius), y: Int(middle.y - radius), width: Int(2 * radius) + 1, height: Int(2 * radius) + 1)
    case .polygon(let spots), .line(let spots):
      let (xs, ys) = (spots.map(\.x), spots.map(\.y))
      guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
        return PixelRect(x: 0, y: 0, width: 0, height: 0)
      }
      return PixelRect(
        x: Int(left), y: Int(top), width: Int(right - left) + 1, height: Int(bottom - top) + 1)
    }
  }
}
