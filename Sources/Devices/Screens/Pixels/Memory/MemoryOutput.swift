public import BoothCore
import BoothSystem
import Glibc
public import Imaging
import Synchronization

/// A display in memory, for tests, measurements, and screens without viewers. Used by one thread but for
/// ``picture``.
public final class MemoryOutput: PixelOutput {
  /// How long a picture stands at least, as it was made with.
  public let refreshInterval: Duration
  /// In pixels; changed by ``resize(to:)`` alone.
  public private(set) var size: PixelSize
  private let refreshesItself: Bool
  private let timer = DeviceTimer()
  private let memory: PictureMemory
  private var generation = 1
  private var isShown = true
  private var isClosed = false
  /// A picture waits for the refresh.
  private var isWaiting = false
  private var lastShown: Instant?
  private var events: [PixelOutputEvent] = []

  /// - Parameter refreshesItself: as a real display does; else only when ``refresh(at:)`` says so.
  public init(
    size: PixelSize, refreshInterval: Duration = .nanoseconds(16_666_667), refreshesItself: Bool = true
  ) {
    self.size = size
    self.refreshInterval = refreshInterval
    self.refreshesItself = refreshesItself
    memory = PictureMemory(size: size)
  }

  /// What stands on the display; nil before the first picture. From any thread.
  public var picture: Bitmap? { memory.shown() }
  /// The same for other threads, where the output itself cannot go.
  public var shownPicture: @Sendable () -> Bitmap? { { [memory] in memory.shown() } }

  /// A timer's, readable when the next refresh of a display that refreshes itself is due.
  public var descriptors: [Int32] { [timer.descriptor] }

  /// Nil while a picture waits for the refresh, and when hidden or closed.
  public func nextBuffer() -> PixelBuffer? {
    guard isShown, !isWaiting, !isClosed else { return nil }
    return memory.back(generation: generation)
  }

  /// Never throws. Dropped without a word when hidden or closed, or of an older generation.
  public func present(_ buffer: PixelBuffer, changed: [PixelRect]) throws(ScreenFault) {
    guard isShown, !isClosed, buffer.generation == generation else { return }
    isWaiting = true
    guard refreshesItself else { return }
    let now = DeviceClock.now()
    timer.start(first: max(now, lastShown.map { $0 + refreshInterval } ?? now), period: .zero)
  }

  /// Makes the refresh that is due, for a display that refreshes itself.
  public func takeEvents() -> [PixelOutputEvent] {
    if timer.takeTicks() > 0, refreshesItself { refresh(at: DeviceClock.now()) }
    defer { events.removeAll() }
    return events
  }

  /// Takes no more pictures; ``picture`` stays readable.
  public func close() { isClosed = true }

  // MARK: What happens to a display

  /// The display's next refresh.
  public func refresh(at moment: Instant) {
    guard isWaiting else { return }
    isWaiting = false
    lastShown = moment
    memory.flip()
    post(.shown(at: moment))
  }

  /// Another program's display for now, or unplugged.
  public func hide() {
    guard isShown else { return }
    isShown = false
    isWaiting = false
    post(.hidden)
  }

  /// Ours again after ``hide()``, with a new generation: everything is to be drawn again.
  public func reveal() {
    guard !isShown else { return }
    isShown = true
    generation += 1
    post(.visible)
  }

  /// Another display has been plugged in.
  public func resize(to size: PixelSize) {
    self.size = size
    isWaiting = false
    generation += 1
    memory.resize(to: size)
    post(.changed)
  }

  private func post(_ event: PixelOutputEvent) {
    events.append(event)
    timer.start(first: DeviceClock.now(), period: .zero)
  }
}

/// Two pictures: one is shown, and may be copied by anybody; the other is drawn in by one thread.
private final class PictureMemory: Sendable {
  private struct State: ~Copyable {
    var size: PixelSize
    var pixels: [UnsafeMutablePointer<UInt32>]
    var front = 0
    var isBlank = true

    init(size: PixelSize) {
      self.size = size
      pixels = (0..<2).map { _ in
        let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: size.area)
        memory.initialize(repeating: 0, count: size.area)
        return memory
      }
    }

    deinit { for memory in pixels { memory.deallocate() } }

    func shown() -> Bitmap? {
      isBlank
        ? nil
        : PixelBuffer(index: front, generation: 0, pixels: pixels[front], size: size, stride: size.width).bitmap()
    }
  }

  private let state: Mutex<State>

  init(size: PixelSize) { state = Mutex(State(size: size)) }

  /// What is drawn in. Nothing else touches it before ``flip()``.
  func back(generation: Int) -> PixelBuffer {
    let (index, address, size) = state.withLock {
      (1 - $0.front, UInt(bitPattern: $0.pixels[1 - $0.front]), $0.size)
    }
    // Of memory that lives as long as this.
    let pixels = UnsafeMutablePointer<UInt32>(bitPattern: address)!
    return PixelBuffer(index: index, generation: generation, pixels: pixels, size: size, stride: size.width)
  }

  func flip() {
    state.withLock {
      $0.front = 1 - $0.front
      $0.isBlank = false
    }
  }

  func resize(to size: PixelSize) { state.withLock { $0 = State(size: size) } }

  func shown() -> Bitmap? { state.withLock { $0.shown() } }
}
