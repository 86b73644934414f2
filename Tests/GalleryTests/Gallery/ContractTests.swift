import BoothCore
import BoothTesting
import Testing
import WebSupport

@testable import Gallery

@Suite struct `The contract` {
  private struct Case: Sendable {
    var method = LabMethod.get
    var path: String
    var token: String? = GalleryLab.token
    var body: String?
    var status: Int
    var answer: String
  }

  private func check(_ cases: [Case], _ lab: GalleryLab) async throws {
    for one in cases {
      let reply = try await lab.send(
        one.method, one.path, one.token.map { [("X-FotoX-Key", $0)] } ?? [],
        body: one.body.map { .text($0) })
      #expect(reply.status == one.status && reply.text == one.answer, "\(one.method) \(one.path) \(one.body ?? "")")
      #expect(reply["X-Content-Type-Options"] == "nosniff" && reply["Referrer-Policy"] == "no-referrer")
    }
  }

  @Test func `answers health, and what it does not know with Not found`() async throws {
    try await GalleryLab.run { lab in
      try await check(
        ["", "/api"].flatMap { prefix in
          [
            Case(path: "\(prefix)/health", token: nil, status: 200, answer: "{\"status\":\"ok\"}"),
            Case(method: .post, path: "\(prefix)/health", body: "", status: 404, answer: "Not found"),
            Case(method: .options, path: "\(prefix)/health", status: 404, answer: "Not found"),
            Case(path: "\(prefix)/presign", status: 404, answer: "Not found"),
            Case(method: .put, path: "\(prefix)/presign", body: "", status: 404, answer: "Not found"),
            Case(method: .post, path: "\(prefix)/upload", body: "", status: 404, answer: "Not found"),
            Case(method: .delete, path: "\(prefix)/asset", status: 404, answer: "Not found"),
            Case(path: "\(prefix)/", status: 404, answer: "Not found"),
            Case(path: "\(prefix)/nothing", status: 404, answer: "Not found"),
          ]
        } + [
          Case(path: "/static/nothing.css", status: 404, answer: "Not found"),
          Case(path: "/events/7", status: 404, answer: "Not found"),
          Case(path: "/api/s/\(Sample.session)", status: 404, answer: "Not found"),
          Case(path: "/static/../events/7", status: 404, answer: "Not found"),
        ], lab)
    }
  }

  @Test func `asks for the token before it looks at the body`() async throws {
    try await GalleryLab.run { lab in
      for path in ["/presign", "/complete", "/api/presign", "/api/complete"] {
        for token in [nil, "", "wrong", GalleryLab.token + "x", String(GalleryLab.token.dropLast())] {
          try await check(
            [
              Case(
                method: .post, path: path, token: token, body: "{", status: 401, answer: "{\"error\":\"Unauthorized\"}")
            ], lab)
        }
      }
    }
  }

  @Test func `says which secret is missing`() async throws {
    try await GalleryLab.run(presignToken: "") { lab in
      for path in ["/presign", "/api/complete"] {
        try await check(
          [
            Case(
              method: .post, path: path, token: "", body: "{", status: 500,
              answer: "{\"error\":\"PRESIGN_TOKEN not configured\"}")
          ], lab)
      }
    }
    try await GalleryLab.run(uploadSecret: nil) { lab in
      let body = "{\"event_id\":7,\"session_id\":\"\(Sample.session)\",\"files\":[]}"
      try await check(
        [
          Case(
            method: .post, path: "/presign", body: body, status: 500,
            answer: "{\"error\":\"UPLOAD_SECRET not configured\"}"),
          Case(
            method: .put, path: "/upload", body: "x", status: 500,
            answer: "{\"error\":\"UPLOAD_SECRET not configured\"}"),
        ], lab)
    }
  }

