import BoothCore
import ConfigFiles
import FoundationEssentials
import Testing

@testable import CommandSupport
@testable import booth

/// What operators read says what the program and its examples do.
@Suite struct PagesTests {
  private func page(_ path: String) throws -> String {
    try String(contentsOf: Program.root.appending(path: path), encoding: .utf8)
  }

  /// The keys of an event's file, however deep; the names of languages are none.
  private func keys(_ value: JSON5Value, in parent: String = "") -> Set<String> {
    switch value {
    case .object(let object):
      let isByLanguage = ["names", "texts"].contains(parent)
      return object.keys.reduce(into: isByLanguage ? [] : Set(object.keys)) { all, key in
        if let inner = object[key] { all.formUnion(keys(inner, in: key)) }
      }
    case .array(let items): return items.reduce(into: []) { $0.formUnion(keys($1, in: parent)) }
    default: return []
    }
  }

  @Test func `every key that the bundled events use is on the page of event files`() throws {
    let text = try page("Docs/manual/events.md")
    let folders = try FileManager.default.contentsOfDirectory(atPath: Program.bundledEvents)
    #expect(folders.count >= 3)
    for folder in folders {
      let file = "\(Program.bundledEvents)/\(folder)/event.json"
      let bytes = try #require(FileManager.default.contents(atPath: file), "\(file)")
      for key in keys(try JSON5Parser.parse(Array(bytes))).sorted() {
        #expect(text.contains("`\(key)`"), "\(folder)/event.json has \(key), and events.md does not know it")
      }
    }
  }

  /// They name no event and no address: each booth has its own, and another's would stop guests' phones.
  @Test func `the settings to begin with are taken as they are`() async throws {
    let file = Program.root.appending(path: "Deploy/booth.json").path
    let settings = try await Settings(flags: [:], environment: ["HOME": "/nowhere"], file: file)
    for key in [SettingKey.camera, .cameraCrop, .panel, .screen, .galleryPort] {
      #expect(settings.values[key]?.source == "file \(file)", "\(key.rawValue)")
    }
  }

  @Test func `the script that runs the program knows each of its commands`() async throws {
    let script = try String(contentsOfFile: Program.root.appending(path: "Scripts/run").path, encoding: .utf8)
    let line = try #require(script.split(separator: "\n").first { $0.contains("--version | run") })
    let known = Set(line.prefix { $0 != ")" }.split(separator: "|").map { $0.filter { $0 != " " } })
    let help = try await Program.run(["--help"]).output
    let list = try #require(help.components(separatedBy: "SUBCOMMANDS:\n").last).split(separator: "\n")
    // Names stand two blanks in, what they do further.
    let commands = list.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.contains("See ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    for command in commands { #expect(known.contains(command), "Scripts/run does not know \(command)") }
    #expect(commands.contains("location") && commands.count > 15)
  }

  @Test func `the first page fits on a screen and a half`() throws {
    #expect(try page("README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 80)
  }

  @Test func `every setting says what it is for`() async throws {
    let shown = try await Program.run(["config", "show", "--data", "/nowhere"])
    for key in SettingKey.allCases {
      #expect(shown.output.contains("\(key.rawValue) = "), "\(key.rawValue)")
      #expect(shown.output.contains(key.help.harmless), "\(key.rawValue)")
    }
  }
}
