import BoothTesting
import Glibc
import PhotoModel
import Testing

@testable import PhotoLibrary

/// Marks that are damaged: set aside and said, never taken for none in silence.
@Suite struct MarksFileTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("marks.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  private func index(_ marks: PhotoMarks) throws -> PhotoIndex {
    try PhotoIndex(path: folder.path("index.sqlite"), marks: marks)
  }

  private static let damages: [[UInt8]] = [
    [], Array(repeating: 0x41, count: 5000), Array("SQLite format 3\0rest".utf8),
  ]

  @Test(arguments: damages) func `a damaged file is set aside, and said until it is put away`(_ bytes: [UInt8]) throws {
    do { try index(try PhotoMarks(path: path)).close() }
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
    try folder.put("marks.sqlite", bytes)
    do {
      let index = try index(try PhotoMarks(path: path))
      #expect(index.marks.aside == "marks.sqlite.damaged-1")
      #expect(try folder.read("marks.sqlite.damaged-1") == bytes)
      let words = try #require(index.marks.remarks.first)
      #expect(words.contains(path) && words.contains("marks.sqlite.damaged-1"))
      index.close()
    }
    // Also after the next start; and a second one has a name of its own.
    try folder.put("marks.sqlite", [1, 2, 3])
    let marks = try PhotoMarks(path: path)
    #expect(marks.aside == "marks.sqlite.damaged-2" && marks.remarks.count == 2)
    for number in 1...2 { unlink("\(path).damaged-\(number)") }
    #expect(marks.remarks.isEmpty)
  }

  @Test func `pages that are damaged in the middle are found at the start`() async throws {
    do {
      let marks = try PhotoMarks(path: path)
      for number in 0..<500 { try await marks.change(["key-\(number)"], PhotoMarkChange(star: true), at: 1) }
      try index(marks).close()
    }
    var bytes = try folder.read("marks.sqlite")
    #expect(bytes.count > 12_288)
    for place in bytes.indices.dropFirst(4096) { bytes[place] = 0xAA }
    try folder.put("marks.sqlite", bytes)
    #expect(try PhotoMarks(path: path).aside == "marks.sqlite.damaged-1")
  }

  @Test func `stars and colours come back from the index`() async throws {
    let key = try #require(PhotoKey(headMD5: String(repeating: "a", count: 32), size: 7))
    var entry = PhotoEntry(id: PhotoID("/a.jpg"), name: "a.jpg", size: 7, isComplete: true)
    entry.details.headMD5 = key.headMD5
    let source = ScriptedPhotos()
    source.entries = [entry]
    do {
      let index = try index(try PhotoMarks(path: path))
      _ = try await index.scan(source)
      try await index.mark([key], PhotoMarkChange(star: true), at: 1)
      index.close()
    }
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
    try folder.put("marks.sqlite", [])
    let index = try index(try PhotoMarks(path: path))
    #expect(try index.marks.marks([key.text])[key.text]?.isStarred == true)
    #expect(try await index.photo(key)?.isStarred == true)
    index.close()
  }

  @Test func `a file that somebody else has open is left where it is, and its path is said`() throws {
    let first = try PhotoMarks(path: path)
    // Two that are whole are open beside each other.
    #expect(try PhotoMarks(path: path).aside == nil)
    try folder.put("marks.sqlite", Array(repeating: 0x41, count: 5000))
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
    do throws(PhotoIndexError) {
      _ = try PhotoMarks(path: path)
      Issue.record("it was opened")
    } catch {
      #expect(error.words.contains(path) && error.words.contains("another program"))
    }
    withExtendedLifetime(first) {}
    #expect(access(path + ".damaged-1", F_OK) != 0)
  }

  @Test func `what cannot be opened is named`() throws {
    mkdir(path, 0o700)
    do throws(PhotoIndexError) {
      _ = try PhotoMarks(path: path)
      Issue.record("it was opened")
    } catch {
      #expect(error.words.contains(path))
    }
  }

  @Test func `a photo of the year 2349 stands there, and one without a date says none`() async throws {
    let source = ScriptedPhotos()
    source.entries = [
      PhotoEntry(
        id: PhotoID("/a.jpg"), name: "a.jpg", size: 7, modified: FileMoment.number(seconds: 11_991_456_000),
        isComplete: true),
      PhotoEntry(id: PhotoID("/b.jpg"), name: "b.jpg", size: 7, isComplete: true),
    ]
    let index = try index(try PhotoMarks(path: path))
    _ = try await index.scan(source)
    let photos = try await index.photos(PhotoView(order: .name), after: nil, count: 10)
    #expect(photos.map(\.isDated) == [true, false])
    #expect((2349...2350).contains(CalendarDay.of(wallSeconds: photos[0].shownSeconds).year))
    index.close()
  }
}
