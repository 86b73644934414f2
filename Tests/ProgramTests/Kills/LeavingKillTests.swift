import BoothCore
import BoothStore
import BoothTesting
import BoothVault
import FoundationEssentials
import Testing

extension KillTests {
  /// The points of `list` that a session in which nothing is thrown away does not pass.
  private static func more(_ list: [String], than plain: [String]) -> [FaultArrival] {
    let known = Set(plain)
    return points(of: list.filter { !known.contains($0) })
  }

  private func expectNone(_ faults: [[String]?], of points: [FaultArrival], _ what: String) {
    let unreached = faults.count { $0 == nil }
    let faults = faults.compactMap { $0 }.flatMap { $0 }
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    #expect(points.count > 5 && unreached * 10 <= points.count, "\(unreached) of \(points.count) points not reached")
    print("kills while \(what): \(points.count - unreached) steps; \(faults.count) faults")
  }

  private static func faults(
    _ folder: TemporaryFolder, _ point: FaultArrival, after list: [String], _ code: Int32 = 0, _ errors: String = ""
  ) async throws -> [String] {
    var faults = code == 0 ? [] : ["the next run failed: \(errors)"]
    faults += try await Records.faults(in: folder.path, events: folder.path("events"), after: list)
    return faults.map { "\(point.name):\(point.number): \($0)" }
  }

  @Test func `killed while guests take a strip again, and while others cancel, what left stays away`() async throws {
    let folder = try TemporaryFolder()
    try LabRun.prepare(folder)
    let whole = try await LabRun.play(folder, sessions: 2, guests: "retake,cancel")
    try #require(whole.code == 0, "\(whole.errors)")
    for reason in ["retake", "cancel"] {
      #expect(whole.list.contains { $0.hasPrefix("left ") && $0.hasSuffix(" \(reason)") }, "nothing left by \(reason)")
    }
    let points = Self.more(whole.list, than: try await recordSession())
    let faults = try await inLanes(points) { point -> [String]? in
      let folder = try TemporaryFolder()
      try LabRun.prepare(folder)
      let life = try await LabRun.play(folder, sessions: 2, guests: "retake,cancel", dyingAt: point)
      guard life.wasKilled else { return nil }
      let again = try await LabRun.play(folder, sessions: 0)
      return try await Self.faults(folder, point, after: life.list + again.list, again.code, again.errors)
    }
    expectNone(faults, of: points, "guests take again and cancel")
  }

  /// Two sessions that are at the gallery.
  private static func prepared() async throws -> (folder: TemporaryFolder, list: [String], sessions: [SessionRecord]) {
    let folder = try TemporaryFolder()
    try LabRun.prepare(folder)
    let run = try await LabRun.play(folder, sessions: 2)
    try #require(run.code == 0, "\(run.errors)")
    let store = try VaultSessionStore.openForReading(folder: folder.path("data"))
    return (folder, run.list, try await store.sessions(limit: .max))
  }

