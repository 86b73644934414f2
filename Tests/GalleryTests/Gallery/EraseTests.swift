import BoothCore
import BoothStore
import BoothTesting
import FoundationEssentials
import Logging
import Testing

@testable import Gallery
@testable import WebSupport

@Suite struct `An erasure` {
  private static func erase(
    _ lab: GalleryLab, event: Int = 7, session: String = Sample.session, token: String? = GalleryLab.token
  ) async throws -> Reply {
    try await lab.send(.delete, "/api/sessions/\(event)/\(session)", token.map { [("X-FotoX-Key", $0)] } ?? [])
  }

  @Test func `what was announced of an erased session goes too, whatever event was named`() async throws {
    try await GalleryLab.run { lab in
      let path = "events/41/sessions/GOES/photo_0.jpg"
      try await lab.upload(path, Array("bytes".utf8), type: "image/jpeg", event: 41, session: "GOES")
      #expect(try await lab.get("/asset?path=\(path)").status == 200)
      let reply = try await lab.send(.delete, "/api/sessions/42/GOES", [("X-FotoX-Key", GalleryLab.token)])
      #expect(reply.status == 200)
      #expect(try await lab.get("/asset?path=\(path)").status == 404)
    }
  }

  @Test func `removes everything of the session, and nothing of another`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring(session: "GOES")
      try await lab.bring(session: "STAYS")
      let emails = #"[{"session_id":"GOES","email":"a@b.example"},{"session_id":"STAYS","email":"c@d.example"}]"#
      try lab.folder.put("private/emails/emails_7.json", Array(emails.utf8))
      let reply = try await Self.erase(lab, session: "GOES")
      #expect(reply.status == 200)
      #expect(reply.json == .members(["status": "erased", "objects": 5]))
      let left = try await lab.store.list(prefix: "", after: nil, limit: 100).map(\.key.text)
      #expect(
        left.filter { $0.contains("GOES") } == ["sessions/GOES/erased.json"], "\(left)")
      #expect(left.count { $0.contains("STAYS") } == 5)
      let index = try JSONReader.read(try lab.folder.read("events/7/index.json"))
      #expect(index["sessions"]?.array?.compactMap { $0["session_id"]?.string } == ["STAYS"])
      let rest = String(decoding: try lab.folder.read("private/emails/emails_7.json"), as: UTF8.self)
      #expect(!rest.contains("GOES") && rest.contains("STAYS"))
      let tombstone = try JSONReader.read(try lab.folder.read("sessions/GOES/erased.json"))
      #expect(tombstone["erased_at"]?.string == "2025-02-01T18:20:15.250Z")
      // Again: the same, and the moment stays.
      lab.clock.advance(60)
      #expect(try await Self.erase(lab, session: "GOES").json == .members(["status": "erased", "objects": 0]))
      #expect(try JSONReader.read(try lab.folder.read("sessions/GOES/erased.json")) == tombstone)
    }
  }

  @Test func `asked for under another event finds the session's own`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring(event: 7, session: "GOES")
      try await lab.bring(event: 7, session: "STAYS")
      try await lab.bring(event: 8, session: "OTHER")
      let emails = #"[{"session_id":"GOES","email":"a@b.example"}]"#
      try lab.folder.put("private/emails/emails_7.json", Array(emails.utf8))
      #expect(try await Self.erase(lab, event: 8, session: "GOES").status == 200)
      let left = try await lab.store.list(prefix: "", after: nil, limit: 100).map(\.key.text)
      #expect(left.filter { $0.contains("GOES") } == ["sessions/GOES/erased.json"], "\(left)")
      for (event, others) in [(7, ["STAYS"]), (8, ["OTHER"])] {
        let index = try JSONReader.read(try lab.folder.read("events/\(event)/index.json"))
        #expect(index["sessions"]?.array?.compactMap { $0["session_id"]?.string } == others)
      }
      #expect(try lab.folder.read("private/emails/emails_7.json") == Array("[]".utf8))
    }
  }

  /// The app sends its whole file again with each guest who leaves an address.
  @Test(arguments: [7, 0]) func `keeps addresses erased when the file comes again`(_ event: Int) async throws {
    try await GalleryLab.run { lab in
      let path = event > 0 ? "private/emails/emails_7.json" : "private/emails/emails_unknown.json"
      let emails = #"""
        [{"session_id":"GOES","email":"a@b.example"},
        {"timestamp":"2025-02-01T18:20:15Z","session_id":"STAYS","email":"ünï@d.example","frame_id":null,"n":1.50},
        {"session_id":"GOES","email":"other@b.example"},{"session_id":"-odd-","email":"e"},{"email":"no session"},7]
        """#
      let others = #"""
        [{"timestamp":"2025-02-01T18:20:15Z","session_id":"STAYS","email":"ünï@d.example","frame_id":null,"n":1.50},
        {"session_id":"-odd-","email":"e"},{"email":"no session"},7]
        """#
      func store(_ text: String) async throws {
        try await lab.upload(
          path, Array(text.utf8), type: "application/json", event: event, session: SessionName.emailCollection)
      }
      func stored() async throws -> Reply {
        try await lab.get("/api/asset?path=\(path)", [("X-FotoX-Key", GalleryLab.token)])
      }
      try await lab.bring(session: "GOES")
      try await store(emails)
      #expect(try await stored().text == emails)
      #expect(try await Self.erase(lab, session: "GOES").status == 200)
      for _ in 0..<2 {
        try await store(emails)
        #expect(try await stored().json == JSONReader.read(Array(others.utf8)))
      }
      // What is no list replaces none.
      for text in [#"{"session_id":"GOES"}"#, #"[{"session_id":"GOES""#, "", "null"] {
        let url = try await lab.presign(
          path, type: "application/json", event: "\(event)", session: SessionName.emailCollection)
        let reply = try await lab.put(url, Array(text.utf8), type: "application/json")
        #expect(reply.status == 400 && reply.text.contains("JSON array"), "\(reply.text)")
        #expect(try await stored().json == JSONReader.read(Array(others.utf8)))
      }
    }
  }

  @Test func `needs the token, and a real session`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring()
      #expect(try await Self.erase(lab, token: nil).status == 401)
      #expect(try await Self.erase(lab, token: "wrong").status == 401)
      #expect(
        try await lab.send(.delete, "/api/sessions/x/\(Sample.session)", [("X-FotoX-Key", GalleryLab.token)]).status
          == 400)
      #expect(try await lab.send(.delete, "/api/sessions/7/-bad", [("X-FotoX-Key", GalleryLab.token)]).status == 400)
      #expect(try await lab.send(.delete, "/s/\(Sample.session)", [("X-FotoX-Key", GalleryLab.token)]).status == 404)
      #expect(try await lab.get("/s/\(Sample.session)").status == 200)
    }
  }

  @Test func `an upload in flight does not bring the session back`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring()
      let path = Sample.folder() + "photo_1.jpg"
      let url = try await lab.presign(path)
      #expect(try await Self.erase(lab).status == 200)
      let late = try await lab.put(url, [1, 2, 3])
      #expect(late.status == 410)
      #expect(try await lab.store.info(ObjectKey(path)!) == nil)
      #expect(try await lab.complete().status == 410)
      let again = try await lab.post(
        "/presign", #"{"event_id":7,"session_id":"\#(Sample.session)","files":[]}"#)
      #expect(again.status == 410)
      let index = try JSONReader.read(try lab.folder.read("events/7/index.json"))
      #expect(index["sessions"]?.array?.isEmpty == true)
    }
  }

  /// The write was let in before the erasure and ends after it.
  @Test func `a write that ends after the erasure is deleted again`() async throws {
    try await GalleryLab.run { lab in
      let session = try SessionName(Sample.session)
      let gallery = Gallery(
        configuration: GalleryConfiguration(uploadSecret: "s", presignToken: "t"), store: lab.store,
        logger: Logger(label: "gallery"))
      let key = try #require(ObjectKey(Sample.folder() + "photo_0.jpg"))
      _ = try await lab.store.write(key, contentType: "image/jpeg", bytes: [1])
      #expect(try await gallery.isErasedAfterWriting(key, session) == false)
      #expect(try await lab.store.info(key) != nil)
      _ = try await lab.store.write(session.tombstone, contentType: "application/json", bytes: [0x7B, 0x7D])
      #expect(try await gallery.isErasedAfterWriting(key, session))
      #expect(try await lab.store.info(key) == nil)
    }
  }

  @Test
  func `thirty-two sessions completed while one is erased: none is lost from the index, and the erased one is gone`()
    async throws
  {
    try await GalleryLab.run { lab in
      try await lab.bring(session: "GOES")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<32 { group.addTask { try await lab.bring(session: "S\(100 + number)") } }
        group.addTask { _ = try await Self.erase(lab, session: "GOES") }
        try await group.waitForAll()
      }
      let index = try JSONReader.read(try lab.folder.read("events/7/index.json"))
      let names = Set(index["sessions"]?.array?.compactMap { $0["session_id"]?.string } ?? [])
      #expect(names == Set((0..<32).map { "S\(100 + $0)" }))
    }
  }

  @Test func `its page says so, kindly, in the guest's language`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring()
      _ = try await Self.erase(lab)
      let page = try await lab.get("/s/\(Sample.session)", [("Accept-Language", "de")])
      #expect(page.status == 410)
      #expect(page.text.contains("Diese Bilder wurden gelöscht"))
      let strips = try await lab.get("/api/s/\(Sample.session)/strips")
      #expect(strips.status == 410 && strips.json["error"] == "Session erased")
      #expect(try await lab.get("/s/NEVER-SEEN").status == 200)
    }
  }
}
