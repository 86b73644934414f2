import AsyncHTTPClient
import BoothCore
import BoothTesting
import Documents
import Firebase
import FoundationEssentials
import Locations
import Logging
import NIOCore
import NIOHTTP1
import Reports
import StudioModel
import StudioTesting
import Synchronization
import Testing

@testable import StudioReports
@testable import StudioServer
@testable import StudioStore

/// A studio with reports on a free port of the loopback, over documents of its own.
struct ReportsLab: Sendable {
  static let template = ReportTemplate(
    id: "fall", name: "Fall <Sports>", shootType: "sports", organisation: "",
    fields: [
      TemplateField("job", .select, "Job", isRequired: true, options: ["A", "B"]),
      TemplateField(
        "miles", .mileage, "Miles", smart: SmartSettings(.ios, .mileage, fallback: "0 miles"), isReadOnly: true),
      TemplateField("weather", .weather, "Weather", smart: SmartSettings(.ios, .weather, fallback: "Unknown")),
      TemplateField("notes", .textarea, "Notes"),
    ])

  /// When everything in it happens, in seconds since 1970.
  static let now: Double = 1_705_350_600
  /// When everything that has happened in it is long ago.
  static let later = now + 3 * ReportAttachment.keptSeconds

  let documents: any DocumentStore
  let files: MemoryReportFiles
  let accounts: SQLiteAccountStore
  let feature: ReportsFeature
  let port: Int
  var organisation: OrganisationID { accounts.organisation }
  var base: String { "http://127.0.0.1:\(port)" }

  static func run(
    _ store: LabStore = .memory, _ body: @Sendable @escaping (ReportsLab) async throws -> Void
  ) async throws {
    try await store.with { standIn in
      var settings = FirestoreSettings(emulator: standIn.host, project: StandInFirestore.project)
      // News are asked for again whenever that may be, instead of once a minute.
      settings.polling = .milliseconds(1)
      return FirestoreDocumentStore(settings, tokens: FixedToken("owner"))
    } shutdown: {
      try await $0.shutdown()
    } _: {
      try await run(over: $0, body)
    }
  }

  static func run(
    over documents: any DocumentStore, _ body: @Sendable @escaping (ReportsLab) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let accounts = try SQLiteAccountStore(
      path: folder.path + "/studio.sqlite", clock: 0, cost: .init(rounds: 2, blockSize: 1, parallelism: 1)
    ) { Instant(nanoseconds: 0) }
    let files = MemoryReportFiles()
    var template = Self.template
    template.organisation = accounts.organisation.text
    _ = try await documents.commit([
      .set(try DocumentPath("reportTemplates/fall"), template.document, serverTimes: ["createdAt"]),
      .set(
        try DocumentPath("schools/a"),
        ReportSchool(id: "a", name: "Adams", coordinates: "37.7307,-88.9331").document(
          organisation: accounts.organisation)),
      .set(
        try DocumentPath("schools/x"),
        ReportSchool(id: "x", name: "Elsewhere", coordinates: "1,1").document(organisation: OrganisationID("other"))),
    ])
    let feature = ReportsFeature(
      documents: PerRequester(same: documents), attachments: PerRequester(same: files), weather: FairWeather(),
      own: accounts.organisation)
    let server = StudioServer(
      configuration: StudioConfiguration(version: "0"), accounts: accounts, booth: RestingStudioBooth(),
      features: [feature],
      logger: Logger(label: "studio") { _ in SwiftLogNoOpLogHandler() }, address: "127.0.0.1", port: 0
    ) { Self.now }
    try await server.serving { port in
      try await body(
        ReportsLab(documents: documents, files: files, accounts: accounts, feature: feature, port: port))
    }
    withExtendedLifetime(folder) {}
  }

  /// A person with an account, signed in: their cookie.
  func join(_ name: String, _ standing: Standing) async throws -> String {
    let secret = try await accounts.invite(.join(standing, name: nil), to: organisation, by: nil, at: Self.now)
    return try await accounts.accept(
      secret, name: name, displayName: name, password: "a long password", agent: "", at: Self.now)
  }

  struct Reply: Sendable {
    var status: Int
    var text: String
    var headers: HTTPHeaders
  }

  func get(_ path: String, _ cookie: String?) async throws -> Reply {
    try await send(.GET, path, cookie, nil, token: false)
  }

  /// As a browser asks for it, which takes answers compressed: how many bytes come, and how they are packed.
  func weigh(_ path: String, _ cookie: String?) async throws -> (bytes: Int, headers: HTTPHeaders) {
    var request = HTTPClientRequest(url: base + path)
    request.headers.add(name: "Accept-Encoding", value: "gzip, deflate, br")
    if let cookie { request.headers.add(name: "Cookie", value: "\(StudioContext.cookie)=\(cookie)") }
    let answer = try await Self.client.execute(request, timeout: .minutes(10))
    return (try await answer.body.collect(upTo: 8 << 20).readableBytes, answer.headers)
  }

