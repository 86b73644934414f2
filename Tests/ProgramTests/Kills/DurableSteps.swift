import BoothTesting
import FoundationEssentials
import Glibc
import Synchronization

/// The durable steps that a studio passes, as its list of fault points tells them, and which of them a run dies at.
enum DurableSteps {
  /// The list so far; nothing where none was begun.
  static func arrivals(_ folder: TemporaryFolder) throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder.path("list")) else { return [] }
    return String(decoding: try folder.read("list"), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The studio's data alone, somewhere else.
  static func copy(_ folder: TemporaryFolder) throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    if FileManager.default.fileExists(atPath: folder.path("data")) {
      try FileManager.default.copyItem(atPath: folder.path("data"), toPath: copy.path("data"))
    }
    return copy
  }

  /// Those behind the first so many lines, each with its number among all of its name.
  static func points(of list: [String], after count: Int) -> [FaultArrival] {
    var counts: [String: Int] = [:]
    var points: [FaultArrival] = []
    for (place, line) in list.enumerated() where line.hasPrefix("at ") {
      let name = String(line.dropFirst(3))
      counts[name, default: 0] += 1
      if place >= count { points.append((name, counts[name] ?? 1)) }
    }
    return points
  }

  /// A part of all steps, so that a long run can be made piece by piece.
  enum Part: Equatable {
    case all
    /// The first and the last, counted from 1.
    case range(ClosedRange<Int>)
    /// Every so many, from the middle of the first so many on: all deeds have some.
    case every(Int)

    /// `BOOTH_STEPS=41-100`, or `BOOTH_STEPS=/6` for every sixth. Nil for what is neither.
    init?(_ text: String) {
      if text.hasPrefix("/") {
        guard let step = Int(text.dropFirst()), step > 0 else { return nil }
        self = .every(step)
        return
      }
      let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count == 2, let first = ends[0], let last = ends[1], first > 0, first <= last else { return nil }
      self = .range(first...last)
    }

    func of<Step>(_ steps: [Step]) -> [Step] {
      switch self {
      case .all: steps
      case .range(let range):
        steps.enumerated().filter { range.contains($0.offset + 1) }.map(\.element)
      case .every(let count): steps.enumerated().filter { $0.offset % count == count / 2 }.map(\.element)
      }
    }
  }

  /// What the surroundings say; nil for what cannot be read.
  static var part: Part? {
    guard let text = ProcessInfo.processInfo.environment["BOOTH_STEPS"] else { return .all }
    return Part(text)
  }

  /// Counts deaths, and says each time how far it is: a run that is ended early has said what it found.
  final class Tally: Sendable {
    private struct Counts {
      var dead = 0
      var unreached: [String] = []
      var faults: [String] = []
    }
    private let counts = Mutex(Counts())
    private let of: Int

    /// - Parameter count: how many there will be.
    init(of count: Int) { of = count }

    var faults: [String] { counts.withLock(\.faults) }
    var unreached: [String] { counts.withLock(\.unreached) }

    /// - Parameter faults: nil where the step was not reached.
    func note(_ step: String, _ faults: [String]?) {
      counts.withLock { counts in
        counts.dead += 1
        if let faults { counts.faults += faults.map { "\(step): \($0)" } } else { counts.unreached.append(step) }
        print(
          "  \(counts.dead) of \(of): \(step)\(faults == nil ? ", not reached" : ""); \(counts.faults.count) faults so far"
        )
        for fault in faults ?? [] { print("    \(fault)") }
        fflush(nil)
      }
    }
  }
}
