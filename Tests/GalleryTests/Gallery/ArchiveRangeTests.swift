import BoothArchives
import BoothCore
import BoothStore
import BoothTesting
import FoundationEssentials
import Testing

@testable import Gallery
@testable import WebSupport

/// An archive that was cut.
@Suite(.timeLimit(.minutes(15))) struct `An archive's download` {
  private static let link = "/api/events/7/all.zip"
  @Sendable private static func bucket(_ store: FolderObjectStore) -> any ObjectStore { UnfiledStore(inner: store) }
  @Sendable private static func folder(_ store: FolderObjectStore) -> any ObjectStore { store }

  /// Sessions of which each comes a minute after the one before.
  private func bring(_ numbers: Range<Int>, to lab: GalleryLab) async throws {
    for number in numbers {
      let session = "SESSION-\(number)"
      try await lab.bring(
        session: session, manifest: Sample.manifest(session: session, createdAt: "2025-02-01T18:0\(number):00Z"))
    }
  }

  @Test(arguments: [false, true])
  func `is the same bytes part by part, wherever it is cut`(_ isBucket: Bool) async throws {
    let folder = try TemporaryFolder()
    try await GalleryLab.run(folder: folder) { lab in try await bring(0..<3, to: lab) }
    /// What a gallery answers that has read nothing for an archive yet.
    func fresh(_ headers: [(String, String)]) async throws -> Reply {
      let (replies, give) = AsyncStream.makeStream(of: Reply.self)
      try await GalleryLab.run(folder: folder, over: isBucket ? Self.bucket : Self.folder) { lab in
        give.yield(try await lab.get(Self.link, headers))
      }
      for await reply in replies { return reply }
      throw CancellationError()
    }
    let whole = try await fresh([])
    let size = whole.bytes.count
    #expect(whole.status == 200 && whole["Accept-Ranges"] == "bytes" && whole["Content-Length"] == "\(size)")
    #expect(try UnpackedArchive(whole.bytes).files.count == 9)
    let tag = try #require(whole["ETag"])
    #expect(tag.hasPrefix("\"9-"))
    for (start, end) in [
      (0, 1), (1, size), (size / 2, size), (size / 3, size / 2), (size - 23, size), (size - 1, size),
    ] {
      let part = try await fresh([("Range", "bytes=\(start)-\(end - 1)"), ("If-Range", tag)])
      #expect(part.status == 206 && part["ETag"] == tag && part["Content-Length"] == "\(end - start)")
      #expect(part["Content-Range"] == "bytes \(start)-\(end - 1)/\(size)")
      #expect(part.bytes == Array(whole.bytes[start..<end]), "\(start)-\(end)")
    }
    try await GalleryLab.run(folder: folder) { lab in
      for start in stride(from: 0, to: size, by: 7) {
        let end = min(start + 1 + start % 400, size)
        let part = try await lab.get(Self.link, [("Range", "bytes=\(start)-\(end - 1)")])
        #expect(part.status == 206 && part.bytes == Array(whole.bytes[start..<end]), "\(start)-\(end)")
      }
      let last = try await lab.get(Self.link, [("Range", "bytes=-100")])
      #expect(last.bytes == Array(whole.bytes.suffix(100)))
      let beyond = try await lab.get(Self.link, [("Range", "bytes=\(size)-")])
      #expect(beyond.status == 416 && beyond["Content-Range"] == "bytes */\(size)")
      #expect(try await lab.get(Self.link, [("If-None-Match", tag)]).status == 304)
    }
  }

  @Test func `goes on after a cut though sessions came meanwhile, and begins anew when one was erased`() async throws {
    try await GalleryLab.run { lab in
      try await bring(0..<2, to: lab)
      let begun = try await lab.get(Self.link)
      let tag = try #require(begun["ETag"])
      try await bring(2..<4, to: lab)
      let rest = [("Range", "bytes=500-"), ("If-Range", tag)]
      let part = try await lab.get(Self.link, rest)
      #expect(part.status == 206 && part["ETag"] == tag)
      #expect(Array(begun.bytes[..<500]) + part.bytes == begun.bytes)
      let now = try await lab.get(Self.link)
      #expect(try now["ETag"] != tag && UnpackedArchive(now.bytes).files.count == 12)
      // A film strip that came late, for a session in the middle.
      try await lab.upload(
        Sample.folder(session: "SESSION-0") + "photo_0.jpg", [1, 2, 3], type: "image/jpeg", session: "SESSION-0")
      for header in [tag, try #require(now["ETag"])] {
        let anew = try await lab.get(Self.link, [("Range", "bytes=500-"), ("If-Range", header)])
        #expect(try anew.status == 200 && anew["ETag"] != header && UnpackedArchive(anew.bytes).files.count == 12)
      }
      let third = try #require(try await lab.get(Self.link)["ETag"])
      _ = try await lab.send(.delete, "/api/sessions/7/SESSION-1", [("X-FotoX-Key", GalleryLab.token)])
      let anew = try await lab.get(Self.link, [("Range", "bytes=500-"), ("If-Range", third)])
      #expect(try anew.status == 200 && UnpackedArchive(anew.bytes).files.count == 9)
      for odd in ["\"x\"", "0-", "\"-1-a\"", "\"99999999999999999999-a\"", "W/\(tag)", "Sun, 06 Nov 1994 08:49:37 GMT"]
      {
        #expect(try await lab.get(Self.link, [("Range", "bytes=5-"), ("If-Range", odd)]).status == 200, "\(odd)")
      }
    }
  }

  @Test func `of a session that says no time is the same a day later`() async throws {
    try await GalleryLab.run { lab in
      try await lab.bring(manifest: Sample.manifest().replacing("\"created_at\":\"2025-02-01T18:20:15Z\",", with: ""))
      let link = "/api/s/\(Sample.session)/all.zip"
      let first = try await lab.get(link)
      lab.clock.advance(86_400)
      let second = try await lab.get(link)
      #expect(first.bytes == second.bytes && first["ETag"] == second["ETag"] && first["ETag"] != nil)
    }
  }

  @Test func `ends where a picture is not what it was any more, rather than come out wrong`() async throws {
    try await GalleryLab.run { lab in
      let keys = try ["a", "b"].map { try objectKey("events/7/\($0).jpg") }
      func put(_ key: ObjectKey, _ bytes: [UInt8]) async throws -> ObjectInfo {
        try await lab.store.write(key, contentType: "image/jpeg", bytes: bytes)
      }
      let made = CivilMoment(Date(timeIntervalSince1970: 0), secondsFromUTC: 0)
      var objects: [ArchivedObject] = []
      for key in keys {
        objects.append(ArchivedObject(info: ListedObject(try await put(key, [1, 2, 3])), name: key.text, made: made))
      }
      let archive = LaidOutArchive(objects)
      for change in [false, true] {
        let stream = ArchiveStream(lab.store, archive, ArchiveChecksums(), 0..<Int64(archive.layout.sizeBytes)).pieces
        var pieces = stream.makeAsyncIterator()
        _ = try await pieces.next()
        if change { _ = try await put(keys[1], [1, 2, 4]) } else { try await lab.store.delete(keys[1]) }
        await #expect(throws: ArchiveStream.ChangedFault.self) { while try await pieces.next() != nil {} }
        objects[1].info = ListedObject(try await put(keys[1], [1, 2, 3]))
      }
    }
  }

  @Test func `asks a proxy to hand on what comes, and a page does not`() async throws {
    for isBucket in [false, true] {
      try await GalleryLab.run(over: isBucket ? Self.bucket : Self.folder) { lab in
        try await lab.bring()
        let picture = "/api/asset?path=\(Sample.folder())photo_0.jpg"
        for link in [Self.link, "/api/s/\(Sample.session)/all.zip", picture] {
          #expect(try await lab.get(link)["X-Accel-Buffering"] == "no", "\(link)")
          #expect(try await lab.get(link, [("Range", "bytes=2-5")])["X-Accel-Buffering"] == "no", "\(link)")
        }
        #expect(try await lab.get("/s/\(Sample.session)")["X-Accel-Buffering"] == nil)
      }
    }
  }
}
