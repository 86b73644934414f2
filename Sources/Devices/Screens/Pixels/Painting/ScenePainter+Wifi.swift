import BoothCore
import Imaging

/// Two codes where the booth has its own Wi-Fi: the first joins it, the second leads to the pictures.
extension ScenePainter {
  /// - Returns: false where the two codes do not fit on the display, and nothing was drawn.
  func drawTwoCodes(
    _ link: String, _ wifi: WifiAccess, until: Instant, on draft: inout SheetDraft, _ picture: ScreenPicture,
    _ now: Instant
  ) -> Bool {
    let margin = draft.units(2.2)
    let whole = draft.area.inset(margin, margin)
    // The ring of time and what is said of the upload have the foot.
    let foot = PixelRect(
      x: whole.x, y: whole.bottom - draft.units(4.4), width: whole.width, height: draft.units(4.4))
    let area = PixelRect(
      x: whole.x, y: whole.y, width: whole.width, height: foot.y - draft.units(1) - whole.y)
    let gap = draft.units(draft.isTall ? 1.6 : 3)
    var places: [PixelRect]
    if draft.isTall {
      let height = (area.height - gap) / 2
      places = [0, 1].map { PixelRect(x: area.x, y: area.y + $0 * (height + gap), width: area.width, height: height) }
    } else {
      let width = (area.width - gap) / 2
      places = [0, 1].map { PixelRect(x: area.x + $0 * (width + gap), y: area.y, width: width, height: area.height) }
      if draft.isRightToLeft { places.reverse() }
    }
    let (head, below) = (draft.units(draft.isTall ? 3.4 : 5), draft.units(draft.isTall ? 3.6 : 5))
    let side = min(places[0].width, places[0].height - head - below - draft.units(1.2))
    guard let join = CodeSquare(wifi.joinCode, side: side), let open = CodeSquare(link, side: side) else {
      return false
    }
    draft.background()
    draft.touch(draft.all, .press(.start))
    for (index, square) in [join, open].enumerated() {
      let place = places[index]
      let heading = draft.block(
        draft.said(index == 0 ? .joinWifi : .thenScan), width: place.width, height: head, size: 2.8, least: 1.2,
        lines: 2, isBold: true, .center)
      let card = PixelRect(
        x: place.x + (place.width - side) / 2, y: place.y + head + draft.units(0.6), width: side, height: side)
      draft.write(
        heading, in: PixelRect(x: place.x, y: place.y, width: place.width, height: head), .center, .middle)
      draft.card(card, .white, radius: 1)
      draft.add(
        .code(index == 0 ? wifi.joinCode : link, card.centered(PixelSize(width: square.side, height: square.side))))
      let words = PixelRect(
        x: place.x, y: card.bottom + draft.units(0.6), width: place.width,
        height: place.bottom - card.bottom - draft.units(0.6))
      var column = SheetColumn()
      if index == 0 {
        // For phones that read no code of a Wi-Fi.
        for phrase in [.wifiName(wifi.name), wifi.password.map { Phrase.wifiPassword($0) }].compactMap(\.self) {
          column.add(
            draft.block(
              draft.said(phrase), width: words.width, height: words.height / 2, size: 1.6, least: 0.9, .center))
        }
      } else {
        let parts = link.withoutScheme.replacing("/", with: "/\u{200B}").replacing("-", with: "-\u{200B}")
        column.add(
          draft.block(
            parts, .english, width: words.width, height: words.height, size: 1.6, least: 0.9, lines: 2, isBold: true,
            .center, breaksWords: true))
      }
      column.draw(in: words, share: 0, on: &draft)
    }
    drawFoot(foot, until: until, on: &draft, picture, now)
    return true
  }

  /// Prints, the upload, the offer of an e-mail, the sign to cancel, the ring of time.
  private func drawFoot(
    _ foot: PixelRect, until: Instant, on draft: inout SheetDraft, _ picture: ScreenPicture, _ now: Instant
  ) {
    let corner = draft.units(5.4)
    let middle = foot.inset(corner, 0)
    if let prints = picture.scene.prints {
      draft.write(
        draft.block(
          draft.said(prints.phrase), width: middle.width, height: foot.height, size: 1.7, least: 1, lines: 2,
          isBold: true, .center), in: middle, .center, .middle)
    } else if picture.scene.takesEmails {
      drawAddressOffer(in: foot, on: &draft, picture.scene)
    } else {
      drawProgress(
        picture.upload,
        in: PixelRect(x: middle.x, y: foot.y + draft.units(0.2), width: middle.width, height: draft.units(4)), .center,
        on: &draft)
    }
    if style.isTouched { drawCancelSign(in: foot, on: &draft) }
    let size = draft.units(4.4)
    let x = draft.isRightToLeft ? foot.x + size / 2 : foot.right - size / 2
    draft.ring(
      until: until, of: picture.event?.timings.qr ?? .seconds(60),
      middle: Spot(Double(x), Double(foot.bottom - size / 2)), size: Double(size), now: now)
  }
}
