import BoothSystem
import BoothTesting
import FoundationEssentials
import Glibc
import StudioTesting
import Testing

/// The real studio, killed at each of its durable steps: every commit of its databases, every file that it writes, flushes, names and
/// removes, every folder that it flushes. What it had acknowledged is there whole; what it had not is there whole or not at all;
/// doing it again leaves it there once; and nothing half written is left.
///
/// All of them only with `BOOTH_FULL=1`: some hundred deaths, each with a start before and after it. With `BOOTH_STEPS=FROM-TO`, or `/6`
/// for every sixth, a part of them.
@Suite(.serialized, .timeLimit(.minutes(60))) struct StudioStepKillTests {
  private static let lanes = 2

  /// A folder as it was before a deed, and what was known then.
  private struct Stage: Sendable {
    let deed: StudioDeed
    let folder: TemporaryFolder
    let facts: StudioRound.Facts
    let server: StandInFirestore.Snapshot
  }

  /// A studio that runs, with the list of its fault points.
  private struct Life {
    let program: RunningProgram
    let round: StudioRound?
  }

  private static func environment(_ standIn: StandInFirestore) -> [String: String] {
    [
      "FIRESTORE_EMULATOR_HOST": standIn.host, "FIREBASE_STORAGE_EMULATOR_HOST": standIn.host,
      "FIREBASE_AUTH_EMULATOR_HOST": standIn.host, "BOOTH_FIREBASE_PROJECT": StandInFirestore.project,
      "BOOTH_FIREBASE_KEY": "key", "BOOTH_FIREBASE_BUCKET": "test-bucket", "BOOTH_FIREBASE_EMAIL": "a@example.org",
      "BOOTH_FIREBASE_PASSWORD": "right", "BOOTH_STUDIO_WEATHER_URL": "none",
    ]
  }

  /// Starts a studio. Its round is nil where it died before it said where it is.
  private static func start(
    _ folder: TemporaryFolder, _ standIn: StandInFirestore, _ facts: StudioRound.Facts,
    dyingAt point: FaultArrival? = nil
  ) async throws -> Life {
    var environment = environment(standIn)
    environment["BOOTH_FAULT_LIST"] = folder.path("list")
    if let point { environment["BOOTH_FAULT_POINT"] = "\(point.name):\(point.number)" }
    let program = try RunningProgram(
      ["studio", "--listen", "127.0.0.1:0", "--data", folder.path("data"), "--log-level", "error"],
      environment: environment)
    do {
      let (base, link) = try await StudioVisitor.meet(program, isFirst: facts.anna == nil)
      return Life(program: program, round: StudioRound(base, link: link, facts))
    } catch is StudioVisitor.EndedFault {
      return Life(program: program, round: nil)
    }
  }

  // MARK: A round that is not disturbed

  /// Does everything once, each deed in a studio of its own.
  /// - Returns: each deed's points, with how the folder was before it.
  private static func record(_ deeds: [StudioDeed] = StudioDeed.all) async throws -> [(
    stage: Stage, points: [FaultArrival]
  )] {
    var recorded: [(stage: Stage, points: [FaultArrival])] = []
    let standIn = try StandInFirestore()
    defer { standIn.stop() }
    var (folder, facts) = (try TemporaryFolder(), StudioRound.Facts())
    for deed in deeds {
      let stage = Stage(deed: deed, folder: try DurableSteps.copy(folder), facts: facts, server: standIn.snapshot)
      let life = try await start(folder, standIn, facts)
      let round = try #require(life.round, "\(deed.name): the studio does not start")
      // What every start passes is the first deed's.
      let before = recorded.isEmpty ? 0 : try DurableSteps.arrivals(folder).count
      #expect(try await deed.act(round), "\(deed.name) is not done")
      let list = try DurableSteps.arrivals(folder)
      let seen = try await deed.seen(round)
      #expect(seen == .whole, "\(deed.name): \(seen)")
      facts = await round.facts
      life.program.end()
      recorded.append((stage, DurableSteps.points(of: list, after: before)))
      folder = try DurableSteps.copy(folder)
    }
    return recorded
  }

  // MARK: A death

  /// One death at a point of a deed, and the life after it: what is wrong; nil where the point was not reached.
  private static func die(_ stage: Stage, at point: FaultArrival) async throws -> [String]? {
    let standIn = try StandInFirestore()
    defer { standIn.stop() }
    standIn.restore(stage.server)
    let folder = try DurableSteps.copy(stage.folder)
    let life = try await start(folder, standIn, stage.facts, dyingAt: point)
    var (isDone, facts) = (false, stage.facts)
    if let round = life.round {
      // Cut: it was not reported.
      do { isDone = try await stage.deed.act(round) } catch {}
      facts = await round.facts
      // What comes behind the last answer comes by itself.
      var isThere = try await reached(round)
      for _ in 0..<200 where isDone && isThere { isThere = try await reached(round) }
      if isThere {
        life.program.end(SIGKILL)
        return nil
      }
    }
    guard life.program.wasKilled else { return ["it ended by itself"] }
    age(folder.path("data"))
    var faults = try await next(folder, standIn, stage, facts, isDone: isDone)
    faults += leftovers(folder.path("data")).map { "\($0) is left" }
    return faults
  }

  private static func reached(_ round: StudioRound) async throws -> Bool {
    do { return try await StudioVisitor(round.base).get("/health").status == 200 } catch { return false }
  }

  /// The life after.
  private static func next(
    _ folder: TemporaryFolder, _ standIn: StandInFirestore, _ stage: Stage, _ facts: StudioRound.Facts, isDone: Bool
  ) async throws -> [String] {
    let deed = stage.deed
    let isBeginning = stage.facts.anna == nil
    // Whether anybody was made before the death is asked without the link, which only comes where there was none.
    let life = try await start(folder, standIn, isBeginning ? StudioRound.Facts(anna: "nobody") : facts)
    defer { life.program.end() }
    guard let round = life.round else { return ["the next studio does not start"] }
    var faults: [String] = []
    let seen = try await deed.seen(round)
    if case .broken(let words) = seen { faults.append(words) }
    if isDone, seen != .whole { faults.append("it was acknowledged, and is \(seen)") }
    if isBeginning, seen == .absent {
      life.program.end()
      return faults + (try await begun(folder, standIn, stage))
    }
    guard deed.isSeen, !isBeginning else { return faults }
    guard try await deed.act(round) else { return faults + ["it cannot be done again"] }
    let again = try await deed.seen(round)
    if again != .whole { faults.append("done again it is \(again)") }
    // The sweep at the start goes on beside the first answers.
    for _ in 0..<5000 where !leftovers(folder.path("data")).isEmpty { _ = try await reached(round) }
    return faults
  }

  /// Of a studio without accounts yet: its next link is good.
  private static func begun(
    _ folder: TemporaryFolder, _ standIn: StandInFirestore, _ stage: Stage
  ) async throws -> [String] {
    let life = try await start(folder, standIn, stage.facts)
    defer { life.program.end() }
    guard let round = life.round, try await stage.deed.act(round) else { return ["the next link lets nobody in"] }
    let seen = try await stage.deed.seen(round)
    return seen == .whole ? [] : ["begun again it is \(seen)"]
  }

  // MARK: What is left

  /// Half written, or on its way.
  private static func leftovers(_ folder: String) -> [String] {
    var left: [String] = []
    DurableFile.walk(folder) { found in
      if [".tmp", ".part", ".coming"].contains(where: found.name.hasSuffix) { left.append(found.path) }
    }
    return left
  }

  /// As if a day had passed.
  private static func age(_ folder: String) {
    for name in leftovers(folder) {
      var times = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
      utimensat(AT_FDCWD, "\(folder)/\(name)", &times, AT_SYMLINK_NOFOLLOW)
    }
  }

  // MARK: All of them

  @Test func `cut between a location's files and its row, what is sent again is there once, and what is deleted goes`()
    async throws
  {
    let deeds = StudioDeed.all.filter { ["begin", "add", "delete"].contains($0.name) }
    let recorded = try await Self.record(deeds)
    for (deed, name) in [("add", "disk.rename.after@session"), ("delete", "disk.sync.after@location")] {
      let found = try #require(recorded.first { $0.stage.deed.name == deed })
      let point = try #require(found.points.first { $0.name == name })
      #expect(try await Self.die(found.stage, at: point) == [], "\(deed)")
    }
  }

  @Test(.enabled(if: KillTests.isFull))
  func `killed at every durable step, the studio keeps what it has acknowledged, once and whole`() async throws {
    let part = try #require(DurableSteps.part, "BOOTH_STEPS is FROM-TO or /EVERY")
    let recorded = try await Self.record()
    let all = recorded.flatMap { deed in deed.points.map { (stage: deed.stage, point: $0) } }
    for deed in recorded { print("  \(deed.stage.deed.name): \(deed.points.count) points") }
    for step in [
      "studio.commit", "file.create", "file.write", "file.sync", "file.rename", "file.syncFolder", "file.remove",
    ] {
      #expect(all.contains { $0.point.name.hasPrefix(step + ".") }, "\(step) is never passed")
    }
    let chosen = part.of(all)
    let tally = DurableSteps.Tally(of: chosen.count)
    _ = try await KillTests().inLanes(chosen, lanes: Self.lanes) { item in
      let faults = try await Self.die(item.stage, at: item.point)
      tally.note("\(item.stage.deed.name), \(item.point.name):\(item.point.number)", faults)
    }
    let (faults, unreached) = (tally.faults, tally.unreached)
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    #expect(unreached.count * 10 <= chosen.count, "not reached again: \(unreached.joined(separator: ", "))")
    print(
      "kills at steps of a studio: \(chosen.count - unreached.count) of \(all.count), each a death and a return; \(faults.count) faults"
    )
  }
}
