import BoothCore
import BoothTesting
import Glibc
import Testing

@testable import PhotolalaFormat

/// Two studios and two of the app's devices, each with a clock of its own, over one folder: who changes a colour alone has it so
/// everywhere in the end, and no colours change by themselves, wherever studios are ended.
@Suite struct TagSimulationTests {
  private static let photos = (0..<4).map { number in
    TaggedID("md5#" + String(repeating: "\(number)", count: 32))!
  }
  private static let flags = [1, 4, 7]

  private struct Place: Hashable {
    var photo: Int
    var flag: Int
  }

  /// What a studio keeps, as its marks do.
  private final class Studio {
    let device: String
    var ours = [TagColors](repeating: [], count: 4)
    private var base = [TagColors](repeating: [], count: 4)
    private var tried = [(TagColors, TagColors)](repeating: ([], []), count: 4)

    init(_ device: String) { self.device = device }

    /// - Returns: whether it was done to its end.
    @discardableResult
    func sync(_ path: String, now: Int64, stop: Int) -> Bool {
      var folder = TagFolder(path: path)
      let steps = Steps(stop)
      folder.step = { (_) throws(CatalogFolderError) in try steps.next() }
      do throws(CatalogFolderError) {
        let lock = try folder.lock()
        defer { withExtendedLifetime(lock) {} }
        let state = try folder.read().state
        var lines: [TagChange] = []
        var made: [TagAgreement] = []
        for (number, id) in photos.enumerated() {
          let agreement = TagAgreement(
            theirs: state.colors(of: [id]), ours: ours[number], base: base[number], tried: tried[number].0,
            triedAs: tried[number].1)
          lines += state.changes(of: [id], agreement.said, to: agreement.agreed, now: now, device: device)
          made.append(agreement)
        }
        try steps.next()
        for (number, agreement) in made.enumerated() {
          base[number] = agreement.base
          tried[number] = (agreement.said, agreement.agreed)
        }
        try folder.append(lines, of: device)
        try steps.next()
        for (number, agreement) in made.enumerated() {
          ours[number] = agreement.agreed
          base[number] = agreement.agreed
          tried[number] = ([], [])
        }
        return true
      } catch {
        // It was ended: what is kept is as before.
        return false
      }
    }
  }

  /// The app as far as it concerns files: what it says is appended, what it knows is read of the file of all tags, and a merge is
  /// everything in the order of time.
  private final class App {
    let device: String
    let late: Int64
    var tags: [String: Set<Int>] = [:]

    init(_ device: String, late: Int64) {
      self.device = device
      self.late = late
    }

    func toggle(_ id: String, _ flag: Int, _ path: String, now: Int64) -> Bool {
      let isAdded = tags[id, default: []].insert(flag).inserted
      if !isAdded { tags[id]?.remove(flag) }
      let file = open("\(path)/tags-delta-\(device).csv", O_WRONLY | O_CREAT | O_APPEND, 0o644)
      let line = Array("\(isAdded ? "+" : "-"),\(id),\(flag),\(now + late),\(device)\n".utf8)
      _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      close(file)
      return isAdded
    }

    func merge(_ folder: TemporaryFolder, now: Int64) throws {
      let names = try folder.names("")
      if names.contains("tags.csv") { try reload(folder) } else { tags = [:] }
      var operations: [(time: Int, isAdded: Bool, id: String, flag: Int)] = []
      let changes = names.filter { $0.hasPrefix("tags-delta-") && $0.hasSuffix(".csv") }
      for name in changes {
        for line in try App.lines(folder, name) {
          let columns = line.split(separator: ",", omittingEmptySubsequences: false)
          guard columns.count >= 5, let time = Int(columns[3]), let flag = Int(columns[2]) else { continue }
          operations.append((time, columns[0] == "+", String(columns[1]), flag))
        }
      }
      for (_, operation) in operations.enumerated().sorted(by: {
        ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
      }) {
        if operation.isAdded {
          tags[operation.id, default: []].insert(operation.flag)
        } else {
          tags[operation.id]?.remove(operation.flag)
        }
      }
      let rows = tags.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { id, flags in
        "\(id),\(flags.sorted().map { "\($0)" }.joined(separator: ":")),\(now + late)"
      }
      try folder.put("tags.csv", Array(rows.joined(separator: "\n").utf8))
      for name in changes { unlink(folder.path(name)) }
      try reload(folder)
    }

