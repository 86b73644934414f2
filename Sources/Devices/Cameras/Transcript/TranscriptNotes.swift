import BoothCore

/// What was seen of a camera, call by call and frame by frame, and the script that behaves like it. A pure value.
struct TranscriptNotes: Sendable {
  enum Call: String, Sendable { case open, start, stop, still, focus }

  /// Between two frames, more than their numbers account for.
  private struct Gap: Sendable {
    /// The number of the first frame that did not come.
    var frame: Int
    var from: Instant
    var to: Instant
    var excess: Duration
  }

  private(set) var took: [Call: [Duration]] = [:]
  private(set) var faults: [MockFault] = []
  private(set) var description: CameraDescription?
  private(set) var format: LiveViewFormat?
  private(set) var stillSize: PixelSize?
  private(set) var frames = 0
  private(set) var isLost = false
  /// When it was surely there last: a frame was captured, or a call did what it should.
  private(set) var lastSign: Instant?
  private var running: (call: Call, since: Instant)?
  private var calls: [(from: Instant, to: Instant)] = []
  private var gaps: [Gap] = []
  private var periods: [Duration] = []
  private var firstFrames: [Duration] = []
  private var startedAt: Instant?
  private var last: (sequence: UInt64, at: Instant)?

  // MARK: Calls

  mutating func began(_ call: Call, at now: Instant) {
    running = (call, now)
    if call == .start { (startedAt, last) = (nil, nil) }
  }

  /// A call came back, or failed; `error` is nil for one that did what it should.
  mutating func ended(_ call: Call, _ error: CameraError?, at now: Instant) {
    let duration = running.map { now - $0.since } ?? .zero
    noteCall(until: now)
    // As long as it is away, trying to open it is no opening.
    if call == .open, isLost, error.map(\.isAbsence) ?? false { return }
    took[call, default: []].append(duration)
    guard let error else {
      lastSign = max(lastSign ?? now, now)
      if call == .start { startedAt = now }
      return
    }
    note(error, of: call, after: duration)
  }

  mutating func hung(_ call: Call, at now: Instant) {
    noteCall(until: now)
    took[call, default: []].append(.zero)
    if let moment = moment(of: call) { faults.append(MockFault(at: moment, .hang)) }
  }

  private mutating func noteCall(until now: Instant) {
    // Of the others none holds frames up that had begun to come.
    if let running, running.call == .still || running.call == .focus { calls.append((running.since, now)) }
    running = nil
  }

  private func moment(of call: Call) -> MockFault.Moment? {
    let number = took[call]?.count ?? 0
    return switch call {
    case .open: .open(number)
    case .start: .start(number)
    case .still: .still(number)
    case .stop, .focus: nil
    }
  }

  private mutating func note(_ error: CameraError, of call: Call, after duration: Duration) {
    guard let moment = moment(of: call) else { return }
    if duration >= .milliseconds(300) { faults.append(MockFault(at: moment, .slow(duration))) }
    if error.isAbsence {
      guard !isLost else { return }
      isLost = true
      faults.append(MockFault(at: moment, .lose(backAfter: nil)))
    } else {
      faults.append(MockFault(at: moment, error.code == .focusFailed ? .failFocus : .fail(error.code)))
    }
  }

  // MARK: What it says by itself

  mutating func describe(_ description: CameraDescription) { self.description = self.description ?? description }
  mutating func show(_ format: LiveViewFormat) { self.format = self.format ?? format }
  mutating func took(_ photo: Photo) { stillSize = stillSize ?? photo.size }

  /// A loss that no call met.
  mutating func lost() {
    guard !isLost, running == nil else { return }
    isLost = true
    faults.append(MockFault(at: .frame(frames + 1), .lose(backAfter: nil)))
  }

  /// It opens again, so long after it was lost.
  mutating func returned(after away: Duration) {
    isLost = false
    guard let index = faults.lastIndex(where: { $0.action == .lose(backAfter: nil) }) else { return }
    faults[index].action = .lose(backAfter: max(away, .milliseconds(1)))
  }

  mutating func unaskedPhoto() { faults.append(MockFault(at: .frame(frames + 1), .unaskedPhoto)) }

  /// Frames stopped coming, and never came again.
  mutating func fellSilent(for duration: Duration) {
    faults.append(MockFault(at: .frame(frames + 1), .stall(duration)))
  }

  mutating func frame(_ sequence: UInt64, capturedAt: Instant) {
    lastSign = max(lastSign ?? capturedAt, capturedAt)
    guard let before = last, sequence > before.sequence else {
      if last == nil, let startedAt { firstFrames.append(max(.zero, capturedAt - startedAt)) }
      frames += 1
      last = (sequence, capturedAt)
      return
    }
    let steps = Int(clamping: sequence - before.sequence)
    let elapsed = capturedAt - before.at
    let period = periods.median ?? elapsed / steps
    let excess = elapsed - period * steps
    if excess >= Self.shortestStall {
      gaps.append(Gap(frame: frames + 1, from: before.at, to: capturedAt, excess: excess))
    } else if periods.count < 200 {
      periods.append(elapsed / steps)
    }
    frames += steps
    last = (sequence, capturedAt)
  }

  static let shortestStall = Duration.milliseconds(400)

  // MARK: The script

  /// The script of a camera that behaves as this one did.
  /// - Parameter lag: from the command to the exposure, where that was measured.
  func script(lag: Duration?) -> MockScript {
    func even(_ size: PixelSize) -> PixelSize {
      func side(_ length: Int) -> Int { min(max(length, 64), 8192) & ~1 }
      return PixelSize(width: side(size.width), height: side(size.height))
    }
    let plain = MockScript()
    let rate = periods.median.map { Int((1 / max($0.inSeconds, 0.001)).rounded()) }
    var script = MockScript(
      size: format.map { even($0.size) } ?? plain.size,
      framesPerSecond: min(max(rate ?? Int(format?.framesPerSecond ?? 30), 1), 240),
      layout: format?.layout == .jpeg ? .jpeg : .i420, stillSize: stillSize.map(even) ?? plain.stillSize)
    script.model = description?.model
    script.takesStills = description?.takesStills ?? true
    script.formats = description?.formats ?? []
    script.delays.open = took[.open] ?? []
    script.delays.start = took[.start] ?? []
    script.delays.stop = took[.stop] ?? []
    script.delays.still = took[.still] ?? []
    script.delays.focus = took[.focus] ?? []
    script.delays.firstFrame = firstFrames.median
    script.delays.lag = lag.map { [$0] } ?? []
    script.faults = faults + stalls
    return script
  }

  /// The pauses in which no photo was being taken: a body's live view is dark meanwhile.
  private var stalls: [MockFault] {
    gaps.filter { gap in !calls.contains { $0.from < gap.to && $0.to > gap.from } }
      .map { MockFault(at: .frame($0.frame), .stall($0.excess)) }
  }
}

extension CameraError {
  fileprivate var isAbsence: Bool { code == .disconnected || code == .notFound }
}

extension [Duration] {
  fileprivate var median: Duration? { isEmpty ? nil : sorted()[count / 2] }
}
