package import BoothCore
import BoothSystem
import Glibc
import Logging

/// A camera that libgphoto2 knows: a DSLR or mirrorless body on USB or in the network.
///
/// libgphoto2 can hang where nothing but SIGKILL helps, so it runs in a process of its own, one for each generation.
/// This is the booth's side: it asks over a socket pair, keeps a deadline for every call, and kills the process when one
/// is missed. Everything happens on one thread, which never waits longer than the deadline.
package actor GPhoto2Camera: CameraDriver {
  enum State {
    case new
    case open(CameraProcess)
    case lost(CameraError)
    case closed
  }

  /// Live pictures under way at the same time: on the screen, in the recorder's queue, and some to spare.
  static let frameBuffers = 8
  /// The largest live pictures reported have 200 kB; memory that is not written costs nothing.
  static let frameBytes = 2 << 20

  package nonisolated let reports: AsyncStream<CameraReport>
  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  nonisolated let thread: DeviceThread
  nonisolated let report: AsyncStream<CameraReport>.Continuation
  let port: String
  private(set) var profile: GPhoto2Profile
  let logger: Logger
  let program: CameraProgram
  let undead: UndeadProcesses
  var state = State.new
  var inbox: CameraInbox?
  var sink: (any FrameSink)?
  var nextSequence: UInt64 = 0
  var lostFrames = 0
  /// What its process last told of the camera.
  var condition: CameraCondition?
  let pool = FramePool(count: frameBuffers, bytesPerFrame: frameBytes)

  private let profiles: CameraProfiles
  private let openLimit: OpenLimit
  private let claims: DeviceClaims
  private let released = ReleaseLatch()

  init(
    port: String, profile: GPhoto2Profile, profiles: CameraProfiles, program: CameraProgram, claims: DeviceClaims,
    undead: UndeadProcesses, openLimit: OpenLimit, logger: Logger
  ) {
    self.openLimit = openLimit
    self.port = port
    self.profile = profile
    self.profiles = profiles
    self.program = program
    self.claims = claims
    self.undead = undead
    self.logger = logger
    (reports, report) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16))
    thread = DeviceThread(name: "gphoto2-camera")
    thread.start { [weak self] event in self?.assumeIsolated { $0.handle(event) } }
  }

  // Isolated: a driver dropped without a close still ends its process, on the thread.
  isolated deinit {
    report.finish()
    letGo(becoming: .closed, grace: .zero)
    thread.end()
  }

  // MARK: The port

  package func open() throws(CameraError) -> CameraDescription {
    guard case .new = state, !thread.isClosing else { throw misuse("open: it was opened before") }
    // The camera speaks to one program only. A generation that cannot be killed does not let go in time; then the
    // camera says itself that it is busy.
    claims.waitForEarlier(atMost: profile.limits.leave + .seconds(1))
    let process = try CameraProcess(program, undead: undead)
    claims.add(released)
    inbox = CameraInbox(socket: process.socket, pool: pool, frameLimit: Self.frameBytes)
    state = .open(process)
    thread.watched = process.socket
    switch try ask(.open(port: port, profile), within: openLimit.known ?? profile.limits.open, "opening").reply {
    case .opened(var description):
      let camera = CameraIdentity(driver: .gphoto2, model: description.model, usb: description.usb)
      if let found = profiles.profile(for: camera) {
        profile = profile.with(found.gphoto2)
        openLimit.known = profile.limits.open
        _ = try ask(.adopt(profile), within: profile.limits.open, "setting it as its profile says")
        description.condition = condition ?? description.condition
        description.profile = found.name
        description.shutter = found.shutter
      }
      return description
    case let reply: throw surprise(reply)
    }
  }

  package func startLiveView(
    _ request: LiveViewRequest, into sink: any FrameSink
  ) throws(CameraError) -> LiveViewFormat {
    // Pictures of an earlier start, still under way, are not for the new sink.
    self.sink = nil
    let answer = try ask(.startLiveView, within: profile.limits.liveView, "starting live view")
    guard case .liveViewRuns(let size) = answer.reply else { throw surprise(answer.reply) }
    self.sink = sink
    return LiveViewFormat(size: size, layout: .jpeg, framesPerSecond: Double(profile.liveViewRate))
  }

  package func stopLiveView() throws(CameraError) {
    sink = nil
    // Its pictures all come before the answer.
    _ = try ask(.stopLiveView, within: profile.limits.setting, "stopping live view")
    if lostFrames > 0 { logger.debug("frames dropped", metadata: ["camera": "\(port)", "dropped": "\(lostFrames)"]) }
    lostFrames = 0
  }

  package func takePhoto() throws(CameraError) -> Photo {
    let answer = try ask(.takePhoto, within: profile.limits.photo, "taking a photo")
    guard case .photo = answer.reply else { throw surprise(answer.reply) }
    return try photo(answer.body)
  }

  /// Sets what the camera's profile says lets the lens find its focus.
  package func focus() throws(CameraError) {
    guard !profile.focusAhead.isEmpty else {
      throw CameraError(.unsupported, subject: port, detail: "its profile has no autofocus.ahead")
    }
    for setting in profile.focusAhead {
      _ = try ask(
        .setParameter(name: setting.name, value: setting.value), within: profile.limits.focus, "setting \(setting.name)"
      )
    }
  }

  package func release() throws(CameraError) {
    _ = try ask(.release, within: profile.limits.setting, "releasing the shutter")
  }

  /// Sets a configuration by its gphoto2 name (`iso`, `imageformat`) to one of its choices, or to one's number as `#2`.
  package func setParameter(_ name: String, to value: String) throws(CameraError) {
    _ = try ask(.setParameter(name: name, value: value), within: profile.limits.setting, "setting \(name)")
  }

  package nonisolated func close() {
    report.finish()
    thread.close()
  }

  // MARK: Ending

  /// Ends the process, whatever it is doing.
  func letGo(becoming next: State, grace: Duration) {
    thread.watched = nil
    sink = nil
    if case .open(let process) = state {
      var grace = grace
      if grace > .zero {
        do { try process.send(.leave) } catch {
          // It does not read any more: there is nothing to wait for.
          grace = .zero
        }
      }
      let end = process.end(grace: grace)
      logger.debug("camera process ended", metadata: ["camera": "\(port)", "end": "\(end)"])
    }
    inbox?.letGo()
    inbox = nil
    state = next
    released.open()
  }

  func photo(_ jpeg: [UInt8]) throws(CameraError) -> Photo {
    Photo(jpeg: jpeg, size: try StillValidation.check(jpeg, expected: nil, subject: port))
  }

  func misuse(_ what: String) -> CameraError {
    CameraError(.failed, subject: port, detail: "\(what); make another driver")
  }

  func surprise(_ reply: CameraReply) -> CameraError {
    CameraError(.failed, subject: port, detail: "its process answered \(reply); restart the booth")
  }
}
