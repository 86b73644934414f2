import BoothTesting
import Glibc
import PhotoModel
import Testing

@testable import PhotoSources

/// Films beside pictures: found, and moved with them.
@Suite struct FolderFilmsTests {
  private let folder: TemporaryFolder
  private let photos: FolderPhotos
  private static let all = ["a/b.jpg": [1, 2] as [UInt8], "a/b.mov": [3, 4, 5]]

  init() throws {
    folder = try TemporaryFolder()
    for (name, bytes) in Self.all { try folder.put("root/" + name, bytes) }
    photos = FolderPhotos(try #require(PhotoSourceID("test")), root: folder.path("root"))
  }

  private func scan() async throws -> (pictures: [String], films: [PhotoEntry]) {
    var (pictures, films): ([String], [PhotoEntry]) = ([], [])
    for try await step in photos.scan(since: nil) {
      if case .entries(let more) = step { pictures += more.map(\.id.text) }
      if case .films(let more) = step { films += more }
    }
    return (pictures.sorted(), films.sorted { $0.id.text < $1.id.text })
  }

  private func here() throws -> [String: [UInt8]] {
    var here: [String: [UInt8]] = [:]
    for name in try folder.files(under: "root") { here[name] = try folder.read("root/" + name) }
    return here
  }

  @Test func `films are named apart from pictures, and only beside them`() async throws {
    for name in ["films/c.mov", "films/d.mp4", "a/.e.mov", "a/f.MP4", "a/g.mov/h.txt"] {
      try folder.put("root/" + name, [7])
    }
    symlink(folder.path("root/films/c.mov"), folder.path("root/a/i.mov"))
    mkfifo(folder.path("root/a/j.mov"), 0o600)
    let found = try await scan()
    #expect(found.pictures == ["/a/b.jpg"])
    #expect(found.films.map(\.id.text) == ["/a/b.mov", "/a/f.MP4"])
    #expect(found.films.allSatisfy { $0.flags == [.film, .beside] && $0.place == "/a" && $0.size != nil })
    guard case .file(let film) = try await photos.open(PhotoID("/a/b.mov")) else { return }
    #expect(try film.read(at: 0, count: 9) == [3, 4, 5])
  }

  @Test func `both go to the bin and both come back`() async throws {
    let trashed = try await photos.moveToTrash(PhotoID("/a/b.jpg"), with: PhotoID("/a/b.mov"))
    #expect(try await scan().pictures.isEmpty && !folder.exists("root/a/b.mov"))
    #expect(try await photos.trashed() == [trashed])
    try await photos.restore(trashed)
    #expect(try here() == Self.all)
    // A film that is gone by now, or lies elsewhere, is left out.
    for film in ["/a/none.mov", "/b.mov", "/a/b.jpg", "a/b.mov", "/a/../a/b.mov"] {
      let alone = try await photos.moveToTrash(PhotoID("/a/b.jpg"), with: PhotoID(film))
      #expect(folder.exists("root/a/b.mov") && !folder.exists("root/a/b.jpg"), "\(film)")
      try await photos.restore(alone)
    }
    #expect(try here() == Self.all)
  }

  @Test(arguments: ["a/b.jpg", "a/b.mov"])
  func `where one name is taken, neither comes back`(_ name: String) async throws {
    let trashed = try await photos.moveToTrash(PhotoID("/a/b.jpg"), with: PhotoID("/a/b.mov"))
    try folder.put("root/" + name, [9])
    await #expect(throws: PhotoSourceError.nameTaken) { try await photos.restore(trashed) }
    #expect(try folder.files(under: "root/a") == [String(name.dropFirst(2))])
    #expect(try await photos.trashed() == [trashed])
    unlink(folder.path("root/" + name))
    try await photos.restore(trashed)
    #expect(try here() == Self.all)
  }

  /// Everything that a death between two steps can leave, of going and of coming back.
  @Test(arguments: ["film twice", "film gone", "picture twice", "nothing moved"], [false, true])
  func `what a death has torn apart is put together by the next look`(_ state: String, _ byList: Bool) async throws {
    try folder.put("root/.booth-bin/x1.from", Array("/a/b.jpg\0/a/b.mov".utf8))
    let (picture, film) = (folder.path("root/a/b.jpg"), folder.path("root/a/b.mov"))
    let bin = folder.path("root/.booth-bin/x1")
    if state != "nothing moved" { #expect(link(film, bin + ".film") == 0) }
    if ["film gone", "picture twice"].contains(state) { unlink(film) }
    if state == "picture twice" { #expect(link(picture, bin) == 0) }
    if byList {
      #expect(try await photos.trashed().isEmpty)
    } else {
      #expect(try await scan().pictures == ["/a/b.jpg"])
    }
    #expect(try here().filter { !$0.key.hasPrefix(".booth-bin") } == Self.all)
    #expect(try folder.names("root/.booth-bin").allSatisfy { $0 == "x1.from" && state == "nothing moved" })
  }

  @Test func `a film that cannot come back stays, is listed, and comes when its name is free`() async throws {
    try folder.put("root/.booth-bin/x1.from", Array("/a/b.jpg\0/a/c.mov".utf8))
    try folder.put("root/.booth-bin/x1.film", [8])
    try folder.put("root/a/c.mov", [9])
    _ = try await scan()
    #expect(try folder.read("root/a/c.mov") == [9] && folder.read("root/.booth-bin/x1.film") == [8])
    #expect(try await photos.trashed() == [PhotoTrashed(id: PhotoID("/a/c.mov"), place: "x1")])
    unlink(folder.path("root/a/c.mov"))
    try await photos.restore(PhotoTrashed(id: PhotoID("/a/c.mov"), place: "x1"))
    #expect(try folder.read("root/a/c.mov") == [8] && folder.names("root/.booth-bin").isEmpty)
  }
}
