import BoothCore
import BoothSystem
import Glibc
import Logging

/// What happens on the camera's side: frames, faults and photos.
extension MockCamera {
  /// Called on the thread, between calls and, during a slow one, inside it.
  func handle(_ event: DeviceThread.Event) {
    switch event {
    case .ready: captureFrames(ticks: timer.takeTicks())
    case .closed:
      endLiveView()
      state = .closed
      scene = nil
    case .woken, .timedOut: break
    }
  }

  func endLiveView() {
    timer.stop()
    thread.watched = nil
    if let refused = live?.pool.refused, refused > 0 {
      logger.debug("frames dropped", metadata: ["camera": "\(device.name)", "buffers all in use": "\(refused)"])
    }
    live = nil
  }

  // MARK: Frames

  private func captureFrames(ticks: Int) {
    if device.missesFrames { return captureFrame(ticks: ticks) }
    for _ in 0..<ticks { captureFrame(ticks: 1) }
  }

  /// One frame, the last of so many that were due.
  private func captureFrame(ticks: Int) {
    guard ticks > 0, case .open = state, var current = live else { return }
    if device.isAway { return reportLoss() }
    current.ticks += ticks
    let capturedAt = current.startedAt + current.period * current.ticks
    if let end = current.stalledUntil, capturedAt >= end { current.stalledUntil = nil }
    live = current
    // A device that stalls captures nothing, so nothing is counted as lost either.
    if current.stalledUntil != nil { return }
    let step = device.countFrames(ticks)
    for action in step.actions {
      note(action, "frame \(step.number)")
      switch action {
      case .stall(let duration): live?.stalledUntil = capturedAt + duration
      case .lose(let backAfter): lose(backAfter: backAfter)
      case .garbage(let duration): device.garble(for: duration)
      case .unaskedPhoto: reportUnaskedPhoto()
      case .hang, .fail, .slow, .failFocus, .truncate, .empty, .wrongSize, .dark, .blurred: break
      }
    }
    guard let current = live, current.stalledUntil == nil else { return }
    deliver(sequence: UInt64(step.number), current)
  }

  private func deliver(sequence: UInt64, _ live: LiveView) {
    // Also of one that finds no buffer: a photo taken just then shows it.
    self.live?.newest = sequence
    guard !thread.isClosing, let slot = live.pool.take() else { return }
    let elapsed = live.period * live.ticks
    var byteCount = I420Canvas.byteCount(script.size)
    if let sketch = live.sketch {
      scene?.draw(frame: sequence, elapsed: elapsed, slot: 0, on: sketch)
      do {
        byteCount = try sketch.encode(with: codec, quality: 85, into: slot.bytes)
      } catch {
        // Counted like any corrupt frame: it is missing from the sequence.
        logger.info("mock frame not encoded", metadata: ["error": "\(error)"])
        return live.pool.putBack(slot)
      }
    } else {
      scene?.draw(
        frame: sequence, elapsed: elapsed, slot: slot.index, on: I420Canvas(size: script.size, bytes: slot.bytes))
    }
    if device.isGarbled { byteCount = Self.garble(slot.bytes, byteCount, script.layout) }
    live.sink.receive(
      live.pool.frame(
        slot, byteCount: byteCount, sequence: sequence, capturedAt: live.startedAt + elapsed, size: script.size,
        layout: script.layout, strideBytes: script.layout == .jpeg ? 0 : script.size.width))
  }

  /// Takes the second half away; a JPEG ends with its end marker all the same, as drivers look for that.
  private static func garble(_ bytes: UnsafeMutableRawBufferPointer, _ byteCount: Int, _ layout: FrameLayout) -> Int {
    let half = byteCount / 2
    if layout == .jpeg { (bytes[half - 2], bytes[half - 1]) = (0xFF, 0xD9) }
    return half
  }

  // MARK: Photos

  /// Opens the shutter, after the lag that the script says. Returns the live frame that was there just then, for
  /// photos that show the same; nil where the script has no lag, or live view is off.
  func expose(after lag: Duration?) throws(CameraError) -> UInt64? {
    if let lag { try wait(until: DeviceClock.now() + lag) }
    captureFrames(ticks: timer.takeTicks())
    if case .lost(let error) = state { throw error }
    device.noteExposure(at: DeviceClock.now())
    return lag == nil ? nil : live?.newest
  }

