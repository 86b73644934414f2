import BoothCore
import BoothTesting

/// A store, a camera and a clip recorder as small as they can be, around the real flow: questions are answered in any
/// order, late, or not at all. What must hold after every step is in `SimulatedNight+laws.swift`.
struct SimulatedNight {
  /// A session as a store would remember it.
  struct Stored {
    var event: FlowEvent
    var ref: SessionRef
    var files: [Asset] = []
    var isFinished = false
    var isQuiet = false
    var isDiscarded = false
  }

  let events: [FlowEvent]
  var random: SeededRandom
  var flow = BoothFlow()
  var now = Instant(nanoseconds: 5_000_000_000)
  var questions: [(attempt: AttemptID, effect: BoothEffect)] = []
  var sessions: [Stored] = []
  /// Photos and clips that the flow took into a session, with the session.
  var acknowledged: [Asset] = []
  var discarded: Set<AssetID> = []
  var liveViewRuns = false
  var runningClips: Set<AttemptID> = []
  var highestAttempt: UInt64 = 0
  var steps = 0
  var visited: Set<StateKind> = []
  /// What went wrong, in words; empty while every law holds.
  var broken: [String] = []
  private var nextAsset: AssetID = 1

  /// - Parameter isAtLocation: a booth that takes old pictures again, where points are marked, too.
  init(seed: UInt64, isAtLocation: Bool = false) {
    random = SeededRandom(seed: seed)
    guard !isAtLocation else {
      events = [.location]
      boot()
      return
    }
    let all: [FlowEvent] = [.wedding, .photos, .thenAndNow, .lab, .onPress, .exhibition, .looks, .emails, .prints]
    let count = Int.random(in: 1...all.count, using: &random)
    events = Array(all.shuffled(using: &random).prefix(count))
    boot()
  }

  /// Starts the program with what the store holds.
  mutating func boot() {
    flow = BoothFlow(firstAttempt: highestAttempt + 1)
    questions = []
    liveViewRuns = false
    runningClips = []
    let interrupted = sessions.filter { !$0.isFinished && !$0.isDiscarded }.map { stored in
      Interrupted(
        session: stored.ref, event: stored.event.slug, plan: stored.event.plan,
        takes: stored.event.plan.strips.indices.map { strip in
          Take(
            photo: stored.files.last { $0.strip == strip && $0.kind == .photo },
            clip: stored.files.last { $0.strip == strip && $0.kind == .video })
        })
    }
    if chance(0.2) { handle(.pressed(.start)) }
    handle(.booted(Boot(events: events, selected: chance(0.8) ? events[0].slug : nil, interrupted: interrupted)))
    if chance(0.8) { handle(.printerChanged(.ready)) }
  }

  mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &random) < probability }

  /// One thing happens.
  mutating func step() {
    steps += 1
    if case .stopped = flow.state { return boot() }
    // Whatever else is still to be answered.
    if flow.state.isTyping, chance(0.5) { return handle(chance(0.3) ? .typed : .addressGiven) }
    if mark() { return }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<45 where !questions.isEmpty: answerOne()
    case 45..<65: handle(.pressed(aPress()))
    case 65..<90, 91: wakeUp()
    case 92 where chance(0.3): handle(.cameraChanged(.timing(aTiming())))
    case 92..<94: handle(.cameraChanged(chance(0.7) ? .ready : .outOfOrder("fault \(steps % 3)")))
    case 90: handle(.storageChanged(aLevel()))
    case 94: handle(.requested(aRequest()))
    case 98 where chance(0.3):
      handle(.hoursChanged(chance(0.6) ? nil : Closing(opensAt: 540, weekday: chance(0.5) ? nil : 3)))
    case 99: handle(.printerChanged(chance(0.8) ? .ready : .closed(.paper)))
    case 95: now = now + .milliseconds(Int.random(in: 1...200_000, using: &random))
    case 98 where chance(0.3): handle(chance(0.5) ? .typed : .addressGiven)
    case 96: handle(chance(0.5) ? .timePassed : erasure())
    case 97: boot()
    default: now = now + .milliseconds(Int.random(in: 0...900, using: &random))
    }
  }

  /// A person marks points, where that is possible; false where something else is to happen.
  private mutating func mark() -> Bool {
    guard case .capture(let capture) = flow.state, capture.plan.location != nil, chance(0.85) else { return false }
    switch capture.phase {
    case .aiming where chance(0.5): handle(.marked(.begin))
    case .marking(let marking, _) where marking.stage == .setting:
      if marking.isEnough, chance(0.3) {
        handle(.pressed(.start))
        return true
      }
      let place = PicturePoint(
        x: Double.random(in: -0.1...1.1, using: &random), y: Double.random(in: 0...1, using: &random))
      handle(.marked(.point(chance(0.9) ? marking.side : .old, place)))
      if chance(0.1) { handle(.marked(.move(MarkStep.Way.allCases.randomElement(using: &random)!))) }
      handle(.marked(chance(0.95) ? .set : .back))
    default: return false
    }
    return true
  }

  /// Time goes on to the flow's next deadline, and past any that follow at once.
  private mutating func wakeUp() {
    guard let due = flow.wakeUp else { return handle(.timePassed) }
    now = max(now, due)
    var hops = 0
    while let due = flow.wakeUp, due <= now {
      handle(.timePassed)
      hops += 1
      if hops > 12 { return broken.append("it never comes to rest in \(StateKind(flow.state))") }
    }
  }

  /// The operator erases a finished session.
  private mutating func erasure() -> BoothInput {
    let finished = sessions.indices.filter { sessions[$0].isFinished && !sessions[$0].isDiscarded }
    guard let index = finished.randomElement(using: &random) else { return .sessionErased(SessionRef.sample(99).id) }
    sessions[index].isDiscarded = true
    return .sessionErased(sessions[index].ref.id)
  }

  private mutating func aPress() -> Press {
    // Where guests may leave an address, some do.
    if case .qr = flow.state, chance(0.6) { return .next }
    return chance(0.75) ? .start : Press.allCases.randomElement(using: &random)!
  }

  /// Mostly there is room.
  private mutating func aLevel() -> StorageNews {
    let level = chance(0.7) ? .plenty : StorageLevel.allCases.randomElement(using: &random)!
    return StorageNews(level, level == .plenty ? "" : "words")
  }

  private mutating func aRequest() -> OperatorRequest {
    let requests: [OperatorRequest] = [
      .pause, .resume, .resume, .resume, .changeEvent, .openSettings, .shutDown, .useEvent("unknown"),
      .useEvent(events.randomElement(using: &random)!.slug),
    ]
    return requests.randomElement(using: &random)!
  }

  /// Answers some question: mostly the newest, mostly well.
  private mutating func answerOne() {
    let index = chance(0.7) ? questions.count - 1 : Int.random(in: 0..<questions.count, using: &random)
    let (attempt, effect) = questions[index]
    if case .startClip = effect, runningClips.contains(attempt), chance(0.7) { return }
    questions.remove(at: index)
    runningClips.remove(attempt)
    if chance(0.15) {
      let kinds: [Fault.Kind] = [.focus, .picture, .camera, .storage, .late]
      return handle(.answered(attempt, .failed(Fault(kinds.randomElement(using: &random)!, "in words"))))
    }
    switch effect {
    case .openSession(_, let slug, _, let consent):
      let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
      let id = SessionID(randomBytes: bytes)
      let ref = SessionRef(
        id: id, link: "https://gallery.example/s/\(id)", staysHere: consent?.uploads == false)
      sessions.append(Stored(event: events.first { $0.slug == slug }!, ref: ref))
      handle(.answered(attempt, .sessionOpened(ref)))
    case .awaitLiveFrame, .freezeFrame:
      let age = Int.random(in: 0...1400, using: &random)
      handle(.answered(attempt, .liveFrameSeen(capturedAt: now - .milliseconds(age))))
    case .startClip(_, let session, let strip): save(attempt, .video, session, strip)
    case .takePhoto(_, let session, let strip, _, _): save(attempt, .photo, session, strip)
    case .finishSession(_, let ref, let quiet):
      store(ref, quiet: quiet)
      handle(.answered(attempt, .sessionQueued))
    case .keepAddress: handle(.answered(attempt, .addressKept))
    case .orderPrints(_, _, let copies, _, _): handle(.answered(attempt, .printsOrdered(copies)))
    case .checkStorage, .settlePhoto, .keepMarks: handle(.answered(attempt, .storageReady))
    default: broken.append("\(effect) is no question")
    }
  }

  private mutating func aTiming() -> ShutterTiming {
    ShutterTiming(
      lag: .milliseconds(Int.random(in: 0...2000, using: &random)),
      focus: chance(0.5) ? .milliseconds(Int.random(in: 100...2000, using: &random)) : nil)
  }

  private mutating func store(_ ref: SessionRef, quiet: Bool) {
    guard let index = sessions.firstIndex(where: { $0.ref == ref }) else { return }
    sessions[index].isFinished = true
    sessions[index].isQuiet = quiet
  }

  private mutating func save(_ attempt: AttemptID, _ kind: AssetKind, _ session: SessionRef, _ strip: Int) {
    guard let index = sessions.firstIndex(where: { $0.ref == session }) else {
      return broken.append("a file for a session nobody opened")
    }
    // A store takes no file of a session that was discarded.
    guard !sessions[index].isDiscarded else {
      return handle(.answered(attempt, .failed(Fault(.storage, "no such session"))))
    }
    let asset =
      kind == .photo
      ? Asset.photo(nextAsset, of: session, strip: strip) : Asset.clip(nextAsset, of: session, strip: strip)
    nextAsset += 1
    sessions[index].files.append(asset)
    let isAwaited = flow.state.awaited.contains(attempt)
    let seemsSpoiled = kind == .photo && chance(0.35)
    let saved: Answer = kind == .photo ? .photoSaved(asset) : .clipSaved(asset)
    handle(.answered(attempt, seemsSpoiled ? .photoDoubted(asset, PhotoDoubt(.dark, "in words")) : saved))
    if isAwaited { acknowledged.append(asset) } else { checkLate(asset) }
    checkKept()
  }

  /// The one way in: the flow decides, the small world carries it out, the laws are checked.
  mutating func handle(_ input: BoothInput) {
    let before = flow
    let effects = flow.handle(input, at: now)
    for effect in effects { perform(effect) }
    visited.insert(StateKind(flow.state))
    checkLaws(before, input, effects)
  }

  private mutating func perform(_ effect: BoothEffect) {
    if let attempt = effect.asks {
      if attempt.number <= highestAttempt { broken.append("\(attempt) is used twice") }
      highestAttempt = max(highestAttempt, attempt.number)
      questions.append((attempt, effect))
    }
    switch effect {
    case .startLiveView:
      if liveViewRuns { broken.append("live view is started twice") }
      liveViewRuns = true
    case .stopLiveView:
      if !liveViewRuns { broken.append("a live view that does not run is stopped") }
      liveViewRuns = false
    case .startClip(let attempt, _, _): runningClips.insert(attempt)
    case .finishClip(let attempt):
      if runningClips.remove(attempt) == nil { broken.append("\(attempt) is no running clip to finish") }
    case .cancelClip(let attempt):
      if runningClips.remove(attempt) == nil { broken.append("\(attempt) is no running clip to cancel") }
      questions.removeAll { $0.attempt == attempt }
    case .discard(let assets, _):
      for asset in assets {
        discarded.insert(asset.id)
        for index in sessions.indices { sessions[index].files.removeAll { $0.id == asset.id } }
      }
    case .discardSession(let ref, let reason):
      guard let index = sessions.firstIndex(where: { $0.ref == ref }) else { break }
      let isTakenBack = reason == .erase && !sessions[index].isQuiet
      if sessions[index].isFinished, !isTakenBack { broken.append("a finished session is deleted") }
      sessions[index].isDiscarded = true
      discarded.formUnion(sessions[index].files.map(\.id))
      sessions[index].files = []
    case .finishSession(_, let ref, let quiet):
      guard let index = sessions.firstIndex(where: { $0.ref == ref }) else { break }
      if sessions[index].isDiscarded { broken.append("a deleted session is finished") }
      // Sometimes it is done long before the answer, or before a kill.
      if chance(0.3) { store(ref, quiet: quiet) }
    case .awaitLiveFrame, .focus, .takePhoto, .settlePhoto, .freezeFrame, .keepMarks, .openSession, .beginComposite,
      .keepAddress, .orderPrints, .checkStorage,
      .useEvent, .shutDown, .ignore:
      break
    }
  }
}

extension BoothState {
  fileprivate var isTyping: Bool {
    if case .address(let form) = self, case .typing = form.phase { true } else { false }
  }
}
