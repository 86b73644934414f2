import BoothArchives
import BoothTesting
import Glibc
import PhotoLibrary
import PhotoModel
import Testing

@testable import StudioPhotos

/// Archives of photographs that change while they are sent.
@Suite struct PhotoArchiveTests {
  private static let large = 3 << 20

  private static func content(_ number: Int, _ count: Int) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, UInt8(number)] + [UInt8](repeating: UInt8(number), count: count - 4)
  }

  /// - Parameter meanwhile: is called once, when the first bytes of a photo have come.
  private static func archive(
    _ sizes: [(name: String, count: Int)], _ meanwhile: (String) throws -> Void = { _ in }
  ) async throws -> ZIPReader {
    let folder = try TemporaryFolder()
    for (number, size) in sizes.enumerated() { try folder.put("pictures/" + size.name, content(number, size.count)) }
    let photos = try DataFolderPhotos(data: folder.path("data"))
    _ = try await photos.scan(try await photos.addFolder(folder.path("pictures")))
    let all = try await photos.photos(PhotoView(order: .name), after: nil, count: 100)
    let archive = PhotoArchive(library: photos, photos: all, form: .original)
    var bytes: [UInt8] = []
    while let piece = try await archive.next() {
      if bytes.isEmpty { try meanwhile(folder.path("pictures")) }
      bytes += piece
    }
    await photos.close()
    return try ZIPReader(sizeBytes: UInt64(bytes.count)) { offset, count throws(ArchiveFault) in
      Array(bytes[Int(offset)..<Int(offset) + count])
    }
  }

  private static func missing(_ reader: ZIPReader) throws -> String {
    let entry = try #require(reader.entries.first { $0.name == "MISSING.txt" })
    return String(decoding: try reader.read(entry), as: UTF8.self)
  }

  @Test func `large and small photos come byte for byte`() async throws {
    let sizes = [("a.jpg", Self.large), ("b.jpg", 5000), ("c.jpg", Self.large + 1)]
    let reader = try await Self.archive(sizes)
    #expect(reader.entries.map(\.name) == ["a.jpg", "b.jpg", "c.jpg"])
    for (number, size) in sizes.enumerated() {
      #expect(try reader.read(reader.entries[number]) == Self.content(number, size.1))
    }
  }

  @Test func `a live photo whose film its library has not comes, and its film is named as missing`() async throws {
    let folder = try TemporaryFolder()
    try folder.put("pictures/a.jpg", Self.content(1, 5000))
    let photos = try DataFolderPhotos(data: folder.path("data"))
    _ = try await photos.scan(try await photos.addFolder(folder.path("pictures")))
    var all = try await photos.photos(PhotoView(), after: nil, count: 9)
    all[0].entry.flags.insert(.live)
    let archive = PhotoArchive(library: photos, photos: all, form: .original)
    var bytes: [UInt8] = []
    while let piece = try await archive.next() { bytes += piece }
    await photos.close()
    let reader = try ZIPReader(sizeBytes: UInt64(bytes.count)) { offset, count throws(ArchiveFault) in
      Array(bytes[Int(offset)..<Int(offset) + count])
    }
    #expect(reader.entries.map(\.name) == ["a.jpg", "MISSING.txt"])
    #expect(try Self.missing(reader).contains("a.jpg, its film: its library has it no longer"))
  }

  @Test func `one that becomes shorter while it is sent is named, and the others come`() async throws {
    let reader = try await Self.archive([("a.jpg", Self.large), ("b.jpg", 5000), ("c.jpg", Self.large)]) { folder in
      truncate(folder + "/a.jpg", off_t(Self.large / 2))
    }
    #expect(reader.entries.map(\.name) == ["b.jpg", "c.jpg", "MISSING.txt"])
    #expect(try reader.read(reader.entries[1]) == Self.content(2, Self.large))
    #expect(try Self.missing(reader).contains("a.jpg: it became shorter while it was read"))
  }

  @Test func `those that go before their turn are named, and the others come`() async throws {
    let reader = try await Self.archive([("a.jpg", 5000), ("b.jpg", Self.large), ("c.jpg", 5000), ("d.jpg", 5000)]) {
      unlink($0 + "/b.jpg")
      unlink($0 + "/c.jpg")
    }
    #expect(reader.entries.map(\.name) == ["a.jpg", "d.jpg", "MISSING.txt"])
    let missing = try Self.missing(reader)
    #expect(missing.contains("b.jpg: it is gone") && missing.contains("c.jpg: it is gone"))
  }

  @Test func `photos of one name that is as long as names may be have names that every disk takes`() async throws {
    let name = String(repeating: "n", count: 251) + ".jpg"
    let reader = try await Self.archive((1...3).map { ("\($0)/" + name, 5000) })
    let names = reader.entries.map(\.name)
    #expect(Set(names).count == 3 && names.allSatisfy { $0.utf8.count == 255 && $0.hasSuffix(".jpg") }, "\(names)")
  }

  @Test func `photos of one name have names of their own`() async throws {
    let reader = try await Self.archive([
      ("1/a.jpg", 5000), ("2/A.jpg", 5000), ("3/a-2.jpg", 5000), ("missing.TXT.jpg", 5000),
    ])
    let names = reader.entries.map { $0.name.lowercased() }
    #expect(names.count == 4 && Set(names).count == 4, "\(names)")
  }
}
