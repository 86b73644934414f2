import BoothCore
import FoundationEssentials
import GalleryClient
import Glibc
import HTTPTypes
import Testing

@Suite struct HTTPGalleryClientTests {
  let session = SessionID(randomBytes: Array(1...16))
  let file = UploadFile(path: "events/7/sessions/X/photo_0.jpg", contentType: "image/jpeg", sizeBytes: 5)

  /// Runs `body` with a client of a gallery that answers by `reply`.
  private func with(
    _ gallery: ScriptedGallery, _ body: @escaping @Sendable (HTTPGalleryClient, String) async throws -> Void
  ) async throws {
    try await gallery.run { base in
      let client = HTTPGalleryClient(base: base + "/", token: "secret-token")
      do {
        try await body(client, base)
      } catch {
        try await client.shutdown()
        throw error
      }
      try await client.shutdown()
    }
  }

  @Test func `presign and complete say what the contract says`() async throws {
    let gallery = ScriptedGallery { seen in
      seen.path == "/api/presign"
        ? .init(
          .ok, #"{"uploads":[{"path":"p","method":"PUT","url":"http://x.example/u?sig=1"}],"expires_in_seconds":900}"#)
        : .init(.ok, #"{"status":"ok"}"#)
    }
    try await with(gallery) { [session, file] client, _ in
      let targets = try await client.presign(event: 7, session: session, files: [file])
      #expect(targets == [UploadTarget(path: "p", method: "PUT", url: "http://x.example/u?sig=1")])
      try await client.complete(event: 7, session: session, manifestPath: "events/7/manifest.json")
    }
    #expect(gallery.seen.map(\.path) == ["/api/presign", "/api/complete"])
    #expect(gallery.seen.map(\.key) == ["secret-token", "secret-token"])
    let body = try JSONDecoder().decode([String: JSONPiece].self, from: Data(gallery.seen[0].body.utf8))
    #expect(body["event_id"] == .number(7))
    #expect(body["session_id"] == .text(session.text))
    #expect(
      body["files"]
        == .list([
          .object([
            "path": .text(file.path), "content_type": .text("image/jpeg"), "size_bytes": .number(5),
          ])
        ]))
  }

  @Test func `a server of the older generation is found, and remembered`() async throws {
    let gallery = ScriptedGallery { seen in
      seen.path.hasPrefix("/api/") ? .init(.notFound, "Not found", json: false) : .init(.ok, #"{"status":"ok"}"#)
    }
    try await with(gallery) { [session] client, _ in
      for _ in 0..<2 { try await client.complete(event: 7, session: session, manifestPath: "m") }
    }
    #expect(gallery.seen.map(\.path) == ["/api/complete", "/complete", "/complete"])
  }

  @Test(arguments: [
    (401, GalleryError.Code.unauthorized), (403, .unauthorized), (413, .tooLarge), (429, .busy), (500, .busy),
    (503, .busy), (400, .garbage), (302, .notAGallery),
  ])
  func `an API call's status is told by what can be done`(status: Int, code: GalleryError.Code) async throws {
    let gallery = ScriptedGallery { _ in
      .init(.init(code: status), #"{"error":"no"}"#, headers: [.retryAfter: "7"])
    }
    try await with(gallery) { [session] client, _ in
      let failure = await #expect(throws: GalleryError.self) {
        try await client.complete(event: 7, session: session, manifestPath: "m")
      }
      #expect(failure?.code == code)
      #expect(failure?.retryAfter == (code == .busy ? .seconds(7) : nil))
      #expect(failure?.description.contains("secret-token") == false)
    }
  }

  @Test(arguments: ["<html>Welcome to the hotel</html>", "Forbidden", "{\"error\":\"Unauthorized\"}"])
  func `a 403 that is not JSON is somebody's in between, and says what to look at`(body: String) async throws {
    let gallery = ScriptedGallery { _ in .init(.forbidden, body, json: false) }
    try await with(gallery) { [session, file] client, _ in
      for call in ["presign", "complete"] {
        let failure = await #expect(throws: GalleryError.self) {
          if call == "presign" {
            _ = try await client.presign(event: 7, session: session, files: [file])
          } else {
            try await client.complete(event: 7, session: session, manifestPath: "m")
          }
        }
        #expect(failure?.code == .forbidden && failure?.mayPass == true)
        #expect(failure?.advice?.contains("login page") == true && failure?.advice?.contains("gallery.token") == true)
      }
    }
  }

  @Test(arguments: [
    ("7", 7..<8), ("0", 0..<1), ("-3", 0..<1), ("Sun, 06 Nov 1994 08:49:37 GMT", 0..<1), ("soon", nil),
    // Thousands of years, whenever this is read.
    ("Fri, 31 Dec 9999 23:59:59 GMT", 1_000_000..<1_000_000_000_000), ("Fri, 31 Dec 9999 23:59:59 CET", nil),
  ])
  func `a server says in seconds, or with a moment, when to come again`(
    _ text: String, _ seconds: Range<Int64>?
  ) async throws {
    let gallery = ScriptedGallery { _ in
      .init(.serviceUnavailable, "later", json: false, headers: [.retryAfter: text])
    }
    try await with(gallery) { [session] client, _ in
      let failure = await #expect(throws: GalleryError.self) {
        try await client.complete(event: 7, session: session, manifestPath: "m")
      }
      #expect(failure?.code == .busy)
      let waits = failure?.retryAfter?.components.seconds
      #expect(seconds.map { range in waits.map(range.contains) == true } ?? (waits == nil), "\(waits ?? -1)")
    }
  }

