import AsyncHTTPClient
import BoothTesting
import NIOCore
import NIOHTTP1

/// Somebody at a running studio: keeps the cookie, and sends forms as its pages do.
final class StudioVisitor {
  struct Reply {
    var status: Int
    var text: String
  }

  /// Without a slash at its end.
  let base: String
  private var cookie: String?

  init(_ base: String) { self.base = base }

  /// Reads what a studio says at its start: its address, and the link that lets the first one in.
  /// - Parameter isFirst: nobody has an account there yet; else no link is waited for.
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

  func get(_ path: String) async throws -> Reply { try await send(.GET, path, nil) }

  /// - Parameter page: with the token; nil: that of the path itself.
  func post(_ path: String, _ fields: [String: String], on page: Reply? = nil) async throws -> Reply {
    let shown: Reply
    if let page { shown = page } else { shown = try await get(path) }
    let token = shown.text.split(separator: "name=\"token\" value=\"").dropFirst().first.map {
      $0.prefix { $0 != "\"" }
    }
    let all = fields.merging(["token": String(token ?? "")]) { $1 }
    let body = all.map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }.joined(separator: "&")
    return try await send(.POST, path, body)
  }

  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.utf8.map { "%\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
  }

  private func send(_ method: HTTPMethod, _ path: String, _ body: String?) async throws -> Reply {
    var request = HTTPClientRequest(url: base + path)
    request.method = method
    if let cookie { request.headers.add(name: "Cookie", value: cookie) }
    if let body {
      request.headers.add(name: "Origin", value: base)
      request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
      request.body = .bytes(ByteBuffer(string: body))
    }
    let response = try await Self.client.execute(request, timeout: .seconds(60))
    if let set = response.headers.first(name: "Set-Cookie") { cookie = String(set.prefix { $0 != ";" }) }
    let bytes = try await response.body.collect(upTo: 8 << 20)
    return Reply(status: Int(response.status.code), text: String(buffer: bytes))
  }

  /// Follows no redirects, as what they say is looked at.
  private static let client = HTTPClient(
    eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))
}
