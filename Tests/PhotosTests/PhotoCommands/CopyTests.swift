import BoothTesting
import Glibc
import PhotoModel
import Testing

@testable import PhotoLibrary

/// Copies into folders.
@Suite(.timeLimit(.minutes(15))) struct CopyTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["one/a.jpg", "one/b/a.jpg", "one/c.jpg"] { try folder.put(name, Array(name.utf8)) }
    try folder.put("out/.keep", [])
  }

  private func photos() async throws -> DataFolderPhotos {
    let photos = try DataFolderPhotos(data: folder.path("data"))
    _ = try await photos.scan(try await photos.addFolder(folder.path("one")))
    return photos
  }

  private func all(_ photos: DataFolderPhotos) async throws -> [PhotoRecord] {
    try await photos.photos(PhotoView(order: .name), after: nil, count: 100)
  }

  private func over(_ photos: DataFolderPhotos, _ id: String) async throws -> PhotoCopyReport {
    while true {
      let found = try #require(try await photos.copies().first { $0.id == id })
      if found.isOver { return found }
      await Task.moment()
    }
  }

  @Test func `each photo comes under a name of its own, nothing is written over, and twice is once`() async throws {
    let photos = try await photos()
    try folder.put("out/c.jpg", [1, 2, 3])
    let target = folder.path("out")
    let first = try await over(photos, try await photos.beginCopy(try await all(photos), .original, to: target))
    #expect(first.state == .done && first.copied == 3 && first.same == 0 && first.tried == 3 && first.failures.isEmpty)
    #expect(try Set(folder.names("out")) == [".keep", "a.jpg", "a-2.jpg", "c.jpg", "c-2.jpg"])
    #expect(try folder.read("out/c.jpg") == [1, 2, 3])
    #expect(try folder.read("out/c-2.jpg") == Array("one/c.jpg".utf8))
    var (old, new) = (stat(), stat())
    #expect(stat(folder.path("one/c.jpg"), &old) == 0 && stat(folder.path("out/c-2.jpg"), &new) == 0)
    #expect(old.st_mtim.tv_sec == new.st_mtim.tv_sec)
    let again = try await over(photos, try await photos.beginCopy(try await all(photos), .original, to: target))
    #expect(again.copied == 0 && again.same == 3)
    #expect(try folder.names("out").count == 5)
    await photos.close()
  }

  @Test func `photos of one name that is as long as names may be all come`() async throws {
    let name = String(repeating: "n", count: 251) + ".jpg"
    for place in ["one/x/", "one/y/", "one/z/"] { try folder.put(place + name, Array(place.utf8)) }
    let photos = try await photos()
    let requested = try await all(photos).filter { $0.entry.name == name }
    let report = try await over(photos, try await photos.beginCopy(requested, .original, to: folder.path("out")))
    #expect(report.copied == 3 && report.failures.isEmpty)
    #expect(try folder.names("out").count == 4)
    await photos.close()
  }

  @Test func `what is gone is named, and the others come`() async throws {
    let photos = try await photos()
    let requested = try await all(photos)
    unlink(folder.path("one/c.jpg"))
    let report = try await over(photos, try await photos.beginCopy(requested, .original, to: folder.path("out")))
    #expect(
      report.state == .done && report.copied == 2 && report.failed == 1 && report.failures.map(\.name) == ["c.jpg"])
    // Only of JPEG files what they say can be taken away; these are none.
    let bare = try await over(photos, try await photos.beginCopy(try await all(photos), .bare, to: folder.path("out")))
    #expect(bare.copied == 0 && bare.failures.first?.why.contains("JPEG") == true)
    await photos.close()
  }

  @Test func `a copy that was cut off goes on at the next start, and makes nothing twice`() async throws {
    let home = folder.path("data/photos/copies")
    var photos = try await photos()
    let requested = try await all(photos)
    await photos.close()
    // As a program leaves it that is killed after the first photo was there, and before that was noted.
    try folder.put("out/a.jpg", Array("one/a.jpg".utf8))
    let list = requested.map { "{\"source\":\"one\",\"id\":\"\($0.entry.id.text)\",\"name\":\"\($0.entry.name)\"}" }
    try folder.put(
      "data/photos/copies/abc.order.json",
      Array(
        "{\"id\":\"abc\",\"folder\":\"\(folder.path("out"))\",\"form\":\"original\",\"made\":1,\"photos\":[\(list.joined(separator: ","))]}"
          .utf8))
    try folder.put("data/photos/copies/bad.order.json", Array("{".utf8))
    photos = try await self.photos()
    photos.resumeCopies()
    let report = try await over(photos, "abc")
    #expect(report.state == .done && report.tried == 3 && report.copied + report.same == 3 && report.same == 1)
    #expect(try Set(folder.names("out")) == [".keep", "a.jpg", "a-2.jpg", "c.jpg"])
    #expect(access(home + "/abc.progress.json", F_OK) == 0)
    await photos.close()
    // And is known after the next start.
    photos = try await self.photos()
    #expect(try await photos.copies().map(\.state) == [.done])
    await #expect(throws: PhotoLibraryError.notFound) { try await photos.cancelCopy("abc") }
    await photos.close()
  }

  @Test func `a folder that takes nothing stops the copy in words`() async throws {
    let photos = try await photos()
    let target = folder.path("out/new")
    let order = try await photos.beginCopy([], .original, to: target)
    #expect(try await over(photos, order).state == .done)
    rmdir(target)
    #expect(throws: CopyFolder.Fault("\(target) is not there any longer")) {
      _ = try CopyFolder(path: target).put(.bytes([1]), as: "a.jpg", modified: nil)
    }
    await photos.close()
  }

  @Test func `folders that will not do are refused in words`() async throws {
    let photos = try await photos()
    for path in [
      "", "relative", folder.path("no/such/parent"), folder.path("one/b/a.jpg"), folder.path("one"),
      folder.path("one/b"),
      folder.path("data"), folder.path("data/photos/x"),
    ] {
      do throws(PhotoLibraryError) {
        _ = try await photos.beginCopy([], .original, to: path)
        Issue.record("\(path) was taken")
      } catch {
        guard case .refused(let words) = error else {
          Issue.record("\(path): \(error)")
          continue
        }
        #expect(!words.isEmpty)
      }
    }
    await photos.close()
  }

  @Test func `a file that is another one by now is not shown under its old stamp`() async throws {
    let photos = try await photos()
    let photo = try #require(try await all(photos).first { $0.entry.id.text == "/c.jpg" })
    try folder.put("one/c.jpg", Array("other bytes, and more of them".utf8))
    await #expect(throws: PhotoLibraryError.notFound) { _ = try await photos.content(photo, .original) }
    // It is looked at again by itself.
    while try await photos.photo(photo.number)?.stamp == photo.stamp { await Task.moment() }
    let new = try #require(try await photos.photo(photo.number))
    guard case .file(let file) = try await photos.content(new, .original) else {
      Issue.record("no file")
      return
    }
    #expect(try file.read(at: 0, count: 5) == Array("other".utf8))
    await photos.close()
  }
}
