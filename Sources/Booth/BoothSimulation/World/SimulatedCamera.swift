import BoothCore

/// What the camera's shutter gave.
enum PhotoShot { case good, broken, dark }

/// The camera as a thing: what it does when it is called, and what goes wrong with it.
final class SimulatedCamera {
  /// What is wrong with it until a step of the recovery ladder helps, or until it goes by itself.
  private struct Ailment {
    var kind: FaultKind
    /// The step that helps; nil: only time does.
    var cure: RecoveryRung?
    var until: Int64
  }

  var random: SeededRandom
  private(set) var isThere = true
  /// What the next calls do, by the kind of call.
  private var armedPhotos: [FaultKind] = []
  private var armedOpens: [FaultKind] = []
  private var hangingLiveViews = 0
  private var armedClips: [FaultKind] = []
  /// The generation that holds the device.
  private(set) var holder: CameraGeneration?
  /// When its frames stopped coming, in the night's nanoseconds.
  private var frozen: (generation: CameraGeneration, at: Int64)?
  /// Since when its frames cannot be decoded, in the night's nanoseconds; they go on coming.
  private var garbled: (generation: CameraGeneration, at: Int64)?
  private var ailment: Ailment?
  /// Counts its ailments, so that each has words of its own.
  private var sickness = 0
  private var armedSteps: [FaultKind] = []

  /// How long it really takes from a command; nil: unknown.
  private let timing: ShutterTiming?

  init(random: SeededRandom, timing: ShutterTiming?) {
    self.random = random
    self.timing = timing
  }

  func calm() {
    isThere = true
    armedPhotos = []
    armedOpens = []
    armedClips = []
    armedSteps = []
    hangingLiveViews = 0
    ailment = nil
  }

  func arm(_ kind: FaultKind) {
    switch kind {
    case .openFails, .openHangs: armedOpens.append(kind)
    case .clipFails, .clipEnds, .clipLate: armedClips.append(kind)
    case .liveViewHangs: hangingLiveViews += 1
    case .stepFails, .stepHangs: armedSteps.append(kind)
    default: armedPhotos.append(kind)
    }
  }

  func vanish(at now: Int64) {
    isThere = false
    if let holder { frozen = (holder, now) }
  }

  func comeBack() { isThere = true }
  func freeze(at now: Int64) { if let holder { frozen = (holder, now) } }
  func hold(_ generation: CameraGeneration, at now: Int64) {
    holder = generation
    switch ails(at: now) {
    case .cameraMute, .dialTurned: frozen = (generation, now)
    case .framesGarbled: garbled = (generation, now)
    default: break
    }
  }
  func close(_ generation: CameraGeneration) { if holder == generation { holder = nil } }
  /// The process is gone, and its claims with it.
  func released() { (holder, frozen, garbled) = (nil, nil, nil) }
  func powerCycled() {
    (armedOpens, armedPhotos, hangingLiveViews) = ([], [], 0)
    ailment = nil
  }

  /// Falls ill: busy, without frames, with frames that are no pictures, or for all its photos.
  func sicken(_ kind: FaultKind, until: Int64, at now: Int64) {
    sickness += 1
    if Self.isSeenToByPeople(kind) {
      ailment = Ailment(kind: kind, cure: nil, until: until)
      if kind == .dialTurned { freeze(at: now) }
      return
    }
    let cures: [RecoveryRung?] = [.release, .reopen, .resetUSB, .resetUSB, .cutPower, nil]
    ailment = Ailment(kind: kind, cure: random.pick(cures), until: until)
    if kind == .cameraMute { freeze(at: now) }
    if kind == .framesGarbled, let holder { garbled = (holder, now) }
  }

  /// No step of the ladder empties a card or turns a dial.
  static func isSeenToByPeople(_ kind: FaultKind) -> Bool {
    switch kind {
    case .cardFull, .photosRefused, .photosAllFail, .dialTurned: true
    default: false
    }
  }

  /// What it says of itself.
  func condition(at now: Int64) -> CameraCondition {
    let ailment = ails(at: now)
    return CameraCondition(
      battery: "87%", freeMegabytes: ailment == .cardFull ? 0 : 30_000, captureTarget: .card,
      liveViewRefusal: ailment == .dialTurned ? "Exposure Program Mode is not P/A/S/M" : nil)
  }

  /// What every photo fails with now; nil while they may come.
  func refusal(at now: Int64) -> CameraError? {
    switch ails(at: now) {
    case .cardFull, .photosRefused:
      CameraError(.refusesPhotos, subject: "simulated camera", detail: "it takes no photos (\(sickness))")
    case .photosAllFail:
      CameraError(.failed, subject: "simulated camera", detail: "every photo fails (\(sickness))")
    default: nil
    }
  }

  private func ails(at now: Int64) -> FaultKind? {
    if let ailment, now >= ailment.until { self.ailment = nil }
    return ailment?.kind
  }

