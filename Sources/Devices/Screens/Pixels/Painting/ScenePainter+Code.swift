import BoothCore
import Imaging

/// The way to the pictures: the code, the link in words, how far the upload is.
extension ScenePainter {
  func drawCode(
    _ link: String, until: Instant, on draft: inout SheetDraft, _ picture: ScreenPicture, _ now: Instant
  ) {
    if let wifi = picture.wifi, drawTwoCodes(link, wifi, until: until, on: &draft, picture, now) { return }
    draft.background()
    let margin = draft.units(2.2)
    let area = draft.area.inset(margin, margin)
    let whole = picture.event?.timings.qr ?? .seconds(60)
    let side: Int
    let card: PixelRect
    let words: PixelRect
    if draft.isTall {
      side = min(area.width, area.height * 46 / 100)
      card = PixelRect(x: area.x + (area.width - side) / 2, y: area.y + draft.units(13), width: side, height: side)
      words = PixelRect(
        x: area.x, y: card.bottom + draft.units(1.6), width: area.width,
        height: area.bottom - card.bottom - draft.units(1.6))
    } else {
      side = min(area.height, area.width * 48 / 100)
      card = PixelRect(
        x: draft.isRightToLeft ? area.right - side : area.x, y: area.y + (area.height - side) / 2, width: side,
        height: side)
      let rest = area.width - side - draft.units(2.6)
      words = PixelRect(
        x: draft.isRightToLeft ? area.x : area.right - rest, y: area.y, width: rest, height: area.height)
    }
    guard let panel = CodeSquare(link, side: side) else {
      drawLinkInWords(link, on: &draft, picture)
      return
    }
    draft.card(card, .white, radius: 1)
    draft.add(.code(link, card.centered(PixelSize(width: panel.side, height: panel.side))))
    draft.touch(draft.all, .press(.start))
    if draft.isTall {
      let top = PixelRect(x: area.x, y: area.y, width: area.width, height: card.y - area.y - draft.units(1))
      var column = SheetColumn()
      addHeading(to: &column, width: area.width, height: top.height, .center, draft)
      column.draw(in: top, on: &draft)
    }
    drawWords(link, in: words, on: &draft, picture)
    drawAddressOffer(in: words, on: &draft, picture.scene)
    let size = draft.units(4.4)
    let x = draft.isRightToLeft ? words.x + size / 2 : words.right - size / 2
    if style.isTouched { drawCancelSign(in: words, on: &draft) }
    draft.ring(
      until: until, of: whole, middle: Spot(Double(x), Double(words.bottom - size / 2)), size: Double(size), now: now)
  }

  /// Where no phone could follow a link.
  func drawNoCode(on draft: inout SheetDraft, _ picture: ScreenPicture) {
    var message = Message(headline: .noCodeYet, sign: .keep)
    message.detail = draft.said(picture.scene.prints?.phrase ?? .noCodeYetWords)
    draw(message, on: &draft, picture.event, nil)
    draft.touch(draft.all, .press(.start))
  }

  private func addHeading(
    to column: inout SheetColumn, width: Int, height: Int, _ side: SheetDraft.Side, _ draft: SheetDraft
  ) {
    let others = draft.row(draft.others(.scan), width: width, height: height * 35 / 100, size: 1.8, side)
    let sign = height >= draft.units(15) ? draft.units(3.6) : 0
    if side == .center {
      let block = draft.block(
        draft.said(.scan), width: width, height: height - others.size.height, size: 4, least: 2,
        lines: 2, isBold: true, side)
      column.add(block, side)
    } else {
      if sign > 0 {
        column.add(sign) { draft, rect in
          let x = draft.isRightToLeft ? rect.right - sign / 2 : rect.x + sign / 2
          draft.icon(
            .phone, Spot(Double(x), rect.middle.y), size: Double(sign), draft.tones.highlight, on: draft.tones.card)
        }
        column.gap(draft.units(1))
      }
      column.add(
        draft.block(
          draft.said(.scan), width: width,
          height: height - others.size.height - sign - draft.units(1.5), size: 4.2,
          least: 2, lines: 3, isBold: true, side), side)
    }
    column.gap(draft.units(0.5))
    column.add(others, side)
  }

  private func drawWords(_ link: String, in area: PixelRect, on draft: inout SheetDraft, _ picture: ScreenPicture) {
    let side: SheetDraft.Side = draft.isTall ? .center : .leading
    var lower = SheetColumn()
    if let prints = picture.scene.prints {
      lower.add(
        draft.block(draft.said(prints.phrase), width: area.width, size: 1.9, least: 1.2, lines: 2, isBold: true, side),
        side)
      lower.gap(draft.units(1))
    }
    lower.add(
      draft.block(draft.said(.orOpen), width: area.width, size: 1.6, side), side, draft.tones.dim)
    lower.add(linkBlock(link, width: area.width, draft, side), side)
    lower.gap(draft.units(1.6))
    let height = draft.units(4)
    lower.add(height) { draft, rect in drawProgress(picture.upload, in: rect, side, on: &draft) }
    // The ring of time has the last corner.
    let rest = PixelRect(x: area.x, y: area.y, width: area.width, height: area.height - draft.units(5))
    guard !draft.isTall else {
      lower.draw(in: rest, share: 0.2, on: &draft)
      return
    }
    var column = SheetColumn()
    let gap = draft.units(1.6)
    addHeading(to: &column, width: area.width, height: rest.height - lower.height - gap, side, draft)
    column.gap(gap)
    column.add(lower.height) { lower.draw(in: $1, on: &$0) }
    column.draw(in: rest, on: &draft)
  }

