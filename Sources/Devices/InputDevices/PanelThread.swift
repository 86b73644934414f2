import BoothCore
import BoothSystem
import Glibc
import Logging

/// The thread of a ``ProfilePanel``. All of it is touched by that thread alone, once it has started.
final class PanelThread: @unchecked Sendable {
  // Sendable: handed to its thread once, and used nowhere else after.

  /// How often what is missing is looked for again.
  static let patience = Duration.seconds(3)
  /// How long a thread without an alarm sleeps, in milliseconds.
  private static let blindWait: Int32 = 50

  private let profile: PanelProfile
  private let lines: GPIOLines
  private let input: InputDevices
  private let inbox: PanelInbox
  private let clock: any BoothClock
  private let logger: Logger
  private let continuation: AsyncStream<PanelSignal>.Continuation
  private var board: ContactBoard
  private var pace = EdgePace()
  private var cue: PanelCue?
  private var cueSince = Instant(nanoseconds: 0)
  private var condition: String?
  private var nextCheck: Instant?

  init(
    profile: PanelProfile, lines: any GPIOAccess, input: any InputAccess, rotation: Int, inbox: PanelInbox,
    clock: any BoothClock, logger: Logger, continuation: AsyncStream<PanelSignal>.Continuation
  ) {
    self.profile = profile
    self.lines = GPIOLines(profile, access: lines)
    self.input = InputDevices(profile, access: input, rotation: rotation)
    self.inbox = inbox
    self.clock = clock
    self.logger = logger
    self.continuation = continuation
    board = ContactBoard(buttons: profile.buttons.count)
  }

  /// - Returns: 0, or why there is no thread; then it may be asked again.
  func start() -> Int32 {
    OwnThread.start("panel") { [self] in run() }
  }

  private func run() {
    check()
    light()
    while true {
      wait(for: lines.descriptors + input.descriptors, until: nextMoment)
      if inbox.isClosing { break }
      let now = clock.now
      var fromLines: [PanelContact] = []
      var fromInput: [PanelContact] = []
      lines.drain(at: now, into: &fromLines)
      let haveDevicesChanged = input.drain(at: now, into: &fromInput)
      let knobs = lines.drainKnobs(at: now)
      for turn in knobs.turns { continuation.yield(turn) }
      let count = report(fromLines, fromInput) + knobs.edges
      if haveDevicesChanged || nextCheck.map({ now >= $0 }) ?? false { check() }
      reportCondition()
      light()
      // Only the alarm is waited for: the lines would wake at once.
      if let pause = pace.wait(after: count, at: now) { wait(for: [], until: clock.now + pause) }
    }
    lines.close()
    input.close()
    continuation.finish()
  }

  /// Looks for what is not there yet.
  private func check() {
    let now = clock.now
    var fromLines: [PanelContact] = []
    var fromInput: [PanelContact] = []
    lines.open(at: now, into: &fromLines)
    input.scan(at: now, into: &fromInput)
    _ = report(fromLines, fromInput)
    reportCondition()
    nextCheck = condition == nil ? nil : now + Self.patience
  }

  private func reportCondition() {
    let problems = [lines.problem, input.problem].compactMap { $0 }
    let words = problems.isEmpty ? nil : problems.joined(separator: "; ")
    guard words != condition else { return }
    condition = words
    nextCheck = words == nil ? nil : clock.now + Self.patience
    if words == nil { logger.notice("the panel is whole", metadata: ["panel.name": "\(profile.name)"]) }
    continuation.yield(.condition(words))
  }

  private func report(_ fromLines: [PanelContact], _ fromInput: [PanelContact]) -> Int {
    for contact in fromLines {
      if let contact = board.take(contact, from: .line) { continuation.yield(.contact(contact)) }
    }
    for contact in fromInput {
      if let contact = board.take(contact, from: .input) { continuation.yield(.contact(contact)) }
    }
    return fromLines.count + fromInput.count
  }

  // MARK: Lights

  private func light() {
    let now = clock.now
    if cue != inbox.cue {
      cue = inbox.cue
      cueSince = now
    }
    guard let cue else { return }
    for (index, light) in profile.lights.enumerated() {
      lines.set(light: index, light.pattern(for: cue).isOn(after: now - cueSince))
    }
  }

  /// When a light changes, or something is looked for again.
  private var nextMoment: Instant? {
    guard let cue else { return nextCheck }
    let elapsed = clock.now - cueSince
    let changes = profile.lights.compactMap { $0.pattern(for: cue).nextChange(after: elapsed) }.map { cueSince + $0 }
    return (changes + [nextCheck].compactMap { $0 }).min()
  }

  // MARK: Waiting

  private func wait(for descriptors: [Int32], until moment: Instant?) {
    var waiting = ([inbox.alarm.descriptor] + descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let milliseconds = moment.map { moment in
      let left = max(0, (moment - clock.now).wholeNanoseconds)
      return Int32(clamping: (left + 999_999) / 1_000_000)
    }
    // Without a descriptor for the alarm nothing wakes this thread, so it looks by itself.
    let limit = milliseconds ?? -1
    let wait = inbox.alarm.isThere ? limit : limit < 0 ? Self.blindWait : min(limit, Self.blindWait)
    guard poll(&waiting, nfds_t(waiting.count), wait) > 0, waiting[0].revents != 0 else { return }
    inbox.alarm.take()
  }
}
