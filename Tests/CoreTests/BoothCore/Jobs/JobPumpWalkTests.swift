import BoothCore
import BoothTesting
import Testing

/// Random nights of background work: what holds whatever fails.
@Suite struct JobPumpWalkTests {
  @Test(arguments: UInt64(0)..<60) func `no job twice at once, composites first, and all of it drains in the end`(
    _ seed: UInt64
  ) {
    var night = PumpNight(seed: seed)
    for _ in 0..<400 where night.broken.isEmpty { night.step() }
    night.drain()
    #expect(night.broken.isEmpty, "seed \(seed)")
    #expect(night.pump.jobs.isEmpty, "seed \(seed): \(night.pump.jobs.map(\.job)) are left")
    #expect(night.finished > 20, "seed \(seed) does too little")
  }
}

/// Workers that answer in any order, an operator, and a clock.
struct PumpNight {
  var pump: JobPump
  var random: SeededRandom
  var now = Instant(nanoseconds: 0)
  var running: [AttemptID: Job] = [:]
  var recorded: [JobID: Job] = [:]
  var finished = 0
  var isTold = false
  var broken: [String] = []
  private var leases: Set<AttemptID> = []
  private var nextJob: JobID = 1
  private var sessions: [SessionID] = []

  init(seed: UInt64) {
    pump = JobPump(registry: Self.registry, seed: seed)
    random = SeededRandom(seed: seed)
  }

