import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import GalleryClient
import Logging
import Synchronization

/// Our own gallery inside a booth, which keeps no guests waiting: where its port, its address or its folder cannot be had yet, it is tried
/// again by itself, and what is to be uploaded waits. One that ends while the booth runs is started again.
///
/// Nothing is sent before it listens: whatever else answers at its port gets neither pictures nor the token.
final class KeptGallery: Sendable {
  private struct State {
    var running: RunningGallery?
    var client: HTTPGalleryClient?
    var port: Int
    /// Why it does not listen.
    var fault: String?
    var hasEnded = false
  }

  /// How often it is tried again.
  static let interval = Duration.seconds(5)

  let own: OwnGallery
  private let state: Mutex<State>
  private let log: Logger
  private let begin: @Sendable (OwnGallery, Int, Logger) async throws -> RunningGallery

  /// - Parameter begin: starts the server on a port, and returns when it listens.
  init(
    _ own: OwnGallery, log: Logger,
    begin: @escaping @Sendable (OwnGallery, Int, Logger) async throws -> RunningGallery = {
      try await RunningGallery.start($0, port: $1, log: $2)
    }
  ) {
    self.own = own
    self.log = log
    self.begin = begin
    state = Mutex(State(port: own.port))
  }

  /// The one it listens on, or will.
  var port: Int { state.withLock { $0.port } }
  /// Why it does not listen, in words; nil where it does.
  var fault: String? { state.withLock { $0.fault } }
  /// The same, and what comes of it.
  private var trouble: String? {
    fault.map {
      "\($0); it is tried again every \(Self.interval.components.seconds) s: uploads wait, and codes lead nowhere until then"
    }
  }

  /// Tries to listen, once.
  /// - Returns: whether it does.
  func start() async -> Bool {
    do {
      let running = try await begin(own, port, log)
      let client = HTTPGalleryClient(
        base: own.localBase(port: running.port), outside: own.publicBase(port: running.port), token: own.presignToken)
      let isLate = state.withLock { state in
        guard !state.hasEnded else { return true }
        (state.running, state.client, state.port, state.fault) = (running, client, running.port, nil)
        return false
      }
      guard isLate else { return true }
      try await client.shutdown()
      try await running.stop()
    } catch {
      let words = CommandError(error)?.message ?? "\(error)"
      state.withLock { state in
        state.fault = words
        // Links are made before it listens: any free port is one that stays.
        if state.port == 0 { state.port = Int.random(in: 49_152...65_535) }
      }
    }
    return false
  }

  /// Tries until it listens, and again when it has ended by itself, until it is stopped or the task is cancelled.
  /// - Parameter report: hears why it does not listen, and nil as soon as it does.
  func goOn(_ clock: any BoothClock, report: @Sendable (String?) async -> Void) async {
    while !Task.isCancelled {
      if let trouble {
        await report(trouble)
        do { try await clock.sleep(until: clock.now + Self.interval) } catch { return }
        if await start() {
          log.notice("the gallery listens now", metadata: ["gallery.port": "\(port)"])
          await report(nil)
        }
      } else if !(await hasEndedByItself()) {
        return
      }
    }
  }

  /// Waits for the server's end.
  /// - Returns: false where it was to end.
  private func hasEndedByItself() async -> Bool {
    guard let running = state.withLock({ $0.running }) else { return false }
    let why = await running.ended()
    let client = state.withLock { state -> HTTPGalleryClient?? in
      guard !state.hasEnded, !Task.isCancelled else { return nil }
      defer { (state.running, state.client) = (nil, nil) }
      state.fault = "the booth's own gallery has ended\(why.map { " (\($0))" } ?? "")"
      return .some(state.client)
    }
    guard let client else { return false }
    // What is under way with it ends, and is tried again with the next.
    do { try await client?.shutdown() } catch { log.info("gallery", metadata: ["gallery.client": "\(error)"]) }
    return true
  }

  func stop(_ clock: any BoothClock) async throws {
    let running = state.withLock { state in
      state.hasEnded = true
      return state.running
    }
    try await running?.stop(clock: clock)
  }

  /// Ends the client's connections.
  func shutDownClient() async throws { try await state.withLock { $0.client }?.shutdown() }
}

/// The booth's way to it.
extension KeptGallery: GalleryClient {
  private func client(for subject: String) throws(GalleryError) -> HTTPGalleryClient {
    let (client, fault) = state.withLock { ($0.client, $0.fault) }
    guard let client else {
      throw GalleryError(.unreachable, subject: subject, detail: fault ?? "the booth's own gallery does not listen yet")
    }
    return client
  }

  func presign(
    event: EventID, session: SessionID, files: [UploadFile], access: Event.GalleryAccess?
  ) async throws(GalleryError) -> [UploadTarget] {
    try await client(for: "presign").presign(event: event, session: session, files: files, access: access)
  }

  func upload(_ body: UploadBody, as file: UploadFile, to target: UploadTarget) async throws(GalleryError) {
    try await client(for: "upload").upload(body, as: file, to: target)
  }

  func complete(
    event: EventID, session: SessionID, manifestPath: String, access: Event.GalleryAccess?
  ) async throws(GalleryError) {
    try await client(for: "complete").complete(
      event: event, session: session, manifestPath: manifestPath, access: access)
  }

  func uploadEmails(_ bytes: [UInt8], event: EventID) async throws(GalleryError) {
    try await client(for: "addresses").uploadEmails(bytes, event: event)
  }

  func erase(event: EventID, session: SessionID) async throws(GalleryError) {
    try await client(for: "erase").erase(event: event, session: session)
  }

  func size(of path: String, expecting expected: Int64) async throws(GalleryError) -> Int64? {
    try await client(for: "size").size(of: path, expecting: expected)
  }

  func health() async throws(GalleryError) { try await client(for: "health").health() }
}
