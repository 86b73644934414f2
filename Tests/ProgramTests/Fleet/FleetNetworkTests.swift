import BoothTesting
import FoundationEssentials
import Glibc
import Testing

@testable import booth

/// Real booths and studios that know each other, and no broker.
@Suite(.timeLimit(.minutes(15))) struct FleetNetworkTests {
  private struct Answer: Decodable {
    struct Booth: Decodable {
      var name: String?
      var mark: String?
      var standing: String
      var state: String?
      var obstacle: String?
    }
    var address: String?
    var booths: [Booth]

    subscript(_ name: String) -> Booth? { booths.first { $0.name == name } }
  }

  private func booth(_ folder: TemporaryFolder) throws -> RunningProgram {
    try RunningProgram(
      [
        "run", "--mock-camera", "--lab", "--data", folder.path("data"), "--events", try Program.putPlainEvents(folder),
        "--event", "wedding", "--screen", "log", "--gallery-host", "127.0.0.1", "--gallery-port", "0",
      ])
  }

  private func studio(_ folder: TemporaryFolder) async throws -> (running: RunningProgram, base: String) {
    let running = try RunningProgram(
      ["studio", "--listen", "127.0.0.1:0", "--data", folder.path("data")],
      environment: ["BOOTH_STUDIO_BOOTHS_HERE": "on"])
    return (running, try await StudioVisitor.meet(running, isFirst: false).base)
  }

  private func fleet(_ folder: TemporaryFolder) async throws -> (answer: Answer?, code: Int32, errors: String) {
    let outcome = try await Program.run(
      ["fleet", "--json", "--data", folder.path("data")], environment: ["BOOTH_STUDIO_BOOTHS_HERE": "on"])
    let answer =
      outcome.output.contains("\"booths\"")
      ? try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8)) : nil
    return (answer, outcome.code, outcome.errors)
  }

  /// Asks until it is so, and gives the last answer: each booth has only some seconds for its own.
  private func fleet(
    _ folder: TemporaryFolder, until isSo: (Answer) -> Bool
  ) async throws -> (answer: Answer?, code: Int32, errors: String) {
    var last = try await fleet(folder)
    _ = try await Program.until {
      if let answer = last.answer, isSo(answer) { return true }
      last = try await fleet(folder)
      return false
    }
    return last
  }

  @Test func `a booth of another machine is listed without a broker, and what becomes of it`() async throws {
    let (here, there) = (try TemporaryFolder(), try TemporaryFolder())
    let mine = try await StudioVisitor.makeAdministrator(in: here)
    let theirs = try await StudioVisitor.makeAdministrator(in: there)
    try there.put("data/booth-mark", Array("K7RM3WQ2XZ\n".utf8))
    let east = try booth(there)
    defer { east.end(SIGKILL) }
    let far = try await studio(there)
    defer { far.running.end(SIGKILL) }
    let near = try await studio(here)
    defer { near.running.end(SIGKILL) }

    let host = StudioVisitor(far.base, cookie: theirs)
    let invited = try await host.post("/people/invite", ["standing": "photographer", "name": ""], from: "/people")
    let secret = try #require(
      try await host.get(invited.location ?? "/people").text.split(separator: "/join/").dropFirst().first?.prefix {
        $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"
      })
    let guest = StudioVisitor(near.base, cookie: mine)
    #expect(
      try await Program.until {
        _ = try await guest.post("/booths", ["name": "East hall", "link": "\(far.base)/join/\(secret)"])
        return try await guest.get("/booths").text.contains("East hall")
      })

    // No booth runs beside the studio here: none of its own is missed.
    let well = try await fleet(here) { $0["East hall"]?.state == "ready" && $0["East hall"]?.standing == "well" }
    #expect(well.answer?["East hall"]?.state == "ready")
    #expect(well.code == 0 && well.answer?.booths.map(\.standing) == ["well"], "\(well)")
    #expect(well.answer?.address == nil && well.answer?["East hall"]?.mark == "K7RM3WQ2XZ")
    // A page waits two seconds for a first answer.
    var page = ""
    let isShown = try await Program.until {
      page = try await guest.get("/fleet").text
      return page.contains("East hall") && page.contains("No booth needs attention.")
    }
    #expect(isShown, "\(page)")
    // The other studio's own list has its booth, by the name that it gives itself.
    let own = try await fleet(there) { $0.booths.map(\.standing) == ["well"] }
    #expect(own.answer?.booths.map(\.standing) == ["well"], "\(own)")

    east.end(SIGKILL)
    let ended = try await fleet(here) { $0["East hall"]?.standing == "notRunning" }
    #expect(ended.code == 1 && ended.answer?["East hall"]?.standing == "notRunning", "\(ended)")
    // On its own machine it is missed, too.
    let missed = try await fleet(there) { $0.booths.map(\.standing) == ["notRunning"] }
    #expect(missed.code == 1 && missed.answer?.booths.map(\.standing) == ["notRunning"], "\(missed)")
    far.running.end(SIGKILL)
    let lost = try await fleet(here) { $0["East hall"]?.standing == "unreachable" }
    #expect(lost.code == 1 && lost.answer?["East hall"]?.standing == "unreachable", "\(lost)")
    #expect(lost.errors.contains("does not answer") && lost.answer?["East hall"]?.obstacle != nil)
    let table = try await Program.run(
      ["fleet", "--data", here.path("data")], environment: ["BOOTH_STUDIO_BOOTHS_HERE": "on"])
    #expect(table.output.contains("East hall") && table.output.contains("unreachable"), "\(table.output)")
    #expect(table.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `where nothing is known it says how booths come to be known, and a damaged list is named`() async throws {
    let folder = try TemporaryFolder()
    let none = try await fleet(folder)
    #expect(none.code == 64 && none.errors.contains("mqtt.url") && none.errors.contains("Other booths"), "\(none)")
    _ = try await StudioVisitor.makeAdministrator(in: folder)
    try folder.put("data/studio/booths.json", Array("[".utf8))
    let damaged = try await fleet(folder)
    #expect(damaged.code == 66 && damaged.errors.contains("booths.json is damaged"), "\(damaged)")
  }
}
