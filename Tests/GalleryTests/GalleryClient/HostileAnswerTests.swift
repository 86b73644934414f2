import BoothCore
import BoothTesting
import GalleryClient
import HTTPTypes
import Synchronization
import Testing

/// What a gallery, or who stands in its place, may answer without ending the booth, its uploads or its secrets.
@Suite(.timeLimit(.minutes(15))) struct HostileAnswerTests {
  let session = SessionID(randomBytes: Array(1...16))
  let file = UploadFile(path: "events/7/sessions/X/photo_0.jpg", contentType: "image/jpeg", sizeBytes: 5)
  static let token = "secret-token-0123456789"

  private func with(
    _ base: String, _ timeouts: HTTPGalleryClient.Timeouts = .init(),
    _ body: (HTTPGalleryClient) async throws -> Void
  ) async throws {
    let client = HTTPGalleryClient(base: base, token: Self.token, timeouts: timeouts)
    do { try await body(client) } catch {
      try await client.shutdown()
      throw error
    }
    try await client.shutdown()
  }

  /// What the server does with each request; whether the connection goes on.
  private struct Script {
    var answer: @Sendable (RawServer.Exchange) -> Bool
    init(_ answer: @escaping @Sendable (RawServer.Exchange) -> Bool) { self.answer = answer }
  }

  private func with(
    _ script: Script, _ timeouts: HTTPGalleryClient.Timeouts = .init(),
    _ body: (HTTPGalleryClient, String) async throws -> Void
  ) async throws {
    let server = try RawServer(script.answer)
    defer { server.stop() }
    let base = "http://127.0.0.1:\(server.port)"
    try await with(base, timeouts) { try await body($0, base) }
  }

  private static func answer(_ status: String, _ type: String, _ body: String) -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  // MARK: Addresses

  @Test(arguments: [
    "http://booth.example:65536", "http://booth.example:99999/x", "https://booth.example:0", "http://booth.example:-1",
    "http://booth.example:8o80", "http://booth.example:", "http://:8080", "http://", "http:///x", "booth.example",
    "ftp://booth.example", "http://[::1", "http://[booth]:80/", "http://[::1]x", "http://a b/", "http://user:pw@x/",
    "http://x/\u{0}", "http://bücher.example/", "http://x/ü", "", "http://\(String(repeating: "a", count: 254))/",
    "http://x/" + String(repeating: "a", count: 64 << 10),
  ]) func `an address that nobody can call ends no booth`(_ address: String) async throws {
    #expect(throws: WebAddress.Fault.self) { try WebAddress(address) }
    try await with(address) { client in
      let failure = await #expect(throws: GalleryError.self) { try await client.health() }
      #expect(failure?.code == .garbage && failure?.mayPass == true, "\(failure as Any)")
    }
    try await with("http://127.0.0.1:1") { client in
      let failure = await #expect(throws: GalleryError.self) {
        try await client.upload(.bytes([1]), as: file, to: UploadTarget(path: "p", method: "PUT", url: address))
      }
      #expect(failure?.code == .garbage && failure?.detail.utf8.count ?? 0 < 400)
    }
  }

  @Test(arguments: [
    "http://127.0.0.1", "HTTPS://Booth.Example:65535/a/b?c=d#e", "http://[::1]:8080/", "https://a-b_c.~d/%20?x=[1]",
    "http://x/" + String(repeating: "a", count: 8000),
  ]) func `an address of the web is one`(_ address: String) throws { #expect(try WebAddress(address).text == address) }

  // MARK: Who is believed

  @Test(arguments: [
    ("text/html", "<html>Gone</html>"), ("text/plain", "Session erased"), ("application/json", "{}"),
    ("application/json", #"{"error":"gone"}"#), ("application/json", #"["Session erased"]"#), ("application/json", ""),
    ("text/html", #"{"error":"Session erased"}"#),
  ]) func `a proxy's 410 ends no upload`(_ type: String, _ body: String) async throws {
    try await with(Script { $0.send(Self.answer("410 Gone", type, body)) }) { client, base in
      for call in ["presign", "upload", "complete"] {
        let failure = await #expect(throws: GalleryError.self) {
          switch call {
          case "presign": _ = try await client.presign(event: 7, session: session, files: [file])
          case "upload":
            try await client.upload(
              .bytes([1]), as: file, to: UploadTarget(path: "p", method: "PUT", url: base + "/upload"))
          default: try await client.complete(event: 7, session: session, manifestPath: "m")
          }
        }
        let code = type == "text/html" ? GalleryError.Code.notAGallery : .garbage
        #expect(failure?.code == code && failure?.mayPass == true, "\(call): \(failure as Any)")
        #expect(failure.map { JobFault(uploading: $0).kind } == .mayPass)
      }
    }
  }

  @Test(arguments: [404, 405, 501]) func `a network's page does not tell the operator to erase by hand`(
    _ status: Int
  ) async throws {
    try await with(Script { $0.send(Self.answer("\(status) X", "text/html", "<html>Sign in</html>")) }) { client, _ in
      let failure = await #expect(throws: GalleryError.self) { try await client.erase(event: 7, session: session) }
      #expect(failure?.mayPass == true && failure?.code == (status < 500 ? .notAGallery : .busy))
    }
  }

  // MARK: Answers without an end

  @Test func `a file that comes without an end is counted up to the byte that is too many`() async throws {
    let sent = Mutex(0)
    let script = Script { exchange in
      guard exchange.method == "GET" else { return exchange.send(Self.answer("405 X", "text/plain", "")) }
      exchange.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
      // Its end is the connection's.
      while exchange.send(Array(repeating: 7, count: 1 << 16)) {
        if sent.withLock({
          $0 += 1 << 16
          return $0 > 1 << 30
        }) {
          break
        }
      }
      return false
    }
    try await with(script) { client, _ in
      let size = try await client.size(of: "events/7/sessions/X/photo_0.jpg", expecting: 100_000)
      #expect((100_001...400_000).contains(size ?? 0))
    }
    #expect(sent.withLock { $0 } < 1 << 30)
  }

  @Test func `an answer that comes byte by byte ends with its time`() async throws {
    var timeouts = HTTPGalleryClient.Timeouts()
    timeouts.request = .milliseconds(500)
    timeouts.upload = .milliseconds(500)
    timeouts.counting = .milliseconds(500)
    let script = Script { exchange in
      exchange.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
      for _ in 0..<100_000 {
        exchange.untilGoneForAWhile()
        if !exchange.send(" ") { break }
      }
      return false
    }
    try await with(script, timeouts) { client, base in
      let presign = await #expect(throws: GalleryError.self) {
        _ = try await client.presign(event: 7, session: session, files: [file])
      }
      let upload = await #expect(throws: GalleryError.self) {
        try await client.upload(.bytes([1]), as: file, to: UploadTarget(path: "p", method: "PUT", url: base + "/u"))
      }
      let look = await #expect(throws: GalleryError.self) { _ = try await client.size(of: "p", expecting: 1 << 40) }
      for failure in [presign, upload, look] { #expect(failure?.code == .unreachable, "\(failure as Any)") }
    }
  }

  @Test(arguments: [9, 10, 11, 5000]) func `of provisional answers ten are enough`(_ count: Int) async throws {
    let script = Script { exchange in
      for _ in 0..<count where !exchange.send("HTTP/1.1 102 Processing\r\n\r\n") { return false }
      return exchange.send(Self.answer("200 OK", "application/json", #"{"status":"ok"}"#))
    }
    try await with(script) { client, _ in
      do throws(GalleryError) {
        try await client.complete(event: 7, session: session, manifestPath: "m")
        #expect(count <= 10)
        // Each request's are counted anew, on the same connection.
        try await client.complete(event: 7, session: session, manifestPath: "m")
      } catch {
        #expect(count > 10 && error.code == .garbage && error.detail.contains("provisional"), "\(error)")
      }
    }
  }

  // MARK: Secrets

  @Test(arguments: [
    #"{"error":"no such key: secret-token-0123456789"}"#, "you said secret-token-0123456789",
    #"{"error":"secret\u002dtoken\u002d0123456789"}"#, "secret%2Dtoken%2D0123456789",
    #"{"status":"secret-token-0123456789"}"#, #"{"status":"\u0073ecret-token-0123456789"}"#,
  ]) func `a gallery that repeats the token does not get it into the books`(_ body: String) async throws {
    for status in ["200 OK", "400 X", "401 X", "403 X", "500 X"] {
      try await with(Script { $0.send(Self.answer(status, "application/json", body)) }) { client, base in
        let target = UploadTarget(
          path: "p", method: "PUT", url: base + "/u?path=photo&sig=AbCdEfGhIjKlMnOpQrStUvWxYz0123456789")
        let calls: [@Sendable () async throws -> Void] = [
          { [session] in try await client.complete(event: 7, session: session, manifestPath: "m") },
          { [session] in _ = try await client.presign(event: 7, session: session, files: []) },
          { [session] in try await client.erase(event: 7, session: session) },
          { [file] in try await client.upload(.bytes([1]), as: file, to: target) },
        ]
        for call in calls {
          do { try await call() } catch {
            let words = "\(error) \((error as? GalleryError).map { JobFault(uploading: $0).detail } ?? "")"
            #expect(!words.contains("0123456789") && !words.lowercased().contains("secret-token"), "\(words)")
          }
        }
      }
    }
  }

  @Test func `nor what signs an upload's address, while other words are kept`() async throws {
    let signature = "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789"
    let echo = Mutex(true)
    let script = Script { exchange in
      let words = echo.withLock { $0 } ? "bad request: \(exchange.target)" : "Invalid signature"
      return exchange.send(Self.answer("403 Forbidden", "text/plain", words))
    }
    try await with(script) { client, base in
      let target = UploadTarget(path: "p", method: "PUT", url: base + "/u?path=photo_0.jpg&sig=\(signature)")
      for isEcho in [true, false] {
        echo.withLock { $0 = isEcho }
        let failure = await #expect(throws: GalleryError.self) {
          try await client.upload(.bytes([1]), as: file, to: target)
        }
        #expect(failure?.description.contains(signature) == false)
        #expect(failure?.detail.contains("Invalid signature") == !isEcho, "\(failure as Any)")
      }
    }
  }
}

extension RawServer.Exchange {
  /// Less than any limit of the tests.
  fileprivate func untilGoneForAWhile() { untilGone(milliseconds: 20) }
}
