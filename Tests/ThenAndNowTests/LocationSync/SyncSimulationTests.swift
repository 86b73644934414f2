import BoothCore
import Documents
import Locations
import StudioModel
import Synchronization
import Testing

@testable import LocationSync

/// Two folders and an app, from seeds: cuts, deaths, clocks that are wrong.
@Suite struct SyncSimulationTests {
  /// What the last write of each location says, by its moment.
  typealias Expected = [LocationID: Wanted]

  enum Wanted: Equatable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    case title(String)
    case gone
    init(stringLiteral value: String) { self = .title(value) }
  }

  /// What is wrong when all have synced.
  private static func faults(
    _ world: SyncWorld, _ folders: [FolderInMemory], expected: Expected? = nil
  ) async throws -> [String] {
    var faults: [String] = []
    for folder in folders + folders {
      let report = await folder.sync()
      if let failure = report.failure { faults.append("the last sync failed: \(failure.words)") }
    }
    let (commits, uploads) = world.state.withLock { ($0.commits, $0.uploads) }
    for folder in folders {
      let report = await folder.sync()
      if !report.isWhole || !report.lines.isEmpty { faults.append("a sync after the last still has \(report.lines)") }
    }
    if world.state.withLock({ $0.commits != commits || $0.uploads != uploads }) {
      faults.append("a sync after the last wrote something")
    }
    let documents = try world.documents
    for folder in folders {
      let locations = folder.locations
      if Set(locations.keys.map(\.text)) != Set(documents.keys) {
        faults.append("\(locations.keys.map(\.text).sorted()) are here, \(documents.keys.sorted()) there")
      }
      for (id, location) in locations {
        guard let document = documents[id.text] else { continue }
        let there = try SyncedLocation(document)
        if !there.saysSame(as: SyncedLocation(location, known: there)) {
          faults.append("\(id) is \(location.title) here, \(there.title) there")
        }
        let old = world.state.withLock { $0.pictures[there.historicalImageURL]?.bytes }
        if old != Array("old \(id)".utf8) { faults.append("the old picture of \(id) is another's, or gone") }
        let new = there.newImageURL.map { address in world.state.withLock { $0.pictures[address]?.bytes } }
        let chosen = location.chosenVersion.map { chosen in
          folder.database.withLock { $0.bytes[chosen.picture.checksum] }
        }
        if new != chosen { faults.append("the new picture of \(id) is another's, or gone") }
      }
    }
    if let expected {
      for (id, wanted) in expected {
        let found = try documents[id.text].map { Wanted.title(try SyncedLocation($0).title) } ?? .gone
        if found != wanted { faults.append("\(id): expected \(wanted), found \(found)") }
      }
    }
    return faults
  }

  /// Some of all that can be between two folders.
  private static func scene() async throws -> (SyncWorld, FolderInMemory, FolderInMemory, Expected) {
    let world = SyncWorld()
    let (a, b) = (FolderInMemory(world), FolderInMemory(world))
    for name in ["edited", "both", "gone", "shot", "reshot", "revived", "stays"] { a.add(name, name) }
    a.photograph(LocationID("reshot")!, "first")
    await a.sync()
    await b.sync()
    func id(_ text: String) -> LocationID { LocationID(text)! }
    a.edit(id("edited"), "edited here")
    a.edit(id("both"), "both, earlier")
    b.edit(id("both"), "both, later")
    b.delete(id("gone"))
    a.photograph(id("shot"), "second")
    a.photograph(id("reshot"), "third")
    b.delete(id("revived"))
    a.edit(id("revived"), "revived")
    a.add("ours", "ours")
    b.add("theirs", "theirs")
    await b.sync()
    let expected: Expected = [
      id("edited"): "edited here", id("both"): "both, later", id("gone"): .gone, id("shot"): "shot",
      id("reshot"): "reshot", id("revived"): "revived", id("ours"): "ours", id("theirs"): "theirs",
      id("stays"): "stays",
    ]
    return (world, a, b, expected)
  }

  @Test func `two folders agree, and the last write of each location stays`() async throws {
    let (world, a, b, expected) = try await Self.scene()
    let rehearsal = await a.sync(isRehearsal: true)
    let before = world.state.withLock { $0.commits }
    #expect(rehearsal.lines.count == 8, "\(rehearsal.lines.map { ($0.item.name, $0.item.step) })")
    #expect(world.state.withLock { $0.commits } == before)
    let report = await a.sync()
    #expect(report.isWhole, "\(report)")
    #expect(report.lines.map(\.item.name) == rehearsal.lines.map(\.item.name))
    #expect(try await Self.faults(world, [a, b], expected: expected) == [])
  }

  @Test(arguments: SyncWorld.Fault.allCases)
  func `cut or killed at every step of a sync once, nothing is lost`(_ kind: SyncWorld.Fault) async throws {
    let (whole, first, _, _) = try await Self.scene()
    let start = whole.state.withLock { $0.calls }
    await first.sync()
    let count = whole.state.withLock { $0.calls } - start
    var all: [String] = []
    for step in 1...count {
      let (world, a, b, expected) = try await Self.scene()
      world.state.withLock { $0.fault = ($0.calls + step, kind) }
      await a.sync()
      world.state.withLock { ($0.fault, $0.isDead) = (nil, false) }
      all += try await Self.faults(world, [a, b], expected: expected).map { "step \(step): \($0)" }
    }
    print("sync, \(kind) at \(count) steps: \(all.count) faults")
    #expect(count > 20 && all.isEmpty, "\(all.joined(separator: "\n"))")
  }

  /// Whole lives of two folders and an app.
  /// - Parameters:
  ///   - resets: the app sets all moments anew, as upstream does.
  ///   - clocks: how far the folders' clocks are ahead.
  private static func life(_ seed: UInt64, resets: Bool, clocks: [Int64]) async throws -> [String] {
    var random = SeededRandom(seed: seed)
    func roll(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    let world = SyncWorld()
    let folders = clocks.map { FolderInMemory(world, ahead: $0) }
    var expected: Expected = [:]
    for number in 0..<25 {
      let folder = folders[roll(folders.count)]
      let ids = folder.locations.keys.sorted()
      let id = ids.isEmpty ? nil : ids[roll(ids.count)]
      switch roll(9) {
      case 0: expected[folder.add("n\(number)", "new \(number)").id] = "new \(number)"
      case 1, 2:
        guard let id else { continue }
        folder.edit(id, "edit \(number)")
        expected[id] = "edit \(number)"
      case 3:
        guard let id else { continue }
        folder.photograph(id, "p\(number)")
        expected[id] = folder.locations[id].map { .title($0.title) }
      case 4:
        guard let id, roll(2) == 0 else { continue }
        folder.delete(id)
        expected[id] = .gone
      case 5:
        // The app reads all, changes one, and writes all.
        let now = world.tick()
        var all = try world.documents.values.map { try SyncedLocation($0) }.sorted { $0.id < $1.id }
        guard !all.isEmpty else { continue }
        if resets { for place in all.indices { (all[place].createdAt, all[place].updatedAt) = (now, now) } }
        let place = roll(all.count)
        all[place].title = "app \(number)"
        all[place].updatedAt = now
        expected[all[place].id] = "app \(number)"
        for location in all { try world.write(location) }
      default:
        if roll(3) == 0 {
          let kind = SyncWorld.Fault.allCases[roll(4)]
          let step = roll(40) + 1
          world.state.withLock { $0.fault = ($0.calls + step, kind) }
        }
        await folder.sync(SyncMode.allCases[roll(5) < 3 ? 0 : roll(3)])
        world.state.withLock { ($0.fault, $0.isDead) = (nil, false) }
      }
    }
    let isStrict = !resets && clocks.allSatisfy { $0 == 0 }
    return try await faults(world, folders, expected: isStrict ? expected : nil)
  }

  @Test func `three folders and an app live through nights of cuts and deaths, and the last write stays`() async throws
  {
    var all: [String] = []
    for seed in 1...300 as ClosedRange<UInt64> {
      all += try await Self.life(seed, resets: false, clocks: [0, 0, 0]).map { "seed \(seed): \($0)" }
    }
    #expect(all.isEmpty, "\(all.prefix(10).joined(separator: "\n"))")
  }

  @Test
  func `where clocks are wrong by a day and the app resets its times, all still agree, and no picture is mixed up`()
    async throws
  {
    var all: [String] = []
    for seed in 1...300 as ClosedRange<UInt64> {
      all += try await Self.life(seed, resets: seed % 2 == 0, clocks: [0, 86_400_000_000, -86_400_000_000]).map {
        "seed \(seed): \($0)"
      }
    }
    #expect(all.isEmpty, "\(all.prefix(10).joined(separator: "\n"))")
  }
}
