import FoundationEssentials
import Testing

/// The real program on real file systems in trouble.
@Suite(.serialized, .timeLimit(.minutes(10))) struct DiskTroubleTests {
  @Test func `a disk that fills up, or turns read-only, costs no session: the booth waits and goes on`() async throws {
    let outcome = try await Program.run(
      "/bin/bash", [Program.root.appending(path: "Scripts/lab/disk-trouble").path, Program.path, Program.bundledEvents])
    print(outcome.output)
    // 77: no right to mount; said aloud above.
    #expect(outcome.code == 0 || outcome.code == 77, "\(outcome.output)\n\(outcome.errors)")
  }
}
