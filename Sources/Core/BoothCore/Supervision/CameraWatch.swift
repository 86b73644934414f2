/// Which camera the booth uses: the main one while it works, and the fallback, where there is one, while that climbs
/// its ladder. The main one is taken back between sessions.
///
/// A pure value over one ``CameraSupervisor`` for each camera.
public struct CameraWatch: Sendable, Equatable {
  /// What happened: to a camera, before it, or to the time.
  public enum Input: Sendable, Equatable {
    case started
    case camera(CameraRole, CameraSupervisor.Input)
    case liveViewWanted(Bool)
    /// Whether guests are there: then no camera is changed that works, and nothing is restarted.
    case guestsAreThere(Bool)
    case timePassed(LastFrames)
    case stopRequested
  }

  /// What is to be carried out, in the order given; answers come in as inputs, and may never come.
  public enum Effect: Sendable, Equatable {
    case perform(CameraSupervisor.Effect)
    /// This camera's frames are shown and recorded from now on.
    case serve(CameraRole)
    case sendToFlow(CameraNews)
    /// What the operator should know of a camera that does not serve; nil when all is well.
    case notifyOperator(String?)
    /// Calls hang that only a new process gets rid of. Said once, when no guests are there.
    case askForRestart(String)
  }

  /// When the remedy is told, and when the booth asks to be started anew.
  public struct Limits: Sendable, Equatable {
    /// So many hanging calls and steps, and the booth asks to be restarted,
    public var hanging = 2
    /// but never sooner after its start.
    public var uptime = Duration.seconds(120)
    /// Nor sooner than this where the main camera has not worked since its start: the last new start did not help either.
    public var uptimeInVain = Duration.seconds(600)
    /// So long without a camera, whichever it was that failed, and the remedy is told.
    public var report = Duration.seconds(12)
    /// How often a camera that took over is looked at until it shows a picture.
    public var check = Duration.milliseconds(500)
    /// Starts with the values above.
    public init() {}
  }

  /// The supervisor of the camera that the booth is meant to use.
  public private(set) var main: CameraSupervisor
  /// The supervisor of the camera that stands in; nil where there is none. It is stopped while it is not needed.
  public private(set) var fallback: CameraSupervisor?
  /// Which camera's frames are shown and recorded.
  public private(set) var serving = CameraRole.main
  private let limits: Limits
  private var wantsLiveView = false
  private var guestsAreThere = false
  private var news = CameraNews.ready
  /// What the flow knows of the camera in use.
  private var timing = ShutterTiming()
  private var stillsFault: String?
  /// Since when no camera shows a picture; nil while one does, or could.
  private var darkSince: Instant?
  private var nextCheck: Instant?
  /// When the camera in use took over; nil for the first.
  private var servesSince: Instant?
  private var operatorWords: String?
  private var startedAt: Instant?
  private var hasAsked = false
  /// Whether the main camera could be used since the start.
  private var hasWorked = false

  /// Opens nothing before ``Input/started``; the main camera is the first to be used.
  public init(main: CameraSupervisor, fallback: CameraSupervisor? = nil, limits: Limits = Limits()) {
    self.main = main
    self.fallback = fallback
    self.limits = limits
  }

  /// The camera in use.
  public var current: CameraSupervisor { serving == .fallback ? fallback ?? main : main }

  /// Generations and steps that were ever left behind.
  public var abandoned: Int { main.abandoned + (fallback?.abandoned ?? 0) }

  private var hanging: Int {
    main.hanging.count + main.hangingSteps.count + (fallback.map { $0.hanging.count + $0.hangingSteps.count } ?? 0)
  }

  /// When the booth asks to be restarted, if its calls still hang by then; nil while there is no reason to.
  public var restartDue: Instant? { wantsRestart ? restartAt : nil }

  /// When ``Input/timePassed(_:)`` is due; nil while nothing is waited for.
  public var wakeUp: Instant? {
    let dark = news == .ready ? darkSince.map { $0 + limits.report } : nil
    return main.wakeUp.orEarlier(fallback?.wakeUp).orEarlier(restartDue).orEarlier(dark).orEarlier(nextCheck)
  }

