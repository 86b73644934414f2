import BoothCore
import BoothStore
import BoothTesting
import FoundationEssentials
import Testing

/// The real program, killed at every step of a print against a real printer of IPP Everywhere: what was recorded comes out
/// once, or a person is asked, and nothing comes out twice.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PrintKillTests {
  /// Each has a printer of its own.
  private static let lanes = 6

  private static func isOfPrints(_ line: String) -> Bool {
    line.hasPrefix("at printer.call.") || line.hasSuffix("@prints") || line.contains("@print-")
  }

  /// What does not fit, in words: each print that is over against the sheets that came out.
  private static func faults(
    _ folder: TemporaryFolder, _ printer: EverywherePrinter, orderedAtLeast least: Int
  ) async throws -> [String] {
    let store = try VaultSessionStore.openForReading(folder: folder.path("data"))
    let (sessions, notes) = try await store.allPrints()
    let prints = sessions.flatMap(\.prints)
    let sheets = try printer.printed.count
    var faults = notes
    if prints.count < least { faults.append("\(prints.count) prints are recorded, of \(least)") }
    for print in prints where !print.state.isOver { faults.append("print \(print.number) is \(print.state) for ever") }
    for print in prints where print.state == .ask && print.words == nil { faults.append("it asks without a reason") }
    let sure = prints.count { $0.state == .out || $0.state == .probably }
    let most = sure + prints.count { $0.state == .ask }
    if !(sure...max(sure, most)).contains(sheets) {
      faults.append("\(sheets) sheets came out, expected \(sure) to \(most): \(prints)")
    }
    return faults
  }

  @Test(.enabled(if: EverywherePrinter.missing.isEmpty, "cups-ipp-utils and dbus are missing"))
  func `killed at every step of a print, nothing is lost and nothing doubled`() async throws {
    let whole = try TemporaryFolder()
    try LabRun.prepare(whole)
    let printer = try EverywherePrinter()
    #expect(await printer.untilReady())
    let run = try await LabRun.play(whole, sessions: 1, guests: "print", printer: printer.address)
    try #require(run.code == 0 && !run.wasKilled, "\(run.errors)")
    #expect(try printer.printed.count == 1)
    #expect(try await Self.faults(whole, printer, orderedAtLeast: 1) == [])
    for step in [
      "printer.call.before@record-sending", "printer.call.after@record-sending", "printer.call.before@send",
      "printer.call.after@send", "printer.call.after@record-accepted", "disk.rename.after@prints",
    ] {
      #expect(run.list.contains("at \(step)"), "\(step) is never passed")
    }
    var seen: [String: Int] = [:]
    let points: [FaultArrival] = run.list.filter(Self.isOfPrints).compactMap { line in
      let name = String(line.dropFirst(3))
      seen[name, default: 0] += 1
      // How often the printer is looked at depends on its pace; every file and record is written a fixed number of times.
      let isPaced = name.hasSuffix("@status") || name.hasSuffix("@job") || name.hasSuffix("@wait")
      return seen[name] == 1 || !isPaced ? (name, seen[name] ?? 1) : nil
    }
    let results = try await KillTests().inLanes(points, lanes: Self.lanes) { point -> [String]? in
      let folder = try TemporaryFolder()
      try LabRun.prepare(folder)
      let printer = try EverywherePrinter()
      guard await printer.untilReady() else { return ["the printer did not start"] }
      let life = try await LabRun.play(
        folder, sessions: 1, guests: "print", printer: printer.address, dyingAt: point)
      guard life.wasKilled else { return nil }
      let again = try await LabRun.play(folder, sessions: 0, printer: printer.address)
      var faults = again.code == 0 ? [] : ["the next start failed: \(again.errors)"]
      // From the first commit of its job on it is promised.
      let isPromised = life.list.contains { $0.hasPrefix("at ledger.commit.after@print-") }
      faults += try await Self.faults(folder, printer, orderedAtLeast: isPromised ? 1 : 0)
      return faults.map { "\(point.name):\(point.number): \($0)" }
    }
    let faults = results.compactMap { $0 }.flatMap { $0 }
    let unreached = results.count { $0 == nil }
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    #expect(points.count > 20 && unreached * 10 <= points.count, "\(unreached) of \(points.count) points not reached")
    print("kills of prints: \(points.count - unreached) steps; \(faults.count) faults")
  }
}
