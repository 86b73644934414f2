import BoothCore
import Imaging

/// The scenes between sessions: the invitation, the list of events, messages.
extension SceneRenderer {
  func drawAttract(on stage: inout Stage, _ picture: ScreenPicture, _ pictures: ScenePictures) {
    let event = picture.event
    let name = event?.name(in: stage.language) ?? ""
    if let artwork = pictures.attract { stage.grid.draw(artwork, in: attractRect(stage)) }
    guard !stage.isSmall else {
      let words = min(5, stage.rows)
      stage.grid.fill(
        CellRect(x: 0, y: stage.rows - words, width: stage.columns, height: words), stage.palette.paper, share: 225)
      stage.write(
        name, in: CellRect(x: 1, y: stage.rows - words, width: stage.columns - 2, height: 1), nil, .center, isBold: true
      )
      stage.buttons([start(stage)], row: stage.rows - 3 + (stage.rows < 8 ? 1 : 0), in: stage.all.inset(1, 0))
      return
    }
    let large = max(5, stage.rows / 5)
    let names = otherNames(event, stage)
    let lesser = stage.languages.count > 1 ? 1 : 0
    // From the bottom: keys, the invitation in other languages, the button, names, the name.
    let button = stage.rows - 2 - stage.buttonRows - lesser - (stage.isLarge ? 1 : 0)
    let namesRow = button - 2
    let top = namesRow - large + (names.isEmpty ? 1 : 0)
    let paper = stage.palette.paper
    stage.grid.fade(from: top * 2 - 7, to: top * 2 + 1, paper, share: 250)
    stage.grid.fill(
      CellRect(x: 0, y: top, width: stage.columns, height: stage.rows - top), paper, share: 250)
    stage.writeLarge(
      name, in: CellRect(x: 3, y: top, width: stage.columns - 6, height: large), ink: stage.palette.ink)
    stage.writeRow(names, row: namesRow, in: stage.all.inset(2, 0))
    stage.buttons([start(stage)], row: button, in: stage.all)
    stage.writeOthers(
      .pressToStart, row: button + stage.buttonRows + 1, in: stage.all.inset(2, 0),
      ink: stage.palette.ink)
    let others = Language.offered(by: event).filter { $0 != stage.language }
    drawKeys(
      [("Enter", .keyStart)] + (others.isEmpty ? [] : [("→", .languages(others))]), on: &stage)
  }

  private func start(_ stage: Stage) -> Stage.Button {
    let text = stage.said(.pressToStart)
    return Stage.Button(key: "", text: stage.isSmall || stage.isLarge ? text : "  \(text)  ")
  }

  /// The event's names in its lesser languages, where they differ.
  private func otherNames(_ event: Event?, _ stage: Stage) -> [(text: String, language: Language)] {
    guard let event else { return [] }
    var shown = [event.name(in: stage.language)]
    var others: [(text: String, language: Language)] = []
    for language in stage.languages.dropFirst() {
      let name = event.name(in: language)
      guard !shown.contains(name) else { continue }
      shown.append(name)
      others.append((name, language))
    }
    return others
  }

