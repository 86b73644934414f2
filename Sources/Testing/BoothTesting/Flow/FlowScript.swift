public import BoothCore
public import Testing

/// What a flow shows of itself, for a step to say what becomes different; what it does not mention must stay.
public struct FlowPicture: Sendable, Equatable {
  /// The moment of the step, to compute deadlines from.
  public let now: Instant
  public var state: BoothState
  public var selected: String?
  public var pending: OperatorRequest?
  public var previousQR: BoothFlow.PreviousQR?
  public var cameraFault: String?
  public var shutter: ShutterTiming?
  public var storage: StorageNews
  public var printer: PrinterNews?
  public var language: String?

  public init(_ flow: BoothFlow, at now: Instant) {
    self.now = now
    state = flow.state
    selected = flow.selected
    pending = flow.pending
    previousQR = flow.previousQR
    cameraFault = flow.cameraFault
    shutter = flow.shutter
    storage = flow.storage
    printer = flow.printer
    language = flow.language?.code
  }
}

/// A night at the booth, told step by step with a manual clock: each step names its input, every effect it causes, in
/// order, and every change it makes. A step that does otherwise fails, and so does a script that ends with a question
/// unanswered, a live view running, or without ``finish(sourceLocation:)``.
///
/// ```swift
/// let script = FlowScript()
/// script.send(.booted(boot)) { $0.state = .idle }
/// script.wait(.seconds(5)) { … }      // exactly when the flow wants to be woken
/// script.finish()
/// ```
public final class FlowScript {
  public private(set) var flow: BoothFlow
  public private(set) var now: Instant
  /// Effects whose answer has not come.
  public private(set) var unanswered: [AttemptID: BoothEffect] = [:]
  private var liveViewRuns = false
  private var isFinished = false
  private let origin: SourceLocation

  /// - Parameters:
  ///   - unanswered: the effects that are out already when the script begins.
  ///   - liveViewRuns: whether the live view is on when it begins.
  public init(
    _ flow: BoothFlow = BoothFlow(), at now: Instant = Instant(nanoseconds: 1_000_000_000_000),
    unanswered: [BoothEffect] = [], liveViewRuns: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.flow = flow
    self.now = now
    self.liveViewRuns = liveViewRuns
    for effect in unanswered {
      if let attempt = effect.asks { self.unanswered[attempt] = effect }
    }
    origin = sourceLocation
  }

  deinit {
    if !isFinished { Issue.record("the script was never finished", sourceLocation: origin) }
  }

  /// Sends one input, now.
  public func send(
    _ input: BoothInput, _ effects: BoothEffect..., sourceLocation: SourceLocation = #_sourceLocation,
    change: (inout FlowPicture) -> Void = { _ in }
  ) {
    step(input, effects, sourceLocation, change)
  }

  /// The same with effects that a table holds.
  public func send(
    _ input: BoothInput, effects: [BoothEffect], sourceLocation: SourceLocation = #_sourceLocation,
    change: (inout FlowPicture) -> Void = { _ in }
  ) {
    step(input, effects, sourceLocation, change)
  }

  /// Answers an effect that was caused and not answered yet.
  public func answer(
    _ attempt: AttemptID, _ answer: Answer, _ effects: BoothEffect...,
    sourceLocation: SourceLocation = #_sourceLocation, change: (inout FlowPicture) -> Void = { _ in }
  ) {
    if unanswered.removeValue(forKey: attempt) == nil {
      Issue.record("nobody asked \(attempt), or it was answered before", sourceLocation: sourceLocation)
    }
    step(.answered(attempt, answer), effects, sourceLocation, change)
  }

