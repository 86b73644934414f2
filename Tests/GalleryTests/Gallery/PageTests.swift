import BoothCore
import BoothStore
import BoothTesting
import FoundationEssentials
import Testing

@testable import Gallery
@testable import WebSupport

@Suite struct `A page` {
  private let page = "/s/\(Sample.session)"

  @Test func `of a session that is to come says that the pictures are on their way`() async throws {
    try await GalleryLab.run { lab in
      // Announced by a booth, or by the id itself.
      _ = try await lab.presign(Sample.folder() + "photo_0.jpg")
      for path in [page, "/session/\(Sample.session)", "/s/\(SessionID(checkedRandomBytes: Array(1...14)))"] {
        let reply = try await lab.get(path)
        #expect(reply.status == 200 && reply["Content-Type"] == "text/html; charset=utf-8")
        #expect(reply.text.contains("<meta http-equiv=\"refresh\" content=\"5\">"))
        #expect(reply.text.contains("<h1>Your pictures are on their way</h1>") && reply["Cache-Control"] == "no-store")
      }
    }
  }

  @Test func `refuses ids that are none, with the contract's words`() async throws {
    let sessions = [
      ("", "Session ID is required"), ("ab", "Session ID must be 3-128 characters"),
      (String(repeating: "a", count: 129), "Session ID must be 3-128 characters"),
      ("-abc", "Invalid Session ID format"), ("abc_", "Invalid Session ID format"),
      ("a%2Fb", "Invalid Session ID format"), ("abc/def", "Invalid Session ID format"),
      ("a.b", "Invalid Session ID format"), ("%3Cscript%3E", "Invalid Session ID format"),
    ]
    let events = [
      ("", "Event ID is required"), ("0", "Event ID must be a valid positive integer"),
      ("-1", "Event ID must be a valid positive integer"), ("1e3", "Event ID must be a valid positive integer"),
      ("0x10", "Event ID must be a valid positive integer"), ("1.0", "Event ID must be a valid positive integer"),
      ("07", "Event ID must be a valid positive integer"), ("%31", "Event ID must be a valid positive integer"),
      ("99999999999999999999", "Event ID must be a valid positive integer"),
    ]
    try await GalleryLab.run { lab in
      for (id, error) in sessions.map({ ("/s/" + $0, $1) }) + events.map({ ("/e/" + $0, $1) })
        + events.map({ ("/api/events/" + $0, $1) }) + [("/api/s/ab/strips", "Session ID must be 3-128 characters")]
      {
        let reply = try await lab.get(id)
        #expect(reply.status == 400 && reply.json == .members(["error": .string(error)]), "\(id) \(reply.text)")
      }
      for id in ["abc", "A1_-9", String(repeating: "a", count: 128)] {
        #expect(try await lab.get("/s/" + id).status == 200)
      }
    }
  }

