import BoothCore
import BoothRuntime
import BoothTesting
import Synchronization
import Testing

/// The ladder's effects as the runtime carries them out.
@Suite(.timeLimit(.minutes(15))) struct RuntimeRecoveryTests {
  private static let gone = CameraError(.disconnected, subject: "stand-in", detail: "gone")
  private static func isIdle(_ state: BoothState) -> Bool { state == .idle }
  private static func isOutOfOrder(_ state: BoothState) -> Bool {
    if case .outOfOrder(.camera) = state { true } else { false }
  }

  /// Moves the clock on, second by second, until the booth says so.
  private func wait(_ test: TestBooth, _ isSo: @escaping @Sendable (BoothStatus) -> Bool) async throws -> BoothStatus {
    while true {
      try Task.checkCancellation()
      let status = await test.booth.status
      if isSo(status) { return status }
      test.clock.advance(by: .milliseconds(250))
      test.camera.deliverFrame()
      test.fallback?.deliverFrame()
      await Task.yield()
    }
  }

  @Test func `each rung is carried out, told in the journal and the status, and a frame ends it`() async throws {
    let folder = try TemporaryFolder()
    let journal = JournalFile(folder: folder.path("journal"))
    var steps = RecoverySteps()
    steps.resetUSB = RecoverySteps.usualReset
    steps.cutPower = RecoverySteps.usualPowerCut
    let test = try TestBooth(recovery: steps, journal: journal)
    test.camera.state.withLock { $0.opens = Array(repeating: .fail(Self.gone), count: 4) }
    test.camera.state.withLock { $0.steps = [.fail(CameraError(.notFound, subject: "x", detail: "not on USB"))] }
    try await test.run { states in
      let trouble = try await self.wait(test) { $0.cameras[0].round > 0 && $0.troubles["camera"] != nil }
      try await states.next("out of order", Self.isOutOfOrder)
      #expect(trouble.cameras[0].remedy?.contains("Check its cable") == true)
      #expect(trouble.troubles["camera"]?.contains("Check its cable") == true)
      #expect(trouble.cameras[0].words.contains("next: open it again in"))
      #expect(trouble.cameras[0].rungs == [.retry, .reopen, .resetUSB, .cutPower])
      // The words go by the mailbox, too.
      let status = try await self.wait(test) { $0.cameraReady && $0.troubles["camera"] == nil }
      #expect(status.cameras[0].usable && status.cameras[0].rung == nil)
      try await states.next("idle", Self.isIdle)
    }
    let asked = test.camera.state.withLock { $0.asked }
    #expect(asked == ["open", "open", "open", "reset-usb", "cut-power", "open", "open"])
    let text = String(decoding: try folder.read("journal/journal.jsonl"), as: UTF8.self)
    #expect(text.contains("reset its USB device: not on USB"))
    #expect(text.contains("cut its power: done"))
    // The notes are between the decisions, and a replay reads past them.
    var replay = Replay()
    for line in text.utf8.split(separator: 0x0A) { _ = replay.read(Array(line)) }
    #expect(replay.differences == 0 && replay.unreadable == 0 && replay.judged > 0)
  }

  @Test func `a step that never returns is left behind, and the camera opened all the same`() async throws {
    var steps = RecoverySteps()
    steps.resetUSB = RecoverySteps.usualReset
    let test = try TestBooth(recovery: steps)
    test.camera.state.withLock { $0.opens = Array(repeating: .fail(Self.gone), count: 3) }
    test.camera.state.withLock { $0.steps = [.hang] }
    try await test.run { states in
      let status = try await self.wait(test) { $0.cameraReady && $0.abandonedCameras == 1 }
      #expect(status.cameras[0].usable)
    }
    #expect(test.camera.state.withLock { $0.asked }.count { $0 == "reset-usb" } == 1)
  }

  @Test func `another camera stands in, and the first is taken back between sessions`() async throws {
    let test = try TestBooth(hasFallback: true)
    test.camera.state.withLock { $0.opens = Array(repeating: .fail(Self.gone), count: 5) }
    try await test.run { states in
      let standIn = try await self.wait(test) {
        $0.cameras[1].serves && $0.cameraReady && $0.troubles["camera"]?.contains("stands in") == true
      }
      #expect(standIn.camera.contains("second"))
      let back = try await self.wait(test) { $0.cameras[0].serves && $0.cameraReady && $0.troubles["camera"] == nil }
      #expect(back.camera.contains("stand-in"))
      #expect(!back.cameras[1].usable)
    }
    #expect(test.fallback?.state.withLock { $0.closed } == 1)
  }

  @Test func `two calls that hang end the booth, so that it is started anew`() async throws {
    let test = try TestBooth()
    test.camera.state.withLock { $0.opens = [.hang, .hang] }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await test.booth.run() }
      _ = try await self.wait(test) { $0.state == .stopped }
      try await group.waitForAll()
    }
    #expect(await test.booth.restartReason?.contains("2 calls hang") == true)
    #expect(test.camera.state.withLock { $0.generations } == 2, "no third thread is risked")
  }
}
