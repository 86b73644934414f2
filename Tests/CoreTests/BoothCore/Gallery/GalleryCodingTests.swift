import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

/// The JSON of the FotoX contract, key by key.
@Suite struct GalleryCodingTests {
  private let id = SessionRef.sample().id
  private var folder: String { "events/7/sessions/\(id)/" }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func record(_ assets: [Asset], at seconds: Double = 1_738_434_015) -> SessionRecord {
    SessionRecord(
      id: id, event: 7, eventSlug: "wedding", plan: FlowEvent.wedding.plan,
      openedAt: WallTime(unixSeconds: seconds), link: "https://gallery.example/s/\(id)", assets: assets)
  }

  @Test func `a manifest has the contract's keys, and absent optionals are left out`() throws {
    var clip = Asset.clip(1)
    clip.duration = .milliseconds(10_040)
    let manifest = Manifest(of: record([.photo(2), clip]), assets: [.photo(2), clip])
    #expect(
      try json(manifest)
        == """
        {"assets":[{"content_type":"video/mp4","duration_seconds":10.04,"id":"strip0_video","kind":"video",\
        "path":"\(folder)video_0.mp4","poster_path":"\(folder)photo_0.jpg","sequence_index":0,"size_bytes":2000001,\
        "strip_index":0},\
        {"content_type":"image/jpeg","id":"strip0_photo","kind":"photo","path":"\(folder)photo_0.jpg",\
        "sequence_index":1,"size_bytes":1000002,"strip_index":0}],\
        "created_at":"2025-02-01T18:20:15Z","event_id":7,"public_gallery_url":"https://gallery.example/s/\(id)",\
        "session_id":"\(id)","version":1}
        """)
  }

  @Test(arguments: [
    (1_738_434_015.0, "2025-02-01T18:20:15Z"), (1_738_434_015.999, "2025-02-01T18:20:15Z"),
    (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"), (4_102_444_799, "2099-12-31T23:59:59Z"),
  ]) func `dates are whole seconds of UTC`(_ seconds: Double, _ text: String) {
    #expect(Manifest(of: record([], at: seconds), assets: []).createdAt == text)
  }

  @Test func `composites come first, then video and photo strip by strip, whatever the order was`() {
    func asset(_ kind: AssetKind, _ strip: Int) -> Asset {
      Asset(id: 0, session: id, kind: kind, strip: strip, path: "", sizeBytes: 1, checksum: "")
    }
    let all =
      [asset(.stripVideo, -1), asset(.stripPhoto, -1)] + (0..<3).flatMap { [asset(.photo, $0), asset(.video, $0)] }
    var random = SeededRandom(seed: 5)
    for _ in 0..<20 {
      let shuffled = all.shuffled(using: &random)
      let items = Manifest(of: record(shuffled), assets: shuffled).assets
      #expect(
        items.map(\.id) == [
          "strip_photo", "strip_video", "strip0_video", "strip0_photo", "strip1_video", "strip1_photo", "strip2_video",
          "strip2_photo",
        ])
      #expect(items.map(\.stripIndex) == [-1, -1, 0, 0, 1, 1, 2, 2])
      #expect(items.map(\.sequenceIndex) == [1, 0, 0, 1, 0, 1, 0, 1])
      #expect(items[1].posterPath == folder + "strip_photo.jpg")
      #expect(items[4].posterPath == folder + "photo_1.jpg")
      #expect(items[0].posterPath == nil && items[3].posterPath == nil)
    }
  }

  @Test func `a boomerang is called what FotoX knows, and comes last`() {
    let all = [(AssetKind.boomerangGIF, -1), (.boomerang, -1), (.photo, 2), (.video, 2), (.stripPhoto, -1)].map {
      Asset(id: 0, session: id, kind: $0, strip: $1, path: "", sizeBytes: 1, checksum: "")
    }
    let items = Manifest(of: record(all), assets: all).assets
    #expect(items.map(\.id) == ["strip_photo", "strip2_video", "strip2_photo", "boomerang", "boomerang_gif"])
    #expect(items.map(\.kind) == ["strip_photo", "video", "photo", "video", "photo"])
    #expect(items.suffix(2).map(\.contentType) == ["video/mp4", "image/gif"])
    #expect(items.suffix(2).map(\.path) == ["boomerang.mp4", "boomerang.gif"].map { folder + $0 })
    #expect(items.suffix(2).map(\.stripIndex) == [-1, -1] && items.suffix(2).map(\.sequenceIndex) == [0, 1])
    #expect(items[3].posterPath == folder + "strip_photo.jpg")
  }

  @Test func `a clip whose photo is not there has no poster`() throws {
    let clip = Asset.clip(1)
    let manifest = Manifest(of: record([clip]), assets: [clip])
    #expect(manifest.assets[0].posterPath == nil)
    #expect(try !json(manifest).contains("poster_path"))
  }

  @Test func `a manifest of the app is read: quicktime, no durations, keys we do not know`() throws {
    let text = """
      {"version":1,"event_id":3,"session_id":"X","created_at":"2025-02-01T18:20:15.123Z","public_gallery_url":"u",
       "later":true,"assets":[{"id":"strip0_video","kind":"strip","strip_index":0,"sequence_index":0,
       "content_type":"video/quicktime","path":"events/3/sessions/X/video_0.mov","size_bytes":5,"frame":"x"}]}
      """
    let manifest = try JSONDecoder().decode(Manifest.self, from: Data(text.utf8))
    #expect(manifest.assets[0].contentType == "video/quicktime")
    #expect(manifest.assets[0].durationSeconds == nil && manifest.assets[0].kind == "strip")
    #expect(try JSONDecoder().decode(Manifest.self, from: Data(try json(manifest).utf8)) == manifest)
  }

  @Test(arguments: AssetKind.allCases) func `every file has the contract's place`(_ kind: AssetKind) {
    let expected: [AssetKind: (String, String)] = [
      .photo: ("photo_2.jpg", "image/jpeg"), .video: ("video_2.mp4", "video/mp4"),
      .stripPhoto: ("strip_photo.jpg", "image/jpeg"), .stripVideo: ("strip_video.mp4", "video/mp4"),
      .boomerang: ("boomerang.mp4", "video/mp4"), .boomerangGIF: ("boomerang.gif", "image/gif"),
    ]
    #expect(GalleryPath.asset(event: 7, session: id, kind: kind, strip: 2) == folder + expected[kind]!.0)
    #expect(kind.contentType == expected[kind]!.1)
  }

  @Test func `links have one slash`() {
    #expect(GalleryPath.link(base: "https://g.example", session: id) == "https://g.example/s/\(id)")
    #expect(GalleryPath.link(base: "https://g.example/", session: id) == "https://g.example/s/\(id)")
    #expect(GalleryPath.manifest(event: 7, session: id) == folder + "manifest.json")
  }

  @Test func `the presign call has the contract's keys`() throws {
    #expect(
      try json(UploadFile(path: "a/b", contentType: "image/jpeg", sizeBytes: 3))
        == #"{"content_type":"image/jpeg","path":"a/b","size_bytes":3}"#)
    #expect(try json(UploadTarget(path: "a/b", method: "PUT", url: "u")) == #"{"method":"PUT","path":"a/b","url":"u"}"#)
  }
}
