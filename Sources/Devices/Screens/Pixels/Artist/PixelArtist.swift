import BoothCore
import BoothSystem
import Glibc
import Imaging
import Logging

/// The thread that draws on a display of pixels. All of it is touched by that thread alone, once it has started.
final class PixelArtist: @unchecked Sendable {
  // Sendable: handed to its thread once, and used nowhere else after.
  private let mail: ScreenMail
  private let output: any PixelOutput
  private let painter: ScenePainter
  private let pictures: SheetPictures
  private let clock: any BoothClock
  private let logger: Logger
  private let turn: Orientation
  private var live: LiveState
  private var row: [UInt32] = []

  private var picture: ScreenPicture?
  /// What stands in each buffer, as long as its generation lasts.
  private var buffers: [Int: (generation: Int, standing: Composition.Standing)] = [:]
  /// What the display shows, or will from the next refresh on; nil when that is unknown.
  private var presented: Composition.Standing?
  /// When the live frame was captured that has been presented and not been seen yet.
  private var capturedAt: Instant?
  /// The photo that has been presented and not been seen yet.
  private var photo: String?
  private var isHidden = false
  /// Something changed that is not drawn yet.
  private var isStale = false
  /// Everything waits for a buffer; an event of the display's follows.
  private var needsBuffer = false
  /// The moment that the last drawing shows.
  private var drawnAt: Instant
  private var lastFault: ScreenFault?
  /// When a picture that the display refused is offered again, though nothing else came.
  private var retryAt: Instant?
  private static let retryPause = Duration.seconds(1)

  init(
    mail: ScreenMail, output: any PixelOutput, options: PixelScreen.Options, artwork: ArtworkCache,
    clock: any BoothClock, logger: Logger
  ) {
    self.mail = mail
    self.output = output
    painter = ScenePainter(style: options.style)
    pictures = SheetPictures(artwork: artwork, logger: logger)
    self.clock = clock
    self.logger = logger
    turn = options.chain.screen
    live = LiveState(chain: options.chain, logger: logger)
    drawnAt = clock.now
  }

  /// Starts the thread.
  /// - Throws: ``ScreenFault`` when the machine has no thread left; the output is closed then.
  func start() throws(ScreenFault) {
    let code = OwnThread.start("screen") { [self] in run() }
    guard code == 0 else {
      output.close()
      throw ScreenFault(subject: "the screen", detail: "has no thread (errno \(code)); end what else runs here")
    }
  }

  private func run() {
    while true {
      let news = mail.takeNews()
      if news.isClosing { break }
      take(news)
      takeEvents()
      drawIfNeeded()
      mail.didSettle()
      sleep(until: nextDrawing)
    }
    output.close()
    mail.didClose()
  }

  // MARK: What came

  private func take(_ news: ScreenMail.News) {
    let now = clock.now
    if let picture = news.picture {
      if picture.scene.showsLiveView, self.picture?.scene.showsLiveView != true { live.begin(at: now) }
      if !picture.scene.showsLiveView { live.end() }
      live.wantsOutlines(
        picture.scene.showsLiveView && picture.scene.guide != nil && picture.scene.guideView.outlinesLive)
      self.picture = picture
      isStale = true
    }
    if let picture, let change = nextChange(picture), now >= change { isStale = true }
    if let moment = retryAt, now >= moment {
      retryAt = nil
      isStale = true
    }
    if news.hasFrame { isStale = true }
  }

  private func takeEvents() {
    for event in output.takeEvents() {
      needsBuffer = false
      switch event {
      case .shown(let moment):
        if let captured = capturedAt { mail.didShow(age: moment - captured) }
        capturedAt = nil
        if let photo { mail.didShow(photo: photo, at: moment) }
        photo = nil
      case .changed:
        presented = nil
        isStale = true
      case .visible:
        isHidden = false
        presented = nil
        isStale = true
      case .hidden:
        isHidden = true
        presented = nil
        (capturedAt, photo) = (nil, nil)
      }
    }
  }

