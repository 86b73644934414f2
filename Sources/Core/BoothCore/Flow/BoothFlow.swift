/// The booth's flow: `EventSelection → Idle → Capture × n → Upload → QR → Idle`, as a pure value.
///
/// ```swift
/// var flow = BoothFlow()
/// let effects = flow.handle(.pressed(.start), at: now)
/// ```
///
/// Every pair of state and input is decided on purpose: an input that changes nothing answers
/// ``BoothEffect/ignore(_:)`` with its reason. It reads no clock, makes no ids and never waits; deadlines are in the
/// state, and ``wakeUp`` says when to call again with ``BoothInput/timePassed``.
public struct BoothFlow: Sendable, Equatable, Codable {
  /// Where the booth is; ``Scene`` says what the guests see of it.
  public internal(set) var state = BoothState.starting
  /// The events that can be chosen, in the order of the list; empty before ``BoothInput/booted(_:)``.
  public internal(set) var events: [FlowEvent] = []
  /// The chosen event, or nil while none is.
  public internal(set) var selected: String? {
    // The guests of one event see nothing of another's.
    didSet { if selected != oldValue { previousQR = nil } }
  }
  /// What the operator asked while a session ran; done after it.
  public internal(set) var pending: OperatorRequest?
  /// The last session's code stays, small and without pictures, for those who were too slow.
  public internal(set) var previousQR: PreviousQR?
  /// Why the camera cannot be used, in words, or nil while it can.
  public internal(set) var cameraFault: String?
  /// How far ahead of zero the camera wants to be told; nil if unknown, as in journals of earlier versions.
  public internal(set) var shutter: ShutterTiming?
  /// Why every photo of the camera would fail, in words: they come from the live view meanwhile. Nil while the camera takes them,
  /// and in journals of earlier versions.
  public internal(set) var stillsFault: String?
  /// Photos that the camera failed in a row, of this session or another; nil for none.
  var failedStills: Int?
  /// Photos of the session that were not kept, one after the other, as the store refused them or was too slow; nil for none.
  var unkeptPhotos: Int?
  /// What the printer can do; nil where there is none, and in journals of earlier versions.
  public internal(set) var printer: PrinterNews?
  /// What the disk has room for, as its watch said last.
  public internal(set) var storage = StorageNews(.plenty, "")
  /// When the booth opens again, outside of its opening hours; nil within them, where there are none, and in journals of earlier
  /// versions.
  public internal(set) var closing: Closing?
  /// The operator has resumed the booth although it was closed: so it stays until it opens by itself; nil for not.
  var opensAnyway: Bool?
  /// The pause is the operator's; nil for not.
  var isHeld: Bool?
  /// The language guests chose at idle, until their session is over; nil is the event's own.
  public internal(set) var language: ChosenLanguage?
  /// The look of the session's composite, where the event lets its guests choose one, until their session is over; nil
  /// is the event's own, and in journals of earlier versions.
  public internal(set) var look: PhotoFilter?
  /// Interrupted sessions that are to be finished quietly.
  var leftovers: [Interrupted] = []
  /// The interrupted session that will be offered.
  var offer: Interrupted?
  /// How the guide lies over the live view; nil if unchanged, as in journals of earlier versions.
  var guideView: GuideView?
  var lastAttempt: UInt64 = 0
  /// What answers have brought lately, the newest last: said twice, an answer deletes nothing.
  var taken: [Taken] = []

  /// What an answer can bring.
  enum Taken: Sendable, Equatable, Codable {
    case session(SessionID)
    case asset(AssetID)

    init?(_ answer: Answer) {
      switch answer {
      case .sessionOpened(let session): self = .session(session.id)
      case .clipSaved(let asset), .photoSaved(let asset), .photoDoubted(let asset, _): self = .asset(asset.id)
      case .liveFrameSeen, .sessionQueued, .addressKept, .printsOrdered, .storageReady, .failed:
        return nil
      }
    }
  }

  /// A language that guests chose while the booth was idle.
  public struct ChosenLanguage: Sendable, Equatable, Codable {
    /// BCP 47.
    public var code: String
    /// Unless a session begins before.
    public var until: Instant
  }

