import BoothCore
import BoothVault

/// One night at a booth, from its seed: the world that the machines believe to be theirs, on one thread and a clock
/// that only this class moves.
final class Night {
  let plan: NightPlan
  let machines: Machines
  let medium: Medium
  let gate: DiskGate
  let watch: Watch
  let trace: Trace?

  /// Nanoseconds since the night began.
  private(set) var now: Int64 = 0
  private var queue = EventQueue()
  /// When the computer was started: its monotonic clock counts from there.
  private var computerStart: Int64 = -3_600_000_000_000
  /// What the wall clock is off, in seconds.
  var wallOffset: Double = 0
  var wallTrusted = true

  var booth: SimulatedBooth?
  let cameraPlan: CameraPlan
  let camera: SimulatedCamera
  let secondCamera: SimulatedCamera
  let gallery: SimulatedGallery
  let printerPlan: PrinterPlan
  /// Nil: this night's booth has none.
  let printer: PrinterLine?
  let guests: Guests
  let place: SimulatedPlace
  let operatorAgent: Operator
  var powerRandom: SeededRandom
  var idRandom: SeededRandom
  var diskRandom: SeededRandom
  var diskIsSlow = false
  /// How many of the next answers to the flow come twice.
  var doubledAnswers = 0
  /// How many of the next films cannot be made.
  var failingFilms = 0
  /// The faults are over: nothing fails any more, and the night is brought to its end.
  private(set) var isCalm = false
  var steps = 0
  var killAtStep: Int?
  var counts = NightCounts()
  private var isOver = false

  init(_ plan: NightPlan, machines: Machines, medium: Medium, trace: Trace?) {
    self.plan = plan
    self.machines = machines
    self.medium = medium
    self.trace = trace
    switch medium {
    case .memory(let disk, _, _): gate = DiskGate(disk)
    case .real: gate = DiskGate(ForgetfulDisk())
    }
    watch = Watch()
    cameraPlan = CameraPlan(seed: plan.seed)
    camera = SimulatedCamera(random: SeededRandom(plan.seed, .camera), timing: cameraPlan.timing)
    secondCamera = SimulatedCamera(random: SeededRandom(plan.seed, .camera, 1), timing: nil)
    gallery = SimulatedGallery(random: SeededRandom(plan.seed, .gallery))
    let printerPlan = PrinterPlan(seed: plan.seed)
    self.printerPlan = printerPlan
    printer = printerPlan.make.map {
      PrinterLine($0, paper: printerPlan.paper, random: SeededRandom(plan.seed, .printer, 2))
    }
    guests = Guests(plan: plan)
    place = SimulatedPlace(random: SeededRandom(plan.seed, .place), sessions: plan.sessions)
    operatorAgent = Operator(
      random: SeededRandom(plan.seed, .clock), printRandom: SeededRandom(plan.seed, .printer, 4))
    powerRandom = SeededRandom(plan.seed, .power)
    idRandom = SeededRandom(plan.seed, .ids)
    diskRandom = SeededRandom(plan.seed, .disk)
  }

  // MARK: Time

  func camera(_ role: CameraRole) -> SimulatedCamera { role == .main ? camera : secondCamera }

  var instant: Instant { Instant(nanoseconds: now - computerStart) }
  func nightTime(_ instant: Instant) -> Int64 { instant.nanoseconds + computerStart }
  var wallTime: WallTime {
    WallTime(
      unixSeconds: 1_790_000_000 + wallOffset + Double(now / 1_000_000) / 1000, secondsFromUTC: 7200,
      trusted: wallTrusted)
  }

  /// Does something later.
  func after(_ nanoseconds: Int64, _ body: @escaping () -> Void) { queue.put(at: now + max(nanoseconds, 0), body) }

  // MARK: The night

