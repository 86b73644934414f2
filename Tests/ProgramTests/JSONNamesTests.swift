import BoothTesting
import FoundationEssentials
import Testing

@testable import CommandSupport

/// What programs read of `--json` has one style: names begin with a small letter, and each further word with a large one.
/// (Files that people write, and what galleries say, have words with `_` between, as FotoX's have.)
@Suite(.timeLimit(.minutes(15))) struct JSONNamesTests {
  /// The names of all members, however deep.
  private struct Names: Decodable {
    var all: Set<String> = []

    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int?
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      if var list = try? decoder.unkeyedContainer() {
        while !list.isAtEnd { all.formUnion(try list.decode(Names.self).all) }
      } else if let members = try? decoder.container(keyedBy: Key.self) {
        for key in members.allKeys {
          all.insert(key.stringValue)
          all.formUnion(try members.decode(Names.self, forKey: key).all)
        }
      }
    }
  }

  private static func isFine(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, ("a"..."z").contains(first) else { return false }
    return name.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
    }
  }

  @Test func `members of every command's answer are named in one style`() async throws {
    let folder = try TemporaryFolder()
    let place = ["--data", folder.path("data")]
    let events = ["--events", Program.bundledEvents]
    let night = try await Program.run(
      [
        "run", "--mock-camera", "--lab", "--json", "--screen", "log", "--sessions", "1", "--event", "wedding",
        "--gallery-host", "127.0.0.1", "--gallery-port", "0",
      ] + place + events)
    #expect(night.code == 0, "\(night.errors)")
    var answers = ["run": night.output]
    let session = try #require(night.output.firstMatch(of: /"id" : "([0-9A-F]{8})/)).1
    let commands = [
      ["event", "check"], ["event", "emails", "wedding"], ["session", "show", String(session)],
      ["session", "list"], ["queue", "list", "--all"], ["print", "list", "--all"], ["audit"], ["config", "show"],
      ["devices"], ["event", "list"],
      ["doctor"],
    ]
    for command in commands {
      let asksForEvents = ["event", "doctor", "config"].contains(command[0])
      let outcome = try await Program.run(
        command + ["--json"] + place + (asksForEvents ? events : []))
      answers[command.joined(separator: " ")] = outcome.output
    }
    for (command, answer) in answers {
      // Durations have a name, and a moment too: a pair of halves is Swift's own.
      #expect(!answer.contains("\"_0\"") && !answer.contains("duration\" :") && !answer.contains("unixSeconds"))
      let names = try #require(
        try? JSONDecoder().decode(Names.self, from: Data(answer.utf8)).all, "booth \(command): \(answer)")
      #expect(!names.isEmpty || answer.filter { !$0.isWhitespace } == "[]", "booth \(command): \(answer)")
      let wrong = names.filter { !Self.isFine($0) }.sorted()
      #expect(wrong.isEmpty, "booth \(command) says \(wrong)")
    }
  }
}