  /// Decides about one input.
  /// - Parameter now: never goes back.
  public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    switch input {
    case .started:
      startedAt = now
      effects = pass(.started, to: .main, at: now)
    case .camera(let role, let input): effects = pass(input, to: role, at: now)
    case .liveViewWanted(let wanted):
      wantsLiveView = wanted
      effects = pass(.liveViewWanted(wanted), to: serving, at: now)
    case .guestsAreThere(let there): guestsAreThere = there
    case .timePassed(let lastFrames):
      if main.wakeUp.map({ now >= $0 }) ?? false {
        effects += pass(
          .timePassed(lastFrame: lastFrames[.main], undecoded: lastFrames.undecoded[.main]), to: .main, at: now)
      }
      if fallback?.wakeUp.map({ now >= $0 }) ?? false {
        effects += pass(
          .timePassed(lastFrame: lastFrames[.fallback], undecoded: lastFrames.undecoded[.fallback]), to: .fallback,
          at: now)
      }
    case .stopRequested:
      return pass(.stopRequested, to: .main, at: now) + pass(.stopRequested, to: .fallback, at: now)
    }
    effects += callOrLeaveFallback(at: now)
    effects += changeover(at: now)
    if main.isUsable { hasWorked = true }
    noteDark(at: now)
    if case .timePassed(let lastFrames) = input, let frame = lastFrames[serving] { noteFrame(frame) }
    return effects + speak(at: now)
  }

  private mutating func pass(_ input: CameraSupervisor.Input, to role: CameraRole, at now: Instant) -> [Effect] {
    switch role {
    case .main: main.handle(input, at: now).map { .perform($0) }
    case .fallback: (fallback?.handle(input, at: now) ?? []).map { .perform($0) }
    }
  }

  private mutating func callOrLeaveFallback(at now: Instant) -> [Effect] {
    if main.callsFallback { return pass(.started, to: .fallback, at: now) }
    guard serving == .main, main.isUsable, fallback.map({ $0.state != .stopped }) ?? false else { return [] }
    return pass(.stopRequested, to: .fallback, at: now)
  }

  private mutating func changeover(at now: Instant) -> [Effect] {
    guard let fallback else { return [] }
    switch serving {
    case .main where main.callsFallback && fallback.isUsable: return serve(.fallback, at: now)
    case .fallback where main.isUsable && (!fallback.isUsable || !guestsAreThere && !main.callsFallback):
      return serve(.main, at: now) + (main.callsFallback ? [] : pass(.stopRequested, to: .fallback, at: now))
    case .main, .fallback: return []
    }
  }

  private mutating func serve(_ role: CameraRole, at now: Instant) -> [Effect] {
    let earlier = pass(.liveViewWanted(false), to: serving, at: now)
    serving = role
    servesSince = now
    let words = Effect.perform(.report("the \(role.rawValue) camera is used now"))
    return earlier + [.serve(role), words] + pass(.liveViewWanted(wantsLiveView), to: role, at: now)
  }

  /// Opening proves little, and neither does taking over: where pictures are wanted, only one ends the dark.
  private mutating func noteDark(at now: Instant) {
    if current.state == .stopped || current.isUsable && !wantsLiveView {
      darkSince = nil
    } else if !current.isUsable, darkSince == nil {
      darkSince = current.troubleSince ?? now
    }
    let mustCheck = darkSince != nil && current.isUsable
    if !mustCheck { nextCheck = nil } else if nextCheck.map({ now >= $0 }) ?? true { nextCheck = now + limits.check }
  }

  /// A frame counts for the guests only when its camera serves.
  private mutating func noteFrame(_ frame: Instant) {
    guard let since = darkSince, current.isUsable, frame > max(since, servesSince ?? since) else { return }
    (darkSince, nextCheck) = (nil, nil)
  }

  private func newsNow(at now: Instant) -> CameraNews {
    guard let darkSince else { return .ready }
    if let remedy = main.remedy ?? fallback?.remedy { return .outOfOrder(remedy) }
    guard news != .ready || now >= darkSince + limits.report else { return .ready }
    return .outOfOrder(current.remedyNow)
  }

  private mutating func speak(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    let news = newsNow(at: now)
    if news != self.news {
      self.news = news
      effects.append(.sendToFlow(news))
    }
    let timing = current.connection.map { $0.description.shutter ?? ShutterTiming() } ?? timing
    if timing != self.timing {
      self.timing = timing
      effects.append(.sendToFlow(.timing(timing)))
    }
    // A camera that is away says nothing of its photos: what was true stays true until it is back.
    if current.connection != nil || current.state == .stopped, current.stillsFault != stillsFault {
      stillsFault = current.stillsFault
      effects.append(.sendToFlow(.stills(stillsFault)))
    }
    let words = wordsForOperator
    if words != operatorWords {
      operatorWords = words
      effects.append(.notifyOperator(words))
    }
    if let restartDue, now >= restartDue {
      hasAsked = true
      effects.append(.askForRestart("\(hanging) calls hang in camera drivers"))
    }
    return effects
  }

  private var wordsForOperator: String? {
    let standing = current.troubles.isEmpty ? nil : "\(current.name): \(current.troubles.joined(separator: "; "))"
    let main = main.remedy.map { serving == .fallback ? "\($0) The fallback camera stands in." : $0 }
    return [main, standing].compactMap { $0 }.reduce(nil) { words, next in words.map { "\($0) \(next)" } ?? next }
  }

  private var restartAt: Instant? { startedAt.map { $0 + (hasWorked ? limits.uptime : limits.uptimeInVain) } }

  private var wantsRestart: Bool { !hasAsked && !guestsAreThere && hanging >= limits.hanging }
}

extension BoothState {
  /// Whether a person stands before the booth, as far as it knows.
  public var guestsAreThere: Bool {
    switch self {
    case .consent, .look, .opening, .capture, .upload, .print, .qr, .address, .resumeOffer: true
    case .starting, .eventSelection, .idle, .settings, .paused, .outOfOrder, .stopped: false
    }
  }
}
