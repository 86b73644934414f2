import BoothCore
import Documents
import StudioModel
import Synchronization
import Testing
import WebSupport

@testable import StudioServer

@Suite(.timeLimit(.minutes(15))) struct BoothWatchTests {
  @Test func `the booth is asked once for all who ask at once`() async {
    let booth = NotedBooth()
    let watch = BoothWatch(booth)
    booth.gate.shut()
    await withTaskGroup(of: BoothWatch.Outcome.self) { group in
      for _ in 0..<50 { group.addTask { await watch.report() } }
      await eventually { booth.gate.waiting == 1 }
      booth.gate.open()
      for await outcome in group { #expect(outcome == .success(NotedBooth.report())) }
    }
    // A caller after the answer asked again; no two asked at the same time.
    #expect(booth.notes.withLock { $0.reports } < 50)
  }

  @Test func `news are told when something is new, and nothing is asked when nobody reads`() async throws {
    let booth = NotedBooth()
    let watch = BoothWatch(booth, interval: .milliseconds(1))
    do {
      var news = await watch.news().makeAsyncIterator()
      let first = try await news.next()
      #expect(first.map { String(decoding: $0, as: UTF8.self).contains("event: state") } == true)
      booth.notes.withLock { $0.report = .success(NotedBooth.report(state: "paused")) }
      while let event = try await news.next() {
        let text = String(decoding: event, as: UTF8.self)
        if text.contains("event: state"), await watch.report() == .success(NotedBooth.report(state: "paused")) { break }
      }
    }
    // The reader has gone: the polling ends by itself, and then stays ended.
    await eventually { await !watch.isPolling }
    let asked = booth.notes.withLock { $0.reports }
    _ = await watch.report()
    #expect(booth.notes.withLock { $0.reports } == asked + 1, "a page asks once, and no clock asks besides")
  }

  @Test func `a studio that ends lets its readers go`() async throws {
    let watch = BoothWatch(NotedBooth(), interval: .milliseconds(1))
    let news = await watch.news()
    await watch.end()
    for try await _ in news {}
    for try await _ in await watch.news() { Issue.record("there are no news after the end") }
  }

  @Test func `one picture is fetched for all who look, and who knows none gets the last`() async throws {
    let booth = NotedBooth()
    let watch = BoothWatch(booth, interval: .seconds(60))
    #expect(try await watch.screen(otherThan: 0)?.number == 7)
    booth.gate.shut()
    async let second = watch.screen(otherThan: 7)
    async let third = watch.screen(otherThan: 7)
    await eventually { booth.gate.waiting == 1 }
    #expect(try await watch.screen(otherThan: 0)?.number == 7, "it stands while others wait for the next")
    booth.notes.withLock { $0.screen = GuestsScreen(number: 8, jpeg: []) }
    booth.gate.open()
    let numbers = try await [second?.number, third?.number]
    #expect(numbers == [8, 8])
    #expect(booth.notes.withLock { $0.looks } == [0, 7])
  }
}
