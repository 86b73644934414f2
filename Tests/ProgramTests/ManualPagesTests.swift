import BoothTesting
import FoundationEssentials
import Testing

/// The manual pages that Scripts/manual-pages writes, held against the commands that the program itself names.
@Suite struct ManualPagesTests {
  private static let script = Program.root.appending(path: "Scripts/manual-pages").path

  /// What the program says of its commands; what the pages do not show is left out.
  private struct Dump: Decodable {
    var command: Command
  }

  private struct Command: Decodable {
    var commandName: String
    var shouldDisplay: Bool?
    var arguments: [Argument]?
    var subcommands: [Command]?

    /// The commands that are shown, each by its page's name.
    func pages(below parent: String = "") -> [(name: String, command: Command)] {
      let name = parent.isEmpty ? commandName : "\(parent)-\(commandName)"
      let below = (subcommands ?? []).filter { $0.shouldDisplay ?? true }
      return [(name, self)] + below.flatMap { $0.pages(below: name) }
    }
  }

  private struct Argument: Decodable {
    var kind: String
    var shouldDisplay: Bool?
    var names: [Name]?
    var valueName: String?
  }

  private struct Name: Decodable {
    var kind: String
    var name: String

    /// As a page has it after the macro of flags, which writes the first hyphen.
    var onThePage: String {
      let escaped = name.replacing("-", with: "\\-")
      return "Fl " + (kind == "long" ? "\\-" : "") + escaped
    }
  }

  private func commands() async throws -> [(name: String, command: Command)] {
    let dump = try await Program.run(["--experimental-dump-help"])
    return try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command.pages()
  }

  private func write(_ flags: [String] = [], to folder: String) async throws {
    let made = try await Program.run(Self.script, flags + [Program.path, folder])
    #expect(made.code == 0, "\(made.errors)")
  }

  /// The words that stand in the lists of options and values: each line that begins an entry, cut at blanks.
  private func listEntries(of text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix(".It ") }.map { String($0.dropFirst(4)) + " " }
  }

  @Test func `each command that help shows has a page, and no other has one`() async throws {
    let folder = try TemporaryFolder()
    try await write(to: folder.path)
    let expected = Set(try await commands().map { $0.name + ".1" })
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == expected)
    #expect(expected.isSuperset(of: ["booth.1", "booth-run.1", "booth-location-sync.1"]))
  }

  @Test func `each option that help shows is named on its command's page, and hidden ones are not`() async throws {
    let folder = try TemporaryFolder()
    try await write(to: folder.path)
    var (named, hidden) = (0, 0)
    for (name, command) in try await commands() {
      let entries = listEntries(of: try String(contentsOfFile: "\(folder.path)/\(name).1", encoding: .utf8))
      for argument in command.arguments ?? [] {
        let isShown = argument.shouldDisplay ?? true
        for option in argument.names ?? [] {
          let isNamed = entries.contains { $0.contains(option.onThePage + " ") }
          #expect(isNamed == isShown, "\(name).1: \(option.name)")
          if isShown { named += 1 } else { hidden += 1 }
        }
        if argument.kind == "positional", isShown, let value = argument.valueName {
          let escaped = value.replacing("-", with: "\\-")
          #expect(entries.contains { $0.hasPrefix("Ar \(escaped) ") }, "\(name).1: \(value)")
        }
      }
    }
    #expect(named > 100 && hidden > 0)
  }

  @Test func `the first page tells the exit codes that the documentation tells`() async throws {
    let folder = try TemporaryFolder()
    try await write(to: folder.path)
    let entries = listEntries(of: try String(contentsOfFile: folder.path + "/booth.1", encoding: .utf8))
    for code in ["0", "1", "64", "66", "69", "73", "74", "75", "77"] {
      #expect(entries.contains("\(code) "), "\(code)")
    }
  }

  @Test func `the same program gives the same pages, to the byte`() async throws {
    let (one, two) = (try TemporaryFolder(), try TemporaryFolder())
    for folder in [one, two] { try await write(["--gzip"], to: folder.path) }
    let names = try FileManager.default.contentsOfDirectory(atPath: one.path)
    #expect(names.contains("booth.1.gz"))
    for name in names {
      let pages = [one, two].map { FileManager.default.contents(atPath: "\($0.path)/\(name)") }
      #expect(pages[0] != nil && pages[0] == pages[1], "\(name)")
    }
  }

  @Test func `man shows each page without a warning`() async throws {
    guard let man = Program.tool("man") else {
      print("SKIPPED: man is not installed, so no manual page was shown (Debian: man-db)")
      return
    }
    let folder = try TemporaryFolder()
    try await write(to: folder.path)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let shown = try await Program.run(
        man, ["--warnings", "-l", "\(folder.path)/\(name)"], environment: ["MANPAGER": "cat", "MANWIDTH": "100"])
      #expect(shown.code == 0 && shown.errors.isEmpty, "\(name): \(shown.errors)")
      #expect(shown.output.contains("SYNOPSIS"), "\(name)")
    }
  }

  @Test func `a command line or a program that makes no sense is said`() async throws {
    let folder = try TemporaryFolder()
    #expect(try await Program.run(Self.script, []).code == 64)
    let missing = try await Program.run(Self.script, [folder.path + "/none", folder.path])
    #expect(missing.code == 69 && missing.errors.contains("expected an answer of the program booth"))
  }
}
