import BoothCore
import BoothRuntime
import BoothTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct BoothRuntimeTests {
  private static func isIdle(_ state: BoothState) -> Bool { state == .idle }
  private static func isQR(_ state: BoothState) -> Bool { if case .qr = state { true } else { false } }
  private static func asksForAnotherTry(_ state: BoothState) -> Bool {
    if case .capture(let capture) = state, case .tryAgain = capture.phase { true } else { false }
  }

  @Test func `a session goes from the press to the code, and everything to the gallery`() async throws {
    let test = try TestBooth()
    try await test.run { states in
      try await states.next("idle", Self.isIdle)
      test.booth.post(.pressed(.start))
      for _ in 0..<3 {
        try await test.playStrip(&states)
        test.pass(.seconds(5))
      }
      try await states.next("qr", Self.isQR)
      #expect(await test.booth.queueEmpties(within: .seconds(30)))
    }
    let session = try #require(try await test.store.sessions(limit: 1).first)
    #expect(session.state == .uploaded)
    #expect(session.assets.count == 8)
    #expect(session.assets.count { $0.uploaded } == 8)
    let uploaded = test.gallery.uploaded.withLock { $0 }
    #expect(uploaded.contains { $0.hasSuffix("manifest.json") })
    #expect(uploaded.count { $0.hasSuffix("video_0.mp4") } == 1)
    let completed = test.gallery.completed.withLock { $0 }
    #expect(completed.last == session.id)
  }

  @Test func `a photo that seems spoiled is taken once more, and leaves by name when the other is there`() async throws
  {
    let test = try TestBooth(strips: 1)
    test.camera.state.withLock { $0.photos = [.dark, .answer] }
    try await test.run { states in
      try await states.next("idle", Self.isIdle)
      test.booth.post(.pressed(.start))
      test.camera.deliverFrame()
      for (name, wait) in [("recording", 10), ("countdown", 3)] {
        try await states.next(name) {
          guard case .capture(let capture) = $0 else { return false }
          return switch capture.phase {
          case .recording: name == "recording"
          case .countdown: name == "countdown"
          default: false
          }
        }
        test.pass(.seconds(wait))
        test.camera.deliverFrame()
      }
      let second = try await states.next("another countdown") {
        if case .capture(let c) = $0, case .countdown = c.phase, c.takes[0].doubt != nil { true } else { false }
      }
      guard case .capture(let capture) = second else { return }
      #expect(capture.takes[0].doubt?.kind == .dark)
      test.pass(.seconds(3))
      let review = try await states.next("review") {
        if case .capture(let c) = $0, case .review = c.phase { true } else { false }
      }
      guard case .capture(let reviewed) = review else { return }
      #expect(reviewed.takes[0].doubt == nil && reviewed.takes[0].photo?.id != capture.takes[0].photo?.id)
      test.pass(.seconds(5))
      try await states.next("qr", Self.isQR)
    }
    let session = try #require(try await test.store.sessions(limit: 1).first)
    #expect(session.photos.count == 1)
  }

  @Test func `a camera that never answers is abandoned, and the strip tried again with another driver`() async throws {
    let test = try TestBooth(strips: 1)
    test.camera.state.withLock { $0.photos = [.hang] }
    try await test.run { states in
      try await states.next("idle", Self.isIdle)
      test.booth.post(.pressed(.start))
      test.camera.deliverFrame()
      try await states.next("recording") {
        if case .capture(let c) = $0, case .recording = c.phase { true } else { false }
      }
      test.pass(.seconds(10))
      test.camera.deliverFrame()
      try await states.next("countdown") {
        if case .capture(let c) = $0, case .countdown = c.phase { true } else { false }
      }
      test.pass(.seconds(3))
      try await states.next("taking") {
        if case .capture(let c) = $0, case .takingPhoto = c.phase { true } else { false }
      }
      // The clip's answer also changes the state, sooner or later; the deadline of the call is 15 s.
      test.pass(.seconds(15))
      try await states.next("another try", Self.asksForAnotherTry)
      test.pass(.seconds(1))
      test.booth.post(.pressed(.start))
      try await test.playStrip(&states)
      test.pass(.seconds(5))
      try await states.next("qr", Self.isQR)
    }
    let generations = test.camera.state.withLock { $0.generations }
    #expect(generations == 2)
    let session = try #require(try await test.store.sessions(limit: 1).first)
    #expect(session.photos.count == 1)
    #expect(test.store.reasons.contains(.failedStrip))
  }

  @Test func `a booth that dies in mid-session offers to go on, and keeps what was taken`() async throws {
    let first = try TestBooth()
    try await first.run { states in
      try await states.next("idle", Self.isIdle)
      first.booth.post(.pressed(.start))
      try await first.playStrip(&states)
    }
    #expect(try await first.store.interruptedSessions().count == 1)
    let second = try TestBooth(store: first.store.reopened())
    try await second.run { states in
      let offer = try await states.next("offer") { if case .resumeOffer = $0 { true } else { false } }
      guard case .resumeOffer(let interrupted, _) = offer else { return }
      #expect(interrupted.photos == 1)
      second.booth.post(.pressed(.start))
      for _ in 0..<2 {
        try await second.playStrip(&states)
        second.pass(.seconds(5))
      }
      try await states.next("qr", Self.isQR)
      #expect(await second.booth.queueEmpties(within: .seconds(30)))
    }
    let session = try #require(try await second.store.sessions(limit: 1).first)
    #expect(session.photos.map(\.strip) == [0, 1, 2])
    #expect(session.state == .uploaded)
  }

  @Test func `a gallery that refuses the token holds the upload until the operator asks for it again`() async throws {
    let test = try TestBooth(strips: 1)
    test.gallery.failure.withLock { $0 = GalleryError(.unauthorized, subject: "presign", detail: "401") }
    try await test.run { states in
      try await states.next("idle", Self.isIdle)
      test.booth.post(.pressed(.start))
      try await test.playStrip(&states)
      test.pass(.seconds(5))
      try await states.next("qr", Self.isQR)
      #expect(await test.booth.queueEmpties(within: .seconds(30)) == false)
      let status = await test.booth.status
      #expect(status.jobs.count { $0.job.state == .held } == status.jobs.count)
      #expect(status.jobs.first?.job.lastFailure?.contains("booth queue retry") == true)
      test.gallery.failure.withLock { $0 = nil }
      test.booth.post(.retryRequested(nil))
      #expect(await test.booth.queueEmpties(within: .seconds(30)))
    }
    #expect(try await test.store.sessions(limit: 1).first?.state == .uploaded)
  }

  @Test func `a gallery that is away for long is a trouble for the operator, until it takes something`() async throws {
    let test = try TestBooth(strips: 1)
    test.gallery.failure.withLock { $0 = GalleryError(.unreachable, subject: "presign", detail: "no route") }
    try await test.run { states in
      try await states.next("idle", Self.isIdle)
      test.booth.post(.pressed(.start))
      try await test.playStrip(&states)
      test.pass(.seconds(5))
      try await states.next("qr", Self.isQR)
      #expect(await test.booth.status.troubles["gallery"] == nil)
      try await test.until { status in
        test.clock.advance(by: .milliseconds(200))
        return status.troubles["gallery"]?.contains("presign: no route") == true
      }
      test.gallery.failure.withLock { $0 = nil }
      try await test.until { status in
        test.clock.advance(by: .milliseconds(200))
        return status.troubles["gallery"] == nil && status.jobs.isEmpty
      }
    }
    #expect(try await test.store.sessions(limit: 1).first?.state == .uploaded)
  }

  @Test func `a store that refuses puts the booth out of order, and it comes back by itself`() async throws {
    let test = try TestBooth()
    try await test.run { states in
      try await states.next("idle", Self.isIdle)
      test.store.refuse(StoreError(.full, subject: "disk", detail: "no space left"))
      test.booth.post(.pressed(.start))
      try await states.next("out of order") { if case .outOfOrder(.storage) = $0 { true } else { false } }
      test.store.refuse(nil)
      test.pass(.seconds(3))
      try await states.next("idle", Self.isIdle)
    }
  }

  @Test func `cancelling deletes everything of the session, and its jobs never exist`() async throws {
    let test = try TestBooth()
    try await test.run { states in
      try await states.next("idle", Self.isIdle)
      test.booth.post(.pressed(.start))
      try await test.playStrip(&states)
      test.booth.post(.pressed(.cancel))
      test.booth.post(.pressed(.cancel))
      try await states.next("idle", Self.isIdle)
    }
    #expect(try await test.store.sessions(limit: 1).first?.state == .discarded)
    #expect(test.store.reasons == [.cancel])
    #expect(try await test.store.jobs(all: true).isEmpty)
  }
}
