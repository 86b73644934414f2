import AsyncHTTPClient
import BoothCore
import BoothTesting
import Documents
import FoundationEssentials
import Logging
import NIOCore
import NIOHTTP1
import StudioModel
import StudioTesting
import Synchronization
import Testing

@testable import StudioServer
@testable import StudioStore
@testable import WebSupport

/// A booth that does nothing but note what it is asked.
final class NotedBooth: OperatedBooth {
  struct Notes: Sendable {
    var orders: [BoothOrder] = []
    var reports = 0
    var looks: [Int] = []
    var sessions: [GuestSession] = []
    var report: Result<BoothReport, OperatedBoothError> = .success(NotedBooth.report())
    var examined: [BoothReport.Part] = [.init("clock", .bad, "<i>late</i>")]
    /// Why orders are refused; nil: they are carried out.
    var refusal: OperatedBoothError?
    var screen: GuestsScreen? = GuestsScreen(number: 7, jpeg: [0xFF, 0xD8])
    var resting: RestingBoothName?
  }

  let notes = Mutex(Notes())
  /// Holds answers back until it is told to let them go.
  let gate = Gate()

  static func report(state: String = "idle") -> BoothReport {
    BoothReport(
      state: state, words: nil, event: "wedding", events: ["wedding", "jerusalem"], pending: nil,
      parts: [.init("camera", .good, "mock")],
      queue: [
        .init(id: "12", kind: "upload", subject: "S1", needsOperator: true, failure: "<b>refused</b>", attempts: 3)
      ],
      linkBase: "http://127.0.0.1:1")
  }

  func report() async throws(OperatedBoothError) -> BoothReport {
    notes.withLock { $0.reports += 1 }
    await gate.pass()
    return try notes.withLock { $0.report }.get()
  }

  func perform(_ order: BoothOrder) async throws(OperatedBoothError) -> String {
    let refusal = notes.withLock { notes in
      notes.orders.append(order)
      return notes.refusal
    }
    if let refusal { throw refusal }
    return "done"
  }

  var startCommand: String? { "booth run --data /srv/booth" }
  var resting: RestingBoothName? { notes.withLock { $0.resting } }
  func sessions(limit: Int) async throws(OperatedBoothError) -> [GuestSession] { notes.withLock { $0.sessions } }
  func examination() async throws(OperatedBoothError) -> [BoothReport.Part] { notes.withLock { $0.examined } }
  func thumbnail(ofSession session: String) async throws(OperatedBoothError) -> [UInt8]? {
    notes.withLock { $0.sessions.contains { $0.id == session } } ? [0xFF, 0xD8] : nil
  }
  func log(lines: Int) async throws(OperatedBoothError) -> [String]? { ["<b>one</b>", "two"] }
  func invitation(toEvent slug: String) async throws(OperatedBoothError) -> [UInt8]? {
    slug == "wedding" ? [0x89, 0x50] : nil
  }

  func screen(after number: Int) async throws(OperatedBoothError) -> GuestsScreen? {
    notes.withLock { $0.looks.append(number) }
    await gate.pass()
    return notes.withLock { $0.screen.flatMap { $0.number == number ? nil : $0 } }
  }
}

/// Lets all pass, or none.
final class Gate: Sendable {
  private let state = Mutex((isOpen: true, waiting: [CheckedContinuation<Void, Never>]()))

  func shut() { state.withLock { $0.isOpen = false } }
  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.resume() }
  }
  var waiting: Int { state.withLock { $0.waiting.count } }

  func pass() async {
    await withCheckedContinuation { continuation in
      let passes = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if passes { continuation.resume() }
    }
  }
}

/// A studio on a free port of the loopback, over a database of its own and a noted booth.
struct StudioLab: Sendable {
  static let password = "a long password"

  let folder: TemporaryFolder
  let accounts: SQLiteAccountStore
  let booth: NotedBooth
  let port: Int
  let moment: ShownValue<Double>

  var base: String { "http://127.0.0.1:\(port)" }