  /// How long a step of the recovery ladder takes, or nil when it never returns, and what comes of it.
  func take(_ rung: RecoveryRung, at now: Int64) -> (Int64?, CameraError?) {
    let wait = random.milliseconds(50...2500)
    if !armedSteps.isEmpty {
      let hangs = armedSteps.removeFirst() == .stepHangs
      return (hangs ? nil : wait, CameraError(.failed, subject: "simulated camera", detail: "the step is refused"))
    }
    guard isThere || rung == .cutPower else { return (wait, .unplugged) }
    if ailment?.cure == rung { ailment = nil }
    if rung == .cutPower, ailment?.cure != nil { powerCycled() }
    return (wait, nil)
  }

  /// When the frames of a generation stopped, or nil while they come.
  func framesEnd(_ generation: CameraGeneration) -> Int64? {
    guard let frozen, frozen.generation == generation else { return holder == generation ? nil : 0 }
    return frozen.at
  }

  /// Since when the frames of a generation are no pictures, or nil while they are.
  func garbledSince(_ generation: CameraGeneration) -> Int64? {
    garbled.flatMap { $0.generation == generation ? $0.at : nil }
  }

  func showsPictures(_ generation: CameraGeneration) -> Bool {
    framesEnd(generation) == nil && garbledSince(generation) == nil
  }

  /// How long opening takes and what comes of it; nil: it never returns.
  func open(at now: Int64) -> (Int64, Result<CameraDescription, CameraError>)? {
    let wait = random.milliseconds(60...1500)
    guard isThere else { return (wait, .failure(.unplugged)) }
    if ailment?.cure == .reopen { ailment = nil }
    if ails(at: now) == .cameraBusy {
      return (wait, .failure(CameraError(.busy, subject: "simulated camera", detail: "it is busy")))
    }
    guard armedOpens.isEmpty else {
      // A hang may end after the caller has given up.
      if armedOpens.removeFirst() == .openHangs {
        return random.percent(50) ? nil : (random.milliseconds(20_500...60_000), .success(description))
      }
      return (wait, .failure(CameraError(.failed, subject: "simulated camera", detail: "it could not be claimed")))
    }
    var description = description
    description.condition = condition(at: now)
    return (wait, .success(description))
  }

  /// How long a call takes, or nil when it never returns, and what comes of it.
  func perform(_ work: CameraCall, _ generation: CameraGeneration, at now: Int64) -> (
    Int64?, Result<PhotoShot, CameraError>
  ) {
    let wait = random.milliseconds(work == .takePhoto ? 150...1200 : 5...300)
    guard isThere, holder == generation else {
      return (
        wait, .failure(CameraError(.disconnected, subject: "simulated camera", detail: "it was there and is gone"))
      )
    }
    switch work {
    case .focus: return (wait, .success(.good))
    case .startLiveView where ails(at: now) == .dialTurned:
      return (wait, .failure(CameraError(.failed, subject: "simulated camera", detail: "live view is refused")))
    case .startLiveView, .stopLiveView:
      guard hangingLiveViews > 0 else { return (wait, .success(.good)) }
      hangingLiveViews -= 1
      return (nil, .success(.good))
    case .takePhoto: break
    }
    if ailment?.kind == .cameraBusy {
      return (wait, .failure(CameraError(.busy, subject: "simulated camera", detail: "it is busy")))
    }
    if let refusal = refusal(at: now) { return (wait, .failure(refusal)) }
    guard !armedPhotos.isEmpty else { return (wait, .success(.good)) }
    switch armedPhotos.removeFirst() {
    case .noFocus:
      return (wait, .failure(CameraError(.focusFailed, subject: "simulated camera", detail: "no focus")))
    case .badPicture:
      if random.percent(50) { return (wait, .success(.broken)) }
      return (wait, .failure(CameraError(.badPicture, subject: "simulated camera", detail: "the picture is cut")))
    case .darkPhoto: return (wait, .success(.dark))
    case .photoHangs: return (nil, .success(.good))
    case .photoLate: return (random.milliseconds(9_000...40_000), .success(.good))
    default:
      return (wait, .failure(CameraError(.failed, subject: "simulated camera", detail: "the camera said no")))
    }
  }

  /// After how long a clip that was just begun ends by itself, or nil.
  func clipEnding() -> Int64? {
    guard let index = armedClips.firstIndex(where: { $0 == .clipEnds || $0 == .clipFails }) else { return nil }
    armedClips.remove(at: index)
    return random.milliseconds(0...9_000)
  }

  /// How long the last part of a clip takes to be written.
  func clipDelay() -> Int64 {
    guard let index = armedClips.firstIndex(of: .clipLate) else { return random.milliseconds(100...1500) }
    armedClips.remove(at: index)
    return random.milliseconds(10_000...60_000)
  }

  private var description: CameraDescription {
    var description = CameraDescription(
      id: "simulated", model: "simulated camera", driver: "simulation", takesStills: true, formats: [])
    description.shutter = timing
    return description
  }
}
