import BoothTesting
import Documents
import Glibc
import NIOHTTP1
import PhotoLibrary
import PhotoModel
import StudioModel
import Testing

@testable import StudioPhotos
@testable import StudioServer
@testable import StudioStore
@testable import WebSupport

/// What is the booth's own, and what is damaged, on the pages.
@Suite struct PrivateDataTests {
  @Test func `the studio's own folder is refused as a source, in words, and nothing of it is shown`() async throws {
    try await PhotosLab.run { lab in
      try lab.folder.put("data/studio/reports/secret.jpg", try lab.folder.read("pictures/a.jpg"))
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      for path in ["data", "data/studio", "data/studio/reports", "data/photos"] {
        let answer = try await lab.post("/photos/sources/add", cookie, ["folder": lab.folder.path(path)])
        #expect(answer.status == 303 && answer.headers.first(name: "Location") == "/photos/sources")
        #expect(try await lab.photos.sources().count == 1)
      }
      #expect(try await !lab.get("/photos", cookie).text.contains("secret.jpg"))
    }
  }

  @Test func `damaged marks are set aside, said to operators, and the studio starts`() async throws {
    func damage(_ folder: TemporaryFolder) throws {
      try folder.put("data/photos/marks.sqlite", Array(repeating: 0x41, count: 5000))
    }
    try await PhotosLab.run(prepare: damage) { lab in
      let feature = PhotosFeature(lab.libraries)
      let part = try #require(await feature.remarks().first)
      #expect(part.words.contains(lab.folder.path("data/photos/marks.sqlite")))
      #expect(part.words.contains("marks.sqlite.damaged-1"))
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      #expect(try await lab.get("/photos", cookie).status == 200)
      #expect(try await lab.get("/booth", cookie).text.contains("marks.sqlite.damaged-1"))
      unlink(lab.folder.path("data/photos/marks.sqlite.damaged-1"))
      #expect(await feature.remarks().isEmpty)
    }
  }
}
