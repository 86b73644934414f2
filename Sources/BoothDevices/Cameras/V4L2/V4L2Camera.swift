package import BoothCore
import BoothImaging
import Glibc
import Logging

/// A webcam or capture stick, through Video4Linux.
///
/// All of it happens on one thread: the calls, and between them waiting for the node and for buffers to come back.
/// Frames are the driver's own mapped buffers, handed out without copying. A photo is the next frame whose exposure
/// began after the call and that proves to be whole: a JPEG frame as the camera made it, other layouts encoded.
package actor V4L2Camera: CameraDriver {
  enum State {
    case new
    case open(any V4L2Device)
    case lost(CameraError)
    case closed
  }

  /// A stream started only for a photo gives the camera so many frames to find its exposure: half a second at 30/s.
  static let warmUpFrames = 15
  /// So many frames in a row that do not decode, and the photo has failed.
  static let photoTries = 5

  package nonisolated let reports: AsyncStream<CameraReport>
  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  nonisolated let thread: DeviceThread
  nonisolated let report: AsyncStream<CameraReport>.Continuation
  let path: String
  let logger: Logger
  var state = State.new
  var stream: V4L2Stream?
  var sink: (any FrameSink)?
  /// While a photo is awaited, the newest frame; at other times none, so that no buffer is kept.
  var photoCandidate: Frame?
  var awaitsPhoto = false

  private let makeDevice: @Sendable () throws(V4L2Fault) -> any V4L2Device
  private let claims: DeviceClaims
  private let released = ReleaseLatch()
  private let stableName: String
  private var nextSequence: UInt64 = 0
  private lazy var converter = FrameConverter()

  init(
    path: String, stableName: String, claims: DeviceClaims, logger: Logger,
    makeDevice: @escaping @Sendable () throws(V4L2Fault) -> any V4L2Device
  ) {
    self.path = path
    self.stableName = stableName
    self.claims = claims
    self.logger = logger
    self.makeDevice = makeDevice
    (reports, report) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4))
    thread = DeviceThread(name: "v4l2-camera")
    thread.start { [weak self] event in self?.assumeIsolated { $0.handle(event) } }
  }

  // Isolated: a driver dropped right after its close, or without one, still stops the stream, on the thread.
  isolated deinit {
    report.finish()
    letGo(becoming: .closed)
    thread.end()
  }

  // MARK: The port

  package func open() throws(CameraError) -> CameraDescription {
    guard case .new = state, !thread.isClosing else { throw misuse("open: it was opened before") }
    // A generation stuck in the kernel does not let go in time; the device then says itself whether it is busy.
    claims.waitForEarlier(atMost: .seconds(1))
    do {
      let device = try makeDevice()
      do {
        let description = try describe(device)
        state = .open(device)
        claims.add(released)
        return description
      } catch {
        device.close()
        throw error
      }
    } catch {
      throw CameraError(error, at: path)
    }
  }

  package func startLiveView(
    _ request: LiveViewRequest, into sink: any FrameSink
  ) throws(CameraError) -> LiveViewFormat {
    let device = try openDevice("startLiveView")
    try endStream()
    let stream = try startStream(device, request)
    self.sink = sink
    return stream.format
  }

  package func stopLiveView() throws(CameraError) {
    _ = try openDevice("stopLiveView")
    try endStream()
  }

  package func takePhoto() throws(CameraError) -> Photo {
    let device = try openDevice("takePhoto")
    if stream != nil { return try capturePhoto(skipping: 0) }
    // The rate matters little here, and large pictures often come slowly.
    let request = LiveViewRequest(size: PixelSize(width: 1920, height: 1080), framesPerSecond: 10)
    _ = try startStream(device, request)
    let photo: Photo
    do {
      photo = try capturePhoto(skipping: Self.warmUpFrames)
    } catch {
      // The photo's own failure is what the caller needs to hear; a stream that does not stop shows up next time.
      if stream != nil { try? endStream() }
      throw error
    }
    try endStream()
    return photo
  }

  /// Sets a V4L2 control by its name as `v4l2-ctl` writes it (`exposure_time_absolute`) or by its id (`0x009a0902`).
  /// Names differ between kernel versions; ids do not.
  package func setParameter(_ name: String, to value: String) throws(CameraError) {
    let device = try openDevice("setParameter")
    do {
      let (id, number) = try V4L2ControlWish(name: name, value: value).resolve(among: try device.controls(), path)
      try device.setControl(id, to: number)
    } catch {
      throw CameraError(error, at: path)
    }
  }

  package nonisolated func close() {
    report.finish()
    thread.close()
  }

  // MARK: On the thread

  func handle(_ event: DeviceThread.Event) {
    switch event {
    case .ready(let flags): pump(flags)
    case .woken: pump(0)
    case .closed: letGo(becoming: .closed)
    case .timedOut: break
    }
  }

  /// Queues what came back, hands out what is ready, and notices when the device has gone.
  private func pump(_ flags: Int16) {
    guard let stream else { return }
    do throws(V4L2Fault) {
      try stream.queueReturned()
      var took = false
      while let frame = try stream.takeFrame() {
        took = true
        deliver(frame)
      }
      if !took, flags & Int16(POLLERR | POLLHUP | POLLNVAL) != 0, stream.queuedCount > 0 {
        throw V4L2Fault("poll", ENODEV)
      }
      // With every buffer out in the program, the node has nothing to say until one comes back.
      thread.watched = stream.queuedCount > 0 ? openNode : nil
    } catch {
      lose(error.cameraError(path))
    }
  }

  private func deliver(_ frame: Frame) {
    if awaitsPhoto { photoCandidate = frame }
    if !thread.isClosing { sink?.receive(frame) }
  }

  private func lose(_ error: CameraError) {
    logger.info("camera lost", metadata: ["camera": "\(path)", "error": "\(error)"])
    letGo(becoming: .lost(error))
    report.yield(.lost(error))
  }

  /// Stops the stream and closes the node, whatever they say to it: nothing can be done about it any more.
  private func letGo(becoming next: State) {
    thread.watched = nil
    sink = nil
    photoCandidate = nil
    if let stream {
      do { try stream.stop() } catch {
        logger.debug("stream not stopped", metadata: ["camera": "\(path)", "error": "\(error.words)"])
      }
    }
    stream = nil
    if case .open(let device) = state { device.close() }
    state = next
    released.open()
  }

  private var openNode: Int32? {
    if case .open(let device) = state { device.descriptor } else { nil }
  }

  private func startStream(_ device: any V4L2Device, _ request: LiveViewRequest) throws(CameraError) -> V4L2Stream {
    let thread = thread
    let stream = try V4L2Stream(device, request, firstSequence: nextSequence, path: path, wake: { thread.wake() })
    self.stream = stream
    thread.watched = device.descriptor
    return stream
  }

  private func endStream() throws(CameraError) {
    guard let stream else { return }
    thread.watched = nil
    sink = nil
    photoCandidate = nil
    self.stream = nil
    nextSequence = stream.nextSequence
    if stream.dropped != V4L2Stream.Dropped() {
      logger.debug("frames dropped", metadata: ["camera": "\(path)", "dropped": "\(stream.dropped)"])
    }
    do { try stream.stop() } catch { throw error.cameraError(path) }
  }

  // MARK: Photos

  /// Waits for frames that were captured after the call, live view going on, and makes a JPEG of the first that can
  /// be decoded.
  private func capturePhoto(skipping count: Int) throws(CameraError) -> Photo {
    // What is ready already was captured before.
    pump(0)
    let askedAt = DeviceClock.now()
    awaitsPhoto = true
    defer {
      awaitsPhoto = false
      photoCandidate = nil
    }
    // Without the driver's own stamps nobody knows when the next picture's exposure began; the one after it will do.
    var toSkip = max(count, stream?.stampsFrames == false ? 1 : 0)
    var complaint = ""
    for _ in 0..<Self.photoTries {
      let frame = try nextFrame(after: askedAt, skipping: &toSkip)
      do {
        return try photo(of: frame)
      } catch {
        complaint = "\(error)"
      }
    }
    throw CameraError(
      .badPicture, subject: path, detail: "\(Self.photoTries) pictures in a row were damaged, the last: \(complaint)")
  }

  private func nextFrame(after moment: Instant, skipping count: inout Int) throws(CameraError) -> Frame {
    while true {
      photoCandidate = nil
      switch thread.wait() {
      case .closed: throw misuse("it was closed during a call")
      case let event: handle(event)
      }
      if case .lost(let error) = state { throw error }
      guard let frame = photoCandidate, frame.capturedAt >= moment else { continue }
      if count == 0 { return frame }
      count -= 1
    }
  }

  private func photo(of frame: Frame) throws(ImageError) -> Photo {
    let jpeg = try converter.still(of: frame, quality: 92)
    return Photo(jpeg: jpeg, size: try JPEGCodec.probe(jpeg))
  }

  // MARK: Asking

  private func describe(_ device: any V4L2Device) throws -> CameraDescription {
    let capability = try device.capability()
    guard capability.capturesVideo, capability.streams else {
      let reason =
        capability.isMultiplanar
        ? "it captures into several planes, which this program does not read"
        : "it is no camera (\(capability.driver): \(capability.card))"
      throw CameraError(.unsupported, subject: path, detail: "\(reason); `booth devices` lists those there are")
    }
    // Giving back buffers that one does not have is refused while another program has some.
    _ = try device.requestBuffers(0)
    return CameraDescription(
      id: "v4l2:\(stableName)", model: capability.card, driver: "v4l2", takesStills: false,
      formats: try V4L2Devices.formats(of: device))
  }

  private func openDevice(_ call: String) throws(CameraError) -> any V4L2Device {
    if thread.isClosing { throw misuse("\(call): it was closed") }
    switch state {
    case .open(let device): return device
    case .new: throw misuse("\(call): it was never opened")
    case .closed: throw misuse("\(call): it was closed")
    case .lost(let error): throw error
    }
  }

  private func misuse(_ what: String) -> CameraError {
    CameraError(.failed, subject: path, detail: "\(what); make another driver")
  }
}
