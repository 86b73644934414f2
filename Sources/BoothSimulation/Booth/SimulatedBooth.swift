import BoothCore

/// One process of the booth: the machines, their mail, and what carries their effects out. Dies with the process.
///
/// The same order of things as the product's runtime has: mail is handled one letter at a time, calls of the store and
/// of the camera are made one after the other, and whatever takes time comes back as mail, or never.
final class SimulatedBooth {
  enum Letter {
    case flow(BoothInput)
    case cameras(CameraWatch.Input)
    case jobs(JobPump.Input)
    case storage(StorageWatch.Input)
  }

  unowned let night: Night
  let vault: Vault
  let ledger: any WatchedLedger
  var isAlive = true

  var flow = BoothFlow()
  var pump: JobPump
  var watch: CameraWatch
  private var storage = StorageWatch()
  private var mailbox: [Letter] = []
  private var isHandling = false
  var clips: [AttemptID: RunningClip] = [:]
  /// The work that runs, by lease.
  var running: [AttemptID: JobID] = [:]
  /// Work that begins when its record is durable.
  var beginning: Set<AttemptID> = []
  /// States of jobs that the disk refused; written with the next.
  var unrecorded: [JobID: Job] = [:]
  var isRecordingAgain = false
  /// Deletions that were decided and that the disk has not taken.
  var deletions: [Int: (Vault) throws(StoreError) -> Void] = [:]
  var lastDeletion = 0
  private var isStopping = false
  var cameras: [CameraGeneration: CameraLane] = [:]
  var liveView = LiveFrames()
  private var storeQueue: [() -> Void] = []
  private var storeIsBusy = false
  /// Pieces of work beside the store that have not come back: photos being developed, clips being written.
  var beside = 0
  private var journalBytes = [0]
  private var journal = JournalLimit(fileBytes: 64 << 10, files: 3)

  init(night: Night, vault: Vault, ledger: any WatchedLedger, seed: UInt64) {
    self.night = night
    self.vault = vault
    self.ledger = ledger
    watch = night.cameraPlan.watch
    pump = JobPump(seed: SeededRandom(seed, .pump, UInt64(night.counts.starts)).seedForPump)
  }

  var instant: Instant { night.instant }

  func start() throws(StoreError) {
    let cancelled = try vault.cancelledSessions()
    let interrupted = try ledger.sessions(in: [.capturing]).filter { !cancelled.contains($0.id) }
      .map(Interrupted.init)
    let boot = Boot(
      events: SimulatedEvents.flowEvents,
      selected: try ledger.setting("event") ?? SimulatedEvents.first(of: night.plan),
      interrupted: interrupted, time: night.wallTime)
    let jobs = try ledger.jobs(all: false)
    for id in cancelled { discardSession(id, .cancel) }
    post(.cameras(.started))
    post(.flow(.booted(boot)))
    post(.jobs(.loaded(jobs)))
    post(.storage(.started))
  }

  // MARK: Mail

  func post(_ letter: Letter) {
    guard isAlive, !isStopping else { return }
    mailbox.append(letter)
    guard !isHandling else { return }
    isHandling = true
    var next = 0
    while next < mailbox.count, isAlive {
      handle(mailbox[next])
      next += 1
    }
    mailbox.removeAll(keepingCapacity: true)
    isHandling = false
  }

  func post(_ input: BoothInput) { post(.flow(input)) }

  private func handle(_ letter: Letter) {
    switch letter {
    case .flow(let input): decide(input)
    case .cameras(let input): supervise(input)
    case .jobs(let input): direct(input)
    case .storage(let input): look(input)
    }
    if isAlive { night.stepped() }
  }

  func decide(_ input: BoothInput) {
    let before = flow
    let effects = night.machines.flow(&flow, input, instant)
    night.trace?.flow(at: instant, time: night.wallTime, input, flow.state, effects)
    writeJournal(lines: 1 + effects.count)
    night.watch.decided(night, before: before, input, after: flow, effects)
    for effect in effects where isAlive { carryOut(effect) }
    if isAlive, flow.state != before.state { night.guests.see(flow.state, self) }
    if isAlive, before.state.guestsAreThere != flow.state.guestsAreThere {
      post(.cameras(.guestsAreThere(flow.state.guestsAreThere)))
    }
    if before.state.isSession, !flow.state.isSession { post(.storage(.roomChanged)) }
  }

