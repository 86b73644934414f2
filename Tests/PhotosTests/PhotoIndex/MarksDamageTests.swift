import BoothTesting
import GRDB
import Glibc
import PhotoModel
import Testing

@testable import PhotoLibrary

/// Bits that have changed on the disk in what people have said of their photos: what they took comes back, or is named.
@Suite(.timeLimit(.minutes(15))) struct MarksDamageTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("marks.sqlite") }
  private var copy: String { path + ".copy" }

  init() throws { folder = try TemporaryFolder() }

  private struct Dice {
    var state: UInt64
    mutating func next(below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: state >> 33) % below
    }
  }

  private static let members = (0..<30).map {
    PhotoMarks.Member(
      source: "wedding", id: "/2026/IMG_\(1000 + $0).jpg",
      key: $0 % 3 == 0 ? nil : String(repeating: "\($0 % 10)", count: 32) + ":77",
      name: "IMG_\(1000 + $0).jpg")
  }

  /// An album of 30, an order of its own, stars, colours and what could be undone.
  private func fill(_ marks: PhotoMarks) async throws {
    try await marks.make("own:a", "The dance", at: 5)
    try await marks.add(Self.members, to: "own:a", at: 6)
    for number in 0..<40 {
      try await marks.change(
        ["key-\(number)"], PhotoMarkChange(star: true, adding: PhotoTags(rawValue: number % 4)), at: 7)
    }
    try await marks.note(
      PhotoTrashed(id: PhotoID("/gone.jpg"), place: "bin/1"), of: try #require(PhotoSourceID("wedding")), under: "t",
      at: 8)
    try await marks.put("own:a", in: Self.members.reversed())
    try await marks.put(Self.link, keptAs: "proof")
    _ = try await marks.countTry("l", at: 10)
  }

  /// With a wrong PIN, as it is kept once that was tried.
  private static let link = PhotoMarks.Link(
    link: AlbumLink(id: "l", album: .own("a"), made: 9, expires: 99, hasPIN: true, allowsOriginals: true), pin: "pin",
    pass: "pass")

  /// What of it is there: nil for all.
  private func missing(_ marks: PhotoMarks) async throws -> String? {
    let (members, albums) = (try await marks.members("own:a"), try await marks.albums())
    if members != Self.members.reversed() { return "\(members.count) of the album's 30 are right" }
    if albums.map(\.title) != ["The dance"] { return "albums are \(albums)" }
    let known = try marks.marks((0..<40).map { "key-\($0)" })
    for number in 0..<40 {
      guard known["key-\(number)"] == .init(isStarred: true, tags: PhotoTags(rawValue: number % 4)) else {
        return "the mark of \(number)"
      }
    }
    guard let kept = try await marks.link(keptAs: "proof"), kept.title == "The dance", kept.link.pin == "pin",
      kept.link.pass == "pass", kept.link.link.expires == 99, kept.link.link.tries == PINTries(count: 1, last: 10)
    else { return "the link" }
    return try await marks.trashed(under: "t").count == 1 ? nil : "what could be undone"
  }

  private func flipped(_ bytes: [UInt8], seed: Int) -> [UInt8] {
    var dice = Dice(state: UInt64(seed) &* 0x9E37_79B9 &+ 17)
    var bytes = bytes
    for _ in 0...dice.next(below: 4) { bytes[dice.next(below: bytes.count)] ^= 1 << UInt8(dice.next(below: 8)) }
    return bytes
  }

  private func clear() throws {
    for name in ["marks.sqlite", "marks.sqlite.copy"] {
      for ending in ["", "-wal", "-shm", ".damaged", ".damaged-1", ".damaged-1-healed"] {
        unlink(folder.path(name + ending))
      }
    }
  }

  @Test func `an album of 30 has 30 after any bits of its file have changed, and the damage is said`() async throws {
    do { try await fill(try PhotoMarks(path: path)) }
    let (whole, second) = (try folder.read("marks.sqlite"), try folder.read("marks.sqlite.copy"))
    var healed = 0
    for seed in 0..<150 {
      try clear()
      try folder.put("marks.sqlite", flipped(whole, seed: seed))
      try folder.put("marks.sqlite.copy", second)
      let marks = try PhotoMarks(path: path)
      #expect(try await missing(marks) == nil, "\(seed)")
      if marks.aside != nil {
        healed += 1
        #expect(marks.isHealed && marks.aside == "marks.sqlite.damaged-1", "\(seed)")
        #expect(marks.remarks.contains { $0.contains("came back") && $0.contains(path) }, "\(seed)")
      }
    }
    // Pages are half full: what falls into what is not in use is no damage.
    #expect(healed > 30)
  }

  /// Versions before links, and before covers.
  @Test(arguments: [["album_link", "album_cover"], ["album_cover"]])
  func `a file of an earlier version with fewer tables is whole, and takes what they hold`(_ later: [String])
    async throws
  {
    do {
      let old = try DatabaseQueue(path: path, configuration: MarksCopy.configuration())
      try await old.write { db in
        try db.execute(sql: PhotoMarks.schema + later.map { "DROP TABLE \($0);" }.joined())
        try MarksSums(tables: MarksSums.marks.tables.filter { !later.contains($0) }).arm(db)
        try db.execute(sql: "INSERT INTO album VALUES ('own:a', 'The dance', 5)")
      }
      try old.close()
    }
    let cover = PhotoMarks.Member(source: "folder", id: "a.jpg", key: nil, name: "a.jpg")
    do {
      let marks = try PhotoMarks(path: path)
      #expect(marks.aside == nil)
      #expect(try await marks.albums().map(\.title) == ["The dance"])
      try await marks.put(Self.link, keptAs: "proof")
      try await marks.setCover(cover, of: "own:a")
    }
    let marks = try PhotoMarks(path: path)
    #expect(marks.aside == nil)
    #expect(try await marks.links() == [Self.link.link])
    #expect(try await marks.cover("own:a") == cover)
    // Its links and its cover go with an album.
    try await marks.remove("own:a")
    #expect(try await marks.links().isEmpty)
    #expect(try await marks.cover("own:a") == nil)
  }

  @Test func `without the second copy no album is ever shorter in silence`() async throws {
    do { try await fill(try PhotoMarks(path: path)) }
    let whole = try folder.read("marks.sqlite")
    for seed in 1000..<1150 {
      try clear()
      try folder.put("marks.sqlite", flipped(whole, seed: seed))
      let marks = try PhotoMarks(path: path)
      guard let missing = try await missing(marks) else { continue }
      #expect(marks.aside == "marks.sqlite.damaged-1" && !marks.isHealed, "\(seed): \(missing)")
      #expect(marks.remarks.contains { $0.contains(path) }, "\(seed)")
    }
  }

  @Test func `a second copy that is damaged is made anew, and then brings all back`() async throws {
    do { try await fill(try PhotoMarks(path: path)) }
    let (whole, second) = (try folder.read("marks.sqlite"), try folder.read("marks.sqlite.copy"))
    for seed in 2000..<2040 {
      try clear()
      try folder.put("marks.sqlite", whole)
      try folder.put("marks.sqlite.copy", flipped(second, seed: seed))
      do {
        let marks = try PhotoMarks(path: path)
        #expect(try await missing(marks) == nil && marks.aside == nil, "\(seed)")
      }
      try folder.put("marks.sqlite", Array(repeating: 0x41, count: 5000))
      let marks = try PhotoMarks(path: path)
      #expect(try await missing(marks) == nil && marks.isHealed, "\(seed)")
    }
  }

  @Test func `what stood in a log that is damaged comes back, also where the file itself is whole`() async throws {
    let marks = try PhotoMarks(path: path)
    try await fill(marks)
    // As a power cut leaves them.
    var left: [(String, [UInt8])] = []
    for name in ["marks.sqlite", "marks.sqlite-wal", "marks.sqlite.copy", "marks.sqlite.copy-wal"] {
      left.append((name, try folder.read(name)))
    }
    let other = try TemporaryFolder()
    for seed in 3000..<3030 {
      for (name, bytes) in left {
        for ending in ["-shm", ".damaged-1", ".damaged-1-healed"] { unlink(other.path(name + ending)) }
        try other.put(name, name == "marks.sqlite-wal" ? flipped(bytes, seed: seed) : bytes)
      }
      let found = try PhotoMarks(path: other.path("marks.sqlite"))
      #expect(try await missing(found) == nil, "\(seed)")
    }
    withExtendedLifetime(marks) {}
  }

  @Test func `a file of before has its second copy at once, and one that was put back counts`() async throws {
    do { try await fill(try PhotoMarks(path: path)) }
    let earlier = try folder.read("marks.sqlite")
    do {
      let marks = try PhotoMarks(path: path)
      try await marks.take([Self.members[3]], from: "own:a")
      _ = try await marks.rename("own:a", to: "The cake")
      try await marks.change(["key-1"], PhotoMarkChange(star: false, taking: PhotoTags(rawValue: 1)), at: 9)
    }
    // An operator puts yesterday's file back: what was changed since is gone, as they wished.
    try folder.put("marks.sqlite", earlier)
    do { #expect(try await missing(try PhotoMarks(path: path)) == nil) }
    unlink(copy)
    do { #expect(try await missing(try PhotoMarks(path: path)) == nil) }
    unlink(path)
    #expect(try await missing(try PhotoMarks(path: path)) == nil)
  }

  @Test func `each change is in both, whatever it changes`() async throws {
    do {
      let marks = try PhotoMarks(path: path)
      try await fill(marks)
      let beside = try PhotoMarks(path: path)
      try await beside.add([Self.members[0]], to: "own:a", at: 20)
      try await marks.change(["key-1"], PhotoMarkChange(star: false, taking: PhotoTags(rawValue: 1)), at: 21)
      try await marks.make("own:b", "Another", at: 22)
      try await marks.remove("own:b")
      let key = try #require(PhotoKey(headMD5: String(repeating: "a", count: 32), size: 7))
      for agreed: PhotoTags in [PhotoTags(rawValue: 1), PhotoTags(rawValue: 2)] {
        let settled = TagSettlement(key: key, ours: [], taken: agreed, told: agreed, agreed: agreed, base: [])
        try await marks.note(tried: [settled], "/tags")
        try await marks.settle([settled], "/tags", hasMaster: true, at: 23)
      }
      try await beside.forget(PhotoTrashed(id: PhotoID("/gone.jpg"), place: "bin/1"), under: "t")
    }
    let expected: [String]
    do {
      let marks = try PhotoMarks(path: path)
      #expect(marks.aside == nil && marks.remarks.isEmpty)
      expected = try await marks.members("own:a").map(\.id)
    }
    unlink(path)
    let marks = try PhotoMarks(path: path)
    #expect(try await marks.members("own:a").map(\.id) == expected && expected.count == 30)
    #expect(try marks.marks(["key-1"])["key-1"]?.isStarred == false)
    #expect(try await marks.albums().count == 1)
    #expect(try await marks.memory(of: "/tags").hadMaster == true)
    #expect(try await marks.trashed(under: "t").isEmpty)
  }
}
