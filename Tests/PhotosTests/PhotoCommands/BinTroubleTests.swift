import BoothTesting
import Glibc
import PhotoModel
import Testing

@testable import PhotoLibrary

/// Bins of a data folder's sources where something is not as it was.
@Suite(.timeLimit(.minutes(15))) struct BinTroubleTests {
  private let folder: TemporaryFolder
  private let photos: DataFolderPhotos

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.jpg", "sub/b.jpg", "sub/c.jpg"] {
      try folder.put("one/" + name, [0xFF, 0xD8, 0xFF] + Array(name.utf8))
    }
    photos = try DataFolderPhotos(data: folder.path("data"))
  }

  /// By their names.
  private func scanned() async throws -> (id: PhotoSourceID, photos: [PhotoRecord]) {
    let id = try await photos.addFolder(folder.path("one"))
    _ = try await photos.scan(id)
    return (id, try await photos.photos(PhotoView(order: .name), after: nil, count: 9))
  }

  @Test func `a photo that is another file by now stays, is named, and its source is read again`() async throws {
    let (id, known) = try await scanned()
    try folder.put("new", [0xFF, 0xD8, 0xFF, 1, 2, 3])
    #expect(rename(folder.path("new"), folder.path("one/a.jpg")) == 0)
    let undo = try await photos.moveToTrash([known[0], known[1]])
    #expect(undo.count == 1 && undo.troubles == [.init(name: "a.jpg", reason: .anotherFile)])
    #expect(try folder.read("one/a.jpg") == [0xFF, 0xD8, 0xFF, 1, 2, 3])
    _ = await photos.runningScan(id)?.value
    let now = try #require(try await photos.photo(known[0].number))
    #expect(now.entry.size == 6)
    #expect(try await photos.moveToTrash([now]).count == 1)
    await photos.close()
  }

  @Test func `where its disk is away nothing is made, its source is said to be, and is looked at`() async throws {
    let (id, known) = try await scanned()
    let undo = try await photos.moveToTrash([known[1]])
    #expect(rename(folder.path("one"), folder.path("kept")) == 0 && mkdir(folder.path("one"), 0o700) == 0)
    #expect(try await photos.moveToTrash([known[0]]).troubles == [.init(name: "a.jpg", reason: .away)])
    #expect(try folder.names("one").isEmpty)
    _ = await photos.runningScan(id)?.value
    #expect(try await photos.sources().map(\.state) == [.offline])
    #expect(try await photos.undo(undo.name).troubles == [.init(name: "b.jpg", reason: .away)])
    #expect(try folder.names("one").isEmpty)
    await photos.close()
  }

  @Test func `undo makes folders anew, and names what stands in their place`() async throws {
    let (_, known) = try await scanned()
    let undo = try await photos.moveToTrash(known)
    #expect(undo.count == 3 && rmdir(folder.path("one/sub")) == 0)
    try folder.put("one/sub", [1])
    let undone = try await photos.undo(undo.name)
    #expect(undone.count == 1)
    #expect(Set(undone.troubles) == Set(["b.jpg", "c.jpg"].map { .init(name: $0, reason: .folderTaken("sub")) }))
    unlink(folder.path("one/sub"))
    let rest = try await photos.undo(undo.name)
    #expect(rest.count == 2 && rest.troubles.isEmpty)
    #expect(try folder.names("one/sub") == ["b.jpg", "c.jpg"])
    await photos.close()
  }

  @Test func `what somebody else has brought back is back, and a place that is named twice counts once`() async throws {
    let (id, known) = try await scanned()
    let undo = try await photos.moveToTrash(known)
    let places = try await photos.binned(id)
    try await photos.bringBack(places[0], id)
    try await photos.bringBack(places[0], id)
    let undone = try await photos.restore([id: [places[1].place, places[1].place]])
    #expect(undone == PhotoUndone(count: 1, troubles: []))
    let all = try await photos.undo(undo.name)
    #expect(all.count == 3 && all.troubles.isEmpty)
    #expect(try await photos.binned(id).isEmpty)
    await photos.close()
  }

  @Test func `a bin that is no folder is said to be unusable`() async throws {
    try folder.put("one/.booth-bin", [1])
    let (_, known) = try await scanned()
    #expect(try await photos.moveToTrash([known[0]]).troubles == [.init(name: "a.jpg", reason: .binUnusable)])
    #expect(try await photos.bins().bins.map(\.trouble) == [.binUnusable])
    #expect(folder.exists("one/a.jpg"))
    await photos.close()
  }
}
