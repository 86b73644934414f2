import BoothCore
import BoothStore
import BoothTesting
import FoundationEssentials
import Testing
import WebSupport

@testable import Gallery

/// What guests see in lists of many sessions.
@Suite struct `A small picture` {
  private static let path = Sample.folder() + "strip_photo.jpg"
  private static func link(_ width: Int = 480, _ path: String = path) -> String {
    "/api/small?path=\(path.replacing("/", with: "%2F"))&width=\(width)"
  }
  private static func kept(_ lab: GalleryLab) async throws -> [String] {
    try await lab.store.list(prefix: "", after: nil, limit: 100).map(\.key.text).filter { $0.contains("/small/") }
  }

  @Test func `stands for each session of an event's page, in the sizes of phones`() async throws {
    try await GalleryLab.run(smallPictures: CountingMaker()) { lab in
      try await lab.bring()
      let page = try await lab.get("/e/7").text
      let image = try #require(page.firstMatch(of: /<img [^>]*>/)).0
      #expect(!image.contains("/api/asset"), "\(image)")
      for width in [320, 480, 640] { #expect(image.contains("width=\(width) \(width)w"), "\(image)") }
      #expect(image.contains("sizes=\""))
      let source = try #require(image.firstMatch(of: /src="\.\.([^"]*)"/)).1.replacing("&amp;", with: "&")
      let reply = try await lab.get(String(source))
      #expect(reply.status == 200 && reply["Content-Type"] == "image/jpeg")
      #expect(reply.text.contains("of bytes of strip_photo.jpg"))
    }
  }

  @Test func `is the original where a gallery makes none, and in the contract's answers in any case`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring()
      #expect(try await lab.get("/e/7").text.contains("<img src=\"../api/asset?path="))
    }
    try await GalleryLab.run(smallPictures: CountingMaker()) { lab in
      try await lab.bring()
      for path in ["/api/events/7/thumbnails", "/api/s/\(Sample.session)/strips", "/api/events/7"] {
        #expect(!(try await lab.get(path).text.contains("small")), "\(path)")
      }
    }
  }

  @Test func `is made once, however many guests open the list at the same time`() async throws {
    let (gate, opened) = AsyncStream<Void>.makeStream()
    let maker = CountingMaker(gate: gate)
    try await GalleryLab.run(smallPictures: maker) { lab in
      try await lab.bring()
      try await withThrowingTaskGroup(of: Int.self) { group in
        for guest in 0..<40 { group.addTask { try await lab.get(Self.link([320, 480][guest % 2])).status } }
        opened.finish()
        for try await status in group { #expect(status == 200) }
      }
      #expect(maker.made.sorted() == ["320x480", "480x720"] && maker.mostAtOnce == 1, "\(maker.made)")
      // Another program over the same folder has it, too.
      #expect(try await Self.kept(lab).count == 2)
    }
  }

  @Test func `is made in all sizes when the upload is complete, before a guest looks`() async throws {
    let (quiet, ended) = AsyncStream<Void>.makeStream()
    ended.finish()
    let maker = CountingMaker(quiet: quiet)
    try await GalleryLab.run(smallPictures: maker) { lab in
      try await lab.bring()
      await maker.waitFor(3)
      for width in [320, 480, 640] { #expect(try await lab.get(Self.link(width)).status == 200) }
      #expect(maker.made.sorted() == ["320x480", "480x720", "640x960"] && maker.mostAtOnce == 1, "\(maker.made)")
      #expect(try await Self.kept(lab).count == 3)
      // Brought again, and nothing of it is made again.
      #expect(try await lab.complete().status == 200)
      #expect(try await lab.get(Self.link()).status == 200)
      #expect(maker.made.count == 3)
    }
  }

  @Test func `that no guest has asked for waits while guests are photographed, and one that is looked at does not`()
    async throws
  {
    let (quiet, photographed) = AsyncStream<Void>.makeStream()
    let maker = CountingMaker(quiet: quiet)
    try await GalleryLab.run(smallPictures: maker) { lab in
      try await lab.bring()
      #expect(try await lab.get(Self.link(640)).text.contains("640x960"))
      #expect(maker.made == ["640x960"])
      photographed.finish()
      await maker.waitFor(3)
      #expect(maker.made == ["640x960", "320x480", "480x720"])
    }
  }

  @Test func `that is made ahead is not kept of a session that was erased meanwhile`() async throws {
    let (quiet, photographed) = AsyncStream<Void>.makeStream()
    let (gate, opened) = AsyncStream<Void>.makeStream()
    let maker = CountingMaker(gate: gate, quiet: quiet)
    let other = "DFC3CA5C-7E4F-4C0B-9D4C-0B7A3E5F1A2B"
    try await GalleryLab.run(smallPictures: maker) { lab in
      try await lab.bring()
      photographed.finish()
      let erased = try await lab.send(.delete, "/api/sessions/7/\(Sample.session)", [("X-FotoX-Key", GalleryLab.token)])
      #expect(erased.status == 200)
      opened.finish()
      // What is asked for comes behind the one that was begun.
      try await lab.bring(session: other)
      for width in [320, 480, 640] {
        #expect(try await lab.get(Self.link(width, Sample.folder(session: other) + "strip_photo.jpg")).status == 200)
      }
      let kept = try await Self.kept(lab)
      #expect(kept.count == 3 && kept.allSatisfy { $0.contains(other) }, "\(kept)")
    }
  }

  @Test func `of more sessions than can wait is left to the first look`() async throws {
    let queue = SmallPictureQueue()
    let (gate, opened) = AsyncStream<Void>.makeStream()
    let (made, making) = AsyncStream<Int>.makeStream()
    let names = try (0..<100).map { number in try #require(SessionName(listed: "session-\(number)")) }
    for (number, name) in names.enumerated() {
      await queue.ahead(name) {
        for await _ in gate {}
        making.yield(number)
      }
    }
    opened.finish()
    var numbers: [Int] = []
    for await number in made {
      numbers.append(number)
      // The first may have been taken by then, which leaves room for one more.
      if numbers.count == SmallPictureQueue.mostAhead { break }
    }
    #expect(numbers == Array(0..<SmallPictureQueue.mostAhead))
    // There is room again.
    await queue.ahead(names[99]) { making.yield(99) }
    for await number in made where number == 99 { break }
  }

  @Test func `is kept over a new start, and not sent to a phone that has it`() async throws {
    let folder = try TemporaryFolder()
    let first = CountingMaker()
    try await GalleryLab.run(folder: folder, smallPictures: first) { lab in
      try await lab.bring()
      _ = try await lab.get(Self.link())
    }
    let second = CountingMaker()
    try await GalleryLab.run(folder: folder, smallPictures: second) { lab in
      let reply = try await lab.get(Self.link())
      #expect(reply.status == 200 && reply["Cache-Control"] == "public, max-age=3600")
      let tag = try #require(reply["ETag"])
      let again = try await lab.get(Self.link(), [("If-None-Match", tag)])
      #expect(again.status == 304 && again.bytes.isEmpty)
      #expect(try await lab.send(.head, Self.link()).status == 200)
    }
    #expect(first.made.count == 1 && second.made.isEmpty)
  }

  @Test(arguments: [0, 1, 5, 40, 90, 110]) func `is made anew where it is damaged`(_ at: Int) async throws {
    let maker = CountingMaker()
    try await GalleryLab.run(smallPictures: maker) { lab in
      try await lab.bring()
      let whole = try await lab.get(Self.link()).bytes
      let name = try #require(try await Self.kept(lab).first)
      var damaged = try lab.folder.read(name)
      damaged[min(at, damaged.count - 1)] ^= 1
      for bytes in [damaged, Array(whole.dropLast(3)), []] {
        try lab.folder.put(name, bytes)
        #expect(try await lab.get(Self.link()).bytes == whole)
        #expect(try lab.folder.read(name) == whole)
      }
      #expect(maker.made.count == 4)
    }
  }

  @Test func `is of the original as it is now`() async throws {
    try await GalleryLab.run(smallPictures: CountingMaker()) { lab in
      try await lab.bring()
      let before = try await lab.get(Self.link())
      try await lab.upload(Self.path, Array("another strip".utf8), type: "image/jpeg")
      let after = try await lab.get(Self.link(), [("If-None-Match", try #require(before["ETag"]))])
      #expect(after.status == 200 && after.text.contains("another strip"))
      #expect(try await Self.kept(lab).count == 1)
    }
  }

  @Test func `goes with its session`() async throws {
    let maker = CountingMaker()
    try await GalleryLab.run(smallPictures: maker) { lab in
      try await lab.bring()
      for width in [320, 480, 640] { #expect(try await lab.get(Self.link(width)).status == 200) }
      let reply = try await lab.send(.delete, "/api/sessions/7/\(Sample.session)", [("X-FotoX-Key", GalleryLab.token)])
      #expect(reply.status == 200)
      #expect(try await Self.kept(lab).isEmpty)
      #expect(try await lab.get(Self.link()).status == 404)
      #expect(maker.made.count == 3)
    }
  }

  @Test func `that is finished after its session was erased is not kept`() async throws {
    let (gate, opened) = AsyncStream<Void>.makeStream()
    try await GalleryLab.run(smallPictures: CountingMaker(gate: gate)) { lab in
      try await lab.bring()
      async let asked = lab.get(Self.link())
      let erased = try await lab.send(.delete, "/api/sessions/7/\(Sample.session)", [("X-FotoX-Key", GalleryLab.token)])
      #expect(erased.status == 200)
      opened.finish()
      _ = try await asked
      #expect(try await Self.kept(lab).isEmpty)
    }
  }

  @Test func `on a full disk is shown all the same, and made once`() async throws {
    let maker = CountingMaker()
    maker.hasRoom = false
    try await GalleryLab.run(smallPictures: maker) { lab in
      try await lab.bring()
      for _ in 0..<3 { #expect(try await lab.get(Self.link()).status == 200) }
      #expect(try await Self.kept(lab).isEmpty && maker.made.count == 1)
    }
    let full = CountingMaker()
    let fullDisk = { @Sendable (store: FolderObjectStore) -> any ObjectStore in FullForSmall(inner: store) }
    try await GalleryLab.run(smallPictures: full, over: fullDisk) { lab in
      try await lab.bring()
      for _ in 0..<3 { #expect(try await lab.get(Self.link()).status == 200) }
      #expect(full.made.count == 1)
    }
  }

  @Test(arguments: [CountingMaker.Manner.refuses, .makesNothing])
  func `that cannot be made is the original, and is not tried for each guest`(
    _ manner: CountingMaker.Manner
  ) async throws {
    let maker = CountingMaker(manner)
    try await GalleryLab.run(smallPictures: maker) { lab in
      try await lab.bring()
      // The client follows where the answer leads.
      for _ in 0..<3 {
        let reply = try await lab.get(Self.link())
        #expect(reply.status == 200 && reply.text == "bytes of strip_photo.jpg")
      }
      #expect(maker.made.count == 1)
    }
  }

  @Test func `that failed for a while is made the next time`() async throws {
    let maker = CountingMaker(.failsOnce)
    try await GalleryLab.run(smallPictures: maker) { lab in
      try await lab.bring()
      #expect(try await lab.get(Self.link()).text == "bytes of strip_photo.jpg")
      #expect(try await lab.get(Self.link()).text.contains("480x720"))
    }
  }

  @Test func `is made of a store that has no files, too`() async throws {
    let unfiled = { @Sendable (store: FolderObjectStore) -> any ObjectStore in UnfiledStore(inner: store) }
    try await GalleryLab.run(smallPictures: CountingMaker(), over: unfiled) { lab in
      try await lab.bring()
      #expect(try await lab.get(Self.link()).text.contains("480x720"))
    }
  }

  @Test func `is made of nothing but pictures of sessions, and in no other size`() async throws {
    let maker = CountingMaker()
    try await GalleryLab.run(smallPictures: maker) { lab in
      try await lab.bring()
      try lab.folder.put("private/photo.jpg", [1])
      try lab.folder.put("elsewhere/photo.jpg", [1])
      for link in [
        Self.link(481), Self.link(0), Self.link(-1), "/api/small", Self.link(480, "private/photo.jpg"),
        Self.link(480, "elsewhere/photo.jpg"), Self.link(480, "events/7/index.json"),
        Self.link(480, Sample.folder() + "video_0.mov"), Self.link(480, Sample.folder() + "manifest.json"),
        Self.link(480, Sample.folder() + "nothing.jpg"), Self.link(480, "events/7/sessions/../../../x/y.jpg"),
      ] { #expect(try await lab.get(link).status == 404, "\(link)") }
      #expect(maker.made.isEmpty)
    }
  }

  @Test func `of a session that has clips alone is made of the clip's poster`() async throws {
    let maker = CountingMaker()
    try await GalleryLab.run(smallPictures: maker) { lab in
      let folder = Sample.folder()
      try await lab.upload(folder + "clip.mov", Array("clip".utf8), type: "video/quicktime")
      try await lab.upload(folder + "clip_poster.jpg", Array("poster".utf8), type: "image/jpeg")
      let manifest = """
        {"event_id":7,"session_id":"\(Sample.session)","assets":[{"kind":"video","content_type":"video/quicktime",
        "path":"\(folder)clip.mov","poster_path":"\(folder)clip_poster.jpg"}]}
        """
      try await lab.upload(folder + "manifest.json", Array(manifest.utf8), type: "application/json")
      #expect(try await lab.complete().status == 200)
      let page = try await lab.get("/e/7").text
      #expect(page.contains("clip_poster.jpg&amp;width=480 480w") && !page.contains("<video"), "\(page)")
      // A poster that has not come yet is not waited for.
      try await lab.store.delete(try #require(ObjectKey(folder + "clip_poster.jpg")))
      #expect(try await lab.get("/e/7").text.contains("<video"))
    }
  }
}

/// A folder whose disk has no room for small pictures, whatever was said before.
private struct FullForSmall: WrappedStore {
  let inner: FolderObjectStore
  func write(
    _ key: ObjectKey, contentType: String, condition: WriteCondition, sizeBytes: Int64?, body: ByteStream
  ) async throws(ObjectStoreError) -> ObjectInfo {
    guard !key.text.contains("/small/") else { throw ObjectStoreError(.full, subject: key.text, detail: "full") }
    return try await inner.write(key, contentType: contentType, condition: condition, sizeBytes: sizeBytes, body: body)
  }
}
