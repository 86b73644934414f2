import BoothCore
import Testing

@Suite struct RecoveryLadderTests {
  private let start = Instant(nanoseconds: 1_000_000_000_000)

  private static var all: RecoverySteps {
    var steps = RecoverySteps()
    steps.release = RecoverySteps.usualRelease
    steps.resetUSB = RecoverySteps.usualReset
    steps.cutPower = RecoverySteps.usualPowerCut
    steps.fallback = RecoverySteps.Step()
    return steps
  }

  /// The rungs that a row of equal failures climbs, each as soon as it may be.
  private func rungs(
    _ ladder: inout RecoveryLadder, _ failure: RecoveryFault, _ count: Int, from start: Instant,
    without: Set<RecoveryRung> = []
  ) -> [RecoveryRung] {
    var now = start
    return (0..<count).map { _ in
      let move = ladder.climb(after: failure, since: now, without: without, at: now)
      now = move.at
      return move.rung
    }
  }

  @Test func `a camera that refuses is tried on every rung, from the gentlest, and then from the beginning`() {
    var ladder = RecoveryLadder(Self.all)
    #expect(ladder.isClear)
    #expect(
      rungs(&ladder, .refused, 8, from: start) == [
        .retry, .release, .reopen, .reopen, .resetUSB, .cutPower, .fallback, .reopen,
      ])
    #expect(ladder.round == 1)
    #expect(ladder.since == start)
    #expect(ladder.failures == 8)
  }

  @Test(arguments: [
    (RecoveryFault.refused, RecoveryRung.retry), (.busy, .release), (.taken, .reopen), (.gone, .reopen),
    (.silent, .reopen), (.unsupported, .fallback),
  ]) func `each failure begins where it can be helped`(_ failure: RecoveryFault, _ first: RecoveryRung) {
    var ladder = RecoveryLadder(Self.all)
    #expect(ladder.climb(after: failure, since: start, at: start).rung == first)
  }

  @Test func `rungs that a camera does not have are skipped at once`() {
    var bare = RecoverySteps()
    bare.retry = nil
    var ladder = RecoveryLadder(bare)
    #expect(rungs(&ladder, .refused, 5, from: start) == [.reopen, .reopen, .reopen, .reopen, .reopen])
    #expect(ladder.round == 2)
    #expect(RecoveryLadder(bare).steps.rungs == [.reopen])
  }

  @Test func `it opens a camera after 0.5, 1, 2, 4, 8 and then every 10 seconds, for ever`() {
    var ladder = RecoveryLadder(RecoverySteps())
    var now = start
    var waits: [Double] = []
    for _ in 0..<9 {
      let move = ladder.climb(after: .gone, since: now, at: now)
      waits.append((move.at - now).inSeconds)
      now = move.at
    }
    #expect(waits == [0.5, 1, 2, 4, 8, 10, 10, 10, 10])
  }

  @Test func `a step that is stuck itself is not climbed`() {
    var ladder = RecoveryLadder(Self.all)
    let climbed = rungs(&ladder, .silent, 4, from: start, without: [.resetUSB])
    #expect(climbed == [.reopen, .reopen, .cutPower, .fallback])
  }

  @Test func `a reset and a power cut rest between two rounds`() {
    var steps = Self.all
    steps.fallback = nil
    var ladder = RecoveryLadder(steps)
    var now = start
    var when: [RecoveryRung: [Double]] = [:]
    for _ in 0..<60 {
      let move = ladder.climb(after: .silent, since: now, at: now)
      when[move.rung, default: []].append((move.at - start).inSeconds)
      now = move.at + .seconds(6)
    }
    for (rung, rest) in [(RecoveryRung.resetUSB, 30.0), (.cutPower, 300.0)] {
      let times = when[rung] ?? []
      #expect(times.count > 1)
      for (first, second) in zip(times, times.dropFirst()) { #expect(second - first >= rest, "\(rung)") }
    }
  }

  @Test func `a live frame brings it down to the ground`() {
    var ladder = RecoveryLadder(Self.all)
    _ = rungs(&ladder, .silent, 3, from: start)
    ladder.prove(by: .frame)
    #expect(ladder.isClear && ladder.since == nil && ladder.round == 0 && !ladder.awaitsPhoto)
    let later = start + .seconds(60)
    #expect(ladder.climb(after: .silent, since: later, at: later) == .init(.reopen, at: later + .milliseconds(500)))
  }

  @Test func `after a failed photo a live frame ends the trouble, but only a photo lets it begin again below`() {
    var ladder = RecoveryLadder(Self.all)
    var rungs: [RecoveryRung] = []
    for second in 0..<6 {
      let now = start + .seconds(second)
      rungs.append(ladder.climb(after: .refused, ofPhoto: true, since: now, at: now).rung)
      ladder.prove(by: .frame)
      #expect(ladder.since == nil && ladder.failures == 0 && !ladder.isClear)
    }
    #expect(rungs == [.retry, .release, .reopen, .reopen, .resetUSB, .cutPower])
    ladder.prove(by: .photo)
    #expect(ladder.isClear)
    #expect(ladder.climb(after: .refused, ofPhoto: true, since: start, at: start).rung == .retry)
  }

  @Test func `a photo whose connection was gone before it was missed still counts`() {
    var ladder = RecoveryLadder(Self.all)
    ladder.notePhotoFailed()
    #expect(ladder.awaitsPhoto && !ladder.isClear)
    #expect(ladder.climb(after: .silent, since: start, at: start).rung == .resetUSB)
  }

  @Test func `an autofocus that fails is no failure of the connection`() {
    #expect(RecoveryFault(CameraError(.focusFailed, subject: "", detail: ""), connected: true) == nil)
    #expect(RecoveryFault(CameraError(.badPicture, subject: "", detail: ""), connected: true) == nil)
  }

  @Test(arguments: [
    (CameraError.Code.busy, true, RecoveryFault.busy), (.busy, false, .taken), (.failed, true, .refused),
    (.failed, false, .silent), (.timedOut, true, .silent), (.notFound, false, .gone), (.disconnected, true, .gone),
    (.unsupported, false, .unsupported),
  ]) func `an error is classified`(_ code: CameraError.Code, _ connected: Bool, _ failure: RecoveryFault) {
    #expect(RecoveryFault(CameraError(code, subject: "", detail: ""), connected: connected) == failure)
  }
}