  mutating func step() {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<10: addSession()
    case 10..<55: answer(failing: 0.4)
    case 55..<80: wakeUp()
    case 80..<84:
      handle(.retryRequested(Bool.random(using: &random) ? nil : recorded.keys.sorted().randomElement(using: &random)))
    case 84..<86: cancelOne()
    case 86..<88: if let session = sessions.randomElement(using: &random) { handle(.sessionDiscarded(session)) }
    case 88..<90: restart()
    case 91..<93: addLocation()
    case 90: if let session = sessions.randomElement(using: &random) { add(.upload, session) }
    default: now = now + .milliseconds(Int.random(in: 0...20_000, using: &random))
    }
  }

  /// Nothing fails any more: everything that the operator has not to mend ends, and that too once he asks.
  mutating func drain() {
    for _ in 0..<2000 where !pump.jobs.isEmpty && broken.isEmpty {
      if running.isEmpty { wakeUp() } else { answer(failing: 0) }
      if running.isEmpty, pump.wakeUp == nil { handle(.retryRequested(nil)) }
    }
  }

  private mutating func addSession() {
    let session = SessionID(randomBytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
    sessions.append(session)
    let jobs = [Job.Kind.composite, .upload, .filmStrip].map { kind in
      defer { nextJob += 1 }
      return Job(id: nextJob, kind: kind, session: session)
    }
    for job in jobs { recorded[job.id] = job }
    handle(.added(jobs))
  }

  private static let survey = Job.Kind(rawValue: "survey"), sync = Job.Kind(rawValue: "sync")

  /// The booth's own work beside another workflow's: its survey goes before its sync, which asks the gallery, too.
  private static let registry: JobRegistry = {
    var registry = JobRegistry.sessions
    registry.register(
      survey, JobPolicy(subject: "location", lease: .seconds(60), confirmation: .database, topic: "locations"))
    var policy = JobPolicy(subject: "location", lease: .seconds(600), confirmation: .served, topic: "locations")
    policy.gallery = .asks
    policy.atOnce = 2
    policy.waitsFor = [survey]
    registry.register(sync, policy)
    return registry
  }()

  private mutating func addLocation() {
    let place = JobSubject.other(kind: "location", id: "\(Int.random(in: 0..<5, using: &random))")
    let jobs = [Self.survey, Self.sync].map { kind in
      defer { nextJob += 1 }
      return Job(id: nextJob, kind: kind, subject: place)
    }
    for job in jobs { recorded[job.id] = job }
    handle(.added(jobs))
  }

  private mutating func add(_ kind: Job.Kind, _ session: SessionID) {
    let job = Job(id: nextJob, kind: kind, session: session)
    nextJob += 1
    recorded[job.id] = job
    handle(.added([job]))
  }

  private mutating func answer(failing: Double) {
    guard let lease = running.keys.sorted(by: { $0.number < $1.number }).randomElement(using: &random) else { return }
    let job = running.removeValue(forKey: lease)!
    guard Double.random(in: 0..<1, using: &random) < failing else {
      finished += 1
      return handle(.succeeded(job.id, lease: lease))
    }
    let kinds: [JobFault.Kind] = [.mayPass, .mayPass, .mayPass, .needsOperator, .expired, .impossible]
    let kind = kinds.randomElement(using: &random)!
    let floor: Duration? = Bool.random(using: &random) ? .seconds(Int.random(in: 0...400, using: &random)) : nil
    let cause: JobFault.Cause = Bool.random(using: &random) ? .gallery : .here
    handle(.failed(job.id, lease: lease, JobFault(kind, "in words", retryAfter: floor, cause: cause)))
    guard kind == .mayPass, let entry = pump.jobs.first(where: { $0.job.id == job.id }) else { return }
    // It waits at least as long as it was told, and never longer than the cap (or what it was told).
    if let until = entry.notBefore {
      if until - now < floor ?? .zero { broken.append("job \(job.id) comes before its Retry-After") }
      if until - now > max(.seconds(300), floor ?? .zero) { broken.append("job \(job.id) waits \(until - now)") }
    }
  }

  private mutating func wakeUp() {
    guard let due = pump.wakeUp else { return }
    now = max(now, due)
    handle(.timePassed)
    if let due = pump.wakeUp, due <= now { broken.append("it would be woken again at once") }
  }

  private mutating func cancelOne() {
    guard let id = recorded.keys.sorted().randomElement(using: &random) else { return }
    handle(.cancelRequested(id))
  }

  /// A kill: what runs is lost, what was recorded is there.
  private mutating func restart() {
    running = [:]
    leases = []
    isTold = false
    pump = JobPump(registry: Self.registry, seed: random.next())
    handle(.loaded(recorded.values.sorted { $0.id < $1.id }))
  }

  private mutating func handle(_ input: JobPump.Input) {
    for effect in pump.handle(input, at: now) {
      switch effect {
      case .record(let job): recorded[job.id] = job
      case .stop(let lease):
        if running.removeValue(forKey: lease) == nil { broken.append("\(lease) is stopped and does not run") }
      case .run(let job, let lease): check(job, lease)
      case .notifyOperator(let words):
        if (words != nil) == isTold { broken.append("the operator is told twice that \(words ?? "all is well")") }
        isTold = words != nil
      }
    }
    checkRoom()
  }

  private mutating func check(_ job: Job, _ lease: AttemptID) {
    if !leases.insert(lease).inserted { broken.append("lease \(lease) is given twice") }
    if running.values.contains(where: { $0.id == job.id }) { broken.append("job \(job.id) runs twice at once") }
    if recorded[job.id] != job { broken.append("job \(job.id) runs before it is recorded as running") }
    if job.kind == .upload {
      let composites = recorded.values.filter { $0.kind == .composite && $0.session == job.session }
      if composites.contains(where: { $0.state == .running || ($0.state == .ready && $0.lastFailure == nil) }) {
        broken.append("the upload of \(job.subject) goes ahead of its composite")
      }
    }
    if job.kind == Self.sync {
      let surveys = recorded.values.filter { $0.kind == Self.survey && $0.subject == job.subject }
      if surveys.contains(where: { $0.state == .running || ($0.state == .ready && $0.lastFailure == nil) }) {
        broken.append("the sync of \(job.subject) goes ahead of its survey")
      }
    }
    if running.values.contains(where: { $0.kind == job.kind && $0.subject == job.subject }) {
      broken.append("two of \(job.kind) of \(job.subject) run at once")
    }
    running[lease] = job
  }

  /// No place is empty while a job could take it.
  private mutating func checkRoom() {
    let count = Dictionary(grouping: running.values, by: \.kind).mapValues(\.count)
    if count[.upload, default: 0] > 3 { broken.append("more than three uploads") }
    if count[.composite, default: 0] > 1 { broken.append("more than one composite") }
    if count[.filmStrip, default: 0] > 1 { broken.append("more than one film strip") }
    if count[Self.survey, default: 0] > 1 { broken.append("more than one survey") }
    if count[Self.sync, default: 0] > 2 { broken.append("more than two syncs") }
    if pump.wakeUp == nil, running.isEmpty, pump.jobs.contains(where: { $0.job.state == .ready }) {
      broken.append("a ready job waits for ever")
    }
    let due = pump.jobs.filter { $0.job.state == .ready && ($0.notBefore ?? now) <= now }
    if count[.composite] == nil, due.contains(where: { $0.job.kind == .composite }) {
      broken.append("a composite waits for nothing")
    }
    for (job, _) in pump.jobs where recorded[job.id] != job { broken.append("job \(job.id) is not recorded as it is") }
  }
}
