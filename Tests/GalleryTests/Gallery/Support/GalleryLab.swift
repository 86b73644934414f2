import AsyncHTTPClient
import BoothCore
import BoothStore
import BoothTesting
import FoundationEssentials
import Logging
import NIOCore
import NIOHTTP1
import Synchronization
import Testing

@testable import Gallery
@testable import WebSupport

/// A gallery on a free port of the loopback, over a folder of its own, and a client to talk to it.
struct GalleryLab: Sendable {
  static let token = "the booths' token"
  static let secret = "the server's secret"

  let folder: TemporaryFolder
  let store: FolderObjectStore
  let port: Int
  let clock: LabClock

  var base: String { "http://127.0.0.1:\(port)" }

  /// Runs `body` against a gallery, and stops it.
  static func run(
    uploadSecret: String? = secret, presignToken: String? = token, publicBaseURL: String? = nil,
    assetBaseURL: String? = nil, maxUploadBytes: Int64 = 100 << 20, events: [Event] = [],
    definitionsDecide: Bool = true, unknownEvents: Event.GalleryAccess = .open,
    folder: TemporaryFolder? = nil, path: String? = nil, limits: ConnectionLimits = ConnectionLimits(),
    logger: Logger? = nil, smallPictures: (any SmallPictureMaker)? = nil, metrics: GalleryMetrics? = nil,
    clock: LabClock = LabClock(),
    configure: @Sendable (inout GalleryConfiguration) -> Void = { _ in },
    over wrapped: @Sendable (FolderObjectStore) -> any ObjectStore = { $0 },
    _ body: @Sendable @escaping (GalleryLab) async throws -> Void
  ) async throws {
    let folder = try folder ?? TemporaryFolder()
    let store = try FolderObjectStore(path: path ?? folder.path)
    var configuration = GalleryConfiguration(
      uploadSecret: uploadSecret, presignToken: presignToken, publicBaseURL: publicBaseURL,
      assetBaseURL: assetBaseURL, maxUploadBytes: maxUploadBytes,
      events: Dictionary(uniqueKeysWithValues: events.map { ($0.id, $0) }), definitionsDecide: definitionsDecide,
      unknownEvents: unknownEvents)
    configure(&configuration)
    let logger = logger ?? Logger(label: "gallery") { _ in SwiftLogNoOpLogHandler() }
    let gallery = Gallery(
      configuration: configuration, store: wrapped(store), logger: logger, smallPictures: smallPictures,
      metrics: metrics, now: { clock.now },
      secondsFromUTC: { _ in 3600 })
    let server = GalleryServer(gallery: gallery, logger: logger, address: "127.0.0.1", port: 0, limits: limits)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      group.addTask {
        let port = try await server.boundPort()
        try await body(GalleryLab(folder: folder, store: store, port: port, clock: clock))
      }
      // Whichever ends first: the tests, or a server that could not start.
      try await group.next()
      group.cancelAll()
      while let result = await group.nextResult() {
        if case .failure(let error) = result, !(error is CancellationError) { throw error }
      }
    }
  }

  // MARK: - Calls

  func send(
    _ method: LabMethod, _ path: String, _ headers: [(String, String)] = [], body: LabBody? = nil,
    client: HTTPClient = .shared
  ) async throws -> Reply {
    var request = HTTPClientRequest(url: path.hasPrefix("http") ? path : base + path)
    request.method = HTTPMethod(rawValue: method.rawValue)
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    request.body = body?.sent
    // Long enough for a machine that does many other things; what hangs is ended by its suite's limit.
    let response = try await client.execute(request, timeout: .minutes(10))
    let bytes = try await response.body.collect(upTo: 200 << 20)
    return Reply(status: Int(response.status.code), headers: response.headers, bytes: Array(buffer: bytes))
  }

  func get(_ path: String, _ headers: [(String, String)] = []) async throws -> Reply {
    try await send(.get, path, headers)
  }

  /// Goes nowhere an answer leads to; as long as the program runs.
  private static let still = HTTPClient(configuration: HTTPClient.Configuration(redirectConfiguration: .disallow))

  /// What comes back, though it leads elsewhere.
  func redirect(_ path: String) async throws -> Reply { try await send(.get, path, client: Self.still) }

  /// Types a PIN into an event's page, as a browser sends it.
  func type(pin: String, event: Int = 7, _ headers: [(String, String)] = []) async throws -> Reply {
    try await send(
      .post, "/e/\(event)",
      [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "text/html")] + headers,
      body: .text("pin=" + pin), client: Self.still)
  }

  /// Sends a page's form, and goes nowhere from there.
  func press(_ path: String, _ form: String) async throws -> Reply {
    try await send(
      .post, path, [("Content-Type", "application/x-www-form-urlencoded")], body: .text(form), client: Self.still)
  }

  func post(_ path: String, _ json: String, token: String? = token) async throws -> Reply {
    try await send(
      .post, path, (token.map { [("X-FotoX-Key", $0)] } ?? []) + [("Content-Type", "application/json")],
      body: .text(json))
  }

  func presign(
    _ path: String, type: String? = "image/jpeg", size: Int? = nil, event: String = "7",
    session: String = Sample.session
  ) async throws -> String {
    let members: [String?] = [
      "\"path\":\"\(path)\"", type.map { "\"content_type\":\"\($0)\"" }, size.map { "\"size_bytes\":\($0)" },
    ]
    let reply = try await post(
      "/presign",
      "{\"event_id\":\(event),\"session_id\":\"\(session)\",\"files\":[{\(members.compactMap { $0 }.joined(separator: ","))}]}"
    )
    try #require(reply.status == 200, "\(reply.text)")
    return try #require(reply.json["uploads"]?.array?.first?["url"]?.string)
  }

  func put(_ url: String, _ bytes: [UInt8], type: String? = "image/jpeg") async throws -> Reply {
    try await send(.put, url, type.map { [("Content-Type", $0)] } ?? [], body: .bytes(bytes))
  }

  /// Uploads one object as a booth does.
  func upload(
    _ path: String, _ bytes: [UInt8], type: String, event: Int = 7, session: String = Sample.session
  ) async throws {
    let url = try await presign(path, type: type, size: bytes.count, event: "\(event)", session: session)
    let reply = try await put(url, bytes, type: type)
    try #require(reply.status == 200, "\(reply.text)")
  }

  func complete(event: Int = 7, session: String = Sample.session, says: String? = nil) async throws -> Reply {
    try await post("/complete", Self.saying(says, Sample.completion(event: event, session: session)))
  }

  /// A call's body, with who may see the event.
  static func saying(_ access: String?, _ json: String) -> String {
    access.map { "{\"gallery\":\"\($0)\"," + json.dropFirst() } ?? json
  }

  /// A whole session as a booth brings it: a composite, a clip, its photo, the manifest.
  /// - Parameter says: who may see the event, as a booth of ours says it; FotoX says nothing.
  func bring(
    event: Int = 7, session: String = Sample.session, manifest: String? = nil, says: String? = nil
  ) async throws {
    for (name, type) in Sample.files {
      try await upload(
        "events/\(event)/sessions/\(session)/\(name)", Array("bytes of \(name)".utf8), type: type, event: event,
        session: session)
    }
    let manifest = manifest ?? Sample.manifest(event: event, session: session)
    try await upload(
      "events/\(event)/sessions/\(session)/manifest.json", Array(manifest.utf8), type: "application/json",
      event: event, session: session)
    let reply = try await complete(event: event, session: session, says: says)
    try #require(reply.status == 200, "\(reply.text)")
  }
}

/// What came back.
struct Reply: Sendable {
  var status: Int
  var headers: HTTPHeaders
  var bytes: [UInt8]

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var json: JSONDocument {
    do { return try JSONReader.read(bytes) } catch { return .string("not JSON: \(error): \(text)") }
  }
  subscript(_ header: String) -> String? { headers.first(name: header) }
}

/// A wall clock that a test moves.
final class LabClock: Sendable {
  private let seconds = Mutex(1_738_434_015.25)
  var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
  func advance(_ by: Double) { seconds.withLock { $0 += by } }
}
