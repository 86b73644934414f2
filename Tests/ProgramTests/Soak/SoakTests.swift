import BoothTesting
import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport

/// Session after session in one process: what it takes of the machine stays what it was.
///
///     BOOTH_FULL=1       500 sessions instead of 50
@Suite(.serialized, .timeLimit(.minutes(60))) struct SoakTests {
  private static let isFull = ProcessInfo.processInfo.environment["BOOTH_FULL"] != nil
  /// A session takes some seconds at lab timings, most of them the clips' length.
  private static let sessions = isFull ? 500 : 50
  /// What is made once, and the heap's first growth, is made by then.
  private static let warm = sessions / 10
  private static let mostGrowth = 2 << 20

  @Test func `memory, handles, threads and processes stay the same with a DSLR`() async throws {
    let (camera, data) = (try SimulatedPTPCamera(), try TemporaryFolder())
    let booth = try RunningProgram(
      [
        "run", "--camera", "gphoto2:\(camera.port)", "--lab", "--screen", "log", "--event", "wedding", "--events",
        Program.bundledEvents, "--data", data.path, "--gallery-host", "127.0.0.1", "--gallery-port", "0",
      ], readingLog: true)
    defer { booth.end() }
    try await idle(booth)
    var tenths: [Footprint] = []
    for session in 1...Self.sessions {
      try #require(await Program.run(["press", "start", "--data", data.path]).code == 0)
      try await idle(booth)
      guard session % Self.warm == 0 else { continue }
      // A short run is looked at twice, as each look takes its time.
      guard Self.isFull || session == Self.warm || session == Self.sessions else { continue }
      tenths.append(try await atRest(booth, data))
    }
    let (early, last) = (try #require(tenths.first), try #require(tenths.last))
    let photos = camera.operations.count { $0 == .nikonCapture }
    #expect(photos == 3 * Self.sessions)
    print(
      "soak, DSLR: \(Self.sessions) sessions, \(photos) photos; memory \(early.memory >> 10) kB after \(Self.warm), "
        + "\(last.memory >> 10) kB at the end; handles \(early.descriptors) and \(last.descriptors); "
        + "threads \(early.threads) and \(last.threads)")
    print("memory in kB as it went: \(tenths.map { "\($0.memory >> 10)" }.joined(separator: " "))")
    // Of the long run alone: what an allocator holds after fifty sessions gates no change.
    if Self.isFull { #expect(last.memory - early.memory <= Self.mostGrowth) }
    #expect(last.processes == early.processes && early.processes == 2, "the booth, and the camera's process")
    // A connection to its own gallery may stand at the one moment and not at the other.
    #expect(last.descriptors - early.descriptors <= 4)
    // Pools grow to their size when it is busy; a thread that is left behind is left each time.
    #expect(last.threads - early.threads <= 8)
  }

  private func idle(_ booth: RunningProgram) async throws {
    while let line = await booth.nextLine() {
      if line.contains("scene=waiting for guests") { return }
    }
    throw CancellationError()
  }

  /// What it takes once every picture is uploaded and every film strip made.
  private func atRest(_ booth: RunningProgram, _ data: TemporaryFolder) async throws -> Footprint {
    while true {
      let list = try await Program.run(["queue", "list", "--json", "--data", data.path])
      try #require(list.code == 0)
      if !list.output.contains("\"kind\"") { break }
    }
    // The heap is given back five seconds after the last of the work, on a busy machine later: the smallest of many looks,
    // on a fast machine of more of them.
    var least: Footprint?
    let (clock, begin) = (ContinuousClock(), ContinuousClock.now)
    var looks = 0
    while looks < 30 || begin.duration(to: clock.now) < .seconds(8) {
      looks += 1
      _ = try await Program.run(["status", "--data", data.path])
      let now = try #require(Footprint(of: booth.id))
      if least.map({ now.memory < $0.memory }) ?? true { least = now }
    }
    return try #require(least)
  }
}
