import BoothCore
import BoothSystem
import CLinux
import Glibc
import Imaging
import Logging

/// The thread that draws on a terminal. All of it is touched by that thread alone, once it has started.
final class TerminalArtist: @unchecked Sendable {
  // Sendable: handed to its thread once, and used nowhere else after.
  private let screen: ScreenMail
  private let port: TerminalPort
  private let options: TerminalScreen.Options
  private let renderer: SceneRenderer
  private let artwork: ArtworkCache
  private let clock: any BoothClock
  private let logger: Logger
  private let converter: FrameConverter
  private var encoder: CellEncoder
  private let resizes: Int32

  private var picture: ScreenPicture?
  private var live: Bitmap?
  /// When the live picture came.
  private var liveAt: Instant
  /// What the terminal shows, or will when the current bytes are written; nil when that is unknown.
  private var shown: CellCanvas?
  private var size: (columns: Int, rows: Int)
  /// Something changed that is not drawn yet.
  private var isStale = false
  /// The moment that the last drawing shows.
  private var drawnAt: Instant
  /// When the next live frame may be drawn.
  private var nextFrame: Instant
  private var hasBadFrame = false
  /// When the frame was captured that is being written to the terminal.
  private var drawn: Instant?
  /// The photo that is being written to the terminal.
  private var drawnPhoto: String?

  init(
    screen: ScreenMail, port: TerminalPort, options: TerminalScreen.Options, artwork: ArtworkCache,
    clock: any BoothClock, logger: Logger
  ) {
    self.screen = screen
    self.port = port
    self.options = options
    renderer = SceneRenderer(style: options.style)
    converter = FrameConverter(chain: options.chain)
    self.artwork = artwork
    self.clock = clock
    self.logger = logger
    encoder = CellEncoder(colors: options.colors)
    encoder.isSynchronized = options.style.symbols == .quarters
    resizes = clinux_terminal_watch()
    size = port.size
    drawnAt = clock.now
    nextFrame = drawnAt
    liveAt = drawnAt
  }

  /// Takes the terminal over and starts the thread.
  /// - Throws: ``TerminalError`` when the machine has no thread left; the terminal is given back then.
  func start() throws(TerminalError) {
    if resizes < 0 { logger.warning("terminal resizes are not noticed", metadata: ["errno": "\(-resizes)"]) }
    port.begin()
    // So that the screen's owner has it; what a stopped terminal does not take goes with the first frame.
    port.isGone = !port.flush()
    let code = OwnThread.start("screen") { [self] in run() }
    guard code == 0 else {
      port.end()
      if resizes >= 0 { clinux_terminal_unwatch(resizes) }
      throw TerminalError(subject: "the screen", detail: "has no thread (errno \(code)); end what else runs here")
    }
  }

  private func run() {
    while true {
      let news = screen.takeNews()
      if news.isClosing { break }
      take(news)
      if port.isIdle { drawIfNeeded(hasFrame: news.hasFrame) }
      guard port.flush() else {
        logger.warning("the terminal is gone; the screen stays dark")
        break
      }
      if port.isIdle, let capturedAt = drawn {
        screen.didShow(age: clock.now - capturedAt)
        drawn = nil
      }
      if port.isIdle, let path = drawnPhoto {
        screen.didShow(photo: path, at: clock.now)
        drawnPhoto = nil
      }
      // What had to wait for other bytes may be drawn now.
      if port.isIdle, isStale, picture != nil { continue }
      screen.didSettle()
      sleep(until: nextDrawing)
    }
    port.end()
    if resizes >= 0 { clinux_terminal_unwatch(resizes) }
    screen.didClose()
  }

  // MARK: What came

  private func take(_ news: ScreenMail.News) {
    if let picture = news.picture {
      if !picture.scene.showsLiveView { live = nil }
      self.picture = picture
      isStale = true
    }
    if let picture, let change = SceneRenderer.nextChange(picture.scene, after: drawnAt), clock.now >= change {
      isStale = true
    }
  }

