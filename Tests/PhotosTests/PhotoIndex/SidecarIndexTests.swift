import BoothTesting
import GRDB
import Glibc
import PhotoModel
import Testing

@testable import PhotoLibrary
@testable import PhotoSources

/// What the index keeps of files beside photos.
@Suite struct SidecarIndexTests {
  private let folder: TemporaryFolder
  private let source: FolderPhotos

  init() throws {
    folder = try TemporaryFolder()
    for number in 0..<20 { try folder.put("photos/\(number).jpg", [UInt8(number)]) }
    source = FolderPhotos(PhotoSourceID("one")!, root: folder.path("photos"))
  }

  private func open() throws -> PhotoIndex {
    try PhotoIndex(path: folder.path("index.sqlite"), marks: try PhotoMarks(path: folder.path("marks.sqlite")))
  }

  private func read(_ index: PhotoIndex) async throws -> Int {
    _ = try await index.scan(source)
    return try await index.readDetails(of: source, by: BesideReader(), workers: 2)
  }

  private func cameras(_ index: PhotoIndex) async throws -> [String: String] {
    let all = try await index.photos(PhotoView(order: .name), after: nil, count: 99)
    return Dictionary(
      uniqueKeysWithValues: all.compactMap { photo in photo.entry.details.camera.map { (photo.entry.name, $0) } })
  }

  @Test func `an index of the version before keeps its photos, and reads those again that have a sidecar`() async throws
  {
    try folder.put("photos/3.xmp", Array("before".utf8))
    let index = try open()
    #expect(try await read(index) == 20)
    let before = try await index.photos(PhotoView(order: .name), after: nil, count: 99).map(\.number)
    try await index.file.current().pool.write { try OlderIndex.makeVersion6($0) }
    index.close()
    // It came while the program of that version ran.
    try folder.put("photos/4.xmp", Array("later".utf8))
    let again = try open()
    #expect(try await read(again) == 2)
    #expect(try await again.photos(PhotoView(order: .name), after: nil, count: 99).map(\.number) == before)
    #expect(try await cameras(again) == ["3.jpg": "before", "4.jpg": "later"])
    #expect(try await read(again) == 0)
  }

  @Test func `a sidecar that is changed and given its old time is read again, also where an earlier version knew it`()
    async throws
  {
    for number in [3, 4] { try folder.put("photos/\(number).xmp", Array("before".utf8)) }
    let index = try open()
    #expect(try await read(index) == 20)
    try folder.changeKeepingTime("photos/3.xmp", Array("later!".utf8))
    #expect(try await read(index) == 1)
    #expect(try await cameras(index) == ["3.jpg": "later!", "4.jpg": "before"])
    // As the version before kept it: by size, time and inode alone.
    var files: [PhotoSidecarFile] = []
    for try await step in source.scan(since: nil) { if case .sidecars(let found) = step { files += found } }
    for var file in files {
      file.changed = nil
      let (hash, stamp) = (StableHash.id(file.id), StableHash.state(file))
      #expect(
        stamp
          == StableHash.state(size: file.state.size, modified: file.state.modified, mark: file.state.mark))
      try await index.file.current().pool.write {
        try $0.execute(sql: "UPDATE sidecar SET stamp = ? WHERE hash = ?", arguments: [stamp, hash])
      }
    }
    #expect(try await read(index) == 0)
    try folder.changeKeepingTime("photos/4.xmp", Array("at end".utf8))
    #expect(try await read(index) == 1)
    #expect(try await cameras(index) == ["3.jpg": "later!", "4.jpg": "at end"])
  }

  @Test func `a sidecar that changes while no photo is beside it is read when one is there again`() async throws {
    try folder.put("photos/deep/x.jpg", [99])
    try folder.put("photos/deep/x.xmp", Array("before".utf8))
    let index = try open()
    #expect(try await read(index) == 21)
    #expect(rename(folder.path("photos/deep/x.jpg"), folder.path("x.jpg")) == 0)
    #expect(try await read(index) == 0)
    try folder.put("photos/deep/x.xmp", Array("changed".utf8))
    #expect(try await read(index) == 0)
    #expect(rename(folder.path("x.jpg"), folder.path("photos/deep/x.jpg")) == 0)
    #expect(try await read(index) == 1)
    #expect(try await cameras(index) == ["x.jpg": "changed"])
  }

  @Test func `a scan that is broken off leaves what changed beside photos to the next one`() async throws {
    let index = try open()
    #expect(try await read(index) == 20)
    try folder.put("photos/7.xmp", Array("seven".utf8))
    let task = Task { try await index.scan(source) }
    task.cancel()
    _ = await task.result
    #expect(try await read(index) == 1)
    #expect(try await cameras(index) == ["7.jpg": "seven"])
  }

  @Test func `a source that is taken away leaves nothing of them`() async throws {
    try folder.put("photos/3.xmp", Array("three".utf8))
    let index = try open()
    #expect(try await read(index) == 20)
    try await index.remove(source.identifier)
    let left = try await index.file.current().pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sidecar") }
    #expect(left == 0)
    #expect(try await read(index) == 20)
    #expect(try await cameras(index) == ["3.jpg": "three"])
  }
}

/// Takes what lies beside a photo for its camera.
private struct BesideReader: PhotoReader {
  func details(of content: PhotoContent) -> PhotoDetails { PhotoDetails() }

  func reading(of content: PhotoContent, beside sidecars: () -> [PhotoSidecar]) -> PhotoReading {
    var details = PhotoDetails()
    details.camera = sidecars().first.map { String(decoding: $0.bytes, as: UTF8.self) }
    return PhotoReading(details)
  }
}
