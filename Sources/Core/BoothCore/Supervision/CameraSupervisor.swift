/// Keeps one camera open for as long as the booth runs: opens it, notices when it is gone or silent, climbs its
/// ``RecoveryLadder``, abandons what hangs, and begins again, for ever.
///
/// A pure value. Opening proves little: a webcam whose stream is stuck opens every time. So after any failure only a
/// live frame counts, and the camera is watched for one, wanted or not, before it is used again.
public struct CameraSupervisor: Sendable, Equatable {
  /// What happened. What an abandoned generation says changes nothing, but for the end of a call that hung.
  public enum Input: Sendable, Equatable {
    case started
    case opened(CameraGeneration, CameraDescription)
    case openFailed(CameraGeneration, CameraError)
    /// Unplugged, switched off, or an error that the same connection will not survive.
    case lost(CameraGeneration, CameraError)
    case callFailed(CameraGeneration, CameraCall, CameraError)
    /// A call did not return by its deadline. `since`: when it was made.
    case callHung(CameraGeneration, CameraCall, since: Instant)
    /// A call that hung has come back after all: its thread is free.
    case hangEnded(CameraGeneration)
    case photoTaken(CameraGeneration)
    /// What it says of itself is not what it was.
    case conditionChanged(CameraGeneration, CameraCondition)
    case stepEnded(RecoveryStep, CameraError?)
    case liveViewWanted(Bool)
    /// `lastFrame`: when this camera's newest live frame that could be decoded was captured, or nil while there is none.
    /// `undecoded`: the newest that came and is no picture.
    case timePassed(lastFrame: Instant?, undecoded: UndecodedFrame? = nil)
    case stopRequested
  }

  /// What is to be carried out, in the order given; the answers come in as inputs, and may never come.
  public enum Effect: Sendable, Equatable {
    case open(CameraGeneration)
    /// Close it, and never wait for it.
    case abandon(CameraGeneration)
    case startLiveView(CameraGeneration)
    case stopLiveView(CameraGeneration)
    /// Release the shutter, by the generation's driver.
    case release(CameraGeneration, RecoveryStep)
    /// A reset or a power cut, by the camera's source.
    case takeStep(RecoveryStep)
    /// For the journal and the log; said again only when it changes.
    case report(String)
  }

  /// Where the supervisor is. Each `until` is on the booth's monotonic clock.
  public enum State: Sendable, Equatable {
    case stopped
    case opening(CameraGeneration, since: Instant)
    /// The connection stands; whether it may be used, ``CameraSupervisor/isUsable`` says.
    case ready
    case stepping(RecoveryStep, until: Instant)
    case waiting(until: Instant, next: RecoveryRung)
  }

  /// An open camera.
  public struct Connection: Sendable, Equatable {
    /// The opening that gave it.
    public var generation: CameraGeneration
    /// What the camera said of itself when it was opened.
    public var description: CameraDescription
  }

  /// The last photo failed for a reason that stands until a person sees to the camera: a full card, RAW files only.
  public struct Refusal: Sendable, Equatable {
    /// The reason, with what to do.
    public var words: String
    /// When the photo failed.
    public var at: Instant
  }

  /// How long things may take, and when a person is told.
  public struct Limits: Sendable, Equatable {
    /// How long opening may take: slow cameras need 5–10 s after power-up.
    public var open = Duration.seconds(20)
    /// How long live view may bring no picture, be it that nothing comes or that nothing can be decoded, before the camera
    /// counts as stuck.
    public var silence = Duration.seconds(6)
    /// The same for a camera that must prove itself, in later rounds: bodies are known that need 20 s.
    public var longestSilence = Duration.seconds(24)
    /// How often a camera that must prove itself is looked at.
    public var check = Duration.milliseconds(500)
    /// The remedy is told after so many failures in a row,
    public var failuresBeforeReport = 3
    /// or so long after the trouble began.
    public var report = Duration.seconds(12)
    /// The other camera is called so long after the trouble began, wherever the ladder stands.
    public var fallback = Duration.seconds(7)
    /// So many calls that hang, and it is not opened any more: each costs a thread.
    public var hanging = 2
    /// A camera that refused photos is trusted again after so long: untried, or, where its photos come from the live view
    /// meanwhile, with one that may fail.
    public var forgive = Duration.seconds(300)
    /// Starts with the values above.
    public init() {}
  }

  /// Where it is; stopped before ``Input/started`` and after ``Input/stopRequested``.
  public internal(set) var state = State.stopped
  /// The open camera; nil while there is none.
  public internal(set) var connection: Connection?
  /// What it last said of itself; nil while it says nothing.
  public internal(set) var condition: CameraCondition?
  /// Why its photos would all fail, as the last one did; nil after one that came.
  public internal(set) var refusal: Refusal?
  /// Where it stands on the way from "try again" to another camera.
  public internal(set) var ladder: RecoveryLadder
  /// What went wrong last; nil once the camera has shown that it works.
  public internal(set) var lastError: CameraError?
  /// What to do about it, in words; nil while it works, or may yet come back by itself quickly.
  public internal(set) var remedy: String?
  /// Whether another camera should stand in.
  public internal(set) var callsFallback = false
  /// Generations whose call has not come back: their threads may be stuck in the kernel for ever.
  public internal(set) var hanging: Set<CameraGeneration> = []
  /// Steps that have not come back.
  public internal(set) var hangingSteps: Set<RecoveryStep> = []
  /// Generations and steps that were ever left behind.
  public internal(set) var abandoned = 0

