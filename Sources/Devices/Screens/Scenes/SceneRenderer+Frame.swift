import BoothCore

/// What many scenes have: the row of keys, the operator's line, messages in large letters, the cancel question.
extension SceneRenderer {
  /// The last row: what keys do. The event's guests mostly have buttons, so it is dim. What has no room goes into the row
  /// above, where nothing is written there; what has none there either is left out from the end, and an ellipsis says so.
  /// - Parameter note: what stands at the other end of the last row.
  func drawKeys(_ keys: [(key: String, phrase: Phrase)], beside note: String? = nil, on stage: inout Stage) {
    guard !stage.isSmall, stage.rows > 1 else { return }
    var last = CellRect(x: 2, y: stage.rows - 1, width: stage.columns - 4, height: 1)
    if let note {
      let width = stage.write(
        note, in: last, nil, stage.isRightToLeft ? .left : .right, ink: stage.palette.dim
      ).width
      last.width -= width + 2
      if stage.isRightToLeft { last.x += width + 2 }
    }
    let words = keys.map { ($0.key, stage.said($0.phrase)) }
    var above = CellRect(x: 2, y: stage.rows - 2, width: stage.columns - 4, height: 1)
    guard KeyRow.fitting(words, last.width) < words.count,
      case let first = KeyRow.fitting(words, above.width), first > 0,
      !stage.hasText(in: CellRect(x: 0, y: above.y, width: stage.columns, height: 1))
    else { return stage.writeKeys(words, in: last) }
    stage.grid.fill(CellRect(x: 0, y: above.y, width: stage.columns, height: 1), stage.palette.paper)
    // The keys that matter most are the first.
    above.width = max(above.width, 0)
    stage.writeKeys(Array(words[..<first]), in: above)
    stage.writeKeys(Array(words[first...]), in: last)
  }

  /// What the operator asked for, at the other end of the last row.
  func drawPending(_ request: OperatorRequest?, on stage: inout Stage) {
    guard let request, stage.rows > 1 else { return }
    let phrase: Phrase
    switch request {
    case .pause: phrase = .pausesAfterSession
    case .changeEvent, .useEvent: phrase = .eventChangesAfterSession
    case .openSettings: phrase = .settingsAfterSession
    case .shutDown: phrase = .endsAfterSession
    // A session that goes on needs no line.
    case .resume: return
    }
    let text = CellText.cut(stage.said(phrase), width: stage.columns - 2)
    let width = CellText.columns(text) + 2
    let row = CellRect(
      x: stage.isRightToLeft ? 0 : stage.columns - width, y: stage.rows - 1, width: width, height: 1)
    stage.clearWords(in: row)
    stage.grid.fill(row, stage.palette.highlight)
    stage.write(text, in: row, nil, .center, ink: stage.palette.highlightInk)
  }

  /// On a terminal that is too small for the whole of a scene, the last row says so.
  func drawSizeNote(on stage: inout Stage) {
    guard stage.isSmall, stage.rows >= 8 else { return }
    let row = CellRect(x: 0, y: stage.rows - 1, width: stage.columns, height: 1)
    guard !stage.hasWords(in: row) else { return }
    stage.grid.fill(row, stage.palette.paper)
    stage.write(
      stage.said(.smallScreen(columns: stage.columns, rows: stage.rows)), in: row, nil, .center,
      ink: stage.palette.dim)
  }

  /// The event's name, small, at the top of scenes that say something else.
  func drawTitle(_ event: Event?, isUnderlined: Bool, on stage: inout Stage) {
    guard let event, !stage.isSmall, stage.previous.map({ $0.rows < 2 }) ?? true else { return }
    let row = CellRect(x: 2, y: 1, width: stage.columns - 4, height: 1)
    let name = stage.write(event.name(in: stage.language), in: row, nil, .center, ink: stage.palette.dim)
    guard isUnderlined else { return }
    let width = min(name.width, 8)
    stage.grid.fill(
      x: (stage.columns - width) / 2 * 2, y: row.y * 2 + 2, width: width * 2, height: 1, stage.palette.highlight)
  }

  /// A message in the middle of the screen.
  struct Message {
    var headline: Phrase
    /// The most lines of large letters.
    var lines = 2
    /// Below, in the main language only.
    var detail: String?
    var detailInk: Paint?
    var buttons: [Stage.Button] = []
    /// A fact between headline and buttons: remaining seconds, photos taken.
    var dots: (full: Int, of: Int)?
  }

