import BoothCore
import Imaging

/// The scenes in front of the camera.
extension SceneRenderer {
  func drawLive(
    on stage: inout Stage, _ picture: ScreenPicture, _ pictures: ScenePictures, now: Instant
  ) {
    let rect = liveRect(stage, picture)
    if let live = pictures.live {
      stage.grid.draw(live, in: rect, mirrored: style.isMirrored, coarse: true)
    } else {
      stage.grid.fill(rect, .black, share: 110)
      if case .countdown = picture.scene.content {
      } else {
        stage.write(
          stage.said(.starting),
          in: CellRect(x: rect.x, y: rect.y + rect.height / 2, width: rect.width, height: 1), nil, .center,
          ink: stage.palette.dim)
      }
    }
    if pictures.live != nil, picture.scene.guide != nil, let guide = pictures.guide {
      // The guide turns with the live view, or it would be useless for aiming.
      drawGuide(guide, in: rect, on: &stage, picture.scene.guideView, now: now)
    }
    var recording = false
    switch picture.scene.content {
    case .getReady:
      drawCaption(.getReady, in: rect, on: &stage)
    case .aim(let guide):
      if guide == nil {
        drawCaption(.pressWhenReady, in: rect, on: &stage)
      } else {
        drawAim(picture.advice, in: rect, on: &stage)
      }
    case .recording(let since, let until):
      recording = true
      drawRemaining(since: since, until: until, in: rect, on: &stage, now: now)
    case .countdown(let until):
      drawCountdown(Self.seconds(until: until, now: now), in: rect, on: &stage)
    case .starting, .eventSelection, .attract, .consent, .look, .mark, .shutter, .review, .tryAgain, .finishing,
      .printLayout, .print, .qr, .address, .keptHere, .resumeOffer, .settings, .paused, .outOfOrder, .stopped:
      break
    }
    drawStrip(picture.scene, recording: recording, in: rect, on: &stage)
    if case .aim = picture.scene.content {
      let keys = picture.scene.guide == nil ? [] : guideKeys(picture.scene.guideView)
      let marks: [(key: String, phrase: Phrase)] = picture.scene.isLocation ? [("P", .markPoints)] : []
      drawKeys([("Enter", .keyStart), ("Esc", .keyCancel)] + keys + marks, on: &stage)
    } else {
      drawKeys([("Esc", .keyCancel)], on: &stage)
    }
  }

  /// "Photo 2 of 3" in a corner, the recording lamp in the other.
  private func drawStrip(_ scene: Scene, recording: Bool, in rect: CellRect, on stage: inout Stage) {
    let (above, aboveLamp) = stage.previous.map { ($0.rows, $0.cornerRows) } ?? (0, 0)
    let row = CellRect(x: rect.x + 2, y: max(rect.y, above) + 1, width: rect.width - 4, height: 1)
    var free = row.width
    if let strip = scene.strip, let strips = scene.strips, strips > 1 {
      let text = stage.said(.photo(strip + 1, of: strips))
      let width = CellText.columns(text) + 4
      if width <= free {
        let pill = CellRect(x: stage.isRightToLeft ? row.right - width : row.x, y: row.y, width: width, height: 1)
        stage.pill(pill, .black, share: 170)
        stage.write(text, in: pill, nil, .center, ink: .white, isBold: true)
        free -= width + 2
      }
    }
    guard recording else { return }
    let text = stage.said(.recording)
    let width = CellText.columns(text) + 6
    guard width <= free else { return }
    let pill = CellRect(
      x: stage.isRightToLeft ? row.x : row.right - width, y: max(rect.y, aboveLamp) + 1, width: width, height: 1)
    stage.pill(pill, .black, share: 170)
    let inner = pill.inset(2, 0)
    let fromLeft = !stage.isRightToLeft
    stage.write("●", in: inner, .english, fromLeft ? .left : .right, ink: Palette.lamp)
    stage.write(text, in: inner, nil, fromLeft ? .right : .left, ink: .white, isBold: true)
  }

  /// Large words at the bottom of the live view, the other languages below them.
  private func drawCaption(_ phrase: Phrase, in rect: CellRect, on stage: inout Stage) {
    let others = stage.languages.count > 1 && !stage.isSmall ? 1 : 0
    let large = stage.isSmall ? 1 : max(5, stage.rows / 6)
    let top = rect.bottom - large - others - (stage.isSmall ? 0 : 1)
    drawFade(from: top - 2, to: top + 1, bottom: rect.bottom, on: &stage)
    stage.writeLarge(
      stage.said(phrase), in: CellRect(x: rect.x + 2, y: top, width: rect.width - 4, height: large))
    if others > 0 { stage.writeOthers(phrase, row: top + large, in: rect.inset(1, 0), ink: stage.palette.ink) }
  }

