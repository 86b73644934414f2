import BoothTesting
import Documents
import FoundationEssentials
import Glibc
import Reports
import StudioModel
import StudioTesting
import Testing

/// The real studio on an organisation's Firebase, killed at each durable step of what is entered while that is away: what was
/// acknowledged arrives there, once.
@Suite(.serialized, .timeLimit(.minutes(60)), .enabled(if: KillTests.isFull)) struct StudioOutboxKillTests {
  private static func start(
    _ folder: TemporaryFolder, dyingAt point: FaultArrival? = nil
  ) async throws -> (program: RunningProgram, base: String?) {
    var environment = ["BOOTH_STUDIO_WEATHER_URL": "none", "BOOTH_FAULT_LIST": folder.path("list")]
    if let point { environment["BOOTH_FAULT_POINT"] = "\(point.name):\(point.number)" }
    let program = try RunningProgram(
      ["studio", "--listen", "127.0.0.1:0", "--data", folder.path("data"), "--log-level", "error"],
      environment: environment)
    do { return (program, try await StudioVisitor.meet(program, isFirst: false).base) } catch is StudioVisitor
      .EndedFault
    {
      return (program, nil)
    }
  }

  /// An organisation with a form, and a person who writes reports.
  private static func organisation(_ folder: TemporaryFolder) async throws -> StandInFirestore {
    let standIn = try StandInFirestore()
    standIn.setRules(true)
    standIn.enlist("dana", email: "dana@example.org", password: "a long password")
    let form = ReportTemplate(
      id: "day", name: "Day", shootType: "general", organisation: "org1", fields: [TemplateField("q", .text, "Q1")])
    try standIn.write([
      .set(
        try DocumentPath("users/dana"),
        [
          "organizationID": "org1", "role": "manager", "isPhotographer": .boolean(false), "firstName": "Dana",
          "lastName": "Doe",
          "email": "dana@example.org",
        ]), .set(try DocumentPath("reportTemplates/day"), form.document, serverTimes: ["createdAt"]),
    ])
    try FileManager.default.createDirectory(atPath: folder.path("data"), withIntermediateDirectories: true)
    let base = "http://\(standIn.host)"
    let added = try await Program.run([
      "studio", "organisation", "add", "The School", "--id", "school", "--project", StandInFirestore.project, "--key",
      "key", "--bucket", "test-bucket", "--firestore-url", base, "--storage-url", base, "--accounts-url", base,
      "--tokens-url", base, "--data", folder.path("data"),
    ])
    try #require(added.code == 0, "\(added)")
    return standIn
  }

  private static func report() -> String {
    #"{"key": "\#(StudioRound.reportKey)", "template": "day", "version": 1, "date": "2026-01-15", "answers": "#
      + #"{"q": "as sent"}, "schools": [], "attachments": []}"#
  }

  private static func arrived(_ standIn: StandInFirestore) throws -> Int {
    try standIn.table.page(DocumentQuery(try DocumentCollection("dailyJobReports"), limit: 100)).documents.count
  }

  /// Asks the studio something until the report has come to the organisation; a generous end.
  private static func wait(_ standIn: StandInFirestore, _ visitor: StudioVisitor) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < end {
      if try arrived(standIn) > 0 { return true }
      _ = try await visitor.get("/health")
    }
    return false
  }

  /// Sends a report while nothing answers there; then all do.
  /// - Returns: whether it was acknowledged, and then whether it has arrived.
  private static func send(_ standIn: StandInFirestore, _ visitor: StudioVisitor) async throws -> (Bool, Bool) {
    standIn.setAway(true)
    let status: Int
    do { status = try await visitor.json(report(), to: "/reports/send").status } catch {
      // Cut.
      standIn.setAway(false)
      return (false, false)
    }
    standIn.setAway(false)
    guard status == 200 else { return (false, false) }
    do { return (true, try await wait(standIn, visitor)) } catch { return (true, false) }
  }

  @Test func `killed at every step of what waits for an organisation, it arrives there, once`() async throws {
    let folder = try TemporaryFolder()
    let standIn = try await Self.organisation(folder)
    defer { standIn.stop() }
    let entering = try await Self.start(folder)
    let visitor = StudioVisitor(try #require(entering.base))
    let password = "a long password"
    let door = try await visitor.post("/sign-in", ["at": "school", "name": "dana@example.org", "password": password])
    try #require(door.status == 303, "\(door)")
    // What was looked at is known while nothing answers.
    #expect(try await visitor.get("/reports/new/day").status == 200)
    let cookie = await visitor.cookie
    entering.program.end()
    let server = standIn.snapshot
    let template = try DurableSteps.copy(folder)
    // A sending that is not disturbed.
    let whole = try DurableSteps.copy(template)
    let sending = try await Self.start(whole)
    let sender = StudioVisitor(try #require(sending.base), cookie: cookie)
    #expect(try await sender.get("/reports/new/day").status == 200)
    let before = try DurableSteps.arrivals(whole).count
    #expect(try await Self.send(standIn, sender) == (true, true))
    #expect(try await Self.isEmpty(sender))
    sending.program.end()
    let all = DurableSteps.points(of: try DurableSteps.arrivals(whole), after: before)
    for what in ["outbox-add", "outbox-sendNext", "outbox-discard"] {
      #expect(all.contains { $0.name == "studio.commit.half@\(what)" }, "\(what) is never passed")
    }
    let points = try #require(DurableSteps.part, "BOOTH_STEPS is FROM-TO or /EVERY").of(all)
    let tally = DurableSteps.Tally(of: points.count)
    for point in points {
      standIn.restore(server)
      let found = try await Self.die(try DurableSteps.copy(template), standIn, cookie, at: point)
      tally.note("\(point.name):\(point.number)", found)
    }
    let (faults, unreached) = (tally.faults, tally.unreached)
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    #expect(unreached.count * 5 <= points.count, "not reached again: \(unreached.joined(separator: ", "))")
    print(
      "kills while an organisation is away: \(points.count - unreached.count) of \(all.count) steps; \(faults.count) faults"
    )
  }

  /// Whether nothing waits, as the page of it says.
  private static func isEmpty(_ visitor: StudioVisitor) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < end {
      let page = try await visitor.get("/waiting")
      if page.status == 200, !page.text.contains("<li class=\"card\">") { return true }
    }
    return false
  }

  private static func die(
    _ folder: TemporaryFolder, _ standIn: StandInFirestore, _ cookie: String?, at point: FaultArrival
  ) async throws -> [String]? {
    let life = try await start(folder, dyingAt: point)
    var isAcknowledged = false
    if let base = life.base {
      let visitor = StudioVisitor(base, cookie: cookie)
      do {
        _ = try await visitor.get("/reports/new/day")
        isAcknowledged = try await send(standIn, visitor).0
        // What is noted behind the sending comes by itself.
        if isAcknowledged { _ = try await isEmpty(visitor) }
      } catch {
        // Cut.
      }
      standIn.setAway(false)
      var isThere = true
      do { _ = try await visitor.get("/health") } catch { isThere = false }
      if isThere {
        life.program.end(SIGKILL)
        return nil
      }
    }
    guard life.program.wasKilled else { return ["it ended by itself"] }
    let next = try await start(folder)
    defer { next.program.end() }
    guard let base = next.base else { return ["the next studio does not start"] }
    let visitor = StudioVisitor(base, cookie: cookie)
    var faults: [String] = []
    if isAcknowledged, try await !wait(standIn, visitor) { faults.append("it was acknowledged, and does not arrive") }
    let again = try await visitor.json(report(), to: "/reports/send")
    if again.status != 200 { faults.append("sent again it is answered with \(again.status): \(again.text)") }
    if try await !wait(standIn, visitor) { faults.append("sent again it does not arrive") }
    if try await !isEmpty(visitor) { faults.append("something waits for ever") }
    let count = try arrived(standIn)
    if count != 1 { faults.append("it is there \(count) times") }
    return faults
  }
}
