import BoothCore
import BoothTesting
import Testing
import WebSupport

@testable import Gallery

@Suite struct `An asset` {
  private let path = Sample.folder() + "video_0.mov"
  private var link: String { "/asset?path=\(path.replacing("/", with: "%2F"))" }
  private let bytes = Array("0123456789".utf8)

  private func run(_ body: @Sendable @escaping (GalleryLab) async throws -> Void) async throws {
    let (path, bytes) = (path, bytes)
    try await GalleryLab.run { lab in
      try await lab.upload(path, bytes, type: "video/quicktime")
      try await body(lab)
    }
  }

  @Test func `comes with its type, length and the contract's headers`() async throws {
    try await run { lab in
      for prefix in ["", "/api"] {
        let reply = try await lab.get(prefix + link)
        #expect(reply.status == 200 && reply.bytes == bytes)
        #expect(reply["Content-Type"] == "video/quicktime" && reply["Content-Length"] == "10")
        #expect(reply["Cache-Control"] == "public, max-age=3600" && reply["Accept-Ranges"] == "bytes")
        #expect(reply["Access-Control-Allow-Origin"] == "*")
        #expect(reply["X-Robots-Tag"] == "noindex, nofollow, noarchive")
        // A clip plays when it is opened by its own address.
        #expect(reply["Content-Security-Policy"]?.contains("media-src 'self'") == true)
        #expect(reply["Content-Security-Policy"]?.contains("sandbox") == false)
        for type in ["text/html", "image/svg+xml", "application/json"] {
          #expect(SecurityHeaders.upload(type).contains("sandbox"))
        }
        #expect(reply["Content-Disposition"] == nil)
        let download = try await lab.get(prefix + link + "&download=1")
        #expect(
          download["Content-Disposition"]
            == "attachment; filename=\"Event 7 clip 1.mov\"; filename*=UTF-8''Event%207%20clip%201.mov")
      }
      let missing = try await lab.get("/asset")
      #expect(missing.status == 400 && missing.text == "Missing path")
      for path in ["nothing", "events/7", "..%2Fx", "%2Fetc%2Fpasswd", "a%00b", ".booth%2Flocks%2F00", "a%5Cb", "%FF"] {
        let reply = try await lab.get("/api/asset?path=\(path)", [("Range", "bytes=0-1")])
        #expect(reply.status == 404 && reply.text == "Not found", "\(path)")
      }
    }
  }

  @Test func `comes in parts`() async throws {
    let parts: [(String, String, String)] = [
      ("bytes=0-0", "0", "bytes 0-0/10"), ("bytes=2-4", "234", "bytes 2-4/10"), ("bytes=7-", "789", "bytes 7-9/10"),
      ("bytes=-3", "789", "bytes 7-9/10"), ("bytes=-99", "0123456789", "bytes 0-9/10"),
      ("bytes=5-99", "56789", "bytes 5-9/10"), ("bytes=0-5junk", "012345", "bytes 0-5/10"),
      ("bytes=1-2,5-6", "12", "bytes 1-2/10"), ("bytes=0-99999999999999999999", "0123456789", "bytes 0-9/10"),
    ]
    let refused: [(String, String, String?)] = [
      ("bytes=10-", "Range Not Satisfiable", "bytes */10"), ("bytes=10-11", "Range Not Satisfiable", "bytes */10"),
      ("bytes=5-4", "Range Not Satisfiable", "bytes */10"), ("bytes=-0", "Range Not Satisfiable", "bytes */10"),
      ("bytes=99999999999999999999-", "Range Not Satisfiable", "bytes */10"),
      ("bytes=-", "Invalid Range header", nil), ("bytes=x-1", "Invalid Range header", nil),
      ("items=0-1", "Invalid Range header", nil), ("bytes", "Invalid Range header", nil),
    ]
    try await run { lab in
      for (range, text, field) in parts {
        let reply = try await lab.get(link, [("Range", range)])
        #expect(reply.status == 206 && reply.text == text && reply["Content-Range"] == field, "\(range)")
        #expect(reply["Content-Length"] == "\(text.utf8.count)" && reply["Access-Control-Allow-Origin"] == "*")
        let head = try await lab.send(.head, link, [("Range", range)])
        #expect(head.status == 206 && head["Content-Length"] == reply["Content-Length"])
      }
      for (range, text, field) in refused {
        let reply = try await lab.get("/api" + link, [("Range", range)])
        #expect(reply.status == 416 && reply.text == text && reply["Content-Range"] == field, "\(range)")
      }
    }
  }

  @Test func `is not sent again to whoever has it`() async throws {
    try await run { lab in
      let tag = try #require(try await lab.get(link)["ETag"])
      #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
      for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
        for method in [LabMethod.get, .head] {
          let reply = try await lab.send(method, link, [("If-None-Match", known), ("Range", "bytes=0-1")])
          #expect(reply.status == 304 && reply.bytes.isEmpty && reply["ETag"] == tag, "\(known)")
          #expect(reply["Content-Length"] == nil && reply["Cache-Control"] == "public, max-age=3600")
        }
      }
      #expect(try await lab.get(link, [("If-None-Match", "\"other\"")]).status == 200)
      #expect(try await lab.get(link, [("Range", "bytes=0-1"), ("If-Range", tag)]).status == 206)
      for stale in ["\"other\"", "W/\(tag)", "Sat, 01 Feb 2025 18:20:15 GMT"] {
        #expect(try await lab.get(link, [("Range", "bytes=0-1"), ("If-Range", stale)]).status == 200, "\(stale)")
      }
      try await lab.upload(path, Array("9876543210".utf8), type: "video/quicktime")
      let changed = try await lab.get(link, [("If-None-Match", tag)])
      #expect(changed.status == 200 && changed.text == "9876543210")
    }
  }

  @Test func `that is empty has no part`() async throws {
    try await GalleryLab.run { lab in
      try await lab.upload(path, [], type: "image/jpeg")
      let reply = try await lab.get(link)
      #expect(reply.status == 200 && reply.bytes.isEmpty && reply["Content-Length"] == "0")
      #expect(try await lab.get(link, [("Range", "bytes=0-")]).status == 416)
      #expect(try await lab.get(link, [("Range", "bytes=-5")]).status == 416)
    }
  }

  @Test func `that is private needs the booths' token`() async throws {
    try await GalleryLab.run { lab in
      try await lab.upload(
        "private/emails/emails_7.json", Array("[]".utf8), type: "application/json",
        session: "email-collection")
      let link = "/api/asset?path=private/emails/emails_7.json"
      for headers in [[], [("X-FotoX-Key", "wrong")]] {
        for path in [link, "/asset?path=private/nothing", "/asset?path=private%2Femails%2Femails_7.json"] {
          let reply = try await lab.get(path, headers)
          #expect(reply.status == 403 && reply.text == "Forbidden", "\(path)")
        }
      }
      let reply = try await lab.get(link, [("X-FotoX-Key", GalleryLab.token)])
      #expect(reply.status == 200 && reply.text == "[]" && reply["Cache-Control"] == "private, no-store")
      #expect(reply["Access-Control-Allow-Origin"] == nil)
    }
    try await GalleryLab.run(presignToken: nil) { lab in
      let reply = try await lab.get("/asset?path=private/x", [("X-FotoX-Key", "")])
      #expect(reply.status == 403)
    }
  }

  @Test func `that changes with every session is asked for anew`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring()
      for path in ["events/7/index.json", "sessions/\(Sample.session)/manifest.json"] {
        let reply = try await lab.get("/api/asset?path=\(path)")
        #expect(reply.status == 200 && reply["Cache-Control"] == "no-cache")
        #expect(reply["Content-Type"] == "application/json")
      }
    }
  }

  @Test func `is served to a hundred readers at once`() async throws {
    let large = bytePattern(3 << 20)
    try await GalleryLab.run { lab in
      try lab.folder.put(path, large)
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<100 { group.addTask { try await lab.get(link).bytes == large } }
        for try await isWhole in group { #expect(isWhole) }
      }
    }
  }
}
