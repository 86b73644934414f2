import BoothTesting
import FoundationEssentials
import Testing

/// What decides whether a change lands says what failed, and leaves nothing out without saying so: the real scripts, with stand-ins for
/// the parts of a test run.
@Suite struct GateTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// - Parameter script: bash, in the repository, with the parts' functions.
  private func parts(_ script: String) async throws -> Program.Outcome {
    let begin = "cd '\(Self.repository)' && . Scripts/parts && parts_begin\n"
    return try await Program.run("/bin/bash", ["-c", begin + script], environment: ["TERM": "xterm"])
  }

  @Test func `a part that passes says so, with its seconds, and nothing is called failed`() async throws {
    let outcome = try await parts("part works echo done; parts_table; parts_failures && echo fine")
    #expect(outcome.code == 0 && outcome.output.contains("— works: passed"), "\(outcome)")
    #expect(outcome.output.contains("seconds of each part") && outcome.output.hasSuffix("fine\n"), "\(outcome)")
  }

  @Test(arguments: [
    ("exit 3", "FAILED with exit code 3"), ("kill -SEGV $$", "FAILED: ended by signal SIGSEGV (exit code 139)"),
    ("kill -KILL $$", "FAILED: exit code 137; ended from outside, or after 1800 s, as it hung"),
  ])
  func `a part that fails without a word is named, with how it ended and its last lines`(
    _ end: String, _ words: String
  ) async throws {
    let outcome = try await parts("part weak bash -c 'echo the last line; \(end)'; parts_failures")
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.output.contains("✘ weak: \(words)\n"), "\(outcome)")
    #expect(outcome.output.hasSuffix("the last line\n"), "\(outcome)")
  }

  @Test func `what a test or a journey says of its failure stands in the list`() async throws {
    let lines =
      "✔ Test good passed\n✘ Test \"a booth\" recorded an issue at A.swift:1:2: false\n\0\n✘ journey door failed\n"
    try folder.put("said", Array(lines.utf8))
    let outcome = try await parts("part tests bash -c 'cat \(folder.path("said")); exit 1'; parts_failures")
    #expect(outcome.output.contains("✘ tests: FAILED with exit code 1\n✘ Test \"a booth\" recorded"), "\(outcome)")
    #expect(outcome.output.contains("✘ journey door failed"), "\(outcome)")
  }

  @Test func `a test run is written without colours where a terminal is expected`() async throws {
    let outcome = try await parts("part asks bash -c 'echo \"$TERM, $NO_COLOR\"'")
    #expect(outcome.output.contains("dumb, 1\n"), "\(outcome)")
  }

  @Test func `a test run without its last line, or without a test, has not passed`() async throws {
    let must = "must_say='^✔ Test run with [1-9][0-9]* tests? '; part"
    let silent = try await parts("\(must) silent true; parts_failures")
    #expect(silent.code == 1 && silent.output.contains("✘ silent: FAILED: exit code 0, but without"), "\(silent)")
    let none = try await parts("\(must) none echo '✔ Test run with 0 tests in 0 suites passed'; parts_failures")
    #expect(none.code == 1, "\(none)")
    let some = try await parts("\(must) some echo '✔ Test run with 12 tests in 2 suites passed'; parts_failures")
    #expect(some.code == 0, "\(some)")
  }

  @Test func `a part whose end is not known has not passed`() async throws {
    let outcome = try await parts("echo lost >\"$PARTS_FOLDER/lost.name\"; parts_failures")
    #expect(
      outcome.code == 1 && outcome.output.contains("✘ lost: FAILED: it began, and its end is not known"), "\(outcome)")
  }

  @Test func `a part that hangs is ended and named`() async throws {
    let outcome = try await parts("PART_LIMIT=0.2 PART_GRACE=0.2; part stuck tail -f /dev/null; parts_failures")
    #expect(
      outcome.code == 1 && outcome.output.contains("✘ stuck: FAILED: exit code 1"), "\(outcome)")
  }

  @Test func `what is left out, or could not be had, is said`() async throws {
    let outcome = try await parts(
      "part_left_out kills 'passed yesterday'; part lab bash -c 'echo SKIPPED: no kernel; exit 77'; parts_table; parts_failures && parts_skipped"
    )
    #expect(outcome.code == 0 && outcome.output.contains("kills: NOT RUN: passed yesterday\n"), "\(outcome)")
    #expect(outcome.output.contains("lab: SKIPPED, or some of it"), "\(outcome)")
    #expect(outcome.errors.contains("NOT ALL OF IT RAN: lab") && outcome.errors.contains("no kernel"), "\(outcome)")
  }

  /// A repository of its own, with the script that decides what need not run.
  private func proofs(_ script: String) async throws -> Program.Outcome {
    let begin = """
      set -e
      cd '\(folder.path)'
      export HOME=$PWD GIT_CONFIG_NOSYSTEM=1
      unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
      git init -q . && git config user.name a && git config user.email a@b
      mkdir -p Scripts Tests && cp '\(Self.repository)/Scripts/proofs' Scripts/proofs
      sed -n 's/.*echo \\(Sources.*\\) ;;/\\1/p' Scripts/proofs | tr ' ' '\\n' | sort -u | while read -r folder; do
        mkdir -p "$folder" && echo a >"$folder/a"
      done
      mkdir -p Tests/ProgramTests/Kills && echo a >Tests/ProgramTests/Kills/a
      echo '.package(url: "https://example.org", from: "1.0.0")' >Package.swift
      commit() { git add -A && git commit -qm "$1"; }
      commit first
      passes() { Scripts/proofs hashes "$1" >.git/hashes && Scripts/proofs record "$1" .git/hashes; }
      stands() { Scripts/proofs stands "$1" || echo "must run"; }

      """
    return try await Program.run("/bin/bash", ["-c", begin + script])
  }

  @Test func `a suite without a recorded pass runs, and one whose folders are as they were does not`() async throws {
    let outcome = try await proofs(
      """
      stands booth-kills
      passes booth-kills; commit record
      stands booth-kills
      stands studio-kills
      echo b >README.md; commit readme
      stands booth-kills
      """)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(outcome.code == 0 && lines.count == 6, "\(outcome)")
    #expect(lines.prefix(2) == ["no pass of it is recorded", "must run"])
    #expect(lines.filter { $0.hasSuffix("its folders are as they were") } == [lines[2], lines[5]], "\(lines)")
  }

  @Test(arguments: [
    ("echo b >Sources/Booth/a; commit change", "Sources/Booth has changed since"),
    ("echo b >Sources/Gallery/new", "Sources/Gallery has changes that are not committed"),
    ("echo b >Tests/ProgramTests/Kills/a; commit change", "Tests/ProgramTests/Kills has changed since"),
    ("sed -i s/1.0.0/2.0.0/ Package.swift; commit change", "packages has changed since"),
    ("git rm -rq Sources/Core; git commit -qm gone", "Sources/Core is not in Git"),
    ("mv .git away", "is not in Git"),
  ])
  func `a suite runs again where anything that it proves has changed, or that is not known`(
    _ change: String, _ reason: String
  ) async throws {
    let outcome = try await proofs("passes booth-kills; commit record\n\(change)\nstands booth-kills")
    #expect(outcome.code == 0 && outcome.output.contains(reason), "\(outcome)")
    #expect(outcome.output.hasSuffix("must run\n"), "\(outcome)")
  }

  @Test func `what has changed while a suite ran is not recorded as passed`() async throws {
    let outcome = try await proofs(
      """
      Scripts/proofs hashes photo-kills >.git/hashes
      echo b >Sources/Photos/a; commit meanwhile
      Scripts/proofs record photo-kills .git/hashes || echo refused
      stands photo-kills
      """)
    #expect(outcome.output == "refused\nno pass of it is recorded\nmust run\n", "\(outcome)")
    #expect(outcome.errors.contains("not recorded: its folders have changed while it ran"), "\(outcome)")
  }
}
