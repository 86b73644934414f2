import BoothCore
import BoothRuntime
import BoothTesting
import Synchronization
import Testing

/// A clip that fails in front of the guests.
@Suite(.timeLimit(.minutes(15))) struct ClipFailureTests {
  private static let full = ClipError(.file, subject: "clip", detail: "No space left on device")

  private static func isRecording(_ state: BoothState) -> Bool {
    if case .capture(let c) = state, case .recording = c.phase { true } else { false }
  }

  private static func isReview(_ state: BoothState) -> Bool {
    if case .capture(let c) = state, case .review = c.phase { true } else { false }
  }

  @Test func `a clip whose encoder fails ends its recording at once, and the strip goes on to its photo`() async throws
  {
    let test = try TestBooth(strips: 1)
    try await test.run { states in
      try await states.next("idle") { $0 == .idle }
      test.booth.post(.pressed(.start))
      test.camera.deliverFrame()
      try await states.next("recording", Self.isRecording)
      // No time passes: it is the failure that ends the recording.
      let failed = try #require(test.clips.failures.withLock { $0.first })
      failed(Self.full)
      test.camera.deliverFrame()
      try await states.next("countdown") {
        if case .capture(let c) = $0, case .countdown = c.phase { true } else { false }
      }
      // Guests notice nothing; the operator does.
      #expect(await test.booth.status.troubles["clip"]?.contains("No space left on device") == true)
      test.clock.advance(by: .seconds(3))
      try await states.next("review", Self.isReview)
      #expect(test.clips.finished.load(ordering: .relaxed) == 0)
      #expect(try await test.store.sessions(limit: 1).first?.assets.map(\.kind) == [.photo])
    }
  }

  @Test func `what clips need is fetched when guests come, not before`() async throws {
    let test = try TestBooth(strips: 1)
    try await test.run { states in
      try await states.next("idle") { $0 == .idle }
      await test.booth.settle()
      #expect(test.clips.prepared.load(ordering: .relaxed) == 0)
      test.booth.post(.pressed(.start))
      try await states.next("a session") { $0.isSession }
      await test.booth.settle()
      #expect(test.clips.prepared.load(ordering: .relaxed) == 1)
    }
  }

  @Test func `a clip begins with the frame that stands, so that one of a stalled camera is not empty`() async throws {
    let test = try TestBooth(strips: 1)
    try await test.run { states in
      try await states.next("idle") { $0 == .idle }
      test.booth.post(.pressed(.start))
      // The live view begins with a frame; no other comes.
      try await states.next("recording", Self.isRecording)
      let began = test.clock.now
      test.clock.advance(by: .seconds(10))
      try await states.next("get ready") {
        if case .capture(let c) = $0, case .gettingReady = c.phase { true } else { false }
      }
      #expect(test.clips.received.withLock { $0 } == [began])
    }
  }

  @Test func `a failure that comes when the clip is over already changes nothing`() async throws {
    let test = try TestBooth(strips: 1)
    try await test.run { states in
      try await states.next("idle") { $0 == .idle }
      test.booth.post(.pressed(.start))
      try await test.playStrip(&states)
      let failed = try #require(test.clips.failures.withLock { $0.first })
      failed(Self.full)
      test.clock.advance(by: .seconds(5))
      try await states.next("qr") { if case .qr = $0 { true } else { false } }
      let kinds = try await test.store.sessions(limit: 1).first?.assets.map(\.kind) ?? []
      #expect(kinds.contains(.video) && kinds.contains(.photo))
    }
  }
}
