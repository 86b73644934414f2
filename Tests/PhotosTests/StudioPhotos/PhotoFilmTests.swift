import BoothArchives
import BoothTesting
import Documents
import Glibc
import NIOHTTP1
import PhotoLibrary
import PhotoModel
import StudioModel
import Testing

@testable import StudioPhotos

/// Films of live photos, as browsers and people get them.
@Suite(.timeLimit(.minutes(15))) struct PhotoFilmTests {
  private static func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

  /// An index that says no time, and a megabyte.
  private static let film =
    big(8) + Array("moov".utf8) + big(1_000_008) + Array("mdat".utf8) + bytePattern(1_000_000)

  /// A folder with a film beside its first picture.
  private static func run(_ body: @Sendable @escaping (PhotosLab, PhotoRecord) async throws -> Void) async throws {
    try await PhotosLab.run { lab in
      // Boxes that are empty make a film cut, so it has a head.
      let head = big(28) + Array("mvhd".utf8) + [UInt8](repeating: 0, count: 20)
      let bytes = big(36) + Array("moov".utf8) + head + film.dropFirst(8)
      try lab.folder.put("pictures/a.mov", bytes)
      let times = [timespec(tv_sec: 1_720_958_400, tv_nsec: 0), timespec(tv_sec: 1_720_958_400, tv_nsec: 0)]
      for name in ["a.jpg", "a.mov"] { utimensat(AT_FDCWD, lab.folder.path("pictures/" + name), times, 0) }
      _ = try await lab.photos.scan(try await lab.photos.sources()[0].id)
      let live = try #require(
        try await lab.photos.photos(PhotoView(order: .name), after: nil, count: 9).first { $0.film != nil })
      try await body(lab, live)
    }
  }

  @Test func `a film is sent whole, in parts, and as a head, to who may look`() async throws {
    try await Self.run { lab, live in
      let cookie = try await lab.join("a@example.org", Standing(.employee))
      let path = "/photos/film/\(live.number)/\(live.stamp)"
      let bytes = try lab.folder.read("pictures/a.mov")
      let whole = try await lab.get(path, cookie)
      #expect(whole.status == 200 && whole.bytes == bytes && whole.headers.first(name: "Accept-Ranges") == "bytes")
      #expect(whole.headers.first(name: "Content-Type") == "video/mp4")
      #expect(whole.headers.first(name: "Content-Disposition")?.hasSuffix("a.mov") == true)
      let tag = try #require(whole.headers.first(name: "ETag"))
      func ask(_ headers: [(String, String)], _ method: String = "GET") async throws -> PhotosReply {
        try await lab.send(.init(rawValue: method), path, cookie, headers, nil)
      }
      for (range, expected) in [
        ("bytes=0-0", 0..<1), ("bytes=10-19", 10..<20), ("bytes=300000-", 300_000..<bytes.count),
        ("bytes=-5", bytes.count - 5..<bytes.count), ("bytes=0-99999999", 0..<bytes.count),
      ] {
        let part = try await ask([("Range", range)])
        #expect(part.status == 206 && part.bytes == Array(bytes[expected]), "\(range)")
        #expect(
          part.headers.first(name: "Content-Range")
            == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/\(bytes.count)")
      }
      for range in ["bytes=9999999-", "bytes=-0"] {
        let none = try await ask([("Range", range)])
        #expect(none.status == 416 && none.headers.first(name: "Content-Range") == "bytes */\(bytes.count)", "\(range)")
      }
      #expect(try await ask([("Range", "lines=1-2")]).status == 200)
      // A part of what the client has, and of nothing else.
      #expect(try await ask([("Range", "bytes=0-9"), ("If-Range", tag)]).bytes == Array(bytes[..<10]))
      #expect(try await ask([("Range", "bytes=0-9"), ("If-Range", "\"other\"")]).bytes == bytes)
      #expect(try await ask([("If-None-Match", tag)]).status == 304)
      let head = try await ask([("Range", "bytes=0-9")], "HEAD")
      #expect(
        head.status == 200 && head.bytes.isEmpty && head.headers.first(name: "Content-Length") == "\(bytes.count)")
      #expect(try await lab.get(path, nil).status != 200)
      #expect(try await lab.send(.POST, path, cookie, [], nil).status == 405)
    }
  }

  @Test func `another stamp, a photo without a film and a film that is another one by now answer 404`() async throws {
    try await Self.run { lab, live in
      let cookie = try await lab.join("a@example.org", Standing(.employee))
      let path = "/photos/film/\(live.number)/\(live.stamp)"
      let other = try #require(
        try await lab.photos.photos(PhotoView(), after: nil, count: 9).first { !$0.isLive })
      #expect(try await lab.get("/photos/film/\(other.number)/\(other.stamp)", cookie).status == 404)
      #expect(try await lab.get("/photos/film/\(live.number)/0123456789ab", cookie).status == 404)
      #expect(try await lab.get("/photos/film/\(live.number)/x", cookie).status == 404)
      #expect(
        try await lab.get("/photos/about/\(live.number)", cookie).text.replacing("\\/", with: "/").contains(
          "\"\(path)\""))
      #expect(try await lab.get("/photos/about/\(other.number)", cookie).text.contains("\"film\"") == false)
      let key = try #require(live.key).text
      #expect(try await lab.get("/photos/at/\(key)", cookie).text.contains(path))
      try lab.folder.put("pictures/a.mov", [1, 2, 3])
      #expect(try await lab.get(path, cookie).status == 404)
    }
  }

  @Test func `an archive of originals has the film beside its picture; one of sizes has not`() async throws {
    try await Self.run { lab, live in
      let all = try await lab.photos.photos(PhotoView(order: .name), after: nil, count: 9)
      func archive(_ form: PhotoForm) async throws -> ZIPReader {
        // Twice, so that names are taken.
        let archive = PhotoArchive(library: lab.photos, photos: all + [live], form: form)
        var bytes: [UInt8] = []
        while let piece = try await archive.next() { bytes += piece }
        let whole = bytes
        return try ZIPReader(sizeBytes: UInt64(whole.count)) { offset, count throws(ArchiveFault) in
          Array(whole[Int(offset)..<Int(offset) + count])
        }
      }
      let originals = try await archive(.original)
      #expect(originals.entries.map(\.name) == ["a.jpg", "a.mov", "c.jpg", "d.jpg", "a-2.jpg", "a-2.mov"])
      #expect(try originals.read(originals.entries[1]) == lab.folder.read("pictures/a.mov"))
      #expect(try await archive(.bare).entries.map(\.name) == ["a.jpg", "c.jpg", "d.jpg", "a-2.jpg"])
      // A film that is gone is named, and its picture comes.
      unlink(lab.folder.path("pictures/a.mov"))
      let without = try await archive(.original)
      #expect(without.entries.map(\.name) == ["a.jpg", "c.jpg", "d.jpg", "a-2.jpg", "MISSING.txt"])
      let words = String(decoding: try without.read(without.entries[4]), as: UTF8.self)
      #expect(words.contains("a.jpg, its film: it is gone"))
    }
  }
}
