import BoothTesting
import FoundationEssentials
import Glibc
import Testing

/// Session after session in one process: what it takes of the machine stays what it was.
///
///     BOOTH_FULL=1       500 sessions instead of a few
@Suite(.serialized, .timeLimit(.minutes(60))) struct SoakTests {
  private static let isFull = ProcessInfo.processInfo.environment["BOOTH_FULL"] != nil
  /// A session takes some seconds at lab timings, most of them the clips' length.
  private static let sessions = isFull ? 500 : 10
  /// What is made once, and the heap's first growth, is made by then.
  private static let warm = isFull ? sessions / 10 : 4
  private static let mostGrowth = 2 << 20

  @Test func `memory, handles, threads and processes stay the same with a DSLR`() async throws {
    let (camera, data) = (try SimulatedPTPCamera(), try TemporaryFolder())
    let booth = try RunningProgram(
      [
        "run", "--camera", "gphoto2:\(camera.port)", "--lab", "--sessions", "\(Self.sessions)", "--screen", "log",
        "--event", "wedding", "--events", Program.bundledEvents, "--data", data.path, "--gallery-host", "127.0.0.1",
        "--gallery-port", "0",
      ], readingLog: true)
    var early: Footprint?
    var last: Footprint?
    var mostDescriptors = 0
    while let line = await booth.nextLine() {
      guard line.contains("scene=") else { continue }
      let opened = (try? FileManager.default.contentsOfDirectory(atPath: data.path + "/sessions").count) ?? 0
      // The session after the warm ones is open, so those are done. Looked at where a session is under way: what is asked
      // of the machine there is the same each time.
      guard line.contains("scene=taking the photo strip=2"), let now = Footprint(of: booth.id) else { continue }
      if early == nil, opened > Self.warm { early = now }
      mostDescriptors = max(mostDescriptors, now.descriptors)
      last = now
    }
    booth.end()
    let (before, after) = (try #require(early), try #require(last))
    let photos = camera.operations.count { $0 == .nikonCapture }
    #expect(photos == 3 * Self.sessions)
    print(
      "soak, DSLR: \(Self.sessions) sessions, \(photos) photos; memory \(before.memory >> 10) kB after \(Self.warm), "
        + "\(after.memory >> 10) kB at the end; handles \(before.descriptors) and \(after.descriptors), "
        + "\(mostDescriptors) at most; threads \(before.threads) and \(after.threads)")
    #expect(after.memory - before.memory <= Self.mostGrowth)
    #expect(after.processes == before.processes && before.processes == 2, "the booth, and the camera's process")
    // A connection to its own gallery may stand at the one moment and not at the other.
    #expect(after.descriptors - before.descriptors <= 4)
    #expect(after.threads - before.threads <= 2)
  }
}
