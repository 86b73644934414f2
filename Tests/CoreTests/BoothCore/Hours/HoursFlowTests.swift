import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

/// What the opening hours do to a booth, state by state.
@Suite struct HoursFlowTests {
  private let now = Instant(nanoseconds: 1_000_000_000)
  private let nine = Closing(opensAt: 540, weekday: nil)

  private func booted() -> BoothFlow {
    var flow = BoothFlow()
    _ = flow.handle(.booted(Boot(events: [.wedding], selected: "wedding", interrupted: [])), at: now)
    return flow
  }

  @Test func `closes an idle booth, says until when, and opens it again`() {
    var flow = booted()
    #expect(flow.handle(.hoursChanged(nine), at: now) == [])
    #expect(flow.state == .paused && Scene(flow).closing == nine)
    #expect(flow.handle(.pressed(.start), at: now) == [.ignore(.operatorOnly)])
    #expect(flow.handle(.hoursChanged(nine), at: now) == [.ignore(.alreadySo)])
    #expect(flow.handle(.hoursChanged(nil), at: now) == [])
    #expect(flow.state == .idle && Scene(flow).closing == nil)
  }

  @Test func `lets guests finish who are at it`() throws {
    let sample = try #require(FlowSample.all.first { $0.kind == .opening })
    var flow = sample.flow
    #expect(flow.handle(.hoursChanged(nine), at: sample.now) == [.ignore(.hoursNoted)])
    #expect(flow.state.isSession)
    _ = flow.handle(.pressed(.cancel), at: sample.now)
    #expect(flow.state == .paused && Scene(flow).closing == nine)
  }

  @Test func `an operator's pause outlasts the opening, and is not taken for it`() {
    var flow = booted()
    _ = flow.handle(.requested(.pause), at: now)
    _ = flow.handle(.hoursChanged(nine), at: now)
    #expect(Scene(flow).closing == nil, "guests read of the pause")
    #expect(flow.handle(.hoursChanged(nil), at: now) == [.ignore(.hoursNoted)])
    #expect(flow.state == .paused)
    _ = flow.handle(.requested(.resume), at: now)
    #expect(flow.state == .idle)
  }

  @Test func `one that is paused while it is closed stays so when it opens`() {
    var flow = booted()
    _ = flow.handle(.hoursChanged(nine), at: now)
    #expect(flow.handle(.requested(.pause), at: now) == [])
    #expect(flow.handle(.requested(.pause), at: now) == [.ignore(.alreadySo)])
    _ = flow.handle(.hoursChanged(nil), at: now)
    #expect(flow.state == .paused)
  }

  @Test func `opened all the same before a restart, it stays open over the next days of the same closing`() {
    var flow = booted()
    #expect(
      flow.handle(.hoursChanged(Closing(opensAt: 540, weekday: 1, isLifted: true)), at: now) == [.ignore(.hoursNoted)])
    #expect(flow.state == .idle && flow.isOpenedAnyway)
    // Midnight: what was Tuesday is today.
    _ = flow.handle(.hoursChanged(nine), at: now)
    #expect(flow.state == .idle && flow.isOpenedAnyway)
    _ = flow.handle(.requested(.pause), at: now)
    #expect(flow.state == .paused && !flow.isOpenedAnyway)
    _ = flow.handle(.hoursChanged(nil), at: now)
    _ = flow.handle(.requested(.resume), at: now)
    _ = flow.handle(.hoursChanged(nine), at: now)
    #expect(flow.state == .paused && !flow.isOpenedAnyway)
  }

  @Test func `the operator opens it all the same, until it has opened by itself`() {
    var flow = booted()
    _ = flow.handle(.hoursChanged(nine), at: now)
    _ = flow.handle(.requested(.resume), at: now)
    #expect(flow.state == .idle)
    // At midnight it opens "today" in place of "Tuesday": that closes nothing.
    #expect(flow.handle(.hoursChanged(Closing(opensAt: 540, weekday: 1)), at: now) == [.ignore(.hoursNoted)])
    #expect(flow.state == .idle)
    _ = flow.handle(.hoursChanged(nil), at: now)
    _ = flow.handle(.hoursChanged(nine), at: now)
    #expect(flow.state == .paused)
  }

  @Test func `settings opened while it is closed lead back to closed, resumed there to open`() {
    var flow = booted()
    _ = flow.handle(.hoursChanged(nine), at: now)
    _ = flow.handle(.requested(.openSettings), at: now)
    _ = flow.handle(.pressed(.cancel), at: now)
    #expect(flow.state == .paused && Scene(flow).closing == nine, "closed, and not held by the operator")
    _ = flow.handle(.requested(.openSettings), at: now)
    #expect(flow.handle(.requested(.resume), at: now) == [])
    _ = flow.handle(.pressed(.cancel), at: now)
    #expect(flow.state == .idle)
  }

  @Test func `a choice of event after a pause leaves no pause behind`() {
    var flow = booted()
    _ = flow.handle(.requested(.pause), at: now)
    _ = flow.handle(.requested(.changeEvent), at: now)
    _ = flow.handle(.pressed(.start), at: now)
    _ = flow.handle(.hoursChanged(nine), at: now)
    _ = flow.handle(.hoursChanged(nil), at: now)
    #expect(flow.state == .idle)
  }

  @Test func `a camera that fails while it is closed is told when it opens`() {
    var flow = booted()
    _ = flow.handle(.cameraChanged(.outOfOrder("unplugged")), at: now)
    _ = flow.handle(.hoursChanged(nine), at: now)
    #expect(flow.state == .paused)
    _ = flow.handle(.hoursChanged(nil), at: now)
    #expect(flow.state == .outOfOrder(.camera("unplugged")))
  }

  @Test func `a booth without hours is written as earlier versions wrote it`() throws {
    let text = String(decoding: try JSONEncoder().encode(booted()), as: UTF8.self)
    #expect(!["closing", "isHeld", "opensAnyway"].contains { text.contains($0) })
    var closed = booted()
    _ = closed.handle(.hoursChanged(nine), at: now)
    #expect(try JSONDecoder().decode(BoothFlow.self, from: JSONEncoder().encode(closed)) == closed)
  }
}