  func drawEvents(
    _ highlighted: Int, on stage: inout Stage, _ picture: ScreenPicture, _ pictures: ScenePictures
  ) {
    var list = CellRect(x: 0, y: 0, width: stage.columns, height: stage.rows - 1)
    if let rect = thumbnailRect(stage), let artwork = pictures.attract {
      stage.grid.draw(artwork, in: rect)
      list.width -= rect.width
      if stage.isRightToLeft { list.x = rect.width }
    }
    let area = list.inset(stage.isSmall ? 1 : 3, 0)
    let heading = stage.isSmall ? 1 : stage.isLarge ? stage.letterRows : 4
    let title = CellRect(x: area.x, y: stage.isSmall ? 0 : 1, width: area.width, height: heading)
    let first = stage.isSmall ? 2 : heading + 2
    func shown(_ step: Int) -> Range<Int> {
      let visible = max(1, (area.height - first) / step)
      // The list moves so that the highlighted one is seen.
      let start = max(0, min(highlighted - visible / 2, picture.events.count - visible))
      return start..<max(start, min(start + visible, picture.events.count))
    }
    var step = stage.isSmall ? 1 : stage.isLarge ? 2 + stage.buttonRows : 3
    var letters = Stage.Letters.own
    if stage.isLarge {
      // The names are as large as what is asked, or both are plain.
      let room = CellRect(x: area.x, y: 0, width: area.width - 4, height: stage.letterRows)
      let names = picture.events[shown(step)].map { event in
        let language = Language.spoken(at: event)[0]
        return Stage.Sentence(text: event.name(in: language), room: room, language: language)
      }
      letters = stage.lettersAlike([Stage.Sentence(text: stage.said(.choice(of: picture.events)), room: title)] + names)
      if letters == .plain { step = 3 }
    }
    stage.writeLarge(stage.said(.choice(of: picture.events)), in: title, nil, lines: 1, .leading, size: letters)
    let range = shown(step)
    for index in range {
      let row = CellRect(
        x: area.x, y: first + (index - range.lowerBound) * step, width: area.width,
        height: stage.isLarge && letters != .plain ? stage.buttonRows : 1)
      draw(picture.events[index], isHighlighted: index == highlighted, in: row, letters, on: &stage)
    }
    if picture.events.isEmpty {
      stage.writeLines(
        stage.said(.noEvents),
        in: CellRect(x: area.x, y: first, width: area.width, height: 2))
    }
    drawKeys([("↑ ↓", .keyChoose), ("Enter", .keyStart), ("Esc", .keyBack)], on: &stage)
  }

  private func draw(
    _ event: Event, isHighlighted: Bool, in row: CellRect, _ letters: Stage.Letters, on stage: inout Stage
  ) {
    let language = Language.spoken(at: event)[0]
    let name = event.name(in: language)
    let fromLeft = !stage.isRightToLeft
    let ink = isHighlighted ? stage.palette.highlightInk : stage.palette.ink
    if isHighlighted {
      if stage.isSmall {
        stage.grid.fill(row, stage.palette.highlight)
      } else {
        stage.pill(row, stage.palette.highlight)
      }
    }
    let inner = row.inset(2, 0)
    let day = LongDate.day(event.date, in: stage.language)
    let dayInk = isHighlighted ? ink.mixed(with: stage.palette.highlight, 64) : stage.palette.dim
    guard row.height == 1 else {
      stage.writeLarge(
        name, in: CellRect(x: inner.x, y: row.y, width: inner.width, height: row.height - 1), language, lines: 1,
        fromLeft ? .left : .right, ink: ink, size: letters)
      stage.write(
        day, in: CellRect(x: inner.x, y: row.bottom - 1, width: inner.width, height: 1), stage.language, ink: dayInk)
      return
    }
    let date = CellText.columns(day) + 2
    var words = inner
    if inner.width - date >= min(CellText.columns(name), 16) {
      words.width -= date
      if !fromLeft { words.x += date }
      stage.write(
        day, in: inner, stage.language, fromLeft ? .right : .left, ink: dayInk)
    }
    stage.write(name, in: words, language, fromLeft ? .left : .right, ink: ink, isBold: isHighlighted)
  }

  func drawMessage(_ phrase: Phrase, on stage: inout Stage, _ picture: ScreenPicture) {
    draw(Message(headline: phrase, lines: 1), on: &stage, picture.event)
  }

  func drawFinishing(_ storageTrouble: Bool, on stage: inout Stage, _ picture: ScreenPicture) {
    var message = Message(headline: .saving)
    if storageTrouble { message.detail = stage.said(.savingTakesLonger) }
    draw(message, on: &stage, picture.event)
  }

  func drawResumeOffer(
    taken: Int, of total: Int, until: Instant, on stage: inout Stage, _ picture: ScreenPicture, now: Instant
  ) {
    let message = Message(
      headline: .resume(taken: taken, of: total),
      buttons: [
        Stage.Button(key: "Enter", text: stage.said(.goOn)),
        Stage.Button(key: "Esc", text: stage.said(.finish), rank: .other),
      ], dots: (taken, total))
    draw(message, on: &stage, picture.event)
    drawSeconds(until: until, on: &stage, now: now)
  }

