import BoothTesting
import Glibc
import PhotoModel
import Testing

@testable import PhotoSources

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
    // The database knows of it.
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

  @Test func `what is mounted elsewhere is known at any depth, and by no other disk's paths`() async throws {
    for name in [
      "all/booth/studio/a/b/c/deep.jpg", "free/mounted here/deep.jpg", "free/x.jpg", "free/guests/p.jpg",
      "free/far/y.jpg",
      "free/parts/z.jpg",
    ] {
      try folder.put(name, [1])
    }
    let real = try #require(realpath(folder.path, nil))
    defer { free(real) }
    let home = String(cString: real)
    // Of disk 8:1 all is here; of it a deep folder, the sessions and one beside the data are mounted, of disk 8:2 the same path.
    // Disk 8:3 has the studio's own folder "parts", and a part of that is mounted.
    let list = """
      20 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw
      30 20 8:1 \(home)/all/booth/studio/a/b/c \(home)/free/mounted\\040here rw - ext4 /dev/sda1 rw
      31 20 8:1 \(home)/all/booth/sessions/7C0E \(home)/free/guests rw - ext4 /dev/sda1 rw
      32 20 8:2 \(home)/all/booth/studio/a \(home)/free/far rw - ext4 /dev/sdb1 rw
      33 20 8:3 / \(home)/all/booth/studio/a/b rw - ext4 /dev/sdc1 rw
      34 20 8:3 /p \(home)/free/parts rw - ext4 /dev/sdc1 rw
      nonsense
      """
    let own = OwnFolders(data: folder.path("all/booth")) { Array(list.utf8) }
    func photos(_ root: String) -> FolderPhotos {
      FolderPhotos(PhotoSourceID("test")!, root: folder.path(root), own: own)
    }
    let free = photos("free")
    let found = try await scan(free)
    #expect(found.ids == ["/far/y.jpg", "/guests/p.jpg", "/x.jpg"])
    #expect(found.skipped == ["/mounted here": .boothsOwn, "/parts": .boothsOwn])
    let deep = PhotoID("/mounted here/deep.jpg")
    await #expect(throws: PhotoSourceError.itemNotFound) { _ = try await free.open(deep) }
    await #expect(throws: PhotoSourceError.notAuthorized) { _ = try await free.moveToTrash(deep) }
    #expect(free.isOwn(deep) && !free.isOwn(PhotoID("/x.jpg")) && photos("free/mounted here").isOwn)
    // Nothing is closed that was not before, and the data folder is no mount of itself.
    #expect(try await scan(photos("all")).ids.contains("/booth/sessions/7C0E/photo_0.jpg"))
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