  /// Lets a call take as long as its script says, from its beginning on.
  func hold(since began: Instant, _ delay: Duration?) throws(CameraError) {
    if let delay, DeviceClock.now() < began + delay { try wait(until: began + delay) }
  }

  /// Makes the photo with this number, spoils it as `actions` say, and checks it as a real camera's would be.
  func photo(
    number: UInt64, frame: UInt64? = nil, actions: [MockFault.Action] = []
  ) throws(CameraError) -> Photo {
    guard let scene else { throw disconnected }
    var photo = try scene.still(number: number, frame: frame)
    for action in actions {
      switch action {
      case .truncate: photo.jpeg.removeSubrange((photo.jpeg.count / 2)...)
      case .empty: photo.jpeg = []
      case .wrongSize: photo.jpeg = try Self.thumbnail()
      case .dark: photo.jpeg = try SpoiledPhoto.dark(photo.jpeg)
      case .blurred: photo.jpeg = try SpoiledPhoto.blurred(photo.jpeg)
      case .hang, .lose, .fail, .slow, .failFocus, .stall, .garbage, .unaskedPhoto: break
      }
    }
    try StillValidation.check(photo.jpeg, expected: photo.size, subject: device.name)
    return photo
  }

  private static func thumbnail() throws(CameraError) -> [UInt8] {
    let canvas = I420Canvas(size: PixelSize(width: 160, height: 120))
    TestPattern.drawBackground(on: canvas, turn: 0)
    return try canvas.jpeg()
  }

  private func reportUnaskedPhoto() {
    do {
      report.yield(.unaskedPhoto(try photo(number: UInt64(device.countUnasked()))))
    } catch {
      logger.info("mock photo nobody asked for failed", metadata: ["error": "\(error)"])
    }
  }

  // MARK: Faults

  /// Carries out those faults that concern a whole call.
  func perform(_ actions: [MockFault.Action], in call: String) throws(CameraError) {
    for action in actions {
      note(action, call)
      switch action {
      case .hang: Self.blockForever()
      case .slow(let duration): try wait(until: DeviceClock.now() + duration)
      case .fail(let code):
        throw CameraError(code, subject: device.name, detail: "its script makes \(call) fail")
      case .failFocus:
        throw CameraError(
          .focusFailed, subject: device.name, detail: "its script finds no focus; try again, or focus by hand")
      case .lose(let backAfter):
        lose(backAfter: backAfter)
        throw disconnected
      case .truncate, .empty, .wrongSize, .dark, .blurred, .stall, .garbage, .unaskedPhoto: break
      }
    }
  }

  /// As a driver stuck in the kernel does: the thread is gone, whatever anybody says.
  private static func blockForever() -> Never {
    while true { pause() }
  }

  /// Lets a call take longer while live view goes on.
  private func wait(until end: Instant) throws(CameraError) {
    while true {
      switch thread.wait(until: end) {
      case .timedOut: return
      case .closed: throw misuse("it was closed during a call")
      case .ready: handle(.ready(0))
      case .woken: break
      }
      if case .lost(let error) = state { throw error }
      if DeviceClock.now() >= end { return }
    }
  }

  private func lose(backAfter: Duration?) {
    device.lose(backAfter: backAfter)
    reportLoss()
  }

  private func reportLoss() {
    state = .lost(disconnected)
    endLiveView()
    report.yield(.lost(disconnected))
  }

  var disconnected: CameraError {
    CameraError(.disconnected, subject: device.name, detail: "it is unplugged, as its script says; it may come back")
  }

  func misuse(_ what: String) -> CameraError {
    CameraError(.failed, subject: device.name, detail: "\(what); make another driver")
  }

  func checkOpen(_ call: String) throws(CameraError) {
    if thread.isClosing { throw misuse("\(call): it was closed") }
    switch state {
    case .open:
      if device.isAway {
        reportLoss()
        throw disconnected
      }
    case .new: throw misuse("\(call): it was never opened")
    case .closed: throw misuse("\(call): it was closed")
    case .lost(let error): throw error
    }
  }

  private func note(_ action: MockFault.Action, _ place: String) {
    device.faultCount.add()
    logger.info("mock fault", metadata: ["fault": "\(action.name)", "at": "\(place)"])
  }
}