  func run() -> NightReport {
    connect()
    for fault in plan.faults { after(fault.at) { [unowned self] in apply(fault) } }
    after(0) { [unowned self] in startBooth() }
    guests.begin()
    operatorAgent.begin()
    /// Long enough for the slowest guests; then the faults stop, even with guests still there.
    let latest = Int64(plan.sessions) * 900_000_000_000 + 3_600_000_000_000
    runWorld(until: latest) { [unowned self] in guests.areDone }
    calmDown()
    if watch.violation == nil { bringHome() }
    counts.steps = steps
    counts.prints.nights = printer == nil ? 0 : 1
    counts.sessions = watch.opened.count
    counts.states = watch.visited
    return NightReport(night: plan.number, counts: counts, violation: watch.violation)
  }

  /// Runs until `isDone`, the time is over, or an invariant broke.
  private func runWorld(until end: Int64, _ isDone: () -> Bool) {
    while watch.violation == nil, !isDone() {
      let wakeUp = booth?.wakeUp.map { max(nightTime($0), now) } ?? .max
      if let next = queue.next, next <= wakeUp {
        guard next <= end, let event = queue.take() else { break }
        now = max(now, event.at)
        event.run()
      } else {
        guard wakeUp <= end else { break }
        now = wakeUp
        booth?.timePassed()
      }
      buryTheDead()
    }
  }

  private func calmDown() {
    isCalm = true
    trace?.note(at: instant, "world", "the faults stop")
    gate.calm()
    diskIsSlow = false
    doubledAnswers = 0
    failingFilms = 0
    killAtStep = nil
    cutsPowerAtDeath = false
    camera.calm()
    secondCamera.calm()
    gallery.calm()
    printer?.happen(self) { printer, _ in printer.mend(at: now) }
    (wallOffset, wallTrusted) = (0, true)
    after(Watch.cameraReturns) { [unowned self] in watch.checkCameraIsBack(self) }
  }

  /// No fault any more: the queue must empty, and after one more start everything must be where it belongs.
  private func bringHome() {
    // The operator looks every two minutes.
    runWorld(until: now + 400_000_000_000) { [unowned self] in !watch.hasUnsurePrints }
    // Two waits of the longest Retry-After, and room for those that only wait for others.
    var end = now + 4 * 3_600_000_000_000
    runWorld(until: end) { [unowned self] in isQuiet(held: true) }
    expectQuiet(held: true)
    watch.checkHeldJobs(self)
    booth?.post(.jobs(.retryRequested(nil)))
    end = now + 4 * 3_600_000_000_000
    runWorld(until: end) { [unowned self] in isQuiet(held: false) }
    expectQuiet(held: false)
    runWorld(until: now + Watch.mainReturns) { [unowned self] in booth?.watch.isAtRest ?? false }
    watch.checkMainServes(self)
    waitForPrinter()
    guard watch.violation == nil else { return }
    watch.checkRest(self)
    watch.checkPrints(self, isLast: false)
    stopBooth(why: "the night is over", killed: false)
    runWorld(until: now + 600_000_000_000) { [unowned self] in isQuiet(held: false) }
    expectQuiet(held: false)
    if watch.violation == nil { watch.checkEnd(self) }
    waitForPrinter()
    watch.checkPrints(self, isLast: true)
  }

  /// The printer is well, and the booth hears of it at its next question.
  private func waitForPrinter() {
    runWorld(until: now + Watch.printerIsNoticed) { [unowned self] in
      guard case .closed = booth?.flow.printer else { return true }
      return false
    }
  }

  private func isQuiet(held: Bool) -> Bool {
    guard let booth, booth.isIdle, gallery.requests == 0 else { return false }
    // A file that the world took away cannot be brought.
    let isEmpty = booth.pump.jobs.allSatisfy {
      $0.job.state.needsOperator
        && (held || watch.isPlaceless($0.job) || $0.job.session.map(watch.damagedSessions.contains) ?? false)
    }
    return isEmpty && (held || !watch.keepOwes(self))
  }

  private func expectQuiet(held: Bool) {
    guard watch.violation == nil, !isQuiet(held: held) else { return }
    let left = booth.map { "\($0.flow.state), jobs \($0.pump.jobs.map(\.job))" } ?? "no booth runs"
    fail(.queueDrains, "hours after the last fault there is still work: \(left)")
  }

  func fail(_ invariant: Invariant, _ detail: String) { watch.fail(invariant, detail, at: now, step: steps) }

