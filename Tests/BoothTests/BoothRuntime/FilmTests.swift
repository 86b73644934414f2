import BoothCore
import BoothRuntime
import BoothTesting
import Synchronization
import Testing

/// The films that an event wants, through a whole session.
@Suite(.timeLimit(.minutes(15))) struct FilmTests {
  /// - Parameter isWhole: the queue empties; else a job is left that cannot be done.
  private func play(
    _ test: TestBooth, isWhole: Bool = true, _ check: @Sendable @escaping (SessionRecord, [Job]) throws -> Void
  ) async throws {
    try await test.run { states in
      try await test.begin(&states)
      for _ in 0..<2 {
        try await test.playStrip(&states)
        test.pass(.seconds(5))
      }
      try await states.next("the end") { if case .qr = $0 { true } else { false } }
      #expect(await test.booth.queueEmpties(within: .seconds(30)) == isWhole)
      try await test.untilRecorded()
      let session = try #require(try await test.store.sessions(limit: 1).first)
      try check(session, try await test.store.jobs(all: true))
    }
  }

  @Test func `each is made once, of the last clip and in the guests' look, and uploaded`() async throws {
    let test = try TestBooth(strips: 2, looks: [.sepia], films: [.gif, .strip, .boomerang])
    try await play(test) { session, _ in
      #expect(session.state == .uploaded)
      #expect(
        session.assets.filter { $0.strip < 0 }.map(\.kind.rawValue).sorted()
          == ["boomerang", "boomerang_gif", "strip_photo", "strip_video"])
      let made = test.prints.boomerangs.withLock { $0 }
      #expect(made.map(\.format) == [.gif, .mp4] && made.allSatisfy { $0.filter == .sepia })
      let last = try #require(session.clips.last)
      #expect(made.allSatisfy { $0.clip == test.store.absolutePath(of: last) })
      #expect(test.gallery.uploaded.withLock { Set($0.suffix(8)) }.contains { $0.hasSuffix("/boomerang.gif") })
    }
  }

  @Test func `one that cannot be made keeps nobody from the others`() async throws {
    let test = try TestBooth(strips: 2, films: [.boomerang, .gif, .strip])
    test.prints.refusesBoomerangs.withLock { $0 = true }
    try await play(test, isWhole: false) { session, jobs in
      #expect(
        session.assets.filter { $0.strip < 0 }.map(\.kind.rawValue).sorted()
          == ["boomerang_gif", "strip_photo", "strip_video"])
      let job = try #require(jobs.last { $0.kind == .filmStrip })
      #expect(job.state == .failed && job.lastFailure?.contains("no boomerang can be made of it") == true)
    }
  }
}
