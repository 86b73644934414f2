package import BoothCore
import BoothSystem
import Imaging
import Logging

/// A camera without a camera: shows drawn guests, photographs or a test pattern, and fails as its script says.
///
/// It is a driver like any other: an actor on a thread of its own, frames from a fixed pool, stills of full size that
/// pass the same check as a real camera's. Frames come at absolute moments of a kernel timer, which runs only during
/// live view. A photo takes this thread for as long as drawing and encoding do, so live view skips a few frames then.
package actor MockCamera: CameraDriver {
  enum State {
    case new
    case open
    case lost(CameraError)
    case closed
  }

  /// What runs between `startLiveView` and `stopLiveView`.
  struct LiveView {
    var sink: any FrameSink
    var pool: FramePool
    /// The picture before it is a JPEG; nil where frames are drawn straight into the pool.
    var sketch: I420Canvas?
    var startedAt: Instant
    var period: Duration
    var ticks = 0
    var stalledUntil: Instant?
    /// The last frame that was delivered.
    var newest: UInt64?
  }

  /// Two on their way through the screen, the rest for a recorder that lags behind.
  static let bufferCount = 8

  package nonisolated let reports: AsyncStream<CameraReport>
  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  nonisolated let thread: DeviceThread
  nonisolated let report: AsyncStream<CameraReport>.Continuation
  let device: MockDevice
  let logger: Logger
  let timer = DeviceTimer()
  let codec = JPEGCodec()
  var state = State.new
  var scene: (any MockScene)?
  var live: LiveView?

  var script: MockScript { device.script }

  init(device: MockDevice, logger: Logger) {
    self.device = device
    self.logger = logger
    // The newest four: a report may hold a whole photo, and a loss is always the last one.
    (reports, report) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4))
    thread = DeviceThread(name: "mock-camera")
    thread.start { [weak self] event in self?.assumeIsolated { $0.handle(event) } }
  }

  // Isolated: a driver dropped without a close still stops its frames, on the thread.
  isolated deinit {
    report.finish()
    endLiveView()
    thread.end()
  }

  package func open() throws(CameraError) -> CameraDescription {
    guard case .new = state, !thread.isClosing else { throw misuse("open: it was opened before") }
    if device.isAway { throw disconnected }
    let (began, step) = (DeviceClock.now(), device.countOpen())
    try perform(step.actions, in: "open")
    scene =
      try script.pictures.map { folder throws(CameraError) in try PhotoFolder(folder, script: script) }
      ?? (script.showsPattern ? TestPattern(script: script) : GuestScene(script: script))
    try hold(since: began, MockDelays.at(step.number, of: script.delays.open))
    state = .open
    let formats = ["\(script.size) \(script.layout.rawValue) \(script.framesPerSecond) fps"]
    var description = CameraDescription(
      id: "mock", model: script.model ?? device.name, driver: "mock", takesStills: script.takesStills,
      formats: script.formats.isEmpty ? formats : script.formats)
    // Its lag is for others to find out.
    description.shutter = script.delays.focus.max().map { ShutterTiming(focus: $0) }
    return description
  }

  /// Delivers what the script says, whatever was asked for.
  package func startLiveView(
    _ request: LiveViewRequest, into sink: any FrameSink
  ) throws(CameraError) -> LiveViewFormat {
    try checkOpen("startLiveView")
    endLiveView()
    let (began, step) = (DeviceClock.now(), device.countStart())
    try perform(step.actions, in: "startLiveView")
    try hold(since: began, MockDelays.at(step.number, of: script.delays.start))
    let isJPEG = script.layout == .jpeg
    let pool = FramePool(count: Self.bufferCount, bytesPerFrame: I420Canvas.byteCount(script.size))
    scene?.prepare(slots: isJPEG ? 1 : pool.count)
    let period = Duration.nanoseconds(1_000_000_000 / script.framesPerSecond)
    let start = DeviceClock.now() + max(.zero, (script.delays.firstFrame ?? period) - period)
    live = LiveView(
      sink: sink, pool: pool, sketch: isJPEG ? I420Canvas(size: script.size) : nil, startedAt: start, period: period)
    guard timer.start(first: start + period, period: period) else {
      endLiveView()
      throw CameraError(.failed, subject: "mock camera", detail: "has no timer: the process is out of descriptors")
    }
    thread.watched = timer.descriptor
    return LiveViewFormat(
      size: script.size, layout: script.layout, framesPerSecond: Double(script.framesPerSecond))
  }

  package func stopLiveView() throws(CameraError) {
    try checkOpen("stopLiveView")
    try hold(since: DeviceClock.now(), MockDelays.at(device.countStop().number, of: script.delays.stop))
    endLiveView()
  }

  package func takePhoto() throws(CameraError) -> Photo {
    try checkOpen("takePhoto")
    let (began, step) = (DeviceClock.now(), device.countStill())
    try perform(step.actions, in: "takePhoto")
    let frame = try expose(after: MockDelays.at(step.number, of: script.delays.lag))
    let photo = try photo(number: UInt64(step.number), frame: frame, actions: step.actions)
    try hold(since: began, MockDelays.at(step.number, of: script.delays.still))
    return photo
  }

  package func focus() throws(CameraError) {
    try checkOpen("focus")
    guard let delay = MockDelays.at(device.countFocus().number, of: script.delays.focus) else {
      throw CameraError(.unsupported, subject: device.name, detail: "its script has no delays.focus")
    }
    try hold(since: DeviceClock.now(), delay)
  }

  package func setParameter(_ name: String, to value: String) throws(CameraError) {
    try checkOpen("setParameter")
    throw CameraError(.unsupported, subject: device.name, detail: "it has no parameters, so none named “\(name)”")
  }

  package nonisolated func close() {
    report.finish()
    thread.close()
  }
}
