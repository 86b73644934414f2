import BoothCore

/// Reads one device's events: keys as they go down and up, and touches with the place where they began. A pure value.
///
/// Repetitions are nothing. After the kernel's buffer was full (`SYN_DROPPED`) the device is to be asked what is held:
/// what was told in between may be half a moment.
struct InputReading {
  enum Change: Equatable {
    case key(UInt16, isDown: Bool, at: Instant)
    /// A finger came down, in fractions of the screen as guests see it.
    case touched(x: Double, y: Double, at: Instant)
    /// The last finger went.
    case released(at: Instant)
    /// Ask what is held.
    case lost(at: Instant)
  }

  private let axes: TouchAxes?
  private let rotation: Int
  private var isLost = false
  private var x: Int32
  private var y: Int32
  private var saysTouch = false
  private var slot: Int32 = 0
  private var fingers: Set<Int32> = []
  private var isTouched = false

  /// - Parameters:
  ///   - axes: a touch screen's, or nil.
  ///   - rotation: how its picture is turned clockwise: 0, 90, 180 or 270 degrees.
  init(axes: TouchAxes?, rotation: Int) {
    self.axes = axes
    self.rotation = rotation
    x = axes?.x.value ?? 0
    y = axes?.y.value ?? 0
  }

  mutating func take(_ event: InputEvent) -> Change? {
    switch event.type {
    case InputEvent.synchronization:
      if event.code == InputEvent.dropped { isLost = true }
      guard event.code == InputEvent.report else { return nil }
      if isLost {
        isLost = false
        saysTouch = false
        fingers = []
        isTouched = false
        return .lost(at: event.at)
      }
      return axes == nil ? nil : touch(at: event.at)
    case _ where isLost: return nil
    case InputEvent.key where event.code == InputEvent.touch && axes != nil:
      saysTouch = event.value != 0
      return nil
    case InputEvent.key: return event.value == 2 ? nil : .key(event.code, isDown: event.value != 0, at: event.at)
    case InputEvent.absolute:
      absolute(event)
      return nil
    default: return nil
    }
  }

  private mutating func absolute(_ event: InputEvent) {
    switch event.code {
    case InputEvent.x, InputEvent.multitouchX: x = event.value
    case InputEvent.y, InputEvent.multitouchY: y = event.value
    case InputEvent.slot: slot = event.value
    case InputEvent.trackingID:
      if event.value < 0 { fingers.remove(slot) } else { fingers.insert(slot) }
    default: break
    }
  }

  private mutating func touch(at instant: Instant) -> Change? {
    guard let axes else { return nil }
    let isNow = axes.saysTouch ? saysTouch : !fingers.isEmpty
    guard isNow != isTouched else { return nil }
    isTouched = isNow
    guard isNow else { return .released(at: instant) }
    let (u, v) = (axes.x.fraction(x), axes.y.fraction(y))
    switch rotation {
    case 90: return .touched(x: v, y: 1 - u, at: instant)
    case 180: return .touched(x: 1 - u, y: 1 - v, at: instant)
    case 270: return .touched(x: 1 - v, y: u, at: instant)
    default: return .touched(x: u, y: v, at: instant)
    }
  }
}
