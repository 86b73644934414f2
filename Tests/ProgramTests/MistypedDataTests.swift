import BoothTesting
import FoundationEssentials
import Testing

@testable import CommandSupport

/// A `--data` with a slip in it, in every command that knows the flag.
@Suite(.serialized, .timeLimit(.minutes(15))) struct MistypedDataTests {
  enum Answer {
    /// Makes the folder: what a new booth, studio or collection is begun with.
    case begins
    /// Refuses it with 66, before it looks at anything else.
    case refuses
    /// Fails by its own words, such as that no booth answers.
    case writesNothing
    /// Answers from settings, events, devices or another folder, which need no data folder.
    case answers
  }

  /// Every command with `--data`; one that is missing here fails the test below.
  static let answers: [String: Answer] = [
    "run": .begins, "gallery serve": .begins, "gallery check": .writesNothing,
    "gallery events show": .refuses, "gallery events set": .writesNothing,
    "gallery events end": .refuses, "gallery tokens list": .refuses, "gallery tokens add": .refuses,
    "gallery tokens end": .refuses,
    "studio serve": .begins,
    "location add": .begins, "location import": .begins,
    "photos add": .begins, "adopt": .begins,
    "doctor": .writesNothing, "config show": .answers, "studio organisation add": .writesNothing,
    "location align": .answers, "location advise": .answers, "report school import": .writesNothing,
    "studio user add": .refuses, "studio user list": .refuses, "studio user role": .refuses,
    "studio user link": .refuses, "studio user end": .refuses, "studio organisation list": .refuses,
    "studio organisation remove": .refuses, "studio check": .refuses, "status": .writesNothing, "press": .writesNothing,
    "pause": .writesNothing, "resume": .writesNothing, "shutdown": .writesNothing, "event list": .answers,
    "event select": .writesNothing,
    "event check": .answers, "event preview": .writesNothing, "event layout": .writesNothing, "event export": .refuses,
    "event emails": .writesNothing, "session list": .writesNothing, "session show": .writesNothing,
    "session qr": .writesNothing,
    "session erase": .writesNothing, "queue list": .writesNothing, "queue retry": .writesNothing,
    "queue cancel": .writesNothing, "print list": .writesNothing, "print reprint": .writesNothing,
    "print retry": .writesNothing, "print cancel": .writesNothing, "print confirm": .writesNothing,
    "print pause": .writesNothing, "print resume": .writesNothing, "print refilled": .writesNothing,
    "print proof": .writesNothing, "print test": .writesNothing,
    "venue check": .answers, "venue wifi": .writesNothing,
    "metrics": .writesNothing, "support": .answers,
    "mqtt check": .writesNothing, "mqtt remove": .writesNothing, "fleet show": .writesNothing,
    "fleet forget": .refuses, "webhooks check": .writesNothing,
    "location list": .refuses, "location show": .refuses, "location edit": .refuses, "location delete": .refuses,
    "location matches": .refuses, "location export": .refuses, "location site": .refuses, "location pair": .refuses,
    "location points": .refuses, "location sync": .refuses,
    "report list": .refuses, "report show": .refuses, "report delete": .refuses, "report export": .refuses,
    "report mileage": .refuses, "report check": .refuses, "report template list": .refuses,
    "report template show": .refuses, "report template import": .refuses, "report template export": .refuses,
    "report template versions": .refuses, "report template duplicate": .refuses, "report template archive": .refuses,
    "report template restore": .refuses, "report template delete": .refuses, "report school list": .refuses,
    "report school retire": .refuses, "report school restore": .refuses, "report school delete": .refuses,
    "photos sources": .refuses, "photos scan": .refuses, "photos list": .refuses, "photos find": .refuses,
    "photos star": .refuses, "photos unstar": .refuses, "report template check": .answers,
    "photos thumbs": .refuses, "photos export": .refuses, "photos catalog": .answers, "photos tags": .refuses,
    "photos cache": .refuses, "photos uploads": .refuses, "photos bin": .refuses, "photos remove": .refuses,
    "audit": .writesNothing, "night": .writesNothing,
    "devices list": .answers, "devices test": .writesNothing, "devices calibrate": .refuses,
    "devices record": .writesNothing,
    "settings": .writesNothing,
  ]

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.put("in.json", Array("{}".utf8))
    try folder.put("papers/letter.txt", Array("Dear".utf8))
    try folder.put("photographs/a.txt", [1])
    try FileManager.default.createDirectory(atPath: folder.path("empty"), withIntermediateDirectories: true)
  }

  @Test func `a mistyped data folder is refused by every command that does not begin one, and nothing is written`()
    async throws
  {
    let commands = try await Self.commands(words(_:))
    #expect(Set(commands.map(\.name)) == Set(Self.answers.keys), "each command with --data has its answer in the table")
    for command in commands {
      let answer = Self.answers[command.name] ?? .refuses
      guard answer != .begins else { continue }
      let before = try listing()
      let outcome = try await Program.run(
        command.arguments + ["--data", folder.path("nigth")] + (Self.bounded[command.name] ?? []))
      #expect(try listing() == before, "\(command.name) wrote something")
      if answer == .refuses {
        #expect(outcome.code == 66, "\(command.name): \(outcome.code) \(outcome.errors)")
        #expect(outcome.errors.contains("/nigth (flag --data) is not there"), "\(command.name): \(outcome.errors)")
      } else if answer == .writesNothing {
        #expect(outcome.code != 0, "\(command.name): \(outcome.output)")
      }
    }
  }

  @Test func `a folder with a person's own papers becomes no data folder`() async throws {
    for command in try await Self.commands(words(_:)) {
      let before = try listing()
      let outcome = try await Program.run(
        command.arguments + ["--data", folder.path("papers")] + (Self.bounded[command.name] ?? []))
      #expect(try listing() == before, "\(command.name) wrote something")
      guard Self.answers[command.name] != .answers else { continue }
      #expect(outcome.code != 0, "\(command.name): \(outcome.output)")
      #expect(try folder.read("papers/letter.txt") == Array("Dear".utf8))
    }
    let run = try await Program.run(["run", "--mock-camera", "--data", folder.path("papers")])
    #expect(run.code == 66 && run.errors.contains("holds things of others (letter.txt)"), "\(run.errors)")
  }

  @Test(arguments: [
    ["photos", "list"], ["photos", "find", "x"], ["photos", "scan"], ["report", "list"], ["location", "list"],
  ])
  func `an empty folder has nothing to be asked for, and stays empty`(_ command: [String]) async throws {
    let outcome = try await Program.run(command + ["--data", folder.path("empty")])
    #expect(outcome.code == 66 && outcome.errors.contains("is empty"), "\(outcome.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("empty")).isEmpty)
  }

  @Test func `what a data folder is, is seen by what lies in it`() {
    func state(_ names: [String], _ deeper: [String] = []) -> DataFolderState {
      .of(names: names) { deeper.contains($0) }
    }
    #expect(state([]) == .empty)
    #expect(state(["lost+found", ".Trash-1000"]) == .empty)
    #expect(state(["booth.sqlite.damaged-1", "letter.txt"]) == .ours)
    #expect(state(["sessions"]) == .ours && state(["events", "devices", "gallery.aside-1"]) == .ours)
    #expect(state(["photos", "letter.txt"]) == .foreign("letter.txt"))
    #expect(state(["photos", "letter.txt"], ["photos/sources.json"]) == .ours)
    #expect(state(["sessions-of-parliament"]) == .foreign("sessions-of-parliament"))
  }

  /// What ends these where they are not refused; and a file for support is made of whatever is there.
  private static let bounded = [
    "run": ["--mock-camera", "--sessions", "0", "--screen", "log"], "support": ["--list"],
  ]

  private func words(_ value: String) -> String {
    switch value {
    case "old", "new", "frame", "picture", "path", "file": folder.path("in.json")
    case "folder": folder.path("photographs")
    case "out": folder.path("out")
    case "button": "start"
    case "role": "photographer"
    default: "1"
    }
  }

  private func listing() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      // What `photos catalog` is there to write, beside photographs.
      .filter { !$0.contains(".photolala") }.sorted()
  }

  /// Every command that knows `--data`, with words for what it cannot do without, from what the program says of itself.
  private static func commands(
    _ words: (String) -> String
  ) async throws -> [(name: String, arguments: [String])] {
    let outcome = try await Program.run(["--experimental-dump-help"])
    let help = try JSONDecoder().decode(Help.self, from: Data(outcome.output.utf8))
    var found: [(String, [String])] = []
    func walk(_ command: Help.Command, _ path: [String]) {
      let arguments = command.arguments ?? []
      if arguments.contains(where: { $0.names?.contains { $0.name == "data" } ?? false }) {
        let needed = arguments.filter { !$0.isOptional && $0.kind != "flag" }.flatMap { argument in
          let value = words(argument.valueName ?? "")
          let flag = argument.names?.first { $0.kind == "long" }
          return argument.kind == "positional" ? [value] : ["--\(flag?.name ?? "")", value]
        }
        found.append((path.joined(separator: " "), path + needed))
      }
      for inner in command.subcommands ?? [] where inner.commandName != "help" {
        walk(inner, path + [inner.commandName])
      }
    }
    walk(help.command, [])
    return found
  }

  private struct Help: Decodable {
    struct Command: Decodable {
      var commandName: String
      var arguments: [Argument]?
      var subcommands: [Command]?
    }
    struct Argument: Decodable {
      struct Name: Decodable {
        var kind: String
        var name: String
      }
      var kind: String
      var isOptional: Bool
      var valueName: String?
      var names: [Name]?
    }
    var command: Command
  }
}
