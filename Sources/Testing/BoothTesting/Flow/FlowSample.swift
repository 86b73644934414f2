public import BoothCore
public import Testing

/// One flow in one kind of state, reached by real inputs.
public struct FlowSample: Sendable, CustomTestStringConvertible {
  public var testDescription: String { name }
  /// What distinguishes it, in words: `capture: countdown, the question "cancel everything?" stands`.
  public let name: String
  public let kind: StateKind
  public let flow: BoothFlow
  public let now: Instant
  /// The questions whose answer the state waits for, by what was asked.
  public let awaited: [(attempt: AttemptID, effect: BoothEffect)]

  public var liveViewRuns: Bool { kind == .look || kind == .opening || kind.isCapture }

  init(_ kind: StateKind, _ detail: String? = nil, _ walk: (inout FlowTrail) -> Void) {
    self.kind = kind
    name = kind.rawValue + (detail.map { ", \($0)" } ?? "")
    var trail = FlowTrail()
    walk(&trail)
    flow = trail.flow
    now = trail.now
    let waits = flow.state.awaited
    awaited = trail.asked.filter { waits.contains($0.attempt) }
  }

  /// Every kind of state, and the variants in which something is decided differently.
  public static let all: [FlowSample] = beforeSessions + captures + afterCaptures

  private static let beforeSessions: [FlowSample] = [
    FlowSample(.starting) { _ in },
    FlowSample(.resumeOffer) { $0.boot(.wedding, interrupted: [.sample(photos: 2)]) },
    FlowSample(.eventSelection, "no event chosen yet") {
      $0.send(.booted(Boot(events: [.wedding, .thenAndNow], selected: nil, interrupted: [])))
    },
    FlowSample(.eventSelection, "an event chosen before") {
      $0.boot(.wedding, .thenAndNow)
      $0.send(.requested(.changeEvent))
    },
    FlowSample(.idle) { $0.boot(.wedding, .thenAndNow) },
    FlowSample(.idle, "several languages") { $0.boot(.exhibition, .thenAndNow) },
    FlowSample(.consent, "its first second") { $0.ask() },
    FlowSample(.consent, "later") {
      $0.ask()
      $0.advance(.seconds(1))
    },
    FlowSample(.consent, "at the answer that keeps photos here") {
      $0.ask()
      $0.advance(.seconds(1))
      $0.press(.next)
    },
    FlowSample(.look, "its first second") { $0.askForLook() },
    FlowSample(.look, "later") {
      $0.askForLook()
      $0.advance(.seconds(1))
    },
    FlowSample(.look, "moved by hand") {
      $0.askForLook()
      $0.advance(.seconds(1))
      $0.press(.next)
    },
    FlowSample(.look, "the last of the last round") {
      $0.askForLook()
      for _ in 1..<4 { $0.waitUntilDue() }
    },
    FlowSample(.opening) { $0.open(.wedding) },
    FlowSample(.settings) {
      $0.boot(.wedding, .thenAndNow)
      $0.send(.requested(.openSettings))
    },
    FlowSample(.settings, "opened in a pause") {
      $0.boot(.wedding, .thenAndNow)
      $0.send(.requested(.pause))
      $0.send(.requested(.openSettings))
    },
    FlowSample(.paused) {
      $0.boot(.wedding, .thenAndNow)
      $0.send(.requested(.pause))
    },
    FlowSample(.paused, "closed") {
      $0.boot(.wedding, .thenAndNow)
      $0.send(.hoursChanged(Closing(opensAt: 540, weekday: nil)))
    },
    FlowSample(.paused, "by the operator, while it is closed") {
      $0.boot(.wedding, .thenAndNow)
      $0.send(.hoursChanged(Closing(opensAt: 540, weekday: nil)))
      $0.send(.requested(.pause))
    },
    FlowSample(.idle, "opened outside of its hours") {
      $0.boot(.wedding, .thenAndNow)
      $0.send(.hoursChanged(Closing(opensAt: 540, weekday: nil)))
      $0.send(.requested(.resume))
    },
    FlowSample(.settings, "opened while it is closed") {
      $0.boot(.wedding, .thenAndNow)
      $0.send(.hoursChanged(Closing(opensAt: 540, weekday: nil)))
      $0.send(.requested(.openSettings))
    },
    FlowSample(.outOfOrderCamera) {
      $0.boot(.wedding, .thenAndNow)
      $0.send(.cameraChanged(.outOfOrder("the camera is unplugged")))
    },
    FlowSample(.outOfOrderStorage, "before the next look") {
      $0.open(.wedding)
      $0.answer(.failed(Fault(.storage, "the disk is full")))
    },
    FlowSample(.outOfOrderStorage, "looking") {
      $0.open(.wedding)
      $0.answer(.failed(Fault(.storage, "the disk is full")))
      $0.waitUntilDue()
    },
    FlowSample(.outOfOrderNoRoom) {
      $0.boot(.wedding, .thenAndNow)
      $0.send(.storageChanged(StorageNews(.full, "the disk is full")))
    },
    FlowSample(.outOfOrderNoEvents) { $0.send(.booted(Boot(events: [], selected: nil, interrupted: []))) },
    FlowSample(.stopped) {
      $0.boot(.wedding)
      $0.send(.requested(.shutDown))
    },
  ]

