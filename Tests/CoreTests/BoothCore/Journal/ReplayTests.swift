import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@Suite struct ReplayTests {
  private let now = Instant(nanoseconds: 5_000_000_000)

  /// The journal of a flow that was started and given these inputs.
  private func journal(_ inputs: [BoothInput]) -> [JournalLine] {
    var flow = BoothFlow()
    let boot = BoothInput.booted(Boot(events: [.wedding], selected: "wedding", interrupted: []))
    return ([boot] + inputs).map { input in
      let effects = flow.handle(input, at: now)
      return JournalLine(at: now, time: "2026-09-21T20:00:00Z", input: input, state: flow.state, effects: effects)
    }
  }

  private func bytes(_ line: JournalLine) throws -> [UInt8] { Array(try JSONEncoder().encode(line)) }

  @Test func `today's code decides as it did`() throws {
    var replay = Replay()
    for line in journal([.pressed(.start), .pressed(.cancel)]) { _ = replay.read(try bytes(line)) }
    #expect(replay.judged == 3)
    #expect(replay.differences == 0)
  }

  @Test func `a decision that comes out otherwise is found, and the rest of the run is not judged`() throws {
    var lines = journal([.pressed(.start), .pressed(.cancel)])
    lines[1].state = .paused
    var replay = Replay()
    _ = replay.read(try bytes(lines[0]))
    guard case .differs(_, .opening, _) = replay.read(try bytes(lines[1])) else {
      Issue.record("the difference was not seen")
      return
    }
    guard case .unjudged = replay.read(try bytes(lines[2])) else {
      Issue.record("what follows a difference was judged")
      return
    }
    #expect(replay.differences == 1)
    for line in journal([]) { _ = replay.read(try bytes(line)) }
    #expect(replay.judged == 3)
  }

  @Test func `a rotated journal is judged from its first start`() throws {
    let night = journal([.pressed(.start)])
    var replay = Replay()
    for line in night.dropFirst() + night { _ = replay.read(try bytes(line)) }
    #expect(replay.skipped == 1)
    #expect(replay.judged == 2)
    #expect(replay.differences == 0)
  }

  @Test func `a line cut by a crash ends what can be judged, until the next start`() throws {
    let night = journal([.pressed(.start)])
    var replay = Replay()
    _ = replay.read(try bytes(night[0]))
    guard case .unreadable = replay.read(Array(try bytes(night[1]).prefix(30))) else {
      Issue.record("half a line was read")
      return
    }
    _ = replay.read(try bytes(night[1]))
    for line in night { _ = replay.read(try bytes(line)) }
    #expect(replay.judged == 3)
    #expect(replay.differences == 0)
    #expect(replay.unreadable == 1)
  }

  @Test func `a line that was never written ends what can be judged, and is counted`() throws {
    var night = journal([.pressed(.start), .pressed(.cancel), .pressed(.start)])
    for index in night.indices { night[index].number = UInt64(index + 1) }
    night.remove(at: 1)
    var replay = Replay()
    for line in night { _ = replay.read(try bytes(line)) }
    #expect(replay.missing == 1)
    #expect(replay.judged == 1 && replay.unjudged == 2)
    #expect(!replay.isClean)
  }

  @Test func `a file that goes on with another is judged from its snapshot`() throws {
    let night = journal([.pressed(.start), .pressed(.cancel), .pressed(.start)])
    var flow = BoothFlow()
    for line in night.prefix(2) { _ = flow.handle(line.input, at: line.at) }
    let snapshot = Array(try JSONEncoder().encode(JournalSnapshot(after: 2, flow: flow)))
    var alone = Replay()
    _ = alone.read(snapshot)
    for line in night.dropFirst(2) { _ = alone.read(try bytes(line)) }
    #expect(alone.judged == 2 && alone.skipped == 0 && alone.isClean)
    var whole = Replay()
    for line in night.prefix(2) { _ = whole.read(try bytes(line)) }
    _ = whole.read(snapshot)
    for line in night.dropFirst(2) { _ = whole.read(try bytes(line)) }
    #expect(whole.judged == 4 && whole.isClean)
  }
}