  let role: CameraRole
  let name: String
  let limits: Limits
  var lastGeneration: UInt64 = 0
  var lastStep: UInt64 = 0
  var wantsLiveView = false
  /// When live view was started, or its newest frame came; nil while it is off.
  var liveViewSince: Instant?
  /// It failed, and must show a frame younger than this.
  var provesSince: Instant?
  var nextCheck: Instant?
  var lastFailure: RecoveryFault?
  /// The last outcome of each rung, so that it is not said again and again.
  var outcomes: [RecoveryRung: String] = [:]

  /// - Parameter name: the camera's name for people.
  public init(_ role: CameraRole, name: String, steps: RecoverySteps, limits: Limits = Limits()) {
    self.role = role
    self.name = name
    self.limits = limits
    ladder = RecoveryLadder(steps)
  }

  /// Whether the camera is open, and nothing speaks against it.
  public var isUsable: Bool { state == .ready && provesSince == nil }

  /// The generation whose calls count, or nil while there is none.
  public var readyGeneration: CameraGeneration? { state == .ready ? connection?.generation : nil }

  /// When ``Input/timePassed(lastFrame:)`` is due; nil while nothing is waited for.
  public var wakeUp: Instant? {
    let due: Instant? =
      switch state {
      case .stopped: nil
      case .opening(_, let since): since + limits.open
      case .stepping(_, let until), .waiting(let until, _): until
      case .ready: liveViewSince.map { $0 + silence }.orEarlier(nextCheck)
      }
    return due.orEarlier(wordsDue).orEarlier(state == .stopped ? nil : refusal.map { $0.at + limits.forgive })
  }

  /// Decides about one input. Never throws: a camera's errors come in with the inputs.
  /// - Parameter now: never goes back.
  public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    switch input {
    case .started: return state == .stopped ? open(at: now) : []
    case .opened(let generation, let description):
      hanging.remove(generation)
      guard case .opening(generation, _) = state else { return [] }
      return opened(Connection(generation: generation, description: description), at: now)
    case .openFailed(let generation, let error):
      hanging.remove(generation)
      guard case .opening(generation, _) = state else { return [] }
      return fail(error, RecoveryFault(error, connected: false) ?? .silent, since: now, at: now)
    case .lost(let generation, let error):
      guard generation == connection?.generation else { return [] }
      return fail(error, RecoveryFault(error, connected: false) ?? .silent, since: now, at: now)
    case .callFailed(let generation, let call, let error):
      // A lens that does not focus ahead leaves it to the photo, which tells what there is to tell.
      if call == .focus, error.code != .disconnected { return [] }
      guard generation == readyGeneration else {
        // One that was ended for it, for what the next generation's photos fail with too.
        if call == .takePhoto, error.code == .refusesPhotos { return refuse(error, at: now) }
        return noteLate(call, error.code)
      }
      return callFailed(call, error, at: now)
    case .callHung(let generation, let call, let since):
      if hanging.insert(generation).inserted { abandoned += 1 }
      guard generation == connection?.generation else { return noteLate(call, .timedOut) }
      let error = CameraError(.timedOut, subject: name, detail: "\(call.rawValue) did not return in time")
      return fail(error, .silent, ofPhoto: call == .takePhoto, since: since, at: now)
    case .hangEnded(let generation):
      hanging.remove(generation)
      return []
    case .conditionChanged(let generation, let condition):
      guard generation == connection?.generation else { return [] }
      return note(condition, at: now)
    case .photoTaken(let generation):
      if generation == connection?.generation { refusal = nil }
      guard generation == connection?.generation, ladder.awaitsPhoto else { return [] }
      ladder.prove(by: .photo)
      callsFallback = false
      return []
    case .stepEnded(let step, let error): return ended(step, error, at: now)
    case .liveViewWanted(let wanted): return want(liveView: wanted, at: now)
    case .timePassed(let lastFrame, let undecoded):
      return timePassed(lastFrame: lastFrame, undecoded: undecoded, at: now)
    case .stopRequested: return stop()
    }
  }

  private mutating func opened(_ connection: Connection, at now: Instant) -> [Effect] {
    self.connection = connection
    state = .ready
    liveViewSince = nil
    condition = connection.description.condition
    // Switched off and on, or plugged in again: a person may have seen to it.
    if lastFailure == .gone { refusal = nil }
    var effects: [Effect] = []
    if ladder.isClear, remedy == nil {
      effects = [.report("\(connection.description.model) is ready")]
      (lastError, callsFallback) = (nil, false)
    } else {
      mustProve(at: now)
    }
    if wantsLiveView || provesSince != nil {
      liveViewSince = now
      effects.append(.startLiveView(connection.generation))
    }
    if provesSince == nil, let words = condition?.liveViewFails { effects += refuseLiveView(words, at: now) }
    return effects
  }

  private mutating func want(liveView wanted: Bool, at now: Instant) -> [Effect] {
    guard wanted != wantsLiveView else { return [] }
    wantsLiveView = wanted
    // Live view runs already, or still, while the camera proves itself.
    guard let generation = readyGeneration, provesSince == nil else { return [] }
    liveViewSince = wanted ? now : nil
    return [wanted ? .startLiveView(generation) : .stopLiveView(generation)]
  }

  private mutating func stop() -> [Effect] {
    defer {
      state = .stopped
      connection = nil
      (liveViewSince, provesSince, nextCheck) = (nil, nil, nil)
      (remedy, callsFallback, lastError) = (nil, false, nil)
      (condition, refusal) = (nil, nil)
      ladder = RecoveryLadder(ladder.steps)
      outcomes = [:]
    }
    if case .opening(let generation, _) = state { return [.abandon(generation)] }
    return connection.map { [.abandon($0.generation)] } ?? []
  }
}
