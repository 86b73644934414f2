import BoothTesting
import FoundationEssentials
import Glibc
import Testing

@testable import booth

/// The opening hours of the real program.
@Suite(.timeLimit(.minutes(15))) struct OpeningHoursRunTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func ask(_ words: [String]) async throws -> Program.Outcome {
    try await Program.run(words + ["--data", folder.path("data")])
  }

  private func start(_ hours: String = "sun 03:00-03:01") throws -> RunningProgram {
    try RunningProgram(
      [
        "run", "--mock-camera", "--lab", "--event", "wedding", "--events", try Program.putPlainEvents(folder),
        "--screen", "log", "--gallery-host", "127.0.0.1", "--gallery-port", "0", "--data", folder.path("data"),
      ], environment: ["BOOTH_HOURS": hours])
  }

  private var opened: String { folder.path("data/\(HoursKeeper.openedName)") }

  @Test func `a booth that was opened outside of its hours stays open over a kill, until it is paused`() async throws {
    var booth = try start()
    defer { booth.end(SIGKILL) }
    #expect(try await Program.until { try await ask(["status"]).output.contains("closed until ") })
    #expect(try await ask(["resume"]).code == 0)
    let opened = opened
    #expect(try await Program.until { FileManager.default.fileExists(atPath: opened) })
    booth.end(SIGKILL)

    // With other hours it is written anew, by which it is seen that the booth has heard of them.
    let before = try Data(contentsOf: URL(filePath: opened))
    booth = try start("sun 04:00-04:01")
    #expect(try await Program.until { try Data(contentsOf: URL(filePath: opened)) != before })
    #expect(try await Program.until { try await ask(["status", "--json"]).output.contains("\"state\" : \"idle\"") })
    booth.end(SIGKILL)
    // Without the note it is closed, as it was: the test sees the difference.
    try FileManager.default.removeItem(atPath: opened)
    booth = try start()
    #expect(try await Program.until { try await ask(["status"]).output.contains("closed until ") })

    #expect(try await ask(["resume"]).code == 0)
    #expect(try await Program.until { FileManager.default.fileExists(atPath: opened) })
    #expect(try await ask(["pause"]).code == 0)
    #expect(try await Program.until { !FileManager.default.fileExists(atPath: opened) })
    booth.end(SIGKILL)
    booth = try start()
    #expect(try await Program.until { try await ask(["status"]).output.contains("closed until ") })
  }

  @Test func `a closed booth says until when; what the operator does with it is not told as closed`() async throws {
    let booth = try start()
    defer { booth.end() }
    let isClosed = try await Program.until { try await ask(["status"]).output.contains("closed until ") }
    #expect(isClosed)
    let told = try await ask(["status", "--json"]).output
    #expect(told.contains("\"opensAt\" : \"03:00\"") && told.contains("\"state\" : \"paused\""), "\(told)")
    #expect(try await ask(["press", "start"]).code != 0)
    #expect(try await ask(["resume"]).code == 0)
    var opened = ""
    // Its camera may come later.
    _ = try await Program.until {
      opened = try await ask(["status", "--json"]).output
      return opened.contains("\"state\" : \"idle\"")
    }
    #expect(opened.contains("\"state\" : \"idle\"") && !opened.contains("\"closed\""), "\(opened)")
    #expect(try await ask(["pause"]).code == 0)
    let held = try await ask(["status", "--json"]).output
    #expect(held.contains("\"state\" : \"paused\"") && !held.contains("\"closed\""), "\(held)")
  }
}
