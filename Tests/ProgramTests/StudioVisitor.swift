import AsyncHTTPClient
import BoothSystem
import BoothTesting
import FoundationEssentials
import NIOCore
import NIOHTTP1
import StudioModel
import StudioServer

@testable import StudioStore

/// A person at a running studio: keeps the cookie, and sends forms as its pages do.
actor StudioVisitor {
  struct Reply: Sendable {
    var status: Int
    var text: String
    /// Where it leads.
    var location: String?

    /// What the first field of this name holds.
    func value(_ field: String) -> String? {
      text.split(separator: "name=\"\(field)\" value=\"").dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
    }
  }

  /// Without a slash at its end.
  nonisolated let base: String
  /// By which the studio knows them; good also after its next start.
  private(set) var cookie: String?

  init(_ base: String, cookie: String? = nil) {
    self.base = base
    self.cookie = cookie
  }

  /// Reads what a studio says at its start: its address, and the link that lets the first one in.
  /// - Parameter isFirst: there is no account yet; else no link is waited for.
  static func meet(_ studio: RunningProgram, isFirst: Bool = true) async throws -> (base: String, link: String) {
    var base: String?
    while let line = await studio.nextLine() {
      if line.hasPrefix("studio: ") { base = line.split(separator: " ").dropFirst().first.map(String.init) }
      if let base, !isFirst { return (base, "") }
      if let base, line.contains("/join/") { return (base, line.filter { !$0.isWhitespace }) }
    }
    throw EndedFault()
  }

  /// It ended before it said where it is.
  struct EndedFault: Error {}

  /// Makes an account with a one-time link, and is signed in.
  func join(_ link: String, _ name: String = "anna") async throws {
    let path = String(link.dropFirst(base.count))
    let page = try await get(path)
    _ = try await post(
      path, ["name": name, "password": "a long password", "again": "a long password"], on: page)
  }

  /// Puts an administrator into a data folder before its studio is started, and returns their cookie. Tests of something else than
  /// signing in begin so: in a debug build, keeping a password takes a second of a processor.
  static func makeAdministrator(in folder: TemporaryFolder) async throws -> String {
    let accounts = try SQLiteAccountStore.cheap(in: folder)
    defer { accounts.close() }
    let now = Date().timeIntervalSince1970
    let link = try await accounts.invite(
      .join(Standing(.admin), name: nil), to: accounts.organisation, by: nil, at: now)
    let secret = try await accounts.accept(
      link, name: "anna", displayName: "", password: "a long password", agent: "", at: now)
    // A studio that has accounts and no documents lost them, and does not start.
    try SQLiteDocumentStore(path: folder.path("data/studio/\(SQLiteDocumentStore.name)")).close()
    return "\(StudioPass.cookie)=\(secret)"
  }

  func get(_ path: String) async throws -> Reply { try await send(.GET, path, String?.none) }

  /// - Parameter page: with the token; nil: that of the path itself.
  func post(_ path: String, _ fields: [String: String], on page: Reply? = nil) async throws -> Reply {
    let shown: Reply
    if let page { shown = page } else { shown = try await get(path) }
    let all = fields.merging(["token": shown.value("token") ?? ""]) { $1 }
    let body = all.map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }.joined(separator: "&")
    return try await send(.POST, path, body)
  }

  /// A form that stands on another page.
  func post(_ path: String, _ fields: [String: String], from page: String) async throws -> Reply {
    try await post(path, fields, on: try await get(page))
  }

  /// A form with a file at its end.
  func send(file: [UInt8], _ fields: [String: String], to path: String, from page: String) async throws -> Reply {
    let token = try await get(page).value("token") ?? ""
    var body: [UInt8] = []
    for (name, value) in [("token", token)] + fields.sorted(by: { $0.key < $1.key }) {
      body += Array("--XyZ\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
    }
    body += Array("--XyZ\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f.jpg\"\r\n\r\n".utf8) + file
    body += Array("\r\n--XyZ--\r\n".utf8)
    return try await send(.POST, path, ByteBuffer(bytes: body), "multipart/form-data; boundary=XyZ")
  }

  /// What a script of a page sends.
  func send(_ bytes: [UInt8], as type: String, to path: String) async throws -> Reply {
    let token = try await get("/account").value("token") ?? ""
    return try await send(.POST, path, ByteBuffer(bytes: bytes), type, token: token)
  }

  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.utf8.map { "%\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
  }

  private func send(_ method: HTTPMethod, _ path: String, _ body: String?) async throws -> Reply {
    try await send(method, path, body.map { ByteBuffer(string: $0) }, "application/x-www-form-urlencoded")
  }

  private func send(
    _ method: HTTPMethod, _ path: String, _ body: ByteBuffer?, _ type: String, token: String? = nil
  ) async throws -> Reply {
    var request = HTTPClientRequest(url: base + path)
    request.method = method
    if let cookie { request.headers.add(name: "Cookie", value: cookie) }
    if let token { request.headers.add(name: "X-Booth-Token", value: token) }
    if let body {
      request.headers.add(name: "Origin", value: base)
      request.headers.add(name: "Content-Type", value: type)
      request.body = .bytes(body)
    }
    let response = try await Self.client.execute(request, timeout: .minutes(10))
    if let set = response.headers.first(name: "Set-Cookie") { cookie = String(set.prefix { $0 != ";" }) }
    let bytes = try await response.body.collect(upTo: 8 << 20)
    return Reply(
      status: Int(response.status.code), text: String(answer: bytes.readableBytesView),
      location: response.headers.first(name: "Location"))
  }

  /// Follows no redirects, as what they say is looked at.
  private static let client = HTTPClient(
    eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))
}

extension SQLiteAccountStore {
  /// The accounts of a studio that is started later, with passwords that take no time.
  static func cheap(in folder: TemporaryFolder) throws -> SQLiteAccountStore {
    let studio = folder.path("data/studio")
    try FileManager.default.createDirectory(
      atPath: studio, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let cost = PasswordHash.Cost(rounds: 2, blockSize: 1, parallelism: 1)
    return try SQLiteAccountStore(
      path: "\(studio)/\(SQLiteAccountStore.name)", clock: Date().timeIntervalSince1970, cost: cost
    ) { DeviceClock.now() }
  }
}
