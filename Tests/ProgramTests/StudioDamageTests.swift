import BoothTesting
import Documents
import FoundationEssentials
import Glibc
import StudioModel
import StudioStore
import StudioTesting
import Testing

/// The real studio on a database of documents that its disk has changed: it is said where people look, and mended by the next start.
@Suite(.serialized, .timeLimit(.minutes(15))) struct StudioDamageTests {
  private static func start(_ folder: TemporaryFolder) throws -> RunningProgram {
    try RunningProgram(["studio", "--listen", "127.0.0.1:0", "--data", folder.path("data"), "--log-level", "error"])
  }

  private static func key(_ number: Int) -> String {
    let tail = String(number)
    return String(repeating: "0", count: 32 - tail.utf8.count) + tail
  }

  /// A studio with an administrator who has sent so many reports; their cookie.
  private static func fill(_ folder: TemporaryFolder, _ count: Int) async throws -> String? {
    let studio = try start(folder)
    defer { studio.end() }
    let (base, link) = try await StudioVisitor.meet(studio)
    let anna = StudioVisitor(base)
    try await anna.join(link)
    #expect(try await anna.json(StudioRound.form(base: "null", "Q1"), to: "/reports/forms/save").status == 200)
    for number in 0..<count {
      let report =
        #"{"key": "\#(key(number))", "template": "day", "version": 1, "date": "2026-01-15", "answers": {"q": "answer \#(number)."#
        + String(repeating: " and more", count: 80) + #""}, "schools": [], "attachments": []}"#
      #expect(try await anna.json(report, to: "/reports/send").status == 200)
    }
    studio.end()
    // Nothing is left in the log.
    try SQLiteDocumentStore(path: folder.path(database)).close()
    return await anna.cookie
  }

  private static func find(_ bytes: [UInt8], _ text: String) -> Int? {
    let wanted = Array(text.utf8)
    return bytes.indices.first { bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted) }
  }

  private static let database = "data/studio/documents.sqlite"

  private static func doctor(_ folder: TemporaryFolder) async throws -> String {
    let outcome = try await Program.run(
      ["doctor", "--json", "--data", folder.path("data")],
      environment: ["BOOTH_EVENTS": try Program.putPlainEvents(folder)])
    return outcome.output.replacing("\\/", with: "/")
  }

  private static func context(_ studio: RunningProgram, _ cookie: String?) async throws -> StudioVisitor {
    StudioVisitor(try await StudioVisitor.meet(studio, isFirst: false).base, cookie: cookie)
  }

  @Test func `a report of which one bit has changed on the disk is mended by the next start, and that is said`()
    async throws
  {
    let folder = try TemporaryFolder()
    let cookie = try await Self.fill(folder, 12)
    #expect(try await Self.doctor(folder).contains("its databases are whole"))
    var bytes = try folder.read(Self.database)
    bytes[try #require(Self.find(bytes, "answer 7. and"))] ^= 1
    try folder.put(Self.database, bytes)
    let before = try await Self.doctor(folder)
    #expect(before.contains(folder.path(Self.database)) && before.contains("start the studio again"), "\(before)")
    let studio = try Self.start(folder)
    defer { studio.end() }
    let anna = try await Self.context(studio, cookie)
    for number in 0..<12 {
      let page = try await anna.get("/reports/report/\(Self.key(number))")
      #expect(page.status == 200 && page.text.contains("answer \(number). and"), "\(number): \(page.status)")
    }
    let page = try await anna.get("/booth").text
    #expect(page.contains("documents.sqlite.damaged-1") && page.contains("nothing is lost"), "\(page)")
    #expect(try await anna.get("/health").text == "{\"status\":\"trouble\"}")
    #expect(try await Self.doctor(folder).contains("documents.sqlite.damaged-1"))
    // What was damaged is kept, for a person who knows more; without it all is well.
    #expect(try folder.read(Self.database + ".damaged-1").count == bytes.count)
    for ending in ["", ".txt"] { unlink(folder.path(Self.database + ".damaged-1\(ending)")) }
    #expect(try await anna.get("/health").text == "{\"status\":\"ok\"}")
  }

  @Test func `a report whose log was emptied under a running studio is there, or the next start says what is lost`()
    async throws
  {
    let folder = try TemporaryFolder()
    let studio = try Self.start(folder)
    let (base, link) = try await StudioVisitor.meet(studio)
    let anna = StudioVisitor(base)
    try await anna.join(link)
    #expect(try await anna.json(StudioRound.form(base: "null", "Q1"), to: "/reports/forms/save").status == 200)
    for number in 0..<8 {
      let report =
        #"{"key": "\#(Self.key(number))", "template": "day", "version": 1, "date": "2026-01-15", "answers": {"q": "a"}, "schools": [], "#
        + #""attachments": []}"#
      #expect(try await anna.json(report, to: "/reports/send").status == 200)
    }
    #expect(truncate(folder.path(Self.database + "-wal"), 0) == 0)
    var errors = ""
    while let line = await studio.nextLine() { errors += line + "\n" }
    #expect(await studio.code == 66)
    let notes = try await Self.doctor(folder)
    let next = try Self.start(folder)
    defer { next.end() }
    let visitor = try await Self.context(next, await anna.cookie)
    var missing = 0
    for number in 0..<8 where try await visitor.get("/reports/report/\(Self.key(number))").status != 200 {
      missing += 1
    }
    let page = try await visitor.get("/booth").text
    let isSaid = page.contains("documents.sqlite.damaged-1.txt") && page.contains("could not be read")
    #expect(missing == 0 || isSaid, "\(missing) are missing, and nothing is said: \(page)")
    guard isSaid else { return }
    #expect(notes.contains("documents.sqlite.damaged-1"), "\(notes)")
    #expect(try await visitor.get("/health").text == "{\"status\":\"trouble\"}")
    for ending in ["", ".txt"] { unlink(folder.path(Self.database + ".damaged-1\(ending)")) }
    #expect(try await visitor.get("/health").text == "{\"status\":\"ok\"}")
  }

  @Test func `reports whose page on the disk is gone are named, and all others can be read`() async throws {
    let folder = try TemporaryFolder()
    let cookie = try await Self.fill(folder, 40)
    var bytes = try folder.read(Self.database)
    let page = try #require(Self.find(bytes, "answer 20. and")) / 4096 * 4096
    for place in page..<page + 4096 { bytes[place] = 0 }
    try folder.put(Self.database, bytes)
    let studio = try Self.start(folder)
    defer { studio.end() }
    let anna = try await Self.context(studio, cookie)
    let note = String(decoding: try folder.read(Self.database + ".damaged-1.txt"), as: UTF8.self)
    var lost = 0
    for number in 0..<40 {
      let reply = try await anna.get("/reports/report/\(Self.key(number))")
      if reply.status == 200 {
        #expect(reply.text.contains("answer \(number). and"))
      } else {
        lost += 1
        #expect(reply.status == 404 && note.contains("/\(Self.key(number))"), "\(number): \(reply.status)\n\(note)")
      }
    }
    #expect((1...8).contains(lost), "\(lost)")
    #expect(try await anna.get("/booth").text.contains("damaged-1.txt on the studio’s machine lists what is missing"))
    #expect(try await anna.get("/reports").status == 200)
  }

  @Test func `a damaged report is never said to be a disk that will answer in a moment`() async throws {
    let folder = try TemporaryFolder()
    let cookie = try await Self.fill(folder, 12)
    do {
      // Too large to be looked at as the studio starts.
      let store = try SQLiteDocumentStore(path: folder.path(Self.database))
      let collection = try DocumentCollection("large")
      for number in 0..<45 {
        let text = String(repeating: "x", count: 800_000)
        _ = try await store.commit([.set(try DocumentPath(collection, "d\(number)"), ["t": .string(text)])])
      }
      store.close()
    }
    var bytes = try folder.read(Self.database)
    bytes[try #require(Self.find(bytes, "answer 7. and"))] ^= 1
    try folder.put(Self.database, bytes)
    do {
      let studio = try Self.start(folder)
      defer { studio.end() }
      let anna = try await Self.context(studio, cookie)
      let damaged = try await anna.get("/reports/report/\(Self.key(7))")
      #expect(damaged.status == 503 && damaged.text.contains("data is damaged"), "\(damaged)")
      #expect(!damaged.text.contains("in a moment") && !damaged.text.contains("nothing is lost"), "\(damaged.text)")
      #expect(try await anna.get("/health").text == "{\"status\":\"trouble\"}")
      #expect(try await anna.get("/booth").text.contains("Restart the studio"))
      #expect(try await Self.doctor(folder).contains("start the studio again"))
      for number in 0..<12 where number != 7 {
        #expect(try await anna.get("/reports/report/\(Self.key(number))").status == 200, "\(number)")
      }
    }
    let studio = try Self.start(folder)
    defer { studio.end() }
    let anna = try await Self.context(studio, cookie)
    #expect(try await anna.get("/reports/report/\(Self.key(7))").text.contains("answer 7. and"))
  }

  @Test func `a database that something has emptied, or filled with noise, is refused by name`() async throws {
    let folder = try TemporaryFolder()
    _ = try await Self.fill(folder, 1)
    for name in ["documents.sqlite", "studio.sqlite"] {
      let path = "data/studio/\(name)"
      let whole = try folder.read(path)
      for bytes in [[], [UInt8](repeating: 0, count: whole.count), [UInt8](repeating: 0x5A, count: 300)] {
        try folder.put(path, bytes)
        let outcome = try await Program.run(["studio", "--listen", "127.0.0.1:0", "--data", folder.path("data")])
        #expect(outcome.code != 0 && outcome.errors.contains("put a copy of it back"), "\(outcome.errors)")
        #expect(outcome.errors.contains(folder.path(path)), "\(outcome.errors)")
        #expect(try folder.read(path) == bytes, "it is left as it is")
        #expect(try await Self.doctor(folder).contains(folder.path(path)))
      }
      for ending in ["-wal", "-shm", ".suspect"] { unlink(folder.path(path + ending)) }
      try folder.put(path, whole)
    }
  }
}
