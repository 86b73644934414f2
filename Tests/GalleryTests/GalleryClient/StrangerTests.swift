import BoothCore
import BoothTesting
import GalleryClient
import Testing

/// Who answers at the gallery's address without being a gallery.
@Suite(.timeLimit(.minutes(15))) struct StrangerTests {
  static let session = SessionID(randomBytes: Array(1...16))
  static let file = UploadFile(path: "events/7/sessions/X/photo_0.jpg", contentType: "image/jpeg", sizeBytes: 1)

  enum Call: CaseIterable {
    case health, presign, upload, complete, erase, link
  }

  /// One call of each kind to a server that answers all with the same.
  private func failures(_ head: String, _ body: String) async throws -> [Call: GalleryError?] {
    let server = try RawServer { exchange in
      exchange.send("HTTP/1.1 \(head)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
    defer { server.stop() }
    let base = "http://127.0.0.1:\(server.port)"
    let client = HTTPGalleryClient(base: base, token: "secret-token-0123456789")
    var failures: [Call: GalleryError?] = [:]
    for call in Call.allCases {
      do throws(GalleryError) {
        switch call {
        case .health: try await client.health()
        case .presign: _ = try await client.presign(event: 7, session: Self.session, files: [Self.file])
        case .upload:
          let target = UploadTarget(
            path: Self.file.path, method: "PUT", url: base + "/upload?sig=very-secret-signature")
          try await client.upload(.bytes([1]), as: Self.file, to: target)
        case .complete: try await client.complete(event: 7, session: Self.session, manifestPath: "m")
        case .erase: try await client.erase(event: 7, session: Self.session)
        case .link: _ = try await client.eventLink(7)
        }
        failures[call] = .some(nil)
      } catch { failures[call] = .some(error) }
    }
    try await client.shutdown()
    return failures
  }

  @Test(arguments: [
    (
      "200 OK\r\nContent-Type: text/html; charset=utf-8", "\n<!DOCTYPE html><title>Sign in: Hotel</title>",
      "Sign in: Hotel"
    ),
    ("200 OK\r\nContent-Type: application/json", "<html><body>Welcome</body></html>", "a web page"),
    ("200 OK", "<HTML></HTML>", "a web page"),
    ("400 Bad Request\r\nContent-Type: text/html", "<h1>400</h1>", "a web page"),
    ("511 Network Authentication Required\r\nContent-Type: text/html", "<h1>Hi</h1>", "sign in"),
    (
      "302 Found\r\nLocation: https://login.example/portal?token=very-secret-signature", "",
      "https://login.example/portal ("
    ),
    ("301 Moved\r\nLocation: /login#x", "", "/login ("), ("307 Temporary", "", "leads on to another"),
  ]) func `a page, and a way to somewhere else, is no gallery, whatever is asked`(
    _ head: String, _ body: String, _ words: String
  ) async throws {
    for (call, failure) in try await failures(head, body) {
      let failure = try #require(failure, "\(call) believed it")
      #expect(failure.code == .notAGallery && failure.mayPass, "\(call): \(failure)")
      #expect(failure.detail.contains(words), "\(call): \(failure)")
      #expect(!failure.detail.contains("very-secret-signature") && failure.detail.utf8.count < 300)
      #expect(failure.advice?.contains("by themselves") == false && failure.advice?.contains("need you") == true)
    }
  }

  @Test(arguments: [
    ("502 Bad Gateway\r\nContent-Type: text/html", "<html>nginx</html>"),
    ("503 X\r\nContent-Type: text/plain", "later"),
  ]) func `a gallery that is out of order is one, though a proxy says so with a page`(
    _ head: String, _ body: String
  ) async throws {
    for (call, failure) in try await failures(head, body) {
      #expect(try #require(failure, "\(call)").code == .busy, "\(call)")
    }
  }

  @Test(arguments: [
    ("", false), ("OK", false), ("{}", false), (#"{"status":"up"}"#, false), (#"["ok"]"#, false),
    (#"{"status":"ok"}"#, true), (#"{"status":"ok","version":2}"#, true),
  ]) func `whatever answers must say what a gallery says`(_ body: String, _ isGallery: Bool) async throws {
    let health = try #require(try await failures("200 OK\r\nContent-Type: application/json", body)[.health])
    #expect((health == nil) == isGallery, "\(health as Any)")
    if let health { #expect(health.code == .notAGallery) }
  }
}
