package import BoothCore
import BoothSystem
import Imaging
import Logging

/// A webcam or capture stick, through Video4Linux.
///
/// All of it happens on one thread: the calls, and between them waiting for the node and for buffers to come back.
/// Frames are the driver's own mapped buffers, handed out without copying where it has enough of them. A photo is the
/// next frame whose exposure began after the call and that proves to be whole: a JPEG frame as the camera made it, other
/// layouts encoded.
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
  /// How long a photo in a format of its own may take before one out of the stream is taken instead.
  static let switchLimit = Duration.seconds(4)

  package nonisolated let reports: AsyncStream<CameraReport>
  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  nonisolated let thread: DeviceThread
  nonisolated let report: AsyncStream<CameraReport>.Continuation
  /// As the camera was named; its node may be another by now.
  let path: String
  let logger: Logger
  var state = State.new
  var stream: V4L2Stream?
  var sink: (any FrameSink)?
  /// While a photo is awaited, the newest frame; at other times none, so that no buffer is kept.
  var photoCandidate: Frame?
  var awaitsPhoto = false
  /// The live view that runs, or is to come back after a photo.
  var request: LiveViewRequest?
  var profile = CameraProfile.V4L2()
  var requestedSettings: [V4L2ControlSetting] = []
  /// What was told already.
  var noted: Set<String> = []

  /// What the photos are for; nil: as the camera's profile says.
  let quality: PhotoQuality?
  private let finder: V4L2Finder
  private let profiles: CameraProfiles
  private let claims: DeviceClaims
  let released = ReleaseLatch()
  var nextSequence: UInt64 = 0
  lazy var converter = FrameConverter()

  init(
    finder: V4L2Finder, profiles: CameraProfiles, claims: DeviceClaims, quality: PhotoQuality? = nil, logger: Logger
  ) {
    path = finder.path
    self.quality = quality
    self.finder = finder
    self.profiles = profiles
    self.claims = claims
    self.logger = logger
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
      let opening = try finder.open()
      do {
        let description = try describe(opening)
        state = .open(opening.device)
        claims.add(released)
        applyControls(opening.device)
        return description
      } catch {
        opening.device.close()
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
    return try noticingLoss { () throws(CameraError) in
      try endStream()
      let stream = try startStream(device, request)
      self.sink = sink
      self.request = request
      return stream.format
    }
  }

  package func stopLiveView() throws(CameraError) {
    _ = try openDevice("stopLiveView")
    try noticingLoss { () throws(CameraError) in try endStream() }
  }

  package func takePhoto() throws(CameraError) -> Photo {
    let device = try openDevice("takePhoto")
    return try noticingLoss { () throws(CameraError) in
      if let photo = try capturePhoto(switching: device) { return photo }
      if stream != nil { return try capturePhoto(skipping: 0) }
      return try capturePhoto(streamingFrom: device)
    }
  }

  /// Sets a V4L2 control by its name as `v4l2-ctl` writes it (`exposure_time_absolute`) or by its id (`0x009a0902`).
  /// Names differ between kernel versions; ids do not.
  package func setParameter(_ name: String, to value: String) throws(CameraError) {
    let device = try openDevice("setParameter")
    try noticingLoss { () throws(CameraError) in
      do {
        let setting = V4L2ControlSetting(name: name, value: value)
        let (id, number) = try setting.resolve(among: try device.controls(), path)
        try device.setControl(id, to: number)
        remember(setting, id: id)
      } catch {
        throw CameraError(error, at: path)
      }
    }
  }

  package nonisolated func close() {
    report.finish()
    thread.close()
  }

  // MARK: Asking

  private func describe(_ opening: V4L2Opening) throws -> CameraDescription {
    let device = opening.device
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
    var description = CameraDescription(
      id: "v4l2:\(opening.stableName)", model: capability.card, driver: "v4l2", takesStills: false,
      formats: try V4L2Devices.formats(of: device))
    description.usb = opening.usb
    let found = profiles.profile(for: CameraIdentity(driver: .v4l2, model: capability.card, usb: opening.usb))
    description.profile = found?.name
    if let found { try adopt(found, device) }
    try adopt(quality, device)
    description.shutter = found?.shutter
    return description
  }

  /// High asks for the largest pictures there are, also where no profile knows of them; the others take what live view has,
  /// which is there at once.
  private func adopt(_ quality: PhotoQuality?, _ device: any V4L2Device) throws {
    switch quality {
    case nil: break
    case .medium, .low: profile.still = .stream
    case .high:
      if case .stream = profile.still, let format = try V4L2FormatChoice.largest(of: device) {
        profile.still = .switching(format, skipFrames: Self.warmUpFrames)
      }
    }
  }

  private func adopt(_ found: CameraProfile, _ device: any V4L2Device) throws {
    profile = found.v4l2
    if case .switching(let format, _) = profile.still, try !V4L2FormatChoice.offers(format, device) {
      logger.debug("photos come out of the stream", metadata: ["camera": "\(path)", "stream.wanted": "\(format)"])
      profile.still = .stream
    }
    requestedSettings = profile.controls.map { V4L2ControlSetting(name: $0.name, value: $0.value, number: $0.number) }
    logger.debug("profile", metadata: ["camera": "\(path)", "camera.profile": "\(found.id)"])
  }

  /// Makes a call, and reports the camera lost if the call was told so.
  private func noticingLoss<Result>(_ call: () throws(CameraError) -> Result) throws(CameraError) -> Result {
    do {
      return try call()
    } catch {
      if error.code == .disconnected, case .open = state { lose(error) }
      throw error
    }
  }

  func openDevice(_ call: String) throws(CameraError) -> any V4L2Device {
    if thread.isClosing { throw misuse("\(call): it was closed") }
    switch state {
    case .open(let device): return device
    case .new: throw misuse("\(call): it was never opened")
    case .closed: throw misuse("\(call): it was closed")
    case .lost(let error): throw error
    }
  }

  func misuse(_ what: String) -> CameraError {
    CameraError(.failed, subject: path, detail: "\(what); make another driver")
  }
}
