import BoothCore
import BoothSystem
import CommandSupport
import Imaging
import Logging
import Screens
import Synchronization

/// The guests' screen, and what an operator elsewhere sees of it: the same scenes, drawn once more, small, by a thread of their
/// own, and only while it is asked for. So the display's own thread does nothing for viewers, a graphics card is never
/// read from, and a booth on a terminal can be looked at as well.
final class ViewedScreen: ScreenDriver {
  /// One picture for all who look.
  struct Picture: Sendable {
    /// Another one has another number; the first of a viewing has one that no viewing before had.
    var number: Int
    var jpeg: [UInt8]
  }

  /// Pictures a second at most.
  static let interval = Duration.milliseconds(200)
  /// Without a request for so long the viewers are gone.
  static let patience = Duration.seconds(6)
  /// Who asks is told that nothing has changed after so long.
  static let wait = Duration.seconds(4)
  /// libjpeg's scale; text stays sharp enough to be read.
  static let quality = 78
  /// The longer side, in pixels.
  static let longSide = 768

  private struct State {
    var picture: ScreenPicture?
    var viewing: PixelScreen?
    var number = Int.random(in: 1...1_000_000_000)
    var latest: Bitmap?
    /// The encoded one, and of which number.
    var encoded: Picture?
    var askedAt: Instant?
    var isClosed = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter = 0
  }

  private let screen: any ScreenDriver
  private let size: PixelSize
  private let options: PixelScreen.Options
  private let eventFolder: @Sendable (String) -> String
  private let clock: any BoothClock
  private let log: Logger
  private let state = Mutex(State())
  private let encoding = OneAtATime()
  /// How many pictures the guests' own display has had; nil where there is none.
  let pictures: ShownPictures?

  /// Wraps `screen`; from now on use only this one.
  /// - Parameters:
  ///   - seen: the size of what guests see, upright; only its proportions count.
  ///   - options: how scenes look, as for the display; how that is mounted is left out.
  ///   - pictures: those of `screen`, counted.
  init(
    _ screen: any ScreenDriver, seen: PixelSize, options: PixelScreen.Options,
    eventFolder: @escaping @Sendable (String) -> String, pictures: ShownPictures? = nil, clock: any BoothClock,
    log: Logger
  ) {
    self.screen = screen
    self.pictures = pictures
    size = Self.small(seen)
    var options = options
    options.chain.screen = .upright
    self.options = options
    self.eventFolder = eventFolder
    self.clock = clock
    self.log = log
  }

  static func small(_ seen: PixelSize) -> PixelSize {
    let long = max(seen.width, seen.height, 1)
    func side(_ length: Int) -> Int { max(16, (length * longSide / long + 1) & ~1) }
    return PixelSize(width: side(seen.width), height: side(seen.height))
  }

  // MARK: For the booth

  func show(_ picture: ScreenPicture) {
    screen.show(picture)
    let viewing = state.withLock { state in
      state.picture = picture
      return state.viewing
    }
    viewing?.show(picture)
  }

  func receive(_ frame: Frame) {
    screen.receive(frame)
    state.withLock { $0.viewing }?.receive(frame)
  }

  var frameAge: Duration? { screen.frameAge }
  var shownPhoto: ShownPhoto? { screen.shownPhoto }
  var takesTouches: Bool { screen.takesTouches }
  func target(at point: PicturePoint, in scene: SceneKind, touched instant: Instant) -> TouchTarget? {
    screen.target(at: point, in: scene, touched: instant)
  }
  func settle() async { await screen.settle() }

  func close() async {
    let (viewing, waiters) = state.withLock { state in
      state.isClosed = true
      defer { (state.viewing, state.waiters) = (nil, [:]) }
      return (state.viewing, Array(state.waiters.values))
    }
    for waiter in waiters { waiter.resume() }
    await viewing?.close()
    await screen.close()
  }

  /// What the person who aims is told at the moment; nil without aiming.
  var advice: AimAdvice? { state.withLock { $0.picture?.advice } }

  // MARK: For who looks

  /// Whether it is drawn for anybody.
  var isViewed: Bool { state.withLock { $0.viewing != nil } }

  /// A picture with another number than `known`, as soon as there is one; nil where there was none for some seconds.
  /// - Throws: `ScreenFault` where the machine has no thread or descriptor left to draw with.
  func picture(otherThan known: Int) async throws(ScreenFault) -> Picture? {
    try begin()
    let deadline = clock.now + Self.wait
    while true {
      let (number, isThere, isClosed) = state.withLock { ($0.number, $0.latest != nil, $0.isClosed) }
      if isClosed { return nil }
      if isThere, number != known { return await encoded() }
      guard clock.now < deadline else { return nil }
      await change(until: deadline)
    }
  }

  private func begin() throws(ScreenFault) {
    let now = clock.now
    let isNeeded = state.withLock { state in
      state.askedAt = now
      return state.viewing == nil && !state.isClosed
    }
    guard isNeeded else { return }
    let output = TellingOutput(size: size, interval: Self.interval) { [weak self] in self?.take($0) }
    let viewing = try PixelScreen(
      output: output, options: options, eventFolder: eventFolder, clock: clock, logger: log)
    let picture: ScreenPicture?? = state.withLock { state in
      guard state.viewing == nil, !state.isClosed else { return .none }
      state.viewing = viewing
      state.latest = nil
      return .some(state.picture)
    }
    guard let picture else {
      Task { await viewing.close() }
      return
    }
    if let picture { viewing.show(picture) }
    Task { await endWhenUnseen() }
  }

  /// On the drawing thread.
  private func take(_ picture: Bitmap) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      // What looks as before is not sent again, however often it was drawn.
      guard state.latest != picture else { return [] }
      state.latest = picture
      state.number += 1
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when there is another picture, or at the deadline.
  private func change(until deadline: Instant) async {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    let alarm = Task { [clock] in
      do { try await clock.sleep(until: deadline) } catch { return }
      wake(id)
    }
    let number = state.withLock { $0.number }
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        // What came meanwhile is looked at first.
        guard state.number == number, !state.isClosed, clock.now < deadline else { return true }
        state.waiters[id] = continuation
        return false
      }
      if isOver { continuation.resume() }
    }
    alarm.cancel()
  }

  private func wake(_ id: Int) { state.withLock { $0.waiters.removeValue(forKey: id) }?.resume() }

  /// The newest, encoded once for all.
  private func encoded() async -> Picture? {
    await encoding.take { [self] in
      let (bitmap, number, known) = state.withLock { ($0.latest, $0.number, $0.encoded) }
      if let known, known.number == number { return known }
      guard let bitmap else { return nil }
      do {
        let picture = Picture(number: number, jpeg: try JPEGCodec().encode(bitmap, quality: Self.quality))
        state.withLock { $0.encoded = picture }
        return picture
      } catch {
        log.warning("the screen cannot be shown elsewhere", metadata: ["screen.error": "\(error)"])
        return nil
      }
    }
  }

  private func endWhenUnseen() async {
    while true {
      let askedAt = state.withLock { $0.isClosed ? nil : $0.askedAt }
      guard let askedAt else { return }
      let end = askedAt + Self.patience
      if clock.now >= end { break }
      do { try await clock.sleep(until: end) } catch { return }
    }
    let viewing = state.withLock { state in
      defer { (state.viewing, state.latest, state.encoded) = (nil, nil, nil) }
      return state.viewing
    }
    await viewing?.close()
  }
}

/// Work of which one piece is done at a time.
private actor OneAtATime {
  func take<Value: Sendable>(_ body: @Sendable () -> Value) -> Value { body() }
}
