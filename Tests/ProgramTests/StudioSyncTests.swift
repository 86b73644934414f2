import BoothCore
import BoothStore
import BoothTesting
import Documents
import FoundationEssentials
import Glibc
import Imaging
import LocationSync
import Locations
import StudioModel
import StudioTesting
import Testing

/// The real studio and a stand-in for Firebase: a sync from the page, tried before it is done, and gone on with after a kill.
@Suite(.serialized, .timeLimit(.minutes(15))) struct StudioSyncTests {
  private static func fill(_ folder: TemporaryFolder, _ count: Int) async throws {
    let store = try FolderLocationStore.open(folder: folder.path("data"))
    defer { store.close() }
    for number in 0..<count {
      let picture = Bitmap(
        size: PixelSize(width: 48, height: 32), color: RGBColor(red: UInt8(number % 250), green: 90, blue: 30))
      try await store.add(
        Location(
          id: LocationID("place-\(number)")!, title: "Place \(number)", latitude: 31.7767, longitude: 35.2276,
          pair: "place-\(number)", old: LocationPicture(name: "", bytes: 0, checksum: ""),
          createdAt: WallTime(unixSeconds: 1_700_000_000)), old: .bytes(try JPEGCodec().encode(picture)))
    }
  }

  private static func environment(_ standIn: StandInFirestore) -> [String: String] {
    [
      "FIRESTORE_EMULATOR_HOST": standIn.host, "FIREBASE_STORAGE_EMULATOR_HOST": standIn.host,
      "FIREBASE_AUTH_EMULATOR_HOST": standIn.host, "BOOTH_FIREBASE_PROJECT": StandInFirestore.project,
      "BOOTH_FIREBASE_KEY": "key", "BOOTH_FIREBASE_BUCKET": "test-bucket", "BOOTH_FIREBASE_EMAIL": "a@example.org",
    ]
  }

  private static func start(_ folder: TemporaryFolder, _ environment: [String: String]) throws -> RunningProgram {
    try RunningProgram(
      ["studio", "--listen", "127.0.0.1:0", "--data", folder.path("data"), "--log-level", "error"],
      environment: environment)
  }

  /// Loads the page until it says this.
  private static func wait(for words: String, _ visitor: StudioVisitor) async throws -> String {
    var page = ""
    let end = ContinuousClock.now + .seconds(300)
    while ContinuousClock.now < end {
      page = try await visitor.get("/places/sync").text
      if page.contains(words) { return page }
    }
    Issue.record("never said \(words): \(page)")
    return page
  }

  private static func documents(_ standIn: StandInFirestore) throws -> Int {
    try standIn.table.page(DocumentQuery(try DocumentCollection("locations"), limit: 300)).documents.count
  }

  @Test func `a sync is tried before it is done, with the password asked for once`() async throws {
    let standIn = try StandInFirestore()
    defer { standIn.stop() }
    let folder = try TemporaryFolder()
    try await Self.fill(folder, 3)
    let studio = try Self.start(folder, Self.environment(standIn))
    defer { studio.end() }
    let (base, link) = try await StudioVisitor.meet(studio)
    let visitor = StudioVisitor(base)
    try await visitor.join(link)
    #expect(try await visitor.get("/places/sync").text.contains("name=\"password\""))
    let wrong = ["direction": "both", "do": "sync", "password": "wrong"]
    #expect(try await visitor.post("/places/sync", wrong).status == 303)
    let refused = try await Self.wait(for: "Something went wrong.", visitor)
    #expect(refused.contains("the name or the password is wrong") && !refused.contains(folder.path("data")))
    let rehearsal = ["direction": "both", "do": "rehearse", "password": "right"]
    #expect(try await visitor.post("/places/sync", rehearsal).status == 303)
    let tried = try await Self.wait(for: "Preview: nothing was changed.", visitor)
    #expect(tried.contains("<bdi>Place 2</bdi>") && !tried.contains("name=\"password\""))
    #expect(try Self.documents(standIn) == 0)
    #expect(try await visitor.post("/places/sync", ["direction": "pull", "do": "sync"]).status == 303)
    _ = try await Self.wait(for: "No change", visitor)
    #expect(try Self.documents(standIn) == 0)
    #expect(try await visitor.post("/places/sync", ["direction": "both", "do": "sync"]).status == 303)
    let done = try await Self.wait(for: "Pictures sent: 3", visitor)
    #expect(done.contains("Both sides agree."))
    #expect(try Self.documents(standIn) == 3)
  }

  @Test func `a studio that is killed goes on with its sync at its next start`() async throws {
    let standIn = try StandInFirestore()
    defer { standIn.stop() }
    let folder = try TemporaryFolder()
    try await Self.fill(folder, 40)
    let environment = Self.environment(standIn).merging(["BOOTH_FIREBASE_PASSWORD": "right"]) { $1 }
    let first = try Self.start(folder, environment)
    let (base, link) = try await StudioVisitor.meet(first)
    let before = StudioVisitor(base)
    try await before.join(link)
    #expect(try await before.post("/places/sync", ["direction": "both", "do": "sync"]).status == 303)
    first.end(SIGKILL)
    let second = try Self.start(folder, environment)
    defer { second.end() }
    let people = try await Program.run([
      "studio", "user", "add", "ben", "--role", "manager", "--data", folder.path("data"), "--json",
    ])
    let there = try await StudioVisitor.meet(second, isFirst: false).base
    let after = StudioVisitor(there)
    let secret = try #require(people.output.split(separator: "/join/").dropFirst().first?.prefix { $0 != "\"" })
    try await after.join("\(there)/join/\(secret)", "ben")
    // A sync that its killed studio had begun may still end by itself; then the second finds everything done.
    let done = try await Self.wait(for: "Both sides agree.", after)
    #expect(!done.contains("name=\"password\""))
    #expect(try Self.documents(standIn) == 40)
    let store = try FolderLocationStore.openForReading(folder: folder.path("data"))
    defer { store.close() }
    #expect(try await store.locations().count == 40)
  }

  @Test func `a file of the sync that nobody can read is told, with what to do, and kept aside`() async throws {
    let standIn = try StandInFirestore()
    defer { standIn.stop() }
    let folder = try TemporaryFolder()
    try await Self.fill(folder, 1)
    let (job, account) = ("data/studio/places/sync.json", "data/location-sync.account")
    for path in [job, account] { try folder.put(path, Array(#"{"wish": {"dir"#.utf8)) }
    let logging = try RunningProgram(
      ["studio", "--listen", "127.0.0.1:0", "--data", folder.path("data"), "--log-level", "error"],
      environment: Self.environment(standIn), readingLog: true)
    let line = await logging.nextLine()
    #expect(line?.hasPrefix("booth: sync: whether a sync was under way was in studio/places/sync.json, ") == true)
    logging.end()
    // Once more, so that another is kept beside the first.
    try folder.put(job, [])
    let studio = try Self.start(folder, Self.environment(standIn))
    defer { studio.end() }
    let (base, link) = try await StudioVisitor.meet(studio)
    let visitor = StudioVisitor(base)
    try await visitor.join(link)
    #expect(try await visitor.get("/places/sync").text.contains("name=\"password\""))
    let told = try await visitor.get("/booth").text
    #expect(
      told.contains("a location sync was in progress (studio/places/sync.json). Start the sync again."), "\(told)")
    #expect(told.contains("can’t be read (location-sync.account). Enter the password"), "\(told)")
    #expect(try folder.read(job + ".damaged-1") == Array(#"{"wish": {"dir"#.utf8))
    #expect(try folder.read(job + ".damaged-2") == [])
    #expect(try folder.read(account + ".damaged-1") == Array(#"{"wish": {"dir"#.utf8))
    let request = ["direction": "both", "do": "sync", "password": "right"]
    #expect(try await visitor.post("/places/sync", request).status == 303)
    _ = try await Self.wait(for: "Both sides agree.", visitor)
    #expect(try await !visitor.get("/booth").text.contains("damaged"), "it is right again")
  }
}