  private static let captures: [FlowSample] = [
    FlowSample(.aiming) {
      $0.open(.thenAndNow)
      $0.answer(.sessionOpened(.sample()))
    },
    FlowSample(.aiming, "at a location") { $0.aim() },
    FlowSample(.freezingFrame) {
      $0.aim()
      $0.send(.marked(.begin))
    },
    FlowSample(.markingPoints, "nothing set yet") { $0.mark(points: 0) },
    FlowSample(.markingPoints, "the second of a pair") { $0.mark(points: 3) },
    FlowSample(.markingPoints, "four pairs") { $0.mark(points: 8) },
    FlowSample(.markingPoints, "the last of six") { $0.mark(points: 11) },
    FlowSample(.keepingMarks) { $0.mark(points: 12) },
    FlowSample(.gettingReadyForClip) {
      $0.open(.wedding)
      $0.answer(.sessionOpened(.sample()))
    },
    FlowSample(.recording) { $0.record(.wedding) },
    FlowSample(.gettingReadyForCountdown, "the clip being written") {
      $0.record(.wedding)
      $0.waitUntilDue()
    },
    FlowSample(.countdown) { $0.count(.photos) },
    FlowSample(.countdown, "\"cancel everything?\" asked") {
      $0.count(.photos)
      $0.press(.cancel)
    },
    FlowSample(.countdown, "the photo triggered before zero") {
      $0.send(.cameraChanged(.timing(ShutterTiming(lag: .milliseconds(1600)))))
      $0.count(.photos)
      $0.waitUntilDue()
    },
    FlowSample(.takingPhoto, "first try") { $0.shoot(.photos) },
    FlowSample(.takingPhoto, "second try") {
      $0.shoot(.photos)
      $0.answer(.failed(Fault(.focus, "no focus")))
    },
    FlowSample(.takingPhoto, "from the live view") {
      $0.shoot(.photos)
      $0.answer(.failed(Fault(.focus, "no focus")))
      $0.answer(.failed(Fault(.focus, "no focus")))
    },
    FlowSample(.takingPhoto, "again, as the first was doubted") {
      $0.shoot(.photos)
      $0.answer(.photoDoubted(.photo(1), PhotoDoubt(.unlit, "in words")))
      $0.answer(.liveFrameSeen(capturedAt: $0.now))
      $0.waitUntilDue()
    },
    FlowSample(.settling, "the second did not come") {
      $0.shoot(.photos)
      $0.answer(.photoDoubted(.photo(1), PhotoDoubt(.unlit, "in words")))
      $0.answer(.liveFrameSeen(capturedAt: $0.now))
      $0.waitUntilDue()
      $0.waitUntilDue()
    },
    FlowSample(.review, "doubted twice") {
      $0.shoot(.photos)
      $0.answer(.photoDoubted(.photo(1), PhotoDoubt(.unlit, "in words")))
      $0.answer(.liveFrameSeen(capturedAt: $0.now))
      $0.waitUntilDue()
      $0.answer(.photoDoubted(.photo(2), PhotoDoubt(.unlit, "in words")))
    },
    FlowSample(.review, "strip 1 of 3") {
      $0.shoot(.photos)
      $0.answer(.photoSaved(.photo(1)))
    },
    FlowSample(.review, "the last strip") {
      $0.shoot(.thenAndNow)
      $0.answer(.photoSaved(.photo(1)))
    },
    FlowSample(.review, "\"cancel everything?\" asked") {
      $0.shoot(.thenAndNow)
      $0.answer(.photoSaved(.photo(1)))
      $0.press(.cancel)
    },
    FlowSample(.tryAgain, "nothing kept") {
      $0.shoot(.photos)
      $0.answer(.failed(Fault(.camera, "unplugged")))
    },
    FlowSample(.tryAgain, "a photo kept") {
      $0.shoot(.photos)
      $0.answer(.photoSaved(.photo(1)))
      $0.press(.start)
      $0.answer(.liveFrameSeen(capturedAt: $0.now))
      $0.waitUntilDue()
      $0.answer(.failed(Fault(.camera, "unplugged")))
    },
  ]