  /// A link reads from the left in every language.
  private func linkBlock(_ link: String, width: Int, _ draft: SheetDraft, _ side: SheetDraft.Side) -> TextBlock {
    // Lines may be broken after each part, where there are no blanks.
    let parts = link.withoutScheme.replacing("/", with: "/\u{200B}").replacing("-", with: "-\u{200B}")
    return draft.block(
      parts, .english, width: width, size: 1.9, least: 1, lines: 3, isBold: true, side, breaksWords: true)
  }

  /// How far the upload is: a bar while it runs, words always.
  func drawProgress(
    _ upload: UploadProgress?, in rect: PixelRect, _ side: SheetDraft.Side, on draft: inout SheetDraft
  ) {
    guard !draft.isQuiet else { return }
    let isDone = upload.map { $0.total > 0 && $0.uploaded >= $0.total } ?? false
    let text: String
    if isDone {
      text = draft.said(.allThere)
    } else if let upload, upload.total > 0, upload.uploaded > 0 {
      text = draft.said(.uploaded(upload.uploaded, of: upload.total))
    } else {
      text = draft.said(.onTheirWay)
    }
    draft.over(rect) { draft in
      let sign = isDone ? draft.units(1.8) : 0
      let gap = isDone ? draft.units(0.6) : 0
      let word = draft.block(
        text, width: rect.width - sign - gap, height: draft.units(2.6), size: 1.7, least: 1.1, side)
      let width = word.size.width + sign + gap
      let left =
        side == .center
        ? rect.x + (rect.width - width) / 2 : draft.isRightToLeft ? rect.right - width : rect.x
      if isDone {
        let x = draft.isRightToLeft ? left + width - sign / 2 : left + sign / 2
        draft.icon(
          .keep, Spot(Double(x), Double(rect.y) + Double(word.size.height) / 2), size: Double(sign),
          draft.tones.highlight, on: draft.tones.card)
      }
      draft.write(
        word,
        in: PixelRect(
          x: draft.isRightToLeft ? left : left + sign + gap, y: rect.y, width: word.size.width,
          height: word.size.height), side)
      guard let upload, upload.total > 0 else { return }
      let thick = draft.units(0.8)
      let long = min(rect.width, draft.units(26))
      let bar = PixelRect(
        x: side == .center ? rect.x + (rect.width - long) / 2 : draft.isRightToLeft ? rect.right - long : rect.x,
        y: rect.bottom - thick - draft.units(0.2), width: long, height: thick)
      draft.bar(
        Double(upload.uploaded) / Double(upload.total), in: bar.inset(draft.units(0.2), 0), draft.tones.highlight,
        track: draft.tones.paper, border: draft.tones.dim)
    }
  }

  private func drawLinkInWords(_ link: String, on draft: inout SheetDraft, _ picture: ScreenPicture) {
    let area = draft.area.inset(draft.units(2), draft.units(2))
    var column = SheetColumn()
    column.add(
      draft.block(
        draft.said(.openLink), width: area.width, size: 3.6, least: 2, lines: 2, isBold: true,
        .center))
    column.gap(draft.units(1))
    column.add(
      draft.block(
        link.replacing("/", with: "/\u{200B}"), .english, width: area.width, height: area.height * 45 / 100, size: 1.9,
        least: 0.8, lines: 8, isBold: true, .center, breaksWords: true))
    column.gap(draft.units(1.4))
    column.add(draft.units(4)) { draft, rect in drawProgress(picture.upload, in: rect, .center, on: &draft) }
    column.gap(draft.units(1))
    column.add(
      draft.block(
        draft.said(.codeDoesNotFit), width: area.width, size: 1.6, lines: 2, .center), .center,
      draft.tones.dim)
    column.draw(in: area, on: &draft)
    draft.touch(draft.all, .press(.start))
  }
}

/// A link as a QR code in a square: which correction fits with modules that a phone can still see.
struct CodeSquare {
  let code: QRCode
  /// In pixels, with the quiet zone.
  let side: Int

  /// Nil if no code of `link` fits with modules of two pixels.
  init?(_ link: String, side: Int) {
    // A screen has no dirt: larger modules are worth more than much correction.
    for correction in [QRCode.Correction.medium, .low] {
      // A link that is too long for one level fits the next, or is shown in words.
      guard let code = try? QRCode(link, correction: correction) else { continue }
      let modules = code.side + 2 * QRCode.standardQuietZone
      let module = side / modules
      guard module >= (correction == .low ? 2 : 3) else { continue }
      self.code = code
      self.side = module * modules
      return
    }
    return nil
  }
}