  /// Waits for news, for the display, and for a moment. The wait is the thread's own: a countdown must not stand still
  /// because every other thread is busy.
  private func sleep(until moment: Instant?) {
    var milliseconds: Int32 = -1
    if let moment {
      let left = max(0, (moment - clock.now).wholeNanoseconds)
      milliseconds = Int32(clamping: (left + 999_999) / 1_000_000)
    }
    var waiting = [pollfd(fd: mail.alarm.descriptor, events: Int16(POLLIN), revents: 0)]
    for descriptor in output.descriptors {
      waiting.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    guard poll(&waiting, nfds_t(waiting.count), milliseconds) > 0 else { return }
    if waiting[0].revents != 0 { mail.alarm.take() }
  }

  // MARK: Drawing

  private func drawIfNeeded() {
    guard let picture else { return }
    guard !isHidden else {
      // The picture is not looked at: the camera's buffers are worth more.
      _ = mail.takeFrame()
      return
    }
    guard isStale, !needsBuffer else { return }
    guard let buffer = output.nextBuffer() else {
      needsBuffer = true
      return
    }
    let now = clock.now
    let mounting = Mounting(turn: turn, output: buffer.size)
    guard let sheet = sheet(of: picture, mounting, now) else { return }
    isStale = false
    drawnAt = now
    let shown = sheet.live.flatMap { live.number(in: mounting.place($0).size) }
    let composition = pictures.composition(of: sheet, live: shown, mounting: mounting)
    let changed = composition.differences(from: presented, place: mounting.place)
    // The display shows just this.
    if changed.isEmpty {
      mail.didShow(sheet.buttons, of: sheet.size, in: SceneKind(picture.scene), at: now)
      return
    }
    draw(composition, into: buffer, mounting)
    do {
      try output.present(buffer, changed: changed)
      if let taken = live.takeCapturedAt(), shown != nil { capturedAt = taken }
      mail.didShow(sheet.buttons, of: sheet.size, in: SceneKind(picture.scene), at: now)
      photo = pictures.photo
      presented = composition.standing
      lastFault = nil
    } catch {
      if error != lastFault { logger.warning("the display takes no picture", metadata: ["error": "\(error)"]) }
      lastFault = error
      presented = nil
      retryAt = now + Self.retryPause
    }
  }

  /// The sheet of this moment, with the newest frame taken for it; nil while a damaged frame is waited out.
  private func sheet(of picture: ScreenPicture, _ mounting: Mounting, _ now: Instant) -> Sheet? {
    func make(_ view: ScenePainter.LiveView) -> Sheet {
      painter.sheet(picture, size: mounting.size, live: view, now: now)
    }
    live.expire(at: now)
    let before = live.view(at: now)
    let sheet = make(before)
    guard let rect = sheet.live else {
      _ = mail.takeFrame()
      return sheet
    }
    if let frame = mail.takeFrame() { live.take(frame, size: mounting.place(rect).size, at: now) }
    if live.isDamaged { return nil }
    let view = live.view(at: now)
    return view == before ? sheet : make(view)
  }

  private func draw(_ composition: Composition, into buffer: PixelBuffer, _ mounting: Mounting) {
    var known = buffers[buffer.index]
    if known?.generation != buffer.generation { known = nil }
    let rects = composition.differences(from: known?.standing, place: mounting.place)
    if row.count < buffer.size.width { row = Array(repeating: 0, count: buffer.size.width) }
    row.withUnsafeMutableBufferPointer { row in
      guard let row = row.baseAddress else { return }
      composition.draw(rects, into: buffer, frames: live.frames, edges: live.edges, row: row)
    }
    buffers[buffer.index] = (buffer.generation, composition.standing)
  }

  private func nextChange(_ picture: ScreenPicture) -> Instant? {
    // From the moment that was drawn: a second that passed meanwhile is due at once.
    [
      painter.nextChange(
        picture, live: live.view(at: drawnAt), after: drawnAt, refresh: output.refreshInterval),
      live.nextChange(after: drawnAt),
    ].compactMap { $0 }.min()
  }

  /// When to draw although nothing came. Nil while the display has no buffer, or is not ours.
  private var nextDrawing: Instant? {
    guard let picture, !isHidden, !needsBuffer else { return nil }
    let next = live.isDamaged ? live.nextChange(after: drawnAt) : nextChange(picture)
    return [next, retryAt].compactMap { $0 }.min()
  }
}
