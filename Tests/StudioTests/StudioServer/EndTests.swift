import BoothCore
import Documents
import Logging
import NIOHTTP1
import StudioModel
import Synchronization
import Testing
import WebSupport

@testable import StudioServer

/// What is said of answers that are not waited for any more, of a store that is in trouble, and of one that is full.
@Suite(.timeLimit(.minutes(15))) struct EndTests {
  @Test func `an answer that was under way when the studio ends is no error of the studio's`() async throws {
    let (feature, log) = (TroubledFeature(), NotedLog())
    try await StudioLab.run(features: [feature], logger: log.logger) { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      Task { do { _ = try await lab.get("/troubled/slow", cookie: cookie) } catch {} }
      await eventually { feature.isWaiting.withLock { $0 } }
    }
    #expect(log.errors == [])
  }

  @Test func `a store in trouble is an error, and said`() async throws {
    let (feature, log) = (TroubledFeature(), NotedLog())
    try await StudioLab.run(features: [feature], logger: log.logger) { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      let reply = try await lab.get("/troubled/" + PercentEncoding.component("disk I<O error"), cookie: cookie)
      #expect(reply.status == 503 && reply.text.contains("disk I&lt;O error"))
    }
    #expect(log.errors.count == 1 && log.errors[0].contains("disk I<O error"))
  }

  @Test(arguments: ["studio.sqlite: database or disk is full", "x.jpg: write: No space left on device"])
  func `a full disk is answered as one`(_ words: String) async throws {
    try await StudioLab.run(features: [TroubledFeature()]) { lab in
      let cookie = try await lab.join("anna", Standing(.admin))
      let reply = try await lab.get("/troubled/" + PercentEncoding.component(words), cookie: cookie)
      #expect(reply.status == 507 && reply.text.contains("What you just sent was not saved."))
      #expect(reply.text.contains(words) && reply.headers.first(name: "Retry-After") == nil)
    }
  }

  @Test func `what is wrong with the studio stands on the operator's page, for who may do something about it`()
    async throws
  {
    try await StudioLab.run(features: [TroubledFeature()]) { lab in
      let (anna, ben) = (
        try await lab.join("anna", Standing(.manager)), try await lab.join("ben", Standing(.employee))
      )
      for path in ["/booth", "/booth/state", "/check"] {
        #expect(try await lab.get(path, cookie: anna).text.contains("(a &lt;file&gt;)"), "\(path)")
        #expect(try await !lab.get(path, cookie: anna).text.contains("is damaged"), "\(path): words of the log")
      }
      for path in ["/booth", "/booth/state"] {
        #expect(try await !lab.get(path, cookie: ben).text.contains("&lt;file&gt;"), "\(path)")
      }
      // That there is some is told to everybody who watches over it, and no more than that.
      let health = try await lab.get("/health")
      #expect(health.status == 200 && health.text == "{\"status\":\"trouble\"}", "\(health.text)")
    }
  }
}

/// Is always in trouble: in that of its address's last word, or of a person who waits until they are let go.
private struct TroubledFeature: StudioFeature {
  let isWaiting = Waiting()

  final class Waiting: Sendable {
    private let state = Mutex(false)
    func withLock<Value>(_ body: (inout Bool) -> Value) -> Value { state.withLock { body(&$0) } }
  }

  var sections: [StudioSection] { [] }

  func remarks() async -> [BoothReport.Part] {
    [.init("sync", .warning, "a <file> is damaged", .init(.syncLost, "a <file>"))]
  }

  func answer(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer? {
    guard context.call.path.hasPrefix("/troubled/") else { return nil }
    let words = PercentEncoding.decodeQuery(context.call.path.dropFirst("/troubled/".count))
    guard words == "slow" else { throw StudioFault.unavailable(words) }
    isWaiting.withLock { $0 = true }
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
    throw StudioFault.unavailable("studio.sqlite: CancellationError()")
  }
}

/// What a studio logs.
private final class NotedLog: Sendable {
  private let lines = Mutex<[String]>([])

  /// Those that are errors, with what else is told.
  var errors: [String] { lines.withLock { $0 } }

  var logger: Logger { Logger(label: "studio") { _ in Handler(noted: self) } }

  private struct Handler: LogHandler {
    let noted: NotedLog
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      guard event.level >= .error else { return }
      noted.lines.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
    }
  }
}
