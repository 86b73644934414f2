import BoothCore
import BoothTesting
import Testing
import WebSupport

@testable import Gallery

/// Who may see an event of which the gallery has no definition: a gallery on its own, that booths upload to.
@Suite struct `An event the gallery has never heard of` {
  private static let event = 4711
  private static let paths = [
    "/e/4711", "/api/events/4711", "/api/events/4711/thumbnails", "/asset?path=events%2F4711%2Findex.json",
    "/api/asset?path=events/4711/index.json",
  ]
  private static let key = EventKey.of(event, secret: GalleryLab.secret)

  private static func with(key: String, _ path: String) -> String {
    path + (path.contains("?") ? "&" : "?") + "key=" + key
  }

  private func expectClosed(_ lab: GalleryLab, _ isClosed: Bool = true, _ why: Comment? = nil) async throws {
    for path in Self.paths {
      let reply = try await lab.get(path)
      #expect(reply.status == (isClosed ? 403 : 200), why)
      #expect(reply.text.contains(Sample.session) != isClosed, why)
      let known = try await lab.get(Self.with(key: Self.key, path))
      #expect(known.status == 200 && known.text.contains(Sample.session), why)
      if isClosed {
        #expect(known["Cache-Control"] == "private, no-cache" && known["Access-Control-Allow-Origin"] == nil)
      }
      #expect(try await lab.get(Self.with(key: "x", path)).status == (isClosed ? 403 : 200))
    }
  }

  private func presign(_ lab: GalleryLab, _ session: String, says: String?) async throws -> Reply {
    try await lab.post(
      "/api/presign", GalleryLab.saying(says, #"{"event_id":4711,"session_id":"\#(session)","files":[]}"#))
  }

  @Test func `needs its key when the booth that brings it says so, from the first call on`() async throws {
    try await GalleryLab.run { lab in
      #expect(try await presign(lab, Sample.session, says: "link").status == 200)
      // Before anything is there to be seen.
      for path in Self.paths { #expect(try await lab.get(path).status == 403, "\(path)") }
      try await lab.bring(event: Self.event, says: "link")
      try await expectClosed(lab)
      // Its session's own page stays open, and does not show the way.
      let page = try await lab.get("/s/\(Sample.session)")
      #expect(page.status == 200 && !page.text.contains("/e/4711"))
    }
  }

  @Test func `stays closed whoever else brings a session, and opens only when a booth says so`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring(event: Self.event, says: "link")
      // FotoX's app, which knows of no such thing.
      try await lab.bring(event: Self.event, session: "FOTOX")
      try await expectClosed(lab)
      // A client without a token says nothing.
      let body = GalleryLab.saying("open", Sample.completion(event: Self.event))
      for token in [nil, "wrong"] as [String?] {
        #expect(try await lab.post("/complete", body, token: token).status == 401)
        #expect(
          try await lab.post(
            "/presign", GalleryLab.saying("open", #"{"event_id":4711,"session_id":"FOTOX","files":[]}"#), token: token
          ).status == 401)
      }
      // Nor does a manifest, which a guest's telephone may have had its hands on.
      let manifest = GalleryLab.saying("open", Sample.manifest(event: Self.event, session: "OTHER"))
      try await lab.bring(event: Self.event, session: "OTHER", manifest: manifest)
      try await expectClosed(lab)
      for wrong in [#""linked""#, #""LINK""#, "1", "{}", "[\"open\"]", #""""#] {
        let body = #"{"gallery":\#(wrong),"event_id":4711,"session_id":"FOTOX","files":[]}"#
        #expect(try await lab.post("/presign", body).status == 400, "\(wrong)")
      }
      try await expectClosed(lab)
      try await lab.bring(event: Self.event, says: "open")
      try await expectClosed(lab, false)
    }
  }

  @Test(arguments: [Event.GalleryAccess.open, .link])
  func `that a FotoX app brings is taken, and seen as the setting says`(_ setting: Event.GalleryAccess) async throws {
    let folder = try TemporaryFolder()
    try await GalleryLab.run(unknownEvents: setting, folder: folder) { lab in
      try await lab.bring(event: Self.event)
      try await expectClosed(lab, setting == .link)
      #expect(try await lab.get("/s/\(Sample.session)").status == 200)
    }
    // A booth's word counts for more than the setting.
    try await GalleryLab.run(unknownEvents: setting, folder: folder) { lab in
      try await lab.bring(event: Self.event, says: setting == .link ? "open" : "link")
      try await expectClosed(lab, setting == .open)
    }
  }

  @Test func `stays closed when its index is damaged, as its sessions say it, too`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring(event: Self.event, says: "link")
      for damage in ["", "{", #"{"gallery":"lijk""#, #"{"gallery":"lijk","sessions":[]}"#, #"{"sessions":7}"#] {
        try lab.folder.put("events/4711/index.json", Array(damage.utf8))
        #expect(try await lab.get("/e/4711").status == 403, "\(damage)")
        try await lab.bring(event: Self.event)
        #expect(try await lab.get("/e/4711").status == 403, "\(damage)")
      }
    }
  }

  @Test func `or that came with the program alone, is closed by the booth's word`() async throws {
    let event = Sample.event(Self.event)
    try await GalleryLab.run(events: [event], definitionsDecide: false) { lab in
      try await lab.bring(event: Self.event)
      try await expectClosed(lab, false)
      try await lab.bring(event: Self.event, says: "link")
      try await expectClosed(lab)
    }
    // The operator's own definition decides.
    try await GalleryLab.run(events: [event]) { lab in
      try await lab.bring(event: Self.event, says: "link")
      try await expectClosed(lab, false)
    }
  }

  @Test func `has a link that booths are given, for those it is handed on to`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring(event: Self.event, says: "link")
      #expect(try await lab.get("/api/events/4711/link").status == 401)
      let reply = try await lab.get("/api/events/4711/link", [("X-FotoX-Key", GalleryLab.token)])
      #expect(reply.json["gallery"]?.string == "link")
      let url = try #require(reply.json["url"]?.string)
      #expect(url == lab.base + "/e/4711?key=" + Self.key)
      #expect(try await lab.get(url).text.contains(Sample.session))
    }
  }

  /// exFAT and NTFS find a file by more than one spelling of its name.
  @Test(arguments: [
    "EVENTS/4711/index.json", "events/4711/INDEX.json", "events/4711/index.json.", "events/4711./index.json",
    "events/4711/INDEX~1.JSO", "Private/emails/emails_7.json", "private./emails/emails_7.json",
    "PRIVAT~1/emails/emails_7.json", "events/04711/index.json", "prıvate/emails/emails_7.json",
    "Sessions/x/manifest.json",
    ".BOOTH/types/x", "events/٤٧١١/index.json", "event\u{200D}s/4711/index.json",
  ]) func `is not asked for by another spelling of its name`(_ path: String) {
    #expect(AssetPath(path) == .none)
  }

  @Test func `and its files are told apart by their names`() {
    #expect(AssetPath("events/7/index.json") == .index(7))
    #expect(AssetPath("events/7/sessions/ABC/photo_0.jpg") == .public)
    #expect(AssetPath("events/7/sessions/ABC/index.json") == .public)
    #expect(AssetPath("sessions/ABC/manifest.json") == .public)
    #expect(AssetPath("old/picture.jpg") == .public)
    #expect(AssetPath("private/emails/emails_7.json") == .private && AssetPath("private/x") == .private)
  }
}
