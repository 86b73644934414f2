import BoothTesting
import Glibc
import PhotoModel
import Testing

@testable import PhotoLibrary

/// Folders that are added under another path, and whose they are.
@Suite(.timeLimit(.minutes(15))) struct MovedSourceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for number in 0..<60 {
      try folder.put("trip/day \(number % 3)/\(number).jpg", [0xFF, 0xD8, 0xFF, UInt8(number)])
    }
  }

  private func photos() async throws -> DataFolderPhotos {
    let photos = try DataFolderPhotos(data: folder.path("data"))
    _ = try await photos.scan(try await photos.addFolder(folder.path("trip")))
    return photos
  }

  private func move(_ from: String, _ to: String) { #expect(rename(folder.path(from), folder.path(to)) == 0) }

  /// Times and sizes as they are, and other inodes: as on another mount of what was copied.
  private func copy(_ from: String, _ to: String, _ numbers: Range<Int> = 0..<60, timesToo: Bool = true) throws {
    for number in numbers {
      let place = "/day \(number % 3)/\(number).jpg"
      try folder.put(to + place, [0xFF, 0xD8, 0xFF, UInt8(number)])
      var facts = stat()
      #expect(stat(folder.path(from + place), &facts) == 0)
      guard timesToo else { continue }
      #expect(utimensat(AT_FDCWD, folder.path(to + place), [facts.st_atim, facts.st_mtim], 0) == 0)
    }
  }

  private func remove(_ name: String) throws {
    for number in 0..<60 { unlink(folder.path("\(name)/day \(number % 3)/\(number).jpg")) }
    for day in 0..<3 { #expect(rmdir(folder.path("\(name)/day \(day)")) == 0) }
    #expect(rmdir(folder.path(name)) == 0)
  }

  @Test func `a folder that was renamed stays the source that it was, with its albums, and nothing is read again`()
    async throws
  {
    let photos = try await photos()
    let before = try await photos.photos(PhotoView(order: .name), after: nil, count: 100)
    let album = try await photos.makeAlbum("Best")
    _ = try await photos.add(Array(before.prefix(5)), to: album)
    move("trip", "Italy")
    // Photos have come and gone since: the folder is the same.
    for number in 0..<8 { #expect(unlink(folder.path("Italy/day \(number % 3)/\(number).jpg")) == 0) }
    let added = try await photos.addSource(folder.path("Italy"))
    #expect(added == PhotoAddition(id: before[0].source, movedFrom: folder.path("trip")))
    let found = try #require(try await photos.scan(added.id))
    #expect((found.report.added, found.report.changed, found.report.gone, found.read) == (0, 0, 8, 0))
    let sources = try await photos.sources()
    #expect(sources.map(\.displayName) == ["Italy"] && sources.map(\.location) == [folder.path("Italy")])
    #expect(try await photos.album(album, of: nil)?.count == before.prefix(5).count { Self.number($0) >= 8 })
    // Added once more it is just itself.
    #expect(try await photos.addSource(folder.path("Italy")) == PhotoAddition(id: added.id))
    await photos.close()
  }

  private static func number(_ photo: PhotoRecord) -> Int { Int(photo.entry.name.dropLast(4)) ?? 0 }

  @Test func `all of the same files elsewhere are the source that is away`() async throws {
    let photos = try await photos()
    let id = try await photos.sources()[0].id
    try copy("trip", "media/disk")
    try remove("trip")
    let added = try await photos.addSource(folder.path("media/disk"))
    #expect(added == PhotoAddition(id: id, movedFrom: folder.path("trip")))
    await photos.close()
  }

  @Test(arguments: ["there", "part", "times", "empty", "refilled"])
  func `false friends are sources of their own`(_ friend: String) async throws {
    let photos = try await photos()
    let id = try await photos.sources()[0].id
    switch friend {
    case "there":
      // A copy, while what was copied is where it was.
      try copy("trip", "new")
    case "part":
      // A part of a copy.
      try copy("trip", "new", 0..<30)
      try remove("trip")
    case "times":
      // The same names with other times, as a camera numbers its pictures.
      try copy("trip", "new", timesToo: false)
      #expect(utimensat(AT_FDCWD, folder.path("new/day 0/0.jpg"), [timespec(), timespec()], 0) == 0)
      try remove("trip")
    case "empty":
      #expect(mkdir(folder.path("new"), 0o755) == 0)
      try remove("trip")
    default:
      // The same folder by its inode, with other photos in it.
      move("trip", "new")
      for number in 0..<40 { #expect(unlink(folder.path("new/day \(number % 3)/\(number).jpg")) == 0) }
      try folder.put("new/other.jpg", [0xFF, 0xD8, 0xFF])
    }
    let added = try await photos.addSource(folder.path("new"))
    #expect(added.id != id && added.movedFrom == nil)
    #expect(try await photos.sources().map(\.displayName) == ["trip", "new"])
    await photos.close()
  }

  @Test func `where two sources would fit it is neither`() async throws {
    try copy("trip", "copy")
    let photos = try await photos()
    _ = try await photos.scan(try await photos.addFolder(folder.path("copy")))
    try copy("trip", "new")
    try remove("trip")
    try remove("copy")
    #expect(try await photos.addSource(folder.path("new")).movedFrom == nil)
    #expect(try await photos.sources().count == 3)
    await photos.close()
  }
}
