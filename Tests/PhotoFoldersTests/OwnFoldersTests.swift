import BoothTesting
import Glibc
import PhotoBrowser
import Testing

@testable import PhotoFolders

/// What no folder of photographs shows: the booth's own data, but for the sessions.
@Suite struct OwnFoldersTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in [
      "all/a.jpg", "all/booth/sessions/7C0E/photo_0.jpg", "all/booth/studio/reports/secret.jpg",
      "all/booth/photos/thumbnails/t.jpg", "all/booth/queue/q.jpg", "all/booth/loose.jpg", "all/booth.x/b.jpg",
    ] {
      try folder.put(name, [0xFF, 0xD8, 0xFF])
    }
  }

  private func photos(_ root: String, data: String = "all/booth") -> FolderPhotos {
    FolderPhotos(PhotoSourceID("test")!, root: folder.path(root), own: OwnFolders(data: folder.path(data)))
  }

  private func scan(
    _ photos: FolderPhotos, since mark: PhotoScanMark? = nil
  ) async throws -> (ids: [String], skipped: [String: PhotoSkip]) {
    var (ids, skipped): ([String], [String: PhotoSkip]) = ([], [:])
    for try await step in photos.scan(since: mark) {
      if case .entries(let entries) = step { ids += entries.map(\.id.text) }
      if case .skipped(let name, let why) = step { skipped[name] = why }
    }
    return (ids.sorted(), skipped)
  }

  @Test func `a folder that contains the data folder shows its sessions, and nothing else of it`() async throws {
    let photos = photos("all")
    let found = try await scan(photos)
    #expect(found.ids == ["/a.jpg", "/booth.x/b.jpg", "/booth/sessions/7C0E/photo_0.jpg"])
    #expect(found.skipped == ["/booth": .boothsOwn])
    for id in [
      "/booth/studio/reports/secret.jpg", "/booth/photos/thumbnails/t.jpg", "/booth/queue/q.jpg", "/booth/loose.jpg",
    ] {
      await #expect(throws: PhotoSourceError.itemNotFound, "\(id)") { _ = try await photos.open(PhotoID(id)) }
      await #expect(throws: PhotoSourceError.notAuthorized) { _ = try await photos.moveToTrash(PhotoID(id)) }
      #expect(photos.isOwn(PhotoID(id)))
    }
    let session = PhotoID("/booth/sessions/7C0E/photo_0.jpg")
    _ = try await photos.open(session)
    #expect(!photos.isOwn(session) && !photos.isOwn(PhotoID("/a.jpg")) && !photos.isOwn)
    // The books know of it.
    await #expect(throws: PhotoSourceError.notAuthorized) { _ = try await photos.moveToTrash(session) }
    _ = try await photos.moveToTrash(PhotoID("/a.jpg"))
    #expect(access(folder.path("all/booth/studio/reports/secret.jpg"), F_OK) == 0)
  }

  @Test(arguments: [
    "all/booth", "all/booth/studio", "all/booth/studio/reports", "all/booth/sessions/7C0E", "link", "far",
  ])
  func `a root in the data folder shows nothing, whatever its path and whatever was known of it`(
    _ root: String
  ) async throws {
    symlink(folder.path("all/booth/studio"), folder.path("link"))
    // The studio's folder may lie elsewhere.
    try folder.put("far/f.jpg", [1])
    if root == "far" {
      rename(folder.path("all/booth/studio"), folder.path("was"))
      symlink(folder.path("far"), folder.path("all/booth/studio"))
    }
    let photos = photos(root)
    let found = try await scan(photos, since: PhotoScanMark("another folder"))
    #expect(found.ids.isEmpty && found.skipped == ["/": .boothsOwn] && photos.isOwn)
  }

  @Test func `folders are known by what they are, not by their names`() async throws {
    symlink(folder.path("all"), folder.path("other"))
    // The data folder by another path than the source's.
    let photos = photos("all", data: "other/booth")
    #expect(try await scan(photos).ids.contains { $0.contains("studio") } == false)
    let now = OwnFolders(data: folder.path("all/booth")).now()
    #expect(now.hold(folder.path("other/booth/studio/not/there/yet")) && now.areIn(folder.path("other/booth")))
    #expect(!now.hold(folder.path("all")) && !now.hold(folder.path("all/booth.x")))
    #expect(OwnFoldersNow.isPath(folder.path("other/booth/x"), in: folder.path("all")))
    #expect(!OwnFoldersNow.isPath(folder.path("all"), in: folder.path("all/booth")))
  }

  @Test func `nothing of the booth's own is watched but its sessions`() throws {
    let own = OwnFolders(data: folder.path("all/booth")).now()
    let tree = try #require(FolderTree(NameBytes.bytes(folder.path("all")), own: own))
    // all, booth, sessions, 7C0E, booth.x
    #expect(tree.count == 5 && tree.trouble == nil)
  }

  @Test func `a change beyond the year 2262 is known`() {
    var facts = stat()
    facts.st_mtim.tv_sec = 11_991_456_000
    #expect(CalendarDay.of(wallSeconds: FileMoment.seconds(FolderWalk.nanoseconds(facts))).year == 2349)
  }
}
