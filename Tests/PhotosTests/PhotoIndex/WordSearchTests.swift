import BoothTesting
import GRDB
import PhotoModel
import Testing

@testable import PhotoLibrary

/// Words, however they are written, and sources by their names.
@Suite struct WordSearchTests {
  private static let names = ["Cafe\u{301}.jpg", "Café 2.jpg", "CAFE 3.jpg", "Straße.jpg", "שָׁלוֹם.jpg"]

  private func filled(_ path: String, _ folder: TemporaryFolder) async throws -> PhotoIndex {
    let index = try PhotoIndex(path: path, marks: try PhotoMarks(path: folder.path("marks.sqlite"))) {
      ["one": "Été à Rome"]
    }
    for id in ["one", "two"] {
      let source = ScriptedPhotos(id)
      source.entries = Self.names.map { name in
        PhotoEntry(id: PhotoID("/\(name)"), name: name, size: 1, modified: 0, mark: "m")
      }
      if id == "two" { source.entries[3].name = "roma.jpg" }
      _ = try await index.scan(source)
    }
    return index
  }

  private func count(_ text: String, _ index: PhotoIndex, of source: String? = nil) async throws -> Int {
    try await index.layout(PhotoView(source: source.flatMap(PhotoSourceID.init), filter: PhotoSearch(text))).count
  }

  @Test func `a word is found with and without its accents, wherever they stand`() async throws {
    let folder = try TemporaryFolder()
    let index = try await filled(folder.path("index.sqlite"), folder)
    for text in ["Café", "cafe", "CAFE\u{301}", "\"café\""] { #expect(try await count(text, index) == 6, "\(text)") }
    #expect(try await count("strasse", index) == 1)
    #expect(try await count("שלום", index) == 2)
    #expect(try await count("caffe", index) == 0)
  }

  @Test func `a camera is found with and without its accents, and nothing by what no name has`() async throws {
    let folder = try TemporaryFolder()
    let index = try await filled(folder.path("index.sqlite"), folder)
    try await index.file.current().pool.write { db in
      try db.execute(
        sql: "UPDATE photo SET camera = ?, words = words || ? WHERE n = 1",
        arguments: ["CAMÉRA ÉTÉ", FoldedWords.of("CAMÉRA ÉTÉ")])
    }
    for text in ["camera:été", "camera:CAMÉRA", "camera:camera", "caméra"] {
      #expect(try await count(text, index) == 1, "\(text)")
    }
    for text in ["camera:cafe", "\0", "\0cafe", "cafe\0x"] { #expect(try await count(text, index) == 0, "\(text)") }
  }

  @Test func `a source is found by a part of its name, and by a field`() async throws {
    let folder = try TemporaryFolder()
    let index = try await filled(folder.path("index.sqlite"), folder)
    // All of the one, and a photo of the other.
    #expect(try await count("rom", index) == 6)
    #expect(try await count("ete rome", index) == 5)
    #expect(try await count("été café", index) == 3)
    #expect(try await count("in:rom", index) == 5)
    #expect(try await count("source:\"ETE\u{301} a rome\" cafe", index) == 3)
    #expect(try await count("in:two", index) == 5)
    #expect(try await count("in:one in:two", index) == 10)
    #expect(try await count("in:nowhere", index) == 0)
    // Where it alone is looked at its name says nothing, and a field still does.
    #expect(try await count("rom", index, of: "one") == 0)
    #expect(try await count("in:rom", index, of: "one") == 5)
    #expect(try await count("in:two", index, of: "one") == 0)
    let place = try await index.place(
      of: 1, in: PhotoView(order: .name, filter: PhotoSearch("rom")))
    #expect(place != nil)
  }

  @Test func `a name is found by its digits in any script, also in an index of the version before`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("index.sqlite")
    let marks = try PhotoMarks(path: folder.path("marks.sqlite"))
    let index = try PhotoIndex(path: path, marks: marks)
    let source = ScriptedPhotos("one")
    source.entries = ["صورة ١٢.jpg", "photo 12.jpg"].map { name in
      PhotoEntry(id: PhotoID("/\(name)"), name: name, size: 1, modified: 0, mark: "m")
    }
    _ = try await index.scan(source)
    for text in ["12", "١٢", "１２"] { #expect(try await count(text, index) == 2, "\(text)") }
    #expect(try await count("صورة ۱۲", index) == 1)
    // As that version wrote them.
    try await index.file.current().pool.write { db in
      try db.execute(sql: "UPDATE photo SET words = replace(words, '12', '١٢') WHERE name LIKE '%١٢%'")
      try db.execute(sql: "PRAGMA user_version = 7")
    }
    #expect(try await count("12", index) == 1)
    index.close()
    let again = try PhotoIndex(path: path, marks: marks)
    for text in ["12", "١٢"] { #expect(try await count(text, again) == 2, "\(text)") }
    #expect(try await again.layout(PhotoView()).count == 2)
  }

  @Test func `words of an index of the version before are folded, and no photo is read again`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("index.sqlite")
    let index = try await filled(path, folder)
    let known = try await index.file.current().pool.write { db in
      // As that version wrote them.
      for row in try Row.fetchAll(db, sql: "SELECT n, name FROM photo") {
        try db.execute(
          sql: "UPDATE photo SET words = ?, ready = 1 WHERE n = ?",
          arguments: ["/" + (row[1] as String).lowercased() + "  ", row[0] as Int64])
      }
      try OlderIndex.makeVersion5(db)
      try db.execute(sql: "PRAGMA user_version = 4")
      return try Int64.fetchAll(db, sql: "SELECT n FROM photo ORDER BY n")
    }
    #expect(try await count("cafe", index) < 6)
    index.close()
    let again = try PhotoIndex(path: path, marks: try PhotoMarks(path: folder.path("marks.sqlite")))
    #expect(try await count("cafe", again) == 6)
    #expect(try await count("CAFE\u{301}", again) == 6)
    let (now, version) = try await again.file.current().pool.read { db in
      (
        try Int64.fetchAll(db, sql: "SELECT n FROM photo WHERE ready = 1 ORDER BY n"),
        try Int.fetchOne(db, sql: "PRAGMA user_version")
      )
    }
    #expect(now == known && version == IndexSchema.version)
  }
}