  /// The code of the guests before, shown small beside what comes next.
  public struct PreviousQR: Sendable, Equatable, Codable {
    /// The URL in the code.
    public var link: String
    /// When it leaves the screen; during a review it stays until that ends.
    public var until: Instant
    /// Nil in journals of earlier versions.
    public var session: SessionID?

    /// The code of a session that has just left the large screen.
    public init(_ session: SessionRef, until: Instant) {
      self.link = session.link
      self.until = until
      self.session = session.id
    }
  }

  /// - Parameter firstAttempt: continues the numbering of an earlier run, so that no number is ever used twice.
  public init(firstAttempt: UInt64 = 1) { lastAttempt = firstAttempt - 1 }

  /// Decides about one input. `now` never goes back.
  public mutating func handle(_ input: BoothInput, at now: Instant) -> [BoothEffect] {
    let codeLeft = takePreviousCodeAway(at: now)
    // A review that ends lets a code go whose time was over.
    defer { takePreviousCodeAway(at: now) }
    switch input {
    case .booted(let boot): return booted(boot, at: now)
    case .requested(let request): return requested(request, at: now)
    case .cameraChanged(let news): return cameraChanged(news, at: now)
    case .storageChanged(let news): return storageChanged(news, at: now)
    case .hoursChanged(let closing): return hoursChanged(closing, at: now)
    case .sessionErased(let session): return sessionErased(session, at: now)
    case .answered(let attempt, let answer):
      guard isAwaited(attempt) else {
        if let brought = Taken(answer), taken.contains(brought) { return [.ignore(.lateAnswer)] }
        return answeredLate(answer)
      }
      let effects = answered(attempt, answer, at: now)
      if effects != answeredLate(answer) { take(answer) }
      return effects
    case .pressed(let press): return pressed(press, at: now)
    case .guideTurned(let turn): return guideTurned(turn)
    case .marked(let step): return marked(step, at: now)
    case .typed: return typed(at: now)
    case .addressGiven: return addressGiven(at: now)
    case .printerChanged(let news): return printerChanged(news)
    case .timePassed:
      // The small code of the last session leaves the screen: that alone may be what was due.
      let languageLeft = languageLeaves.map { now >= $0 } ?? false
      if languageLeft { language = nil }
      if codeLeft || languageLeft, stateWakeUp.map({ now < $0 }) ?? true { return [] }
      return timePassed(at: now)
    }
  }

  /// Takes the last session's code from the screen if it is time; returns whether it was.
  @discardableResult
  private mutating func takePreviousCodeAway(at now: Instant) -> Bool {
    guard let leaves = previousLeaves, now >= leaves else { return false }
    previousQR = nil
    return true
  }

  private mutating func pressed(_ press: Press, at now: Instant) -> [BoothEffect] {
    switch state {
    case .starting: return [.ignore(.notBooted)]
    case .stopped: return [.ignore(.stopping)]
    case .paused, .outOfOrder(.noEvents): return [.ignore(.operatorOnly)]
    case .outOfOrder(.camera), .outOfOrder(.storage), .outOfOrder(.noRoom): return [.ignore(.cannotHelp)]
    case .resumeOffer(let interrupted, _): return pressedInResumeOffer(press, interrupted, at: now)
    case .eventSelection(let highlighted): return pressedInEventSelection(press, highlighted, at: now)
    case .idle: return pressedInIdle(press, at: now)
    case .consent(let choice, let shownAt, _): return pressedInConsent(press, choice, shownAt: shownAt, at: now)
    case .look(let question): return pressedInLook(press, question, at: now)
    case .opening: return pressedInOpening(press, at: now)
    case .capture(let capture): return pressed(press, in: capture, at: now)
    case .upload(let upload): return pressed(press, in: upload, at: now)
    case .qr(let finished, let shownAt, let until):
      return pressedInQR(press, finished, shownAt: shownAt, until: until, at: now)
    case .address(let form): return pressedInAddress(press, form, at: now)
    case .print(let form): return pressedInPrint(press, form, at: now)
    case .settings: return pressedInSettings(press, at: now)
    }
  }

