import BoothArchives
import BoothCore
import BoothStore
import BoothTesting
import FoundationEssentials
import Testing

@testable import Gallery
@testable import WebSupport

@Suite struct `What a guest downloads` {
  @Test func `has a name of its event, its time and its number`() async throws {
    try await GalleryLab.run(events: [Sample.event(7, "Zoë & Łukasz: \"50\"/חגיגה")]) { lab in
      try await lab.bring()
      let link = "/api/asset?path=\(Sample.folder())photo_0.jpg"
      #expect(try await lab.get(link)["Content-Disposition"] == nil)
      for reply in [try await lab.get(link + "&download=1"), try await lab.send(.head, link + "&download=1")] {
        // An hour ahead of UTC, as the gallery's clock on the wall.
        #expect(
          reply["Content-Disposition"]
            == "attachment; filename=\"Zo_ & _ukasz_ _50_______ 2025-02-01 19.20.15 photo 1.jpg\"; filename*=UTF-8''"
            + "Zo%C3%AB%20%26%20%C5%81ukasz_%20_50__%D7%97%D7%92%D7%99%D7%92%D7%94%202025-02-01%2019.20.15%20photo%201.jpg"
        )
      }
      // An event of an unknown name, and a manifest that is gone.
      try await lab.bring(event: 9, session: "OTHER")
      let other = try await lab.get("/asset?path=\(Sample.folder(event: 9, session: "OTHER"))video_0.mov&download=1")
      #expect(other["Content-Disposition"]?.contains("filename=\"Event 9 2025-02-01 19.20.15 clip 1.mov\"") == true)
      try await lab.store.delete(try objectKey("sessions/OTHER/manifest.json"))
      let bare = try await lab.get("/asset?path=\(Sample.folder(event: 9, session: "OTHER"))strip_photo.jpg&download=1")
      #expect(bare["Content-Disposition"]?.contains("filename=\"Event 9 photo strip.jpg\"") == true)
    }
  }

  @Test func `all at once is one archive of a session's pictures`() async throws {
    try await GalleryLab.run(events: [Sample.event(7, "Zoë & Jo")]) { lab in
      try await lab.bring()
      let page = try await lab.get("/s/\(Sample.session)").text
      #expect(page.contains("download href=\"../api/s/\(Sample.session)/all.zip\"><svg class"))
      #expect(page.contains("</svg>Save all</a>"))
      let reply = try await lab.get("/api/s/\(Sample.session)/all.zip")
      #expect(reply.status == 200 && reply["Content-Type"] == "application/zip" && reply["Content-Range"] == nil)
      #expect(reply["X-Robots-Tag"] == "noindex, nofollow, noarchive")
      #expect(
        reply["Content-Disposition"]?.contains("filename*=UTF-8''Zo%C3%AB%20%26%20Jo%202025-02-01%2019.20.15.zip")
          == true)
      let files = try UnpackedArchive(reply.bytes).files
      let start = "Zoë & Jo 2025-02-01 19.20.15 "
      #expect(files.map(\.name) == ["photo strip.jpg", "clip 1.mov", "photo 1.jpg"].map { start + $0 })
      #expect(
        files.map { String(decoding: $0.bytes, as: UTF8.self) }
          == ["strip_photo.jpg", "video_0.mov", "photo_0.jpg"].map { "bytes of " + $0 })
      let head = try await lab.send(.head, "/api/s/\(Sample.session)/all.zip")
      #expect(
        head.status == 200 && head.bytes.isEmpty && head["Content-Type"] == "application/zip"
          && head["Content-Length"] == "\(reply.bytes.count)" && reply["Content-Length"] == "\(reply.bytes.count)")
      #expect(try await lab.get("/api/s/UNKNOWN/all.zip").status == 404)
    }
  }

  @Test func `of sessions that begin alike, in one second, every picture has a place of its own`() async throws {
    try await GalleryLab.run(events: [Sample.event(7, "Zoë & Jo")]) { lab in
      for session in ["session-1", "session-2", "Session-2"] { try await lab.bring(session: session) }
      let names = try UnpackedArchive(try await lab.get("/api/events/7/all.zip").bytes).files.map(\.name)
      #expect(names.count == 9 && Set(names.map { $0.lowercased() }).count == 9, "\(names)")
    }
  }

  @Test func `all at once is whole when a picture is gone, and a page in words when all are`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring()
      try await lab.store.delete(try objectKey(Sample.folder() + "video_0.mov"))
      let link = "/api/s/\(Sample.session)/all.zip"
      #expect(
        try UnpackedArchive(try await lab.get(link).bytes).files.map { $0.name.suffix(9) } == [
          "strip.jpg", "oto 1.jpg",
        ])
      for name in ["strip_photo.jpg", "photo_0.jpg"] {
        try await lab.store.delete(try objectKey(Sample.folder() + name))
      }
      let browser = [("Accept", "text/html,*/*;q=0.8")]
      #expect(try await lab.get(link).status == 404)
      #expect(try await lab.get(link).json["error"]?.string == "Session not found or still processing")
      for (link, words) in [
        (link, "on their way"), ("/api/s/UNKNOWN/all.zip", "on their way"),
        ("/api/events/9/all.zip", "No pictures yet"),
      ] {
        let page = try await lab.get(link, browser)
        #expect(page.status == 404 && page["Content-Type"] == "text/html; charset=utf-8", "\(link)")
        #expect(page.text.contains(words) && page.text.contains("href=\"../../../static/"), "\(link)")
      }
      #expect(try await lab.get("/api/events/7/all.zip").json["error"]?.string == "The event has no pictures yet")
      _ = try await lab.send(.delete, "/api/sessions/7/\(Sample.session)", [("X-FotoX-Key", GalleryLab.token)])
      #expect(try await lab.get(link).status == 410)
      let erased = try await lab.get(link, browser)
      #expect(erased.status == 410 && erased.text.contains("They were taken out of the gallery."))
    }
  }

  @Test func `of an event is for those who may see its page, and leaves out what was erased`() async throws {
    try await GalleryLab.run(events: [Sample.event(access: .link)]) { lab in
      for (session, time) in [
        ("SECOND", "2025-02-01T19:00:00Z"), ("FIRST", "2025-02-01T18:00:00Z"), ("GONE", "2025-02-01T18:30:00Z"),
      ] {
        try await lab.bring(session: session, manifest: Sample.manifest(session: session, createdAt: time))
      }
      let link = "/api/events/7/all.zip"
      for wrong in [link, link + "?key=x"] { #expect(try await lab.get(wrong).status == 403) }
      let key = EventKey.of(7, secret: GalleryLab.secret)
      #expect(try await lab.get("/e/7?key=\(key)").text.contains("href=\"../api/events/7/all.zip?key=\(key)\""))
      _ = try await lab.send(.delete, "/api/sessions/7/GONE", [("X-FotoX-Key", GalleryLab.token)])
      let files = try UnpackedArchive(try await lab.get(link + "?key=" + key).bytes).files
      #expect(files.count == 6 && files.map(\.name) == files.map(\.name).sorted { $0.prefix(20) < $1.prefix(20) })
      #expect(
        Set(files.compactMap { $0.name.split(separator: "/").first }) == [
          "2025-02-01 19.00.00 FIRST", "2025-02-01 20.00.00 SECOND",
        ])
    }
  }

  /// A manifest of an older Worker may name what is only the booths'.
  @Test func `all at once holds nothing that is not the public's`() async throws {
    try await GalleryLab.run { lab in
      try lab.folder.put("private/emails/emails_7.json", Array("secret".utf8))
      try lab.folder.put("a/x.jpg", [1])
      try lab.folder.put(
        "sessions/OLD/manifest.json",
        Array(
          #"{"assets":[{"path":"private/emails/emails_7.json"},{"path":"a/x.jpg"},{"path":"a/x.jpg"},{"path":"b/x.jpg"}]}"#
            .utf8))
      try lab.folder.put("b/x.jpg", [2])
      let files = try UnpackedArchive(try await lab.get("/api/s/OLD/all.zip").bytes).files
      #expect(files.map(\.bytes) == [[1], [2]] && Set(files.map(\.name)).count == 2)
    }
  }

  @Test(arguments: [0, 1 << 32, 0xFFFF_FFFF - 5] as [UInt64])
  func `of more than four gigabytes is written as ZIP64`(_ offset: UInt64) throws {
    var archive = ZIPArchive(offset: offset)
    let made = CivilMoment(Date(timeIntervalSince1970: 1_738_434_015), secondsFromUTC: 0)
    var checksum = CRC32()
    checksum.add(Array("123456789".utf8))
    // The check value of this CRC.
    #expect(checksum.value == 0xCBF4_3926)
    var bytes: [UInt8] = []
    for name in ["a.jpg", "b.jpg"] {
      bytes +=
        archive.begin(ZIPArchive.File(name: name, sizeBytes: 9, checksum: checksum.value, made: made))
        + "123456789".utf8
    }
    bytes += archive.end().joined()
    let files = try UnpackedArchive(bytes, offset: offset).files
    #expect(files.map(\.name) == ["a.jpg", "b.jpg"] && files.allSatisfy { $0.bytes == Array("123456789".utf8) })
    let large = archive.begin(ZIPArchive.File(name: "c", sizeBytes: 5 << 32, checksum: 0, made: made))
    #expect(large.count == 30 + 1 + 20 && Array(large[18..<26]) == Array(repeating: 0xFF, count: 8))
  }

  @Test func `of more than 65,535 files is written as ZIP64`() throws {
    var archive = ZIPArchive()
    let made = CivilMoment(Date(timeIntervalSince1970: 0), secondsFromUTC: 0)
    var bytes: [UInt8] = []
    for number in 0..<70_000 {
      bytes += archive.begin(ZIPArchive.File(name: "\(number)", sizeBytes: 0, checksum: 0, made: made))
    }
    bytes += archive.end().joined()
    #expect(try UnpackedArchive(bytes).files.map(\.name) == (0..<70_000).map(String.init))
  }
}

