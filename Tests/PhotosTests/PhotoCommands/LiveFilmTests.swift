import BoothTesting
import Glibc
import PhotoModel
import Testing

@testable import PhotoLibrary
@testable import booth

/// Live photos of folders, from files to lists, copies and bins.
@Suite(.timeLimit(.minutes(15))) struct LiveFilmTests {
  private static let seconds = 1_720_958_400
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try put("b/IMG_1.jpg", Array("a picture".utf8))
    try put("b/IMG_1.mov", Self.film)
    try put("b/IMG_2.jpg", Array("another one".utf8))
    try put("films/IMG_1.mov", Self.film)
  }

  /// The head of a film, taken when the pictures were.
  private static var film: [UInt8] {
    func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    func box(_ type: String, _ content: [UInt8]) -> [UInt8] { big(content.count + 8) + Array(type.utf8) + content }
    return box("ftyp", Array("qt  ".utf8) + big(0)) + box("moov", box("mvhd", big(0) + big(seconds + 2_082_844_800)))
      + box("mdat", Array("moving".utf8))
  }

  /// Puts a file there that was changed when the pictures were taken.
  private func put(_ name: String, _ bytes: [UInt8]) throws {
    try folder.put("one/" + name, bytes)
    try date(name)
  }

  private func date(_ name: String, _ seconds: Int = seconds) throws {
    let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
    try #require(utimensat(AT_FDCWD, folder.path("one/" + name), times, 0) == 0)
  }

  private func open() throws -> DataFolderPhotos { try DataFolderPhotos(data: folder.path("data")) }

  private func scan(_ photos: DataFolderPhotos) async throws -> (found: Int, new: Int, gone: Int, read: Int) {
    let id = try await photos.addFolder(folder.path("one"))
    while true {
      if let done = try await photos.scan(id) {
        return (done.report.found, done.report.added, done.report.gone, done.read)
      }
      // A film that is another one by now has begun one.
      _ = await photos.runningScan(id)?.value
      await Task.yield()
    }
  }

  private func all(_ photos: DataFolderPhotos) async throws -> [PhotoRecord] {
    try await photos.photos(PhotoView(order: .name), after: nil, count: 100)
  }

  private func films(_ photos: DataFolderPhotos) async throws -> [String?] {
    try await all(photos).map { $0.film?.id.text }
  }

  private func bytes(_ film: OpenFilm) throws -> [UInt8] {
    guard case .file(let file) = film.content else { return [] }
    return try file.read(at: 0, count: Int(file.count))
  }

  @Test func `a film is a part of its photo, and counted and listed nowhere`() async throws {
    let photos = try open()
    #expect(try await scan(photos) == (2, 2, 0, 2))
    #expect(try await films(photos) == ["/b/IMG_1.mov", nil])
    #expect(try await photos.layout(PhotoView()).count == 2)
    for words in ["broken", "hidden", "mov"] {
      let found = try await photos.photos(PhotoView(filter: PhotoSearch(words)), after: nil, count: 9)
      #expect(found.allSatisfy { !$0.entry.flags.contains(.film) }, "\(words)")
    }
    let report = try #require(try await photos.sources().first)
    #expect(report.count == 2 && report.unread == 0)
    let live = try await all(photos)[0]
    let film = try await photos.film(of: live)
    #expect(try bytes(film) == Self.film && film.name == "IMG_1.mov" && live.isLive)
    let video = try await photos.photos(PhotoView(filter: PhotoSearch("type:video")), after: nil, count: 9)
    #expect(video.map(\.number) == [live.number])
    let answer = PhotoAnswer(live)
    #expect(answer.live && answer.film == "/b/IMG_1.mov")
    await #expect(throws: PhotoLibraryError.notFound) { _ = try await photos.film(of: try await all(photos)[1]) }
    // Nothing is different, and nothing is opened.
    #expect(try await scan(photos) == (2, 0, 0, 0))
    await photos.close()
  }

  @Test func `a live photo whose film its library has not is copied, and its film is named as missing`() async throws {
    let photos = try open()
    _ = try await scan(photos)
    var photo = try await all(photos)[1]
    #expect(try await photos.along(photo, .original) == nil)
    // Its library says that it has one.
    photo.entry.flags.insert(.live)
    do {
      _ = try await photos.along(photo, .original)
      Issue.record("nothing was said")
    } catch let error as PhotoSourceError {
      #expect(DataFolderPhotos.words(error).contains("it is copied, but not its film: its library"))
    }
    await photos.close()
  }

  @Test func `a photo whose film gets another name, goes or changes is an ordinary one, and live again with it`()
    async throws
  {
    let photos = try open()
    _ = try await scan(photos)
    #expect(rename(folder.path("one/b/IMG_1.mov"), folder.path("one/b/IMG_9.mov")) == 0)
    #expect(try await scan(photos) == (2, 0, 0, 0))
    #expect(try await films(photos) == [nil, nil])
    #expect(rename(folder.path("one/b/IMG_9.mov"), folder.path("one/b/IMG_2.mov")) == 0)
    _ = try await scan(photos)
    #expect(try await films(photos) == [nil, "/b/IMG_2.mov"])
    // Another film is another file: what was known of the old one opens nothing.
    let before = try await all(photos)[1]
    try put("b/IMG_2.mov", Array("no film any longer".utf8))
    await #expect(throws: PhotoLibraryError.notFound) { _ = try await photos.film(of: before) }
    _ = try await scan(photos)
    #expect(try await films(photos) == [nil, nil])
    try put("b/IMG_2.MP4", Self.film)
    _ = try await scan(photos)
    #expect(try await films(photos) == [nil, "/b/IMG_2.MP4"])
    unlink(folder.path("one/b/IMG_2.MP4"))
    _ = try await scan(photos)
    #expect(try await films(photos) == [nil, nil])
    await photos.close()
  }

  @Test func `a film in the way costs nothing but itself`() async throws {
    try put("b/IMG_2.mov", [])
    try put("b/IMG_3.jpg", Array("a third".utf8))
    try put("b/IMG_3.mov", Self.film)
    // A hundred gigabytes, of which the disk holds a page.
    #expect(truncate(folder.path("one/b/IMG_3.mov"), 100 << 30) == 0)
    try date("b/IMG_3.mov")
    try put("b/IMG_4.jpg", Array("a fourth".utf8))
    try put("b/IMG_4.mov", Self.film)
    chmod(folder.path("one/b/IMG_4.mov"), 0)
    let photos = try open()
    #expect(try await scan(photos) == (4, 4, 0, 4))
    let found = try await films(photos)
    #expect(found.prefix(3) == ["/b/IMG_1.mov", nil, "/b/IMG_3.mov"])
    // Root reads everything.
    #expect(found[3] == (geteuid() == 0 ? "/b/IMG_4.mov" : nil))
    await photos.close()
  }

  @Test func `each film is one photo's, and each photo has one`() async throws {
    try put("b/IMG_1.mp4", Self.film)
    try put("b/IMG_1.png", Array("a copy of it".utf8))
    let photos = try open()
    _ = try await scan(photos)
    // In the order of their names: IMG_1.jpg, IMG_1.png, IMG_2.jpg.
    #expect(try await films(photos) == ["/b/IMG_1.mov", "/b/IMG_1.mp4", nil])
    // What is free now belongs to what is left, though it is not new.
    unlink(folder.path("one/b/IMG_1.mov"))
    unlink(folder.path("one/b/IMG_1.png"))
    #expect(try await scan(photos) == (2, 0, 1, 0))
    #expect(try await films(photos) == ["/b/IMG_1.mp4", nil])
    let undo = try await photos.moveToTrash([try await all(photos)[0]])
    try put("b/IMG_1.gif", Array("a third".utf8))
    _ = try await photos.undo(undo.name)
    _ = await photos.runningScan(try await all(photos)[0].source)?.value
    _ = try await scan(photos)
    #expect(try await films(photos).compactMap(\.self) == ["/b/IMG_1.mp4"])
    await photos.close()
  }

  @Test func `films that were read before a death are paired by the next scan`() async throws {
    let photos = try open()
    let id = try await photos.addFolder(folder.path("one"))
    let source = try photos.source(id)
    _ = try await photos.index.scan(source)
    // As far as reading came: the task is cancelled when all is read, and before anything is paired.
    let reading = Task {
      try await photos.index.readDetails(of: source, by: photos.reader, workers: 1) { _ in
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await reading.value }
    #expect(try await films(photos) == [nil, nil])
    #expect(try await scan(photos) == (2, 0, 0, 0))
    #expect(try await films(photos) == ["/b/IMG_1.mov", nil])
    await photos.close()
  }

  @Test func `copies of originals bring the film along, under the picture's name; other forms do not`() async throws {
    try folder.put("out/IMG_1.jpg", [1])
    let photos = try open()
    _ = try await scan(photos)
    let target = CopyFolder(path: folder.path("out"))
    for photo in try await all(photos) { _ = try await CopyQueue.copy(photo, .original, target, photos) }
    #expect(try folder.names("out") == ["IMG_1-2.jpg", "IMG_1-2.mov", "IMG_1.jpg", "IMG_2.jpg"])
    #expect(try folder.read("out/IMG_1-2.mov") == Self.film)
    var facts = stat()
    #expect(stat(folder.path("out/IMG_1-2.mov"), &facts) == 0 && facts.st_mtim.tv_sec == Self.seconds)
    for photo in try await all(photos) {
      #expect(try await CopyQueue.copy(photo, .original, target, photos) == .same)
    }
    #expect(try folder.names("out").count == 4)
    for form in [PhotoForm.bare, .size(.large)] {
      #expect(try await photos.along(try await all(photos)[0], form)?.name == nil, "\(form)")
    }
    // One that is gone since is said to be.
    let live = try await all(photos)[0]
    unlink(folder.path("one/b/IMG_1.mov"))
    await #expect(throws: PhotoSourceError.self) { _ = try await CopyQueue.copy(live, .original, target, photos) }
    await photos.close()
  }

  @Test func `the bin takes both, and undo brings both back`() async throws {
    let photos = try open()
    _ = try await scan(photos)
    let undo = try await photos.moveToTrash([try await all(photos)[0]])
    #expect(undo.count == 1 && undo.troubles.isEmpty)
    #expect(try folder.names("one/b") == ["IMG_2.jpg"])
    #expect(try await scan(photos) == (1, 0, 0, 0))
    let binned = try await photos.binned(try await all(photos)[0].source)
    #expect(binned.map(\.id.text) == ["/b/IMG_1.jpg"])
    let undone = try await photos.undo(undo.name)
    #expect(undone.count == 1 && undone.troubles.isEmpty)
    #expect(try folder.names("one/b") == ["IMG_1.jpg", "IMG_1.mov", "IMG_2.jpg"])
    _ = await photos.runningScan(try await all(photos)[0].source)?.value
    _ = try await scan(photos)
    #expect(try await films(photos) == ["/b/IMG_1.mov", nil])
    await photos.close()
  }
}
