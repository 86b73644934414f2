import BoothCore
import BoothTesting
import Testing

/// What the pump does about a gallery that is away for long, or refuses the token.
@Suite struct JobPumpGalleryTests {
  private let start = Instant(nanoseconds: 1_000_000_000)
  private let offline = JobFault(.mayPass, "presign: cannot connect", cause: .gallery)
  private let refused = JobFault(
    uploading: GalleryError(.unauthorized, subject: "presign", detail: "the gallery answered 401"))

  private func uploads(_ count: Int) -> [Job] {
    (1...count).map { Job(id: JobID($0), kind: .upload, session: SessionRef.sample(UInt8($0)).id) }
  }

  private func told(_ effects: [JobPump.Effect]) -> [String?] {
    effects.compactMap { if case .notifyOperator(let words) = $0 { words } else { nil } as String?? }
  }

  /// Every upload that begins fails, for so long; what came of it.
  private func outage(
    _ pump: inout JobPump, _ effects: [JobPump.Effect], at now: inout Instant, until end: Instant,
    _ failure: JobFault
  ) -> [JobPump.Effect] {
    var all = effects
    var new = effects
    while now < end {
      let begun = new.compactMap { if case .run(let job, let lease) = $0 { (job.id, lease) } else { nil } }
      new = []
      for (id, lease) in begun { new += pump.handle(.failed(id, lease: lease, failure), at: now) }
      if new.allSatisfy({ if case .run = $0 { false } else { true } }) {
        guard let due = pump.wakeUp, due < end else { break }
        now = max(now, due)
        new += pump.handle(.timePassed, at: now)
      }
      all += new
    }
    return all
  }