    func reload(_ folder: TemporaryFolder) throws {
      tags = [:]
      guard try folder.names("").contains("tags.csv") else { return }
      for line in try App.lines(folder, "tags.csv") {
        let columns = line.split(separator: ",", omittingEmptySubsequences: false)
        tags[String(columns[0])] = Set(columns[1].split(separator: ":").compactMap { Int($0) })
      }
    }

    private static func lines(_ folder: TemporaryFolder, _ name: String) throws -> [Substring] {
      String(decoding: try folder.read(name), as: UTF8.self).split(separator: "\n")
    }
  }

  @Test(arguments: 0..<40) func `nobody loses a colour, and none changes by itself`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed &* 7919 &+ 1)
    let folder = try TemporaryFolder()
    let studios = [Studio("booth-1"), Studio("booth-2")]
    let apps = [App("Mac-Anna", late: 5000), App("iPad-Ben", late: -5000)]
    var now: Int64 = 1_700_000_000
    var wanted: [Place: Bool] = [:]
    for round in 0..<5 {
      var open: Set<Place> = []
      // Who changed a place last, and when that came into the folder, in steps; a place that is in neither was not changed.
      var last: [Place: (who: Int, there: Int?)] = [:]
      var synced = [0, 0]
      for step in 1...40 {
        now += Int64.random(in: 0...2, using: &random)
        let (who, place) = (
          Int.random(in: 0..<4, using: &random),
          Place(photo: Int.random(in: 0..<4, using: &random), flag: Self.flags.randomElement(using: &random)!)
        )
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
          // Who has seen the last change says the last word, also with a clock that is behind; of two who know nothing of each
          // other either may have it, so it is only looked whether all agree.
          if let before = last[place] {
            let hasSeen = who < 2 && (before.who == who || before.there.map { $0 < synced[who] } ?? false)
            if !hasSeen { open.insert(place) }
          }
          if who < 2 {
            let color = TagColors(TagColor(rawValue: place.flag)!)
            studios[who].ours[place.photo].formSymmetricDifference(color)
            wanted[place] = studios[who].ours[place.photo].contains(color)
            last[place] = (who, nil)
          } else {
            wanted[place] = apps[who - 2].toggle(
              Self.photos[place.photo].description, place.flag, folder.path, now: now)
            last[place] = (who, step)
          }
        case 2, 3:
          if who < 2 {
            // Its clock goes wrong by up to a day each time.
            let clock = now + Int64.random(in: -86_400...86_400, using: &random)
            guard studios[who].sync(folder.path, now: clock, stop: Int.random(in: 0..<12, using: &random)) else {
              break
            }
            synced[who] = step
            for (place, one) in last where one.who == who && one.there == nil { last[place] = (who, step) }
          } else {
            try apps[who - 2].reload(folder)
          }
        default:
          if who < 2 {
            var tags = TagFolder(path: folder.path)
            let steps = Steps(Int.random(in: 0..<16, using: &random))
            tags.step = { (_) throws(CatalogFolderError) in try steps.next() }
            do throws(CatalogFolderError) { try tags.merge() } catch { #expect(error.detail == "ended") }
          } else {
            try apps[who - 2].merge(folder, now: now)
          }
        }
      }
      // Everybody has a quiet moment.
      for studio in studios { studio.sync(folder.path, now: now, stop: 1000) }
      if Bool.random(using: &random) {
        try apps[0].merge(folder, now: now)
      } else {
        try TagFolder(path: folder.path).merge()
      }
      for app in apps { try app.reload(folder) }
      for studio in studios { studio.sync(folder.path, now: now, stop: 1000) }
      #expect(try folder.names("") == ["tags.csv"])
      for (number, id) in Self.photos.enumerated() {
        let colors = studios[0].ours[number]
        #expect(studios[1].ours[number] == colors, "round \(round)")
        for app in apps { #expect(TagColors(flags: app.tags[id.description] ?? []) == colors, "round \(round)") }
        for flag in Self.flags {
          let place = Place(photo: number, flag: flag)
          let has = colors.contains(TagColors(TagColor(rawValue: flag)!))
          if open.contains(place) {
            wanted[place] = has
          } else {
            #expect(has == wanted[place] ?? false, "round \(round), \(place)")
          }
        }
      }
    }
  }
}