  func supervise(_ input: CameraWatch.Input) {
    let effects = night.machines.cameras(&watch, input, instant)
    night.trace?.note(at: instant, "camera", input, effects)
    for effect in effects where isAlive { carryOut(effect) }
  }

  func direct(_ input: JobPump.Input) {
    let effects = night.machines.pump(&pump, input, instant)
    night.trace?.note(at: instant, "pump", input, effects)
    if isAlive { carryOut(effects) }
  }

  func look(_ input: StorageWatch.Input) {
    let effects = storage.handle(input, at: instant)
    if !effects.isEmpty { night.trace?.note(at: instant, "storage", input, effects) }
    for effect in effects where isAlive { carryOut(effect) }
  }

  // MARK: Time

  var wakeUp: Instant? {
    flow.wakeUp.orEarlier(watch.wakeUp).orEarlier(pump.wakeUp).orEarlier(storage.wakeUp)
  }

  func timePassed() {
    if let due = flow.wakeUp, instant >= due {
      post(.timePassed)
      if isAlive, let next = flow.wakeUp, next <= instant {
        night.fail(.noDeadEnd, "\(flow.state) wants to be woken again at the moment it was woken")
      }
    }
    if isAlive, let due = watch.wakeUp, instant >= due {
      post(.cameras(.timePassed(lastFrames)))
      if isAlive, let next = watch.wakeUp, next <= instant {
        night.fail(.cameraReturns, "the cameras' watch wants to be woken again at the moment it was woken")
      }
    }
    if isAlive, let due = pump.wakeUp, instant >= due { post(.jobs(.timePassed)) }
    if isAlive, let due = storage.wakeUp, instant >= due { post(.storage(.timePassed)) }
  }

  /// Does something later, if this process still lives then.
  func after(_ nanoseconds: Int64, _ body: @escaping (SimulatedBooth) -> Void) {
    night.after(nanoseconds) { [self] in if isAlive { body(self) } }
  }

  // MARK: The store, one call at a time

  /// Calls the store in its turn. What dies within is told to nobody.
  func inStore(_ body: @escaping (Vault) -> Void) {
    storeQueue.append { [unowned self] in body(vault) }
    callStore()
  }

  private func callStore() {
    guard !storeIsBusy, !storeQueue.isEmpty else { return }
    storeIsBusy = true
    let wait = night.diskRandom.milliseconds(night.diskIsSlow ? 500...12_000 : 1...12)
    after(wait) { booth in
      booth.storeQueue.removeFirst()()
      guard !booth.night.gate.isKilled else { return }
      booth.storeIsBusy = false
      booth.night.stepped()
      if booth.isAlive { booth.callStore() }
    }
  }

  /// Puts everything away: what waits for the store is done, and what the disk refused is tried a last time.
  func drain() {
    isStopping = true
    beginning = []
    while !storeQueue.isEmpty, !night.gate.isKilled {
      storeQueue.removeFirst()()
      night.watch.look(night)
    }
    for number in deletions.keys.sorted() where !night.gate.isKilled { delete(number, in: vault) }
    if !night.gate.isKilled { _ = record([], in: vault) }
  }

  /// Nothing is under way in this process but what waits for guests, or for the clock.
  var isIdle: Bool {
    guard isAlive, storeQueue.isEmpty, !storeIsBusy, running.isEmpty, beside == 0, deletions.isEmpty,
      unrecorded.isEmpty
    else { return false }
    switch flow.state {
    case .idle, .paused: return true
    case .starting, .resumeOffer, .eventSelection, .consent, .look, .opening, .capture, .upload, .qr, .settings,
      .outOfOrder,
      .stopped:
      return false
    }
  }

  var mailCount: Int { mailbox.count }
  var storeCount: Int { storeQueue.count }
  var journalSize: Int { journalBytes.reduce(0, +) }
  var journalBound: Int { journal.files * (journal.fileBytes + 16_384) }

  /// A line has some hundred bytes; the files take turns as the product's do.
  private func writeJournal(lines: Int) {
    journalBytes[0] += 400 * lines
    guard night.machines.journalIsFull(journal, journalBytes[0]) else { return }
    journalBytes = Array(([0] + journalBytes).prefix(journal.files))
  }
}

extension SeededRandom {
  fileprivate var seedForPump: UInt64 {
    var copy = self
    return copy.next()
  }
}

/// A clip that is being recorded, and whose it is.
struct RunningClip {
  var session: SessionID
  var strip: Int
  var path: String
  var since: Instant
}