  func drawPaused(on stage: inout Stage, _ picture: ScreenPicture) {
    draw(
      picture.scene.closing.map { Message(headline: .closed, lines: 1, detail: stage.said(.opens($0))) }
        ?? Message(headline: .backSoon, lines: 1, detail: stage.said(.shortBreak)), on: &stage,
      picture.event)
  }

  /// For the guests whom to tell, for the host what to do.
  func drawOutOfOrder(_ reason: OutOfOrder, on stage: inout Stage, _ picture: ScreenPicture) {
    let language = stage.language
    let remedy =
      switch reason {
      case .camera(let words): "\(Phrase.camera.text(in: .english)): \(words)"
      case .storage(let words, _, _), .noRoom(let words, _): "\(Phrase.disk.text(in: .english)): \(words)"
      // A start that waits for them says why.
      case .noEvents: picture.troubles.first.map { "Events: \($0)" } ?? ""
      }
    let headline: Phrase = reason == .noEvents ? .noEvents : .needsHelp
    let asked = reason == .noEvents ? "" : Phrase.tellHost.text(in: language)
    draw(Message(headline: headline, detail: asked.isEmpty ? nil : asked), on: &stage, picture.event)
    guard !remedy.isEmpty else { return }
    let width = min(stage.columns - 4, 76)
    let lines = CellText.wrap(remedy, width: width - 4, limit: stage.isSmall ? 3 : 4)
    let box = CellRect(
      x: (stage.columns - width) / 2, y: stage.rows - 2 - lines.count, width: width, height: lines.count)
    stage.clearWords(in: CellRect(x: 0, y: box.y, width: stage.columns, height: box.height))
    stage.grid.fill(box, stage.palette.paper.mixed(with: stage.palette.ink, 28))
    // The remedy comes from the driver, in English.
    for (index, line) in lines.enumerated() {
      stage.write(
        line, in: CellRect(x: box.x + 2, y: box.y + index, width: width - 4, height: 1), .english, .left,
        ink: stage.palette.ink)
    }
    stage.grid.fill(x: box.x * 2, y: box.y * 2, width: 1, height: box.height * 2, stage.palette.warning)
  }

  /// The operator's page: facts, then troubles; in English where they come from drivers.
  func drawSettings(on stage: inout Stage, _ picture: ScreenPicture) {
    let area = stage.all.inset(stage.isSmall ? 1 : 4, 0)
    var row = stage.isSmall ? 0 : 1
    let heading = stage.isSmall ? 1 : 3
    stage.writeLarge(
      stage.said(.settings),
      in: CellRect(x: area.x, y: row, width: area.width, height: heading), nil, lines: 1, .leading)
    row += heading + 1
    let last = stage.rows - 1
    let troubleRows = picture.troubles.isEmpty ? 2 : min(picture.troubles.count, max(2, (last - row) / 3)) + 2
    for fact in picture.facts {
      guard row < last - troubleRows else { break }
      stage.write(
        fact, in: CellRect(x: area.x, y: row, width: area.width, height: 1), ink: stage.palette.ink)
      row += 1
    }
    row += 1
    let verdict = picture.troubles.isEmpty ? Phrase.allIsWell : .troubles
    stage.write(
      (picture.troubles.isEmpty ? "✓ " : "") + stage.said(verdict),
      in: CellRect(x: area.x, y: row, width: area.width, height: 1), nil, .leading,
      ink: picture.troubles.isEmpty ? stage.palette.highlight : stage.palette.warning, isBold: true)
    row += 1
    for trouble in picture.troubles where row < last {
      row += stage.writeLines(
        trouble, in: CellRect(x: area.x, y: row, width: area.width, height: last - row), .english, .left)
    }
    drawKeys([("Enter", .keyBack)], on: &stage)
  }
}
