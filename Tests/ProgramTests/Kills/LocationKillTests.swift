import BoothCore
import BoothStore
import BoothTesting
import Foundation
import Imaging
import Locations
import Testing

/// The real program, killed at every durable step of what it does with locations.
@Suite(.serialized, .timeLimit(.minutes(60))) struct LocationKillTests {
  /// A folder of old pictures, each another, with a table.
  private static func pictures(_ count: Int) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var table = "id;title;lat;lon;file\n"
    for number in 0..<count {
      let color = RGBColor(
        red: UInt8(number % 256), green: UInt8(number / 7 % 256), blue: UInt8(40 + number / 256))
      var picture = Bitmap(size: PixelSize(width: 48, height: 32), color: color)
      picture.paint(Bitmap(size: PixelSize(width: 9, height: 12), color: .white), x: number % 30, y: 8)
      try folder.put("\(number).jpg", try JPEGCodec().encode(picture))
      table += "gate-\(number);Gate \(number);31,77;35,22;\(number).jpg\n"
    }
    try folder.put("places.csv", Array(table.utf8))
    return folder
  }

  private static func copy(of template: TemporaryFolder) throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    try LabRun.prepare(copy)
    try FileManager.default.copyItem(atPath: template.path("data"), toPath: copy.path("data"))
    return copy
  }

  /// Each point dies once and returns; `life` says what it found wrong, or nil where the point was not reached.
  private func expectNone(
    of points: [FaultArrival], _ what: String, _ life: @escaping @Sendable (FaultArrival) async throws -> [String]?
  ) async throws {
    let faults = try await KillTests().inLanes(points) { point in
      try await life(point)?.map { "\(point.name):\(point.number): \($0)" }
    }
    let unreached = faults.count { $0 == nil }
    let all = faults.compactMap { $0 }.flatMap { $0 }
    #expect(all.isEmpty, "\(all.joined(separator: "\n"))")
    #expect(points.count > 5 && unreached * 10 <= points.count, "\(unreached) of \(points.count) points not reached")
    print("kills while \(what): \(points.count - unreached) steps; \(all.count) faults")
  }

  @Test func `killed while locations are imported, another import goes on, and no row lacks its picture`() async throws
  {
    let source = try Self.pictures(3)
    @Sendable func bring(_ folder: TemporaryFolder, _ point: FaultArrival? = nil) async throws -> LabRun {
      try await LabRun.run(["location", "import", source.path], in: folder, dyingAt: point)
    }
    let whole = try await bring(try TemporaryFolder())
    try #require(whole.code == 0, "\(whole.errors)")
    #expect(LocationRecords.promises(whole.list).count == 3)
    for step in ["disk.makeFolder", "disk.write", "disk.sync", "disk.rename", "disk.syncFolder", "ledger.commit"] {
      #expect(whole.list.contains { $0.hasPrefix("at \(step).") }, "\(step) is never passed")
    }
    try await expectNone(of: KillTests.points(of: whole.list), "locations are imported") { point in
      let folder = try TemporaryFolder()
      let life = try await bring(folder, point)
      guard life.wasKilled else { return nil }
      let again = try await bring(folder)
      var faults = again.code == 0 ? [] : ["the next import failed: \(again.errors)"]
      faults += try await LocationRecords.faults(in: folder.path("data"), after: life.list + again.list)
      let kept = try await FolderLocationStore.openForReading(folder: folder.path("data")).locations()
      if kept.count != 3 { faults.append("\(kept.count) locations of 3 are there") }
      return faults
    }
  }

  @Test func `killed at random moments again and again, an import of many batches ends whole`() async throws {
    let source = try Self.pictures(600)
    let seeds: [UInt64] = KillTests.isFull ? Array(1...12) : [1, 2]
    let results = try await KillTests().inLanes(seeds) { seed -> [String] in
      let folder = try TemporaryFolder()
      var random = SeededRandom(seed: seed)
      var list: [String] = []
      for _ in 0..<4 {
        let moment = Int(random.next() % 9000) + 1
        let run = try await LabRun.run(["location", "import", source.path], in: folder, killedAfter: moment)
        list += run.list
        let faults = try await Self.afterDeath(folder, list)
        if !faults.isEmpty { return faults.map { "seed \(seed), line \(moment): \($0)" } }
      }
      let last = try await LabRun.run(["location", "import", source.path], in: folder)
      var faults = last.code == 0 ? [] : ["seed \(seed): the last import failed: \(last.errors)"]
      faults += try await LocationRecords.faults(in: folder.path("data"), after: list + last.list)
      let kept = try await FolderLocationStore.openForReading(folder: folder.path("data")).locations()
      if kept.count != 600 { faults.append("seed \(seed): \(kept.count) locations of 600 are there") }
      return faults
    }
    #expect(results.flatMap { $0 }.isEmpty, "\(results.flatMap { $0 }.joined(separator: "\n"))")
  }

  /// A look, before any other change, finds what was promised.
  private static func afterDeath(_ folder: TemporaryFolder, _ list: [String]) async throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder.path("data/locations.sqlite")) else {
      return LocationRecords.promises(list).isEmpty ? [] : ["the books are not there"]
    }
    return try await LocationRecords.faults(in: folder.path("data"), after: list).filter { !$0.hasPrefix("stray: ") }
  }

  // MARK: Capture

  private static let session = [
    "run", "--lab", "--location", "gate-0", "--screen", "log", "--gallery-host", "127.0.0.1", "--gallery-port", "0",
    "--log-level", "error",
  ]

  private static func play(
    _ folder: TemporaryFolder, sessions: Int, dyingAt point: FaultArrival? = nil
  ) async throws -> LabRun {
    try await LabRun.run(
      session + ["--mock-camera=\(folder.path("mock.json5"))", "--sessions", "\(sessions)"], in: folder, dyingAt: point)
  }

  /// A data folder with one location.
  private static func withLocation(_ count: Int = 1) async throws -> (folder: TemporaryFolder, list: [String]) {
    let (folder, source) = (try TemporaryFolder(), try pictures(count))
    try LabRun.prepare(folder)
    let run = try await LabRun.run(["location", "import", source.path], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    return (folder, run.list)
  }

  @Test func `killed while a photo is kept at its location, the photo becomes one version, and no other`() async throws
  {
    let (template, imported) = try await Self.withLocation()
    let whole = try await Self.play(try Self.copy(of: template), sessions: 1)
    try #require(whole.code == 0 && !whole.wasKilled, "\(whole.errors)")
    #expect(whole.list.contains("at disk.write.half@version"))
    #expect(whole.list.contains("at ledger.commit.half@location"))
    // Where the session's own photo is kept, and all that comes after it.
    let first = whole.list.firstIndex { $0.contains("@photo") } ?? 0
    try await expectNone(of: KillTests.points(of: Array(whole.list[first...])), "a photo is kept at a location") {
      point in
      let folder = try Self.copy(of: template)
      let life = try await Self.play(folder, sessions: 1, dyingAt: point)
      guard life.wasKilled else { return nil }
      let again = try await Self.play(folder, sessions: 0)
      var faults = again.code == 0 ? [] : ["the next start failed: \(again.errors)"]
      let list = life.list + again.list
      faults += try await LocationRecords.faults(in: folder.path("data"), after: imported + list)
      let store = try VaultSessionStore.openForReading(folder: folder.path("data"))
      let photos = try await store.sessions(limit: .max).filter { $0.state != .discarded }.flatMap(\.photos)
      let locationStore = try FolderLocationStore.openForReading(folder: folder.path("data"))
      let versions = try await locationStore.locations().flatMap(\.versions).map(\.picture.checksum)
      if photos.map(\.checksum).sorted() != versions.sorted() {
        faults.append("\(photos.count) photos are kept, and \(versions.count) versions")
      }
      for kept in Promises(list).standing where kept.kind == "photo" && !versions.contains(kept.checksum) {
        faults.append("lost: the photo \(kept.path) is no version")
      }
      return faults
    }
  }

  // MARK: Export

  @Test(arguments: ["pairs.zip", "pairs"])
  func `killed while locations are exported, nothing half made has the name, and the next export tidies up`(
    _ name: String
  ) async throws {
    let (template, _) = try await Self.withLocation(3)
    let played = try await Self.play(template, sessions: 1)
    try #require(played.code == 0, "\(played.errors)")
    let isArchive = name.hasSuffix(".zip")
    @Sendable func export(_ folder: TemporaryFolder, _ point: FaultArrival? = nil) async throws -> LabRun {
      try await LabRun.run(
        ["location", "export", "--out", folder.path("stick/\(name)")] + (isArchive ? ["--replace"] : []), in: folder,
        dyingAt: point)
    }
    let rehearsal = try Self.copy(of: template)
    try FileManager.default.createDirectory(atPath: rehearsal.path("stick"), withIntermediateDirectories: false)
    let whole = try await export(rehearsal)
    try #require(whole.code == 0, "\(whole.errors)")
    try await expectNone(of: KillTests.points(of: whole.list), "locations are exported to \(name)") { point in
      let folder = try Self.copy(of: template)
      try FileManager.default.createDirectory(atPath: folder.path("stick"), withIntermediateDirectories: false)
      // A file of that name is what was there, or the new one, at every moment.
      let before = Array("what was there before".utf8)
      if isArchive { try folder.put("stick/\(name)", before) }
      guard try await export(folder, point).wasKilled else { return nil }
      var faults: [String] = []
      let isBefore = try isArchive && folder.read("stick/\(name)") == before
      if folder.exists("stick/\(name)"), !isBefore { faults += try await LocationKillTests.exported(folder, name, 3) }
      let isDone = !isArchive && folder.exists("stick/\(name)")
      if !isDone {
        let again = try await export(folder)
        if again.code != 0 { faults.append("the next export failed: \(again.errors)") }
      }
      faults += try await LocationKillTests.exported(folder, name, 3)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path("stick")).filter { $0 != name }
      faults += left.map { "stray: \($0)" }
      return faults
    }
  }

  /// What another booth makes of an export of so many locations, one of them with a version.
  private static func exported(_ folder: TemporaryFolder, _ name: String, _ count: Int) async throws -> [String] {
    let other = try TemporaryFolder()
    let run = try await LabRun.run(["location", "import", folder.path("stick/\(name)")], in: other)
    let promised = LocationRecords.promises(run.list)
    let versions = promised.values.reduce(0) { $0 + $1.count - 1 }
    guard run.code == 0, promised.count == count, versions == 1 else {
      return ["the export is not whole: \(promised.count) locations, \(versions) versions; \(run.errors)"]
    }
    return []
  }

  @Test func `killed while a location is deleted, it is gone or whole, and the others stay`() async throws {
    let (template, imported) = try await Self.withLocation(2)
    let played = try await Self.play(template, sessions: 1)
    try #require(played.code == 0, "\(played.errors)")
    let delete = ["location", "delete", "gate-0", "--yes"]
    let whole = try await LabRun.run(delete, in: try Self.copy(of: template))
    try #require(whole.code == 0, "\(whole.errors)")
    try await expectNone(of: KillTests.points(of: whole.list), "a location is deleted") { point in
      let folder = try Self.copy(of: template)
      let life = try await LabRun.run(delete, in: folder, dyingAt: point)
      guard life.wasKilled else { return nil }
      // Any other change is the next start.
      let next = try await LabRun.run(["location", "edit", "gate-1", "--notes", "again"], in: folder)
      var faults = next.code == 0 ? [] : ["the next change failed: \(next.errors)"]
      let list = imported + played.list + life.list + next.list
      faults += try await LocationRecords.faults(in: folder.path("data"), after: list)
      return faults
    }
  }
}
