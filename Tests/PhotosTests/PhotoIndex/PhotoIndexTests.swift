import BoothTesting
import GRDB
import Glibc
import PhotoModel
import PhotoSources
import Synchronization
import Testing

@testable import PhotoLibrary

@Suite struct PhotoIndexTests {
  private func index(_ folder: TemporaryFolder) throws -> PhotoIndex {
    try PhotoIndex(
      path: folder.path("index.sqlite"), marks: try PhotoMarks(path: folder.path("marks.sqlite")))
  }

  private static func entry(_ number: Int, at seconds: Int64 = 0, size: Int64? = nil) -> PhotoEntry {
    PhotoEntry(
      id: PhotoID("/\(number).jpg"), name: "\(number).jpg", size: size ?? Int64(number),
      modified: seconds * 1_000_000_000, mark: "m")
  }

  @Test func `what is known is not read again, what changed is, what is gone goes`() async throws {
    let folder = try TemporaryFolder()
    let index = try index(folder)
    let source = ScriptedPhotos()
    source.entries = (0..<2500).map { Self.entry($0) }
    var report = try await index.scan(source)
    #expect((report.added, report.changed, report.gone) == (2500, 0, 0))
    #expect(try await index.readDetails(of: source, by: SizeReader(), workers: 2) == 2500)
    report = try await index.scan(source)
    #expect((report.found, report.added, report.changed, report.gone) == (2500, 0, 0, 0))
    source.opened.withLock { $0 = 0 }
    #expect(try await index.readDetails(of: source, by: SizeReader(), workers: 2) == 0)
    #expect(source.opened.withLock { $0 } == 0)
    source.entries = (100..<2600).map { Self.entry($0, size: $0 == 200 ? 9 : nil) }
    report = try await index.scan(source)
    #expect((report.added, report.changed, report.gone) == (100, 1, 100))
    #expect(try await index.readDetails(of: source, by: SizeReader(), workers: 2) == 101)
    #expect(try await index.layout(PhotoView()).count == 2500)
  }

