import BoothTesting
import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport

/// The real program with a simulated DSLR: the camera's process is the program itself.
@Suite(.serialized, .timeLimit(.minutes(15))) struct DSLRSessionTests {
  private func arguments(_ camera: SimulatedPTPCamera, _ data: TemporaryFolder) -> [String] {
    [
      "run", "--camera", "gphoto2:\(camera.port)", "--lab", "--screen", "log", "--json", "--event", "wedding",
      "--events", Program.bundledEvents, "--data", data.path, "--gallery-host", "127.0.0.1", "--gallery-port", "0",
    ]
  }

  /// The camera processes of the booth with this id.
  private func cameraProcesses(of booth: Int32) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.filter { id in
      guard Int32(id) != nil, let bytes = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") else {
        return false
      }
      let words = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      return words == ["booth", "camera-helper", "--parent", "\(booth)"]
    }
  }

  @Test func `a session's photos are the DSLR's, its clips the live view`() async throws {
    let (camera, data) = (try SimulatedPTPCamera(), try TemporaryFolder())
    let outcome = try await Program.run(arguments(camera, data) + ["--sessions", "1"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let summary = try JSONDecoder().decode(WholeSessionTests.Summary.self, from: Data(outcome.output.utf8))
    let kinds = try #require(summary.sessions.first).files.map(\.kind)
    #expect(kinds.count { $0 == "photo" } == 3 && kinds.count { $0 == "video" } == 3)
    #expect(camera.operations.count { $0 == .nikonCapture } == 3)
    #expect(camera.unknownOperations == [])
  }

  @Test func `the camera's process ends with a booth that is killed`() async throws {
    let (camera, data) = (try SimulatedPTPCamera(), try TemporaryFolder())
    let booth = try RunningProgram(arguments(camera, data))
    #expect(try await Program.until { camera.isConnected && cameraProcesses(of: booth.id).count == 1 })
    booth.end(SIGKILL)
    #expect(try await Program.until { cameraProcesses(of: booth.id).isEmpty })
  }

  @Test func `doctor opens the camera and says what it found`() async throws {
    let (camera, data) = (try SimulatedPTPCamera(), try TemporaryFolder())
    camera.setBattery(7)
    let place = ["--data", data.path, "--events", Program.bundledEvents]
    let outcome = try await Program.run(["doctor"] + place, environment: ["BOOTH_CAMERA": "gphoto2:\(camera.port)"])
    #expect(outcome.output.contains("D7500") && outcome.output.contains("battery is low"), "\(outcome.output)")
    camera.vanish()
    let away = try await Program.run(["doctor"] + place, environment: ["BOOTH_CAMERA": "gphoto2:\(camera.port)"])
    #expect(away.output.contains("BAD  camera"), "\(away.output)")
  }
}
