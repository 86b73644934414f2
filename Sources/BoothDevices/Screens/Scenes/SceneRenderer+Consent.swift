import BoothCore

/// The question before the first photo, and the word to guests who want nothing uploaded.
extension SceneRenderer {
  func drawConsent(
    _ question: ConsentQuestion, _ highlighted: ConsentChoice, until: Instant, on stage: inout Stage,
    _ picture: ScreenPicture, now: Instant
  ) {
    drawTitle(picture.event, isUnderlined: true, on: &stage)
    let own = picture.event?.consent?.text(in: stage.language)
    let text = own ?? Phrase.consentQuestion.text(in: stage.language)
    let choices = question.choices
    func room(_ isSmall: Bool) -> (step: Int, top: Int, bottom: Int, area: CellRect) {
      let step = isSmall ? 1 : 2 + stage.buttonRows
      return (
        step, isSmall ? 1 : 4, stage.rows - (isSmall ? 0 : 2) - choices.count * step,
        stage.all.inset(isSmall ? 1 : max(4, stage.columns / 12), 0)
      )
    }
    // Nobody agrees to what was cut off: a long question has the room of the buttons' frames.
    let whole = room(stage.isSmall)
    let isLong =
      CellText.wrap(text, width: min(whole.area.width, 72), limit: 100).count > max(1, whole.bottom - whole.top)
    let isSmall = stage.isSmall || isLong
    let (step, top, bottom, area) = room(isSmall)
    let lines = CellText.wrap(text, width: isLong ? area.width : min(area.width, 72), limit: max(1, bottom - top))
    var row = top + max(0, (bottom - top - lines.count) / 2)
    for line in lines {
      stage.write(line, in: CellRect(x: area.x, y: row, width: area.width, height: 1), nil, .center)
      row += 1
    }
    row = bottom
    for choice in choices {
      let isChosen = choice == highlighted
      let text = Phrase.consent(choice).text(in: stage.language)
      // The mark tells it without colour, too.
      let marked = isChosen ? "● \(text)" : "○ \(text)"
      if isSmall {
        stage.write(
          marked, in: CellRect(x: 1, y: row, width: stage.columns - 2, height: 1), nil, .center, isBold: isChosen)
      } else {
        stage.buttons(
          [Stage.Button(key: "", text: marked, rank: isChosen ? .main : .other)], row: row, in: stage.all.inset(1, 0))
      }
      row += step
    }
    drawKeys([("↑ ↓", .keyChoose), ("Enter", .keyStart), ("Esc", .keyBack)], on: &stage)
    drawSeconds(until: until, on: &stage, now: now)
  }

  func drawKeptHere(on stage: inout Stage, _ picture: ScreenPicture) {
    draw(
      Message(headline: .keptHere, detail: Phrase.keptHereWords.text(in: stage.language)), on: &stage, picture.event)
  }
}