  /// As a script of ours sends it.
  func post(_ path: String, _ cookie: String?, _ body: String, token: Bool = true) async throws -> Reply {
    try await send(.POST, path, cookie, body, token: token)
  }

  private func send(
    _ method: HTTPMethod, _ path: String, _ cookie: String?, _ body: String?, token: Bool
  ) async throws -> Reply {
    var request = HTTPClientRequest(url: base + path)
    request.method = method
    if let cookie { request.headers.add(name: "Cookie", value: "\(StudioContext.cookie)=\(cookie)") }
    if let body {
      request.headers.add(name: "Origin", value: base)
      request.headers.add(name: "Content-Type", value: "application/json")
      if token, let cookie { request.headers.add(name: "X-Booth-Token", value: FormGuard.token(cookie)) }
      request.body = .bytes(ByteBuffer(string: body))
    }
    let answer = try await Self.client.execute(request, timeout: .minutes(10))
    let bytes = try await answer.body.collect(upTo: 8 << 20)
    return Reply(
      status: Int(answer.status.code), text: String(answer: bytes.readableBytesView), headers: answer.headers)
  }

  private static let client = HTTPClient(
    eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))

  /// The reports that are kept.
  func reports() async throws -> [DailyReport] { try await ReportFinder(documents).reports(of: organisation) }
}

/// Files in memory.
final class MemoryReportFiles: ReportFiles {
  /// What people are said to have sent, by who.
  let sent = Mutex<[String: [SentAttachment]]>([:])
  let removed = Mutex<[String]>([])

  func sent(
    by user: String, since moment: Double, in organisation: String
  ) async throws(ReportFilesError) -> [SentAttachment] {
    sent.withLock { $0[user] ?? [] }.filter { $0.touchedAt >= moment }
  }

  private let kept = Mutex<[String: [UInt8]]>([:])

  func size(of sha256: String, in organisation: String, from user: String) async throws(ReportFilesError) -> Int? {
    kept.withLock { $0[organisation + user + sha256]?.count }
  }

  func keep(
    file: String, size: Int, as sha256: String, in organisation: String, from user: String
  ) async throws(ReportFilesError) {
    guard let bytes = FileManager.default.contents(atPath: file).map({ Array($0) }), bytes.count == size else {
      throw .unavailable(file)
    }
    kept.withLock {
      $0[organisation + sha256] = bytes
      $0[organisation + user + sha256] = bytes
    }
  }

  /// All of them after the lab's own moment: the studio tends its files as soon as it starts, beside the test.
  func untouched(since moment: Double, in organisation: String) async throws(ReportFilesError) -> [String] {
    guard moment > ReportsLab.now else { return [] }
    return kept.withLock {
      $0.keys.filter { $0.hasPrefix(organisation) && $0.utf8.count == organisation.utf8.count + 64 }
    }
    .map { String($0.suffix(64)) }.sorted()
  }

  func remove(
    _ sha256: String, in organisation: String, untouchedSince moment: Double
  ) async throws(ReportFilesError) {
    removed.withLock { $0.append(sha256) }
    sent.withLock { sent in for user in sent.keys { sent[user]?.removeAll { $0.sha256 == sha256 } } }
    kept.withLock { kept in for key in kept.keys where key.hasSuffix(sha256) { kept[key] = nil } }
  }

  func picture(_ sha256: String, in organisation: String, side: Int) async throws(ReportFilesError) -> [UInt8]? {
    kept.withLock { $0[organisation + sha256] }
  }

  func original(_ sha256: String, in organisation: String) async throws(ReportFilesError) -> ReportOriginal? {
    guard let bytes = kept.withLock({ $0[organisation + sha256] }) else { return nil }
    return ReportOriginal(
      count: Int64(bytes.count),
      bytes: ByteStream { stream in
        stream.yield(bytes)
        stream.finish()
      })
  }
}

/// Says the same of everywhere.
struct FairWeather: WeatherSource {
  func weather(at place: Coordinate) async throws(WeatherError) -> WeatherReport {
    guard let report = WeatherReport(code: 0, fahrenheit: 72) else { throw WeatherError("none") }
    return report
  }
}

/// A booth that does not run.
struct RestingStudioBooth: OperatedBooth {
  func report() async throws(OperatedBoothError) -> BoothReport { throw OperatedBoothError(.notRunning, "") }
  func perform(_ order: BoothOrder) async throws(OperatedBoothError) -> String {
    throw OperatedBoothError(.notRunning, "")
  }
  func sessions(limit: Int) async throws(OperatedBoothError) -> [GuestSession] { [] }
  func examination() async throws(OperatedBoothError) -> [BoothReport.Part] { [] }
  func log(lines: Int) async throws(OperatedBoothError) -> [String]? { nil }
  func invitation(toEvent slug: String) async throws(OperatedBoothError) -> [UInt8]? { nil }
  func screen(after number: Int) async throws(OperatedBoothError) -> GuestsScreen? { nil }
}
