import BoothCore
import BoothTesting
import S3Storage
import Testing

@testable import Gallery
@testable import WebSupport

/// Two galleries that know nothing of each other, over one store.
@Suite struct `A fleet's galleries` {
  @Test(
    .enabled(if: WeedServer.program != nil, "there is no SeaweedFS: weed is not in the path, and BOOTH_WEED is not set")
  )
  func `are tried over all stores`() {
    #expect(Set(FleetPlace.present + FleetPlace.lying) == Set(FleetPlace.allCases))
  }

  @Test(arguments: FleetPlace.present)
  func `show at one what a booth has brought to the other, and erase it at both`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place) { fleet in
      let (one, other) = (fleet.one, fleet.other)
      let folder = Sample.folder()
      try await one.upload(folder + "strip_photo.jpg", Array("strip".utf8), type: "image/jpeg")
      #expect(try await other.get("/s/\(Sample.session)").text.contains("on their way"))
      try await one.bring()
      let page = try await other.get("/s/\(Sample.session)")
      #expect(page.status == 200 && page.text.contains("strip_photo.jpg") && page.text.contains("video_0.mov"))
      #expect(try await FleetLab.listed(other).pages == [[Sample.session]])
      let index = try await other.get("/api/events/7").json
      #expect(
        index["sessions"]
          == [
            .members([
              "session_id": .string(Sample.session), "created_at": "2025-02-01T18:20:15Z",
              "thumb_path": .string(folder + "strip_photo.jpg"), "gallery_path": .string("s/\(Sample.session)"),
            ])
          ])
      #expect(index["updated_at"] == "2025-02-01T18:20:15.250Z" && index["event_id"] == 7 && index["version"] == 1)
      #expect(try await other.get("/asset?path=events/7/index.json").json == index)
      let written = try await fleet.store.readAll(EventNames.index(7), limit: 1 << 20)
      #expect(written.map { $0.1 } == index.bytes)
      #expect(try await other.get("/api/s/\(Sample.session)/strips").json["strips"]?.array?.count == 1)
      #expect(try await other.get("/api/events/7/all.zip").status == 200)
      #expect(try await other.get("/asset?path=\(folder)video_0.mov").text == "bytes of video_0.mov")

      let token = [("X-FotoX-Key", GalleryLab.token)]
      #expect(try await one.send(.delete, "/api/sessions/7/\(Sample.session)", token).status == 200)
      #expect(try await other.get("/s/\(Sample.session)").status == 410)
      #expect(try await other.get("/asset?path=\(folder)strip_photo.jpg").status == 404)
      #expect(try await other.get("/api/events/7/thumbnails").json["thumbnails"] == [])
      #expect(try await other.get("/api/events/7").json["sessions"] == [])
      #expect(try await other.complete().status == 410)
      let left = try await fleet.store.all(prefix: "").map(\.key.text).sorted()
      #expect(left == ["events/7/index.json", "sessions/\(Sample.session)/erased.json"])
      let bare = try await fleet.store.readAll(EventNames.index(7), limit: 1 << 20)
      #expect(try JSONReader.read(bare?.1 ?? [])["sessions"] == [])
    }
  }

  @Test(arguments: FleetPlace.present)
  func `list each session once, the newest first, in pages that go on from a key`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place) { fleet in
      let sessions = (100..<160).map { "SESSION-\($0)" }
      for (number, session) in sessions.enumerated() {
        let lab = number % 2 == 0 ? fleet.one : fleet.other
        try await fleet.complete(session, at: lab)
        fleet.one.clock.advance(0.001)
        fleet.other.clock.advance(0.001)
      }
      let newest = Array(sessions.reversed())
      let before = fleet.requests()
      let (pages, last) = try await FleetLab.listed(fleet.one)
      #expect(pages == [Array(newest[0..<24]), Array(newest[24..<48]), Array(newest[48...])])
      #expect(last.contains("rel=\"prev\"") && !last.contains("rel=\"next\""))
      if let before, let after = fleet.requests() {
        #expect(after - before == 2 * pages.count, "requests of three pages")
      }
      // The contract's own pages.
      var (all, cursor) = ([String](), "")
      repeat {
        let page = try await fleet.other.get("/api/events/7/thumbnails?limit=25&cursor=\(cursor)").json
        all += page["thumbnails"]?.array?.compactMap { $0["session_id"]?.string } ?? []
        #expect(page["has_more"] == .bool(page["next_cursor"] != .null))
        cursor = page["next_cursor"]?.string ?? ""
      } while !cursor.isEmpty
      #expect(all == newest)
      #expect(
        try await fleet.one.get("/api/events/7/thumbnails?cursor=unknown").json["thumbnails"]?.array?.first?[
          "session_id"]?
          .string == newest[0])
      // A page begins behind a session that is erased meanwhile, and at one that never was.
      let next = try #require(
        try await fleet.one.get("/e/7").text.firstMatch(of: /rel="next" href="(\?[^"]*)"/).map { String($0.1) })
      let token = [("X-FotoX-Key", GalleryLab.token)]
      #expect(try await fleet.one.send(.delete, "/api/sessions/7/\(newest[23])", token).status == 200)
      #expect(try await fleet.other.get("/e/7" + next).text.contains("s/\(newest[24])\""))
      #expect(try await fleet.other.get("/e/7?after=../../private").text.contains("s/\(newest[0])\""))
    }
  }

  @Test(arguments: FleetPlace.present)
  func `lose none of 48 sessions that are completed at once, and list none twice`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place) { fleet in
      let sessions = (100..<148).map { "SESSION-\($0)" }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, session) in sessions.enumerated() {
          group.addTask { try await fleet.complete(session, at: number % 2 == 0 ? fleet.one : fleet.other) }
        }
        try await group.waitForAll()
      }
      for lab in [fleet.one, fleet.other] {
        #expect(try await FleetLab.listed(lab).pages.flatMap(\.self).sorted() == sessions)
        #expect(
          try await lab.get("/api/events/7").json["sessions"]?.array?.compactMap { $0["session_id"]?.string }.sorted()
            == sessions)
      }
    }
  }

  @Test(arguments: FleetPlace.present)
  func `keep one place of a session that is completed again and again, at once`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place, clockAhead: -300) { fleet in
      try await fleet.complete("FIRST", at: fleet.one)
      try await fleet.complete("SECOND", at: fleet.one)
      // A server whose clock is behind puts it on top, too.
      try await fleet.complete("FIRST", at: fleet.other)
      let entries = try await fleet.one.get("/api/events/7").json["sessions"]?.array
      #expect(
        Set(entries?.compactMap { $0["session_id"]?.string } ?? []) == ["FIRST", "SECOND"] && entries?.count == 2)
      fleet.one.clock.advance(1)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<12 {
          group.addTask { try await fleet.complete("FIRST", at: number % 2 == 0 ? fleet.one : fleet.other) }
        }
        try await group.waitForAll()
      }
      #expect(try await FleetLab.listed(fleet.other).pages == [["FIRST", "SECOND"]])
      #expect(try await fleet.store.all(prefix: "events/7/order/").count == 2)
      #expect(try await fleet.store.all(prefix: "sessions/FIRST/order/").count == 1)
    }
  }

  @Test(arguments: FleetPlace.present)
  func `list no session that is erased while it is completed`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place) { fleet in
      let token = [("X-FotoX-Key", GalleryLab.token)]
      for number in 0..<8 {
        let session = "SESSION-\(number)"
        try await fleet.complete(session, at: fleet.one)
        async let again = fleet.one.complete(session: session).status
        async let erased = fleet.other.send(.delete, "/api/sessions/7/\(session)", token).status
        let (completed, gone) = try await (again, erased)
        #expect([200, 404, 410].contains(completed) && gone == 200, "\(completed) \(gone)")
      }
      #expect(try await fleet.other.get("/api/events/7").json["sessions"] == [])
      let left = try await fleet.store.all(prefix: "").map(\.key.text).filter { !$0.hasSuffix("/erased.json") }
      #expect(left == ["events/7/index.json"])
    }
  }

  @Test(arguments: FleetPlace.present)
  func `close an event at both where a booth says so to one`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place) { fleet in
      try await fleet.one.bring()
      #expect(try await fleet.other.get("/e/7").status == 200)
      #expect(try await fleet.other.get("/s/\(Sample.session)").text.contains("e/7\""))
      try await fleet.one.bring(says: "link")
      for path in ["/e/7", "/api/events/7", "/api/events/7/thumbnails", "/asset?path=events/7/index.json"] {
        #expect(try await fleet.other.get(path).status == 403, "\(path)")
      }
      #expect(try await fleet.other.get("/e/7?key=" + EventKey.of(7, secret: GalleryLab.secret)).status == 200)
      #expect(try await !fleet.other.get("/s/\(Sample.session)").text.contains("e/7\""))
      // Saying nothing loosens nothing.
      try await fleet.other.bring()
      #expect(try await fleet.one.get("/e/7").status == 403)
      try await fleet.other.bring(says: "open")
      #expect(try await fleet.one.get("/e/7").status == 200)
      #expect(try await fleet.one.get("/e/8").text.contains("nothing under this link"))
    }
  }

  @Test(arguments: FleetPlace.present)
  func `list a session whose names find no room in a key, and no key of a stranger's`(_ place: FleetPlace) async throws
  {
    try await FleetLab.run(place) { fleet in
      let session = "S" + String(repeating: "-0", count: 63) + "9"
      let picture = String(repeating: "é", count: 100) + ".jpg"
      let folder = Sample.folder(session: session)
      let manifest =
        "{\"created_at\":\"2025-02-01T18:20:15Z\",\"assets\":[{\"path\":\"\(folder)a.mp4\",\"kind\":\"strip_photo\","
        + "\"poster_path\":\"\(folder)\(picture)\"}]}"
      for key in ["0", "9999999999999-SSS", "0000000000000-../x", "1234567890123-OTHER.###", "zzz", "a b"] {
        _ = try await fleet.store.write(try objectKey("events/7/order/\(key)"), contentType: "a/b", bytes: [1])
      }
      try await fleet.one.upload(
        folder + "manifest.json", Array(manifest.utf8), type: "application/json", session: session)
      #expect(try await fleet.one.complete(session: session).status == 200)
      let page = try await fleet.other.get("/e/7").text
      #expect(page.contains("s/\(session)\"") && page.contains(PercentEncoding.component(folder + picture)))
      let index = try await fleet.other.get("/api/events/7").json["sessions"]?.array
      // What is named as ours is stands in the list, without a picture: it leads to a page that has none.
      #expect(index?.compactMap { $0["session_id"]?.string } == [session, "SSS"])
      #expect(index?.first?["thumb_path"]?.string == folder + "a.mp4")
    }
  }

  @Test func `ask a bucket as often for ten thousand sessions as for a hundred`() async throws {
    try await FleetLab.run(.bucket) { fleet in
      let session = try SessionName(Sample.session)
      try await fleet.one.bring()
      func requests(_ body: () async throws -> Void) async throws -> Int {
        let before = try #require(fleet.requests())
        try await body()
        return try #require(fleet.requests()) - before
      }
      func round() async throws -> [Int] {
        [
          try await requests { _ = try await fleet.other.get("/e/7") },
          try await requests { _ = try await fleet.other.get("/s/\(session.text)") },
          try await requests { _ = try await fleet.other.get("/api/events/7/thumbnails") },
          try await requests { _ = try await fleet.one.complete(session: session.text) },
        ]
      }
      func fill(_ numbers: Range<Int>) async throws {
        for number in numbers {
          let entry = OrderEntry(
            session: try SessionName("SESSION-\(number)"), completed: Int64(number), createdAt: "2025-02-01T18:20:15Z",
            thumbPath: "events/7/sessions/SESSION-\(number)/photo_0.jpg")
          let key = try #require(EventNames.order(7, name: entry.name(in: 7)))
          _ = try await fleet.store.write(key, contentType: "application/json", bytes: entry.json.bytes)
        }
      }
      try await fill(0..<100)
      _ = try await round()
      let few = try await round()
      try await fill(100..<3000)
      let many = try await round()
      // The index that is made of the keys has a listing more for each thousand, up to its bound.
      #expect(few.dropLast() == many.dropLast(), "\(few) \(many)")
      #expect(few.dropLast().allSatisfy { $0 <= 5 }, "\(few)")
      #expect(many[3] - few[3] <= 5)
    }
  }

  @Test(arguments: FleetPlace.present.filter { $0 != .folder })
  func `lead a browser straight to the bucket, which gives a medium as one`(_ place: FleetPlace) async throws {
    try await FleetLab.run(place) { fleet in
      try await fleet.one.bring()
      let page = try await fleet.other.get("/s/\(Sample.session)")
      let path = Sample.folder() + "strip_photo.jpg"
      #expect(page.text.contains("api/media?path=\(PercentEncoding.component(path))"))
      // To save one, or to hand it on, the script reads it from here.
      #expect(page.text.contains("api/asset?path=\(PercentEncoding.component(path))&amp;download=1"))
      let answer = try await fleet.other.redirect("/api/media?path=\(path)")
      let address = try #require(answer["Location"])
      let origin = try #require(WebOrigin(of: address))
      #expect(page["Content-Security-Policy"]?.contains(origin.text) == true)
      #expect(answer.status == 302 && answer["Referrer-Policy"] == "no-referrer")
      #expect(answer["Cache-Control"]?.hasPrefix("private, max-age=") == true)
      #expect(address.contains("X-Amz-Expires=7200") && address.contains("response-content-type=image%2Fjpeg"))
      // The same for an hour: a browser keeps what it has.
      #expect(try await fleet.one.redirect("/api/media?path=\(path)")["Location"] == address)
      #expect(try await fleet.other.get(address).text == "bytes of strip_photo.jpg")
      let part = try await fleet.other.get(address, [("Range", "bytes=0-4")])
      #expect(part.status == 206 && part.text == "bytes")
      // What is no picture or clip of a session is given here, or not at all.
      for (path, status) in [
        ("private/emails/emails_7.json", 403), ("events/7/index.json", 200), (Sample.folder() + "manifest.json", 200),
        ("sessions/\(Sample.session)/manifest.json", 200), (Sample.folder() + "../x.jpg", 404), ("x.jpg", 404),
      ] {
        let answer = try await fleet.other.redirect("/api/media?path=\(path)")
        #expect(answer.status == status && answer["Location"] == nil, "\(path) \(answer.status)")
      }
      #expect(try await fleet.other.redirect("/api/media").status == 400)
      let token = [("X-FotoX-Key", GalleryLab.token)]
      #expect(try await fleet.one.send(.delete, "/api/sessions/7/\(Sample.session)", token).status == 200)
      #expect(try await fleet.other.get(address).status == 404)
    }
  }

  @Test(arguments: FleetPlace.present.filter { $0 != .folder })
  func `let a booth bring its pictures straight to the bucket, just as it announced them`(_ place: FleetPlace)
    async throws
  {
    try await FleetLab.run(place) { fleet in
      let folder = Sample.folder()
      func announced(_ names: [String], _ headers: [(String, String)]) async throws -> [String] {
        let files = names.map { "{\"path\":\"\(folder)\($0)\",\"content_type\":\"image/jpeg\",\"size_bytes\":5}" }
        let body = "{\"event_id\":7,\"session_id\":\"\(Sample.session)\",\"files\":[\(files.joined(separator: ","))]}"
        let reply = try await fleet.one.send(
          .post, "/api/presign", [("X-FotoX-Key", GalleryLab.token)] + headers, body: .text(body))
        return reply.json["uploads"]?.array?.compactMap { $0["url"]?.string } ?? []
      }
      // Who does not ask for it, and what the gallery looks at itself, goes through the gallery.
      #expect(try await announced(["photo_0.jpg"], []).allSatisfy { $0.hasPrefix(fleet.one.base) })
      let urls = try await announced(["photo_0.jpg", "manifest.json"], [("X-Booth-Uploads", "direct")])
      try #require(urls.count == 2)
      #expect(
        !urls[0].hasPrefix(fleet.one.base) && urls[0].contains("X-Amz-Signature") && urls[1].hasPrefix(fleet.one.base))
      #expect(try await fleet.one.put(urls[0], Array("photo".utf8)).status == 200)
      #expect(try await fleet.other.get("/asset?path=\(folder)photo_0.jpg").text == "photo")
      // The stand-in looks at no signature.
      if place == .seaweedFS {
        #expect(try await fleet.one.put(urls[0], Array("photos".utf8)).status == 403)
        #expect(try await fleet.one.put(urls[0], Array("photo".utf8), type: "text/html").status == 403)
      }
      // What comes after the session was erased goes with the booth's next word.
      let token = [("X-FotoX-Key", GalleryLab.token)]
      #expect(try await fleet.other.send(.delete, "/api/sessions/7/\(Sample.session)", token).status == 200)
      #expect(try await fleet.one.put(urls[0], Array("photo".utf8)).status == 200)
      #expect(try await fleet.one.complete().status == 410)
      #expect(try await fleet.store.all(prefix: "events/").isEmpty)
    }
  }

  @Test func `make the index at once, and then once in a while`() async throws {
    try await FleetLab.run(.bucket, indexPause: .seconds(3600)) { fleet in
      func written() async throws -> Int? {
        guard let (_, bytes) = try await fleet.store.readAll(EventNames.index(7), limit: 1 << 20) else { return nil }
        return try JSONReader.read(bytes)["sessions"]?.array?.count
      }
      for number in 0..<5 { try await fleet.complete("SESSION-\(number)", at: fleet.one) }
      #expect(try await written() == 1)
      #expect(try await fleet.one.get("/api/events/7").json["sessions"]?.array?.count == 5)
      // An erased session is in none from the answer on.
      let token = [("X-FotoX-Key", GalleryLab.token)]
      #expect(try await fleet.one.send(.delete, "/api/sessions/7/SESSION-0", token).status == 200)
      #expect(try await written() == 4)
    }
  }

  @Test func `make what waits when the gallery ends`() async throws {
    let folder = try TemporaryFolder()
    let configure: @Sendable (inout GalleryConfiguration) -> Void = {
      $0.lists = .keys
      $0.indexPause = .seconds(3600)
    }
    try await GalleryLab.run(folder: folder, configure: configure) { lab in
      for session in ["FIRST", "SECOND", "THIRD"] { try await lab.bring(session: session) }
    }
    let index = try JSONReader.read(try folder.read("events/7/index.json"))
    #expect(index["sessions"]?.array?.count == 3)
  }
}

