/// Keeps a camera open for as long as the booth runs: opens it, notices when it is gone or silent, abandons what
/// hangs, and opens it again, for ever.
///
/// A pure value. Each opened driver is a *generation*; whatever an abandoned generation still says is ignored. Opening
/// proves little: a webcam whose stream is stuck opens every time. So only a live frame ends a row of failures, and a
/// camera that failed without one is watched for its first frame, wanted or not, before guests hear that it is back.
public struct CameraSupervisor: Sendable, Equatable {
  public enum Input: Sendable, Equatable {
    case started
    case opened(generation: UInt64, CameraDescription)
    case openFailed(generation: UInt64, CameraError)
    /// Unplugged, switched off, or an error that the same connection will not survive.
    case lost(generation: UInt64, CameraError)
    /// A call did not return by its deadline.
    case callHung(generation: UInt64, what: String)
    case liveViewWanted(Bool)
    /// `lastFrame`: when the newest live frame of this generation was captured, or nil while there is none.
    case timePassed(lastFrame: Instant?)
    case stopRequested
  }

  public enum Effect: Sendable, Equatable {
    case open(generation: UInt64)
    /// Close it, and never wait for it.
    case abandon(generation: UInt64)
    case startLiveView(generation: UInt64)
    case stopLiveView(generation: UInt64)
    case tellFlow(CameraNews)
    /// For the log and the console.
    case report(String)
  }

  public enum State: Sendable, Equatable {
    case stopped
    case opening(generation: UInt64, until: Instant)
    case ready(generation: UInt64, CameraDescription)
    case waiting(until: Instant)
  }

  public struct Limits: Sendable, Equatable {
    /// How long opening may take: slow cameras need 5–10 s after power-up.
    public var open = Duration.seconds(20)
    /// How long live view may stay silent before the camera counts as stuck.
    public var silence = Duration.seconds(6)
    /// How often a camera that must prove itself is looked at.
    public var look = Duration.milliseconds(500)
    /// After how many failures in a row guests are told.
    public var failuresBeforeTelling = 3
    public init() {}
  }

  public private(set) var state = State.stopped
  /// Generations that were closed without an answer; their threads may be stuck in the kernel for ever.
  public private(set) var abandoned = 0
  public private(set) var lastError: CameraError?
  private let limits: Limits
  private let name: String
  private var generation: UInt64 = 0
  private var failures = 0
  private var wantsLiveView = false
  private var liveViewSince: Instant?
  private var told = false
  /// A failure came after opening, and no live frame since.
  private var mustProve = false
  private var nextLook: Instant?

  /// - Parameter name: the camera's name for people.
  public init(name: String, limits: Limits = Limits()) {
    self.name = name
    self.limits = limits
  }

  /// The generation whose calls count, or nil while the camera is not open.
  public var readyGeneration: UInt64? {
    if case .ready(let generation, _) = state { generation } else { nil }
  }

  public var wakeUp: Instant? {
    switch state {
    case .stopped: nil
    case .opening(_, let until), .waiting(let until): until
    case .ready: [liveViewSince.map { $0 + limits.silence }, nextLook].compactMap { $0 }.min()
    }
  }