  func draw(_ message: Message, on stage: inout Stage, _ event: Event?) {
    drawTitle(event, isUnderlined: message.dots == nil, on: &stage)
    let margin = stage.isSmall ? 1 : max(4, stage.columns / 12)
    let area = CellRect(x: 0, y: 0, width: stage.columns, height: stage.rows - 1)
      .inset(margin, stage.isSmall ? 0 : 3)
    let details =
      message.detail.map { CellText.wrap($0, width: min(area.width, 72), limit: stage.isSmall ? 3 : 5) } ?? []
    let large =
      stage.isSmall ? min(2, max(1, area.height - 4)) : min(max(area.height / 2, 5), 6 * message.lines)
    let others = stage.isSmall || stage.languages.count < 2 ? 0 : 2
    let dots = message.dots == nil ? 0 : 2
    let below =
      (details.isEmpty ? 0 : details.count + 1)
      + (message.buttons.isEmpty ? 0 : stage.isSmall ? 2 : 2 + stage.buttonRows)
    var row = area.y + max(0, (area.height - dots - large - others - below) / 2)
    if let marks = message.dots {
      drawDots(full: marks.full, of: marks.of, row: row, on: &stage)
      row += dots
    }
    // A question and its answers are alike.
    let question = Stage.Sentence(
      text: stage.said(message.headline), room: CellRect(x: area.x, y: row, width: area.width, height: large),
      lines: message.lines)
    var buttons = message.buttons
    let letters: Stage.Letters =
      buttons.isEmpty || !stage.isLarge
      ? .own : stage.lettersAlike([question] + stage.sentences(buttons, width: stage.columns - 2))
    for index in buttons.indices { buttons[index].letters = letters }
    stage.writeLarge(question.text, in: question.room, lines: message.lines, size: letters)
    row += large
    if others > 0 {
      stage.writeOthers(message.headline, row: row + 1, in: area)
      row += others
    }
    if !details.isEmpty {
      row += 1
      for line in details where row < stage.rows - 1 {
        stage.write(
          line, in: CellRect(x: area.x, y: row, width: area.width, height: 1), nil, .center,
          ink: message.detailInk ?? stage.palette.ink)
        row += 1
      }
    }
    if !buttons.isEmpty {
      stage.buttons(
        buttons, row: min(row + (stage.isSmall ? 1 : 2), stage.rows - 1 - stage.buttonRows),
        in: stage.all.inset(1, 0))
    }
  }

  /// Photos taken and to be taken, as filled and hollow circles in the middle of a row.
  func drawDots(full: Int, of total: Int, row: Int, on stage: inout Stage) {
    guard total > 0, total <= 12 else { return }
    let marks = (0..<total).map { $0 < full ? "●" : "○" }
    let text = (stage.isRightToLeft ? marks.reversed() : marks).joined(separator: " ")
    stage.write(
      text, in: CellRect(x: 0, y: row, width: stage.columns, height: 1), .english, .center,
      ink: stage.palette.highlight, isBold: true)
  }

  /// The dialogue over whatever is shown.
  func drawCancelQuestion(until: Instant, on stage: inout Stage, now: Instant) {
    let width = min(stage.columns - 2, stage.isLarge ? 110 : 66)
    let height = min(stage.rows - 1, stage.isSmall ? 6 : stage.isLarge ? 28 : 16)
    let box = CellRect(x: (stage.columns - width) / 2, y: (stage.rows - 1 - height) / 2, width: width, height: height)
    stage.grid.fill(stage.all, stage.palette.paper, share: 205)
    stage.clearWords(in: stage.all)
    stage.grid.fill(
      x: box.x * 2 - 2, y: box.y * 2 - 1, width: box.width * 2 + 4, height: box.height * 2 + 2, stage.palette.highlight)
    stage.grid.fill(box, stage.palette.paper)
    let seconds = stage.said(.seconds(Self.seconds(until: until, now: now)))
    var buttons = [
      Stage.Button(key: "Enter", text: stage.said(.goOn)),
      Stage.Button(key: "Esc", text: stage.said(.deleteAll), rank: .danger),
    ]
    if stage.isSmall {
      stage.writeLines(
        stage.said(.cancelQuestion),
        in: CellRect(x: box.x + 1, y: box.y + 1, width: width - 2, height: 2), nil, .center, isBold: true)
      stage.buttons(buttons, row: box.y + 4, in: box)
      return
    }
    let question = Stage.Sentence(
      text: stage.said(.cancelQuestion),
      room: CellRect(x: box.x + 3, y: box.y + 1, width: width - 6, height: height - 7 - stage.buttonRows), lines: 2)
    let letters: Stage.Letters =
      stage.isLarge ? stage.lettersAlike([question] + stage.sentences(buttons, width: width)) : .own
    for index in buttons.indices { buttons[index].letters = letters }
    stage.writeLarge(question.text, in: question.room, lines: 2, size: letters)
    stage.writeOthers(.cancelQuestion, row: box.bottom - 5 - stage.buttonRows, in: box.inset(1, 0))
    stage.buttons(buttons, row: box.bottom - 3 - stage.buttonRows, in: box)
    stage.write(
      seconds, in: CellRect(x: box.x, y: box.bottom - 2, width: width, height: 1), nil, .center, ink: stage.palette.dim)
  }
}
