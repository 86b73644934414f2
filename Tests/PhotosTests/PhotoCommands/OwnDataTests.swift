import ArgumentParser
import BoothCore
import BoothStore
import BoothSystem
import BoothTesting
import CommandSupport
import Glibc
import PhotoModel
import PhotolalaFormat
import Testing

@testable import PhotoLibrary
@testable import booth

/// The data folder as a source, and as a place for copies: never but for its sessions.
@Suite(.timeLimit(.minutes(15))) struct OwnDataTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["all/data/studio/reports/secret.jpg", "all/a.jpg", "mine/m.jpg"] {
      try folder.put(name, [0xFF, 0xD8, 0xFF] + Array(name.utf8))
    }
    symlink(folder.path("all/data"), folder.path("link"))
  }

  private func photos() throws -> DataFolderPhotos { try DataFolderPhotos(data: folder.path("all/data")) }

  private func all(_ photos: DataFolderPhotos) async throws -> [PhotoRecord] {
    try await photos.photos(PhotoView(order: .name), after: nil, count: 100)
  }

  @Test(arguments: [
    "all/data", "all/data/studio", "all/data/studio/reports", "all/data/photos", "all/data/.", "link", "link/studio",
    "all/data/studio/Mine.photoslibrary",
  ])
  func `the data folder and what lies in it are refused in words`(_ path: String) async throws {
    try folder.put("all/data/studio/Mine.photoslibrary/.keep", [])
    let photos = try photos()
    do throws(PhotoLibraryError) {
      _ = try await photos.addFolder(folder.path(path))
      Issue.record("\(path) was taken")
    } catch {
      guard case .refused(let words) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(words.contains("own data folder"))
    }
    #expect(try await photos.sources().isEmpty)
    await photos.close()
  }

  @Test func `its sessions are a source, and a folder around it shows nothing of the studio's`() async throws {
    let store = try VaultSessionStore.open(folder: folder.path("all/data"))
    let photos = try photos()
    #expect(try await photos.addFolder(folder.path("all/data")).text == "data")
    let around = try await photos.addFolder(folder.path("all"))
    let found = try #require(try await photos.scan(around))
    #expect(try await all(photos).map(\.entry.name) == ["a.jpg"])
    #expect(found.report.skipped[.boothsOwn] ?? 0 > 0)
    await photos.close()
    store.close()
  }

  @Test func `a source of before shows nothing of it any longer, and says why`() async throws {
    let photos = try photos()
    let id = try await photos.addFolder(folder.path("mine"))
    _ = try await photos.scan(id)
    let known = try #require(try await all(photos).first)
    // As it was listed before such folders were refused.
    #expect(rename(folder.path("mine"), folder.path("all/data/studio/mine")) == 0)
    let place = folder.path("all/data/studio/mine")
    try photos.folder.change { (list) throws(PhotoLibraryError) in list[0].place = place }
    await #expect(throws: PhotoLibraryError.notFound) { _ = try await photos.content(known, .original) }
    await #expect(throws: PhotoLibraryError.notFound) { _ = try await photos.picture(known, .thumbnail, .visible) }
    #expect(try await photos.moveToTrash([known]).troubles.map(\.reason) == [.denied])
    #expect(access(place + "/m.jpg", F_OK) == 0)
    let report = try #require(try await photos.sources().first)
    #expect(report.state == .failed && report.remark.contains("own data"))
    let found = try #require(try await photos.scan(id))
    #expect(found.report.gone == 1)
    #expect(try await all(photos).isEmpty)
    await photos.close()
  }

  private func export(_ more: String...) async throws -> String? {
    do {
      try await PhotosExportCommand.parse(more + ["--json", "--data", folder.path("all/data")]).run()
      return nil
    } catch let error as CommandError { return error.message }
  }

  @Test func `an export goes where the page's copies may go, and is refused in words elsewhere`() async throws {
    let photos = try photos()
    _ = try await photos.scan(try await photos.addFolder(folder.path("mine")))
    await photos.close()
    for out in [
      "", "/", "/etc/passwd", "/proc/x", "/etc/passwd/x", folder.path("mine"), folder.path("mine/new/x"),
      folder.path("all/data/new"), folder.path("link/studio/new"), folder.path("no/../x"),
    ] {
      let words = try #require(try await export("--out", out), "\(out)")
      #expect(!words.contains("Error") && words.count > 10, "\(words)")
    }
    #expect(try folder.names("mine") == ["m.jpg"])
    #expect(access(folder.path("no"), F_OK) != 0)
    #expect(try await export("--out", folder.path("out/of/here")) == nil)
    #expect(try folder.names("out/of/here") == ["m.jpg"])
  }

  @Test func `no catalog is written into the data folder, and one around it has nothing of it`() async throws {
    func said(_ more: String...) async throws -> String {
      do {
        try await PhotosCatalogCommand.parse(more + ["--json", "--data", folder.path("all/data")]).run()
        return ""
      } catch let error as CommandError { return error.message }
    }
    for path in ["all/data", "all/data/studio", "link", "link/studio/reports"] {
      #expect(try await said(folder.path(path)).contains("own data folder"), "\(path)")
    }
    #expect(try await said(folder.path("mine"), "--cache", folder.path("all/data/cache")).contains("own data folder"))
    #expect(try folder.names("mine") == ["m.jpg"])
    try folder.put("all/a.jpg", [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 50))
    try folder.put("all/data/studio/reports/b.jpg", [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 8, count: 50))
    #expect(try await said(folder.path("all")) == "")
    let name = try #require(try folder.names("all").first { $0.hasSuffix(".csv") })
    var skipped: [SkippedRow: Int] = [:]
    let catalog = PhotoCatalog.read(try folder.read("all/" + name), skipped: &skipped)
    let photo = PhotoMD5(of: try folder.read("all/a.jpg"))
    #expect(catalog.rows.map(\.md5) == [photo])
    #expect(try folder.files(under: "all/data").filter { $0.contains(".photolala") }.isEmpty)
  }

  @Test func `a source that is not listed is refused with those that are`() async throws {
    let data = ["--json", "--data", folder.path("all/data")]
    func said(_ body: () async throws -> Void) async throws -> String {
      do {
        try await body()
        return ""
      } catch let error as CommandError { return error.message }
    }
    #expect(try await said { try await PhotosListCommand.parse(["--source", "zz"] + data).run() }.contains("none yet"))
    let photos = try photos()
    _ = try await photos.addFolder(folder.path("mine"))
    await photos.close()
    let words = [
      try await said { try await PhotosListCommand.parse(["--source", "zz"] + data).run() },
      try await said { try await PhotosFindCommand.parse(["x", "--source", "zz"] + data).run() },
      try await said { try await PhotosThumbsCommand.parse(["--source", "No Name"] + data).run() },
      try await said { try await PhotosRemoveCommand.parse(["zz", "--data", folder.path("all/data")]).run() },
      try await said { try await PhotosScanCommand.parse(["zz"] + data).run() },
      try await export("--source", "zz", "--out", folder.path("made")) ?? "",
    ]
    for words in words { #expect(words.contains("there are: mine"), "\(words)") }
    #expect(access(folder.path("made"), F_OK) != 0)
  }

  @Test func `a photo's place has a separator, and a name where its id is none`() {
    func place(_ id: String, _ name: String) -> String {
      let source = PhotoSourceID("booth")!
      let record = PhotoRecord(
        number: 1, stamp: "", source: source, entry: PhotoEntry(id: PhotoID(id), name: name), shownSeconds: 0,
        isRead: true, tint: "", isStarred: false, tags: [], partner: nil)
      let answer = PhotoAnswer(record)
      #expect(answer.row[1].isEmpty && answer.row[2] == answer.place)
      return answer.place
    }
    #expect(place("/b/c.jpg", "c.jpg") == "booth/b/c.jpg")
    #expect(place("52167F3A-4E5E/strip_photo.jpg", "strip_photo.jpg") == "booth/52167F3A-4E5E/strip_photo.jpg")
    #expect(place("50000000/L0/001", "IMG_1.HEIC") == "booth/50000000/L0/001 (IMG_1.HEIC)")
    #expect(place("0123abcd", "photo.jpg") == "booth/0123abcd (photo.jpg)")
  }
}
