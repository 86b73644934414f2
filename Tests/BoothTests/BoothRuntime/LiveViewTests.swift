import BoothCore
import BoothRuntime
import Synchronization
import Testing

/// Live view that brings undecodable frames, and photos that fail, as guests and operator see it.
@Suite(.timeLimit(.minutes(15))) struct LiveViewTests {
  /// Lets time pass, with frames of the main camera that are no pictures, until the booth says so.
  private func wait(_ test: TestBooth, _ isSo: @escaping @Sendable (BoothStatus) -> Bool) async throws -> BoothStatus {
    while true {
      try Task.checkCancellation()
      let status = await test.booth.status
      if isSo(status) { return status }
      test.clock.advance(by: .milliseconds(250))
      test.camera.deliverFrame(isPicture: false)
      test.fallback?.deliverFrame()
      await Task.yield()
    }
  }

  /// Plays on, with live view and guests who try again when they are asked to, until the booth says so; nil where it never
  /// does.
  private func play(_ test: TestBooth, until isSo: @escaping @Sendable (BoothStatus) -> Bool) async -> BoothStatus? {
    for _ in 0..<400 {
      let status = await test.booth.status
      if isSo(status) { return status }
      if case .capture(let capture) = status.state, case .tryAgain = capture.phase { test.booth.post(.pressed(.start)) }
      test.camera.deliverFrame()
      test.clock.advance(by: .milliseconds(500))
      await test.booth.settle()
    }
    return nil
  }

  private func begin(_ test: TestBooth, _ states: inout States) async throws {
    test.camera.state.withLock { $0.isGarbled = true }
    try await states.next("idle") { $0 == .idle }
    test.booth.post(.pressed(.start))
    try await states.next("a session") { $0.isSession }
  }

  @Test func `guests before a camera whose frames cannot be decoded are not left waiting, and the operator reads why`()
    async throws
  {
    let test = try TestBooth(strips: 1)
    try await test.run { states in
      try await begin(test, &states)
      let began = test.clock.now
      let status = try await wait(test) { $0.troubles["camera"] != nil }
      #expect(test.clock.now - began <= .seconds(15))
      #expect(!status.cameraReady)
      let words = try #require(status.cameras.first?.words)
      #expect(words.contains("its live pictures cannot be decoded: its first byte is 0"))
      #expect(status.troubles["camera"]?.contains("check its settings") == true)
      // Guests were not asked to pose before it: the strip never began.
      #expect(test.clips.received.withLock { $0 }.isEmpty)
    }
    #expect(test.camera.state.withLock { $0.generations } > 1, "it is opened again")
  }

  @Test func `another camera stands in for one whose frames cannot be decoded, and the strip goes on`() async throws {
    let test = try TestBooth(strips: 1, hasFallback: true)
    try await test.run { states in
      try await begin(test, &states)
      let status = try await wait(test) { $0.cameras[1].serves && $0.cameraReady }
      #expect(status.cameras[0].words.contains("cannot be decoded"))
      _ = try await wait(test) {
        if case .capture(let capture) = $0.state, case .recording = capture.phase { true } else { false }
      }
    }
  }

  @Test func `a frame that cannot be decoded now and then costs nothing`() async throws {
    let test = try TestBooth(strips: 1)
    try await test.run { states in
      try await states.next("idle") { $0 == .idle }
      test.booth.post(.pressed(.start))
      try await states.next("a session") { $0.isSession }
      for _ in 0..<60 {
        test.camera.deliverFrame(isPicture: false)
        test.camera.deliverFrame()
        test.clock.advance(by: .milliseconds(150))
        await test.booth.settle()
      }
      let status = await test.booth.status
      #expect(status.cameraReady && status.troubles["camera"] == nil)
    }
    #expect(test.camera.state.withLock { $0.generations } == 1)
  }

  @Test func `photos that fail one after the other are told to the operator, until one is taken`() async throws {
    let refused = CameraError(.badPicture, subject: "stand-in", detail: "the picture is cut")
    let test = try TestBooth(strips: 3)
    test.camera.state.withLock { $0.photos = [.fail(refused), .fail(refused), .answer] }
    try await test.run { states in
      try await states.next("idle") { $0 == .idle }
      test.booth.post(.pressed(.start))
      // Failed photos are tried again, then the guests are asked for another try.
      let seen = await play(test) { $0.troubles["photo"] != nil }?.troubles["photo"]
      #expect(seen?.contains("last 2 photos failed") == true && seen?.contains("the picture is cut") == true)
      #expect(test.screen.shown.withLock { $0 }.contains { $0.troubles.contains { $0.contains("photos failed") } })
      let later = await play(test) { $0.troubles["photo"] == nil }
      #expect(later != nil)
    }
  }
}
