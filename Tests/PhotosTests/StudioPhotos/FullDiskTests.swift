import BoothCore
import BoothTesting
import Documents
import Glibc
import Imaging
import PhotoLibrary
import PhotoModel
import StudioModel
import Testing

@testable import StudioPhotos

/// A studio whose disk becomes full while it runs: a small one in memory, which only root may mount.
@Suite(.timeLimit(.minutes(15))) struct FullDiskTests {
  private static func fill(_ path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    for size in [1 << 16, 4096, 1] {
      let bytes = [UInt8](repeating: 7, count: size)
      while write(file, bytes, size) > 0 {}
    }
  }

  @Test func `browsing goes on, what cannot be kept is said, and with room again all is well`() async throws {
    let mounted = try TemporaryFolder()
    try mounted.put("disk/.keep", [])
    let disk = mounted.path("disk")
    guard mount("booth-test", disk, "tmpfs", 0, "size=3m") == 0 else {
      return print("skipped: a full disk, as this user may mount none: \(String(cString: strerror(errno)))")
    }
    defer { umount2(disk, Int32(MNT_DETACH)) }
    func link(_ folder: TemporaryFolder) { #expect(symlink(disk, folder.path("data")) == 0) }
    try await PhotosLab.run(["a.jpg", "b/c.jpg", "b/d.jpg"], prepare: link) { lab in
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      let all = try await lab.photos.photos(PhotoView(order: .name), after: nil, count: 10)
      func picture(_ number: Int) -> String {
        "/photos/picture/\(all[number].number)/\(all[number].stamp)/256.jpg"
      }
      #expect(try await lab.get(picture(0), cookie).status == 200)
      Self.fill(disk + "/filler")
      // What is known, what is kept, and what has to be made.
      #expect(try await lab.get("/photos", cookie).status == 200)
      #expect(try await lab.get("/photos/window.json", cookie).status == 200)
      #expect(try await lab.get(picture(0), cookie).status == 200)
      let made = try await lab.get(picture(1), cookie)
      #expect(made.status == 200 && made.bytes.starts(with: [0xFF, 0xD8]))
      for path in ["/photos", "/photos/sources"] {
        let page = try await lab.get(path, cookie).text
        #expect(page.contains("Changes cannot be saved.") && page.contains("No space left on device"), "\(path)")
      }
      #expect(try await lab.get("/booth", cookie).text.contains("Previews or marks of photos can’t be saved."))
      #expect(try await lab.get("/health", nil).text == "{\"status\":\"trouble\"}")
      // What is new is found, cannot be kept, and that is said at its source.
      for number in 0..<400 {
        try lab.folder.put("pictures/new/\(number).jpg", [0xFF, 0xD8, 0xFF, 1, 2, 3, 4, UInt8(number & 255)])
      }
      let id = try #require(try await lab.photos.sources().first?.id)
      await #expect(throws: (any Error).self) { _ = try await lab.photos.scan(id) }
      let source = try #require(try await lab.photos.sources().first)
      #expect(source.state == .failed && source.remark.contains("full"), "\(source.remark)")
      #expect(try await lab.get("/photos/sources", cookie).text.contains("full"))
      #expect(try await lab.get("/booth", cookie).text.contains("The photo source “pictures” can’t be read."))
      unlink(disk + "/filler")
      _ = try await lab.photos.scan(id)
      #expect(try await lab.photos.sources().first?.state == .ready)
      #expect(try await lab.photos.layout(PhotoView()).count == 403)
      #expect(try await lab.get(picture(2), cookie).status == 200)
      #expect(try await !lab.get("/photos", cookie).text.contains("Changes cannot be saved."))
      #expect(try await !lab.get("/booth", cookie).text.contains("Previews or marks of photos can’t be saved."))
      #expect(try await lab.get("/health", nil).text == "{\"status\":\"ok\"}")
    }
  }

  /// Of the data folder's disk, or of the photos' own.
  @Test(arguments: ["data", "pictures"])
  func `a photo that the full disk lets nobody throw away stays where it is, and one in the bin comes back`(
    _ name: String
  ) async throws {
    let mounted = try TemporaryFolder()
    try mounted.put("disk/.keep", [])
    let disk = mounted.path("disk")
    guard mount("booth-test", disk, "tmpfs", 0, "size=4m") == 0 else {
      return print("SKIPPED: a bin on a full disk, as this user may mount none: \(String(cString: strerror(errno)))")
    }
    defer { umount2(disk, Int32(MNT_DETACH)) }
    func link(_ folder: TemporaryFolder) { #expect(symlink(disk, folder.path(name)) == 0) }
    try await PhotosLab.run(["a.jpg", "b/c.jpg", "b/d.jpg"], prepare: link) { lab in
      let files = ["a.jpg", "b/c.jpg", "b/d.jpg"].map { lab.folder.path("pictures/\($0)") }
      func there() -> Int { files.count { access($0, F_OK) == 0 } }
      let all = try await lab.photos.photos(PhotoView(order: .name), after: nil, count: 10)
      let first = try await lab.photos.moveToTrash([all[0]])
      #expect(first.count == 1 && first.troubles.isEmpty && there() == 2)
      Self.fill(disk + "/filler")
      let undo = try await lab.photos.moveToTrash(Array(all.dropFirst()))
      let bins = try await lab.photos.bins()
      #expect(there() + bins.photos.count == 3, "each is where it was, or in the bin")
      #expect(undo.count + undo.troubles.count == 2 && undo.troubles.count >= 1, "\(undo)")
      #expect(there() == 2 - undo.count, "what is called troubled was not moved")
      // Nothing new has to be written for that but what is known of it.
      let back = try await lab.photos.undo(first.name)
      #expect(back.count == 1 && back.troubles.isEmpty && access(files[0], F_OK) == 0, "\(back)")
      let source = try #require(try await lab.photos.sources().first).id
      let rest = try await lab.photos.bins().photos.map(\.photo.place)
      _ = try await lab.photos.restore([source: rest])
      #expect(there() == 3)
      unlink(disk + "/filler")
      let again = try await lab.photos.moveToTrash([all[1]])
      #expect(again.count == 1 && there() == 2, "with room again photos go to the bin")
      _ = try await lab.photos.undo(again.name)
      #expect(there() == 3)
      #expect(try await lab.photos.bins().photos.isEmpty)
    }
  }
}
