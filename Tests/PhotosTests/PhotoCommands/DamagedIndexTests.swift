import ArgumentParser
import BoothTesting
import Glibc
import PhotoModel
import Testing

@testable import PhotoLibrary
@testable import booth

/// An index of which a page is damaged, as commands and the studio meet it.
@Suite(.timeLimit(.minutes(15))) struct DamagedIndexTests {
  private let folder: TemporaryFolder
  private let album: PhotoAlbumID

  /// Two folders that were read, an album of three photos, and an index whose photos are damaged.
  init() async throws {
    folder = try TemporaryFolder()
    for name in ["one/1.jpg", "one/2.jpg", "one/3.jpg", "two/4.jpg", "two/5.jpg"] {
      try folder.put(name, [0xFF, 0xD8, 0xFF] + Array(name.utf8))
    }
    let photos = try DataFolderPhotos(data: folder.path("data"))
    for name in ["one", "two"] { _ = try await photos.scan(try await photos.addFolder(folder.path(name))) }
    let all = try await photos.photos(PhotoView(order: .name), after: nil, count: 100)
    album = try await photos.makeAlbum("Best")
    #expect(try await photos.add(Array(all.prefix(3)), to: album) == 3)
    await photos.close()
    // Closed by who has only written, nothing of it is left in its log.
    await (try DataFolderPhotos(data: folder.path("data"))).close()
    #expect(access(folder.path("data/photos/index.sqlite-wal"), F_OK) != 0)
    var bytes = try folder.read("data/photos/index.sqlite")
    for start in stride(from: 4096, to: bytes.count, by: 4096) where bytes[start] == 0x0D {
      guard bytes[start..<start + 4096].firstRange(of: Array("5.jpg".utf8)) != nil else { continue }
      bytes.replaceSubrange(start..<start + 4096, with: Array(repeating: 0xA7, count: 4096))
    }
    try folder.put("data/photos/index.sqlite", bytes)
    // What is new belongs there.
    for name in ["one/6.jpg", "two/7.jpg"] { try folder.put(name, [0xFF, 0xD8, 0xFF] + Array(name.utf8)) }
  }

  private func count(_ photos: DataFolderPhotos) async throws -> Int {
    try await photos.photos(PhotoView(order: .name), after: nil, count: 100).count
  }

  private func expectAll() async throws {
    let photos = try DataFolderPhotos(data: folder.path("data"))
    #expect(try await count(photos) == 7)
    #expect(try await photos.album(album, of: nil)?.count == 3)
    #expect(try await photos.sources().allSatisfy { $0.state == .ready && $0.remark.isEmpty })
    await photos.close()
  }

  @Test(arguments: [[], ["one"], ["two", "--json"]])
  func `a scan that meets it reads everything anew in the same call`(_ words: [String]) async throws {
    try await PhotosScanCommand.parse(words + ["--data", folder.path("data")]).run()
    try await expectAll()
  }

  @Test func `a list says what to do, and that is so`() async throws {
    let photos = try DataFolderPhotos(data: folder.path("data"))
    do throws(PhotoLibraryError) {
      _ = try await photos.photos(PhotoView(order: .name), after: nil, count: 100)
      Issue.record("it was read")
    } catch {
      guard case .unavailable(let words) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(words.contains("booth photos scan"))
    }
    await photos.close()
    try await PhotosScanCommand.parse(["--data", folder.path("data")]).run()
    try await expectAll()
  }

  @Test func `what the studio shows fills itself again`() async throws {
    let photos = try DataFolderPhotos(data: folder.path("data"))
    photos.fillAgain()
    #expect(try await count(photos) == 0)
    for source in try await photos.sources() { #expect(await (try photos.scanning(source.id)).value) }
    #expect(try await count(photos) == 7)
    #expect(try await photos.album(album, of: nil)?.count == 3)
    await photos.close()
  }
}
