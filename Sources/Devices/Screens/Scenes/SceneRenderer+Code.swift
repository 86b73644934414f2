import BoothCore
import Imaging

/// The way to the pictures: the code, the link in words, how far the upload is.
extension SceneRenderer {
  func drawCode(_ link: String, until: Instant, on stage: inout Stage, _ picture: ScreenPicture, now: Instant) {
    // Beside the code there must be room for words, unless the code needs it all.
    let words = stage.isSmall ? 0 : 30
    let panel =
      CodePanel(link, columns: stage.columns - words, rows: stage.rows)
      ?? CodePanel(link, columns: stage.columns, rows: stage.rows)
    guard let panel else {
      drawLinkInWords(link, on: &stage, picture)
      return
    }
    let margin = stage.columns - panel.columns >= words + 6 ? 2 : 0
    let width = panel.columns + 2 * margin
    let side = CellRect(x: stage.isRightToLeft ? stage.columns - width : 0, y: 0, width: width, height: stage.rows)
    stage.grid.fill(side, .white)
    panel.draw(on: &stage.grid, x: side.x + margin, row: (stage.rows - panel.rows) / 2)
    let rest = CellRect(
      x: stage.isRightToLeft ? 0 : side.right, y: 0, width: stage.columns - width, height: stage.rows)
    let area = rest.inset(rest.width >= 36 ? 3 : 2, 1)
    guard area.width >= 12 else {
      drawSideNote(picture.upload, link, in: rest, on: &stage)
      return
    }
    drawWords(link, until: until, in: area, on: &stage, picture, now: now)
  }

  /// Where no phone could follow a link.
  func drawNoCode(on stage: inout Stage, _ picture: ScreenPicture) {
    draw(
      Message(headline: .noCodeYet, detail: stage.said(picture.scene.prints?.phrase ?? .noCodeYetWords)), on: &stage,
      picture.event)
  }

  private func drawWords(
    _ link: String, until: Instant, in area: CellRect, on stage: inout Stage, _ picture: ScreenPicture, now: Instant
  ) {
    var linkLines = CellText.split(link.withoutScheme, width: area.width)
    if let wifi = picture.wifi {
      // The one code leads to the pictures; joining is by words here.
      let words = [Phrase.wifiName(wifi.name), wifi.password.map { .wifiPassword($0) }].compactMap(\.self)
      linkLines += (["Wi-Fi"] + words.map { stage.said($0) }).flatMap { CellText.split($0, width: area.width) }
    }
    let others = Array(stage.languages.dropFirst())
    let heading = min(max(6, area.height * 4 / 9), 26)
    // Heading, other languages, link, progress, keys: spread over the height.
    let used = heading + others.count + linkLines.count + 5
    let spare = max(0, area.height - used - 1)
    let gap = min(spare / 4, 6)
    var row = area.y + min(gap, spare)
    stage.writeLarge(
      stage.said(.scan), in: CellRect(x: area.x, y: row, width: area.width, height: heading),
      lines: 3, .leading)
    row += heading + (spare > 0 ? 1 : 0)
    for language in others where row < area.bottom {
      // Each in the column's direction, so that the block has one edge.
      stage.write(
        stage.words.text(.scan, in: language), in: CellRect(x: area.x, y: row, width: area.width, height: 1), language,
        stage.isRightToLeft ? .right : .left, ink: stage.palette.dim)
      row += 1
    }
    row += max(1, gap)
    if let prints = picture.scene.prints, row + 4 + linkLines.count < area.bottom {
      for line in CellText.wrap(stage.said(prints.phrase), width: area.width, limit: 2) {
        stage.write(line, in: CellRect(x: area.x, y: row, width: area.width, height: 1), isBold: true)
        row += 1
      }
      row += 1
    }
    stage.write(
      stage.said(.orOpen), in: CellRect(x: area.x, y: row, width: area.width, height: 1),
      ink: stage.palette.dim)
    row += 1
    for line in linkLines where row < area.bottom - 2 {
      stage.write(
        line, in: CellRect(x: area.x, y: row, width: area.width, height: 1), .english,
        stage.isRightToLeft ? .right : .left, ink: stage.palette.highlight, isBold: true)
      row += 1
    }
    row += max(1, gap)
    drawProgress(
      picture.upload, in: CellRect(x: area.x, y: min(row, area.bottom - 3), width: area.width, height: 2), on: &stage)
    let last = CellRect(x: area.x, y: stage.rows - 1, width: area.width, height: 1)
    let seconds = stage.said(.seconds(Self.seconds(until: until, now: now)))
    guard picture.scene.pending == nil, last.y > row + 1 else { return }
    let end: Stage.Alignment = stage.isRightToLeft ? .left : .right
    let shown = stage.write(seconds, in: last, nil, end, ink: stage.palette.dim)
    var keys = last
    keys.width -= shown.width + 2
    if stage.isRightToLeft { keys.x += shown.width + 2 }
    let key = stage.write(
      picture.scene.takesEmails ? "Tab" : "Enter", in: keys, .english, stage.isRightToLeft ? .right : .left,
      ink: stage.palette.dim, isBold: true)
    keys.width -= key.width + 1
    if !stage.isRightToLeft { keys.x += key.width + 1 }
    let offer: Phrase = picture.scene.addresses > 0 ? .addressKept : .addressOffer
    stage.write(stage.said(picture.scene.takesEmails ? offer : .keyStart), in: keys, ink: stage.palette.dim)
  }

