import BoothCore
import BoothTesting
import Foundation
import Testing

/// The real program, killed at every step of its durable path. After each death it is started again, finishes what is
/// left, and the database must balance.
///
/// The quick run takes each distinct point at its first arrival, and those of photos and their records at the last;
/// `BOOTH_FULL=1` takes every arrival of a whole session.
@Suite(.serialized, .timeLimit(.minutes(60))) struct KillTests {
  static let isFull = ProcessInfo.processInfo.environment["BOOTH_FULL"] == "1"
  /// Programs at once: a session mostly waits for its camera.
  static let lanes = 8

  @Test func `killed at every step, the booth loses nothing, doubles nothing, and gets stuck nowhere`() async throws {
    let recorded = try await recordSession()
    let points = Self.points(of: recorded)
    let results = try await inLanes(points) { try await Self.dieAndReturn(at: $0) }
    let unreached = results.count { $0 == nil }
    let faults = results.compactMap { $0 }.flatMap { $0 }
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    // How often a point is passed may differ by a turn of the queue; its first arrival always comes.
    #expect(unreached * 20 <= points.count, "\(unreached) of \(points.count) points were not reached again")
    print("kills: \(points.count - unreached) steps, each a death and a return; \(faults.count) faults")
  }

  @Test func `killed at random moments again and again, the booth goes on`() async throws {
    let chains = Self.isFull ? 25 : 3
    let deaths = Self.isFull ? 8 : 2
    let results = try await inLanes(Array(1...UInt64(chains))) { try await Self.live(seed: $0, deaths: deaths) }
    let faults = results.flatMap(\.faults)
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    print(
      "kills: \(chains * deaths) at random (seeds 1 to \(chains)), \(results.map(\.photos).reduce(0, +)) photos promised; "
        + "\(faults.count) faults")
  }

  /// The list of a whole session that is not disturbed.
  func recordSession() async throws -> [String] {
    let folder = try TemporaryFolder()
    try LabRun.prepare(folder)
    let run = try await LabRun.play(folder, sessions: 1)
    try #require(run.code == 0 && !run.wasKilled, "\(run.errors)")
    let faults = try await Records.faults(in: folder.path, events: folder.path("events"), after: run.list)
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    #expect(run.list.count { $0.hasPrefix("kept ") && $0.contains(" photo ") } == 2)
    // Each kind of step is passed, or the list is not what it says.
    for step in [
      "disk.makeFolder", "disk.create", "disk.write", "disk.sync", "disk.rename", "disk.syncFolder", "ledger.commit",
      "object.makeFolder", "object.draft", "object.write", "object.sync", "object.rename", "object.syncFolder",
    ] {
      #expect(run.list.contains { $0.hasPrefix("at \(step).") }, "\(step) is never passed")
    }
    return run.list
  }

  static func points(of list: [String]) -> [(name: String, number: Int)] {
    var counts: [String: Int] = [:]
    var points: [(name: String, number: Int)] = []
    for line in list where line.hasPrefix("at ") {
      let name = String(line.dropFirst(3))
      counts[name, default: 0] += 1
      points.append((name, counts[name] ?? 1))
    }
    if isFull { return points }
    return points.filter { point in
      point.number == 1 || point.name.hasSuffix("@photo") && point.number == counts[point.name]
    }
  }

  /// One death at a point, one return; the faults found, or nil where the point was not reached.
  private static func dieAndReturn(at point: (name: String, number: Int)) async throws -> [String]? {
    let folder = try TemporaryFolder()
    try LabRun.prepare(folder)
    let life = try await LabRun.play(folder, sessions: 1, dyingAt: point)
    guard life.wasKilled else { return nil }
    let again = try await LabRun.play(folder, sessions: 0)
    var faults = again.code == 0 && !again.wasKilled ? [] : ["the next start failed: \(again.errors)"]
    faults += try await Records.faults(in: folder.path, events: folder.path("events"), after: life.list + again.list)
    return faults.map { "\(point.name):\(point.number): \($0)" }
  }

  /// Many deaths in one data folder, at moments that the seed draws; then a session to the end.
  private static func live(seed: UInt64, deaths: Int) async throws -> (faults: [String], photos: Int) {
    let folder = try TemporaryFolder()
    try LabRun.prepare(folder)
    var random = SeededRandom(seed: seed)
    var list: [String] = []
    for death in 1...deaths {
      // A session's list has some 300 lines: up to two sessions live.
      let moment = Int(random.next() % 600) + 1
      let run = try await LabRun.play(folder, sessions: 50, killedAfter: moment)
      list += run.list
      if !run.wasKilled { return (["seed \(seed), death \(death): ended by itself: \(run.errors)"], 0) }
    }
    let last = try await LabRun.play(folder, sessions: 1)
    list += last.list
    var faults = last.code == 0 ? [] : ["the last start failed: \(last.errors)"]
    faults += try await Records.faults(in: folder.path, events: folder.path("events"), after: list)
    return (faults.map { "seed \(seed): \($0)" }, Promises(list).kept.count { $0.kind == "photo" })
  }

  /// Some at a time, in order.
  func inLanes<Item: Sendable, Value: Sendable>(
    _ items: [Item], lanes: Int = Self.lanes, _ body: @escaping @Sendable (Item) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
      var waiting = items.makeIterator()
      var values: [Value] = []
      for _ in 0..<lanes {
        if let item = waiting.next() { group.addTask { try await body(item) } }
      }
      while let value = try await group.next() {
        values.append(value)
        if let item = waiting.next() { group.addTask { try await body(item) } }
      }
      return values
    }
  }
}