  /// Lets `duration` pass, which must be exactly what the flow waits for, and wakes it. A nanosecond earlier nothing is
  /// due.
  public func wait(
    _ duration: Duration, _ effects: BoothEffect..., sourceLocation: SourceLocation = #_sourceLocation,
    change: (inout FlowPicture) -> Void = { _ in }
  ) {
    let due = now + duration
    #expect(flow.wakeUp == due, "the flow does not wake up after \(duration)", sourceLocation: sourceLocation)
    if duration > .zero {
      var early = flow
      let effects = early.handle(.timePassed, at: due - .nanoseconds(1))
      #expect(
        effects == [.ignore(.nothingDue)] && early == flow, "something is due too early", sourceLocation: sourceLocation
      )
    }
    now = due
    step(.timePassed, effects, sourceLocation, change)
  }

  /// Lets `duration` pass in which nothing is due.
  public func advance(_ duration: Duration, sourceLocation: SourceLocation = #_sourceLocation) {
    now = now + duration
    if let wakeUp = flow.wakeUp {
      #expect(now < wakeUp, "something is due within \(duration)", sourceLocation: sourceLocation)
    }
  }

  /// Says that these effects are never answered.
  public func neverAnswered(_ attempts: AttemptID..., sourceLocation: SourceLocation = #_sourceLocation) {
    for attempt in attempts where unanswered.removeValue(forKey: attempt) == nil {
      Issue.record("\(attempt) is not left to answer", sourceLocation: sourceLocation)
    }
  }

  /// Ends the script: nothing may be left running.
  public func finish(sourceLocation: SourceLocation = #_sourceLocation) {
    isFinished = true
    let left = unanswered.sorted { $0.key.number < $1.key.number }.map { "\($0.value)" }
    #expect(left.isEmpty, "left without an answer", sourceLocation: sourceLocation)
    #expect(!liveViewRuns, "the live view is left running", sourceLocation: sourceLocation)
  }

  /// Ends a script in the middle, as it is about the steps before: what is left running is meant to be.
  public func leaveAsIs() { isFinished = true }

  /// Says that no answer comes to anything that was asked.
  public func letLateAnswersBe() { unanswered = [:] }

  private func step(
    _ input: BoothInput, _ expected: [BoothEffect], _ sourceLocation: SourceLocation,
    _ change: (inout FlowPicture) -> Void
  ) {
    var picture = FlowPicture(flow, at: now)
    change(&picture)
    let effects = flow.handle(input, at: now)
    #expect(effects == expected, "\(input) causes other effects", sourceLocation: sourceLocation)
    #expect(
      FlowPicture(flow, at: now) == picture, "\(input) leads elsewhere", sourceLocation: sourceLocation)
    for effect in effects { note(effect, sourceLocation) }
  }

  private func note(_ effect: BoothEffect, _ sourceLocation: SourceLocation) {
    if let attempt = effect.asks { unanswered[attempt] = effect }
    switch effect {
    case .startLiveView:
      #expect(!liveViewRuns, "the live view runs already", sourceLocation: sourceLocation)
      liveViewRuns = true
    case .stopLiveView:
      #expect(liveViewRuns, "there is no live view to stop", sourceLocation: sourceLocation)
      liveViewRuns = false
    case .cancelClip(let attempt): unanswered[attempt] = nil
    case .openSession, .awaitLiveFrame, .startClip, .finishClip, .focus, .takePhoto, .settlePhoto, .freezeFrame,
      .keepMarks, .discard,
      .discardSession, .beginComposite, .finishSession, .keepAddress, .orderPrints, .checkStorage, .useEvent, .shutDown,
      .ignore:
      break
    }
  }
}

extension BoothEffect {
  /// The attempt under which an answer is expected.
  public var asks: AttemptID? {
    switch self {
    case .openSession(let attempt, _, _, _), .awaitLiveFrame(let attempt, _), .startClip(let attempt, _, _),
      .takePhoto(let attempt, _, _, _, _), .settlePhoto(let attempt, _), .freezeFrame(let attempt),
      .keepMarks(let attempt, _, _), .finishSession(let attempt, _, _),
      .keepAddress(let attempt, _), .orderPrints(let attempt, _, _, _, _), .checkStorage(let attempt):
      attempt
    case .startLiveView, .stopLiveView, .finishClip, .cancelClip, .focus, .discard, .discardSession, .beginComposite,
      .useEvent, .shutDown, .ignore:
      nil
    }
  }
}
