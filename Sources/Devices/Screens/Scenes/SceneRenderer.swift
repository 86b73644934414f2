public import BoothCore
public import Imaging

/// Draws scenes: a pure function of what is shown, the pictures in it, the size and the moment.
public struct SceneRenderer: Sendable {
  /// What this terminal wants of every scene.
  public let style: SceneStyle

  /// By default for a terminal that has quarter blocks and does not reorder text, with a mirrored live view.
  public init(style: SceneStyle = SceneStyle()) { self.style = style }

  /// The smallest screen that is drawn for; smaller ones show the top left of it.
  static let leastColumns = 10
  static let leastRows = 4

  /// - Parameters:
  ///   - pictures: what could be loaded of ``wantedPictures(_:columns:rows:)``; scenes do without the rest.
  ///   - columns, rows: the terminal's size.
  ///   - now: the moment that remaining times count from.
  public func render(
    _ picture: ScreenPicture, pictures: ScenePictures = ScenePictures(), columns: Int, rows: Int, now: Instant
  ) -> CellCanvas {
    draw(picture, pictures, columns: columns, rows: rows, now: now).finish()
      .cropped(columns: max(columns, 1), rows: max(rows, 1))
  }

  func draw(
    _ picture: ScreenPicture, _ pictures: ScenePictures, columns: Int, rows: Int, now: Instant
  ) -> Stage {
    var stage = makeStage(picture, columns: columns, rows: rows)
    switch picture.scene.content {
    case .starting: drawMessage(.starting, on: &stage, picture)
    case .eventSelection(let highlighted): drawEvents(highlighted, on: &stage, picture, pictures)
    case .attract: drawAttract(on: &stage, picture, pictures)
    case .consent(let question, let highlighted, let until):
      drawConsent(question, highlighted, until: until, on: &stage, picture, now: now)
    case .look(let looks, let highlighted, let until, let isByHand):
      drawLooks(looks, highlighted, until: isByHand ? until : nil, on: &stage, picture, now: now)
    case .getReady, .aim, .recording, .countdown:
      drawLive(on: &stage, picture, pictures, now: now)
    case .mark(let marking, _): drawMark(marking, on: &stage, picture, pictures)
    case .shutter(let since): drawShutter(since: since, on: &stage, picture, now: now)
    case .review(_, let until): drawReview(until: until, on: &stage, picture, pictures, now: now)
    case .tryAgain(let kind, let until): drawTryAgain(kind, until: until, on: &stage, picture, now: now)
    case .finishing(let storageTrouble): drawFinishing(storageTrouble, on: &stage, picture)
    case .printLayout(let layouts, let highlighted, let until, let isByHand):
      drawLayouts(layouts, highlighted, until: isByHand ? until : nil, on: &stage, picture, now: now)
    case .print(let choices, let highlighted, let until, let isByHand, _):
      drawPrints(choices, highlighted, until: isByHand ? until : nil, on: &stage, picture, now: now)
    case .qr(nil, _): drawNoCode(on: &stage, picture)
    case .qr(let link?, let until): drawCode(link, until: until, on: &stage, picture, now: now)
    case .address(let until, let isKeeping):
      drawAddress(until: until, isKeeping: isKeeping, on: &stage, picture, now: now)
    case .keptHere: drawKeptHere(on: &stage, picture)
    case .resumeOffer(let taken, let total, let until):
      drawResumeOffer(taken: taken, of: total, until: until, on: &stage, picture, now: now)
    case .settings: drawSettings(on: &stage, picture)
    case .paused: drawPaused(on: &stage, picture)
    case .outOfOrder(let reason): drawOutOfOrder(reason, on: &stage, picture)
    case .stopped: drawMessage(.goodbye, on: &stage, picture)
    }
    if picture.scene.cancelAskedUntil == nil { drawPrevious(on: &stage) }
    if let until = picture.scene.cancelAskedUntil { drawCancelQuestion(until: until, on: &stage, now: now) }
    drawPending(picture.scene.pending, on: &stage)
    drawSizeNote(on: &stage)
    return stage
  }

