public import BoothCore
public import Testing

/// What every ``GalleryClient`` promises, with the gallery behind it: run all `checks`, each on an empty gallery of its
/// own, of our kind (it can erase).
public struct GalleryConformance: Sendable, CustomTestStringConvertible {
  public let testDescription: String
  public let run: @Sendable (any GalleryClient) async throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (any GalleryClient) async throws -> Void) {
    testDescription = promise
    self.run = run
  }

  private static let event: EventID = 7
  private static let session = SessionID(randomBytes: Array(1...16))
  private static let other = SessionID(randomBytes: Array(2...17))

  private static func photo(
    _ strip: Int, _ count: Int, of session: SessionID = session
  ) -> (file: UploadFile, bytes: [UInt8]) {
    let path = GalleryPath.asset(event: event, session: session, kind: .photo, strip: strip)
    return (
      UploadFile(path: path, contentType: "image/jpeg", sizeBytes: Int64(count)), bytePattern(count, seed: strip)
    )
  }

  /// Uploads it, and gives where it went.
  @discardableResult
  private static func bring(
    _ one: (file: UploadFile, bytes: [UInt8]), of session: SessionID = session, to gallery: any GalleryClient
  ) async throws -> UploadTarget {
    let target = try #require(try await gallery.presign(event: event, session: session, files: [one.file]).first)
    try await gallery.upload(.bytes(one.bytes), as: one.file, to: target)
    return target
  }

  private static func expectRefusal(
    _ code: GalleryError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ call: () async throws -> Void
  ) async {
    let error = await #expect(throws: GalleryError.self, sourceLocation: sourceLocation) { try await call() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.subject.isEmpty == false && error?.detail.isEmpty == false, sourceLocation: sourceLocation)
  }

  public static let checks: [GalleryConformance] = [
    GalleryConformance("each file gets its own target, in the order they were asked for") { gallery in
      let files = [2, 0, 1].map { photo($0, 10 + $0).file }
      let targets = try await gallery.presign(event: event, session: session, files: files)
      #expect(targets.map(\.path) == files.map(\.path))
      #expect(targets.allSatisfy { ["PUT", "POST"].contains($0.method) && !$0.url.isEmpty })
      #expect(Set(targets.map(\.url)).count == 3)
      #expect(try await gallery.size(of: files[0].path, expecting: 12) == nil, "what is asked for is not yet there")
    },
    GalleryConformance("what was uploaded is served with its size; what was not is nil") { gallery in
      let (first, second) = (photo(0, 1000), photo(1, 70_000))
      try await bring(first, to: gallery)
      #expect(try await gallery.size(of: first.file.path, expecting: 1000) == 1000)
      #expect(try await gallery.size(of: second.file.path, expecting: 70_000) == nil)
      try await bring(second, to: gallery)
      #expect(try await gallery.size(of: second.file.path, expecting: 70_000) == 70_000)
      let again = photo(0, 1234)
      try await bring(again, to: gallery)
      #expect(try await gallery.size(of: again.file.path, expecting: 1234) == 1234, "the newest upload counts")
    },
    GalleryConformance("a file is sent from its path, and one that is missing or not whole is the booth's own trouble")
    {
      gallery in
      let folder = try TemporaryFolder()
      let (whole, short, missing) = (photo(0, 50_000), photo(1, 500), photo(2, 5))
      try folder.put("whole.jpg", whole.bytes)
      try folder.put("short.jpg", Array(short.bytes.dropLast()))
      let files = [whole.file, short.file, missing.file]
      let targets = try await gallery.presign(event: event, session: session, files: files)
      try await gallery.upload(.file(folder.path("whole.jpg")), as: whole.file, to: targets[0])
      #expect(try await gallery.size(of: whole.file.path, expecting: 50_000) == 50_000)
      await expectRefusal(.localFile) {
        try await gallery.upload(.file(folder.path("short.jpg")), as: short.file, to: targets[1])
      }
      await expectRefusal(.localFile) {
        try await gallery.upload(.file(folder.path("none.jpg")), as: missing.file, to: targets[2])
      }
      for file in [short.file, missing.file] {
        #expect(try await gallery.size(of: file.path, expecting: file.sizeBytes) == nil)
      }
    },
    GalleryConformance("a session is not complete before its manifest is there") { gallery in
      try await bring(photo(0, 10), to: gallery)
      let path = GalleryPath.manifest(event: event, session: session)
      await expectRefusal(.garbage) { try await gallery.complete(event: event, session: session, manifestPath: path) }
    },
    GalleryConformance("an erased session is gone, and nothing of it is taken any more; another's stays") { gallery in
      let (mine, theirs) = (photo(0, 10), photo(0, 20, of: other))
      let target = try await bring(mine, to: gallery)
      try await bring(theirs, of: other, to: gallery)
      for _ in 0..<2 { try await gallery.erase(event: event, session: session) }
      #expect(try await gallery.size(of: mine.file.path, expecting: 10) == nil)
      await expectRefusal(.gone) { _ = try await gallery.presign(event: event, session: session, files: [mine.file]) }
      await expectRefusal(.gone) { try await gallery.upload(.bytes(mine.bytes), as: mine.file, to: target) }
      await expectRefusal(.gone) {
        try await gallery.complete(
          event: event, session: session, manifestPath: GalleryPath.manifest(event: event, session: session))
      }
      #expect(try await gallery.size(of: mine.file.path, expecting: 10) == nil)
      #expect(try await gallery.size(of: theirs.file.path, expecting: 20) == 20)
    },
    GalleryConformance("a session that was never there may be erased, and comes no more") { gallery in
      try await gallery.erase(event: event, session: session)
      await expectRefusal(.gone) {
        _ = try await gallery.presign(event: event, session: session, files: [photo(0, 10).file])
      }
    },
    GalleryConformance("addresses are taken again and again, and served to nobody") { gallery in
      for text in ["[]", "[1, 2]"] { try await gallery.uploadEmails(Array(text.utf8), event: event) }
      #expect(try await gallery.size(of: "private/emails/emails_7.json", expecting: 6) == nil)
    },
    GalleryConformance("a gallery that is there says so") { gallery in try await gallery.health() },
  ]
}
