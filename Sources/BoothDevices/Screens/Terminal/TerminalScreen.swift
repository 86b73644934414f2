public import BoothCore
import BoothImaging
import CLinux
import Glibc
public import Logging
import Synchronization

/// The guests' screen on a terminal: scenes in block characters, drawn by a thread of its own.
///
/// The thread sleeps until a scene, a live frame, a new size or a number that changes wakes it; while a still scene
/// stands it does nothing. A terminal that takes no bytes (stopped with ^S, a slow line) holds up only this thread: one
/// frame is being written, and of all that comes meanwhile the newest is next.
public final class TerminalScreen: ScreenDriver {
  public struct Options: Sendable {
    public var colors: TerminalColors
    public var look: SceneLook
    /// How live frames are turned and cropped. Whether they are mirrored, ``look`` says, as the guide goes with them.
    public var chain: TransformChain
    /// Live frames drawn a second at most.
    public var framesPerSecond: Int

    public init(
      colors: TerminalColors, look: SceneLook = SceneLook(), chain: TransformChain = TransformChain(),
      framesPerSecond: Int = 20
    ) {
      self.colors = colors
      self.look = look
      self.chain = chain
      self.framesPerSecond = framesPerSecond
    }

    /// What fits the terminal that `environment` speaks of.
    public init(environment: [String: String], chain: TransformChain = TransformChain()) {
      let isConsole = environment["TERM"] == "linux"
      self.init(
        colors: TerminalColors(environment: environment),
        look: SceneLook(symbols: isConsole ? .halves : .quarters, isMirrored: chain.mirrorsScreen), chain: chain)
    }
  }

  /// What other threads leave for the drawing one.
  private struct Mail {
    var picture: ScreenPicture?
    var frame: Frame?
    /// A scene with live view stands, so that frames are worth keeping.
    var wantsFrames = false
    var isClosing = false
    var isClosed = false
    var closers: [CheckedContinuation<Void, Never>] = []
  }

  private let mail = Mutex(Mail())
  private let ages = Mutex(FrameAges())
  private let photo = Mutex<ShownPhoto?>(nil)
  /// An eventfd that wakes the thread; open as long as the screen.
  private let alarm: Int32

  /// Whether there is a terminal to draw on; where there is none, ``LogScreen`` says what would stand there.
  public static func canDraw(on descriptor: Int32, environment: [String: String]) -> Bool {
    let term = environment["TERM"] ?? ""
    return isatty(descriptor) == 1 && !term.isEmpty && term != "dumb"
  }

  /// Takes the terminal over and starts the thread.
  /// - Parameters:
  ///   - descriptor: a terminal, usually standard output (1); it stays the caller's.
  ///   - eventFolder: the folder of an event by its slug, for its artwork.
  ///   - clock: what remaining times count from; it must run as fast as the machine's, which the thread waits by.
  /// - Throws: ``TerminalError`` if `descriptor` is no terminal, when nothing has been written, or if the machine has
  ///   no descriptor or thread left.
  public init(
    descriptor: Int32, options: Options, eventFolder: @escaping @Sendable (String) -> String, clock: any BoothClock,
    logger: Logger
  ) throws(TerminalError) {
    let port = try TerminalPort(descriptor: descriptor)
    alarm = clinux_eventfd()
    guard alarm >= 0 else {
      throw TerminalError(subject: "descriptor \(descriptor)", detail: "no descriptor is left (errno \(errno))")
    }
    let artist = TerminalArtist(
      screen: self, port: port, options: options, artwork: ArtworkCache(eventFolder: eventFolder, logger: logger),
      clock: clock, logger: logger)
    try artist.start()
  }

  deinit { Glibc.close(alarm) }

  // MARK: From any thread

  public func show(_ picture: ScreenPicture) {
    mail.withLock { mail in
      mail.picture = picture
      mail.wantsFrames = picture.scene.showsLiveView && !picture.scene.isShutter
      if !mail.wantsFrames { mail.frame = nil }
    }
    wake()
  }

  public func receive(_ frame: Frame) {
    // The frame before may go back to its pool here; its release does not block.
    let isNew = mail.withLock { mail in
      guard mail.wantsFrames, !mail.isClosing else { return false }
      defer { mail.frame = frame }
      return mail.frame == nil
    }
    if isNew { wake() }
  }

  public var frameAge: Duration? { ages.withLock { $0.p95 } }
  public var shownPhoto: ShownPhoto? { photo.withLock { $0 } }

  public func close() async {
    await withCheckedContinuation { continuation in
      let isClosed = mail.withLock { mail in
        if !mail.isClosed { mail.closers.append(continuation) }
        mail.isClosing = true
        return mail.isClosed
      }
      if isClosed { continuation.resume() } else { wake() }
    }
  }

  /// Makes the thread look at the clock; for clocks that are moved.
  func wake() {
    var one: UInt64 = 1
    // Fails only when the counter is full, and then the thread has been woken already.
    _ = write(alarm, &one, 8)
  }

  // MARK: For the drawing thread

  var alarmDescriptor: Int32 { alarm }

  struct News {
    var picture: ScreenPicture?
    var hasFrame: Bool
    var isClosing: Bool
  }

  /// What has come; a frame stays until ``takeFrame()``, as a newer one may replace it.
  func takeNews() -> News {
    mail.withLock { mail in
      defer { mail.picture = nil }
      return News(
        picture: mail.picture, hasFrame: mail.frame != nil, isClosing: mail.isClosing)
    }
  }

  var hasFrame: Bool { mail.withLock { $0.frame != nil } }

  /// A live frame of this age has been handed to the terminal whole.
  func didShow(age: Duration) { ages.withLock { $0.add(age) } }

  /// A photo under review has been handed to the terminal whole.
  func didShow(photo path: String, at now: Instant) {
    photo.withLock { photo in
      if photo?.path != path { photo = ShownPhoto(path: path, at: now) }
    }
  }

  func takeFrame() -> Frame? {
    mail.withLock { mail in
      defer { mail.frame = nil }
      return mail.frame
    }
  }

  func didClose() {
    let closers = mail.withLock { mail in
      mail.isClosed = true
      mail.isClosing = true
      mail.frame = nil
      defer { mail.closers = [] }
      return mail.closers
    }
    for closer in closers { closer.resume() }
  }
}