  func makeStage(_ picture: ScreenPicture, columns: Int, rows: Int) -> Stage {
    let event = shownEvent(picture)
    var stage = Stage(
      columns: max(columns, Self.leastColumns), rows: max(rows, Self.leastRows),
      palette: Palette(event?.theme ?? Theme()), languages: Language.spoken(at: event, chosen: picture.scene.language),
      words: event?.theme.words ?? SceneWords(), style: style)
    stage.previous = picture.previousLink.flatMap { PreviousNote($0, stage) }
    return stage
  }

  /// In the list, the highlighted event already shows its colours and languages.
  func shownEvent(_ picture: ScreenPicture) -> Event? {
    if case .eventSelection(let highlighted) = picture.scene.content, picture.events.indices.contains(highlighted) {
      return picture.events[highlighted]
    }
    return picture.event
  }

  /// When the picture looks different without anything having happened: the next full second of what counts down, and
  /// ten times a second while a bar runs. Nil for a still scene.
  public static func nextChange(_ scene: Scene, after now: Instant) -> Instant? {
    func second(_ until: Instant) -> Instant? {
      guard until > now else { return nil }
      let rest = (until - now).wholeNanoseconds % 1_000_000_000
      return now + .nanoseconds(rest == 0 ? 1_000_000_000 : rest)
    }
    func tenth(_ until: Instant) -> Instant? {
      guard until > now else { return nil }
      let rest = (until - now).wholeNanoseconds % 100_000_000
      return now + .nanoseconds(rest == 0 ? 100_000_000 : rest)
    }
    let content: Instant? =
      switch scene.content {
      case .recording(_, let until): tenth(until)
      case .countdown(let until), .review(_, let until), .tryAgain(_, let until), .qr(_, let until),
        .address(let until, _), .consent(_, _, let until), .resumeOffer(_, _, let until):
        second(until)
      case .look(_, _, let until, let isByHand), .printLayout(_, _, let until, let isByHand),
        .print(_, _, let until, let isByHand, _):
        isByHand ? second(until) : nil
      case .shutter(let since): since.map { $0 + smileTime }.flatMap { $0 > now ? $0 : nil }
      case .starting, .eventSelection, .attract, .getReady, .aim, .mark, .finishing, .keptHere, .settings, .paused,
        .outOfOrder,
        .stopped:
        nil
      }
    return [content, nextBlink(scene, after: now), scene.cancelAskedUntil.flatMap(second)].compactMap { $0 }.min()
  }

  /// How long people are asked to smile; then the photo takes its time.
  static let smileTime = Duration.seconds(1)
  /// A live picture that is older is no longer shown as one.
  public static let longestStill = Duration.seconds(1)

  /// Seconds left, rounded up: a countdown of three seconds begins with 3 and has no 0.
  static func seconds(until: Instant, now: Instant) -> Int {
    max(0, Int(((until - now).inSeconds - 1e-6).rounded(.up)))
  }
}

/// The pictures in a scene, of any size.
public struct ScenePictures: Sendable {
  /// The newest live frame, unmirrored.
  public var live: Bitmap?
  /// The event's picture for the scene that invites guests, or that lets them choose; nil where it has none.
  public var attract: Bitmap?
  /// The event's guide, laid over the live view while guests find their place; nil where it has none.
  public var guide: Bitmap?
  /// The photo under review; nil while it is not loaded.
  public var photo: Bitmap?

  /// By default no picture at all: scenes do without.
  public init(live: Bitmap? = nil, attract: Bitmap? = nil, guide: Bitmap? = nil, photo: Bitmap? = nil) {
    self.live = live
    self.attract = attract
    self.guide = guide
    self.photo = photo
  }
}

extension CellCanvas {
  /// The top left of the canvas.
  fileprivate func cropped(columns: Int, rows: Int) -> CellCanvas {
    guard columns < self.columns || rows < self.rows else { return self }
    var part = CellCanvas(columns: min(columns, self.columns), rows: min(rows, self.rows))
    for row in 0..<part.rows {
      for column in 0..<part.columns {
        let cell = self[column, row]
        // Nothing is half: a wide character at the edge goes.
        let isCut = column + 1 == part.columns && cell.glyph.columns == 2
        part[column, row] = isCut ? Cell(ink: cell.ink, paper: cell.paper) : cell
      }
    }
    return part
  }
}
