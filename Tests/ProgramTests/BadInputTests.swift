import BoothTesting
import Foundation
import Testing

@testable import CommandSupport

/// What bad input gets: a clear sentence, a non-zero exit, and nothing lost.
@Suite(.timeLimit(.minutes(15))) struct BadInputTests {
  private let folder: TemporaryFolder
  private var data: String { folder.path + "/data" }

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Program.Outcome {
    try await Program.run(
      [
        "run", "--mock-camera", "--lab", "--screen", "log", "--sessions", "1", "--gallery-host", "127.0.0.1",
        "--gallery-port", "0", "--log-level", "error",
      ] + (arguments.contains("--data") ? [] : ["--data", data])
        + (arguments.contains("--events") ? [] : ["--events", Program.bundledEvents]) + arguments,
      environment: environment)
  }

  @Test func `an unknown event is named, and the known ones are listed`() async throws {
    let outcome = try await run(["--event", "weding"])
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("\"weding\""))
    #expect(outcome.errors.contains("wedding"))
  }

  @Test func `a broken event is listed with file, key and what was expected, and the booth runs with the others`()
    async throws
  {
    let events = folder.path + "/events"
    for (name, text) in [
      ("broken", "{ this is not"),
      ("pink", #"{"id": 5, "name": "P", "date": "", "theme": {"primary_color": "pinkish"}}"#),
    ] {
      try FileManager.default.createDirectory(atPath: events + "/" + name, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: "\(events)/\(name)/event.json"))
    }
    let check = try await Program.run(["event", "check", "--events", events, "--data", data])
    #expect(check.code == 1)
    #expect(check.output.contains("broken/event.json"))
    #expect(check.output.contains("theme.primary_color"))
    #expect(check.output.contains("pinkish"))
    let outcome = try await run(["--events", events, "--event", "pink"])
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  @Test func `a data folder that cannot be one is named`() async throws {
    try Data().write(to: URL(filePath: folder.path + "/file"))
    for path in [folder.path + "/file", folder.path + "/file/inside", "/proc/booth"] {
      let outcome = try await run(["--data", path])
      // 66 where what stands there is no folder; 1 where one cannot be made.
      let code: Int32 = path == "/proc/booth" ? 1 : 66
      #expect(outcome.code == code)
      #expect(outcome.errors.contains(path) || outcome.errors.contains(folder.path + "/file"), "\(outcome.errors)")
      let gallery = try await Program.run(["gallery", "--data", path, "--events", Program.bundledEvents])
      #expect(gallery.code == code)
      #expect(gallery.errors == outcome.errors, "\(gallery.errors)")
    }
  }

  @Test func `two booths never share a data folder`() async throws {
    let first = try RunningProgram([
      "run", "--mock-camera", "--screen", "log", "--data", data, "--events", Program.bundledEvents, "--gallery-host",
      "127.0.0.1", "--gallery-port", "0",
    ])
    defer { first.end() }
    #expect(try await Program.answers(on: data))
    let second = try await run([])
    #expect(second.code == 1)
    #expect(second.errors.contains("another booth"))
  }

  @Test func `a port in use is named`() async throws {
    let gallery = try RunningProgram([
      "gallery", "--data", data, "--events", Program.bundledEvents, "--gallery-host", "127.0.0.1", "--gallery-port",
      "0",
    ])
    defer { gallery.end() }
    let line = try #require(await gallery.nextLine())
    let port = try #require(line.split(separator: " ").first { $0.hasPrefix("http") }?.split(separator: ":").last)
    let outcome = try await run(["--data", folder.path + "/other", "--gallery-port", String(port)])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains(port) && outcome.errors.contains("in use"), "\(outcome.errors)")
  }

  @Test func `a flag that makes no sense is named, and nothing begins`() async throws {
    let cases: [([String], [String: String], String)] = [
      (["--gallery-port", "eighty"], [:], "gallery.port (flag --gallery-port)"),
      (["--gallery-url", "ftp://x.example"], ["BOOTH_GALLERY_TOKEN": "t"], "gallery.url"),
      (["--gallery-url", "http://x.example"], [:], "token"),
      (["--panel", "doorbell"], [:], "doorbell"), (["--screen", "wall"], [:], "screen"),
      (["--config", folder.path + "/none.json"], [:], "none.json"),
    ]
    for (arguments, environment, words) in cases {
      let outcome = try await run(arguments, environment: environment)
      #expect(outcome.code == 64, "\(arguments)")
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
  }

  @Test func `a setting that makes no sense elsewhere is named with its source, and guests are photographed`()
    async throws
  {
    let file = folder.path + "/settings.json"
    try Data(#"{"gallery": {"prot": 8080}}"#.utf8).write(to: URL(filePath: file))
    let outcome = try await run(
      ["--config", file],
      environment: ["BOOTH_CAMERA_DEADLINE_SECONDS": "soon", "BOOTH_GALERY_URL": "http://x.example"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    for words in [
      "gallery.prot", "variable BOOTH_CAMERA_DEADLINE_SECONDS", "BOOTH_GALERY_URL is no variable of booth",
    ] {
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
  }

  @Test func `settings say where they came from, and secrets are not printed`() async throws {
    let file = folder.path + "/settings.json"
    try Data(#"{"event": "wedding", "gallery": {"port": 8099, "token": "from-the-file"}}"#.utf8).write(
      to: URL(filePath: file))
    let shown = try await Program.run(
      ["config", "show", "--config", file, "--data", data],
      environment: ["BOOTH_EVENT": "jerusalem", "BOOTH_GALLERY_UPLOAD_SECRET": "very secret"])
    #expect(shown.code == 0)
    #expect(shown.output.contains("variable BOOTH_EVENT"))
    #expect(shown.output.contains("8099"))
    #expect(shown.output.contains("file \(file)"))
    #expect(shown.output.contains("flag --data"))
    #expect(!shown.output.contains("very secret") && !shown.output.contains("from-the-file"))
  }

  @Test func `a mock script with a wrong key is named`() async throws {
    let script = folder.path + "/script.json5"
    try Data("{ fautls: [] }".utf8).write(to: URL(filePath: script))
    let outcome = try await Program.run(["run", "--mock-camera=\(script)", "--data", data, "--screen", "log"])
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("fautls"))
  }

  @Test func `a gallery that refuses the token holds the upload, says so, and loses nothing`() async throws {
    let home = folder.path + "/gallery"
    let gallery = try RunningProgram(
      [
        "gallery", "--data", home, "--events", Program.bundledEvents, "--gallery-host", "127.0.0.1", "--gallery-port",
        "0",
      ], environment: ["BOOTH_GALLERY_TOKEN": "right"])
    defer { gallery.end() }
    let line = try #require(await gallery.nextLine())
    let base = try #require(line.split(separator: " ").first { $0.hasPrefix("http") }.map(String.init))
    let outcome = try await run(
      ["--event", "wedding", "--gallery-url", base], environment: ["BOOTH_GALLERY_TOKEN": "wrong"])
    #expect(outcome.code == 1)
    let queue = try await Program.run(["queue", "list", "--data", data])
    #expect(queue.output.contains("held"))
    #expect(queue.output.contains("gallery.token"))
    #expect(!queue.output.contains("wrong"))
    // The next start, with the right token, brings everything.
    let again = try await run(
      ["--event", "wedding", "--gallery-url", base], environment: ["BOOTH_GALLERY_TOKEN": "right"])
    #expect(again.code == 0, "\(again.errors)")
    let emptied = try await Program.run(["queue", "list", "--data", data])
    #expect(emptied.output == "the queue is empty\n")
  }

  @Test func `commands without a booth say so`() async throws {
    for command in [["status"], ["press", "start"], ["pause"], ["queue", "retry"]] {
      let outcome = try await Program.run(command + ["--data", data])
      #expect(outcome.code == 69)
      #expect(outcome.errors.contains("no booth is running"))
    }
    let doorbell = try await Program.run(["press", "doorbell", "--data", data])
    #expect(doorbell.code == 64)
    let nonsense = try await Program.run(["session", "show", "nonsense", "--data", data])
    #expect(nonsense.code == 64)
  }
}
