import BoothCore
import BoothTesting
import Documents
import Glibc
import NIOHTTP1
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioServer
import Testing
import WebSupport

@testable import StudioPhotos

/// What was thrown away, as the studio shows it and takes it back.
@Suite(.timeLimit(.minutes(15))) struct PhotosBinTests {
  @Test func `what lies in bins is shown to who may use them, and goes back as it is chosen`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      let empty = try await lab.get("/photos/bin", cookie)
      #expect(empty.status == 200 && empty.text.contains(BinText.table(.english)[.nothing] ?? "-"))
      let all = try await lab.photos.photos(PhotoView(order: .name), after: nil, count: 9)
      _ = try await lab.photos.moveToTrash(all)
      let bins = try await lab.photos.bins()
      #expect(bins.photos.count == 3 && bins.bins.map(\.count) == [3])
      #expect(Set(bins.photos.map(\.name)) == ["a.jpg", "c.jpg", "d.jpg"])
      #expect(Set(bins.photos.map(\.folder)) == ["/", "/b/"])
      #expect(Set(bins.photos.map(\.size)) == Set(all.compactMap(\.entry.size)))
      let page = try await lab.get("/photos/bin", cookie)
      #expect(page.text.contains(lab.folder.path("pictures/.booth-bin")) && page.text.contains("c.jpg"))
      // One by its place, one under whose name another file lies, one that is there no longer.
      let (one, taken) = (bins.photos[0], bins.photos[1])
      try lab.folder.put("pictures" + taken.photo.id.text, [1])
      let fields = [
        "page": "1", "chosen-0": "pictures/\(one.photo.place)", "chosen-7": "pictures/\(taken.photo.place)",
        "chosen-9": "pictures/none", "shown-3": "pictures/\(bins.photos[2].photo.place)",
      ]
      #expect(try await lab.post("/photos/bin/restore", cookie, fields, token: "x").status == 403)
      #expect(try await lab.photos.bins().photos.count == 3)
      let reply = try await lab.post("/photos/bin/restore", cookie, fields)
      #expect(reply.status == 303 && reply.headers["Location"] == ["/photos/bin"])
      let said = try await lab.get("/photos/bin", cookie).text
      #expect(said.contains(AlbumText.table(.english)[.nameTaken] ?? "-"))
      #expect(said.contains(AlbumText.table(.english)[.gone] ?? "-"))
      #expect(Set(try await lab.photos.bins().photos) == Set(bins.photos.dropFirst()))
      #expect(access(lab.folder.path("pictures" + one.photo.id.text), F_OK) == 0)
      // All of the page.
      #expect(unlink(lab.folder.path("pictures" + taken.photo.id.text)) == 0)
      var rest = ["page": "1", "all": "1"]
      for (number, photo) in bins.photos.dropFirst().enumerated() {
        rest["shown-\(number)"] = "pictures/\(photo.photo.place)"
      }
      _ = try await lab.post("/photos/bin/restore", cookie, rest)
      #expect(try await lab.photos.bins().photos.isEmpty)
      #expect(try await lab.post("/photos/bin/restore", cookie, ["chosen-0": "../x"]).status == 404)
      #expect(try await lab.post("/photos/bin/restore", cookie, ["chosen-0": "nobody/x"]).status == 404)
      // Who may not use the bin sees nothing of it.
      let other = try await lab.join("b@example.org", Standing(.employee))
      #expect(try await lab.get("/photos/bin", other).status == 403)
      #expect(try await lab.post("/photos/bin/restore", other, rest).status == 403)
      #expect(!(try await lab.get("/photos", other).text.contains("/photos/bin")))
      #expect(try await lab.get("/photos", cookie).text.contains("/photos/bin"))
    }
  }

  @Test func `a bin whose source is away is named, and the others are there`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      try lab.folder.put("second/e.jpg", [0xFF, 0xD8, 0xFF])
      _ = try await lab.photos.scan(try await lab.photos.addFolder(lab.folder.path("second")))
      _ = try await lab.photos.moveToTrash(try await lab.photos.photos(PhotoView(), after: nil, count: 9))
      #expect(try await lab.photos.bins().photos.count == 4)
      #expect(rename(lab.folder.path("pictures"), lab.folder.path("gone")) == 0)
      let bins = try await lab.photos.bins()
      #expect(bins.photos.map(\.name) == ["e.jpg"] && bins.bins.map(\.trouble) == [.away, nil])
      let page = try await lab.get("/photos/bin", cookie).text
      #expect(page.contains(AlbumText.table(.english)[.away] ?? "-") && page.contains("e.jpg"))
    }
  }

  @Test func `a photo that is named twice counts once, and what stands in a folder's place is named`() async throws {
    try await PhotosLab.run(["x/a.jpg"]) { lab in
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      let photo = try #require(try await lab.photos.photos(PhotoView(), after: nil, count: 9).first)
      let reply = try await lab.post("/photos/trash", cookie, ["photos": "\(photo.number),\(photo.number)"])
      let moved = try JSONReader.read(reply.bytes)
      #expect(moved["count"]?.integer == 1 && moved["failed"]?.integer == 0, "\(reply.text)")
      #expect(moved["absent"]?.integer == 0)
      #expect(rmdir(lab.folder.path("pictures/x")) == 0)
      try lab.folder.put("pictures/x", [1])
      let undone = try await lab.post("/photos/undo", cookie, ["undo": moved["undo"]?.string ?? ""])
      #expect(undone.text.contains("a different file has the name of its folder"), "\(undone.text)")
      #expect(try JSONReader.read(undone.bytes)["failed"]?.integer == 1)
      #expect(try await lab.photos.bins().photos.count == 1)
    }
  }

  @Test func `every language says all of it`() {
    for language in Language.allCases {
      for text in BinText.allCases {
        let words = BinText.table(language)[text] ?? ""
        #expect(!words.isEmpty, "\(language) \(text)")
        for sign in ["%1", "%2"] {
          #expect(words.contains(sign) == BinText.table(.english)[text]?.contains(sign), "\(language) \(text)")
        }
      }
    }
  }
}
