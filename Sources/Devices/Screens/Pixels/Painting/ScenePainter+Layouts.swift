import BoothCore
import Imaging

/// "Which print?": the guests' own print in each layout.
extension ScenePainter {
  func drawLayouts(
    _ layouts: [String], _ highlighted: String?, until: Instant?, on draft: inout SheetDraft, _ picture: ScreenPicture,
    _ now: Instant
  ) {
    draft.background()
    let choices = layouts.compactMap { id in picture.event?.layouts.first { $0.id == id } }
    let area = draft.area.inset(draft.units(2), draft.units(1.6))
    let (none, ring, gap) = (draft.units(4.2), draft.units(4), draft.units(1.2))
    let title = draft.block(
      draft.said(.printLayoutQuestion), width: area.width, height: draft.units(6), size: 3, least: 1.2, lines: 2,
      isBold: true, .center)
    draft.write(
      title, in: PixelRect(x: area.x, y: area.y, width: area.width, height: title.size.height), .center, .top,
      draft.tones.ink)
    let top = area.y + title.size.height + gap
    let room = PixelRect(
      x: area.x, y: top, width: area.width, height: max(1, area.bottom - none - ring - 2 * gap - top))
    for (choice, rect) in zip(choices, places(for: choices.count, in: room, gap, draft)) {
      drawLayout(choice, isHighlighted: choice.id == highlighted, in: rect, on: &draft, picture)
    }
    let below = PixelRect(x: area.x, y: room.bottom + gap, width: area.width, height: none)
    drawReply(draft.said(.printNone), .layout(nil), isHighlighted: highlighted == nil, in: below, on: &draft)
    guard let until else { return }
    draft.ring(
      until: until, of: picture.event?.timings.patience ?? .seconds(30),
      middle: Spot(area.middle.x, Double(below.bottom + gap) + Double(ring) / 2), size: Double(ring), now: now)
  }

  /// Side by side, in reading order; on upright screens, more than two in two rows.
  private func places(for count: Int, in room: PixelRect, _ gap: Int, _ draft: SheetDraft) -> [PixelRect] {
    guard count > 0 else { return [] }
    let rows = draft.isTall && count > 2 ? 2 : 1
    let columns = (count + rows - 1) / rows
    let width = (room.width - (columns - 1) * gap) / columns
    let height = (room.height - (rows - 1) * gap) / rows
    return (0..<count).map { index in
      let row = index / columns
      // The last row may have fewer, in its middle.
      let inRow = min(columns, count - row * columns)
      let column = draft.isRightToLeft ? inRow - 1 - index % columns : index % columns
      let start = room.x + (columns - inRow) * (width + gap) / 2
      return PixelRect(
        x: start + column * (width + gap), y: room.y + row * (height + gap), width: width, height: height)
    }
  }

  /// The print as large as it fits above its name. The highlighted one stands on a card of its colour, with a mark that tells
  /// it without colour, too.
  private func drawLayout(
    _ choice: LayoutChoice, isHighlighted: Bool, in rect: PixelRect, on draft: inout SheetDraft,
    _ picture: ScreenPicture
  ) {
    guard !draft.isQuiet else { return }
    let (ground, ink) =
      isHighlighted ? (draft.tones.highlight, draft.tones.highlightInk) : (draft.tones.card, draft.tones.ink)
    draft.card(rect, ground, radius: 1.4, border: isHighlighted ? nil : draft.tones.dim)
    let foot = min(draft.units(3.6), rect.height / 4)
    let inside = rect.inset(draft.units(1), draft.units(1))
    let room = PixelRect(x: inside.x, y: inside.y, width: inside.width, height: max(1, inside.height - foot))
    let sheet = room.fitting(choice.paper)
    if let path = picture.layoutPictures[choice.id] {
      drawPrint(.photo(path), in: sheet, on: &draft)
    } else {
      drawOutline(of: choice, in: sheet, on: &draft)
    }
    let mark = draft.unit * 0.7
    let words = PixelRect(x: inside.x, y: room.bottom, width: inside.width, height: foot)
    let name = draft.block(
      choice.name(in: draft.language.rawValue), width: words.width - draft.units(3), height: foot, size: 2,
      least: 0.9, isBold: true)
    let across = name.size.width + draft.units(2.4)
    let start = words.x + (words.width - across) / 2
    let middle = Spot(
      Double(draft.isRightToLeft ? start + across : start) + (draft.isRightToLeft ? -mark : mark), words.middle.y)
    draft.add(.stroke(.circle(middle, radius: mark), width: mark * 0.3, ink))
    if isHighlighted { draft.add(.fill(.circle(middle, radius: mark * 0.55), .color(ink))) }
    draft.write(
      name,
      in: PixelRect(
        x: draft.isRightToLeft ? start : start + draft.units(2.4), y: words.y, width: name.size.width, height: foot),
      .leading, .middle, ink)
    draft.touch(rect, .layout(choice.id))
  }

  /// Until the print is drawn: the sheet, and where its photos will be.
  private func drawOutline(of choice: LayoutChoice, in sheet: PixelRect, on draft: inout SheetDraft) {
    draft.fill(sheet, draft.tones.paper)
    let paper = choice.paper
    guard paper.width > 0, paper.height > 0 else { return }
    func place(_ rect: PixelRect, at corner: PixelRect) -> PixelRect {
      PixelRect(
        x: sheet.x + (corner.x + rect.x) * sheet.width / paper.width,
        y: sheet.y + (corner.y + rect.y) * sheet.height / paper.height,
        width: max(1, rect.width * sheet.width / paper.width), height: max(1, rect.height * sheet.height / paper.height)
      )
    }
    let corners =
      choice.printLayout.map { print in
        print.panels.map { point in
          print.scale.pixels(
            MillimetreRect(x: point.x, y: point.y, width: print.panel.width, height: print.panel.height))
        }
      } ?? [PixelRect(x: 0, y: 0, width: paper.width, height: paper.height)]
    for corner in corners {
      for slot in choice.layout.slots { draft.fill(place(slot, at: corner), draft.tones.dim) }
    }
  }
}