@Suite struct `A place in an event's list` {
  @Test func `is read as it is written, and newer ones come first`() throws {
    let session = try SessionName("S-1_a")
    let folder = EventNames.folder(7, session)
    var entry = OrderEntry(session: session, completed: 1_738_434_015_250, createdAt: "2025-02-01T18:20:15Z")
    for (thumb, poster) in [(nil, nil), ("a.jpg", nil), ("a/b.mp4", "é.jpg")] as [(String?, String?)] {
      entry.thumbPath = thumb.map { folder + $0 }
      entry.posterPath = poster.map { folder + $0 }
      let name = entry.name(in: 7)
      #expect(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x2F })
      let read = try #require(OrderEntry.read(name, in: 7))
      #expect(read.entry == entry && read.isWhole)
      let note = OrderNote(event: 7, name: name)
      #expect(OrderNote(try #require(note.key(session)), of: session) == note)
      #expect(OrderNote(try #require(note.key(session)), of: try SessionName("S-1")) == nil)
    }
    var later = entry
    later.completed += 1
    #expect(later.name(in: 7) < entry.name(in: 7))
    entry.thumbPath = "elsewhere/a.jpg"
    #expect(entry.name(in: 7) == "8261565984749-S-1_a")
    entry.completed = -5
    #expect(entry.name(in: 7).hasPrefix("9999999999999-"))
    #expect(Gallery.time(1_738_434_015_250) == "2025-02-01T18:20:15.250Z")
    #expect(Gallery.time(1_738_434_015_999) == "2025-02-01T18:20:15.999Z")
  }

  @Test(arguments: [
    "", "-", "1234567890123", "123456789012-SSS", "1234567890123-S", "1234567890123-SSS.A", "x", "1234567890123-SSS.QQ",
    "123456789012x-SSS",
  ])
  func `is not read of what is none`(_ name: String) { #expect(OrderEntry.read(name, in: 7) == nil) }

  @Test func `has text that comes out of its letters again`() {
    for count in 0..<70 {
      let bytes = bytePattern(count)
      #expect(URLBase64.decode(URLBase64.encode(bytes)) == bytes)
    }
    for text in ["A", "AB", "A=", "é", "AAAAA", "AAB"] { #expect(URLBase64.decode(text) == nil, "\(text)") }
  }
}
