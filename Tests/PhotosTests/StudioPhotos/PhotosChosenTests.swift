import BoothArchives
import BoothCore
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
@testable import WebSupport

/// Selections of which a part is gone or not shown, and sources that are away.
@Suite(.timeLimit(.minutes(15))) struct PhotosChosenTests {
  @Test func `of a selection it is known what is gone, what is shown, and which colours it has`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      let photos = try await lab.photos.photos(PhotoView(order: .name), after: nil, count: 9)
      try await lab.photos.mark([photos[0]], PhotoMarkChange(adding: PhotoTags(rawValue: 5)))
      try await lab.photos.mark([photos[1]], PhotoMarkChange(adding: PhotoTags(rawValue: 6)))
      let numbers = photos.map { "\($0.number)" }.joined(separator: ",") + ",999999"
      func ask(_ query: String) async throws -> JSONDocument {
        let reply = try await lab.post("/photos/chosen" + query, cookie, ["photos": numbers])
        #expect(reply.status == 200)
        return try JSONReader.read(reply.bytes)
      }
      let all = try await ask("")
      #expect(all["gone"]?.array?.compactMap(\.integer) == [999999])
      #expect(all["shown"]?.integer == 3 && all["common"]?.integer == 0 && all["any"]?.integer == 7)
      #expect(try await ask("?q=c.jpg")["shown"]?.integer == 1)
      #expect(try await ask("?in=none")["shown"]?.integer == 0)
      let two = try await lab.post("/photos/chosen", cookie, ["photos": "\(photos[0].number),\(photos[1].number)"])
      #expect(try JSONReader.read(two.bytes)["common"]?.integer == 4)
      let window = try await lab.get("/photos/window.json?numbers=\(photos[2].number),\(photos[0].number)", cookie)
      let names = try JSONReader.read(window.bytes).array?.compactMap { $0.array?.last?.string }
      #expect(names == [photos[2].entry.name, photos[0].entry.name])
      #expect(try await lab.post("/photos/chosen", cookie, ["photos": "x"]).status == 404)
    }
  }

  @Test func `what is gone of a selection is counted, and the rest is done`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      let photo = try #require(try await lab.photos.photos(PhotoView(), after: nil, count: 1).first)
      let (some, none) = ("\(photo.number),999998,999999", "999998,999999")
      for (path, fields) in [
        ("mark", ["star": "1"]), ("albums/add", ["album": "basket"]), ("copy", ["folder": lab.folder.path("print")]),
        ("trash", [:]),
      ] {
        let reply = try await lab.post("/photos/" + path, cookie, fields.merging(["photos": some, "size": ""]) { $1 })
        #expect(reply.status == 200, "\(path)")
        #expect(try JSONReader.read(reply.bytes)["absent"]?.integer == 2, "\(path)")
      }
      #expect(try await lab.photos.layout(PhotoView()).count == 2)
      let saved = try await lab.post("/photos/export", cookie, ["photos": none, "size": ""])
      #expect(saved.status == 200)
      let bytes = saved.bytes
      let archive = try ZIPReader(sizeBytes: UInt64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) }
      let missing = try #require(archive.entries.first)
      #expect(archive.entries.count == 1 && missing.name == "MISSING.txt")
      #expect(String(decoding: try archive.read(missing), as: UTF8.self).contains("not there any longer: 2"))
      #expect(
        try await lab.post("/photos/copy", cookie, ["photos": none, "size": "", "folder": "/x"]).status == 422)
    }
  }

  @Test func `a photo whose source is away is not gone, and the studio is not in trouble`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      let source = try await lab.photos.sources()[0].id
      let photo = try #require(try await lab.photos.photos(PhotoView(), after: nil, count: 1).first)
      let own = "\(photo.number)/\(photo.stamp)"
      #expect(rename(lab.folder.path("pictures"), lab.folder.path("gone")) == 0)
      // A folder that is not there, and the empty mount point of a disk.
      for isMountPoint in [false, true] {
        if isMountPoint { #expect(mkdir(lab.folder.path("pictures"), 0o755) == 0) }
        do { _ = try await lab.photos.scan(source) } catch {
          // It is away.
        }
        #expect(try await lab.photos.sources()[0].state == .offline)
        let picture = try await lab.get("/photos/picture/\(own)/256.jpg", cookie)
        #expect(picture.status == 503 && picture.headers.first(name: "X-Booth-Away") != nil)
        let original = try await lab.get("/photos/original/\(own)", cookie)
        #expect(original.status == 503 && original.text.contains(ChoiceText.table(.english)[.awayTitle] ?? "-"))
        for path in ["/photos", "/photos/sources", "/photos/layout.json", "/photos/original/\(own)"] {
          #expect(try await lab.get(path, cookie).text.contains("No such file") == false, "\(path)")
        }
      }
    }
  }

  @Test func `every language says everything, with the same numbers and the same keys`() {
    for language in Language.allCases {
      let table = ChoiceText.table(language)
      for text in ChoiceText.allCases {
        let words = table[text] ?? ""
        #expect(!words.isEmpty, "\(language) \(text)")
        for sign in ["%1", "%2"] {
          #expect(words.contains(sign) == ChoiceText.table(.english)[text]?.contains(sign), "\(language) \(text)")
        }
      }
      for text in ChoiceText.listed.map({ $0.0 }) + ChoiceText.listedOpened {
        #expect(table[text]?.split(separator: "|").count == 2, "\(language) \(text)")
      }
    }
  }
}