  @Test func `a folder that names only what is new is counted, changed and emptied like any other`() async throws {
    let folder = try TemporaryFolder()
    for name in ["a.jpg", "b/c.jpg", "b/ü.jpg", "b/d.jpg"] { try folder.put("photos/" + name, [1, 2]) }
    let index = try index(folder)
    let source = FolderPhotos(try #require(PhotoSourceID("one")), root: folder.path("photos"))
    var report = try await index.scan(source)
    #expect((report.found, report.added, report.changed, report.gone) == (4, 4, 0, 0))
    let told = Mutex<[Int]>([])
    report = try await index.scan(source) { report in told.withLock { $0.append(report.found) } }
    #expect((report.found, report.added, report.changed, report.gone) == (4, 0, 0, 0))
    #expect(told.withLock { $0.last } == 4)
    try folder.put("photos/b/ü.jpg", [1, 2, 3])
    try folder.put("photos/new.jpg", [1])
    #expect(unlink(folder.path("photos/a.jpg")) == 0)
    report = try await index.scan(source)
    #expect((report.found, report.added, report.changed, report.gone) == (4, 1, 1, 1))
    #expect(try await index.layout(PhotoView()).count == 4)
  }

  @Test func `what lies below an unreadable part stays, and so does everything of a source that goes away`()
    async throws
  {
    let folder = try TemporaryFolder()
    let index = try index(folder)
    let source = ScriptedPhotos()
    source.entries = (0..<10).map { Self.entry($0) }
    source.entries[3].id = PhotoID("/locked/3.jpg")
    _ = try await index.scan(source)
    source.entries.removeAll { $0.name == "3.jpg" || $0.name == "4.jpg" }
    source.before = [.unreadable(prefix: "/locked/", why: "denied")]
    #expect(try await index.scan(source).gone == 1)
    #expect(try await index.layout(PhotoView()).count == 9)
    source.fault = .sourceUnavailable("no disk")
    source.entries = []
    await #expect(throws: PhotoSourceError.sourceUnavailable("no disk")) { _ = try await index.scan(source) }
    #expect(try await index.layout(PhotoView()).count == 9)
  }

  @Test func `what could not be read is tried again, though neither its size nor its time has changed`() async throws {
    let folder = try TemporaryFolder()
    let index = try index(folder)
    let source = ScriptedPhotos()
    source.entries = (0..<3).map { Self.entry($0) }
    source.closed = [source.entries[1].id]
    _ = try await index.scan(source)
    #expect(try await index.readDetails(of: source, by: SizeReader(), workers: 2) == 3)
    let closed = try await index.photos(PhotoView(order: .name), after: nil, count: 10)
    #expect(closed.map(\.entry.details.trouble) == [nil, "denied", nil])
    // A person has changed its rights.
    source.closed = []
    _ = try await index.scan(source)
    #expect(try await index.readDetails(of: source, by: SizeReader(), workers: 2) == 1)
    let open = try await index.photos(PhotoView(order: .name), after: nil, count: 10)
    #expect(open.allSatisfy { $0.entry.details.trouble == nil })
  }

  @Test func `a date that no calendar has stands at the end of those that have one`() async throws {
    let folder = try TemporaryFolder()
    let index = try index(folder)
    let source = ScriptedPhotos()
    source.entries = [Self.entry(1)]
    source.entries[0].modified = .max
    _ = try await index.scan(source)
    let photo = try #require(try await index.photos(PhotoView(order: .name), after: nil, count: 1).first)
    // Browsers' dates end at 8.64e12 seconds (ECMAScript, 21.4.1.1).
    #expect(photo.shownSeconds < 8_640_000_000_000)
  }

  @Test func `what stands aside is shown in its album, and to who asks for what is hidden`() async throws {
    let folder = try TemporaryFolder()
    let index = try index(folder)
    let source = ScriptedPhotos()
    source.entries = (0..<6).map { Self.entry($0) }
    for (number, flags) in [(1, PhotoFlags.aside), (2, .hidden), (3, [.aside, .hidden]), (4, [.aside, .trashed])] {
      source.entries[number].flags = flags
    }
    for number in 1..<6 { source.entries[number].albums = ["shared"] }
    source.entries[1].albums.append("alone")
    _ = try await index.scan(source)
    func count(_ album: PhotoAlbumID? = nil, isHidden: Bool = false) async throws -> Int {
      var view = PhotoView(source: source.identifier, album: album)
      view.filter.isHidden = isHidden
      return try await index.layout(view).count
    }
    #expect(try await count() == 2)
    #expect(try await count(.ofSource("shared")) == 2)
    #expect(try await count(.ofSource("alone")) == 1)
    #expect(try await count(isHidden: true) == 3)
    #expect(try await index.albums().map(\.count) == [1, 2])
    #expect(source.entries[4].flags.names == ["trashed", "aside"])
    // In the order that it has there, whatever that is by.
    for (place, number) in [5, 2, 1, 3, 4].enumerated() {
      source.entries[number].albumPlaces = ["shared": Int64(place - 2)]
    }
    for number in 1..<6 { source.entries[number].mark = "moved" }
    _ = try await index.scan(source)
    let view = PhotoView(source: source.identifier, album: .ofSource("shared"), order: .own)
    #expect(try await index.photos(view, after: nil, count: 9).map(\.entry.name) == ["5.jpg", "1.jpg"])
    // It is taken in among the others.
    source.entries[1].flags = []
    _ = try await index.scan(source)
    #expect(try await count() == 3)
  }

  @Test func `a scan that is cut off goes on where it was`() async throws {
    let folder = try TemporaryFolder()
    let source = ScriptedPhotos()
    source.entries = (0..<5000).map { Self.entry($0) }
    source.fault = .loadFailed("killed")
    do {
      let index = try index(folder)
      await #expect(throws: PhotoSourceError.loadFailed("killed")) { _ = try await index.scan(source) }
      index.close()
    }
    source.fault = nil
    let index = try index(folder)
    let kept = try await index.layout(PhotoView()).count
    #expect(kept >= 4000)
    let report = try await index.scan(source)
    #expect(report.added == 5000 - kept && report.gone == 0)
  }

  @Test(arguments: PhotoOrder.allCases)
  func `pages behind each other, places and windows say the same`(_ order: PhotoOrder) async throws {
    let folder = try TemporaryFolder()
    let index = try index(folder)
    let source = ScriptedPhotos()
    // Many have the same time, size and name.
    source.entries = (0..<700).map { number in
      var entry = Self.entry(number, at: Int64(number % 7) * 1_000_000, size: Int64(number % 3))
      entry.name = "\(number % 5).jpg"
      return entry
    }
    _ = try await index.scan(source)
    let view = PhotoView(order: order)
    var all: [Int64] = []
    var cursor: PhotoCursor?
    while case let page = try await index.photos(view, after: cursor, count: 37), let last = page.last {
      all += page.map(\.number)
      cursor = last.cursor
    }
    #expect(all.count == 700 && Set(all).count == 700)
    #expect(try await index.photos(view, in: nil, from: 0, count: 700).map(\.number) == all)
    #expect(try await index.place(of: all[333], in: view) == 333)
    let layout = try await index.layout(view)
    #expect(layout.count == 700)
    var windows: [Int64] = []
    for stretch in layout.stretches {
      windows += try await index.photos(view, in: stretch.month, from: 0, count: stretch.count).map(\.number)
    }
    #expect(windows == all)
  }

  @Test func `counters are right, whatever was done`() async throws {
    let folder = try TemporaryFolder()
    let index = try index(folder)
    let source = ScriptedPhotos()
    var random = TrialNumbers(state: 7)
    for _ in 0..<20 {
      source.entries = (0..<300).compactMap { number in
        guard random.next() % 4 != 0 else { return nil }
        var entry = Self.entry(number, at: Int64(random.next() % 100_000_000))
        if random.next() % 5 == 0 { entry.flags = .hidden }
        return entry
      }
      _ = try await index.scan(source)
      try await index.readDetails(of: source, by: SizeReader(), workers: 3)
      let counted = try await index.read { db in
        try Row.fetchAll(
          db, sql: "SELECT month, count(*) FROM photo WHERE visible = 1 GROUP BY month ORDER BY month DESC"
        )
        .map { "\($0[0] as Int) \($0[1] as Int)" }
      }
      let known = try await index.layout(PhotoView()).stretches.map { "\($0.month?.number ?? 0) \($0.count)" }
      #expect(counted == known)
    }
  }

  @Test func `an index that is lost or damaged is made anew, and what people said comes back`() async throws {
    let folder = try TemporaryFolder()
    let source = ScriptedPhotos()
    source.entries = (0..<10).map { Self.entry($0) }
    do {
      let index = try index(folder)
      _ = try await index.scan(source)
      try await index.readDetails(of: source, by: SizeReader(), workers: 1)
      let photo = try #require(try await index.photos(PhotoView(), after: nil, count: 1).first)
      let change = PhotoMarkChange(star: true, adding: PhotoTags(rawValue: 5))
      try await index.mark([try #require(photo.key)], change, at: 1)
      index.close()
    }
    for ending in ["-wal", "-shm"] { unlink(folder.path("index.sqlite" + ending)) }
    try folder.put(
      "index.sqlite", Array("this is no database, and was never one".utf8) + Array(repeating: 7, count: 5000))
    let index = try index(folder)
    #expect(try await index.layout(PhotoView()).count == 0)
    _ = try await index.scan(source)
    try await index.readDetails(of: source, by: SizeReader(), workers: 1)
    let starred = try await index.photos(PhotoView(filter: PhotoSearch("star tag:yellow")), after: nil, count: 9)
    #expect(starred.count == 1 && starred[0].tags.text == "1:3")
  }

  @Test func `words, days, cameras, places and colours are found`() async throws {
    let folder = try TemporaryFolder()
    let index = try index(folder)
    let source = ScriptedPhotos()
    source.entries = (0..<4).map { number in
      var entry = Self.entry(number, at: 86400 * 400 * Int64(number))
      entry.place = number == 1 ? "/Strände/2024" : "/x"
      entry.details.camera = number == 2 ? "NIKON D6" : nil
      entry.details.latitude = number == 3 ? 1 : nil
      entry.details.longitude = number == 3 ? 179.5 : nil
      entry.isComplete = true
      return entry
    }
    _ = try await index.scan(source)
    func found(_ words: String) async throws -> [String] {
      try await index.photos(PhotoView(filter: PhotoSearch(words)), after: nil, count: 9).map(\.entry.name)
    }
    #expect(try await found("STRÄNDE") == ["1.jpg"])
    #expect(try await found("camera:d6") == ["2.jpg"])
    #expect(try await found("box:0,179,2,-179") == ["3.jpg"])
    #expect(try await found("%") == [])
    #expect(try await found("1970") == ["0.jpg"])
    #expect(try await found("0.jpg OR 1=1") == [])
    #expect(try await index.layout(PhotoView(filter: PhotoSearch("x"))).count == 3)
  }
}

/// A source that says what it is told.
final class ScriptedPhotos: PhotoProvider, @unchecked Sendable {
  let identifier: PhotoSourceID
  let kind = PhotoSourceKind.folder
  let displayName = "Scripted"
  let capabilities = PhotoCapabilities.readOnly
  /// Set between scans only.
  var entries: [PhotoEntry] = []
  var before: [PhotoScanStep] = []
  var fault: PhotoSourceError?
  /// Whose files may not be read.
  var closed: Set<PhotoID> = []
  let opened = Mutex(0)

  init(_ id: String = "scripted") { identifier = PhotoSourceID(id)! }

  func scan(since mark: PhotoScanMark?) -> AsyncThrowingStream<PhotoScanStep, any Error> {
    var steps = before
    for start in stride(from: 0, to: entries.count, by: 300) {
      steps.append(.entries(Array(entries[start..<min(start + 300, entries.count)])))
    }
    let (own, fault) = (steps, fault)
    return AsyncThrowingStream { continuation in
      for step in own { continuation.yield(step) }
      if fault == nil { continuation.yield(.mark(PhotoScanMark("1"))) }
      continuation.finish(throwing: fault)
    }
  }

  func open(_ id: PhotoID) async throws(PhotoSourceError) -> PhotoContent {
    opened.withLock { $0 += 1 }
    guard !closed.contains(id) else { throw .notAuthorized }
    return .bytes(Array(id.text.utf8))
  }

  func identity(of id: PhotoID) async throws(PhotoSourceError) -> PhotoIdentity { PhotoIdentity() }
}

/// Says of each photo something that depends on its bytes alone.
struct SizeReader: PhotoReader {
  func details(of content: PhotoContent) -> PhotoDetails {
    guard case .bytes(let bytes) = content else { return PhotoDetails() }
    var details = PhotoDetails()
    let hash = bytes.reduce(UInt64(7)) { $0 &* 31 &+ UInt64($1) }
    details.format = "JPEG"
    details.taken = PhotoMoment(wallSeconds: Int64(hash % 900_000_000))
    let digits = String(hash, radix: 16)
    details.headMD5 = String(repeating: "0", count: 32 - digits.count) + digits
    return details
  }
}

/// Sebastiano Vigna's generator (public domain).
private struct TrialNumbers {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