  static func run(
    publicBaseURL: String? = nil, command: String? = nil, fixed: [StudioPreference: String] = [:],
    fleet: (any FleetSource)? = nil, features: [any StudioFeature] = [],
    more: @Sendable (SQLiteAccountStore) -> [any StudioFeature] = { _ in [] },
    limits: UploadReceiver.Limits = .init(), room: UploadRoom? = nil,
    logger: Logger = Logger(label: "studio") { _ in SwiftLogNoOpLogHandler() },
    _ body: @Sendable @escaping (StudioLab) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let accounts = try SQLiteAccountStore(
      path: folder.path + "/studio.sqlite", clock: 0, cost: .init(rounds: 2, blockSize: 1, parallelism: 1)
    ) { Instant(nanoseconds: 0) }
    let booth = NotedBooth()
    let moment = ShownValue(1000.0)
    var configuration = StudioConfiguration(publicBaseURL: publicBaseURL, version: "0")
    if let command { configuration.command = command }
    configuration.fixed = fixed
    configuration.shown = [ShownSetting("firebase.project", "jerusalem"), ShownSetting("firebase.key", nil)]
    let server = StudioServer(
      configuration: configuration, accounts: accounts, booth: booth, fleet: fleet,
      preferences: accounts, features: features + more(accounts),
      uploads: UploadReceiver(folder: folder.path + "/coming", limits: limits, room: room), logger: logger,
      address: "127.0.0.1",
      port: 0
    ) { moment.value }
    try await server.serving { port in
      try await body(StudioLab(folder: folder, accounts: accounts, booth: booth, port: port, moment: moment))
    }
  }

  /// A person with an account, signed in: their cookie.
  func join(_ name: String, _ standing: Standing) async throws -> String {
    let secret = try await accounts.invite(
      .join(standing, name: nil), to: accounts.organisation, by: nil, at: moment.value)
    return try await accounts.accept(
      secret, name: name, displayName: "", password: Self.password, agent: "Chrome/1 Linux", at: moment.value)
  }

  func send(
    _ method: HTTPMethod, _ path: String, cookie: String? = nil, _ headers: [(String, String)] = [],
    form: [String: String]? = nil, body: String? = nil
  ) async throws -> StudioReply {
    var request = HTTPClientRequest(url: base + path)
    request.method = method
    if let cookie { request.headers.add(name: "Cookie", value: "\(StudioContext.cookie)=\(cookie)") }
    for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
    if let body {
      request.body = .bytes(ByteBuffer(string: body))
    } else if let form {
      if !request.headers.contains(name: "Content-Type") {
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
      }
      let body = form.map { "\(PercentEncoding.component($0.key))=\(PercentEncoding.component($0.value))" }
      request.body = .bytes(ByteBuffer(string: body.joined(separator: "&")))
    }
    let response = try await Self.client.execute(request, timeout: .minutes(10))
    let bytes = try await response.body.collect(upTo: 4 << 20)
    return StudioReply(
      status: Int(response.status.code), headers: response.headers, text: String(answer: bytes.readableBytesView))
  }

  func get(_ path: String, cookie: String? = nil) async throws -> StudioReply {
    try await send(.GET, path, cookie: cookie)
  }

  /// A form as a page of the studio's sends it.
  /// - Parameter cookies: beside that one, `; NAME=VALUE`, where there are others.
  func post(
    _ path: String, cookie: String, cookies: String? = nil, _ fields: [String: String] = [:]
  ) async throws -> StudioReply {
    try await send(
      .POST, path, cookie: cookies ?? cookie, [("Origin", base)],
      form: fields.merging([FormGuard.field: FormGuard.token(cookie)]) { $1 })
  }

  /// Follows no redirects, as what they say is looked at.
  static let client = HTTPClient(
    eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))
}

struct StudioReply: Sendable {
  var status: Int
  var headers: HTTPHeaders
  var text: String
  var location: String? { headers.first(name: "Location") }
  /// The secret of the cookie that it sets.
  var cookie: String? {
    headers.first(name: "Set-Cookie").flatMap { $0.split(separator: ";").first }
      .map { String($0.drop { $0 != "=" }.dropFirst()) }
  }
}

/// A value that several threads see.
final class ShownValue<Value: Sendable>: Sendable {
  private let state: Mutex<Value>
  init(_ value: Value) { state = Mutex(value) }
  var value: Value { state.withLock { $0 } }
  func change(_ body: (inout sending Value) -> Void) { state.withLock { body(&$0) } }
}
