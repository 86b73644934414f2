import BoothTesting
import Glibc
import PhotoModel
import PhotoTesting
import Testing

@testable import PhotoSources

/// The promises of all sources, at a folder.
@Suite struct FolderConformanceTests {
  @Test(arguments: PhotoSourceConformance.checks)
  func `a folder keeps the promises of all sources`(_ check: PhotoSourceConformance) async throws {
    let folder = try TemporaryFolder()
    let photos = ["/a.jpg": Array("one".utf8), "/b/ü c.png": bytePattern(100_000), "/b/d.jpg": Array("three".utf8)]
    for (id, bytes) in photos { try folder.put("photos" + id, bytes) }
    try await check.run(
      PhotoSourceConformance.Subject(
        FolderPhotos(try #require(PhotoSourceID("test")), root: folder.path("photos")),
        photos: Dictionary(uniqueKeysWithValues: photos.map { (PhotoID($0.key), $0.value) }),
        add: {
          try folder.put("photos/new/e.jpg", [1, 2, 3])
          return (PhotoID("/new/e.jpg"), [1, 2, 3])
        }, remove: { id in #expect(unlink(folder.path("photos" + id.text)) == 0) },
        setAway: { isAway in
          let (here, away) = (folder.path("photos"), folder.path("away"))
          #expect(isAway ? rename(here, away) == 0 : rename(away, here) == 0)
        },
        addFilm: {
          try folder.put("photos/b/ü c.mov", bytePattern(9000))
          return (PhotoID("/b/ü c.mov"), bytePattern(9000))
        }))
  }
}
