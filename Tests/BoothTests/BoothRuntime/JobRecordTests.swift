import BoothCore
import BoothRuntime
import BoothTesting
import BoothVault
import Synchronization
import Testing

/// Jobs and the disk: what is recorded before what, and what a disk that refuses cannot undo.
@Suite(.timeLimit(.minutes(15))) struct JobRecordTests {
  private static func isIdle(_ state: BoothState) -> Bool { state == .idle }
  private static func isQR(_ state: BoothState) -> Bool { if case .qr = state { true } else { false } }

  private static func play(_ test: TestBooth, _ states: inout States) async throws {
    try await states.next("idle", isIdle)
    test.booth.post(.pressed(.start))
    try await test.playStrip(&states)
    test.pass(.seconds(5))
    try await states.next("qr", isQR)
  }

  @Test func `a damaged file is told, and everything else is at the gallery`() async throws {
    let test = try TestBooth(strips: 1)
    try await test.run { states in
      try await states.next("idle", Self.isIdle)
      test.booth.post(.pressed(.start))
      try await test.playStrip(&states)
      try await test.until { _ in test.store.recordedSessions[0].assets.count == 2 }
      let taken = test.store.recordedSessions[0].assets
      let good = taken.map { test.store.disk[$0.path] }
      for asset in taken { test.store.disk[asset.path] = [0xBD] }
      test.pass(.seconds(5))
      try await states.next("qr", Self.isQR)
      #expect(await test.booth.queueEmpties(within: .seconds(30)) == false)
      #expect(await test.booth.status.jobs.allSatisfy { $0.job.state == .held })
      let session = try #require(try await test.store.sessions(limit: 1).first)
      let photo = try #require(session.assets.first { $0.kind == .photo })
      #expect(session.state == .finished)
      #expect(session.assets.filter { !$0.uploaded } == taken)
      #expect(test.gallery.completed.withLock { $0.contains(session.id) })
      #expect(await test.booth.status.troubles["files"]?.contains(photo.path) == true)
      // A person puts good copies in their place.
      for (asset, bytes) in zip(taken, good) { test.store.disk[asset.path] = bytes }
      test.booth.post(.retryRequested(nil))
      #expect(await test.booth.queueEmpties(within: .seconds(30)))
      #expect(await test.booth.status.troubles["files"] == nil)
    }
    #expect(try await test.store.sessions(limit: 1).first?.state == .uploaded)
  }

  @Test func `what one job waits for the operator for stands, whatever another one does`() async throws {
    let first = try TestBooth(strips: 1)
    first.gallery.failure.withLock { $0 = GalleryError(.gone, subject: "presign", detail: "410 Session erased") }
    try await first.run { states in
      try await Self.play(first, &states)
      try await first.until { $0.troubles["upload"]?.contains("410 Session erased") == true }
      #expect(await first.booth.queueEmpties(within: .seconds(30)) == false)
    }
    let store = try first.store.reopened()
    let second = try TestBooth(store: store, strips: 1)
    try await second.run { states in
      // The next start says so again,
      try await second.until { $0.troubles["upload"]?.contains("410 Session erased") == true }
      try await Self.play(second, &states)
      try await second.until { _ in
        store.recordedSessions.count == 2 && store.recordedSessions.contains { $0.state == .uploaded }
      }
      try await second.until { $0.jobs.allSatisfy { $0.job.state == .failed } }
      // and another upload's success takes nothing back,
      let status = await second.booth.status
      #expect(status.jobs.count > 0 && status.troubles["upload"]?.contains("410 Session erased") == true)
      // until the operator gives the job up.
      for line in status.jobs { second.booth.post(.cancelRequested(line.job.id)) }
      try await second.until { $0.troubles["upload"] == nil }
    }
  }

  @Test func `no work begins before the disk has its record`() async throws {
    let test = try TestBooth(strips: 1)
    let gate = Turnstile()
    test.store.holdRecords(at: gate)
    let history = Mutex<[LedgerChange]>([])
    test.store.ledger.refuseNext(1, StoreError(.failed, subject: "books", detail: "never")) { changes in
      history.withLock { $0 += changes }
      return false
    }
    try await test.run { states in
      try await Self.play(test, &states)
      try await test.until { _ in gate.waiting > 0 }
      // Work that did not wait has begun when the mailbox was read.
      for _ in 0..<3 { await test.booth.settle() }
      #expect(test.store.recordedSessions[0].assets.allSatisfy { !$0.kind.isComposite })
      #expect(test.gallery.uploaded.withLock { $0 } == [])
      gate.open()
      #expect(await test.booth.queueEmpties(within: .seconds(30)))
    }
    #expect(try await test.store.sessions(limit: 1).first?.state == .uploaded)
    // Whatever its speed, what it made was recorded behind its own record.
    let changes = history.withLock { $0 }
    let running = changes.firstIndex { if case .put(let job) = $0 { job.state == .running } else { false } }
    let made = changes.firstIndex { if case .add(let asset) = $0 { asset.kind.isComposite } else { false } }
    #expect(try #require(running) < #require(made))
  }

  @Test func `what one decision records is one commit`() async throws {
    let test = try TestBooth(strips: 1)
    try await test.store.record(
      (0..<200).map { number in
        let session = SessionID(randomBytes: Array(repeating: UInt8(number), count: 16))
        return Job(id: JobID(number + 1), kind: .upload, session: session, state: .held)
      })
    let before = test.store.ledger.commits
    try await test.run { states in
      try await states.next("idle", Self.isIdle)
      #expect(await test.booth.queueEmpties(within: .seconds(30)) == false)
    }
    // The start's, and one for each upload that fails for good, as its session is gone, and the next that begins.
    #expect(test.store.ledger.commits - before <= 201)
  }

  @Test func `a booth that was asked to end keeps nobody waiting for uploads that fail`() async throws {
    let test = try TestBooth(strips: 1)
    test.gallery.failure.withLock { $0 = GalleryError(.busy, subject: "presign", detail: "500") }
    try await test.run { states in try await Self.play(test, &states) }
    #expect(await test.booth.isOver)
    // The clock stands still: a wait for it lasts for ever.
    #expect(await test.booth.queueEmpties(within: .seconds(120)) == false)
    #expect(test.store.recordedJobs.contains { $0.kind == .upload && !$0.state.isOver })
  }

  @Test func `a cancel that the disk refuses is recorded when it takes it`() async throws {
    let test = try TestBooth(strips: 1)
    test.gallery.failure.withLock { $0 = GalleryError(.unauthorized, subject: "presign", detail: "401") }
    try await test.run { states in
      try await Self.play(test, &states)
      #expect(await test.booth.queueEmpties(within: .seconds(30)) == false)
      try await test.untilRecorded()
      let jobs = await test.booth.status.jobs.map(\.job.id)
      test.store.refuse(StoreError(.full, subject: "disk", detail: "no space left"))
      for id in jobs { test.booth.post(.cancelRequested(id)) }
      try await test.until { $0.jobs.isEmpty && $0.troubles["storage"] != nil }
      #expect(test.store.recordedJobs.count { $0.state == .held } == jobs.count)
      test.store.refuse(nil)
      try await test.until { _ in
        test.pass(.seconds(3))
        return test.store.recordedJobs.count { jobs.contains($0.id) && $0.state == .cancelled } == jobs.count
      }
    }
  }

  @Test func `a cancel that the disk refuses is tried once more when the booth is shut down`() async throws {
    let test = try TestBooth(strips: 1)
    try await test.run { states in
      try await states.next("idle", Self.isIdle)
      test.booth.post(.pressed(.start))
      try await test.playStrip(&states)
      test.store.refuseDeletions(1)
      test.booth.post(.pressed(.cancel))
      test.booth.post(.pressed(.cancel))
      try await states.next("idle", Self.isIdle)
      try await test.until { $0.troubles["deletion"] != nil }
    }
    #expect(try await test.store.sessions(limit: 1).first?.state == .discarded)
  }

  @Test func `a session that was cancelled beside the books is not offered, and leaves`() async throws {
    let first = try TestBooth()
    try await first.run { states in
      try await states.next("idle", Self.isIdle)
      first.booth.post(.pressed(.start))
      try await first.playStrip(&states)
    }
    // The database took nothing as its guests cancelled, and the process ended.
    first.store.refuseDeletions(1)
    await #expect(throws: StoreError.self) {
      try await first.store.discardSession(
        first.store.recordedSessions[0].id, .cancel, at: first.clock.wallTime)
    }
    let second = try TestBooth(store: first.store.reopened())
    try await second.run { states in
      var seen: [BoothState] = []
      try await states.next("idle") { state in
        seen.append(state)
        return state == .idle
      }
      #expect(!seen.contains { if case .resumeOffer = $0 { true } else { false } })
    }
    #expect(try await first.store.sessions(limit: 1).first?.state == .discarded)
  }
}
