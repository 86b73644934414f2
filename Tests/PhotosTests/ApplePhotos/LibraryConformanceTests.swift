import BoothTesting
import Glibc
import PhotoModel
import PhotoTesting
import Testing

@testable import PhotoSources

/// The promises of all sources, at a library.
@Suite struct LibraryConformanceTests {
  @Test(arguments: PhotoSourceConformance.checks)
  func `a library keeps the promises of all sources`(_ check: PhotoSourceConformance) async throws {
    let library = try MadeLibrary()
    for number in 1...3 { try library.add(number) }
    try library.folder.put("spool/.keep", [])
    let source = LibraryPhotos(
      identifier: try #require(PhotoSourceID("library")), displayName: "My photos", library: library.path,
      spool: library.folder.path("spool"))
    func id(_ number: Int) -> PhotoID { PhotoID(MadeLibrary.uuid(number) + "/L0/001") }
    let bytes = Array("photo".utf8)
    try await check.run(
      PhotoSourceConformance.Subject(
        source, photos: [id(1): bytes, id(2): bytes, id(3): bytes],
        add: {
          try library.add(4)
          return (id(4), bytes)
        },
        remove: { removed in
          let number = try #require((1...4).first { id($0) == removed })
          try library.execute("DELETE FROM ZASSET WHERE Z_PK = \(number)")
        },
        setAway: { isAway in
          let away = library.path + ".away"
          #expect(isAway ? rename(library.path, away) == 0 : rename(away, library.path) == 0)
        }))
    try library.close()
  }
}
