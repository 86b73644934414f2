import BoothTesting
import Documents
import Glibc
import PhotoLibrary
import PhotoModel
import StudioModel
import Testing

@testable import StudioPhotos

/// A studio whose index turns out to be damaged while it runs.
@Suite(.timeLimit(.minutes(15))) struct DamagedIndexPageTests {
  @Test func `its pages are shown, and its photos come back by themselves`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      lab.photos.watch()
      let id = try #require(try await lab.photos.sources().first).id
      // Another index takes its place, as another process would make it, and this one is damaged.
      let other = try DataFolderPhotos(data: lab.folder.path("other"))
      _ = try await other.scan(try await other.addFolder(lab.folder.path("pictures")))
      await other.close()
      // Closed by who has only written, nothing of it is left in its log.
      await (try DataFolderPhotos(data: lab.folder.path("other"))).close()
      #expect(access(lab.folder.path("other/photos/index.sqlite-wal"), F_OK) != 0)
      var bytes = try lab.folder.read("other/photos/index.sqlite")
      for start in stride(from: 4096, to: bytes.count, by: 4096) where bytes[start] == 0x0D {
        guard bytes[start..<start + 4096].firstRange(of: Array("c.jpg".utf8)) != nil else { continue }
        bytes.replaceSubrange(start..<start + 4096, with: Array(repeating: 0xA7, count: 4096))
      }
      try lab.folder.put("other/photos/index.sqlite", bytes)
      let path = lab.folder.path("data/photos/index.sqlite")
      for ending in ["-wal", "-shm"] { unlink(path + ending) }
      #expect(rename(lab.folder.path("other/photos/index.sqlite"), path) == 0)
      for page in ["/photos", "/photos/layout.json", "/photos/window.json"] {
        #expect(try await lab.get(page, cookie).status == 200, "\(page)")
      }
      // It looks itself; one at a time.
      while try await lab.photos.scan(id) == nil { await Task.moment() }
      let photos = try await lab.photos.photos(PhotoView(order: .name), after: nil, count: 10)
      #expect(photos.map(\.entry.name) == ["a.jpg", "c.jpg", "d.jpg"])
      #expect(try await lab.get("/photos/about/\(photos[0].number)", cookie).status == 200)
    }
  }
}
