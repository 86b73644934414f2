import BoothTesting
import Glibc
import PhotoModel
import Testing

@testable import PhotoSources

/// What the bin does where things are not as they were.
@Suite struct FolderBinTests {
  private let folder: TemporaryFolder
  private let photos: FolderPhotos
  private static let id = PhotoID("/a/b/c.jpg")

  init() throws {
    folder = try TemporaryFolder()
    try folder.put("root/a/b/c.jpg", [1, 2])
    photos = FolderPhotos(try #require(PhotoSourceID("test")), root: folder.path("root"))
  }

  private func seen() async throws -> PhotoSeen {
    var (entry, mark): (PhotoEntry?, PhotoScanMark?) = (nil, nil)
    for try await step in photos.scan(since: nil) {
      if case .entries(let entries) = step { entry = entries.first }
      if case .mark(let own) = step { mark = own }
    }
    return PhotoSeen(try #require(entry), of: mark)
  }

  private func failure(_ seen: PhotoSeen) async -> PhotoSourceError? {
    do throws(PhotoSourceError) { _ = try await photos.moveToTrash(Self.id, with: nil, seen: seen) } catch {
      return error
    }
    return nil
  }

  @Test(arguments: [false, true])
  func `in a root that is another folder nothing is moved, and nothing is made`(_ hasFile: Bool) async throws {
    let seen = try await seen()
    #expect(rename(folder.path("root"), folder.path("kept")) == 0 && mkdir(folder.path("root"), 0o700) == 0)
    if hasFile { try folder.put("root/a/b/c.jpg", [1, 2]) }
    guard case .sourceUnavailable = await failure(seen) else {
      Issue.record("the folder of another disk was taken for its own")
      return
    }
    #expect(try folder.names("root") == (hasFile ? ["a"] : []))
    if hasFile { #expect(try folder.read("root/a/b/c.jpg") == [1, 2]) }
    #expect(rmdir(folder.path("root")) == 0 || rename(folder.path("root"), folder.path("other")) == 0)
    #expect(rename(folder.path("kept"), folder.path("root")) == 0)
    #expect(await failure(seen) == nil)
  }

  @Test func `another file under the name that was seen stays, and for one that is gone no bin is made`() async throws {
    let seen = try await seen()
    try folder.put("root/new.part", [3, 4])
    #expect(rename(folder.path("root/new.part"), folder.path("root/a/b/c.jpg")) == 0)
    #expect(await failure(seen) == .anotherFile)
    #expect(try folder.read("root/a/b/c.jpg") == [3, 4])
    unlink(folder.path("root/a/b/c.jpg"))
    #expect(await failure(seen) == .itemNotFound)
    #expect(try folder.names("root") == ["a"])
    try folder.put("root/a/b/c.jpg", [5])
    #expect(await failure(try await self.seen()) == nil)
  }

  @Test func `folders that are gone are made anew for what comes back`() async throws {
    chmod(folder.path("root"), 0o750)
    let trashed = try await photos.moveToTrash(Self.id)
    #expect(rmdir(folder.path("root/a/b")) == 0 && rmdir(folder.path("root/a")) == 0)
    // For what does not lie in the bin none is made.
    await #expect(throws: PhotoSourceError.itemNotFound) {
      try await photos.restore(PhotoTrashed(id: Self.id, place: "none"))
    }
    #expect(try folder.names("root") == [".booth-bin"])
    try await photos.restore(trashed)
    #expect(try folder.read("root/a/b/c.jpg") == [1, 2])
    #expect(try await photos.trashed().isEmpty)
  }

  @Test(arguments: ["a", "a/b"], ["file", "link"])
  func `what stands in the place of a folder is named, and the photo stays in the bin`(
    _ place: String, _ kind: String
  ) async throws {
    let trashed = try await photos.moveToTrash(Self.id)
    rmdir(folder.path("root/a/b"))
    if place == "a" { rmdir(folder.path("root/a")) }
    mkdir(folder.path("elsewhere"), 0o700)
    if kind == "file" {
      try folder.put("root/" + place, [9])
    } else {
      symlink(folder.path("elsewhere"), folder.path("root/" + place))
    }
    await #expect(throws: PhotoSourceError.folderTaken(place)) { try await photos.restore(trashed) }
    #expect(try await photos.trashed() == [trashed] && folder.names("elsewhere").isEmpty)
    unlink(folder.path("root/" + place))
    try await photos.restore(trashed)
    #expect(try folder.read("root/a/b/c.jpg") == [1, 2])
  }

  @Test(arguments: ["file", "link"]) func `a bin that is no folder cannot be used, and says why`(
    _ kind: String
  ) async throws {
    mkdir(folder.path("elsewhere"), 0o700)
    if kind == "file" {
      try folder.put("root/.booth-bin", [9])
    } else {
      symlink(folder.path("elsewhere"), folder.path("root/.booth-bin"))
    }
    let why = PhotoSourceError.binUnusable("the bin cannot be used: .booth-bin is a \(kind) there, and no folder")
    #expect(await failure(try await seen()) == why)
    await #expect(throws: why) { try await photos.trashed() }
    await #expect(throws: why) { try await photos.restore(PhotoTrashed(id: Self.id, place: "1")) }
    #expect(try folder.read("root/a/b/c.jpg") == [1, 2] && folder.names("elsewhere").isEmpty)
  }
}
