import BoothSystem
import BoothTesting
import Testing

@testable import CommandSupport
@testable import booth

/// What a command advises works as it stands: it looks where this one looked.
@Suite(.timeLimit(.minutes(15))) struct RepeatedFlagsTests {
  private func words(_ text: CommandText, _ arguments: [String]) -> String {
    RepeatedFlags(given: arguments, commands: BoothCommand.commandWords, placeless: BoothCommand.placeless)
      .applied(to: text)
  }

  private static let given = ["event", "list", "--data", "/x", "--events=/my events"]

  @Test(arguments: [
    ("see: booth event check", "see: booth event check --data /x --events '/my events'"),
    ("`booth queue list` says why", "`booth queue list --data /x` says why"),
    ("end it (booth shutdown), or wait", "end it (booth shutdown --data /x), or wait"),
    (
      "then: booth queue retry 5, or booth queue cancel ID",
      "then: booth queue retry --data /x 5, or booth queue cancel --data /x ID"
    ),
    ("booth studio user link NAME makes one", "booth studio user link --data /x NAME makes one"),
    ("; booth studio prints a link", "; booth studio --data /x prints a link"),
    ("give it (`booth gallery --events`)", "give it (`booth gallery --data /x --events`)"),
    ("run booth adopt again", "run booth adopt --data /x again"),
    ("or try: booth run --mock-camera.", "or try: booth run --data /x --events '/my events' --mock-camera."),
    ("with booth pair and booth report calculate", "with booth pair and booth report calculate"),
  ])
  func `every command in an advice repeats the flags that were given`(_ text: String, _ expected: String) {
    #expect(words(CommandText(advice: text), Self.given) == expected)
  }

  @Test(arguments: [
    "the booth runs on /x", "a booth run by others", "no booth is there", "/usr/local/bin/booth run",
    "Photo booth status",
    "booth", "booth ", "photobooth run", "the booth events", "booth event-check", "this booth pause",
  ])
  func `a booth that is no command stays as it is`(_ text: String) {
    #expect(words(CommandText(advice: text), Self.given) == text)
  }

  @Test func `a name that reads like an advice is printed as it is`() {
    let name = "see: booth event check"
    #expect(
      words("there is no event \(name); see: booth event list", Self.given)
        == "there is no event see: booth event check; see: booth event list --data /x --events '/my events'")
    #expect(words("\(name) is gone", Self.given) == "see: booth event check is gone")
    // Half of a command in the words, half in the name.
    #expect(words("next: booth \("doctor")", Self.given) == "next: booth doctor")
    #expect(words("see: \("booth ")doctor", Self.given) == "see: booth doctor")
    // In a text of another part of the program, a name is in quotes.
    let other = CommandText(advice: "no event \"see: booth doctor\"; see: booth doctor")
    #expect(
      words(other, Self.given) == "no event \"see: booth doctor\"; see: booth doctor --data /x --events '/my events'")
    #expect(words("failed: \(other)", Self.given) == "failed: \(other.text) --data /x --events '/my events'")
  }

  @Test func `a table's cell that reads like an advice is printed as it is`() async throws {
    let folder = try TemporaryFolder()
    try folder.put(
      "events/a/event.json", Array(#"{"id": 7, "name": "see: booth event check", "date": "2026-06-01"}"#.utf8))
    let place = ["--data", folder.path("data"), "--events", folder.path("events")]
    let list = try await Program.run(["event", "list"] + place)
    #expect(list.output.contains("see: booth event check"), "\(list)")
    #expect(!list.output.contains("--data"), "\(list.output)")
    #expect(tableText([["see: booth doctor", "1"]]) == "see: booth doctor  1\n")
  }

  @Test func `without flags nothing is added, and the last of two counts`() {
    #expect(words("see: booth doctor", ["doctor"]) == "see: booth doctor")
    #expect(words("see: booth doctor", ["--data", "/a", "--data", "/b"]) == "see: booth doctor --data /b")
    #expect(words("see: booth doctor", ["--config=/it's"]) == "see: booth doctor --config '/it'\\''s'")
    #expect(words("see: booth doctor", ["--", "--data", "/a"]) == "see: booth doctor")
  }

  @Test func `every command that is advised takes the flags that are added`() async throws {
    for command in BoothCommand.commandWords.map({ $0.joined(separator: " ") }).sorted() {
      let help = try await Program.run(command.split(separator: " ").map(String.init) + ["--help"])
      // What stands for another command where none is named takes that one's.
      guard !help.output.contains("SUBCOMMANDS:") else { continue }
      let takes = !BoothCommand.placeless.contains(command.split(separator: " ").map(String.init))
      #expect(
        help.output.contains("--data <data>") == takes && help.output.contains("--config <config>") == takes,
        "\(command)")
    }
  }

  @Test func `a list of events with faults advises the check of the same folder`() async throws {
    let folder = try TemporaryFolder()
    try folder.put("my events/a/event.json", Array("{".utf8))
    let place = ["--data", folder.path("data"), "--events", folder.path("my events")]
    let list = try await Program.run(["event", "list"] + place)
    let advice = "booth event check --data \(folder.path("data")) --events '\(folder.path("my events"))'"
    #expect(list.errors.contains("see: \(advice)"), "\(list.errors)")
    #expect(try await Program.run(["doctor"] + place).output.contains("see: \(advice)"))
  }
}
