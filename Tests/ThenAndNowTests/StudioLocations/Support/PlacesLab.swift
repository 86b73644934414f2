import AsyncHTTPClient
import BoothCore
import BoothTesting
import Documents
import Logging
import NIOCore
import NIOHTTP1
import StudioModel
import StudioTesting
import Synchronization
import Testing

@testable import LocationLibrary
@testable import StudioLocations
@testable import StudioServer
@testable import StudioStore
@testable import WebSupport

/// A studio with places in memory, on a free port of the loopback.
struct PlacesLab: Sendable {
  let accounts: SQLiteAccountStore
  let places: NotedPlaces
  let booth: TrialBooth
  let base: String
  let uploads: UploadReceiver
  private let folder: TemporaryFolder

  static func run(
    map: MapSources = MapSources(), sync: (any StudioSync)? = nil, limits: UploadReceiver.Limits = .init(),
    hasFeatures: Bool = true,
    _ body: @Sendable @escaping (PlacesLab) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let accounts = try SQLiteAccountStore(
      path: folder.path + "/studio.sqlite", clock: 0, cost: .init(rounds: 2, blockSize: 1, parallelism: 1)
    ) { Instant(nanoseconds: 0) }
    let places = NotedPlaces()
    let booth = TrialBooth()
    let uploads = UploadReceiver(folder: folder.path + "/coming", limits: limits)
    let server = StudioServer(
      configuration: StudioConfiguration(version: "0"), accounts: accounts, booth: booth,
      features: [PlacesFeature(places, booth: booth, sync: sync, map: map, hasFeatures: { hasFeatures })],
      uploads: uploads,
      logger: Logger(label: "studio") { _ in SwiftLogNoOpLogHandler() },
      address: "127.0.0.1", port: 0
    ) { 1000 }
    try await server.serving { port in
      let base = "http://127.0.0.1:\(port)"
      try await body(
        PlacesLab(
          accounts: accounts, places: places, booth: booth, base: base, uploads: uploads, folder: folder))
    }
  }

  /// A person with an account, signed in: their cookie.
  func join(_ name: String, _ standing: Standing) async throws -> String {
    let secret = try await accounts.invite(.join(standing, name: nil), to: accounts.organisation, by: nil, at: 1000)
    return try await accounts.accept(
      secret, name: name, displayName: "", password: "a long password", agent: "Chrome/1 Linux", at: 1000)
  }

  func get(_ path: String, _ cookie: String?, _ headers: [(String, String)] = []) async throws -> PlacesReply {
    try await send(.GET, path, cookie, headers, nil)
  }

  /// A form as a page sends it.
  func post(_ path: String, _ cookie: String, _ fields: [String: String] = [:]) async throws -> PlacesReply {
    let all = fields.merging(["token": FormGuard.token(cookie)]) { $1 }
    let body = all.map { "\(PercentEncoding.component($0.key))=\(PercentEncoding.component($0.value))" }
    return try await send(
      .POST, path, cookie, [("Origin", base), ("Content-Type", "application/x-www-form-urlencoded")],
      Array(body.joined(separator: "&").utf8))
  }

  /// A form with a file, as a page's script sends it, or a browser without scripts.
  func upload(
    _ path: String, _ cookie: String, _ fields: [String: String], _ bytes: [UInt8], token: String? = nil,
    isPart: Bool = true
  ) async throws -> PlacesReply {
    var body: [UInt8] = []
    for (name, value) in [("token", token ?? FormGuard.token(cookie))] + fields.sorted(by: { $0.key < $1.key }) {
      body += Array("--XyZ\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
    }
    let head = "form-data; name=\"file\"; filename=\"a;b.jpg\"\r\nContent-Type: image/jpeg"
    body += Array("--XyZ\r\nContent-Disposition: \(head)\r\n\r\n".utf8) + bytes + Array("\r\n--XyZ--\r\n".utf8)
    let part = isPart ? [("X-Booth-Part", "1")] : []
    return try await send(
      .POST, path, cookie, [("Origin", base), ("Content-Type", "multipart/form-data; boundary=XyZ")] + part, body)
  }

  func send(
    _ method: HTTPMethod, _ path: String, _ cookie: String?, _ headers: [(String, String)], _ body: [UInt8]?
  ) async throws -> PlacesReply {
    var request = HTTPClientRequest(url: base + path)
    request.method = method
    if let cookie { request.headers.add(name: "Cookie", value: "\(StudioContext.cookie)=\(cookie)") }
    for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
    if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
    let response = try await Self.client.execute(request, timeout: .minutes(10))
    let bytes = try await response.body.collect(upTo: 8 << 20)
    return PlacesReply(
      status: Int(response.status.code), headers: response.headers, text: String(answer: bytes.readableBytesView))
  }

  /// Follows no redirects, as what they say is looked at.
  static let client = HTTPClient(
    eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))
}

struct PlacesReply: Sendable {
  var status: Int
  var headers: HTTPHeaders
  var text: String
  var location: String? { headers.first(name: "Location") }
}

/// A booth that is as it is told to be, and notes what it is asked; at first it is not there.
final class TrialBooth: OperatedBooth {
  let report = Mutex<BoothReport?>(nil)
  let orders = Mutex<[BoothOrder]>([])
  private static let away = OperatedBoothError(.notRunning, "no booth")

  func set(event: String?, events: [String], state: String, phase: String? = nil) {
    var report = BoothReport(
      state: state, words: nil, event: event, events: events, pending: nil, parts: [], queue: [], linkBase: "")
    report.phase = phase
    let told = report
    self.report.withLock { $0 = told }
  }

  func report() async throws(OperatedBoothError) -> BoothReport {
    guard let report = report.withLock({ $0 }) else { throw Self.away }
    return report
  }

  func perform(_ order: BoothOrder) async throws(OperatedBoothError) -> String {
    orders.withLock { $0.append(order) }
    return "done"
  }

  func screen(after number: Int) async throws(OperatedBoothError) -> GuestsScreen? { throw Self.away }
  func sessions(limit: Int) async throws(OperatedBoothError) -> [GuestSession] { [] }
  func examination() async throws(OperatedBoothError) -> [BoothReport.Part] { [] }
  func log(lines: Int) async throws(OperatedBoothError) -> [String]? { nil }
  func invitation(toEvent slug: String) async throws(OperatedBoothError) -> [UInt8]? { nil }
}
