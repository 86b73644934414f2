import FoundationEssentials
import Testing

@testable import CommandSupport

/// The real program on real file systems in trouble.
@Suite(.serialized, .timeLimit(.minutes(15))) struct DiskTroubleTests {
  @Test func `a disk that fills up, or turns read-only, costs no session: the booth waits and goes on`() async throws {
    let manager = try NoticeSocket()
    let outcome = try await manager.listen { [path = manager.path] in
      try await Program.run(
        "/bin/bash",
        [Program.root.appending(path: "Scripts/lab/disk-trouble").path, Program.path, Program.bundledEvents],
        environment: ["NOTIFY_SOCKET": path])
    }
    print(outcome.output)
    if outcome.code == 0 {
      // Who starts the booth is told that a start which waits for its disk is no start that hangs.
      #expect(manager.words.contains("EXTEND_TIMEOUT_USEC=93000000"))
    }
    // 77: no right to mount; said aloud above.
    #expect(outcome.code == 0 || outcome.code == 77, "\(outcome.output)\n\(outcome.errors)")
  }
}