  private static let afterCaptures: [FlowSample] = [
    FlowSample(.awaitingClips, "two of them") { $0.finishOnPress() },
    FlowSample(.awaitingClips, "the last") {
      $0.finishOnPress()
      $0.answer(.clipSaved(.clip(1))) { if case .startClip = $0 { true } else { false } }
    },
    FlowSample(.awaitingClips, "\"cancel everything?\" asked") {
      $0.finishOnPress()
      $0.press(.cancel)
      $0.advance(.seconds(1))
    },
    FlowSample(.queueing) { $0.queue() },
    FlowSample(.queueing, "quietly") {
      $0.boot(.wedding, interrupted: [.sample(photos: 2)])
      $0.waitUntilDue()
    },
    FlowSample(.refused) {
      $0.queue()
      $0.answer(.failed(Fault(.storage, "the disk is full")))
    },
    FlowSample(.qr, "its first three seconds") {
      $0.queue()
      $0.answer(.sessionQueued)
    },
    FlowSample(.qr, "later") {
      $0.queue()
      $0.answer(.sessionQueued)
      $0.advance(.seconds(3))
    },
    FlowSample(.qr, "\"cancel everything?\" asked") {
      $0.queue()
      $0.answer(.sessionQueued)
      $0.advance(.seconds(3))
      $0.press(.cancel)
      $0.advance(.seconds(1))
    },
    FlowSample(.askingForPrint, "its first second") { $0.offerPrint() },
    FlowSample(.askingForPrint, "later") {
      $0.offerPrint()
      $0.advance(.seconds(1))
    },
    FlowSample(.askingForPrint, "moved by hand to none") {
      $0.offerPrint()
      $0.advance(.seconds(1))
      $0.press(.previous)
    },
    FlowSample(.askingForPrint, "the last of the last round") {
      $0.offerPrint()
      for _ in 1..<6 { $0.waitUntilDue() }
    },
    FlowSample(.askingForPrint, "which layout") {
      $0.offerPrint(.layouts)
      $0.advance(.seconds(1))
    },
    FlowSample(.askingForPrint, "no layout, by hand") {
      $0.offerPrint(.layouts)
      $0.advance(.seconds(1))
      $0.press(.previous)
    },
    FlowSample(.askingForPrint, "with a layout") {
      $0.offerPrint(.layouts)
      $0.advance(.seconds(1))
      $0.press(.start)
      $0.advance(.seconds(1))
    },
    FlowSample(.orderingPrint) {
      $0.offerPrint()
      $0.advance(.seconds(1))
      $0.press(.start)
    },
    FlowSample(.qr, "with addresses taken") { $0.offerAddress() },
    FlowSample(.typingAddress) {
      $0.offerAddress()
      $0.press(.next)
    },
    FlowSample(.keepingAddress) {
      $0.offerAddress()
      $0.press(.next)
      $0.send(.addressGiven)
    },
    FlowSample(.idle, "the last code still small") {
      $0.queue()
      $0.answer(.sessionQueued)
      $0.waitUntilDue()
    },
    FlowSample(.qr, "of photos that stay here: no code") {
      $0.ask()
      $0.advance(.seconds(1))
      $0.press(.next)
      $0.press(.start)
      $0.answer(.sessionOpened(.sample(staysHere: true)))
      $0.answer(.liveFrameSeen(capturedAt: $0.now))
      $0.waitUntilDue()
      $0.answer(.photoSaved(.photo(1, of: .sample(staysHere: true))))
      $0.waitUntilDue()
      $0.answer(.sessionQueued)
      $0.advance(.seconds(3))
    },
  ]
}

extension Interrupted {
  /// A session of the wedding with its first strips taken.
  public static func sample(_ number: UInt8 = 1, photos: Int) -> Interrupted {
    let session = SessionRef.sample(number)
    let takes = (0..<3).map { strip in
      strip < photos
        ? Take(
          photo: .photo(Int64(number) * 100 + Int64(strip), of: session, strip: strip),
          clip: .clip(Int64(number) * 100 + 50 + Int64(strip), of: session, strip: strip)) : Take()
    }
    return Interrupted(session: session, event: "wedding", plan: FlowEvent.wedding.plan, takes: takes)
  }
}

