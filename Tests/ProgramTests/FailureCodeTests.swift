import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@testable import booth

@Suite struct FailureCodeTests {
  private func code(_ result: String?, _ code: String? = nil, _ status: String? = nil) -> String {
    var environment: [String: String] = [:]
    environment["MONITOR_SERVICE_RESULT"] = result
    environment["MONITOR_EXIT_CODE"] = code
    environment["MONITOR_EXIT_STATUS"] = status
    return FailureCode(environment: environment).text
  }

  @Test func `what failed is told in a few signs`() {
    #expect(code("exit-code", "exited", "64") == "E-64")
    #expect(code("core-dump", "dumped", "SEGV") == "S-SEGV")
    #expect(code("signal", "killed", "KILL") == "S-KILL")
    #expect(code("start-limit-hit", "exited", "1") == "E-1")
    #expect(code("watchdog", "killed", "ABRT") == "W")
    #expect(code("oom-kill", "killed", "KILL") == "M")
    #expect(code("timeout", "killed", "TERM") == "T")
    #expect(code(nil) == "X" && code("exit-code") == "X")
    #expect(code("exit-code", "exited", "6\n4 <b>\(String(repeating: "9", count: 99))").utf8.count <= 14)
  }

  @Test func `a display that cannot be had ends the scene's process at once, so that the console's text stays`()
    async throws
  {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(
      ["rest", folder.path, "--seconds", "1"], environment: ["BOOTH_SCREEN": "display /dev/none"])
    #expect(outcome.code != 0)
  }

  @Test func `the scene stands for its time in memory, whatever lies in the data folder`() async throws {
    let folder = try TemporaryFolder()
    for note in [
      "", "no note", #"{"languages": ["xx"], "phone": null}"#, #"{"languages": ["he", "de"], "phone": "1"}"#,
    ] {
      try folder.put("rest.json", Array(note.utf8))
      let outcome = try await Program.run(
        ["rest", folder.path, "--seconds", "1"], environment: ["BOOTH_SCREEN": "memory 320x200"])
      #expect(outcome.code == 0, "\(note): \(outcome.errors)")
    }
  }
}
