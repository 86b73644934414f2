import BoothCore
import BoothTesting
import Documents
import ImageMetadata
import NIOHTTP1
import PhotoLibrary
import PhotoModel
import StudioModel
import Testing

@testable import StudioPhotos
@testable import StudioServer
@testable import WebSupport

/// What pages say of photos that have no picture.
@Suite(.timeLimit(.minutes(15))) struct NoPicturePageTests {
  @Test func `every reason is said in every language, with what helps`() {
    var reasons = NoPicture.Reason.allCases.map { NoPicture($0, byte: $0 == .cut ? 4096 : nil, kind: "RAW-NEF") }
    reasons += NoPicture.Need.allCases.map { NoPicture(.unsupported, need: $0, kind: "HEIF") }
    reasons += NoPicture.Disguise.allCases.map { NoPicture(.notAPicture, disguise: $0) }
    for language in Language.allCases {
      let words = WordTable<NoPictureText>(language)
      for reason in reasons {
        let said = NoPictureText.sentences(reason, words)
        #expect(!said.isEmpty && !said.contains("%"), "\(language) \(reason.text): \(said)")
        #expect(NoPictureText.allCases.allSatisfy { !words[$0].isEmpty })
      }
      #expect(NoPictureText.sentences(NoPicture(.cut, byte: 4096), words).contains("4096"))
      #expect(NoPictureText.sentences(NoPicture(.unsupported, need: .libvips), words).contains("libvips42"))
    }
  }

  private static let psd: [UInt8] =
    Array("8BPS".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 240, 0, 0, 1, 64, 0, 8, 0, 3]
    + [UInt8](repeating: 0, count: 8)

  @Test func `list, viewer, page and archive say why a photo has no picture, and what helps`() async throws {
    try await PhotosLab.run(["a.jpg"]) { lab in
      try lab.folder.put("pictures/layers.psd", Self.psd)
      let source = try #require(try await lab.photos.sources().first?.id)
      _ = try await lab.photos.scan(source)
      let all = try await lab.photos.photos(PhotoView(order: .name), after: nil, count: 10)
      let photo = try #require(all.first { $0.entry.name == "layers.psd" })
      let cookie = try await lab.join("anna@example.org", Standing(.admin))
      let picture = try await lab.get("/photos/picture/\(photo.number)/\(photo.stamp)/1024.jpg", cookie)
      let words = WordTable<NoPictureText>(.english)
      let said = NoPictureText.sentences(NoPicture(.unsupported, need: .conversion, kind: "PSD"), words)
      #expect(picture.status == 404 && picture.text == said)
      #expect(try await lab.get("/photos/window.json?order=name", cookie).text.contains(said))
      #expect(try await lab.get("/photos/about/\(photo.number)", cookie).text.contains(said))
      #expect(try await lab.get("/photos/at/\(photo.number)/\(photo.stamp)", cookie).text.contains(said))
      let archive = try await lab.post("/photos/export", cookie, ["photos": "\(photo.number)", "size": "1024"])
      #expect(archive.text.contains("PSD") && archive.text.contains("save it as JPEG"), "\(archive.text)")
    }
  }

  /// Two pictures of one pixel, and the mark that they repeat.
  private static let gif: [UInt8] = {
    let picture: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    let head: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
    let again: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    return head + again + picture + picture + [0x3B]
  }()

  @Test func `an animated picture carries a sign, and the viewer gets the file to play`() async throws {
    try await PhotosLab.run(["a.jpg"]) { lab in
      try lab.folder.put("pictures/moving.gif", Self.gif)
      let source = try #require(try await lab.photos.sources().first?.id)
      _ = try await lab.photos.scan(source)
      let all = try await lab.photos.photos(PhotoView(order: .name), after: nil, count: 10)
      let still = try #require(all.first { $0.entry.name == "a.jpg" })
      let moving = try #require(all.first { $0.entry.name == "moving.gif" })
      #expect(moving.entry.flags.contains(.animated) && !still.entry.flags.contains(.animated))
      let cookie = try await lab.join("anna@example.org", Standing(.admin))
      let cells = try #require(
        try JSONReader.read(try await lab.get("/photos/window.json?order=name", cookie).bytes).array)
      let bits = cells.map { $0.array?[4].integer ?? 0 }
      #expect(bits == [0, 64])
      let file = try await lab.get("/photos/moving/\(moving.number)/\(moving.stamp)", cookie)
      #expect(file.status == 200 && file.bytes == Self.gif && file.headers.first(name: "Content-Type") == "image/gif")
      #expect(file.headers.first(name: "Content-Security-Policy")?.contains("sandbox") == true)
      #expect(file.headers.first(name: "X-Content-Type-Options") == "nosniff")
      #expect(try await lab.get("/photos/moving/\(still.number)/\(still.stamp)", cookie).status == 404)
      #expect(try await lab.get("/photos/moving/\(moving.number)/\(moving.stamp)", nil).status != 200)
    }
  }
}
