import ArgumentParser
import BoothCore
import BoothStore
import BoothTesting
import Glibc
import PhotoModel
import PhotolalaFormat
import Testing

@testable import PhotoLibrary
@testable import booth

/// Sources that are no plain folders, as a data folder has them: added, read, looked at, opened.
@Suite struct PlacesTests {
  private static let account = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.put("data/.keep", [])
  }

  private func photos() throws -> DataFolderPhotos { try DataFolderPhotos(data: folder.path("data")) }

  private func all(_ photos: DataFolderPhotos) async throws -> [PhotoRecord] {
    try await photos.photos(PhotoView(), after: nil, count: 100)
  }

  private func bytes(_ photos: DataFolderPhotos, _ photo: PhotoRecord) async throws -> [UInt8] {
    switch try await photos.content(photo) {
    case .bytes(let bytes): bytes
    case .file(let file): try file.read(at: 0, count: Int(file.count))
    }
  }

  @Test func `a bucket is added by its address, read, and opened; the key stays in its file`() async throws {
    let standIn = try StandInBucket()
    let photo = Array("a photo in a bucket".utf8)
    let md5 = PhotoMD5(of: photo)
    standIn.put("photos/\(Self.account)/\(md5).dat", photo)
    let catalog = PhotoCatalog(rows: [
      CatalogRow(head: md5, sizeBytes: Int64(photo.count), md5: md5, date: 1_700_000_000, format: .jpeg)
    ]).bytes
    standIn.put("catalogs/\(Self.account)/\(CatalogPointer.snapshotName(PhotoMD5(of: catalog)))", catalog)
    standIn.put("catalogs/\(Self.account)/\(CatalogPointer.name)", CatalogPointer.bytes(PhotoMD5(of: catalog)))
    try folder.put("keys", Array("[default]\naws_access_key_id=AK\naws_secret_access_key=very-secret\n".utf8))
    let photos = try photos()
    let address =
      "s3://\(StandInBucket.name)/\(Self.account)?endpoint=\(standIn.endpoint)&credentials=\(folder.path("keys"))"
    let id = try await photos.addFolder(address)
    #expect(id.text == "test-bucket")
    #expect(try await photos.addFolder(address) == id)
    let found = try #require(try await photos.scan(id))
    #expect(found.report.found == 1 && found.report.added == 1)
    let report = try #require(try await photos.sources().first)
    #expect(report.kind == .s3 && report.count == 1 && report.unread == 0 && report.capabilities == .readOnly)
    let record = try #require(try await all(photos).first)
    #expect(record.entry.name == "photo_\(md5.text.prefix(8))_20231114.jpg" && record.key != nil)
    #expect(try await bytes(photos, record) == photo)
    // Away: what is known stays.
    standIn.setBucket(false)
    await #expect(throws: PhotoSourceError.self) { try await photos.scan(id) }
    #expect(try await photos.sources().first?.state == .offline)
    #expect(try await all(photos).count == 1)
    standIn.setBucket(true)
    _ = try await photos.scan(id)
    #expect(try await photos.sources().first?.state != .offline)
    await photos.close()
    for name in try folder.files(under: "data") {
      #expect(
        String(decoding: try folder.read("data/" + name), as: UTF8.self).firstRange(of: "very-secret") == nil, "\(name)"
      )
    }
    standIn.stop()
  }

  @Test func `a bucket without keys, and an address that is none, say so`() async throws {
    let photos = try photos()
    await #expect(throws: PhotoLibraryError.self) { try await photos.addFolder("s3://bucket/me@example.org") }
    let id = try await photos.addFolder("s3://bucket/\(Self.account)?credentials=\(folder.path("nothing"))")
    await #expect(throws: PhotoSourceError.notAuthorized) { try await photos.scan(id) }
    let report = try #require(try await photos.sources().first)
    #expect(report.state == .failed && report.remark.contains("keys"))
    await photos.close()
  }

  @Test func `the booth's own sessions are added by its data folder`() async throws {
    try folder.put("booth/.keep", [])
    let store = try VaultSessionStore.open(folder: folder.path("booth"))
    let event = Event(id: 7, slug: "party", name: "Party", date: "2026-06-20")
    let time = WallTime(unixSeconds: 1_770_000_000)
    let session = try await store.openSession(
      event: event, plan: event.plan, linkBase: "http://booth.example/", at: time)
    _ = try await store.add(
      NewAsset(session: session.id, kind: .photo, strip: 0), from: .bytes([0xFF, 0xD8, 0xFF]), at: time)
    let photos = try photos()
    let id = try await photos.addFolder(folder.path("booth"))
    _ = try await photos.scan(id)
    #expect(try await photos.sources().first?.kind == .sessions)
    let record = try #require(try await all(photos).first)
    #expect(record.entry.name == "photo_0.jpg" && record.entry.place == "party")
    #expect(try await bytes(photos, record) == [0xFF, 0xD8, 0xFF])
    await photos.close()
    store.close()
  }

  @Test func `a catalog is written beside a folder's photos, and held against them`() async throws {
    try folder.put("mine/a.jpg", [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 50))
    let path = folder.path("mine")
    func run(_ more: String...) async throws -> Bool {
      do {
        try await PhotosCatalogCommand.parse([path, "--json"] + more).run()
        return true
      } catch { return false }
    }
    #expect(try await !run("--check"))
    #expect(try folder.names("mine") == ["a.jpg"])
    #expect(try await run())
    let names = try folder.names("mine").sorted()
    #expect(names.count == 4 && names.contains(".photolala.md5"))
    #expect(try await run("--check"))
    try folder.put("mine/b.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 50))
    try folder.put("mine/a.jpg", [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 8, count: 50))
    #expect(try await !run("--check"))
    #expect(try await run("--cache", folder.path("cache")))
    #expect(try folder.names("mine").filter { $0.hasPrefix(".photolala") }.count == 3)
    #expect(try folder.names("cache").count == 1)
  }

  @Test func `a folder that is as its list says is not read, and one that is not, is`() async throws {
    let path = folder.path("mine")
    func put(_ name: String, _ byte: UInt8, age: Int) throws {
      try folder.put("mine/" + name, [0xFF, 0xD8, 0xFF] + [UInt8](repeating: byte, count: 50))
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      // Even tens of seconds: a list cannot tell them apart.
      let time = timespec(tv_sec: now.tv_sec / 10 * 10 - age, tv_nsec: 0)
      #expect(utimensat(AT_FDCWD, folder.path("mine/" + name), [time, time], 0) == 0)
    }
    func catalog(_ more: String...) async throws -> PhotoCatalog {
      try await PhotosCatalogCommand.parse([path, "--json", "--data", folder.path("data")] + more).run()
      let name = try #require(try folder.names("mine").first { $0.hasSuffix(".csv") })
      var skipped: [SkippedRow: Int] = [:]
      return PhotoCatalog.read(try folder.read("mine/" + name), skipped: &skipped)
    }
    func has(_ byte: UInt8, _ catalog: PhotoCatalog) -> Bool {
      let photo = PhotoMD5(of: [0xFF, 0xD8, 0xFF] + [UInt8](repeating: byte, count: 50))
      return catalog.rows.contains { $0.md5 == photo }
    }
    try put("a.jpg", 1, age: 1000)
    try put("b/c.jpg", 2, age: 2000)
    let first = try await catalog()
    #expect(first.rows.count == 2)
    // The same size, the same last digit of the seconds, and before the catalog: it cannot be told, and nothing is
    // read.
    try put("a.jpg", 3, age: 500)
    #expect(try await catalog() == first)
    #expect(try await catalog("--cache", folder.path("copies")) == first)
    #expect(try folder.files(under: "copies").contains { $0.hasSuffix("/.photolala.md5") })
    #expect(try await has(3, catalog("--whole")))
    // After the catalog was written, and one that is gone, and one that came.
    try put("a.jpg", 4, age: -1000)
    #expect(try await has(4, catalog()))
    try put("a.jpg", 5, age: 1000)
    rename(folder.path("mine/b/c.jpg"), folder.path("c.jpg"))
    let without = try await catalog()
    #expect(has(5, without) && without.rows.count == 1)
    try put("d.jpg", 6, age: 1000)
    #expect(try await has(6, catalog()))
    #expect(try folder.names("mine").filter { $0.hasSuffix(".list") }.count == 1)
  }

  @Test func `what lies in a bin finds its way back by command, and over nothing`() async throws {
    for name in ["a.jpg", "b.jpg"] { try folder.put("mine/" + name, [0xFF, 0xD8, 0xFF] + Array(name.utf8)) }
    let photos = try photos()
    let id = try await photos.addFolder(folder.path("mine"))
    _ = try await photos.scan(id)
    _ = try await photos.moveToTrash(try await all(photos))
    #expect(try await photos.binned(id).count == 2)
    await photos.close()
    try folder.put("mine/b.jpg", [9])
    func run(_ more: String...) async throws -> Bool {
      do {
        try await PhotosBinCommand.parse(more + ["--json", "--data", folder.path("data")]).run()
        return true
      } catch { return false }
    }
    #expect(try await run())
    #expect(try folder.names("mine").contains("a.jpg") == false)
    #expect(try await !run("--restore"))
    #expect(try folder.read("mine/a.jpg").count == 8 && folder.read("mine/b.jpg") == [9])
    #expect(try await !run("--only", "nothing"))
  }
}