  /// Lets the picture sink into the paper towards the bottom, so that words can stand there.
  private func drawFade(from top: Int, to full: Int, bottom: Int, on stage: inout Stage) {
    let paper = stage.palette.paper
    stage.grid.fade(from: top * 2, to: full * 2, paper, share: 215)
    stage.grid.fill(
      x: 0, y: full * 2, width: stage.columns * 2, height: (bottom - full) * 2, paper, share: 215)
  }

  private func drawRemaining(
    since: Instant, until: Instant, in rect: CellRect, on stage: inout Stage, now: Instant
  ) {
    let whole = max((until - since).inSeconds, 0.001)
    let left = max((until - now).inSeconds, 0)
    let seconds = stage.said(.seconds(Self.seconds(until: until, now: now)))
    let top = rect.bottom - 3
    drawFade(from: top - 2, to: top, bottom: rect.bottom, on: &stage)
    let row = CellRect(x: rect.x + 3, y: top + 1, width: rect.width - 6, height: 1)
    let room = CellText.columns(stage.said(.seconds(88))) + 2
    stage.write(seconds, in: row, nil, stage.isRightToLeft ? .left : .right, isBold: true)
    stage.bar(
      left / whole, x: stage.isRightToLeft ? row.x + room : row.x, row: row.y, width: max(1, row.width - room),
      Palette.lamp, track: stage.palette.paper.mixed(with: stage.palette.ink, 64), isThin: false)
  }

  /// A digit in a corner of the live view, as faces are in its middle, and where to look.
  private func drawCountdown(_ seconds: Int, in rect: CellRect, on stage: inout Stage) {
    let height = max(min(5, rect.height), rect.height * 35 / 100)
    let width = min(rect.width, seconds < 10 ? height * 2 : height * 3)
    // The last guests' code has the corner where lines end, the number of the photo the row above the other one.
    let isBeside = stage.previous != nil
    let isLeft = stage.isRightToLeft != isBeside
    let above = isBeside ? max(rect.y, stage.previous?.rows ?? 0) + 2 : rect.y
    let digits = CellRect(
      x: isLeft ? rect.x + 1 : rect.right - width - 1, y: min(above, rect.bottom - height), width: width, height: height
    )
    stage.writeLarge(String(max(seconds, 1)), in: digits, .english, ink: .white, outline: .black)
    guard !stage.isSmall else { return }
    let row = rect.bottom - 2
    drawFade(from: row - 2, to: row, bottom: rect.bottom, on: &stage)
    let texts = stage.languages.map { (stage.words.text(.lookHere, in: $0), $0) }
    stage.writeRow(texts, row: row, in: rect.inset(1, 0), ink: stage.palette.ink)
  }

  /// White all over: the screen lends the photo its light.
  func drawShutter(since: Instant?, on stage: inout Stage, _ picture: ScreenPicture, now: Instant) {
    let words = since.map { now >= $0 + Self.smileTime } ?? false ? Phrase.starting : .smile
    guard picture.isLit else { return drawMessage(words, on: &stage, picture) }
    stage.grid.fill(stage.all, .white)
    let height = stage.isSmall ? 1 : max(7, stage.rows / 3)
    let top = (stage.rows - height) / 2
    stage.writeLarge(
      stage.said(words),
      in: CellRect(x: 2, y: top, width: stage.columns - 4, height: height), ink: .black)
    if !stage.isSmall {
      stage.writeOthers(words, row: top + height + 1, in: stage.all, ink: Paint(0x55, 0x55, 0x55))
    }
  }

