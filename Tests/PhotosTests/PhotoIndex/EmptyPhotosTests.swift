import BoothTesting
import PhotoModel
import Testing

@testable import PhotoLibrary

/// Stars of photos without bytes: each its own.
@Suite struct EmptyPhotosTests {
  private func index(_ folder: TemporaryFolder) throws -> PhotoIndex {
    try PhotoIndex(
      path: folder.path("index.sqlite"), marks: try PhotoMarks(path: folder.path("marks.sqlite")))
  }

  private static func entry(_ name: String, size: Int64, time: Int64 = 1) -> PhotoEntry {
    PhotoEntry(id: PhotoID("/" + name), name: name, size: size, modified: time * 1_000_000_000, mark: "m")
  }

  private func starred(_ index: PhotoIndex) async throws -> [String] {
    try await index.photos(PhotoView(order: .name, filter: PhotoSearch("star")), after: nil, count: 99)
      .map(\.entry.name)
  }

  private func star(_ name: String, _ index: PhotoIndex) async throws {
    let photo = try #require(
      try await index.photos(PhotoView(order: .name), after: nil, count: 99).first { $0.entry.name == name })
    let key = try #require(photo.key)
    // Its address leads to it.
    #expect(PhotoKey(key.text) == key)
    #expect(try await index.photo(key)?.number == photo.number)
    try await index.mark([key], PhotoMarkChange(star: true), at: 1)
  }

  @Test func `a star on one empty file is on no other, and stays with its file; copies share theirs`() async throws {
    let folder = try TemporaryFolder()
    let index = try index(folder)
    let source = ScriptedPhotos()
    let reader = SameReader()
    source.entries = ["a", "b", "c"].map { Self.entry($0, size: 0) } + ["x", "y"].map { Self.entry($0, size: 5) }
    _ = try await index.scan(source)
    try await index.readDetails(of: source, by: reader, workers: 1)
    try await star("b", index)
    #expect(try await starred(index) == ["b"])
    try await star("x", index)
    #expect(try await starred(index) == ["b", "x", "y"])
    // Read anew, and known as complete by a source.
    for place in source.entries.indices {
      source.entries[place].modified = 2_000_000_000
      source.entries[place].isComplete = place < 2
      source.entries[place].details = reader.details(of: .bytes([]))
    }
    #expect(try await index.scan(source).changed == 5)
    try await index.readDetails(of: source, by: reader, workers: 1)
    #expect(try await starred(index) == ["b", "x", "y"])
  }

  @Test func `a star on a file that cannot be read is its own, and stays when it can`() async throws {
    let folder = try TemporaryFolder()
    let index = try index(folder)
    let source = ScriptedPhotos()
    source.entries = ["a", "b", "c"].map { Self.entry($0, size: Int64($0.utf8.first ?? 0)) }
    source.closed = Set(source.entries.map(\.id))
    _ = try await index.scan(source)
    try await index.readDetails(of: source, by: SameReader(), workers: 1)
    try await star("b", index)
    #expect(try await starred(index) == ["b"])
    source.closed = [source.entries[0].id]
    try await index.readDetails(of: source, by: SameReader(), workers: 1)
    #expect(try await starred(index) == ["b"])
    source.closed = []
    try await index.readDetails(of: source, by: SameReader(), workers: 1)
    #expect(try await starred(index) == ["b"])
    let photo = try #require(try await index.photos(PhotoView(order: .name), after: nil, count: 9).first)
    #expect(photo.entry.details.headMD5 == SameReader.sum)
  }
}

/// Says the same sum of all.
private struct SameReader: PhotoReader {
  static let sum = "d41d8cd98f00b204e9800998ecf8427e"

  func details(of content: PhotoContent) -> PhotoDetails {
    var details = PhotoDetails()
    details.headMD5 = Self.sum
    return details
  }
}