  public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    switch input {
    case .started:
      guard state == .stopped else { return [] }
      return open(at: now)
    case .opened(let generation, let description):
      guard case .opening(generation, _) = state else { return [] }
      state = .ready(generation: generation, description)
      var effects: [Effect] = []
      if mustProve {
        nextLook = now + limits.look
      } else {
        effects += proven(description)
      }
      liveViewSince = wantsLiveView || mustProve ? now : nil
      if liveViewSince != nil { effects.append(.startLiveView(generation: generation)) }
      return effects
    case .openFailed(let generation, let error):
      guard case .opening(generation, _) = state else { return [] }
      return fail(error, at: now)
    case .lost(let generation, let error):
      guard generation == readyGeneration else { return [] }
      return [.abandon(generation: generation)] + fail(error, at: now)
    case .callHung(let generation, let what):
      guard generation == readyGeneration else { return [] }
      abandoned += 1
      return [.abandon(generation: generation)]
        + fail(CameraError(.timedOut, subject: name, detail: "\(what) did not return in time"), at: now)
    case .liveViewWanted(let wanted):
      guard wanted != wantsLiveView else { return [] }
      wantsLiveView = wanted
      // Live view runs already, or still, while the camera proves itself.
      guard let generation = readyGeneration, !mustProve else { return [] }
      liveViewSince = wanted ? now : nil
      return [wanted ? .startLiveView(generation: generation) : .stopLiveView(generation: generation)]
    case .timePassed(let lastFrame): return timePassed(lastFrame: lastFrame, at: now)
    case .stopRequested:
      defer { state = .stopped }
      switch state {
      case .opening(let generation, _), .ready(let generation, _): return [.abandon(generation: generation)]
      case .stopped, .waiting: return []
      }
    }
  }

  private mutating func timePassed(lastFrame: Instant?, at now: Instant) -> [Effect] {
    switch state {
    case .stopped: return []
    case .waiting(let until): return now >= until ? open(at: now) : []
    case .opening(let generation, let until):
      guard now >= until else { return [] }
      abandoned += 1
      return [.abandon(generation: generation)]
        + fail(CameraError(.timedOut, subject: name, detail: "opening did not return in time"), at: now)
    case .ready(let generation, let description):
      guard let since = liveViewSince else { return [] }
      let last = max(since, lastFrame ?? since)
      liveViewSince = last
      if mustProve, lastFrame != nil {
        mustProve = false
        nextLook = nil
        guard !wantsLiveView else { return proven(description) }
        liveViewSince = nil
        return proven(description) + [.stopLiveView(generation: generation)]
      }
      if let look = nextLook, now >= look { nextLook = now + limits.look }
      guard now - last >= limits.silence else { return [] }
      return [.abandon(generation: generation)]
        + fail(CameraError(.timedOut, subject: name, detail: "no live picture for \(limits.silence)"), at: now)
    }
  }

  /// The camera works: a row of failures is over.
  private mutating func proven(_ description: CameraDescription) -> [Effect] {
    failures = 0
    lastError = nil
    var effects: [Effect] = [.report("\(description.model) is ready")]
    if told {
      told = false
      effects.append(.tellFlow(.ready))
    }
    return effects
  }

  private mutating func open(at now: Instant) -> [Effect] {
    generation += 1
    state = .opening(generation: generation, until: now + limits.open)
    return [.open(generation: generation)]
  }

  /// Waits 0.5, 1, 2, 4, 8, 10, 10 … seconds between tries.
  private mutating func fail(_ error: CameraError, at now: Instant) -> [Effect] {
    failures += 1
    let changed = lastError != error
    lastError = error
    if readyGeneration != nil { mustProve = true }
    liveViewSince = nil
    nextLook = nil
    let wait = min(Duration.seconds(10), .milliseconds(500 << min(failures - 1, 5)))
    state = .waiting(until: now + wait)
    var effects: [Effect] = changed ? [.report(error.description)] : []
    if failures >= limits.failuresBeforeTelling, !told || changed {
      told = true
      effects.append(.tellFlow(.outOfOrder(remedy(for: error))))
    }
    return effects
  }

  private func remedy(for error: CameraError) -> String {
    let action =
      switch error.code {
      case .notFound, .disconnected: "Check its cable and that it is switched on."
      case .busy: "Another program uses it: close that program."
      case .noBandwidth: "Plug it into a port of another USB controller."
      case .timedOut: "Switch it off and on again."
      case .unsupported: "It offers no format this program can read; choose another camera."
      case .focusFailed, .badPicture, .failed: "Switch it off and on again, and check its settings."
      }
    return "\(name): \(error.detail). \(action)"
  }
}