  /// How far the upload is: a bar while it runs, words always.
  private func drawProgress(_ upload: UploadProgress?, in area: CellRect, on stage: inout Stage) {
    let text: String
    if let upload, upload.total > 0, upload.uploaded >= upload.total {
      text = "✓ " + stage.said(.allThere)
    } else if let upload, upload.total > 0, upload.uploaded > 0 {
      text = stage.said(.uploaded(upload.uploaded, of: upload.total))
    } else {
      text = stage.said(.onTheirWay)
    }
    stage.write(text, in: area)
    if let upload, upload.total > 0 {
      stage.bar(
        Double(upload.uploaded) / Double(upload.total), x: area.x, row: area.y + 1, width: area.width,
        stage.palette.highlight, track: stage.palette.paper.mixed(with: stage.palette.ink, 56))
    }
  }

  /// No room for words beside the code: the progress in the fewest signs.
  private func drawSideNote(_ upload: UploadProgress?, _ link: String, in area: CellRect, on stage: inout Stage) {
    guard let upload, area.width >= 4 else { return }
    let text = upload.uploaded >= upload.total ? "✓" : "\(upload.uploaded)/\(upload.total)"
    stage.write(text, in: CellRect(x: area.x, y: area.bottom - 1, width: area.width, height: 1), .english, .center)
  }

  private func drawLinkInWords(_ link: String, on stage: inout Stage, _ picture: ScreenPicture) {
    let area = stage.all.inset(stage.isSmall ? 1 : 4, 0)
    let lines = CellText.split(link, width: area.width)
    let heading = stage.isSmall ? 1 : 4
    let note = CellText.wrap(stage.said(.codeDoesNotFit), width: area.width, limit: 2)
    let used = heading + lines.count + note.count + 5
    var row = max(0, (stage.rows - used) / 2)
    stage.writeLarge(
      stage.said(.openLink), in: CellRect(x: area.x, y: row, width: area.width, height: heading))
    row += heading + 1
    for line in lines where row < stage.rows - 1 {
      stage.write(
        line, in: CellRect(x: area.x, y: row, width: area.width, height: 1), .english, .center,
        ink: stage.palette.highlight, isBold: true)
      row += 1
    }
    row += 1
    if row + 1 < stage.rows - note.count - 1 {
      drawProgress(picture.upload, in: CellRect(x: area.x, y: row, width: area.width, height: 2), on: &stage)
      row += 3
    }
    for line in note where row < stage.rows - 1 {
      stage.write(
        line, in: CellRect(x: area.x, y: row, width: area.width, height: 1), nil, .center, ink: stage.palette.dim)
      row += 1
    }
  }
}