  @Test func `refuses what presign cannot make sense of, with the contract's words`() async throws {
    let session = Sample.session
    func body(_ event: String, _ session: String, _ files: String) -> String {
      "{\"event_id\":\(event),\"session_id\":\(session),\"files\":\(files)}"
    }
    let noFiles = "Invalid request format: files array required"
    let badEvent = "Event ID must be a valid positive integer"
    let cases: [(String, String)] = [
      ("", "Invalid JSON payload"), ("{", "Invalid JSON payload"), ("null", "Invalid JSON payload"),
      ("{\"files\":[}", "Invalid JSON payload"), ("[]", noFiles), ("7", noFiles), ("{}", noFiles),
      (body("7", "\"\(session)\"", "{}"), noFiles), (body("7", "\"\(session)\"", "null"), noFiles),
      (body("-7", "\"\(session)\"", "[]"), badEvent), (body("7.5", "\"\(session)\"", "[]"), badEvent),
      (body("\"x\"", "\"\(session)\"", "[]"), badEvent), (body("true", "\"\(session)\"", "[]"), badEvent),
      (body("7", "\"\"", "[]"), "Session ID is required"), (body("7", "null", "[]"), "Session ID is required"),
      (body("7", "\"ab\"", "[]"), "Session ID must be 3-128 characters"),
      (body("7", "\"a/../b\"", "[]"), "Invalid Session ID format"),
      (body("7", "\"-abc\"", "[]"), "Invalid Session ID format"),
      (body("7", "\"\(session)\"", "[7]"), "Invalid request format: each file needs a path"),
      (body("7", "\"\(session)\"", "[{\"path\":7}]"), "Invalid request format: each file needs a path"),
    ]
    try await GalleryLab.run { lab in
      try await check(
        cases.flatMap { body, error in
          ["/presign", "/api/presign"].map {
            Case(method: .post, path: $0, body: body, status: 400, answer: "{\"error\":\"\(error)\"}")
          }
        }, lab)
    }
  }

  @Test func `presigns in the order asked, for 900 seconds, with the type and size bound in`() async throws {
    try await GalleryLab.run { lab in
      let folder = Sample.folder()
      let body = """
        {"event_id":"7","session_id":"\(Sample.session)","files":[
        {"path":"\(folder)video_0.mov","content_type":"video/quicktime","size_bytes":12},
        {"path":"\(folder)a b&c=d.jpg","content_type":"image/jpeg","size_bytes":3},{"path":"\(folder)photo_0.jpg"}]}
        """
      let reply = try await lab.post("/presign", body)
      #expect(reply.status == 200)
      #expect(reply.json["expires_in_seconds"]?.integer == 900)
      let uploads = try #require(reply.json["uploads"]?.array)
      #expect(uploads.map { $0["path"]?.string } == ["video_0.mov", "a b&c=d.jpg", "photo_0.jpg"].map { folder + $0 })
      #expect(uploads.allSatisfy { $0["method"]?.string == "PUT" })
      let urls = uploads.compactMap { $0["url"]?.string }
      let start = "\(lab.base)/api/upload?path=events%2F7%2Fsessions%2F\(Sample.session)%2F"
      #expect(urls[0].hasPrefix(start + "video_0.mov&expires=1738434915&type=video%2Fquicktime&size=12&sig="))
      #expect(urls[1].hasPrefix(start + "a%20b%26c%3Dd.jpg&expires=1738434915&type=image%2Fjpeg&size=3&sig="))
      let signature = try UploadPermitTests.fotoXSignature("\(folder)photo_0.jpg", 1_738_434_915)
      #expect(urls[2] == start + "photo_0.jpg&expires=1738434915&sig=" + signature)
      let empty = try await lab.post("/presign", "{\"event_id\":7,\"session_id\":\"abc\",\"files\":[]}")
      #expect(empty.status == 200 && empty.text == "{\"uploads\":[],\"expires_in_seconds\":900}")
    }
  }

  @Test func `takes its address from the configuration, else from the request`() async throws {
    try await GalleryLab.run(publicBaseURL: "https://photos.example.org/booth/") { lab in
      let url = try await lab.presign(Sample.folder() + "x.jpg")
      #expect(url.hasPrefix("https://photos.example.org/booth/api/upload?path="))
    }
    try await GalleryLab.run { lab in
      let body = "{\"event_id\":7,\"session_id\":\"abc\",\"files\":[{\"path\":\"events/7/sessions/abc/x\"}]}"
      for (headers, start) in [
        ([("Host", "photos.example.org"), ("X-Forwarded-Proto", "https")], "https://photos.example.org/api/upload?"),
        ([("Host", "photos.example.org:81")], "http://photos.example.org:81/api/upload?"),
        ([("Host", "evil\"><script>")], "http://localhost/api/upload?"),
      ] {
        let reply = try await lab.send(
          .post, "/presign", headers + [("X-FotoX-Key", GalleryLab.token)], body: .text(body))
        #expect(reply.json["uploads"]?.array?.first?["url"]?.string?.hasPrefix(start) == true, "\(reply.text)")
      }
    }
  }

