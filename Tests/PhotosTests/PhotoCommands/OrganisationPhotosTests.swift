import BoothStore
import BoothTesting
import FoundationEssentials
import Glibc
import PhotoModel
import Testing

@testable import PhotoLibrary

/// Two organisations' photographs in one data folder.
@Suite(.timeLimit(.minutes(15))) struct OrganisationPhotosTests {
  private static let (own, far) = (PhotoOwner("own"), PhotoOwner("far/../org"))
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["all/own/deep/a.jpg", "far/b.jpg"] { try folder.put(name, [0xFF, 0xD8, 0xFF] + Array(name.utf8)) }
    symlink(folder.path("all/own"), folder.path("link"))
  }

  private func libraries() throws -> DataFolderLibraries {
    try DataFolderLibraries(data: folder.path("data"), own: Self.own.text)
  }

  private static func words(_ body: () async throws -> Void) async throws -> String? {
    do {
      try await body()
      return nil
    } catch PhotoLibraryError.refused(let words) { return words }
  }

  @Test(arguments: ["all/own", "all/own/deep", "all", "link", "link/deep", "all/own/."])
  func `a folder that shares files with another organisation's source is refused, whichever came first`(
    _ path: String
  ) async throws {
    let libraries = try libraries()
    let (own, far) = (try await libraries.library(of: Self.own), try await libraries.library(of: Self.far))
    _ = try await own.addSource(folder.path("all/own"))
    let refused = try #require(try await Self.words { _ = try await far.addSource(folder.path(path)) })
    #expect(refused.contains("cannot be had"))
    #expect(try await far.sources().isEmpty)
    // The other way round.
    let id = try await far.addSource(folder.path("far")).id
    #expect(try await Self.words { _ = try await own.addSource(folder.path("far")) } != nil)
    #expect(try await own.sources().count == 1)
    // Given back, it is free.
    try await far.remove(id)
    #expect(try await Self.words { _ = try await own.addSource(folder.path("far")) } == nil)
    await libraries.close()
  }

  @Test func `a link to an album is found in its own organisation's library alone`() async throws {
    let libraries = try libraries()
    let (own, far) = (try await libraries.library(of: Self.own), try await libraries.library(of: Self.far))
    let album = try await far.makeAlbum("Far")
    let token = try await far.makeLink(to: album, days: 30, pin: nil, allowsOriginals: false, at: 0)
    #expect(try await own.link(token, at: 0) == nil)
    var titles: [String] = []
    for library in await libraries.opened() {
      if let opened = try await library.link(token, at: 0) { titles.append(opened.title) }
    }
    #expect(titles == ["Far"])
    await libraries.close()
  }

  @Test func `photos that cannot be opened at the start are known to be missing`() async throws {
    let before = try libraries()
    _ = try await before.library(of: Self.far)
    #expect(await before.missing() == nil)
    await before.close()
    let place = try PhotosFolder(data: folder.path("data"), of: Self.far).path
    for name in [PhotoMarks.name, PhotoMarks.name + ".copy"] {
      rename("\(place)/\(name)", "\(place)/before-\(name)")
      mkdir("\(place)/\(name)", 0o700)
    }
    let libraries = try libraries()
    libraries.watch()
    #expect(await libraries.missing() != nil)
    #expect(await libraries.opened().count == 1)
    await libraries.close()
  }

  @Test func `nothing is copied into another organisation's folders, nor by a copy that waited`() async throws {
    let libraries = try libraries()
    let (own, far) = (try await libraries.library(of: Self.own), try await libraries.library(of: Self.far))
    _ = try await far.addSource(folder.path("far"))
    for path in ["far", "far/new"] {
      let refused = try await Self.words { _ = try await own.beginCopy([], .original, to: folder.path(path)) }
      #expect(refused != nil, "\(path)")
    }
    #expect(access(folder.path("far/new"), F_OK) != 0)
    await libraries.close()
  }

  @Test func `albums, undos, copies and numbers of one organisation are nothing in another`() async throws {
    let libraries = try libraries()
    let (own, far) = (try await libraries.library(of: Self.own), try await libraries.library(of: Self.far))
    let source = try await own.addSource(folder.path("all/own")).id
    _ = try await own.scan(source)
    let photo = try #require(try await own.photos(PhotoView(), after: nil, count: 1).first)
    let album = try await own.makeAlbum("Ours")
    _ = try await own.add([photo], to: album)
    let undo = try await own.moveToTrash([photo])
    #expect(undo.count == 1)
    #expect(try await far.album(album, of: nil) == nil)
    let (albums, sources, bins) = (try await far.albums(), try await far.sources(), try await far.bins())
    #expect(albums.isEmpty && sources.isEmpty && bins.bins.isEmpty)
    #expect(try await far.photo(photo.number) == nil)
    await #expect(throws: PhotoLibraryError.notFound) { try await far.removeAlbum(album) }
    await #expect(throws: PhotoLibraryError.notFound) { _ = try await far.undo(undo.name) }
    await #expect(throws: PhotoLibraryError.notFound) { _ = try await far.content(photo, .original) }
    #expect(try await own.undo(undo.name).count == 1)
    #expect(try await own.album(album, of: nil) != nil)
    await libraries.close()
  }

  @Test func `guests of the booth and the studio's own buckets are for its own organisation`() async throws {
    let store = try VaultSessionStore.open(folder: folder.path("booth"))
    let libraries = try libraries()
    let far = try await libraries.library(of: Self.far)
    #expect(try await Self.words { _ = try await far.addSource(folder.path("booth")) } != nil)
    let bucket = "s3://bucket/01234567-89ab-cdef-0123-456789abcdef"
    let words = try await Self.words { _ = try await far.addSource(bucket) }
    #expect(words?.contains("--organisation") == true)
    #expect(try await far.sources().isEmpty)
    _ = try await far.addSource(bucket, withKeys: true)
    let own = try await libraries.library(of: Self.own)
    let other = try await Self.words { _ = try await own.addSource(bucket + "?endpoint=https://s3.example.org") }
    #expect(other?.contains("cannot be had") == true)
    await libraries.close()
    store.close()
  }

  @Test func `what was there before is the studio's own, and the others' is known after a start`() async throws {
    let before = try DataFolderPhotos(data: folder.path("data"))
    _ = try await before.addFolder(folder.path("all/own"))
    await before.close()
    let first = try libraries()
    _ = try await first.library(of: Self.far).addSource(folder.path("far"))
    await first.close()
    #expect(PhotosFolder.own(data: folder.path("data")) == Self.own)
    #expect(PhotosFolder.owners(data: folder.path("data")) == [Self.far])
    let next = try libraries()
    #expect(try await next.library(of: Self.own).sources().map(\.location) == [folder.path("all/own")])
    #expect(try await next.library(of: Self.far).sources().map(\.location) == [folder.path("far")])
    await next.close()
  }
}
