import BoothCore
import BoothTesting
import Testing

@testable import booth

@Suite struct QuietBoothTests {
  private static let photographed = BoothState.opening(AttemptID(1), until: Instant(nanoseconds: 0))

  @Test func `what nothing waits for begins when guests are no longer photographed`() async {
    let quiet = QuietBooth()
    // Without a booth.
    await quiet.wait()
    let (states, told) = AsyncStream<BoothState>.makeStream()
    let (order, said) = AsyncStream<String>.makeStream()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await quiet.follow(states) }
      told.yield(Self.photographed)
      while quiet.isQuiet { await Task.moment() }
      group.addTask {
        await quiet.wait()
        said.yield("made")
      }
      while !quiet.isWaitedFor { await Task.moment() }
      said.yield("guests leave")
      told.yield(.idle)
      var heard: [String] = []
      for await word in order {
        heard.append(word)
        if heard.count == 2 { break }
      }
      #expect(heard == ["guests leave", "made"])
      // The booth's end holds up nothing.
      told.yield(Self.photographed)
      told.finish()
      await group.waitForAll()
      await quiet.wait()
    }
  }
}
