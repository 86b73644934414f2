import BoothCore

/// The questions before the first photo, and the word to guests who want nothing uploaded.
extension SceneRenderer {
  func drawConsent(
    _ question: ConsentQuestion, _ highlighted: ConsentChoice, until: Instant, on stage: inout Stage,
    _ picture: ScreenPicture, now: Instant
  ) {
    let own = picture.event?.consent?.text(in: stage.language)
    let answers = question.choices.map { (stage.said(.consent($0)), $0 == highlighted) }
    draw(
      own ?? stage.said(.consentQuestion(of: picture.event)), answers, until: until, on: &stage, picture, now: now)
  }

  func drawLooks(
    _ looks: [PhotoFilter], _ highlighted: PhotoFilter, until: Instant?, on stage: inout Stage,
    _ picture: ScreenPicture,
    now: Instant
  ) {
    let answers = looks.map { (stage.said(.look($0)), $0 == highlighted) }
    draw(stage.said(.lookQuestion), answers, until: until, on: &stage, picture, now: now)
  }

  func drawLayouts(
    _ layouts: [String], _ highlighted: String?, until: Instant?, on stage: inout Stage, _ picture: ScreenPicture,
    now: Instant
  ) {
    let choices = layouts.compactMap { id in picture.event?.layouts.first { $0.id == id } }
    let answers =
      choices.map { ($0.name(in: stage.language.rawValue), $0.id == highlighted) }
      + [(stage.said(.printNone), highlighted == nil)]
    draw(stage.said(.printLayoutQuestion), answers, until: until, on: &stage, picture, now: now)
  }

  func drawPrints(
    _ choices: [Int], _ highlighted: Int, until: Instant?, on stage: inout Stage, _ picture: ScreenPicture, now: Instant
  ) {
    let answers = choices.map { (stage.said($0 == 0 ? .printNone : .printCopies($0)), $0 == highlighted) }
    draw(stage.said(.printQuestion), answers, until: until, on: &stage, picture, now: now)
  }

  /// A question and its answers, one below the other, each with whether start chooses it.
  private func draw(
    _ text: String, _ answers: [(text: String, isChosen: Bool)], until: Instant?, on stage: inout Stage,
    _ picture: ScreenPicture, now: Instant
  ) {
    drawTitle(picture.event, isUnderlined: true, on: &stage)
    // The mark tells it without colour, too.
    let marked = answers.map { $0.isChosen ? "● \($0.text)" : "○ \($0.text)" }
    let (step, top) = (2 + stage.buttonRows, 4)
    let bottom = stage.rows - 2 - answers.count * step
    let area = stage.all.inset(max(4, stage.columns / 12), 0)
    let question = Stage.Sentence(
      text: text, room: CellRect(x: area.x, y: top, width: area.width, height: bottom - top), lines: (bottom - top) / 4)
    let letters =
      !stage.isLarge
      ? .plain : stage.lettersAlike([question] + marked.flatMap { stage.sentences([answer($0)], width: area.width) })
    if letters != .plain {
      stage.writeLarge(text, in: question.room, lines: question.lines, size: letters)
      for (index, text) in marked.enumerated() {
        var button = answer(text, rank: answers[index].isChosen ? .main : .other)
        button.letters = letters
        stage.buttons([button], row: bottom + index * step, in: area)
      }
    } else {
      drawPlainly(text, marked, answers.map(\.isChosen), on: &stage)
    }
    drawKeys(
      [("↑ ↓", .keyChoose), ("Enter", .keyStart), ("Esc", .keyBack)],
      beside: until.map { secondsLeft(until: $0, on: stage, now: now) }, on: &stage)
  }

  private func answer(_ text: String, rank: Stage.Button.Rank = .other) -> Stage.Button {
    Stage.Button(key: "", text: text, rank: rank)
  }

  private func drawPlainly(_ text: String, _ marked: [String], _ isChosen: [Bool], on stage: inout Stage) {
    func room(_ isSmall: Bool) -> (step: Int, top: Int, bottom: Int, area: CellRect) {
      let step = isSmall ? 1 : 3
      return (
        step, isSmall ? 1 : 4, stage.rows - (isSmall ? 0 : 2) - marked.count * step,
        stage.all.inset(isSmall ? 1 : max(4, stage.columns / 12), 0)
      )
    }
    // Guests cannot agree to what was cut off: a long question has the room of the buttons' frames.
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
    for (text, isChosen) in zip(marked, isChosen) {
      if isSmall {
        stage.write(
          text, in: CellRect(x: 1, y: row, width: stage.columns - 2, height: 1), nil, .center, isBold: isChosen)
      } else {
        var button = answer(text, rank: isChosen ? .main : .other)
        button.letters = .plain
        stage.buttons([button], row: row, in: stage.all.inset(1, 0))
      }
      row += step
    }
  }

  func drawKeptHere(on stage: inout Stage, _ picture: ScreenPicture) {
    let isLocation = picture.scene.isLocation
    draw(
      Message(
        headline: isLocation ? .versionKept : .keptHere,
        detail: stage.said(picture.scene.prints?.phrase ?? (isLocation ? .versionKeptWords : .keptHereWords))),
      on: &stage, picture.event)
  }
}
