import BoothCore
import BoothTesting
import Documents
import Glibc
import PhotoLibrary
import PhotoModel
import StudioModel
import Testing

@testable import StudioPhotos
@testable import StudioServer

/// A disk mounted inside a folder of photos, on the pages.
@Suite(.timeLimit(.minutes(15))) struct MountedDiskPageTests {
  @Test func `a disk inside that is away is named on the pages, and its photos stay`() async throws {
    try await PhotosLab.run { lab in
      let disk = lab.folder.path("pictures/disk")
      #expect(mkdir(disk, 0o755) == 0)
      guard mount("booth-test", disk, "tmpfs", 0, "size=1m") == 0 else {
        print("skipped: a disk inside a folder of photos, as this machine mounts no tmpfs")
        return
      }
      defer { umount2(disk, Int32(MNT_DETACH)) }
      try lab.folder.put("pictures/disk/there.jpg", [1, 2, 3])
      let source = try await lab.photos.sources()[0].id
      _ = try await lab.photos.scan(source)
      let before = try await lab.photos.layout(PhotoView()).count
      let photo = try #require(
        try await lab.photos.photos(PhotoView(), after: nil, count: 99).first { $0.entry.name == "there.jpg" })
      let cookie = try await lab.join("manager@example.org", Standing(.manager))
      #expect(try await !lab.get("/photos", cookie).text.contains("pictures/disk"))
      umount2(disk, Int32(MNT_DETACH))
      _ = try await lab.photos.scan(source)
      #expect(try await lab.photos.layout(PhotoView()).count == before)
      for path in ["/photos", "/photos/sources"] {
        let page = try await lab.get(path, cookie).text
        #expect(page.contains("pictures/disk is offline."), "\(path)")
      }
      // Its original is not gone but away.
      #expect(try await lab.get("/photos/original/\(photo.number)/\(photo.stamp)", cookie).status == 503)
      #expect(try await lab.photos.sources()[0].away.map(\.count) == [1])
    }
  }
}