  private static func copy(of folder: TemporaryFolder, data: String = "data") throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    try LabRun.prepare(copy)
    try FileManager.default.copyItem(atPath: folder.path("data"), toPath: copy.path(data))
    return copy
  }

  @Test func `killed while a session is erased, here and at the gallery, it ends erased`() async throws {
    let (template, list, sessions) = try await Self.prepared()
    let id = try #require(sessions.last?.id)
    let erase = ["session", "erase", id.text, "--yes"]
    let rehearsal = try Self.copy(of: template)
    let here = try await LabRun.run(erase, in: rehearsal)
    try #require(here.code == 0, "\(here.errors)")
    let atGallery = try await LabRun.play(rehearsal, sessions: 0)
    try #require(atGallery.code == 0, "\(atGallery.errors)")
    #expect(atGallery.list.contains { $0.hasPrefix("at object.delete.") })

    @Sendable func end(_ folder: TemporaryFolder, _ point: FaultArrival, _ lists: [String]) async throws -> [String] {
      let again = try await LabRun.play(folder, sessions: 0)
      var faults = try await Self.faults(folder, point, after: list + lists + again.list, again.code, again.errors)
      let store = try VaultSessionStore.openForReading(folder: folder.path("data"))
      if try await store.session(id)?.state != .discarded { faults.append("\(point.name): \(id) is not erased") }
      let reasons = try await store.history(of: id).decisions.map(\.reason)
      if reasons.suffix(2) != [.erase, .erasedAtGallery] { faults.append("\(point.name): the proof says \(reasons)") }
      return faults
    }
    let pointsHere = Self.points(of: here.list)
    let faultsHere = try await inLanes(pointsHere) { point -> [String]? in
      let folder = try Self.copy(of: template)
      let life = try await LabRun.run(erase, in: folder, dyingAt: point)
      guard life.wasKilled else { return nil }
      // The caller asks again; where it was decided already, that says so.
      let asked = try await LabRun.run(erase, in: folder)
      return try await end(folder, point, life.list + asked.list)
    }
    expectNone(faultsHere, of: pointsHere, "a session is erased here")
    let pointsThere = Self.points(of: atGallery.list)
    let faultsThere = try await inLanes(pointsThere) { point -> [String]? in
      let folder = try Self.copy(of: template)
      let asked = try await LabRun.run(erase, in: folder)
      let life = try await LabRun.play(folder, sessions: 0, dyingAt: point)
      guard life.wasKilled else { return nil }
      return try await end(folder, point, asked.list + life.list)
    }
    expectNone(faultsThere, of: pointsThere, "a session is erased at the gallery")
  }

  @Test func `killed while an event is exported, the next run makes it whole`() async throws {
    let (template, _, sessions) = try await Self.prepared()
    let assets = sessions.flatMap(\.assets)
    @Sendable func export(_ folder: TemporaryFolder, _ point: FaultArrival? = nil) async throws -> LabRun {
      try await LabRun.run(
        ["event", "export", "kills", "--out", folder.path("stick"), "--events", folder.path("events")], in: folder,
        dyingAt: point)
    }
    let whole = try await export(try Self.copy(of: template))
    try #require(whole.code == 0, "\(whole.errors)")
    let points = Self.points(of: whole.list)
    let faults = try await inLanes(points) { point -> [String]? in
      let folder = try Self.copy(of: template)
      guard try await export(folder, point).wasKilled else { return nil }
      let again = try await export(folder)
      var faults = again.code == 0 ? [] : ["the next run failed: \(again.errors)"]
      let stick = POSIXDisk(existing: folder.path("stick/kills"))
      // A session's folder there begins with its time.
      let copies = try stick.names(in: "")
      for asset in assets {
        let path = String(asset.path.dropFirst("sessions/".count))
        let copy = copies.first { $0.hasSuffix(" \(path.prefix { $0 != "/" })") } ?? "none"
        let own = String(asset.path.split(separator: "/").last ?? "")
        // Its name there is for people; the sheet beside it says which file it is.
        let sheet = (try? stick.read("\(copy)/session.json")).flatMap { try? SessionSheet(json: $0) }
        let name = sheet?.files.first { $0.name == own }?.copiedAs ?? own
        let there = try stick.fingerprint("\(copy)/\(name)")
        if there?.checksum != asset.checksum { faults.append("\(path) is not on the stick") }
      }
      let found = try FileManager.default.subpathsOfDirectory(atPath: folder.path("stick"))
      faults += found.filter { $0.hasSuffix(".part") }.map { "stray: \($0)" }
      return faults.map { "\(point.name):\(point.number): \($0)" }
    }
    expectNone(faults, of: points, "an event is exported")
  }

  @Test func `killed while a dead booth is adopted, the next run takes it over whole`() async throws {
    let (template, list, _) = try await Self.prepared()
    @Sendable func adopt(_ folder: TemporaryFolder, _ point: FaultArrival? = nil) async throws -> LabRun {
      try await LabRun.run(
        ["adopt", folder.path("dead"), "--events", folder.path("events")], in: folder, dyingAt: point)
    }
    let whole = try await adopt(try Self.copy(of: template, data: "dead"))
    try #require(whole.code == 0, "\(whole.errors)")
    let points = Self.points(of: whole.list)
    // Numbers are given anew here; paths and bytes stay.
    let kept = list.filter { $0.hasPrefix("kept ") }
    let faults = try await inLanes(points) { point -> [String]? in
      let folder = try Self.copy(of: template, data: "dead")
      guard try await adopt(folder, point).wasKilled else { return nil }
      let again = try await adopt(folder)
      let drained = try await LabRun.play(folder, sessions: 0)
      let code = again.code == 0 ? drained.code : again.code
      return try await Self.faults(folder, point, after: kept, code, again.errors + drained.errors)
    }
    expectNone(faults, of: points, "a dead booth is adopted")
  }
}
