import BoothTesting
import FoundationEssentials

@testable import BoothCore

extension SimulatedNight {
  /// What holds after every input.
  mutating func checkLaws(_ before: BoothFlow, _ input: BoothInput, _ effects: [BoothEffect]) {
    if effects.isEmpty, before == flow {
      broken.append("\(input) in \(before.state) is met with silence")
    }
    let kind = StateKind(flow.state)
    if liveViewRuns != (kind == .look || kind == .opening || kind.isCapture) {
      broken.append("live view \(liveViewRuns) in \(kind)")
    }
    var recording: Set<AttemptID> = []
    if case .capture(let capture) = flow.state {
      if case .recording(let attempt, _, _) = capture.phase { recording = [attempt] }
      if capture.strip >= capture.plan.strips.count { broken.append("there is no strip \(capture.strip)") }
    }
    if runningClips != recording { broken.append("clips \(runningClips) run in \(kind), not \(recording)") }
    if case .countdown = kind, StateKind(before.state) != .countdown { checkFreshness(input) }
    checkQR()
    if kind == .idle, flow.isClosed { broken.append("guests are invited outside of the opening hours") }
    if kind == .paused, !flow.isClosed, flow.isHeld != true {
      broken.append("it is paused, and neither closed nor held")
    }
    if steps % 8 == 0 { checkThereIsAWayOut(kind) }
    if steps % 16 == 0 { checkCoding(input, effects) }
  }

  /// No countdown starts on a frame older than a second.
  private mutating func checkFreshness(_ input: BoothInput) {
    guard case .answered(_, .liveFrameSeen(let capturedAt)) = input, now - capturedAt <= .seconds(1) else {
      return broken.append("a countdown starts on \(input)")
    }
  }

  /// No guests see the code of guests who walked away, or of a session that is not safe.
  private mutating func checkQR() {
    let scene = Scene(flow)
    var links = [scene.previousLink].compactMap { $0 }
    if case .qr(let link?, _) = scene.content { links.append(link) }
    for link in links {
      guard let stored = sessions.first(where: { $0.ref.link == link }) else {
        broken.append("a code for no session")
        continue
      }
      if !stored.isFinished || stored.isQuiet { broken.append("a code is shown for a quiet or unfinished session") }
      if stored.isDiscarded { broken.append("a code is shown for an erased session") }
    }
  }

  /// Every file the guests were told of is in front of the camera, finished, deleted by name, or durable for the next
  /// start.
  mutating func checkKept() {
    guard flow.state != .stopped else { return }
    var held: Set<AssetID> = []
    switch flow.state {
    case .capture(let capture): held = Set(capture.takes.flatMap { [$0.photo, $0.clip] }.compactMap { $0?.id })
    default: break
    }
    acknowledged.removeAll { asset in
      discarded.contains(asset.id) || sessions.contains { $0.isFinished && $0.ref.id == asset.session }
    }
    for asset in acknowledged where !held.contains(asset.id) && !isSettling(asset) {
      broken.append("\(asset.kind) \(asset.id) is lost in \(StateKind(flow.state))")
    }
  }

  /// Its session is in an upload that has not been queued yet, or waits to be resumed.
  private func isSettling(_ asset: Asset) -> Bool {
    if case .upload(let upload) = flow.state, upload.session.id == asset.session { return true }
    if case .resumeOffer(let interrupted, _) = flow.state, interrupted.session.id == asset.session { return true }
    return (flow.leftovers + [flow.offer].compactMap { $0 }).contains { $0.session.id == asset.session }
  }

  /// A late file was deleted by name, and is part of nothing.
  mutating func checkLate(_ asset: Asset) {
    if !discarded.contains(asset.id) { broken.append("late \(asset.kind) \(asset.id) was not deleted") }
    if case .capture(let capture) = flow.state,
      capture.takes.contains(where: { $0.photo?.id == asset.id || $0.clip?.id == asset.id })
    {
      broken.append("late \(asset.kind) \(asset.id) became part of a take")
    }
  }

  /// Some input that needs no operator leads on (where only the operator should: the operator's).
  private mutating func checkThereIsAWayOut(_ kind: StateKind) {
    guard kind != .stopped else { return }
    var inputs = Press.allCases.map { BoothInput.pressed($0) } + [.cameraChanged(.ready)]
    for attempt in flow.state.awaited {
      inputs += [
        .answered(attempt, .storageReady), .answered(attempt, .sessionQueued),
        .answered(attempt, .failed(Fault(.camera, ""))),
      ]
    }
    if kind == .paused || kind == .outOfOrderNoEvents { inputs = [.requested(.resume), .requested(.openSettings)] }
    if kind == .outOfOrderNoRoom { inputs.append(.storageChanged(StorageNews(.plenty, ""))) }
    if kind == .starting { inputs = [.booted(Boot(events: [], selected: nil, interrupted: []))] }
    var leaves = inputs.contains { input in
      var copy = flow
      _ = copy.handle(input, at: now)
      return copy.state != flow.state
    }
    // The first thing that is due may be another's: the small code of the guests before, or the language.
    let others = (flow.previousQR == nil ? 0 : 1) + (flow.language == nil ? 0 : 1)
    var (copy, moment) = (flow, now)
    for _ in 0...others where !leaves {
      guard let due = copy.wakeUp else { break }
      moment = max(moment, due)
      _ = copy.handle(.timePassed, at: moment)
      leaves = copy.state != flow.state
    }
    if !leaves { broken.append("no input leaves \(kind)") }
  }

  private mutating func checkCoding(_ input: BoothInput, _ effects: [BoothEffect]) {
    do {
      let encoder = JSONEncoder()
      let decoder = JSONDecoder()
      let state = try decoder.decode(BoothFlow.self, from: encoder.encode(flow))
      let again = try decoder.decode(BoothInput.self, from: encoder.encode(input))
      let caused = try decoder.decode([BoothEffect].self, from: encoder.encode(effects))
      if state != flow || again != input || caused != effects { broken.append("JSON changes \(input) or \(effects)") }
    } catch {
      broken.append("JSON refuses \(input) or \(effects): \(error)")
    }
  }
}
