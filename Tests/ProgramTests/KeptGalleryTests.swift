import BoothCore
import BoothRuntime
import BoothSystem
import BoothTesting
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import CommandSupport
@testable import booth

/// The booth's own gallery, which keeps no guests waiting.
@Suite(.timeLimit(.minutes(15))) struct KeptGalleryTests {
  private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// A server that dies when it is told to.
  private struct Server: Service {
    struct Death: Error {}
    let end: AsyncStream<Void>
    func run() async throws {
      for await _ in end.cancelOnGracefulShutdown() { throw Death() }
    }
  }

  /// What is started, one after the other.
  private final class Starts: Sendable {
    private struct State {
      var ends: [AsyncStream<Void>.Continuation] = []
      var refusals = 0
    }
    private let state = Mutex(State())

    /// The next so many starts fail.
    func refuse(_ count: Int) { state.withLock { $0.refusals = count } }
    func killNewest() { _ = state.withLock { $0.ends.last }?.yield() }
    var count: Int { state.withLock { $0.ends.count } }

    func begin() throws -> RunningGallery {
      let (stream, end) = AsyncStream.makeStream(of: Void.self)
      try state.withLock { state throws(CommandError) in
        guard state.refusals == 0 else {
          state.refusals -= 1
          throw CommandError("the port is taken")
        }
        state.ends.append(end)
      }
      return RunningGallery(Server(end: stream), port: 8123, log: KeptGalleryTests.quiet)
    }
  }

  private func kept(_ starts: Starts) async throws -> KeptGallery {
    let folder = try TemporaryFolder()
    let settings = try await Settings(
      flags: [.data: folder.path, .galleryHost: "127.0.0.1"], environment: [:], file: nil)
    let own = try OwnGallery(settings: settings, events: [], isBooths: true, logger: Self.quiet)
    return KeptGallery(own, log: Self.quiet) { _, _, _ in try starts.begin() }
  }

  @Test func `that dies while the booth runs is started again by itself, and is said until it listens`() async throws {
    let starts = Starts()
    let gallery = try await kept(starts)
    #expect(await gallery.start())
    let (told, reporter) = AsyncStream.makeStream(of: String?.self)
    let clock = RushingClock()
    let going = Task { await gallery.goOn(clock) { reporter.yield($0) } }
    var words = told.makeAsyncIterator()
    for refusals in [0, 2] {
      let before = clock.now
      starts.refuse(refusals)
      starts.killNewest()
      let dead = await words.next() ?? nil
      #expect(dead?.contains("the booth's own gallery has ended (") == true, "\(dead ?? "nothing")")
      #expect(dead?.contains("it is tried again every 5 s") == true, "\(dead ?? "nothing")")
      for _ in 0..<refusals {
        let refused = await words.next() ?? nil
        #expect(refused?.contains("the port is taken") == true, "\(refused ?? "nothing")")
      }
      let last = await words.next()
      #expect(last == .some(nil))
      #expect(gallery.fault == nil && clock.now - before >= KeptGallery.interval * (refusals + 1))
    }
    #expect(starts.count == 3)
    // One that is to end is not started again.
    try await gallery.stop(SystemClock())
    await going.value
    #expect(starts.count == 3 && gallery.fault == nil)
    try await gallery.shutDownClient()
  }
}
