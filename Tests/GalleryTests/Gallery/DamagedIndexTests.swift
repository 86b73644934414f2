import BoothCore
import BoothTesting
import Testing

@testable import Gallery
@testable import WebSupport

@Suite struct `A damaged index` {
  private static let damages: [[UInt8]] = [
    [], Array(#"{"sessions":[{"session_id":"LOST"#.utf8), Array("[]".utf8), Array(#"{"sessions":7}"#.utf8), [0, 255],
  ]

  private static func sessions(_ lab: GalleryLab) throws -> [String] {
    try JSONReader.read(try lab.folder.read("events/7/index.json"))["sessions"]?.array?
      .compactMap { $0["session_id"]?.string } ?? []
  }

  @Test(arguments: damages)
  func `is set aside and made anew by the next upload, which is not stopped`(_ damage: [UInt8]) async throws {
    try await GalleryLab.run { lab in
      for (name, day) in [("FIRST", 1), ("SECOND", 3), ("THIRD", 2)] {
        try await lab.bring(
          session: name, manifest: Sample.manifest(session: name, createdAt: "2025-02-0\(day)T18:20:15Z"))
      }
      // Neither what was never completed nor what was erased is listed.
      try await lab.upload(
        Sample.folder(session: "WAITS") + "manifest.json", Array(Sample.manifest(session: "WAITS").utf8),
        type: "application/json", session: "WAITS")
      _ = try await lab.send(.delete, "/api/sessions/7/THIRD", [("X-FotoX-Key", GalleryLab.token)])
      try lab.folder.put("events/7/index.json", damage)
      try await lab.bring(session: "FOURTH")
      #expect(try Self.sessions(lab) == ["FOURTH", "SECOND", "FIRST"])
      let kept = try lab.folder.names("private/damaged/events/7")
      #expect(kept.count == 1)
      #expect(try lab.folder.read("private/damaged/events/7/" + kept[0]) == damage)
      #expect(try await lab.get("/asset?path=private/damaged/events/7/" + kept[0]).status == 403)
    }
  }

  @Test func `is mended for whoever looks, once`() async throws {
    try await GalleryLab.run(events: [Sample.event()]) { lab in
      try await lab.bring()
      for path in ["/e/7", "/api/events/7", "/api/events/7/thumbnails", "/asset?path=events/7/index.json"] {
        try lab.folder.put("events/7/index.json", Array("{".utf8))
        let reply = try await lab.get(path)
        #expect(reply.status == 200 && reply.text.contains(Sample.session), "\(path)")
        #expect(try Self.sessions(lab) == [Sample.session])
      }
      #expect(try lab.folder.names("private/damaged/events/7").count == 1)
    }
  }

  @Test func `stops no erasure`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring(session: "GOES")
      try await lab.bring(session: "STAYS")
      try lab.folder.put("events/7/index.json", Array("{".utf8))
      #expect(
        try await lab.send(.delete, "/api/sessions/7/GOES", [("X-FotoX-Key", GalleryLab.token)]).status == 200)
      #expect(try Self.sessions(lab) == ["STAYS"])
    }
  }

  @Test(arguments: [
    #"{"gallery":"link","version":1"#, #"{"sessions":[],"gallery" : "link"}}"#, #"x"gallery"\#t:\#n "link"x"#,
    #"{"\u0067\u0061\u006c\u006C\u0065\u0072\u0079"   :   "\u006c\u0069\u006e\u006b","#,
    #"{"broken \" "gallery":"link""#,
  ]) func `opens no gallery that its bytes still call closed, where the event has no definition`(
    _ damage: String
  ) async throws {
    try await GalleryLab.run { lab in
      try await lab.bring()
      #expect(try await lab.get("/e/7").status == 200)
      try lab.folder.put("events/7/index.json", Array(damage.utf8))
      #expect(try await lab.get("/e/7").status == 403)
      #expect(try await lab.get("/e/7?key=" + EventKey.of(7, secret: GalleryLab.secret)).status == 200)
    }
  }

  @Test(arguments: [
    "", "{", #"{"gallery":"open""#, #"{"gallery":"linked""#, #"{"gallery""#, #"{"gallery":"lin"#,
    #"{"gallery":["link"]"#, #"{"x":"gallery","y":"link""#,
  ]) func `closes no event that was open, where it has no definition`(_ damage: String) async throws {
    try await GalleryLab.run { lab in
      try await lab.bring()
      try lab.folder.put("events/7/index.json", Array(damage.utf8))
      #expect(try await lab.get("/e/7").status == 200)
      try await lab.bring(session: "ANOTHER")
      #expect(try await lab.get("/e/7").status == 200)
    }
  }

  @Test(arguments: [Event.GalleryAccess.open, .link]) func `asks the event's definition first, where there is one`(
    _ access: Event.GalleryAccess
  ) async throws {
    try await GalleryLab.run(events: [Sample.event(access: access)]) { lab in
      try await lab.bring()
      for damage in ["{", #"{"gallery":"link""#] {
        try lab.folder.put("events/7/index.json", Array(damage.utf8))
        #expect(try await lab.get("/e/7").status == (access == .open ? 200 : 403))
        try await lab.bring()
        let index = try JSONReader.read(try lab.folder.read("events/7/index.json"))
        #expect(index["gallery"]?.string == (access == .open ? nil : "link"))
      }
    }
  }

  /// What a dying disk cuts off is the end.
  @Test func `of a closed event is known as such wherever it is cut`() async throws {
    let folder = try TemporaryFolder()
    try await GalleryLab.run(events: [Sample.event(access: .link)], folder: folder) { lab in
      for name in ["FIRST", "SECOND"] { try await lab.bring(session: name) }
    }
    let whole = try folder.read("events/7/index.json")
    try await GalleryLab.run(folder: folder) { lab in
      for count in [30, whole.count / 2, whole.count - 1] {
        try folder.put("events/7/index.json", Array(whole.prefix(count)))
        #expect(try await lab.get("/e/7").status == 403, "\(count) bytes")
      }
    }
  }
}
