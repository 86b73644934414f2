import BoothCore
import BoothSystem
import BoothTesting
import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport
@testable import booth

/// The console's words: no file speaks to the terminal, and no error is Foundation's.
@Suite(.timeLimit(.minutes(15))) struct ConsoleWordsTests {
  private let folder: TemporaryFolder
  private var data: String { folder.path("data") }
  private static let hostile = "\u{1b}]0;owned\u{7}\u{202e}drow\u{2066}\u{9b}2J"

  init() throws { folder = try TemporaryFolder() }

  private func hasSteering(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      scalar.value < 0x20 && scalar != "\n" || (0x7F..<0xA0).contains(scalar.value)
        || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
  }

  @Test func `what would steer a terminal is written out, and what languages need stays`() {
    #expect("a\u{1b}[31m\u{7f}\u{9b}b\nc\td".harmless == "a\\u{1b}[31m\\u{7f}\\u{9b}b\\u{a}c\\u{9}d")
    #expect("\u{202e}abc\u{2069}".harmless == "\\u{202e}abc\\u{2069}")
    for text in ["", "Grüße, שלום, سلام", "a\u{200f}b\u{200e}", "👩\u{200d}👧", "می\u{200c}خواهم"] {
      #expect(text.harmless == text)
    }
  }

  @Test func `columns are as wide as their longest cell in signs, whatever bytes these take`() {
    let rows = [["id", "שלום", "x"], ["identity", "é", ""], ["👩\u{200d}👧", "a\u{1b}"]]
    let lines = [
      "id        שלום     x", "identity  é        ", "👩\u{200d}👧         a\\u{1b}",
    ]
    #expect(tableText(rows) == lines.map { $0 + "\n" }.joined())
    #expect(tableText([]).isEmpty && tableText([["only"], []]) == "only\n\n")
  }

  @Test func `names in files and settings do not steer the terminal`() async throws {
    let name = Self.hostile.unicodeScalars.map { "\\u\(String($0.value + 0x10000, radix: 16).dropFirst())" }.joined()
    try folder.put(
      "events/party/event.json", Array("{\"id\": 5, \"name\": \"\(name)\", \"date\": \"\(name)\"}".utf8))
    try folder.put("settings.json", Array("{\"event\": \"\(name)\"}".utf8))
    let place = ["--data", data, "--events", folder.path("events"), "--config", folder.path("settings.json")]
    for command in [["event", "list"], ["event", "check"], ["config", "show"], ["doctor"]] {
      let outcome = try await Program.run(command + place)
      #expect(!hasSteering(outcome.output + outcome.errors), "\(command)")
    }
    #expect(try await Program.run(["event", "list"] + place).output.contains(#"\u{202e}drow"#))
    #expect(try await Program.run(["config", "show"] + place).output.contains(#"\u{1b}]0;owned"#))
    // In the file it stops no start; a person on the command line is told.
    let refused = try await Program.run(["run", "--mock-camera", "--screen", "log", "--event", Self.hostile] + place)
    #expect(refused.code == 64 && !hasSteering(refused.errors) && refused.errors.contains(#"\u{202e}drow"#))
  }

  @Test func `what is not there is told in words`() async throws {
    try folder.put("script.json5", Array("{pictures: 'no/such'}".utf8))
    try folder.put("empty/readme", [])
    let missing = folder.path("missing")
    let run = ["run", "--screen", "log", "--data", data]
    let cases: [([String], Int32, String)] = [
      (run + ["--mock-camera=\(missing)"], 64, "\(missing): the script cannot be read: No such file or directory"),
      (run + ["--mock-camera=\(folder.path)"], 64, "\(folder.path): the script cannot be read: it is a folder"),
      (
        run + ["--mock-camera=" + folder.path("script.json5")], 64,
        "expected a folder of photographs (*.jpg), found none at " + folder.path("no/such")
      ),
      (run + ["--mock-camera", "--events", missing], 64, "events (flag --events): there is no folder \(missing)"),
      (["event", "list", "--events", missing], 64, "there is no folder \(missing)"),
      (["event", "check", "--events", missing], 64, "there is no folder \(missing)"),
      (
        run + ["--mock-camera", "--event", "wedding", "--events", folder.path("empty")], 64,
        "there is no event in \(folder.path("empty")); expected a folder for each"
      ),
      (["queue", "retry", "0", "--data", data], 64, #""0": expected a job's number, 1 or more"#),
      (["queue", "retry", "x", "--data", data], 64, #""x": expected a job's number, 1 or more"#),
      (["queue", "cancel", "--data", data, "--", "-1"], 64, #""-1": expected a job's number, 1 or more"#),
    ]
    for (arguments, code, words) in cases {
      let outcome = try await Program.run(arguments)
      #expect(outcome.code == code, "\(arguments): \(outcome.errors)")
      #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
      #expect(!outcome.errors.contains("Error Domain"), "\(outcome.errors)")
    }
  }

  @Test func `a file that cannot be written is told in words`() throws {
    let failure = #expect(throws: CommandError.self) { try writeFile([1], to: folder.path("no/such/code.png")) }
    #expect(
      failure?.message == folder.path("no/such/code.png")
        + " cannot be written: No such file or directory; expected a file's path in an existing folder")
    try writeFile([1, 2, 3], to: folder.path("code.png"))
    #expect(try folder.read("code.png") == [1, 2, 3])
  }

  @Test func `a doctor tells of indexes that are damaged, and of those that were`() async throws {
    try folder.put("data/gallery/events/7/index.json", Array("{".utf8))
    try folder.put("data/gallery/events/8/index.json", Array("{\"sessions\":[]}".utf8))
    try folder.put("data/gallery/private/damaged/events/9/index-abc.json", [])
    let settings = try await Settings(flags: [.data: data], environment: [:], file: nil)
    let words = Examination(settings: settings).indexes().map(\.words.text)
    #expect(words.count == 2)
    #expect(words.first?.hasPrefix("that of event 7 is damaged") == true)
    #expect(words.last?.hasPrefix("that of event 9 was damaged; it is made anew from the sessions") == true)
  }

  @Test func `a terminal that is hung up ends no booth`() async throws {
    let booth = try RunningProgram([
      "run", "--mock-camera", "--screen", "log", "--data", data, "--events", Program.bundledEvents, "--gallery-host",
      "127.0.0.1", "--gallery-port", "0",
    ])
    defer { booth.end() }
    #expect(try await Program.answers(on: data))
    kill(booth.id, SIGHUP)
    #expect(try await Program.run(["status", "--data", data]).code == 0)
    // Ignored and not only survived, whatever this test was started from.
    let facts = String(
      decoding: try #require(FileManager.default.contents(atPath: "/proc/\(booth.id)/status")), as: UTF8.self)
    let mask = try #require(facts.firstMatch(of: /SigIgn:\t([0-9a-f]+)/)).1
    #expect(try #require(UInt64(mask, radix: 16)) & (1 << UInt64(SIGHUP - 1)) != 0)
  }

  @Test func `a screen that cannot be used is told, and the booth ends in good order`() async throws {
    // Its output is a file, and no terminal.
    let outcome = try await Program.run([
      "run", "--mock-camera", "--screen", "terminal", "--data", data, "--events", Program.bundledEvents,
      "--gallery-host", "127.0.0.1", "--gallery-port", "0",
    ])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("booth: the screen cannot be used: "), "\(outcome.errors)")
    #expect(outcome.errors.contains("try --screen log"))
    // The data folder is free again.
    let next = try await Program.run(["queue", "list", "--data", data])
    #expect(next.output == "the queue is empty\n", "\(next.errors)")
  }
}
