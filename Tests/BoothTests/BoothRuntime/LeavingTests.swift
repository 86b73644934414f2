import BoothCore
import BoothRuntime
import BoothTesting
import Synchronization
import Testing

/// How pictures leave a running booth, and what a disk in trouble does to it.
@Suite(.timeLimit(.minutes(15))) struct LeavingTests {
  private static func isIdle(_ state: BoothState) -> Bool { state == .idle }
  private static func isQR(_ state: BoothState) -> Bool { if case .qr = state { true } else { false } }

  private static func playSession(_ test: TestBooth, _ states: inout States) async throws {
    try await states.next("idle", Self.isIdle)
    test.booth.post(.pressed(.start))
    try await test.playStrip(&states)
    test.pass(.seconds(5))
    try await states.next("qr", Self.isQR)
    #expect(await test.booth.queueEmpties(within: .seconds(30)))
  }

  @Test func `an erased session leaves here and at the gallery, and the proof stays`() async throws {
    let test = try TestBooth(strips: 1)
    try await test.run { states in
      try await Self.playSession(test, &states)
      let session = try #require(try await test.store.sessions(limit: 1).first)
      try await test.booth.erase(session.id)
      // Its code would lead nowhere.
      try await states.next("idle", Self.isIdle)
      try await test.until { _ in test.store.reasons.last == .erasedAtGallery }
      #expect(test.gallery.erased.withLock { $0 } == [session.id])
      #expect(try await test.store.session(session.id)?.state == .discarded)
      #expect(test.store.reasons == [.erase, .erasedAtGallery])
    }
  }

  @Test func `an erasure of which something may be left says so, and the list of addresses waits for the operator`()
    async throws
  {
    let test = try TestBooth(strips: 1)
    try await test.run { states in
      try await Self.playSession(test, &states)
      let session = try #require(try await test.store.sessions(limit: 1).first)
      test.store.disk["emails/damaged_7.1.json"] = Array("[{".utf8)
      let email = try #require(EmailAddress("a@b.de"))
      let jobs = try await test.store.keepEmail(email, of: session.id, at: test.clock.wallTime)
      test.booth.post(.added(jobs))
      try await test.until { $0.troubles["emails"]?.contains("cannot be read as a list") == true }
      try await test.until { _ in
        test.store.recordedJobs.contains { $0.kind == .emails && $0.state == .held }
      }
      do {
        try await test.booth.erase(session.id)
        Issue.record("nothing was said")
      } catch let refusal as Booth.EraseError {
        let start =
          "erased here, but its guests' e-mail address may be in emails/damaged_7.1.json, which cannot be read as a list"
        #expect(refusal.words.hasPrefix(start))
      }
      #expect(try await test.store.session(session.id)?.state == .discarded)
    }
  }

  @Test func `an erasure that the disk refuses is tried until it takes it, and its code goes at once`() async throws {
    let test = try TestBooth(strips: 1)
    try await test.run { states in
      try await Self.playSession(test, &states)
      let session = try #require(try await test.store.sessions(limit: 1).first)
      test.store.refuseDeletions(2)
      await #expect(throws: StoreError.self) { try await test.booth.erase(session.id) }
      try await states.next("idle", Self.isIdle)
      try await test.until { $0.troubles["deletion"] != nil }
      #expect(try await test.store.session(session.id)?.state == .uploaded)
      test.pass(.seconds(3))
      try await test.until { _ in test.store.reasons.last == .erasedAtGallery }
      #expect(try await test.store.session(session.id)?.state == .discarded)
    }
  }

  @Test func `what was to be erased when the process ended is erased by the next, and uploaded by none`() async throws {
    let first = try TestBooth(strips: 1)
    first.gallery.isMute.store(true, ordering: .relaxed)
    try await first.run { states in
      try await states.next("idle", Self.isIdle)
      first.booth.post(.pressed(.start))
      try await first.playStrip(&states)
      first.pass(.seconds(5))
      try await states.next("qr", Self.isQR)
    }
    let id = try #require(try await first.store.sessions(limit: 1).first).id
    // The database took nothing as it was erased, and the process ended.
    first.store.refuseDeletions(1)
    await #expect(throws: StoreError.self) {
      try await first.store.eraseSession(id, at: first.clock.wallTime)
    }
    #expect(try await first.store.jobs(all: false).contains { $0.kind == .upload })
    let second = try TestBooth(store: first.store.reopened())
    try await second.run { _ in
      try await second.until { _ in second.store.reasons.last == .erasedAtGallery }
      #expect(second.gallery.completed.withLock { $0.isEmpty })
    }
    #expect(try await second.store.session(id)?.state == .discarded)
  }

  @Test func `a gallery without the call leaves the erasure to the operator, in words`() async throws {
    let test = try TestBooth(strips: 1)
    try await test.run { states in
      try await Self.playSession(test, &states)
      let session = try #require(try await test.store.sessions(limit: 1).first)
      test.gallery.failure.withLock { $0 = GalleryError(.unsupported, subject: "erase", detail: "404") }
      try await test.booth.erase(session.id)
      try await test.until { $0.jobs.contains { $0.job.state == .held } }
      let job = try #require(await test.booth.status.jobs.first?.job)
      #expect(job.kind == .erase && job.state == .held)
      #expect(job.lastFailure?.contains("events/7/sessions/\(session.id)/") == true)
    }
  }

  @Test func `a session in front of the camera is not erased`() async throws {
    let test = try TestBooth(strips: 1)
    try await test.run { states in
      try await states.next("idle", Self.isIdle)
      test.booth.post(.pressed(.start))
      try await test.playStrip(&states)
      let session = try #require(try await test.store.sessions(limit: 1).first)
      await #expect(throws: Booth.EraseError.self) { try await test.booth.erase(session.id) }
      #expect(try await test.store.session(session.id)?.state == .capturing)
    }
  }

  @Test func `the keep-policy lets go what the gallery serves, after the hour, and keeps what it does not`()
    async throws
  {
    let test = try TestBooth(strips: 1, keep: Event.KeepPolicy(untilUploaded: true))
    try await test.run { states in
      try await Self.playSession(test, &states)
      let session = try #require(try await test.store.sessions(limit: 1).first)
      #expect(session.state == .uploaded)
      let photo = GalleryPath.asset(event: 7, session: session.id, kind: .photo, strip: 0)
      test.gallery.missing.withLock { _ = $0.insert(photo) }
      test.pass(.seconds(60))
      try await states.next("idle", Self.isIdle)
      test.pass(.seconds(3600))
      // Nothing goes: what the gallery lost is sent again first.
      try await test.until(minutesPass: true) { $0.troubles["keep"]?.contains("sent again") == true }
      #expect(await test.booth.status.releasedFiles == 0)
      #expect(try await test.store.session(session.id)?.assets.count == session.assets.count)
      #expect(await test.booth.queueEmpties(within: .seconds(900)))
      #expect(test.gallery.uploaded.withLock { $0.count { $0 == photo } } >= 2)
      test.pass(.seconds(3600))
      try await test.until(minutesPass: true) {
        $0.releasedFiles == session.assets.count && $0.troubles["keep"] == nil
      }
    }
  }

  @Test func `a gallery that cannot be asked lets nothing go that it confirmed before`() async throws {
    let test = try TestBooth(strips: 1, keep: Event.KeepPolicy(untilUploaded: true))
    try await test.run { states in
      try await Self.playSession(test, &states)
      let session = try #require(try await test.store.sessions(limit: 1).first)
      test.gallery.isMute.store(true, ordering: .relaxed)
      test.pass(.seconds(60))
      try await states.next("idle", Self.isIdle)
      test.pass(.seconds(3600))
      try await test.until(minutesPass: true) { $0.troubles["keep"]?.contains("serves nothing") == true }
      #expect(try await test.store.session(session.id)?.state == .uploaded)
      #expect(await test.booth.status.releasedFiles == 0)
    }
  }

  @Test func `a gallery that cannot be asked gets everything, and nothing of it counts as confirmed`() async throws {
    let test = try TestBooth(strips: 1)
    test.gallery.isMute.store(true, ordering: .relaxed)
    try await test.run { states in
      try await states.next("idle", Self.isIdle)
      test.booth.post(.pressed(.start))
      try await test.playStrip(&states)
      test.pass(.seconds(5))
      try await states.next("qr", Self.isQR)
      try await test.until { $0.jobs.contains { $0.job.kind == .upload && $0.job.state == .held } }
      let session = try #require(try await test.store.sessions(limit: 1).first)
      #expect(session.state == .finished && session.assets.allSatisfy { !$0.uploaded })
      #expect(test.gallery.completed.withLock { $0.last } == session.id)
    }
  }

  @Test func `a disk that refuses closes the booth, and it opens by itself when a trial write succeeds`() async throws {
    let test = try TestBooth(strips: 1)
    try await test.run { states in
      try await states.next("idle", Self.isIdle)
      // Measured once: the next look is due ten seconds after that one.
      try await test.until { $0.freeBytes != nil }
      test.store.disk.setFreeBytes(1000)
      test.pass(.seconds(10))
      try await states.next("no room") { if case .outOfOrder(.noRoom) = $0 { true } else { false } }
      try await test.until { $0.troubles["disk"]?.hasPrefix("the disk is full") == true }
      test.store.disk.setFreeBytes(100_000_000_000)
      test.pass(.seconds(10))
      try await states.next("idle again", Self.isIdle)

      test.store.refuse(StoreError(.readOnly, subject: "photo", detail: "read-only file system"))
      test.booth.post(.pressed(.start))
      try await states.next("the store refuses") { if case .outOfOrder(.storage) = $0 { true } else { false } }
      test.store.refuse(nil)
      test.pass(.seconds(10))
      try await states.next("idle at last", Self.isIdle)
      try await test.until { $0.storage.level == .plenty && $0.troubles["disk"] == nil }
    }
  }
}

extension TestBooth {
  /// Waits until the booth's status is so; the test's time limit ends a wait for what never comes.
  /// - Parameter minutesPass: whether the clock goes on meanwhile, for what is due only after something that is not
  ///   waited for.
  func until(minutesPass: Bool = false, _ holds: (BoothStatus) -> Bool) async throws {
    while !holds(await booth.status) {
      try Task.checkCancellation()
      if minutesPass { pass(.seconds(60)) }
      await Task.yield()
    }
  }

  /// Waits until the database has the jobs that are open, as the booth has them. It decides before its decision is durable: the queue may be
  /// empty, or all of it held, while the last states still wait for their turn at the disk.
  func untilRecorded() async throws {
    try await until { status in
      func states(_ jobs: [Job]) -> [JobID: Job.State] {
        Dictionary(uniqueKeysWithValues: jobs.filter { !$0.state.isOver }.map { ($0.id, $0.state) })
      }
      return states(store.recordedJobs) == states(status.jobs.map(\.job))
    }
  }
}
