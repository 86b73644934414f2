import BoothCore
import BoothStore
import BoothTesting
import Testing
import WebSupport

@testable import Gallery

/// What a booth, or who stole its token, may make the gallery keep, and send to guests' browsers.
@Suite struct `What is uploaded` {
  @Test func `fills no index: a manifest's texts are short`() async throws {
    try await GalleryLab.run { lab in
      let long = String(repeating: "x", count: 1 << 19)
      for manifest in [
        Sample.manifest(createdAt: long),
        Sample.manifest().replacing(#""kind":"photo""#, with: #""kind":"\#(long)""#),
        Sample.manifest().replacing(#""id":"strip_photo""#, with: #""id":"\#(long)""#),
      ] {
        try lab.folder.put(Sample.folder() + "manifest.json", Array(manifest.utf8))
        let reply = try await lab.complete()
        #expect(reply.status == 400 && reply.text.contains("expected at most 128"), "\(reply.text.prefix(200))")
      }
      // The event goes on.
      try await lab.bring()
      #expect(try await lab.get("/api/events/7").text.contains(Sample.session))
    }
  }

  /// One that an earlier version let grow.
  @Test func `before, and made an index too large to read, keeps nothing from being listed`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring(says: "link")
      let index =
        #"{"gallery":"link","sessions":[],"x":""# + String(repeating: "x", count: EventIndex.mostBytes) + #""}"#
      try lab.folder.put("events/7/index.json", Array(index.utf8))
      #expect(try await lab.get("/e/7").status == 403)
      let key = EventKey.of(7, secret: GalleryLab.secret)
      #expect(try await lab.get("/e/7?key=\(key)").text.contains(Sample.session))
      try await lab.bring(session: "SECOND")
      #expect(try await lab.get("/api/events/7?key=\(key)").text.contains("SECOND"))
      // Nothing is thrown away.
      let kept = try await lab.store.list(prefix: "private/damaged/events/7/", after: nil, limit: 10)
      #expect(kept.contains { $0.sizeBytes == Int64(index.utf8.count) })
    }
  }

  @Test(arguments: [
    "text/html", "image/svg+xml", "image/svg+xml ", " image/svg+xml", "image/svg+xml ;x", "IMAGE/SVG+XML",
    "image/png, text/html", "image/png,text/html", "image/png;, text/html", "image/png;x,text/html", "image/ png",
    "image /png", "image/png\u{0B}", "image/xhtml+xml", "video/", "image", "", "image/png/x", "application/json", "é/x",
    "image/png;\u{0}",
  ]) func `runs nothing in a guest's browser, whatever type it says it has`(_ type: String) {
    #expect(SecurityHeaders.upload(type).contains("sandbox"), "\(type)")
  }

  @Test(arguments: ["image/jpeg", "Image/PNG", "video/mp4; codecs=\"avc1\"", " video/quicktime ", "image/webp;q=1"])
  func `plays by its own address where it is a picture or a clip`(_ type: String) {
    #expect(!SecurityHeaders.upload(type).contains("sandbox"))
  }

  @Test func `is announced with a size that is taken, and a name that is whole`() async throws {
    try await GalleryLab.run { lab in
      func announce(_ name: String, _ size: String) async throws -> Reply {
        try await lab.post(
          "/presign",
          #"{"event_id":7,"session_id":"ABC","files":[{"path":"events/7/sessions/ABC/\#(name)","size_bytes":\#(size)}]}"#
        )
      }
      for size in ["1000000000000000", "104857601", "1e15"] {
        let reply = try await announce("x.jpg", size)
        #expect(reply.status == 413, "\(reply.text)")
        #expect(reply.json == .members(["error": "File too large (max 100MB): events/7/sessions/ABC/x.jpg"]))
      }
      #expect(try await announce("x.jpg", "104857600").status == 200)
      for name in [#"\ud800.jpg"#, #"a\udfff"#, #"\ud83dx\ude00.jpg"#, "\u{FFFD}"] {
        let reply = try await announce(name, "1")
        #expect(reply.status == 400 && reply.json["error"]?.string?.hasPrefix("Path not allowed: ") == true)
      }
      #expect(try await announce(#"\ud83d\ude00.jpg"#, "1").status == 200)
    }
  }

  @Test(arguments: ["image/png, text/html", "image/ png", "a b/c", "image/pn\u{e9}", "image/;x", "/png"])
  func `is announced with a type of one kind`(_ type: String) async throws {
    try await GalleryLab.run { lab in
      let reply = try await lab.post(
        "/presign",
        #"{"event_id":7,"session_id":"ABC","files":[{"path":"events/7/sessions/ABC/x","content_type":"\#(type)"}]}"#)
      #expect(reply.status == 400 && reply.text.contains("content_type"), "\(reply.text)")
    }
  }
}