  @Test func `while the gallery is away one upload asks for thousands, which touch no database`() {
    var pump = JobPump(seed: 1)
    let sessions = (0..<3000).map { number in
      SessionID(randomBytes: (0..<16).map { UInt8(truncatingIfNeeded: $0 < 2 ? number >> ($0 * 8) : 7) })
    }
    let jobs = sessions.enumerated().map { Job(id: JobID($0.offset + 1), kind: .upload, session: $0.element) }
    var now = start
    let effects = outage(
      &pump, pump.handle(.loaded(jobs), at: now), at: &now, until: start + .seconds(3600), offline)
    let records = effects.count { if case .record = $0 { true } else { false } }
    // A probe every half minute on average, of two commits; each of the jobs for itself would be 6,000 in minutes.
    #expect((150...500).contains(records), "\(records) commits in an hour")
    // Each time another one.
    #expect(Set(runs(effects)).count == runs(effects).count)
    #expect(pump.jobs.count == 3000)
    // Again and again, and soon after the gallery is back: at most a minute.
    let probe = pump.wakeUp!
    #expect(probe - now <= .seconds(60))
    let first = pump.handle(.timePassed, at: probe)
    #expect(runs(first).count == 1)
    guard case .run(let job, let lease) = first.last else { return #expect(Bool(false), "\(first)") }
    // It succeeds: all may go, three at once.
    #expect(runs(pump.handle(.succeeded(job.id, lease: lease), at: probe)).count == 3)
  }

  @Test func `one upload that always fails at the gallery keeps no other from it`() {
    var pump = JobPump(seed: 3)
    var now = start
    var effects = pump.handle(.added(uploads(20)), at: now)
    var done: Set<JobID> = []
    while done.count < 19, now < start + .seconds(3600) {
      let begun = effects.compactMap { if case .run(let job, let lease) = $0 { (job.id, lease) } else { nil } }
      effects = []
      for (id, lease) in begun {
        if id != 1 { done.insert(id) }
        effects += pump.handle(id == 1 ? .failed(id, lease: lease, offline) : .succeeded(id, lease: lease), at: now)
      }
      if runs(effects).isEmpty, let due = pump.wakeUp {
        now = max(now, due)
        effects += pump.handle(.timePassed, at: now)
      }
    }
    #expect(done.count == 19)
    #expect(now - start < .seconds(10))
  }

  @Test func `the operator's retry asks at once, and after three more failures one asks for all again`() {
    var pump = JobPump(seed: 1)
    var now = start
    _ = outage(&pump, pump.handle(.added(uploads(5)), at: now), at: &now, until: start + .seconds(600), offline)
    #expect(pump.jobs.allSatisfy { $0.job.state == .ready })
    let effects = pump.handle(.retryRequested(nil), at: now)
    #expect(runs(effects) == [1, 2, 3])
    let begun = effects.compactMap { if case .run(let job, let lease) = $0 { (job.id, lease) } else { nil } }
    for (id, lease) in begun.prefix(2) {
      #expect(runs(pump.handle(.failed(id, lease: lease, offline), at: now)).count == 1)
    }
    #expect(runs(pump.handle(.failed(begun[2].0, lease: begun[2].1, offline), at: now)) == [])
  }

  @Test func `a server's Retry-After to one upload holds the others back for five minutes at most`() {
    var pump = JobPump(seed: 1)
    let busy = JobFault(.mayPass, "busy", retryAfter: .seconds(3000), cause: .gallery)
    _ = pump.handle(.added(uploads(5)), at: start)
    for id in 1...3 { _ = pump.handle(.failed(JobID(id), lease: AttemptID(UInt64(id)), busy), at: start) }
    // Two more began when the first two failed.
    for id in 4...5 { _ = pump.handle(.failed(JobID(id), lease: AttemptID(UInt64(id)), busy), at: start) }
    #expect(runs(pump.handle(.added([Job(id: 9, kind: .upload, session: SessionRef.sample(9).id)]), at: start)) == [])
    #expect(pump.wakeUp == start + .seconds(300))
    #expect(runs(pump.handle(.timePassed, at: start + .seconds(300))) == [9])
  }

  @Test func `a gallery that fails for long is told to the operator once, and taken back by the first success`() {
    var pump = JobPump(seed: 1)
    var now = start
    var effects = pump.handle(.added(uploads(1)), at: now)
    var failures = 0
    while failures < 50, let begun = lease(effects) ?? nextLease(&pump, &now) {
      effects = pump.handle(.failed(1, lease: begun, offline), at: now)
      failures += 1
      if !told(effects).isEmpty { break }
    }
    #expect(failures == 10 || now - start >= .seconds(300))
    #expect(told(effects).count == 1 && told(effects).first??.contains("presign: cannot connect") == true)
    // Never a second time,
    effects = outage(&pump, [], at: &now, until: now + .seconds(3600), offline)
    #expect(told(effects).isEmpty && runs(effects).count > 10)
    // until it was over.
    guard let last = nextLease(&pump, &now) else { return #expect(Bool(false), "\(pump.jobs)") }
    #expect(told(pump.handle(.succeeded(1, lease: last), at: now)) == [nil])
    #expect(pump.jobs.isEmpty)
  }

  private func lease(_ effects: [JobPump.Effect]) -> AttemptID? {
    effects.compactMap { if case .run(_, let lease) = $0 { lease } else { nil } }.first
  }

  /// Waits until something runs.
  private func nextLease(_ pump: inout JobPump, _ now: inout Instant) -> AttemptID? {
    while let due = pump.wakeUp {
      now = max(now, due)
      if let lease = lease(pump.handle(.timePassed, at: now)) { return lease }
    }
    return nil
  }

  @Test func `five minutes without a success are enough, and a success in between begins anew`() {
    var pump = JobPump(seed: 1)
    let slow = JobFault(.mayPass, "busy", retryAfter: .seconds(100), cause: .gallery)
    func fail(at now: Instant) -> [JobPump.Effect] {
      guard case .run(_, let lease) = pump.handle(.retryRequested(1), at: now).last else { return [] }
      return pump.handle(.failed(1, lease: lease, slow), at: now)
    }
    _ = pump.handle(.added(uploads(1)), at: start)
    _ = pump.handle(.failed(1, lease: 1, slow), at: start)
    #expect(told(fail(at: start + .seconds(299))).isEmpty)
    _ = pump.handle(.added([Job(id: 2, kind: .upload, session: SessionRef.sample(2).id)]), at: start + .seconds(299))
    _ = pump.handle(.succeeded(2, lease: 3), at: start + .seconds(299))
    #expect(told(fail(at: start + .seconds(400))).isEmpty)
    #expect(told(fail(at: start + .seconds(699))).isEmpty)
    #expect(told(fail(at: start + .seconds(700))).count == 1)
  }

  @Test func `a 403 that is not the gallery's own is told at the first, with what to do, and goes on being tried`() {
    var pump = JobPump(seed: 1)
    var now = start
    let barred = JobFault(
      uploading: GalleryError(.forbidden, subject: "presign", detail: "the gallery answered 403: Forbidden"))
    #expect(barred.kind == .mayPass)
    guard let first = lease(pump.handle(.added(uploads(1)), at: now)) else { return #expect(Bool(false)) }
    let words = told(pump.handle(.failed(1, lease: first, barred), at: now))
    #expect(words.count == 1)
    for word in ["403: Forbidden", "login page", "firewall", "gallery.token"] {
      #expect(words.first??.contains(word) == true, "\(words)")
    }
    #expect(pump.jobs.first?.job.lastFailure?.contains("login page") == true)
    // Once, however long it lasts,
    let effects = outage(&pump, [], at: &now, until: now + .seconds(3600), barred)
    #expect(told(effects).isEmpty && runs(effects).count > 10)
    // and until it is over.
    guard let last = nextLease(&pump, &now) else { return #expect(Bool(false), "\(pump.jobs)") }
    #expect(told(pump.handle(.succeeded(1, lease: last), at: now)) == [nil])
    #expect(pump.jobs.isEmpty)
  }

  @Test func `a 403 that follows a long outage is told with its own words`() {
    var pump = JobPump(seed: 1)
    var now = start
    let effects = outage(
      &pump, pump.handle(.added(uploads(1)), at: now), at: &now, until: start + .seconds(3600), offline)
    #expect(told(effects).count == 1)
    let barred = JobFault(uploading: GalleryError(.forbidden, subject: "presign", detail: "403"))
    guard let lease = nextLease(&pump, &now) else { return #expect(Bool(false), "\(pump.jobs)") }
    #expect(told(pump.handle(.failed(1, lease: lease, barred), at: now)).first??.contains("login page") == true)
  }

  @Test func `an address that leads elsewhere is told at the first, says who has to act, and heals when it ends`() {
    var pump = JobPump(seed: 1)
    var now = start
    let portal = JobFault(
      uploading: GalleryError(
        .notAGallery, subject: "presign", detail: "the address leads on to http://login.example (302)"))
    guard let first = lease(pump.handle(.added(uploads(1)), at: now)) else { return #expect(Bool(false)) }
    let words = told(pump.handle(.failed(1, lease: first, portal), at: now))
    #expect(words.count == 1)
    for word in ["http://login.example", "Uploads need you", "sign in", "gallery.url"] {
      #expect(words.first??.contains(word) == true, "\(words)")
    }
    #expect(words.first??.contains("by themselves") == false)
    let effects = outage(&pump, [], at: &now, until: now + .seconds(3600), portal)
    #expect(told(effects).isEmpty && runs(effects).count > 10)
    guard let last = nextLease(&pump, &now) else { return #expect(Bool(false), "\(pump.jobs)") }
    #expect(told(pump.handle(.succeeded(1, lease: last), at: now)) == [nil])
  }

  @Test func `a failure of the booth's own is not the gallery's`() {
    var pump = JobPump(seed: 1)
    var now = start
    let effects = outage(
      &pump, pump.handle(.added(uploads(3)), at: now), at: &now, until: start + .seconds(3600),
      JobFault(StoreError(.full, subject: "disk", detail: "no room")))
    #expect(told(effects).isEmpty && runs(effects).count > 30)
  }

  @Test func `uploads held for the token ask again every quarter of an hour, one for all`() {
    var pump = JobPump(seed: 1)
    var now = start
    var effects = outage(
      &pump, pump.handle(.added(uploads(40)), at: now), at: &now, until: start + .seconds(800), refused)
    #expect(runs(effects).count == 40)
    #expect(pump.jobs.allSatisfy { $0.job.state == .held } && pump.isIdle)
    effects = outage(&pump, [], at: &now, until: start + .seconds(3 * 3600), refused)
    #expect((10...12).contains(runs(effects).count), "\(runs(effects))")
    #expect(Set(runs(effects)).count == runs(effects).count, "each time another one")
    // A person has mended the token at the gallery: the next that asks frees them all.
    now = pump.wakeUp!
    let asks = pump.handle(.timePassed, at: now)
    guard runs(asks).count == 1, case .run(let job, let lease) = asks.last else {
      return #expect(Bool(false), "\(asks)")
    }
    effects = pump.handle(.succeeded(job.id, lease: lease), at: now)
    #expect(runs(effects).count == 3)
    #expect(pump.jobs.count == 39 && pump.jobs.allSatisfy { !$0.job.state.needsOperator })
    // Each of them is in the database as it is.
    let recorded = effects.compactMap { if case .record(let job) = $0, job.state == .ready { job.id } else { nil } }
    #expect(recorded.count == 39)
  }

  @Test func `what no remedy elsewhere can mend is not asked for again`() {
    var pump = JobPump(seed: 1)
    _ = pump.handle(.added([Job(id: 1, kind: .erase, session: SessionRef.sample(1).id)]), at: start)
    let failure = JobFault(
      erasing: GalleryError(.unsupported, subject: "erase", detail: "the gallery answered 404"), event: 7,
      session: SessionRef.sample(1).id, job: 1)
    _ = pump.handle(.failed(1, lease: 1, failure), at: start)
    #expect(pump.jobs.first?.job.state == .held && pump.wakeUp == nil)
  }
}
