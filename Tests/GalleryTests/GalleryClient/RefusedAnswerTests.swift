import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@testable import GalleryClient

/// What an answer says about who gives it.
@Suite(.timeLimit(.minutes(15))) struct `A refusal` {
  private static func xml(_ code: String, _ message: String = "words") -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>\(code)</Code><Message>\(message)</Message></Error>"
  }

  private static func reading(
    _ status: Int, _ head: [String: String] = [:], _ body: String = "", isUpload: Bool = true
  ) -> RefusedAnswer.Reading? {
    RefusedAnswer(status: status, isUpload: isUpload, head: head, body: Array(body.utf8)).reading
  }

  @Test(arguments: [
    (403, ["cf-mitigated": "challenge"], "<html>Just a moment...</html>", GalleryRefuser.challenge),
    (503, ["cf-mitigated": "challenge"], "", .challenge), (429, ["x-vercel-mitigated": "challenge"], "", .challenge),
    // A status of success, and nothing was taken.
    (202, ["x-amzn-waf-action": "challenge"], "", .challenge), (405, ["x-amzn-waf-action": "captcha"], "", .challenge),
    (403, ["x-vercel-mitigated": "deny"], "Forbidden", .firewall),
    (403, ["server": "cloudflare"], "error code: 1010", .browserCheck), (403, [:], "error code: 1010\n", .browserCheck),
    (403, ["server": "cloudflare"], "error code: 1020", .firewall),
    (403, ["server": "cloudflare"], "<span>Error</span> <span>1009</span> Access denied", .firewall),
    (
      403, [:], #"{"type":"about:blank","title":"Error 1010","status":403,"error_code":1010,"cloudflare_error":true}"#,
      .browserCheck
    ),
    (401, ["www-authenticate": "Basic realm=\"Private\""], "<h1>401</h1>", .signIn),
    (401, ["www-authenticate": "Digest realm=x"], "", .signIn), (401, ["www-authenticate": "Negotiate"], "", .signIn),
    (407, ["proxy-authenticate": "Basic"], "", .wayOut),
    (403, [:], xml("RequestTimeTooSkewed"), .bucketClock), (403, [:], xml("SignatureDoesNotMatch"), .bucketKeys),
    (403, [:], xml("InvalidAccessKeyId"), .bucketKeys), (403, [:], xml("AccessDenied", "Access Denied"), .bucketRights),
    (404, [:], xml("NoSuchBucket"), .bucketMissing), (403, [:], xml("QuotaExceeded"), .bucketFull),
    (507, [:], xml("XMinioStorageFull"), .bucketFull),
  ]) func `of something before or behind the gallery is known for what it is, and passes`(
    _ status: Int, _ head: [String: String], _ body: String, _ refuser: GalleryRefuser
  ) throws {
    let reading = try #require(Self.reading(status, head, body))
    #expect(reading.refuser == refuser)
    // Whatever refuses, nothing that waits is given up, and no operator is sent to look for a wrong token.
    let failure = GalleryError(reading.code, subject: "presign", detail: "", refuser: refuser)
    #expect(failure.mayPass && failure.advice == refuser.advice && JobFault(uploading: failure).kind == .mayPass)
    #expect(JobFault(uploading: failure).isToldAtOnce == (reading.code == .forbidden))
    #expect(refuser.advice.contains("by themselves"))
  }

  @Test(arguments: [
    (403, xml("AccessDenied", "Request has expired"), GalleryError.Code.urlRefused),
    (400, xml("ExpiredToken"), .urlRefused),
    (503, xml("SlowDown"), .busy), (400, xml("RequestTimeout"), .busy), (409, xml("OperationAborted"), .busy),
    (400, xml("EntityTooLarge"), .tooLarge), (400, xml("InvalidDigest"), .garbage), (403, xml("Odd"), .urlRefused),
    (401, "{\"error\":\"Unauthorized\"}", .urlRefused),
  ]) func `of a bucket says what can be done about it`(_ status: Int, _ body: String, _ code: GalleryError.Code) {
    let reading = Self.reading(status, [:], body)
    #expect(reading?.code == code && reading?.refuser == nil)
  }

  @Test(
    arguments: [
      (200, [:], "{\"status\":\"ok\"}"), (401, [:], "{\"error\":\"Unauthorized\"}"),
      (401, ["www-authenticate": "Bearer"], "{\"error\":\"Unauthorized\"}"), (403, [:], "URL expired"),
      (403, [:], "Invalid signature"), (403, ["server": "cloudflare"], "Forbidden"), (404, [:], "Not found"),
      (500, [:], xml("InternalErrors")), (403, [:], "the error code: 1010 of a book"),
      (307, [:], xml("TemporaryRedirect")),
      (200, ["server": "cloudflare"], "error code: 1010"), (403, [:], "{\"error_code\":1010}"),
    ] as [(Int, [String: String], String)]) func `of the gallery itself is left to its status`(
      _ status: Int, _ head: [String: String], _ body: String
    )
  { #expect(Self.reading(status, head, body, isUpload: false) == nil) }

  @Test(arguments: [
    ("/next", "https://a.example/up?sig=1", true, "https://a.example/next"),
    ("https://a.example:443/x", "https://a.example/up", true, "https://a.example:443/x"),
    ("https://a.example/x", "http://a.example:8080/up", true, "https://a.example/x"),
    ("//a.example/x", "https://a.example/up", true, "https://a.example/x"),
    // What shows the token goes to no other host; what does not goes over encrypted connections alone.
    ("https://b.example/x", "https://a.example/up", true, nil),
    ("https://b.example/x", "https://a.example/up", false, "https://b.example/x"),
    ("https://b.example/x", "http://a.example/up", false, nil),
    ("http://b.example/x", "http://a.example/up", false, nil),
    ("http://a.example/x", "https://a.example/up", false, nil),
    ("https://a.example:8443/x", "https://a.example/up", true, nil),
    ("https://u:p@a.example/x", "https://a.example/up", false, nil),
    ("http+unix://x/y", "https://a.example/up", false, nil),
    ("", "https://a.example/up", false, nil), ("x", "https://a.example/up", false, nil),
    ("/with a blank", "https://a.example/up", false, nil),
  ]) func `that leads on is followed only where what is sent may go`(
    _ location: String, _ from: String, _ showsToken: Bool, _ expected: String?
  ) {
    for status in [307, 308] {
      #expect(LeadingOn.next(status, location, from: from, showsToken: showsToken) == expected, "\(location)")
    }
    for status in [200, 301, 302, 303, 304] {
      #expect(LeadingOn.next(status, location, from: from, showsToken: showsToken) == nil)
    }
  }

  /// A server that answers by what it is asked, and the calls of a client to it.
  private func serve<Value>(
    _ answer: @escaping @Sendable (RawServer.Exchange) -> String,
    _ body: (HTTPGalleryClient, String) async throws -> Value
  ) async throws -> Value {
    let server = try RawServer { $0.send(answer($0)) }
    defer { server.stop() }
    let base = "http://127.0.0.1:\(server.port)"
    let client = HTTPGalleryClient(base: base, token: "secret-token-0123456789")
    do {
      let value = try await body(client, base)
      try await client.shutdown()
      return value
    } catch {
      try await client.shutdown()
      throw error
    }
  }

  private func always(_ answer: String) -> @Sendable (RawServer.Exchange) -> String { { _ in answer } }

  private static func http(_ head: String, _ body: String = "") -> String {
    "HTTP/1.1 \(head)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  @Test func `that leads an upload to another place of the same server brings it there, whole`() async throws {
    let file = UploadFile(path: "events/7/sessions/X/photo_0.jpg", contentType: "image/jpeg", sizeBytes: 200_000)
    let folder = try TemporaryFolder()
    try folder.put("photo", Array(repeating: 7, count: 200_000))
    @Sendable func answer(_ exchange: RawServer.Exchange) -> String {
      if exchange.target.hasPrefix("/there") {
        return exchange.body.count == 200_000 && exchange.method == "PUT"
          ? Self.http("200 OK") : Self.http("400 Not whole")
      }
      return exchange.target == "/circle"
        ? Self.http("307 Temporary Redirect\r\nLocation: /circle")
        : Self.http("307 Temporary Redirect\r\nLocation: /there?sig=2")
    }
    try await serve(answer) { client, base in
      for body in [UploadBody.file(folder.path("photo")), .bytes(Array(repeating: 7, count: 200_000))] {
        try await client.upload(body, as: file, to: UploadTarget(path: file.path, method: "PUT", url: base + "/here"))
      }
      let failure = await #expect(throws: GalleryError.self) {
        try await client.upload(
          .bytes([1]), as: UploadFile(path: file.path, contentType: "image/jpeg", sizeBytes: 1),
          to: UploadTarget(path: file.path, method: "PUT", url: base + "/circle"))
      }
      #expect(failure?.code == .notAGallery && failure?.detail.contains("leads on to /circle") == true)
    }
  }

  /// What Cloudflare answers a client that does not look like a browser to it.
  @Test func `of everything tells nobody that an event's page is shut`() async throws {
    for (answer, refuser) in [
      (
        Self.http("403 Forbidden\r\nServer: cloudflare\r\nContent-Type: text/plain", "error code: 1010"),
        GalleryRefuser.browserCheck
      ),
      (Self.http("403 Forbidden\r\ncf-mitigated: challenge", "<html></html>"), .challenge),
      (Self.http("401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"", "<h1>401</h1>"), .signIn),
      (Self.http("403 Forbidden\r\nContent-Type: text/html", "<h1>403</h1>"), nil),
      (Self.http("403 Forbidden\r\nContent-Type: application/json", "{\"error\":\"no\"}"), nil),
    ] as [(String, GalleryRefuser?)] {
      try await serve(always(answer)) { client, _ in
        for call in ["page", "phone"] {
          let failure = await #expect(throws: GalleryError.self) {
            if call == "page" { _ = try await client.opensWithoutKey(7) } else { try await client.opensForPhones() }
          }
          #expect(failure?.refuser == refuser && failure?.mayPass != nil, "\(answer)")
        }
      }
    }
    // A gallery that shuts this event alone.
    @Sendable func shut(_ exchange: RawServer.Exchange) -> String {
      switch exchange.target {
      case "/e/7": Self.http("403 Forbidden\r\nContent-Type: text/html", "<h1>needs its link</h1>")
      case "/api/events/7":
        Self.http("403 Forbidden\r\nContent-Type: application/json", "{\"error\":\"needs the link\"}")
      default: Self.http("200 OK\r\nContent-Type: text/html", "<h1>on its way</h1>")
      }
    }
    let opens = try await serve(shut) { client, _ in try await client.opensWithoutKey(7) }
    #expect(!opens)
  }
}
