public import BoothCore
import BoothSystem
import Glibc
import Logging

/// A display behind a frame buffer device, for machines whose graphics have no kernel mode setting.
///
/// Pictures are drawn in ordinary memory, and what changed is copied to the device's, row by row in its own pixel format.
/// There is one memory, so a picture may be seen half copied for the length of a refresh. Used by one thread.
public final class FrameBufferOutput: PixelOutput {
  /// A driver has this long to tell of a refresh, or three refreshes where that is more; then it is not asked again.
  static let refreshPatience = Duration.milliseconds(100)

  private let device: any FrameBufferDevice
  private let console: (any ConsoleHold)?
  private let logger: Logger
  private let now: () -> Instant
  private let set = DescriptorSet()
  private let pace = DeviceTimer()
  private var waiter: RefreshWaiter?
  private let shadow: UnsafeMutablePointer<UInt32>
  private var generation = 1
  private var isShown: Bool
  private var isClosed = false
  /// The picture that was presented last is taken for shown then at the latest.
  private var shownAt: Instant?
  private var lastShown: Instant?
  private var events: [PixelOutputEvent] = []

  /// What the device's timing says; a sixtieth of a second where it says nothing.
  public let refreshInterval: Duration
  /// As the device is set when it is opened, in pixels; it keeps its mode.
  public var size: PixelSize { device.layout.size }
  /// `/dev/fb0`.
  public var path: String { device.path }

  /// Opens a device and shows black on it.
  init(
    device: any FrameBufferDevice, console: (any ConsoleHold)?, now: @escaping () -> Instant, logger: Logger
  ) {
    self.device = device
    self.console = console
    self.logger = logger
    self.now = now
    refreshInterval = device.layout.refreshInterval ?? .nanoseconds(16_666_667)
    shadow = .allocate(capacity: device.layout.size.area)
    shadow.initialize(repeating: 0, count: device.layout.size.area)
    isShown = console?.isActive ?? true
    waiter = device.refreshWait().flatMap { RefreshWaiter($0) }
    set.add(pace.descriptor)
    if let console { set.add(console.descriptor) }
    if let waiter { set.add(waiter.descriptor) }
    if isShown { begin() } else { post(.hidden) }
    logger.info(
      "screen",
      metadata: [
        "screen.device": "\(device.path)", "screen.driver": "\(device.layout.name)", "screen.mode": "\(size)",
        "screen.format": "\(device.layout.format)",
      ])
  }

  deinit {
    close()
    shadow.deallocate()
  }

  /// One, the same as long as the output is open.
  public var descriptors: [Int32] { [set.descriptor] }

  /// One buffer in ordinary memory, always the same; nil until the last picture is taken for shown.
  public func nextBuffer() -> PixelBuffer? {
    guard isShown, shownAt == nil, !isClosed else { return nil }
    return PixelBuffer(index: 0, generation: generation, pixels: shadow, size: size, stride: size.width)
  }

  /// Copies what has changed into the device's memory before it returns. Never throws.
  public func present(_ buffer: PixelBuffer, changed: [PixelRect]) throws(ScreenFault) {
    guard isShown, !isClosed, buffer.generation == generation else { return }
    var damage = Damage()
    damage.add(changed, in: size)
    copy(damage)
    let moment = now()
    if let waiter {
      waiter.ask()
      shownAt = moment + max(Self.refreshPatience, refreshInterval * 3)
    } else {
      shownAt = max(moment, lastShown.map { $0 + refreshInterval } ?? moment)
    }
    pace.start(first: shownAt ?? moment, period: .zero)
  }

  /// Without a word from the device a picture counts as shown when a refresh must have passed.
  public func takeEvents() -> [PixelOutputEvent] {
    guard !isClosed else { return [] }
    for news in console?.takeNews() ?? [] {
      switch news {
      case .leave:
        isShown = false
        shownAt = nil
        events.append(.hidden)
        console?.letGo()
      case .back:
        generation += 1
        isShown = true
        begin()
        events.append(.visible)
      case .lost: logger.warning("nobody keeps the console any more; text may show through after a switch")
      }
    }
    switch waiter?.take() {
    case .refreshed(let moment)?: if shownAt != nil { didShow(at: moment) }
    case .refused?: stopWaiting()
    case nil: break
    }
    _ = pace.takeTicks()
    if let shownAt, shownAt <= now() {
      if waiter != nil {
        logger.info("the driver does not tell when the display refreshes", metadata: ["screen.device": "\(path)"])
        stopWaiting()
      }
      didShow(at: shownAt)
    }
    defer { events.removeAll() }
    return events
  }

  /// Paints the display black, if it is ours, lets the device go, and gives the console back. Harmless twice.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    // No other screen shows guests.
    if isShown {
      shadow.update(repeating: 0, count: size.area)
      copy(.all(of: size))
    }
    waiter = nil
    device.close()
    console?.close()
  }

  private func begin() {
    device.wake()
    copy(.all(of: size))
  }

  private func copy(_ damage: Damage) {
    let layout = device.layout
    for rect in damage.rects {
      for y in rect.y..<rect.y + rect.height {
        layout.format.write(
          shadow + y * size.width + rect.x, rect.width,
          to: device.pixels + y * layout.strideBytes + rect.x * layout.format.bytesPerPixel)
      }
    }
  }

  private func didShow(at moment: Instant) {
    shownAt = nil
    lastShown = moment
    events.append(.shown(at: moment))
  }

  /// From now on the clock says when a picture is taken for shown.
  private func stopWaiting() {
    if let waiter { set.remove(waiter.descriptor) }
    waiter = nil
    if shownAt != nil { shownAt = now() }
  }

  private func post(_ event: PixelOutputEvent) {
    events.append(event)
    pace.start(first: now(), period: .zero)
  }
}
