import Audio
import BoothCore
import BoothTesting
import FoundationEssentials
import Glibc
import Testing

/// The voice, with a program in the place of `espeak-ng`.
@Suite(.timeLimit(.minutes(15))) struct VoiceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A program that writes down what it is told, and then does `last`.
  private func program(_ last: String = "") throws -> String {
    try folder.putProgram("say", "echo \"$$ $*\" >>\(folder.path)/said\n\(last)")
  }

  /// What was said, once it is so many lines: each the process and its arguments.
  private func said(_ count: Int) async -> [(process: pid_t, arguments: String)] {
    while true {
      let text = (try? String(contentsOfFile: folder.path + "/said", encoding: .utf8)) ?? ""
      let lines = text.split(separator: "\n").compactMap { line -> (pid_t, String)? in
        let parts = line.split(separator: " ", maxSplits: 1)
        return pid_t(parts[0]).map { ($0, String(parts.last ?? "")) }
      }
      if lines.count >= count { return lines }
      await Task.moment()
    }
  }

  private func ends(_ process: pid_t, _ after: () -> Void = {}) async {
    after()
    while kill(process, 0) == 0 { await Task.moment() }
  }

  @Test func `it says what it is told, in the language`() async throws {
    let voice = Voice(program: try program(), logger: quiet)
    voice.say("--help; rm -rf /", in: .hebrew)
    let lines = await said(1)
    #expect(lines[0].arguments == "-v he -s 150 -- --help; rm -rf /")
    await ends(lines[0].process)
    voice.close()
  }

  @Test func `what is new interrupts what is old, and its end is silence`() async throws {
    let voice = Voice(program: try program("exec sleep 600"), logger: quiet)
    voice.say("one", in: .english)
    let first = await said(1)[0].process
    voice.say("two", in: .english)
    let second = await said(2)[1].process
    await ends(first)
    #expect(kill(second, 0) == 0)
    voice.close()
    await ends(second)
  }

  @Test func `hushed, it says no more, and speaks again`() async throws {
    let voice = Voice(program: try program("exec sleep 600"), logger: quiet)
    voice.say("one", in: .english)
    await ends(await said(1)[0].process) { voice.hush() }
    voice.say("two", in: .english)
    let second = await said(2)[1].process
    voice.close()
    await ends(second)
  }

  @Test func `let go, it is silent, too`() async throws {
    var voice: Voice? = Voice(program: try program("exec sleep 600"), logger: quiet)
    voice?.say("one", in: .english)
    let process = await said(1)[0].process
    voice = nil
    await ends(process)
  }

  @Test func `without the program nothing is said, and nothing else happens`() async throws {
    #expect(!Voice.isThere(folder.path + "/none"))
    let voice = Voice(program: folder.path + "/none", logger: quiet)
    voice.say("one", in: .english)
    voice.close()
  }
}
