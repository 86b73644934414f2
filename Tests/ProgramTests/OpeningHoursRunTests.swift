import BoothTesting
import Testing

@testable import booth

/// The opening hours of the real program.
@Suite(.timeLimit(.minutes(2))) struct OpeningHoursRunTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func ask(_ words: [String]) async throws -> Program.Outcome {
    try await Program.run(words + ["--data", folder.path("data")])
  }

  @Test func `a closed booth says until when; what the operator does with it is not told as closed`() async throws {
    let booth = try RunningProgram(
      [
        "run", "--mock-camera", "--lab", "--event", "wedding", "--events", try Program.putPlainEvents(folder),
        "--screen",
        "log", "--gallery-host", "127.0.0.1", "--gallery-port", "0", "--data", folder.path("data"),
      ], environment: ["BOOTH_HOURS": "sun 03:00-03:01"])
    defer { booth.end() }
    let isClosed = try await Program.until { try await ask(["status"]).output.contains("closed until ") }
    #expect(isClosed)
    let told = try await ask(["status", "--json"]).output
    #expect(told.contains("\"opensAt\" : \"03:00\"") && told.contains("\"state\" : \"paused\""), "\(told)")
    #expect(try await ask(["press", "start"]).code != 0)
    #expect(try await ask(["resume"]).code == 0)
    let opened = try await ask(["status", "--json"]).output
    #expect(opened.contains("\"state\" : \"idle\"") && !opened.contains("\"closed\""), "\(opened)")
    #expect(try await ask(["pause"]).code == 0)
    let held = try await ask(["status", "--json"]).output
    #expect(held.contains("\"state\" : \"paused\"") && !held.contains("\"closed\""), "\(held)")
  }
}
