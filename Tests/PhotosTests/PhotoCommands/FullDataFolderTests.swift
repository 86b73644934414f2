import BoothTesting
import Glibc
import PhotoModel
import Testing

@testable import PhotoLibrary

/// A data folder on a disk without room: a small one in memory, which only root may mount.
@Suite struct FullDataFolderTests {
  private static func fill(_ path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    for size in [1 << 16, 4096, 1] {
      let bytes = [UInt8](repeating: 7, count: size)
      while write(file, bytes, size) > 0 {}
    }
  }

  @Test(arguments: [false, true])
  func `a folder is not added on a full disk, which is named; with room again it is`(_ isKnown: Bool) async throws {
    let folder = try TemporaryFolder()
    try folder.put("disk/.keep", [])
    try folder.put("pictures/a.jpg", [0xFF, 0xD8, 0xFF])
    let disk = folder.path("disk")
    guard mount("booth-test", disk, "tmpfs", 0, "size=2m") == 0 else {
      return print("skipped: a full disk, as this user may mount none: \(String(cString: strerror(errno)))")
    }
    defer { umount2(disk, Int32(MNT_DETACH)) }
    if isKnown { await (try DataFolderPhotos(data: disk)).close() }
    Self.fill(disk + "/filler")
    await #expect {
      let photos = try DataFolderPhotos(data: disk)
      _ = try await photos.addFolder(folder.path("pictures"))
    } throws: { error in
      let words = DataFolderPhotos.words(error)
      return words.contains("is full") && words.contains("\(disk)/photos")
    }
    unlink(disk + "/filler")
    let photos = try DataFolderPhotos(data: disk)
    #expect(try await photos.sources().isEmpty)
    let id = try await photos.addFolder(folder.path("pictures"))
    #expect(try await photos.sources().map(\.id) == [id])
    await photos.close()
  }
}
