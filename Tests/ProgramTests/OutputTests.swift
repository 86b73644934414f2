import FoundationEssentials
import Testing

/// The real program, whose answer does not arrive.
@Suite(.timeLimit(.minutes(15))) struct OutputTests {
  /// - Parameter rest: what a shell does with the answer.
  private static func run(_ command: String, _ rest: String) async throws -> Program.Outcome {
    try await Program.run("/bin/bash", ["-c", "\"\(Program.path)\" \(command) \(rest)"])
  }

  @Test(arguments: [
    "--help", "--version", "help run", "event --help", "report list --help", "config show", "config show --json",
    "--generate-completion-script bash", "event list",
  ])
  func `an answer to a full device, or to a closed output, ends with 74 and a sentence`(_ command: String) async throws
  {
    for rest in [">/dev/full", ">&-"] {
      let outcome = try await Self.run(command, rest)
      #expect(outcome.code == 74, "\(command) \(rest): \(outcome.code)")
      #expect(
        outcome.errors.contains("booth: the answer could not be written ("), "\(command) \(rest): \(outcome.errors)")
    }
    #expect(try await Self.run(command, ">/dev/null").code == 0)
  }

  @Test func `a reader that has enough makes no failure`() async throws {
    // More than a pipe holds, so that something is written after the reader has left.
    let outcome = try await Self.run(
      "--generate-completion-script bash", "| head -1; exit ${PIPESTATUS[0]}")
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test func `what a command opens is never taken for its closed output`() async throws {
    // The first file that was opened would have been number 1, and the answer would have gone into it.
    let outcome = try await Self.run("config show", "<&- >&- 2>&-")
    #expect(outcome.code == 74)
  }

  @Test func `a command line that makes no sense ends as it did`() async throws {
    let outcome = try await Self.run("--bogus", ">/dev/full")
    #expect(outcome.code == 64 && outcome.errors.contains("Unknown option"))
  }
}
