import BoothTesting
import Glibc
import PhotoModel
import Testing

@testable import PhotoLibrary

/// Albums and baskets, as a data folder keeps them.
@Suite(.timeLimit(.minutes(15))) struct AlbumTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["one/a.jpg", "one/b.jpg", "one/c.jpg", "two/d.jpg"] { try folder.put(name, Self.photo(name)) }
  }

  private static func photo(_ text: String) -> [UInt8] {
    [0xFF, 0xD8, 0xFF] + Array(text.utf8) + [UInt8](repeating: 7, count: 50)
  }

  /// Both folders, read.
  private func photos() async throws -> DataFolderPhotos {
    let photos = try DataFolderPhotos(data: folder.path("data"))
    for name in ["one", "two"] { _ = try await photos.scan(try await photos.addFolder(folder.path(name))) }
    return photos
  }

  private func named(_ photos: DataFolderPhotos, _ names: String...) async throws -> [PhotoRecord] {
    let all = try await photos.photos(PhotoView(), after: nil, count: 100)
    return names.compactMap { name in all.first { $0.entry.name == name + ".jpg" } }
  }

  private func seen(_ photos: DataFolderPhotos, _ album: PhotoAlbumID, _ order: PhotoOrder = .own) async throws
    -> String
  {
    try await photos.photos(PhotoView(album: album, order: order), in: nil, from: 0, count: 100)
      .map { String($0.entry.name.prefix(1)) }.joined()
  }

  @Test func `a basket holds photos of several sources, for its person alone, and over restarts`() async throws {
    let mine = PhotoAlbumID.basket("anna")
    var photos = try await photos()
    #expect(try await photos.add(try await named(photos, "d", "a"), to: mine) == 2)
    #expect(try await photos.add(try await named(photos, "a", "b"), to: mine) == 1)
    #expect(try await seen(photos, mine) == "dab")
    #expect(try await seen(photos, .basket("ben")).isEmpty)
    await photos.close()
    photos = try await self.photos()
    #expect(try await seen(photos, mine) == "dab")
    #expect(try await photos.take(try await named(photos, "a", "c"), from: mine) == 1)
    #expect(try await seen(photos, mine) == "db")
    #expect(try await photos.album(mine, of: nil)?.count == 2)
    try await photos.removeAlbum(mine)
    #expect(try await photos.album(mine, of: nil)?.count == 0)
    await photos.close()
  }

  @Test func `an album outlives new names, a lost index and a move to the bin`() async throws {
    var photos = try await photos()
    let album = try await photos.makeAlbum("  Old   town ")
    #expect(try await photos.albums() == [PhotoAlbum(id: album, title: "Old town", count: 0)])
    _ = try await photos.add(try await named(photos, "a", "b", "d"), to: album)
    await photos.close()
    #expect(rename(folder.path("one/a.jpg"), folder.path("two/renamed.jpg")) == 0)
    for ending in ["", "-wal", "-shm"] { unlink(folder.path("data/photos/index.sqlite" + ending)) }
    photos = try await self.photos()
    #expect(try await seen(photos, album) == "rbd")
    let undo = try await photos.moveToTrash(try await named(photos, "b"))
    #expect(try await seen(photos, album) == "rd")
    #expect(try await photos.undo(undo.name).count == 1)
    _ = try await photos.scan(try #require(PhotoSourceID("one")))
    while try await photos.sources()[0].state != .ready { await Task.moment() }
    #expect(try await seen(photos, album) == "rbd")
    await photos.close()
  }

  @Test func `an album's order is people's own, and other orders and searches work in it as well`() async throws {
    let photos = try await photos()
    let album = try await photos.makeAlbum("x")
    _ = try await photos.add(try await named(photos, "c", "a", "d", "b"), to: album)
    try await photos.move(try await named(photos, "b"), .first, in: album)
    #expect(try await seen(photos, album) == "bcad")
    try await photos.move(try await named(photos, "b", "d"), .later, in: album)
    #expect(try await seen(photos, album) == "cbad")
    #expect(try await seen(photos, album, .name) == "abcd")
    let view = PhotoView(album: album, order: .own)
    #expect(try await photos.layout(view).stretches == [.init(month: nil, count: 4)])
    // Page by page, and where each stands.
    var (cursor, names): (PhotoCursor?, String) = (nil, "")
    while let photo = try await photos.photos(view, after: cursor, count: 1).first {
      #expect(try await photos.place(of: photo.number, in: view) == names.count)
      names += photo.entry.name.prefix(1)
      cursor = photo.cursor
    }
    #expect(names == "cbad")
    let found = PhotoView(source: PhotoSourceID("one"), album: album, order: .own, filter: PhotoSearch("type:jpeg"))
    #expect(try await photos.photos(found, in: nil, from: 1, count: 9).map(\.entry.name) == ["b.jpg", "a.jpg"])
    await photos.close()
  }

  @Test func `what is no album, and a title that is none, is refused`() async throws {
    let photos = try await photos()
    for title in ["", "   ", String(repeating: "x", count: 101), "a\u{7}b"] {
      await #expect(throws: PhotoLibraryError.self) { try await photos.makeAlbum(title) }
    }
    let one = try await named(photos, "a")
    await #expect(throws: PhotoLibraryError.notFound) { try await photos.add(one, to: .own("nothing")) }
    await #expect(throws: PhotoLibraryError.notFound) { try await photos.rename(.own("nothing"), to: "x") }
    await #expect(throws: PhotoLibraryError.notPossible) { try await photos.add(one, to: .ofSource("Rome")) }
    let album = try await photos.makeAlbum("x")
    try await photos.rename(album, to: "y")
    #expect(try await photos.albums().map(\.title) == ["y"])
    try await photos.removeAlbum(album)
    #expect(try await photos.albums().isEmpty)
    #expect(try await photos.layout(PhotoView()).count == 4)
    await photos.close()
  }

  @Test func `undo says what did not come back, and why`() async throws {
    let photos = try await photos()
    let undo = try await photos.moveToTrash(try await named(photos, "a", "b", "c"))
    #expect(undo.count == 3 && undo.troubles.isEmpty)
    try folder.put("one/b.jpg", [1])
    let trashed = try await photos.binned(try #require(PhotoSourceID("one")))
    let place = try #require(trashed.first { $0.id.text == "/c.jpg" }).place
    unlink(folder.path("one/.booth-bin/" + place))
    let undone = try await photos.undo(undo.name)
    #expect(undone.count == 1)
    #expect(Set(undone.troubles) == [.init(name: "b.jpg", reason: .nameTaken), .init(name: "c.jpg", reason: .gone)])
    #expect(try folder.read("one/b.jpg") == [1])
    // Once it is possible, it comes back.
    unlink(folder.path("one/b.jpg"))
    #expect(try await photos.undo(undo.name).count == 1)
    await photos.close()
  }
}