  func drawReview(
    until: Instant, on stage: inout Stage, _ picture: ScreenPicture, _ pictures: ScenePictures, now: Instant
  ) {
    let rect = reviewRect(stage, picture)
    let (old, new) = reviewPlaces(rect, picture)
    if let old, let guide = pictures.guide { stage.grid.draw(guide, in: old) }
    if let photo = pictures.photo {
      stage.grid.draw(photo, in: new)
    } else {
      stage.grid.fill(new, .black, share: 110)
    }
    let seconds = Self.seconds(until: until, now: now)
    let label = stage.said(.keptIn(seconds: seconds))
    var asks = reviewAsks(stage, picture)
    guard !stage.isSmall else {
      stage.buttons(asks.buttons, row: rect.bottom + 1, in: stage.all)
      return
    }
    let row = rect.bottom + 2
    let area = stage.all.inset(3, 0)
    guard !stage.isLarge else {
      for index in asks.buttons.indices { asks.buttons[index].letters = asks.letters }
      let (width, side) = (stage.width(asks.buttons), stage.isRightToLeft)
      let beside = max(0, area.width - width - 3)
      var room = CellRect(
        x: side ? area.x : area.right - beside, y: row, width: beside, height: stage.buttonRows)
      if asks.isAbove { room = CellRect(x: area.x, y: row, width: area.width, height: stage.buttonRows) }
      let lines = CellRect(x: room.x, y: room.y, width: room.width, height: stage.letterRows)
      stage.writeLarge(stage.said(asks.question), in: lines, size: asks.letters)
      stage.writeOthers(asks.question, row: room.bottom - 1, in: room)
      let buttons = CellRect(x: side ? area.right - width : area.x, y: row, width: width, height: 1)
      stage.buttons(
        asks.buttons, row: row + (asks.isAbove ? stage.buttonRows + 1 : 0), in: asks.isAbove ? area : buttons)
      return drawKeys([("Esc", .keyCancel)], beside: label, on: &stage)
    }
    let side = CellText.columns(label)
    if stage.columns >= 70 {
      // Buttons where lines begin, words in the middle, the time where lines end.
      let row = CellRect(x: area.x, y: row, width: area.width, height: 1)
      let width = stage.width(asks.buttons)
      let buttons = CellRect(
        x: stage.isRightToLeft ? row.right - width : row.x, y: row.y, width: width, height: 1)
      stage.buttons(asks.buttons, row: row.y, in: buttons)
      stage.write(label, in: row, nil, stage.isRightToLeft ? .left : .right, ink: stage.palette.dim)
      let middle = CellRect(
        x: stage.isRightToLeft ? row.x + side + 2 : row.x + width + 2, y: row.y, width: row.width - width - side - 4,
        height: 1)
      let texts = stage.languages.map { (stage.words.text(asks.question, in: $0), $0) }
      stage.writeRow(texts, row: row.y, in: middle, ink: stage.palette.ink)
    } else {
      stage.buttons(asks.buttons, row: row, in: area)
    }
    drawKeys([("Esc", .keyCancel)], on: &stage)
  }

  /// What is asked about the photo, and on large terminals in which letters: beside the buttons, or above them where it
  /// has no room there.
  func reviewAsks(
    _ stage: Stage, _ picture: ScreenPicture
  ) -> (question: Phrase, buttons: [Stage.Button], letters: Stage.Letters, isAbove: Bool) {
    let doubt = picture.scene.doubt
    // Another try is what is suggested for a photo that seems to have gone wrong.
    let buttons = [
      Stage.Button(key: "Enter", text: stage.said(.keep), rank: doubt == nil ? .main : .other),
      Stage.Button(key: "R", text: stage.said(.again), rank: doubt == nil ? .other : .main),
    ]
    let question = doubt.map { Phrase.doubted($0) } ?? .keepIt
    guard stage.isLarge else { return (question, buttons, .own, false) }
    let width = stage.columns - 6
    // Two thirds of the row for two answers, or all of it below the question.
    for (isAbove, answers, asked) in [(false, width * 6 / 10, width * 4 / 10 - 3), (true, width, width)] {
      let room = CellRect(x: 0, y: 0, width: asked, height: stage.letterRows)
      let letters = stage.lettersAlike(
        [Stage.Sentence(text: stage.said(question), room: room)] + stage.sentences(buttons, width: answers))
      if case .alike(let fontSize) = letters {
        var alike = buttons
        for index in alike.indices { alike[index].letters = .alike(fontSize) }
        // Letters that were not narrowed may take more than their share.
        if isAbove || stage.width(alike) <= answers { return (question, buttons, letters, isAbove) }
      }
    }
    return (question, buttons, .plain, false)
  }

  func drawTryAgain(
    _ kind: Fault.Kind, until: Instant, on stage: inout Stage, _ picture: ScreenPicture, now: Instant
  ) {
    let message = Message(
      headline: .failed(kind),
      detail: (picture.scene.strip ?? 0) > 0 ? stage.said(.othersAreSafe) : nil,
      buttons: [
        Stage.Button(key: "Enter", text: stage.said(.onceMore)),
        Stage.Button(key: "Esc", text: stage.said(.keyCancel), rank: .other),
      ])
    draw(message, on: &stage, picture.event)
    drawSeconds(until: until, on: &stage, now: now)
  }

  /// The remaining time at the end of the last row.
  func drawSeconds(until: Instant, on stage: inout Stage, now: Instant) {
    guard !stage.isSmall else { return }
    let row = CellRect(x: 2, y: stage.rows - 1, width: stage.columns - 4, height: 1)
    stage.write(
      secondsLeft(until: until, on: stage, now: now), in: row, nil, stage.isRightToLeft ? .left : .right,
      ink: stage.palette.dim)
  }

  func secondsLeft(until: Instant, on stage: Stage, now: Instant) -> String {
    stage.said(.seconds(Self.seconds(until: until, now: now)))
  }
}
