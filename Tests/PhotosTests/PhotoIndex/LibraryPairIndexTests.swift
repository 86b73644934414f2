import BoothTesting
import PhotoModel
import Testing

@testable import PhotoLibrary

/// Pairs of a picture and a raw one as a library names them: the one complete, the other to be read.
@Suite struct LibraryPairIndexTests {
  @Test func `the raw picture of a library's pair stands behind its photo, and is no photo beside it`() async throws {
    let folder = try TemporaryFolder()
    let index = try PhotoIndex(
      path: folder.path("index.sqlite"), marks: try PhotoMarks(path: folder.path("marks.sqlite")))
    let source = ScriptedPhotos()
    var photo = PhotoEntry(
      id: PhotoID("A/L0/001"), name: "IMG_0007.JPG", place: "Rome", albums: ["Rome"], size: 5, isComplete: true)
    photo.details.format = "JPEG"
    photo.details.headMD5 = String(repeating: "a", count: 32)
    photo.details.taken = PhotoMoment(wallSeconds: 1_700_000_000, offsetMinutes: 60, nanoseconds: 250_000_000)
    var raw = PhotoEntry(id: PhotoID("A/L0/001#raw"), name: "IMG_0007.CR2", place: "Rome", size: 9)
    raw.details.taken = photo.details.taken
    source.entries = [photo, raw]
    _ = try await index.scan(source)
    try await index.readDetails(of: source, by: RawReader(), workers: 1)
    let shown = try await index.photos(PhotoView(), after: nil, count: 9)
    #expect(shown.map(\.entry.name) == ["IMG_0007.JPG"])
    let partner = try #require(shown[0].partner)
    #expect(try await index.photo(partner)?.entry.id == raw.id)
    #expect(try await index.layout(PhotoView(source: source.identifier, album: .ofSource("Rome"))).count == 1)
    // The pair is a raw photo, too; its picture is no film.
    for (text, names) in [
      ("type:raw", ["IMG_0007.JPG"]), ("type:jpeg", ["IMG_0007.JPG"]), ("type:photo", ["IMG_0007.JPG"]),
      ("type:video", []), ("type:cr2", []),
    ] {
      let found = try await index.photos(PhotoView(filter: PhotoSearch(text)), after: nil, count: 9)
      #expect(found.map(\.entry.name) == names, "\(text)")
    }
  }
}

private struct RawReader: PhotoReader {
  func details(of content: PhotoContent) -> PhotoDetails {
    var details = PhotoDetails()
    details.format = "RAW-CR2"
    details.headMD5 = String(repeating: "b", count: 32)
    return details
  }
}
