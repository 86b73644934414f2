import ArgumentParser
import BoothSystem
import BoothTesting
import Glibc
import PhotoModel
import Testing

@testable import PhotoLibrary
@testable import booth

/// What is said of a data folder's photographs by who only looks, and of counts that are none.
@Suite struct PhotosLookTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.put("data/.keep", [])
  }

  private func look() -> PhotosLook? { PhotosLook(data: folder.path("data")) }

  @Test func `nothing is said, and nothing made, where nobody has added photographs`() {
    #expect(look() == nil)
    #expect(access(folder.path("data/photos"), F_OK) != 0)
  }

  @Test func `a source that is away is named, and so is one that could not be read when it was looked at`() async throws
  {
    try folder.put("trip/a.jpg", [1])
    try folder.put("home/b.jpg", [1])
    let photos = try DataFolderPhotos(data: folder.path("data"))
    let trip = try await photos.addFolder(folder.path("trip"))
    let home = try await photos.addFolder(folder.path("home"))
    for id in [trip, home] { _ = try await photos.scan(id) }
    #expect(look()?.sources == 2 && look()?.remarks == [])
    rename(folder.path("trip"), folder.path("elsewhere"))
    var remarks = try #require(look()).remarks
    #expect(remarks.count == 1 && remarks.first?.words.text.hasPrefix("trip (") == true, "\(remarks)")
    #expect(
      remarks.first?.words.text.contains(" is away: No such file or directory; everything known of it stays") == true)
    await #expect(throws: PhotoSourceError.self) { _ = try await photos.scan(trip) }
    rename(folder.path("elsewhere"), folder.path("trip"))
    remarks = try #require(look()).remarks
    #expect(remarks.first?.words.text.contains(" was away when it was looked at last: ") == true, "\(remarks)")
    #expect(remarks.first?.remedy.text.hasPrefix("booth photos scan trip looks again") == true)
    try await photos.index.note(home, .failed, "its disk fails")
    #expect(look()?.remarks.count == 2)
    _ = try await photos.scan(trip)
    _ = try await photos.scan(home)
    #expect(look()?.remarks == [])
    await photos.close()
  }

  @Test func `files that were set aside are named for as long as they are there, and a damaged list of sources is`()
    throws
  {
    try folder.put("data/photos/sources.json", Array(#"{"sources":[]}"#.utf8))
    #expect(look() == nil)
    try folder.put("data/photos/marks.sqlite.damaged-1", [1])
    try folder.put("data/photos/marks.sqlite.damaged-1-wal", [1])
    let remarks = try #require(look()).remarks
    #expect(remarks.count == 1 && remarks.first?.words.text.contains("is set aside as marks.sqlite.damaged-1 ") == true)
    #expect(unlink(folder.path("data/photos/marks.sqlite.damaged-1")) == 0)
    try folder.put("data/photos/sources.json", Array("no list".utf8))
    #expect(look()?.remarks.first?.words.text.contains("sources.json is damaged") == true)
    // Nothing was made.
    #expect(access(folder.path("data/photos/index.sqlite"), F_OK) != 0)
  }

  @Test(arguments: ["0", "-1", "10001"]) func `a count that is none is refused by a sentence`(_ count: String) throws {
    for command in [PhotosListCommand.self, PhotosFindCommand.self] as [any ParsableCommand.Type] {
      let words = command == PhotosFindCommand.self ? ["x"] : []
      do {
        _ = try command.parse(words + ["--count=\(count)"])
        Issue.record("\(count) was taken")
      } catch {
        #expect(command.message(for: error) == "--count: expected 1 to 10000, found \(count)")
      }
    }
  }
}