extension FlowTrail {
  mutating func boot(_ events: FlowEvent..., interrupted: [Interrupted] = []) {
    send(.booted(Boot(events: events, selected: events[0].slug, interrupted: interrupted)))
  }

  mutating func open(_ event: FlowEvent) {
    send(.booted(Boot(events: [event, .lab], selected: event.slug, interrupted: [])))
    press(.start)
  }

  /// A person aims at a location.
  mutating func aim() {
    open(.location)
    answer(.sessionOpened(.sample()))
  }

  /// Points are marked: so many are set.
  mutating func mark(points: Int) {
    aim()
    send(.marked(.begin))
    answer(.liveFrameSeen(capturedAt: now))
    for point in 0..<points {
      let place = PicturePoint(x: 0.1 + 0.125 * Double(point / 2), y: point / 2 % 2 == 0 ? 0.25 : 0.75)
      send(.marked(.point(point % 2 == 0 ? .old : .frame, place)))
      send(.marked(.set))
    }
    // Elsewhere, where another may be set.
    send(.marked(.point(points % 2 == 0 ? .old : .frame, PicturePoint(x: 0.9, y: 0.5))))
  }

  mutating func record(_ event: FlowEvent) {
    open(event)
    answer(.sessionOpened(.sample()))
    answer(.liveFrameSeen(capturedAt: now))
  }

  mutating func count(_ event: FlowEvent) {
    open(event)
    answer(.sessionOpened(.sample()))
    if case .aiming = kind { press(.start) }
    answer(.liveFrameSeen(capturedAt: now))
  }

  mutating func shoot(_ event: FlowEvent) {
    count(event)
    waitUntilDue()
  }

  mutating func queue() {
    shoot(.thenAndNow)
    answer(.photoSaved(.photo(1)))
    waitUntilDue()
  }

  /// The code of a session whose guests may leave an e-mail address.
  mutating func offerAddress() {
    shoot(.emails)
    answer(.photoSaved(.photo(1)))
    waitUntilDue()
    answer(.sessionQueued)
    advance(.seconds(3))
  }

  /// The session of an event that prints, at a booth with a printer, is queued.
  mutating func offerPrint(_ event: FlowEvent = .prints) {
    shoot(event)
    send(.printerChanged(.ready))
    answer(.photoSaved(.photo(1)))
    waitUntilDue()
    answer(.sessionQueued)
  }

  /// Start was pressed at the event that asks its guests.
  mutating func ask() {
    boot(.exhibition, .thenAndNow)
    press(.start)
  }

  /// Start was pressed at the event with two looks.
  mutating func askForLook() {
    boot(.looks, .thenAndNow)
    press(.start)
  }

  /// A session of two strips whose clips are both still being written when it ends.
  mutating func finishOnPress() {
    open(.onPress)
    answer(.sessionOpened(.sample()))
    for strip in 0..<2 {
      press(.start)
      answer(.liveFrameSeen(capturedAt: now))
      waitUntilDue()
      answer(.liveFrameSeen(capturedAt: now))
      waitUntilDue()
      answer(.photoSaved(.photo(Int64(strip), strip: strip)))
      waitUntilDue()
    }
  }
}

extension BoothState {
  /// The attempts whose answer this state waits for.
  public var awaited: Set<AttemptID> {
    switch self {
    case .opening(let attempt, _), .outOfOrder(.storage(_, let attempt, _)): return [attempt]
    case .capture(let capture):
      let clips = Set(capture.takes.compactMap(\.pendingClip))
      switch capture.phase {
      case .gettingReady(let attempt, _, _), .takingPhoto(let attempt, _, _),
        .countdown(_, step: .triggered(let attempt)), .settling(let attempt, _, _):
        return clips.union([attempt])
      case .marking(let marking, _):
        switch marking.stage {
        case .freezing(let attempt), .keeping(let attempt): return clips.union([attempt])
        case .setting: return clips
        }
      case .aiming, .recording, .countdown, .review, .tryAgain: return clips
      }
    case .upload(let upload):
      switch upload.phase {
      case .awaitingClips(let clips, _): return Set(clips)
      case .queueing(let attempt, _): return [attempt]
      case .refused: return []
      }
    case .address(let form): if case .keeping(let attempt, _) = form.phase { return [attempt] } else { return [] }
    case .print(let form): if case .ordering(let attempt, _, _) = form.phase { return [attempt] } else { return [] }
    case .starting, .resumeOffer, .eventSelection, .idle, .consent, .look, .qr, .settings, .paused, .outOfOrder,
      .stopped:
      return []
    }
  }
}