  @Test(arguments: ["", "null", "[]", "{\"uploads\":7}"])
  func `an answer that is not of the contract is garbage`(body: String) async throws {
    let gallery = ScriptedGallery { _ in .init(.ok, body) }
    try await with(gallery) { [session, file] client, _ in
      let failure = await #expect(throws: GalleryError.self) {
        try await client.presign(event: 7, session: session, files: [file])
      }
      #expect(failure?.code == .garbage)
    }
  }

  @Test func `a file is streamed with its type and its length`() async throws {
    let path = FileManager.default.temporaryDirectory.path + "/booth-upload-\(UUID().uuidString)"
    try Data("hello".utf8).write(to: URL(filePath: path))
    defer { unlink(path) }
    let gallery = ScriptedGallery { _ in .init(.ok) }
    try await with(gallery) { [file] client, base in
      let target = UploadTarget(path: file.path, method: "PUT", url: base + "/upload?path=x&sig=s")
      try await client.upload(.file(path), as: file, to: target)
      try await client.upload(.bytes(Array("again".utf8)), as: file, to: target)
      var wrong = file
      wrong.sizeBytes = 6
      let failure = await #expect(throws: GalleryError.self) {
        try await client.upload(.file(path), as: wrong, to: target)
      }
      #expect(failure?.code == .localFile)
    }
    #expect(gallery.seen.map(\.body) == ["hello", "again"])
    #expect(gallery.seen.map(\.contentType) == ["image/jpeg", "image/jpeg"])
    #expect(gallery.seen.map(\.key) == [nil, nil])
  }

  @Test(arguments: [(403, GalleryError.Code.urlRefused), (413, .tooLarge), (500, .busy), (404, .garbage)])
  func `an upload's status is told by what can be done`(status: Int, code: GalleryError.Code) async throws {
    let gallery = ScriptedGallery { _ in .init(.init(code: status), "URL expired", json: false) }
    try await with(gallery) { [file] client, base in
      let failure = await #expect(throws: GalleryError.self) {
        try await client.upload(
          .bytes(Array("hello".utf8)), as: file,
          to: UploadTarget(path: file.path, method: "PUT", url: base + "/upload?sig=very-secret"))
      }
      #expect(failure?.code == code)
      #expect(failure?.description.contains("very-secret") == false)
    }
  }

  @Test func `nobody listening is unreachable, and no URL is no address`() async throws {
    let client = HTTPGalleryClient(base: "http://127.0.0.1:1", token: "t")
    let refused = await #expect(throws: GalleryError.self) { try await client.health() }
    #expect(refused?.code == .unreachable)
    // Nor is a socket of this computer's, and no gallery has other things asked there.
    for (method, url) in [
      ("PUT", "not a url at all"), ("PUT", "http+unix://%2Frun%2Fdocker.sock/x"), ("PUT", "file:///etc/passwd"),
      ("DELETE", "http://127.0.0.1:1/x"), ("PUT /x HTTP/1.1\r\nX: y\r\n\r\nGET", "http://127.0.0.1:1/x"),
    ] {
      let odd = await #expect(throws: GalleryError.self) {
        try await client.upload(.bytes([1]), as: file, to: UploadTarget(path: "p", method: method, url: url))
      }
      #expect(odd?.code == .garbage, "\(method) \(url)")
    }
    try await client.shutdown()
  }
}

/// Enough of JSON to compare bodies with.
enum JSONPiece: Decodable, Equatable {
  case number(Int)
  case text(String)
  case list([JSONPiece])
  case object([String: JSONPiece])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Int.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONPiece].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSONPiece].self))
    }
  }
}