  /// A step was made: the moment to look, and to be killed.
  func stepped() {
    steps += 1
    watch.look(self)
    if steps > plan.sessions * 4000 + 20_000 {
      fail(.queueDrains, "the night goes round in circles: \(steps) steps")
    }
    if let number = killAtStep, steps >= number {
      killAtStep = nil
      stopBooth(why: "killed between two steps", killed: true)
    }
  }

  // MARK: The process

  func startBooth() {
    guard booth == nil else { return }
    gate.revive()
    counts.starts += 1
    do throws(StoreError) {
      let (disk, ledger, places) = try openStore()
      let vault = Vault(disk: disk, ledger: ledger)
      try vault.open()
      let locations = LocationVault(disk: disk, ledger: places)
      _ = try locations.open()
      let booth = SimulatedBooth(
        night: self, vault: vault, ledger: ledger, locations: locations, seed: plan.seed)
      watch.restarted(self, ledger: ledger)
      watch.restarted(self, locations)
      watch.checkPromisedPrints(self, ledger)
      try addLocations(locations)
      self.booth = booth
      trace?.note(at: instant, "world", "the booth starts")
      try booth.start()
    } catch {
      trace?.note(at: instant, "world", "the booth could not start: \(error)")
      booth?.isAlive = false
      booth = nil
      if gate.isKilled { noteKill("killed while it started") }
      closeStore()
      scheduleStart()
    }
  }

  /// The operator brings the old pictures, as often as it takes.
  private func addLocations(_ vault: LocationVault) throws(StoreError) {
    for (id, old) in SimulatedEvents.locations where !watch.knowsLocation(id) {
      // What was not acknowledged may be there all the same.
      if try vault.ledger.location(id) == nil { try vault.add(SimulatedEvents.location(id, at: wallTime), old: old) }
      watch.added(id, old)
    }
  }

  private func openStore() throws(StoreError) -> (any Disk, any WatchedLedger, any LocationLedger) {
    switch medium {
    case .memory(let memory, let medium, let places):
      let disk = machines.disk(gate)
      return (
        disk, try LogLedger(medium: medium, gate: gate, disk: disk, memory: memory),
        try LogLocationLedger(medium: places, gate: gate, disk: disk, memory: memory)
      )
    case .real(let store):
      let (disk, ledger, places) = try store.open()
      gate.disk = disk
      return (machines.disk(gate), LedgerGate(ledger, gate: gate), LocationLedgerGate(places, gate: gate))
    }
  }

  private func closeStore() { if case .real(let store) = medium { store.close() } }

  private func scheduleStart() {
    after(operatorAgent.random.milliseconds(800...8000)) { [unowned self] in startBooth() }
  }

  /// The store was killed in the middle of a step.
  private func buryTheDead() {
    guard gate.isKilled, booth != nil else { return }
    stopBooth(why: "killed in the middle of writing", killed: true)
  }

  var cutsPowerAtDeath = false

  private func noteKill(_ why: String) {
    counts.kills += 1
    trace?.note(at: instant, "world", cutsPowerAtDeath ? "power cut: \(why)" : why)
    guard cutsPowerAtDeath else { return }
    cutsPowerAtDeath = false
    if case .memory(let memory, _, _) = medium {
      counts.powerCuts += 1
      memory.cutPower(&powerRandom)
    }
    computerStart = now - 1_000_000_000
    camera.powerCycled()
    secondCamera.powerCycled()
    // The printer may hang on the same socket.
    printer?.happen(self) { printer, random in if random.percent(40) { printer.restart(at: now) } }
  }

  /// The process ends, whatever it was doing; another is started.
  func stopBooth(why: String, killed: Bool) {
    guard let booth else { return }
    if !killed { booth.drain() }
    let killed = killed || gate.isKilled
    watch.processEnds()
    booth.isAlive = false
    self.booth = nil
    camera.released()
    secondCamera.released()
    if killed { noteKill(why) } else { trace?.note(at: instant, "world", why) }
    closeStore()
    scheduleStart()
  }
}
