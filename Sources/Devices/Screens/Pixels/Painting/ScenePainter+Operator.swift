import BoothCore
import Imaging

/// Scenes for the operator.
extension ScenePainter {
  /// For the guests whom to tell, for the host a number to look up and what to do.
  func drawOutOfOrder(_ reason: OutOfOrder, on draft: inout SheetDraft, _ picture: ScreenPicture) {
    var message = Message(headline: reason == .noEvents ? .noEvents : .needsHelp, sign: .warning)
    message.isTrouble = true
    if reason != .noEvents { message.detail = draft.said(.tellHost) }
    let remedy: String =
      switch reason {
      case .camera(let words): "\(Phrase.camera.text(in: .english)): \(words)"
      case .storage(let words, _, _), .noRoom(let words, _): "\(Phrase.disk.text(in: .english)): \(words)"
      // A start that waits for them says why.
      case .noEvents: "Events: " + (picture.troubles.first ?? "none can be used. `booth event check` says why.")
      }
    let margin = draft.units(2)
    let number = draft.block(
      "\(reason.number)", .english, width: draft.units(8), size: 4, isBold: true, .center, family: "system")
    let badge = PixelSize(width: number.size.width + draft.units(2.4), height: draft.units(6))
    let width = min(draft.area.width - 2 * margin, draft.units(62))
    // The remedy comes from the driver, in English, and so does its direction.
    let words = draft.block(
      remedy, .english, width: width - badge.width - draft.units(3.4), height: draft.units(9), size: 1.6, least: 1.05,
      lines: 5, .left(draft), family: "system")
    let height = max(badge.height, words.size.height) + draft.units(2)
    let box = PixelRect(
      x: (draft.size.width - width) / 2, y: draft.area.bottom - height - margin, width: width, height: height)
    draw(
      message,
      in: PixelRect(
        x: draft.area.x, y: draft.area.y, width: draft.area.width, height: box.y - draft.area.y), on: &draft,
      picture.event, nil)
    draft.fill(box, draft.tones.card, radius: draft.unit)
    draft.add(.stroke(.rectangle(box, radius: draft.unit), width: draft.unit * 0.12, draft.tones.dim))
    let place = PixelRect(
      x: box.x + draft.units(1), y: box.y + (box.height - badge.height) / 2, width: badge.width, height: badge.height)
    draft.add(.stroke(.rectangle(place, radius: draft.unit * 0.8), width: draft.unit * 0.25, draft.tones.warning))
    draft.write(number, in: place, .center, .middle)
    let text = PixelRect(
      x: place.right + draft.units(1.4), y: box.y, width: words.size.width, height: box.height)
    draft.write(words, in: text, .left(draft), .middle)
  }

  /// The operator's page: facts in the scene's language, then troubles; in English where they come from drivers.
  func drawSettings(on draft: inout SheetDraft, _ picture: ScreenPicture) {
    draft.background()
    let area = draft.area.inset(draft.units(3), draft.units(2.4))
    let heading = draft.block(
      draft.said(.settings), width: area.width - draft.units(5), size: 3.4, isBold: true)
    let sign = draft.units(3.4)
    let x = draft.isRightToLeft ? area.right - sign / 2 : area.x + sign / 2
    let headingHeight = max(sign, heading.size.height)
    draft.icon(
      .gear, Spot(Double(x), Double(area.y) + Double(headingHeight) / 2), size: Double(sign), draft.tones.highlight,
      on: draft.tones.card)
    draft.write(
      heading,
      in: PixelRect(
        x: draft.isRightToLeft ? area.x : area.x + sign + draft.units(1.2), y: area.y,
        width: area.width - sign - draft.units(1.2), height: headingHeight), .leading, .middle)
    let keys = draft.units(2.6)
    var y = area.y + headingHeight + draft.units(1.2)
    let bottom = area.bottom - keys
    y = drawFacts(picture.facts, from: y, to: bottom - draft.units(8), in: area, on: &draft) + draft.units(1.2)
    let isWell = picture.troubles.isEmpty
    let color = isWell ? draft.tones.ink : draft.tones.warning
    let verdict = draft.block(
      draft.said(isWell ? .allIsWell : .troubles), width: area.width - draft.units(4), size: 2.2,
      isBold: true)
    let mark = draft.units(2)
    draft.icon(
      isWell ? .keep : .warning,
      Spot(
        Double(draft.isRightToLeft ? area.right - mark / 2 : area.x + mark / 2),
        Double(y) + Double(verdict.size.height) / 2), size: Double(mark), color, on: draft.tones.card)
    draft.write(
      verdict,
      in: PixelRect(
        x: draft.isRightToLeft ? area.x : area.x + mark + draft.units(0.8), y: y,
        width: area.width - mark - draft.units(0.8), height: verdict.size.height), .leading, .top, color)
    y += verdict.size.height + draft.units(0.3)
    for trouble in picture.troubles where y < bottom {
      let block = draft.block(
        trouble, .english, width: area.width, height: bottom - y, size: 1.5, least: 1, lines: 4, .left(draft),
        family: "system")
      guard y + block.size.height <= bottom else { break }
      draft.write(
        block, in: PixelRect(x: area.x, y: y, width: area.width, height: block.size.height), .left(draft))
      y += block.size.height + draft.units(0.3)
    }
    drawKeys(
      [(.goOn, nil, .keyBack)],
      in: PixelRect(x: area.x, y: area.bottom - draft.units(2), width: area.width, height: draft.units(2)), on: &draft)
    draft.touch(draft.all, .press(.start))
  }

  /// On a card, from the side where the scene's language begins. Returns where it ends.
  private func drawFacts(
    _ facts: [String], from top: Int, to bottom: Int, in area: PixelRect, on draft: inout SheetDraft
  ) -> Int {
    guard !facts.isEmpty else { return top }
    let pad = draft.units(1.2)
    let lines = facts.map {
      draft.block(
        $0, width: area.width - 2 * pad, size: 1.5, least: 1, lines: 2, family: "system")
    }
    var shown: [TextBlock] = []
    var height = 2 * pad
    for line in lines where top + height + line.size.height <= bottom {
      shown.append(line)
      height += line.size.height
    }
    let card = PixelRect(x: area.x, y: top, width: area.width, height: height)
    draft.fill(card, draft.tones.card, radius: draft.unit)
    draft.add(.stroke(.rectangle(card, radius: draft.unit), width: draft.unit * 0.1, draft.tones.dim))
    var y = top + pad
    for line in shown {
      draft.write(
        line, in: PixelRect(x: area.x + pad, y: y, width: area.width - 2 * pad, height: line.size.height))
      y += line.size.height
    }
    return top + height
  }
}

extension SheetDraft.Side {
  /// The left side, as the eye sees it.
  fileprivate static func left(_ draft: SheetDraft) -> SheetDraft.Side { draft.isRightToLeft ? .trailing : .leading }
}