  @Test func `of a session shows the composite first, then clips and photos`() async throws {
    try await GalleryLab.run(events: [Sample.event()]) { lab in
      try await lab.bring()
      let reply = try await lab.get(page)
      #expect(reply.status == 200 && !reply.text.contains("http-equiv"))
      let folder = "../api/asset?path=events%2F7%2Fsessions%2F\(Sample.session)%2F"
      let places = try [
        "<img src=\"\(folder)strip_photo.jpg\" alt=\"Photo strip\"",
        "<video controls playsinline preload=\"metadata\" src=\"\(folder)video_0.mov#t=0.001\" aria-label=\"Clip\">",
        "<img src=\"\(folder)photo_0.jpg\" alt=\"Photo\" loading=\"lazy\"",
      ].map { try #require(reply.text.firstRange(of: $0), "\($0)\n\(reply.text)").lowerBound }
      #expect(places == places.sorted())
      #expect(reply.text.contains("\(folder)photo_0.jpg&amp;download=1\" download aria-label=\"Save: Photo\""))
      #expect(reply.text.contains("<time datetime=\"2025-02-01T18:20:15Z\">1 February 2025, 18:20 UTC</time>"))
      #expect(reply.text.contains("<bdi>Anna &amp; Jonas</bdi>") && reply.text.contains("14 June 2025"))
      #expect(reply.text.contains("<a href=\"../e/7\">"))
      let tag = try #require(reply["ETag"])
      #expect(try await lab.get(page, [("If-None-Match", tag)]).status == 304)
    }
  }

  @Test func `of a session shows a boomerang once, by its own first frame, with its GIF beside it`() async throws {
    try await GalleryLab.run(events: [Sample.event()]) { lab in
      let folder = Sample.folder()
      let names = [
        ("strip_photo.jpg", "strip_photo", "image/jpeg"), ("poster.jpg", "", "image/jpeg"),
        ("video_0.mp4", "video", "video/mp4"), ("boomerang.mp4", "video", "video/mp4"),
        ("boomerang.gif", "photo", "image/gif"),
      ]
      for (name, _, type) in names { try await lab.upload(folder + name, Array(name.utf8), type: type) }
      let posters = ["video_0.mp4": "poster.jpg", "boomerang.mp4": "strip_photo.jpg"]
      let assets = names.filter { !$0.1.isEmpty }.map { name, kind, type in
        let poster = posters[name].map { ",\"poster_path\":\"\(folder)\($0)\"" } ?? ""
        return "{\"kind\":\"\(kind)\",\"content_type\":\"\(type)\",\"path\":\"\(folder)\(name)\"\(poster)}"
      }
      let manifest =
        "{\"event_id\":7,\"session_id\":\"\(Sample.session)\",\"assets\":[\(assets.joined(separator: ","))]}"
      try await lab.upload(folder + "manifest.json", Array(manifest.utf8), type: "application/json")
      #expect(try await lab.complete().status == 200)
      let text = try await lab.get(page).text
      #expect(text.contains("<span class=\"count\">3</span>"))
      #expect(text.components(separatedBy: "<figure>").count == 4)
      let asset = "../api/asset?path=events%2F7%2Fsessions%2F\(Sample.session)%2F"
      #expect(text.contains("src=\"\(asset)boomerang.mp4#t=0.001\" aria-label=\"Boomerang\">"), "\(text)")
      #expect(
        text.contains("src=\"\(asset)video_0.mp4\" aria-label=\"Clip\" poster=\"\(asset)poster.jpg\">"), "\(text)")
      #expect(text.contains("boomerang.gif&amp;download=1\" download aria-label=\"Save: Boomerang, GIF\""))
      #expect(!text.contains("<img src=\"\(asset)boomerang.gif"))
    }
  }

