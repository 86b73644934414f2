import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@testable import CommandSupport
@testable import booth

/// Commands beside a running booth say what is so at that booth, whatever flags it was started with.
@Suite(.timeLimit(.minutes(15))) struct BesideTheBoothTests {
  private let folder: TemporaryFolder
  private var place: [String] { ["--data", folder.path("data"), "--events", Program.bundledEvents] }

  init() throws { folder = try TemporaryFolder() }

  private struct Listed: Decodable {
    var link: String?
  }

  private func links(_ arguments: [String] = []) async throws -> (links: [String], errors: String) {
    let outcome = try await Program.run(["event", "list", "--json"] + place + arguments)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return (
      try JSONDecoder().decode([Listed].self, from: Data(outcome.output.utf8)).compactMap(\.link), outcome.errors
    )
  }

  @Test func `events' links have the port that the running booth listens on`() async throws {
    let booth = try RunningProgram(
      ["run", "--mock-camera", "--screen", "log", "--gallery-host", "127.0.0.1", "--gallery-port", "0"] + place)
    defer { booth.end() }
    #expect(try await Program.answers(on: folder.path("data")))
    let status = try await Program.run(["status", "--json", "--data", folder.path("data")])
    let base = try #require(status.output.firstMatch(of: /"linkBase" : "([^"]+)"/)).1
    let running = try await links()
    #expect(!running.links.isEmpty && running.links.allSatisfy { $0.hasPrefix("\(base)/e/") }, "\(running.links)")
    #expect(!running.errors.contains("no booth runs"))
    // A flag says what is wanted, for any run.
    let named = try await links(["--gallery-public-url", "https://booth.example"])
    #expect(!named.links.isEmpty && named.links.allSatisfy { $0.hasPrefix("https://booth.example/e/") })
    booth.end()
    let resting = try await links(["--gallery-host", "127.0.0.1", "--gallery-port", "4711"])
    #expect(resting.links.allSatisfy { $0.hasPrefix("http://127.0.0.1:4711/e/") }, "\(resting.links)")
    #expect(resting.errors.contains("no booth runs on \(folder.path("data"))"), "\(resting.errors)")
  }

  @Test func `a second booth is told what to do, and one that was ended says that it has`() async throws {
    let arguments =
      ["run", "--mock-camera", "--screen", "log", "--gallery-host", "127.0.0.1", "--gallery-port", "0"] + place
    let booth = try RunningProgram(arguments)
    defer { booth.end() }
    let data = ["--data", folder.path("data")]
    #expect(try await Program.answers(on: folder.path("data")))
    for more in [[], ["--location", "all"]] {
      let second = try await Program.run(arguments + more)
      #expect(second.code != 0)
      let advice = "end it (booth shutdown --data \(folder.path("data"))), or start this one"
      #expect(second.errors.contains(advice), "\(second.errors)")
    }
    _ = try await Program.run(["shutdown"] + data)
    var said: [String] = []
    while let line = await booth.nextLine() { said.append(line) }
    #expect(said.last == "The booth has stopped.", "\(said.suffix(5))")
  }

  @Test func `the events are those of the booth that runs, or ran last, wherever it was told they are`() async throws {
    let events = folder.path("my events")
    try FileManager.default.createDirectory(atPath: events, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Program.bundledEvents + "/sports-day", toPath: events + "/summer-games")
    let data = ["--data", folder.path("data")]
    let booth = try RunningProgram(
      [
        "run", "--mock-camera", "--screen", "log", "--gallery-host", "127.0.0.1", "--gallery-port", "0", "--events",
        events,
      ] + data)
    defer { booth.end() }
    #expect(try await Program.answers(on: folder.path("data")))
    let beside = try await Program.run(["event", "list"] + data)
    #expect(beside.output.contains("summer-games") && !beside.output.contains("wedding"), "\(beside.output)")
    booth.end()
    let resting = try await Program.run(["event", "list"] + data)
    #expect(resting.output.contains("summer-games") && !resting.output.contains("wedding"), "\(resting.output)")
    let said = "the events are those of the booth that ran last, in \(events)"
    #expect(resting.errors.contains(said), "\(resting.errors)")
    // Named ones count before; and those of a folder that is gone do not count.
    let named = try await Program.run(["event", "list", "--events", Program.bundledEvents] + data)
    #expect(!named.output.contains("summer-games") && named.output.contains("wedding"), "\(named.output)")
    try FileManager.default.removeItem(atPath: events)
    let gone = try await Program.run(["event", "list"] + data)
    #expect(!gone.output.contains("summer-games") && gone.output.contains("wedding"), "\(gone.output)")
  }

  @Test func `what comes after the session is said in words`() {
    #expect(OperatorRequest.useEvent("sports-day").words == "change to the event sports-day")
    #expect(OperatorRequest.shutDown.words == "stop")
  }
}
