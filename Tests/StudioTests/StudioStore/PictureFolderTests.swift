import BoothTesting
import Documents
import FoundationEssentials
import StudioModel
import Testing

@testable import StudioStore

@Suite struct PictureFolderTests {
  private static func folder(_ path: String) -> PictureFolder {
    PictureFolder(path: path) { (file) async throws(StudioPictureError) in
      let upload = FileManager.default.contents(atPath: file).map { Array($0) } ?? []
      guard !upload.isEmpty else { throw .refused(.unknown) }
      return PreparedPicture(jpeg: upload, thumbnail: Array(upload.prefix(1)))
    }
  }

  @Test func `the same picture is kept once, another beside it, and all of an album goes`() async throws {
    let place = try TemporaryFolder()
    let pictures = Self.folder(place.path + "/pictures")
    let album = PictureAlbum(organisation: "o", name: "a")
    let one = try await pictures.keep(file: try place.sent([1, 2]), in: album)
    #expect(try await pictures.keep(file: try place.sent([1, 2]), in: album) == one)
    let other = try await pictures.keep(file: try place.sent([3]), in: album)
    #expect(other != one && KeptPicture.isName(one.name) && KeptPicture.isName(one.thumbnail))
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path + "/pictures/o/a").count == 4)
    #expect(try await pictures.jpeg(one.name, in: album) == [1, 2])
    #expect(try await pictures.jpeg(one.thumbnail, in: album) == [1])
    #expect(try await pictures.jpeg(one.name, in: PictureAlbum(organisation: "o", name: "b")) == nil)
    #expect(try await pictures.jpeg(one.name, in: PictureAlbum(organisation: "p", name: "a")) == nil)
    try await pictures.remove(album)
    #expect(try await pictures.jpeg(one.name, in: album) == nil)
    try await pictures.remove(album)
  }

  @Test func `the drafts of a person are counted until they are whole or gone, the oldest first`() async throws {
    let place = try TemporaryFolder()
    let pictures = Self.folder(place.path + "/pictures")
    let albums = ["a", "b", "c"].map { PictureAlbum(organisation: "o", name: $0) }
    for (number, album) in albums.enumerated() {
      try await pictures.note(album, isDraft: true, of: "mia")
      _ = try await pictures.keep(file: try place.sent([1, 2, 3]), in: album)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(3000 - number))],
        ofItemAtPath: "\(place.path)/pictures/o/\(album.name)")
    }
    let drafts = try await pictures.drafts(of: "mia", in: "o")
    #expect(drafts.map(\.album.name) == ["c", "b", "a"])
    #expect(drafts.allSatisfy { $0.files == 2 && $0.bytes == 4 })
    #expect(try await pictures.drafts(of: "noa", in: "o").isEmpty)
    #expect(try await pictures.drafts(of: "mia", in: "p").isEmpty)
    #expect(try await pictures.albums(untouchedSince: 4000).count == 3, "who fills them is no album")
    try await pictures.note(albums[0], isDraft: false, of: "mia")
    try await pictures.remove(albums[1])
    #expect(try await pictures.drafts(of: "mia", in: "o").map(\.album.name) == ["c"])
    try await pictures.note(PictureAlbum(organisation: "..", name: "a"), isDraft: true, of: "mia")
    try await pictures.note(albums[0], isDraft: true, of: "../../mia")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).sorted() == ["pictures", "sent"])
  }

  @Test(arguments: ["..", ".", "", "a/b", "a\u{0}", "/etc", "ä"]) func `no name leads out of the folder`(
    _ name: String
  ) async throws {
    let place = try TemporaryFolder()
    let pictures = Self.folder(place.path)
    let album = PictureAlbum(organisation: "o", name: name)
    await #expect(throws: StudioPictureError.self) { try await pictures.keep(file: try place.sent([1]), in: album) }
    #expect(try await pictures.jpeg("studio.jpg", in: album) == nil)
    try await pictures.remove(album)
    #expect(FileManager.default.fileExists(atPath: place.path))
    #expect(!KeptPicture.isName(name + ".jpg"))
  }

  @Test func `an album into which nothing was put for long is named, and one that is worked on is not`() async throws {
    let place = try TemporaryFolder()
    let pictures = Self.folder(place.path + "/pictures")
    #expect(try await pictures.albums(untouchedSince: 4e9) == [])
    let (old, new) = (PictureAlbum(organisation: "o", name: "old"), PictureAlbum(organisation: "o", name: "new"))
    for album in [old, new] {
      _ = try await pictures.keep(file: try place.sent([1]), in: album)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: "\(place.path)/pictures/o/\(album.name)")
    }
    // The same picture once more: nothing is written, and a person is there.
    _ = try await pictures.keep(file: try place.sent([1]), in: new)
    #expect(try await pictures.albums(untouchedSince: 1001) == [old])
    #expect(try await pictures.albums(untouchedSince: 1000) == [])
  }

  @Test func `what cannot be prepared is not kept`() async throws {
    let place = try TemporaryFolder()
    let pictures = Self.folder(place.path + "/pictures")
    await #expect(throws: StudioPictureError.refused(.unknown)) {
      try await pictures.keep(file: try place.sent([]), in: PictureAlbum(organisation: "o", name: "a"))
    }
    #expect(!FileManager.default.fileExists(atPath: place.path + "/pictures/o"))
  }
}

extension TemporaryFolder {
  /// A file that a person has sent.
  fileprivate func sent(_ bytes: [UInt8]) throws -> String {
    guard FileManager.default.createFile(atPath: path + "/sent", contents: Data(bytes)) else {
      throw CancellationError()
    }
    return path + "/sent"
  }
}
