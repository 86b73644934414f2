import BoothCore
import BoothStore
import BoothTesting
import Documents
import Foundation
import Imaging
import LocationSync
import Locations
import StudioModel
import StudioTesting
import Testing

/// Two data folders, the real program, and a stand-in for Firebase: cut at every request once, killed at every durable step once.
/// (Google's emulators are not asked here: the stand-in alone can be put back to what it was a hundred times.)
@Suite(.serialized, .timeLimit(.minutes(60))) struct LocationSyncTests {
  private static func id(_ text: String) -> LocationID { LocationID(text)! }

  private static func picture(_ number: Int) throws -> [UInt8] {
    var picture = Bitmap(
      size: PixelSize(width: 48, height: 32),
      color: RGBColor(red: UInt8(number * 37 % 256), green: UInt8(number * 11 % 256), blue: 90))
    picture.paint(Bitmap(size: PixelSize(width: 9, height: 12), color: .white), x: number % 30, y: 8)
    return try JPEGCodec().encode(picture)
  }

  /// Two folders that have agreed, and what has been done in each since; `b` has synced that already.
  private struct Scene {
    let standIn: StandInFirestore
    let a: TemporaryFolder
    let b: TemporaryFolder
    private(set) var server: StandInFirestore.Snapshot

    static let expected: [String: String] = [
      "edited": "edited here", "both": "both, later there", "shot": "shot", "reshot": "reshot", "stays": "stays",
      "ours": "ours", "theirs": "theirs",
    ]

    init() async throws {
      standIn = try StandInFirestore()
      (a, b) = (try TemporaryFolder(), try TemporaryFolder())
      server = standIn.snapshot
      let store = try FolderLocationStore.open(folder: a.path("data"))
      for (number, name) in ["edited", "both", "gone", "shot", "reshot", "stays"].enumerated() {
        try await Self.add(name, number, to: store, at: 1000)
      }
      try await Self.shoot("reshot", 50, store, at: 2000)
      for folder in [a, b] {
        if folder.path == b.path { _ = try FolderLocationStore.open(folder: b.path("data")) }
        let run = try await sync(folder)
        try #require(run.code == 0, "\(run.errors)")
      }
      let other = try FolderLocationStore.open(folder: b.path("data"))
      try await Self.edit("edited", "edited here", store, at: 3000)
      try await Self.edit("both", "both, earlier here", store, at: 3000)
      try await Self.edit("both", "both, later there", other, at: 4000)
      try await other.delete(LocationSyncTests.id("gone"), at: Self.time(4000))
      try await Self.shoot("shot", 51, store, at: 4000)
      try await Self.shoot("reshot", 52, store, at: 4000)
      try await Self.add("ours", 60, to: store, at: 5000)
      try await Self.add("theirs", 61, to: other, at: 5000)
      try await Self.shoot("theirs", 62, other, at: 5001)
      let run = try await sync(b)
      try #require(run.code == 0, "\(run.errors)")
      store.close()
      other.close()
      server = standIn.snapshot
    }

    /// Since a morning before today, so that no clock is ahead.
    private static func time(_ seconds: Double) -> WallTime { WallTime(unixSeconds: 1_700_000_000 + seconds) }

    private static func add(_ name: String, _ number: Int, to store: FolderLocationStore, at: Double) async throws {
      let stand = LocationPicture(name: "", bytes: 0, checksum: "")
      try await store.add(
        Location(
          id: LocationSyncTests.id(name), title: name, latitude: 31.7767, longitude: 35.2276, pair: name, old: stand,
          createdAt: time(at)), old: .bytes(try LocationSyncTests.picture(number)))
    }

    private static func edit(_ name: String, _ title: String, _ store: FolderLocationStore, at: Double) async throws {
      var location = try #require(try await store.location(LocationSyncTests.id(name)))
      (location.title, location.updatedAt) = (title, time(at))
      try await store.change(location)
    }

    private static func shoot(_ name: String, _ number: Int, _ store: FolderLocationStore, at: Double) async throws {
      _ = try await store.addVersion(
        NewVersion(id: "v\(number)", takenAt: time(at)), of: LocationSyncTests.id(name),
        from: .bytes(try LocationSyncTests.picture(number)))
    }

    var environment: [String: String] {
      [
        "FIRESTORE_EMULATOR_HOST": standIn.host, "FIREBASE_STORAGE_EMULATOR_HOST": standIn.host,
        "FIREBASE_AUTH_EMULATOR_HOST": standIn.host, "BOOTH_FIREBASE_PROJECT": StandInFirestore.project,
        "BOOTH_FIREBASE_KEY": "key", "BOOTH_FIREBASE_BUCKET": "test-bucket",
        "BOOTH_FIREBASE_EMAIL": "a@example.org", "BOOTH_FIREBASE_PASSWORD": "right",
      ]
    }

    func sync(_ folder: TemporaryFolder, dyingAt point: FaultArrival? = nil) async throws -> LabRun {
      try await LabRun.run(["location", "sync"], in: folder, dyingAt: point, environment: environment)
    }

    func run(_ folder: TemporaryFolder, _ more: [String], _ change: [String: String] = [:]) async throws
      -> Program.Outcome
    {
      try await Program.run(
        ["location", "sync", "--data", folder.path("data")] + more, environment: environment.merging(change) { $1 })
    }

    func copy(_ folder: TemporaryFolder) throws -> TemporaryFolder {
      let copy = try TemporaryFolder()
      try FileManager.default.copyItem(atPath: folder.path("data"), toPath: copy.path("data"))
      return copy
    }

    /// The first folder's sync once more, and the second's: then all that is wrong.
    func faults(_ mine: TemporaryFolder, after list: [String]) async throws -> [String] {
      let theirs = try copy(b)
      let again = try await sync(mine)
      var faults = again.code == 0 ? [] : ["the next sync failed: \(again.errors)"]
      let other = try await sync(theirs)
      if other.code != 0 { faults.append("the other's sync failed: \(other.errors)") }
      faults += try await LocationRecords.faults(in: mine.path("data"), after: list + again.list)
      let found = try standIn.table.page(DocumentQuery(try DocumentCollection("locations"), limit: 100)).documents
      let documents = try found.map { try SyncedLocation($0) }
      let titles = Dictionary(uniqueKeysWithValues: documents.map { ($0.id.text, $0.title) })
      if titles != Self.expected { faults.append("there is \(titles)") }
      for folder in [mine, theirs] {
        let store = try FolderLocationStore.openForReading(folder: folder.path("data"))
        defer { store.close() }
        let kept = try await store.locations()
        if kept.count != documents.count { faults.append("\(kept.count) locations are here") }
        for location in kept {
          guard let there = documents.first(where: { $0.id == location.id }) else { continue }
          if SyncedLocation(location) != there { faults.append("\(location.id) is another here than there") }
          let old = standIn.picture(at: there.historicalImageURL)
          if old.map({ Checksum.of($0) }) != location.old.checksum {
            faults.append("the old picture of \(location.id)")
          }
          let new = there.newImageURL.flatMap { standIn.picture(at: $0) }
          if new.map({ Checksum.of($0) }) != location.chosenVersion?.picture.checksum {
            faults.append("the new picture of \(location.id)")
          }
        }
      }
      return faults
    }
  }

  @Test func `killed at every durable step, the next sync goes on, and both folders agree`() async throws {
    let scene = try await Scene()
    let whole = try await scene.sync(try scene.copy(scene.a))
    try #require(whole.code == 0, "\(whole.errors)")
    var points = KillTests.points(of: whole.list)
    // A gate has two minutes; the whole takes all arrivals.
    if !KillTests.isFull { points = points.enumerated().filter { $0.offset % 2 == 0 }.map(\.element) }
    var (all, unreached) = ([String](), 0)
    for point in points {
      scene.standIn.restore(scene.server)
      let folder = try scene.copy(scene.a)
      let life = try await scene.sync(folder, dyingAt: point)
      guard life.wasKilled else {
        unreached += 1
        continue
      }
      all += try await scene.faults(folder, after: life.list).map { "\(point.name):\(point.number): \($0)" }
    }
    #expect(all.isEmpty, "\(all.joined(separator: "\n"))")
    #expect(points.count > 10 && unreached * 10 <= points.count, "\(unreached) of \(points.count) points not reached")
    print("kills while locations are synced: \(points.count - unreached) steps; \(all.count) faults")
    scene.standIn.stop()
  }

  @Test func `cut at every request, before and after it is done, both folders agree`() async throws {
    let scene = try await Scene()
    scene.standIn.restore(scene.server)
    let whole = try await scene.sync(try scene.copy(scene.a))
    try #require(whole.code == 0, "\(whole.errors)")
    let count = scene.standIn.requests.count
    let step = KillTests.isFull ? 1 : 3
    var (all, cuts) = ([String](), 0)
    for place in stride(from: 0, to: count, by: step) {
      for fault in [StandInFirestore.Fault.cutBefore, .cutAfter(bytes: 60)] {
        scene.standIn.restore(scene.server)
        scene.standIn.plan(Array(repeating: .none, count: place) + [fault])
        let folder = try scene.copy(scene.a)
        let run = try await scene.sync(folder)
        cuts += 1
        all += try await scene.faults(folder, after: run.list).map { "request \(place + 1), \(fault): \($0)" }
      }
    }
    #expect(count > 10 && all.isEmpty, "\(all.joined(separator: "\n"))")
    print("cuts while locations are synced: \(cuts) at \(count) requests; \(all.count) faults")
    scene.standIn.stop()
  }

  @Test func `a rehearsal says what a sync then does, and a sync that has nothing to do says so`() async throws {
    let scene = try await Scene()
    let folder = try scene.copy(scene.a)
    let before = scene.standIn.table
    let rehearsal = try await scene.run(folder, ["--dry-run"])
    #expect(rehearsal.code == 0, "\(rehearsal.errors)")
    #expect(scene.standIn.table.page(DocumentQuery.all) == before.page(DocumentQuery.all))
    for words in [
      "to be sent: edited here (edited): it was changed here",
      "to be received: both, earlier here (both): it was changed on both sides; there later",
      "to be deleted here: gone (gone): it was deleted there", "to be received: theirs (theirs): it is new there",
      "to be sent: ours (ours): it is new here", "7 locations would be synced, 1 were the same",
    ] {
      #expect(rehearsal.output.contains(words), "\(rehearsal.output)")
    }
    let push = try await scene.run(try scene.copy(scene.a), ["--push", "--dry-run"])
    #expect(push.output.contains("left: theirs (theirs): it waits, as this sync only pushes"), "\(push.output)")
    let whole = try await scene.run(folder, [])
    #expect(whole.code == 0 && whole.output.contains("7 locations synced"), "\(whole)")
    let again = try await scene.run(folder, ["--json"], ["BOOTH_FIREBASE_PASSWORD": "forgotten"])
    #expect(again.code == 0 && again.output.contains(#""same" : 7"#), "\(again)")
    #expect(again.output.contains("\"lastSync\" : {"))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("data/location-sync.account"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    scene.standIn.stop()
  }

  @Test func `whatever is wrong is said in a sentence, with an exit code, and changes nothing`() async throws {
    let scene = try await Scene()
    func expect(_ code: Int32, _ words: String, _ change: [String: String] = [:], _ more: [String] = []) async throws {
      let outcome = try await scene.run(try scene.copy(scene.a), more, change)
      #expect(outcome.code == code && (outcome.errors + outcome.output).contains(words), "\(outcome)")
      scene.standIn.restore(scene.server)
    }
    try await expect(64, "firebase.project is not set", ["BOOTH_FIREBASE_PROJECT": ""])
    try await expect(64, "there is no Firestore in the project nobody", ["BOOTH_FIREBASE_PROJECT": "nobody"])
    scene.standIn.forbid(["*"])
    try await expect(77, "Missing or insufficient permissions")
    scene.standIn.forbid(["locations"])
    try await expect(77, "It failed: ")
    scene.standIn.setFull(true)
    try await expect(1, "the bucket's owner makes room")
    scene.standIn.accept([])
    try await expect(0, "7 locations synced")
    // Another account's token: the password signs in anew; without one there is no sign-in.
    let folder = try scene.copy(scene.b)
    try folder.put(
      "data/location-sync.account",
      Array(#"{"project":"test-project","email":"a@example.org","refresh":"somebody's"}"#.utf8))
    let anew = try await scene.run(folder, ["--dry-run"])
    #expect(anew.code == 0, "\(anew)")
    try folder.put(
      "data/location-sync.account",
      Array(#"{"project":"test-project","email":"a@example.org","refresh":"somebody's"}"#.utf8))
    let nobody = try await scene.run(folder, ["--dry-run"], ["BOOTH_FIREBASE_PASSWORD": ""])
    #expect(nobody.code == 77 && nobody.errors.contains("nobody is signed in as a@example.org"), "\(nobody)")
    try folder.put("data/location-sync.account", Array("not JSON".utf8))
    let wrong = try await scene.run(folder, [], ["BOOTH_FIREBASE_PASSWORD": "wrong"])
    #expect(wrong.code == 77 && wrong.errors.contains("the name or the password is wrong"), "\(wrong)")
    // What the app could not read, and what no booth can keep.
    scene.standIn.restore(scene.server)
    let huge = String(repeating: "x", count: 1_000_000)
    let base = try #require(scene.standIn.table[try DocumentPath("locations/stays")]?.fields)
    var (big, half) = (base, base)
    (big["id"], big["notes"], half["id"], half["title"]) = ("big", .string(huge), "half", nil)
    try scene.standIn.write([
      .set(try DocumentPath("locations/big"), big), .set(try DocumentPath("locations/half"), half),
      .set(try DocumentPath("locations/a b"), base),
    ])
    let left = try await scene.run(try scene.copy(scene.a), [])
    // Documents that were left out are named, and the sync is not whole.
    #expect(
      left.code == 1 && (left.output + left.errors).contains("the document has notes of over 65536 bytes"), "\(left)")
    for words in ["the document has no title", "says that its id is stays"] {
      #expect((left.output + left.errors).contains(words), "\(left)")
    }
    #expect(scene.standIn.table[try DocumentPath("locations/half")]?.fields == half)
    scene.standIn.stop()
  }
}

extension DocumentQuery {
  fileprivate static var all: DocumentQuery {
    do { return DocumentQuery(try DocumentCollection("locations"), limit: 100) } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension DocumentTable {
  fileprivate func page(_ query: DocumentQuery) -> [StoredDocument] {
    do { return try page(query).documents } catch { return [] }
  }
}