  @Test func `says so while something is missing, and when nothing is there`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring()
      try await lab.store.delete(try objectKey(Sample.folder() + "photo_0.jpg"))
      let some = try await lab.get(page)
      #expect(some.status == 200 && some.text.contains("Some pictures are still on their way."))
      #expect(some.text.contains("http-equiv=\"refresh\"") && !some.text.contains("photo_0.jpg"))
      for name in ["strip_photo.jpg", "video_0.mov"] {
        try await lab.store.delete(try objectKey(Sample.folder() + name))
      }
      #expect(try await lab.get(page).text.contains("Your pictures are on their way"))
      // A manifest copied by an older Worker may name files elsewhere, or nothing at all.
      try lab.folder.put("other/x.jpg", [1])
      try lab.folder.put(
        "sessions/OLD/manifest.json", Array("{\"assets\":[{\"path\":\"other/x.jpg\"},7,{\"path\":\"../y\"}]}".utf8))
      #expect(try await lab.get("/s/OLD").text.contains("../api/asset?path=other%2Fx.jpg"))
      for broken in ["{}", "[]", "{\"assets\":7}"] {
        try lab.folder.put("sessions/OLD/manifest.json", Array(broken.utf8))
        #expect(try await lab.get("/s/OLD").status == 200)
      }
      try lab.folder.put("sessions/OLD/manifest.json", Array("{".utf8))
      let trouble = try await lab.get("/s/OLD")
      #expect(trouble.status == 503 && trouble.text.contains("<h1>The gallery is having a pause</h1>"))
    }
  }

  @Test func `lets no text of a manifest or an index become HTML`() async throws {
    let hostile = "\"><script>alert(1)</script><img src=x onerror='a' "
    let escaped = try JSONReader.read(JSONDocument.string(hostile).bytes).bytes
    let text = String(decoding: escaped, as: UTF8.self)
    let folder = Sample.folder()
    let manifest = """
      {"created_at":\(text),"event_id":7,"assets":[{"id":\(text),"kind":\(text),"content_type":\(text),
      "path":"\(folder)a\\"'><script>.jpg","poster_path":"\(folder)p\\"'><script>.jpg"}]}
      """
    var event = Sample.event(7, hostile)
    event.date = hostile
    event.theme.fontFamily = "x; } body { background: url(//evil)"
    try await GalleryLab.run(events: [event]) { lab in
      try lab.folder.put(folder + "a\"'><script>.jpg", [1])
      try lab.folder.put(folder + "p\"'><script>.jpg", [1])
      try lab.folder.put(folder + "manifest.json", Array(manifest.utf8))
      #expect(try await lab.complete().status == 200)
      for path in [page, "/e/7", "/e/7?key=\"><script>alert(1)</script>", "/s/NOBODY?x=<script>"] {
        let reply = try await lab.get(
          path.replacing("\"", with: "%22").replacing("<", with: "%3C").replacing(">", with: "%3E"))
        #expect(reply.status == 200)
        let scripts = reply.text.split(separator: "<script", omittingEmptySubsequences: false).count - 1
        #expect(scripts == 1, "only our own, from its file: \(reply.text)")
        #expect(!reply.text.contains("<img src=x") && !reply.text.contains("onerror='"))
        let policy = try #require(reply["Content-Security-Policy"])
        #expect(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"))
        #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
      }
      let style = try #require(try await lab.get("/e/7").text.firstMatch(of: /static\/(theme[^"]*)"/)).1
      #expect(!(try await lab.get("/static/\(style)").text.contains("evil")))
    }
  }

  @Test func `speaks the event's language to readers who ask for none, in its direction`() async throws {
    let cases = [
      (["en"], "lang=\"en\" dir=\"ltr\"", "No pictures yet", "14 June 2025"),
      (["de-AT"], "lang=\"de\" dir=\"ltr\"", "Noch keine Bilder", "14. Juni 2025"),
      (["fr"], "lang=\"fr\" dir=\"ltr\"", "Pas encore de photos", "14 juin 2025"),
      (["es"], "lang=\"es\" dir=\"ltr\"", "Todavía no hay fotos", "14 de junio de 2025"),
      (["he"], "lang=\"he\" dir=\"rtl\"", "עדיין אין תמונות", "חגיגה"),
      (["iw"], "lang=\"he\" dir=\"rtl\"", "עדיין אין תמונות", "14 ביוני 2025"),
      (["ar"], "lang=\"ar\" dir=\"rtl\"", "لا توجد صور بعد", "14 يونيو 2025"),
      (["xx", "fr"], "lang=\"fr\" dir=\"ltr\"", "Pas encore de photos", "14 juin 2025"),
      (["xx"], "lang=\"en\" dir=\"ltr\"", "No pictures yet", "14 June 2025"),
    ]
    let events = cases.enumerated().map { Sample.event($0.offset + 1, languages: $0.element.0) }
    try await GalleryLab.run(events: events) { lab in
      for (number, (_, tag, text, date)) in cases.enumerated() {
        let reply = try await lab.get("/e/\(number + 1)")
        #expect(reply.text.contains(tag) && reply.text.contains(text) && reply.text.contains(date), "\(reply.text)")
      }
      let guests = try await lab.get(
        "/s/\(SessionID(checkedRandomBytes: Array(1...14)))", [("Accept-Language", "xx, de;q=0.9, en;q=0.8")])
      #expect(guests.text.contains("Eure Bilder sind unterwegs"))
    }
  }

  @Test func `of an event lists its sessions, a page at a time`() async throws {
    let entries = (0..<60).map {
      "{\"session_id\":\"SESSION-\($0)\",\"created_at\":\"2025-02-01T18:20:15Z\",\"thumb_path\":\"t/\($0).jpg\"}"
    }
    try await GalleryLab.run { lab in
      try lab.folder.put("events/7/index.json", Array("{\"sessions\":[\(entries.joined(separator: ","))]}".utf8))
      func cards(_ path: String) async throws -> [String] {
        try await lab.get(path).text.matches(of: /href="\.\.\/s\/([^"]*)"/).map { String($0.1) }
      }
      let pages = [try await cards("/e/7"), try await cards("/e/7?page=2"), try await cards("/e/7?page=3")]
      #expect(pages.map(\.count) == [24, 24, 12])
      #expect(pages.flatMap { $0 } == (0..<60).map { "SESSION-\($0)" })
      let (first, middle) = (try await lab.get("/e/7").text, try await lab.get("/e/7?page=2").text)
      #expect(first.contains("rel=\"next\" href=\"?page=2\"") && !first.contains("rel=\"prev\""))
      #expect(middle.contains("rel=\"prev\" href=\"?page=1\"") && middle.contains("Page 2 of 3"))
      for (page, like) in [("0", 0), ("-5", 0), ("x", 0), ("99", 2)] {
        #expect(try await cards("/e/7?page=\(page)") == pages[like])
      }
    }
  }

  @Test func `of an event for those with its link needs the link`() async throws {
    try await GalleryLab.run(events: [Sample.event(access: .link)]) { lab in
      try await lab.bring()
      let key = EventKey.of(7, secret: GalleryLab.secret)
      let paths = ["/e/7", "/api/events/7", "/api/events/7/thumbnails", "/asset?path=events%2F7%2Findex.json"]
      for path in paths {
        let join = path.contains("?") ? "&" : "?"
        for wrong in [
          path, path + join + "key=", path + join + "key=x",
          path + join + "key=" + EventKey.of(8, secret: GalleryLab.secret),
        ] {
          let reply = try await lab.get(wrong)
          #expect(reply.status == 403 && !reply.text.contains(Sample.session), "\(wrong)")
        }
        let reply = try await lab.get(path + join + "key=" + key)
        #expect(reply.status == 200 && reply.text.contains(Sample.session))
        #expect(reply["Cache-Control"] == "private, no-cache" && reply["Access-Control-Allow-Origin"] == nil)
        #expect(try await lab.get(path, [("X-FotoX-Key", GalleryLab.token)]).status == 200)
      }
      #expect(try await lab.get("/e/7").text.contains("<h1>This gallery is for those who have its link</h1>"))
      #expect(try await lab.get("/api/events/7").json["error"]?.string != nil)
      // The session's own link stays open, and does not show the way to the event's.
      let session = try await lab.get(page)
      #expect(session.status == 200 && !session.text.contains("/e/7"))
      #expect(try await lab.get("/api/s/\(Sample.session)/strips").status == 200)
      #expect(try await lab.get("/asset?path=\(Sample.folder())photo_0.jpg").status == 200)
    }
    let configuration = GalleryConfiguration(
      uploadSecret: "s", publicBaseURL: "https://x.org/", events: [7: Sample.event(access: .link), 8: Sample.event(8)])
    #expect(configuration.eventLink(7) == "https://x.org/e/7?key=" + EventKey.of(7, secret: "s"))
    #expect(configuration.eventLink(8) == "https://x.org/e/8")
  }

  @Test func `of a closed event stays closed when its definition cannot be read any more`() async throws {
    let folder = try TemporaryFolder()
    try await GalleryLab.run(events: [Sample.event(access: .link), Sample.event(8)], folder: folder) { lab in
      try await lab.bring(event: 7)
      try await lab.bring(event: 8, session: "OTHER")
      try await lab.bring(event: 9, session: "UNKNOWN")
    }
    let paths = ["/e/%", "/api/events/%", "/api/events/%/thumbnails", "/asset?path=events/%/index.json"]
    try await GalleryLab.run(folder: folder) { lab in
      for path in paths {
        #expect(try await lab.get(path.replacing("%", with: "7")).status == 403, "\(path)")
        #expect(try await lab.get(path.replacing("%", with: "8")).status == 200, "\(path)")
        #expect(try await lab.get(path.replacing("%", with: "9")).status == 200, "\(path)")
      }
      // Another completion does not open it.
      try await lab.bring(event: 7)
      #expect(try await lab.get("/e/7").status == 403)
    }
    // The operator may: with a definition that says so.
    try await GalleryLab.run(events: [Sample.event()], folder: folder) { lab in
      let page = try await lab.get("/e/7")
      #expect(page.status == 200)
    }
  }

  @Test func `with a slash behind its address leads to the page`() async throws {
    try await GalleryLab.run(events: [Sample.event(access: .link)]) { lab in
      try await lab.bring()
      for (path, target) in [
        ("/s/\(Sample.session)/", "../\(Sample.session)"), ("/session/\(Sample.session)/", "../\(Sample.session)"),
        ("/e/7/?key=a%26b&page=2", "../7?key=a%26b&page=2"),
      ] {
        let raw = try await RawCall(lab.port).send("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let answer = await raw.rest()
        #expect(answer.hasPrefix("HTTP/1.1 302 ") && answer.contains("\r\nLocation: \(target)\r\n"), "\(answer)")
      }
      // The client follows, as a browser does.
      #expect(try await lab.get("/s/\(Sample.session)/").text.contains("photo_0.jpg"))
      for path in ["/s//evil.example/", "/s/-x/", "/e/x/", "/s/%0D%0Ax/"] {
        #expect(try await lab.get(path).status == 400, "\(path)")
      }
      #expect(try await lab.get("/").status == 404)
    }
  }

  @Test func `links to where it is told that guests find it, and the objects`() async throws {
    try await GalleryLab.run(publicBaseURL: "https://photos.example.org/g/", assetBaseURL: "https://r2.example.org") {
      lab in
      for (name, _) in Sample.files { try lab.folder.put(Sample.folder() + name, [1]) }
      try lab.folder.put(Sample.folder() + "manifest.json", Array(Sample.manifest().utf8))
      #expect(try await lab.complete().status == 200)
      let reply = try await lab.get(page)
      #expect(reply.text.contains("src=\"https://r2.example.org/\(Sample.folder())photo_0.jpg\""))
      #expect(reply.text.contains(/href="https:\/\/photos\.example\.org\/g\/static\/[^"]+\/gallery\/gallery\.css"/))
      #expect(
        reply["Content-Security-Policy"]?.contains(
          "img-src 'self' https://photos.example.org https://r2.example.org data:") == true)
      let strips = try await lab.get("/api/s/\(Sample.session)/strips").json["strips"]?.array
      #expect(strips?.first?["url"]?.string == "https://r2.example.org/\(Sample.folder())strip_photo.jpg")
    }
  }

  @Test func `loads files that browsers may keep for good`() async throws {
    try await GalleryLab.run { lab in
      let text = try await lab.get("/e/7").text
      let files = text.matches(of: /\.\.(\/static\/[^"]*)"/).map { String($0.1) }
      #expect(files.count == 3)
      for file in files {
        let reply = try await lab.get(file)
        #expect(reply.status == 200 && reply["Cache-Control"] == "public, max-age=31536000, immutable")
        // Files of the pages have one hash in front of their path, a theme its own inside of its name.
        let older =
          file.hasPrefix("/static/theme")
          ? file.replacing(/\.[^.]*\./, with: ".old.") : file.replacing(/static\/[^\/]*/, with: "static/old")
        let old = try await lab.get(older)
        #expect(old.bytes == reply.bytes && old["Cache-Control"] == "no-cache")
      }
    }
  }
}