/// Reads an archive by its list, as programs do, and checks all that is written twice.
struct UnpackedArchive {
  var files: [(name: String, bytes: [UInt8])] = []

  init(_ bytes: [UInt8], offset: UInt64 = 0) throws {
    func number(_ place: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(bytes[place + $1]) << (8 * UInt64($1)) }
    }
    let end = bytes.count - 22
    try #require(end >= 0 && number(end, 4) == 0x0605_4B50)
    var (count, place) = (number(end + 10, 2), number(end + 16, 4))
    if count == 0xFFFF || place == 0xFFFF_FFFF {
      try #require(number(end - 20, 4) == 0x0706_4B50)
      let last = Int(number(end - 12, 8) - offset)
      try #require(number(last, 4) == 0x0606_4B50)
      (count, place) = (number(last + 32, 8), number(last + 48, 8))
    }
    var entry = Int(place - offset)
    for _ in 0..<count {
      try #require(number(entry, 4) == 0x0201_4B50 && number(entry + 8, 2) == 1 << 11 && number(entry + 10, 2) == 0)
      let (nameCount, extraCount) = (Int(number(entry + 28, 2)), Int(number(entry + 30, 2)))
      let size = Int(number(entry + 20, 4))
      var start = number(entry + 42, 4)
      if start == 0xFFFF_FFFF {
        try #require(extraCount == 12 && number(entry + 46 + nameCount, 2) == 1)
        start = number(entry + 50 + nameCount, 8)
      }
      let head = Int(start - offset)
      try #require(number(head, 4) == 0x0403_4B50)
      // Flags to the name's length are the same in both.
      try #require(bytes[(head + 6)..<(head + 28)] == bytes[(entry + 8)..<(entry + 30)])
      let name = Array(bytes[(entry + 46)..<(entry + 46 + nameCount)])
      try #require(Array(bytes[(head + 30)..<(head + 30 + nameCount)]) == name)
      let body = Array(bytes[(head + 30 + nameCount)..<(head + 30 + nameCount + size)])
      var checksum = CRC32()
      checksum.add(body)
      try #require(size == 0 || UInt64(checksum.value) == number(entry + 16, 4))
      files.append((String(decoding: name, as: UTF8.self), body))
      entry += 46 + nameCount + extraCount
    }
    try #require(entry <= end)
  }
}