  @Test func `signs only paths of the posted event and session, and the app's file of e-mail addresses`() async throws {
    let session = Sample.session
    let allowed = [
      ("7", session, "events/7/sessions/\(session)/photo_0.jpg"),
      ("7", session, "events/7/sessions/\(session)/manifest.json"),
      ("\"7\"", session, "events/7/sessions/\(session)/deeper/x"),
      ("0", "email-collection", "private/emails/emails_unknown.json"),
      ("7", "email-collection", "private/emails/emails_7.json"),
      ("7", "email-collection", "private/emails/emails_unknown.json"),
    ]
    let refused = [
      ("7", session, "events/7/index.json"), ("7", session, "events/8/sessions/\(session)/photo_0.jpg"),
      ("7", session, "events/7/sessions/OTHER/photo_0.jpg"), ("7", session, "events/7/sessions/\(session)"),
      ("7", session, "events/7/sessions/\(session)/"), ("7", session, "events/7/sessions/\(session)/../../index.json"),
      ("7", session, "events/7/sessions/\(session)/a//b"), ("7", session, "events/7/sessions/\(session)/a\\\\b"),
      ("7", session, "events/7/sessions/\(session)/a\\u0000b"), ("7", session, "sessions/\(session)/manifest.json"),
      ("7", session, "private/emails/emails_7.json"), ("7", "email-collection", "private/emails/emails_8.json"),
      ("0", "email-collection", "private/emails/emails_0.json"), ("7", "email-collection", "private/other.json"),
      ("0", session, "events/0/sessions/\(session)/photo_0.jpg"), ("7", session, ".booth/locks/00"),
      ("7", session, "/events/7/sessions/\(session)/x"), ("7", session, ""),
      ("7", session, "events/7/sessions/\(session)x/y"),
    ]
    try await GalleryLab.run { lab in
      for (event, session, path) in allowed {
        #expect(try await lab.presign(path, event: event, session: session).contains("sig="), "\(path)")
      }
      for (event, session, path) in refused {
        let good = event == "0" ? "private/emails/emails_unknown.json" : "events/7/sessions/\(session)/x"
        let reply = try await lab.post(
          "/presign",
          "{\"event_id\":\(event),\"session_id\":\"\(session)\",\"files\":[{\"path\":\"\(good)\"},{\"path\":\"\(path)\"}]}"
        )
        #expect(reply.status == 400, "\(path)")
        #expect(reply.json["error"]?.string?.contains("ot allowed") == true, "\(reply.text)")
      }
    }
  }

  @Test func `takes a thousand files and a megabyte, and no more`() async throws {
    try await GalleryLab.run { lab in
      func body(_ count: Int) -> String {
        let files = (0..<count).map { "{\"path\":\"events/7/sessions/abc/photo_\($0).jpg\"}" }
        return "{\"event_id\":7,\"session_id\":\"abc\",\"files\":[\(files.joined(separator: ","))]}"
      }
      let most = try await lab.post("/presign", body(1000))
      #expect(most.status == 200 && most.json["uploads"]?.array?.count == 1000)
      let over = try await lab.post("/presign", body(1001))
      #expect(over.status == 400 && over.text.contains("at most 1000"))
      let blanks = String(repeating: " ", count: 1 << 20)
      for path in ["/presign", "/complete"] {
        #expect(try await lab.post(path, blanks).status == 400)
        #expect(try await lab.post(path, blanks + " ").status == 413)
        let chunked = try await lab.send(
          .post, path, [("X-FotoX-Key", GalleryLab.token)],
          body: .blocks(40, size: 1 << 16))
        #expect(chunked.status == 413)
      }
      #expect(try await lab.get("/health").status == 200)
    }
  }

  @Test func `answers HEAD as GET, without the body`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring()
      let paths = [
        "/health", "/api/health", "/s/\(Sample.session)", "/s/ab", "/e/7", "/e/x", "/api/events/7",
        "/api/events/7/thumbnails", "/api/s/\(Sample.session)/strips", "/asset", "/asset?path=nothing",
        "/asset?path=\(Sample.folder())photo_0.jpg", "/nothing",
      ]
      for path in paths {
        let (got, head) = (try await lab.get(path), try await lab.send(.head, path))
        #expect(head.status == got.status && head.bytes.isEmpty, "\(path)")
        for name in ["Content-Type", "Content-Length", "ETag", "Cache-Control"] {
          #expect(head[name] == got[name], "\(path) \(name)")
        }
        #expect(got["Content-Length"] == "\(got.bytes.count)")
      }
    }
  }

  @Test func `answers OPTIONS where other sites read`() async throws {
    try await GalleryLab.run { lab in
      for path in ["/asset", "/api/asset?path=x", "/api/s/\(Sample.session)/strips"] {
        let reply = try await lab.send(.options, path)
        #expect(reply.status == 204 && reply["Access-Control-Allow-Origin"] == "*", "\(path)")
        #expect(reply["Access-Control-Max-Age"] == "86400" && reply["Access-Control-Allow-Headers"] == "Range")
      }
      for path in ["/presign", "/s/abc", "/api/events/7", "/upload"] {
        #expect(try await lab.send(.options, path).status == 404)
      }
    }
  }
}