  private mutating func answered(_ attempt: AttemptID, _ answer: Answer, at now: Instant) -> [BoothEffect] {
    switch state {
    case .opening: return answeredInOpening(answer, at: now)
    case .capture(let capture): return answered(attempt, answer, in: capture, at: now)
    case .upload(let upload): return answered(attempt, answer, in: upload, at: now)
    case .address(let form): return answered(answer, in: form, at: now)
    case .print(let form): return answered(answer, inPrint: form, at: now)
    case .outOfOrder(let trouble): return answered(answer, in: trouble, at: now)
    case .starting, .resumeOffer, .eventSelection, .idle, .consent, .look, .qr, .settings, .paused, .stopped:
      return answeredLate(answer)
    }
  }

  private mutating func timePassed(at now: Instant) -> [BoothEffect] {
    guard let due = stateWakeUp, now >= due else { return [.ignore(.nothingDue)] }
    switch state {
    case .resumeOffer(let interrupted, _): return finishQuietly(interrupted, at: now)
    case .consent: return moveOn(at: now)
    case .look(let question): return timePassed(in: question, at: now)
    case .opening: return storageFailed("the session was not recorded in time", at: now)
    case .capture(let capture): return timePassed(in: capture, at: now)
    case .upload(let upload): return timePassed(in: upload, at: now)
    case .qr(let finished, let shownAt, let until):
      return timePassedInQR(finished, shownAt: shownAt, until: until, at: now)
    case .address(let form): return timePassed(in: form, at: now)
    case .print(let form): return timePassed(in: form, at: now)
    case .settings: return moveOn(at: now)
    case .outOfOrder(let trouble): return timePassed(in: trouble, at: now)
    case .starting, .eventSelection, .idle, .paused, .stopped: return [.ignore(.nothingDue)]
    }
  }

  /// When ``BoothInput/timePassed`` is due, or nil while nothing is.
  public var wakeUp: Instant? {
    stateWakeUp.orEarlier(previousLeaves).orEarlier(languageLeaves)
  }

  /// When the last session's code leaves the screen: not while a photo is looked at, as that makes room for it, and buttons
  /// are not to move under fingers.
  private var previousLeaves: Instant? {
    if case .capture(let capture) = state, case .review = capture.phase { return nil }
    return previousQR?.until
  }

  private var stateWakeUp: Instant? {
    switch state {
    case .starting, .eventSelection, .idle, .paused, .stopped, .outOfOrder(.camera), .outOfOrder(.noRoom),
      .outOfOrder(.noEvents):
      nil
    case .resumeOffer(_, let until), .opening(_, let until), .settings(let until): until
    case .consent(_, _, let until), .outOfOrder(.storage(_, _, let until)): until
    case .qr(let finished, _, let until): min(until, finished.cancelAskedUntil ?? until)
    case .address(let form): form.wakeUp
    case .print(let form): form.wakeUp
    case .look(let question): question.until
    case .capture(let capture): capture.wakeUp
    case .upload(let upload): upload.wakeUp
    }
  }

  /// Whether the answer to `attempt` is what the state waits for. What is no longer waited for need not be stored.
  public func isAwaited(_ attempt: AttemptID) -> Bool {
    switch state {
    case .opening(attempt, _), .outOfOrder(.storage(_, attempt, _)): true
    case .capture(let capture): capture.awaits(attempt)
    case .upload(let upload): upload.awaits(attempt)
    case .address(let form): form.awaits(attempt)
    case .print(let form): form.awaits(attempt)
    case .starting, .resumeOffer, .eventSelection, .idle, .consent, .look, .opening, .qr, .settings, .paused,
      .outOfOrder,
      .stopped:
      false
    }
  }

  /// Remembers what an answer brought, longer than any answer can be on its way: a session has a handful.
  private mutating func take(_ answer: Answer) {
    guard let brought = Taken(answer) else { return }
    if taken.count >= 64 { taken.removeFirst(32) }
    taken.append(brought)
  }

  /// A late answer is never taken for the current one; what it brought is deleted by a decision that names it.
  func answeredLate(_ answer: Answer) -> [BoothEffect] {
    switch answer {
    case .sessionOpened(let session): [.discardSession(session, .lateAnswer)]
    case .clipSaved(let asset), .photoSaved(let asset), .photoDoubted(let asset, _): [.discard([asset], .lateAnswer)]
    case .liveFrameSeen, .sessionQueued, .addressKept, .printsOrdered, .storageReady, .failed: [.ignore(.lateAnswer)]
    }
  }

  mutating func nextAttempt() -> AttemptID {
    lastAttempt += 1
    return AttemptID(lastAttempt)
  }
}