  /// Waits for news, for a new size, for the terminal while bytes wait for it, and for a moment. The wait is the
  /// thread's own: a countdown must not stand still because every other thread is busy.
  private func sleep(until moment: Instant?) {
    var milliseconds: Int32 = -1
    if let moment {
      let left = max(0, (moment - clock.now).wholeNanoseconds)
      milliseconds = Int32(clamping: (left + 999_999) / 1_000_000)
    }
    var waiting = [pollfd(fd: screen.alarm.descriptor, events: Int16(POLLIN), revents: 0)]
    waiting.append(pollfd(fd: resizes, events: Int16(POLLIN), revents: 0))
    // Hangups are reported unasked.
    waiting.append(pollfd(fd: port.pollDescriptor, events: port.isIdle ? 0 : Int16(POLLOUT), revents: 0))
    guard poll(&waiting, nfds_t(waiting.count), milliseconds) > 0 else { return }
    if waiting[0].revents != 0 { screen.alarm.take() }
    if waiting[1].revents != 0 {
      var count: UInt64 = 0
      _ = read(resizes, &count, 8)
      // Continued after a stop: the shell has been there.
      if count >> 32 != 0 {
        port.begin()
        shown = nil
      }
      let size = port.size
      if size != self.size {
        self.size = size
        shown = nil
        live = nil
      }
      isStale = true
    }
    if waiting[2].revents & Int16(POLLHUP | POLLERR) != 0 { port.isGone = true }
  }

  // MARK: Drawing

  private func drawIfNeeded(hasFrame: Bool) {
    guard let picture else { return }
    let now = clock.now
    if hasFrame, now >= nextFrame, let frame = screen.takeFrame() {
      nextFrame = now + .nanoseconds(1_000_000_000 / Int64(max(1, options.framesPerSecond)))
      if take(frame, picture) { isStale = true }
    }
    // Guests should not pose before a picture that stands still.
    if live != nil, now >= liveAt + SceneRenderer.longestStill {
      live = nil
      isStale = true
    }
    guard isStale else { return }
    isStale = false
    drawnAt = now
    var pictures = ScenePictures(live: live)
    for wanted in renderer.wantedPictures(picture, columns: size.columns, rows: size.rows) {
      switch wanted.source {
      case .live: break
      case .photo(let path):
        pictures.photo = artwork.bitmap(wanted)
        if pictures.photo != nil { drawnPhoto = path }
      case .artwork:
        let bitmap = artwork.bitmap(wanted)
        if picture.scene.guide != nil { pictures.guide = bitmap } else { pictures.attract = bitmap }
      }
    }
    let canvas = options.colors.approximate(
      renderer.render(picture, pictures: pictures, columns: size.columns, rows: size.rows, now: now))
    let bytes = encoder.encode(canvas, after: shown)
    shown = canvas
    if !bytes.isEmpty { port.send(bytes) }
  }

  /// Makes the live picture of a frame; a damaged one leaves the picture before.
  private func take(_ frame: Frame, _ picture: ScreenPicture) -> Bool {
    let wanted = renderer.wantedPictures(picture, columns: size.columns, rows: size.rows)
    guard let live = wanted.first(where: { $0.source == .live }) else { return false }
    do {
      var shown = try converter.preview(of: frame, in: live.size, fit: .covering)
      if let matrix = picture.look.matrix { shown.apply(matrix) }
      if picture.scene.guide != nil, picture.scene.guideView.outlinesLive {
        var edges = LiveEdges()
        edges.find(in: shown)
        if let outlines = edges.bitmap() { shown.paint(outlines, x: 0, y: 0) }
      }
      self.live = shown
      liveAt = clock.now
      drawn = frame.capturedAt
      hasBadFrame = false
      return true
    } catch {
      if !hasBadFrame { logger.info("a live frame cannot be shown", metadata: ["error": "\(error)"]) }
      hasBadFrame = true
      return false
    }
  }

  /// When to draw although nothing came: numbers change, or a frame that came too early may be drawn. Nil while bytes
  /// wait for the terminal.
  private var nextDrawing: Instant? {
    guard let picture, port.isIdle else { return nil }
    // From the moment that was drawn: a second that passed meanwhile is due at once.
    let next = [
      SceneRenderer.nextChange(picture.scene, after: drawnAt), live.map { _ in liveAt + SceneRenderer.longestStill },
    ].compactMap { $0 }.min()
    guard screen.hasFrame else { return next }
    return min(next ?? nextFrame, nextFrame)
  }
}
