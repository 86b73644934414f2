import BoothCore
import BoothWords

/// The questions before the first photo, and the word to guests who want nothing uploaded.
extension SceneRenderer {
  func drawConsent(
    _ question: ConsentQuestion, _ highlighted: ConsentChoice, until: Instant, on stage: inout Stage,
    _ picture: ScreenPicture, now: Instant
  ) {
    let own = picture.event?.consent?.text(in: stage.language)
    let answers = question.choices.map { (stage.said(.consent($0)), $0 == highlighted) }
    draw(own ?? stage.said(.consentQuestion(of: picture.event)), answers, on: &stage, picture)
    drawSeconds(until: until, on: &stage, now: now)
  }

  func drawLooks(
    _ looks: [PhotoFilter], _ highlighted: PhotoFilter, until: Instant?, on stage: inout Stage,
    _ picture: ScreenPicture,
    now: Instant
  ) {
    let answers = looks.map { (stage.said(.look($0)), $0 == highlighted) }
    draw(stage.said(.lookQuestion), answers, on: &stage, picture)
    if let until { drawSeconds(until: until, on: &stage, now: now) }
  }

  /// A question and its answers, one below the other, each with whether start chooses it.
  private func draw(
    _ text: String, _ answers: [(text: String, isChosen: Bool)], on stage: inout Stage, _ picture: ScreenPicture
  ) {
    drawTitle(picture.event, isUnderlined: true, on: &stage)
    func room(_ isSmall: Bool) -> (step: Int, top: Int, bottom: Int, area: CellRect) {
      let step = isSmall ? 1 : 2 + stage.buttonRows
      return (
        step, isSmall ? 1 : 4, stage.rows - (isSmall ? 0 : 2) - answers.count * step,
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
    for answer in answers {
      // The mark tells it without colour, too.
      let marked = answer.isChosen ? "● \(answer.text)" : "○ \(answer.text)"
      if isSmall {
        stage.write(
          marked, in: CellRect(x: 1, y: row, width: stage.columns - 2, height: 1), nil, .center,
          isBold: answer.isChosen)
      } else {
        stage.buttons(
          [Stage.Button(key: "", text: marked, rank: answer.isChosen ? .main : .other)], row: row,
          in: stage.all.inset(1, 0))
      }
      row += step
    }
    drawKeys([("↑ ↓", .keyChoose), ("Enter", .keyStart), ("Esc", .keyBack)], on: &stage)
  }

  func drawKeptHere(on stage: inout Stage, _ picture: ScreenPicture) {
    let isLocation = picture.scene.isLocation
    draw(
      Message(
        headline: isLocation ? .versionKept : .keptHere,
        detail: stage.said(isLocation ? .versionKeptWords : .keptHereWords)), on: &stage, picture.event)
  }
}
