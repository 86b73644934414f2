import BoothCore
import BoothRuntime
import BoothSystem
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import CommandSupport
@testable import booth

/// What the service manager hears while the booth ends, and what an end that hangs is worth.
@Suite(.timeLimit(.minutes(15))) struct ServiceWatchTests {
  private final class Words: Sendable {
    let all = Mutex<[String]>([])
    var count: Int { all.withLock { $0.count { $0 == "WATCHDOG=1" } } }
  }

  @Test func `an end is told, and lives as long as its steps follow each other`() async {
    let words = Words()
    let clock = RushingClock()
    let watch = ServiceWatch(watchdog: .seconds(30), clock: clock) { word in words.all.withLock { $0.append(word) } }
    // Before the end, steps are none.
    watch.step()
    await watch.end()
    #expect(words.all.withLock { $0.first } == "STOPPING=1")
    // Every ten seconds for one step, and then no more.
    #expect(words.count == 6)
  }

  @Test func `each step is given the time anew`() async {
    let words = Words()
    let later = Mutex<ServiceWatch?>(nil)
    let start = Instant(nanoseconds: 1_000_000_000_000)
    let clock = RushingClock { now in
      if now - start <= .seconds(50) { later.withLock { $0 }?.step() }
    }
    let watch = ServiceWatch(watchdog: .seconds(30), clock: clock) { word in words.all.withLock { $0.append(word) } }
    later.withLock { $0 = watch }
    await watch.end()
    #expect(words.count == 11)
  }

  @Test func `without a watchdog the end is told once`() async {
    let words = Words()
    let watch = ServiceWatch(watchdog: nil, clock: RushingClock()) { word in words.all.withLock { $0.append(word) } }
    await watch.end()
    #expect(words.all.withLock { $0 } == ["STOPPING=1"])
  }

  @Test func `the program tells that it is ready, that it lives, and that it ends`() async throws {
    let manager = try NoticeSocket()
    let outcome = try await manager.listen { [path = manager.path] in
      try await Program.run(
        ["run", "--use-mock-data", "--screen", "log", "--lab", "--sessions", "1"],
        environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "30000000"])
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
    let words = manager.words
    let ready = try #require(words.firstIndex(of: "READY=1"))
    let stopping = try #require(words.firstIndex(of: "STOPPING=1"))
    #expect(ready < stopping && words[stopping...].contains("WATCHDOG=1"), "\(words)")
  }

  // MARK: What is left behind

  private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// Answers that do not end by themselves.
  private struct Answers: Service {
    /// Whether they can be cut off.
    var endsWhenCut: Bool
    let begun: AsyncStream<Void>.Continuation
    let wasCut = Words()

    func run() async throws {
      begun.yield()
      if endsWhenCut {
        let (never, _) = AsyncStream.makeStream(of: Void.self)
        await withTaskCancellationHandler {
          for await _ in never {}
        } onCancel: {
          wasCut.all.withLock { $0.append("cut") }
        }
      } else {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }
  }

  @Test(arguments: [true, false]) func `answers that do not end hold up no end`(_ endsWhenCut: Bool) async throws {
    let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
    let answers = Answers(endsWhenCut: endsWhenCut, begun: continuation)
    let gallery = RunningGallery(answers, patience: .zero, log: Self.quiet)
    for await _ in begun { break }
    // One that can be cut off has the machine's time for it; the other needs none.
    let clock: any BoothClock = endsWhenCut ? SystemClock() : RushingClock()
    do {
      try await gallery.stop(clock: clock)
      #expect(endsWhenCut)
    } catch {
      #expect((error as? CommandError)?.message.contains("does not end") != endsWhenCut)
    }
    #expect(answers.wasCut.all.withLock { $0.isEmpty } != endsWhenCut)
  }

  /// A screen whose thread is stuck in its driver.
  private final class StuckScreen: ScreenDriver {
    func show(_ picture: ScreenPicture) {}
    func receive(_ frame: Frame) {}
    func close() async { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
  }

  @Test func `a screen that is stuck is given up`() async {
    let clock = RushingClock()
    let before = clock.now
    await Screens(StuckScreen(), clock: clock, log: Self.quiet).close()
    #expect(clock.now - before == Screens.patience)
  }
}
