import BoothCore
import BoothVault

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
    case keep(KeepRun.Input)
    case printer(PrinterWatch.Input)
    case signal(PanelSignal)
  }

  unowned let night: Night
  let vault: Vault
  let ledger: any WatchedLedger
  let locations: LocationVault
  var isAlive = true

  var flow = BoothFlow()
  var pump: JobPump
  var watch: CameraWatch
  private var storage = StorageWatch()
  var wakeUps = WakeUps()
  private var mailbox: [Letter] = []
  private var isHandling = false
  var clips: [AttemptID: SimulatedClip] = [:]
  /// The work that runs, by lease.
  var running: [AttemptID: JobID] = [:]
  var records = JobRecords()
  var deletions = Deletions()
  /// A night is over before an hour is.
  var keep = KeepRun(every: .seconds(300))
  /// Nil without a printer.
  var printer: PrinterWatch?
  var sheetCounters = SheetCounters()
  var keys = TypedKeys()
  /// A keyboard that says which keys are typed.
  var panels = PanelLogic([("keyboard", nil)])
  private var isStopping = false
  var cameras: [CameraGeneration: CameraLane] = [:]
  var liveView = LiveFrames()
  private var storeQueue: [() -> Void] = []
  private var storeIsBusy = false
  /// Pieces of work beside the store that have not come back: photos being developed, clips being written.
  var beside = 0
  private var journalBytes = [0]
  private var journal = JournalLimit(fileBytes: 64 << 10, files: 3)

  init(night: Night, vault: Vault, ledger: any WatchedLedger, locations: LocationVault, seed: UInt64) {
    self.locations = locations
    self.night = night
    self.vault = vault
    self.ledger = ledger
    watch = night.cameraPlan.watch
    printer = night.printer.map { _ in PrinterWatch(name: Self.printerAddress) }
    pump = JobPump(seed: SeededRandom(seed, .pump, UInt64(night.counts.starts)).seedForPump)
  }

  var instant: Instant { night.instant }

  func start() throws(StoreError) {
    let leaving = LeavingSessions(try vault.leavingSessions())
    let interrupted = leaving.offered(try vault.interruptedSessions())
    let boot = Boot(
      events: night.printerPlan.flowEvents,
      selected: try ledger.setting("event") ?? SimulatedEvents.first(of: night.plan),
      interrupted: interrupted, time: night.wallTime)
    let jobs = leaving.begun(try ledger.jobs(all: false))
    for (id, reason) in leaving.all { discardSession(id, reason) }
    sendToKeepRun(.started)
    post(.cameras(.started))
    post(.flow(.booted(boot)))
    post(.jobs(.loaded(jobs)))
    post(.storage(.started))
    if printer != nil {
      for session in try vault.allPrints().prints { sheetCounters.remember(session) }
      post(.printer(.started))
    }
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
    case .keep(let input): sendToKeepRun(input)
    case .printer(let input): sendToPrinterWatch(input)
    case .signal(let signal): hear(signal)
    }
    if isAlive { night.stepped() }
  }

  /// Gives the flow an input, unless it is a press on the keyboard of the screen.
  func decide(_ input: BoothInput) {
    guard case .pressed(let press) = input else { return give(input) }
    sendKeys(.pressed(press))
  }

  func give(_ input: BoothInput) {
    let before = flow.state
    let effects = night.machines.flow(&flow, input, instant)
    let after = flow.state
    let changed = after != before
    wakeUps.flow = flow.wakeUp
    night.trace?.flow(at: instant, time: night.wallTime, input, after, effects)
    writeJournal(lines: 1 + effects.count)
    night.watch.decided(night, before: changed ? before : nil, input, after: flow, effects)
    for effect in effects where isAlive { perform(effect) }
    keys.follow(from: before, to: flow.state, at: instant)
    guard changed else { return }
    if isAlive { night.guests.see(after, self) }
    if isAlive, before.guestsAreThere != after.guestsAreThere {
      post(.cameras(.guestsAreThere(after.guestsAreThere)))
      post(.storage(.guestsAreThere(after.guestsAreThere)))
    }
    if before.isSession, !after.isSession { post(.storage(.roomChanged)) }
  }

  func supervise(_ input: CameraWatch.Input) {
    let effects = night.machines.cameras(&watch, input, instant)
    wakeUps.cameras = watch.wakeUp
    night.trace?.note(at: instant, "camera", input, effects)
    for effect in effects where isAlive { perform(effect) }
  }

  func direct(_ input: JobPump.Input) {
    let effects = night.machines.pump(&pump, input, instant)
    wakeUps.pump = pump.wakeUp
    night.trace?.note(at: instant, "pump", input, effects)
    if isAlive { sendToRecords(.decided(effects)) }
  }

  func look(_ input: StorageWatch.Input) {
    let effects = storage.handle(input, at: instant)
    wakeUps.storage = storage.wakeUp
    if !effects.isEmpty { night.trace?.note(at: instant, "storage", input, effects) }
    for effect in effects where isAlive { perform(effect) }
  }

  // MARK: Time

  /// When each machine is to be told of the time; noted as it decides.
  struct WakeUps {
    var flow, cameras, pump, storage, records, deletions, keep, printer: Instant?
  }

  var wakeUp: Instant? {
    wakeUps.flow.orEarlier(wakeUps.cameras).orEarlier(wakeUps.pump).orEarlier(wakeUps.storage)
      .orEarlier(wakeUps.records).orEarlier(wakeUps.deletions).orEarlier(wakeUps.keep).orEarlier(wakeUps.printer)
  }

  func timePassed() {
    if let due = wakeUps.flow, instant >= due {
      let before = flow.state
      post(.timePassed)
      // A state that lasts no time at all leads on to another.
      if isAlive, let next = wakeUps.flow, next <= instant, flow.state == before {
        night.fail(.noDeadEnd, "\(flow.state) wants to be woken again at the moment it was woken")
      }
    }
    if isAlive, let due = wakeUps.cameras, instant >= due {
      post(.cameras(.timePassed(lastFrames)))
      if isAlive, let next = wakeUps.cameras, next <= instant {
        night.fail(.cameraReturns, "the cameras' watch wants to be woken again at the moment it was woken")
      }
    }
    if isAlive, let due = wakeUps.pump, instant >= due { post(.jobs(.timePassed)) }
    if isAlive, let due = wakeUps.storage, instant >= due { post(.storage(.timePassed)) }
    if isAlive, let due = wakeUps.records, instant >= due { sendToRecords(.timePassed) }
    if isAlive, let due = wakeUps.deletions, instant >= due { sendToDeletions(.timePassed) }
    if isAlive, let due = wakeUps.keep, instant >= due { post(.keep(.timePassed)) }
    if isAlive, let due = wakeUps.printer, instant >= due { post(.printer(.timePassed)) }
  }

  /// Does something later, if this process still lives then.
  func after(_ nanoseconds: Int64, _ body: @escaping (SimulatedBooth) -> Void) {
    night.after(nanoseconds) { [self] in if isAlive { body(self) } }
  }

  // MARK: The store, one call at a time

  /// Calls the store in its turn. What dies within gets no answer.
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
    sendToRecords(.stopRequested)
    sendToDeletions(.stopRequested)
    while !storeQueue.isEmpty, !night.gate.isKilled {
      storeQueue.removeFirst()()
      night.watch.look(night)
    }
    finishRefused()
  }

  /// Nothing is under way in this process but what waits for guests, or for the clock.
  var isIdle: Bool {
    guard isAlive, storeQueue.isEmpty, !storeIsBusy, running.isEmpty, beside == 0, deletions.isEmpty,
      !records.hasRefused, keep.isResting, keep.wakeUp.map({ $0 > instant }) ?? true
    else { return false }
    switch flow.state {
    case .idle, .paused: return true
    case .starting, .resumeOffer, .eventSelection, .consent, .look, .opening, .capture, .upload, .print, .qr,
      .address, .settings, .outOfOrder, .stopped:
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
struct SimulatedClip {
  var session: SessionID
  var strip: Int
  var path: String
  var since: Instant
}
