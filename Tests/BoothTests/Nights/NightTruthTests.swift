import BoothCore
import BoothSimulation
import Testing

@testable import NightReports

/// The simulator knows what happened in its nights; their journals must tell the same.
@Suite(.onNightThreads) struct NightTruthTests {
  private func read(_ trace: [UInt8]) -> NightJournal {
    var journal = NightJournal()
    for line in trace.split(separator: 0x0A) { journal.read(Array(line)) }
    return journal
  }

  private func night(of journal: NightJournal) -> NightAccount? {
    NightAccount(journal, NightRecords(), NightQuestion(from: 0, now: 4e9, isRunning: false))
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `quiet nights`(_ seed: UInt64) throws {
    let simulation = Simulation(seed: seed, sessions: 60, faults: [])
    for plan in simulation.plans() {
      let (report, trace) = try simulation.run(plan, traced: true)
      let journal = read(trace)
      let account = try #require(night(of: journal))
      #expect(account.sessions.begun == report.counts.sessions, "night \(plan.number) of seed \(seed)")
      // The night's own end, after which the simulator looks at all once more.
      #expect(account.faults.filter { $0.kind == .ended || $0.kind.stopped == .photos }.map(\.times) == [1])
      #expect(journal.unreadable == 0 && journal.missing == 0)
    }
  }

  @Test(arguments: [4, 5, 6] as [UInt64]) func `nights with every fault`(_ seed: UInt64) throws {
    let simulation = Simulation(seed: seed, sessions: 150)
    var kills = 0
    for plan in simulation.plans() {
      let (report, trace) = try simulation.run(plan, traced: true)
      let account = try #require(night(of: read(trace)))
      // A session whose opening came too late is opened and discarded by the booth alone: no guests were at it.
      #expect(account.sessions.begun <= report.counts.sessions, "night \(plan.number) of seed \(seed)")
      #expect(account.sessions.begun >= report.counts.sessions - late(trace), "night \(plan.number) of seed \(seed)")
      for fault in account.faults { #expect((fault.lostSeconds ?? 0) >= 0) }
      // Kills, and the night's own end. One that came before its start was written is in no journal.
      let ended = account.faults.first { $0.kind == .ended }?.times ?? 0
      let boots = lines(trace, with: "\"booted\":")
      #expect(
        ended == boots - 1 - lines(trace, with: "the booth was shut down"), "night \(plan.number) of seed \(seed)")
      #expect(ended <= report.counts.kills + 1)
      #expect(ended >= report.counts.kills + 1 - (report.counts.starts - boots))
      kills += report.counts.kills
    }
    #expect(kills > 0)
  }

  private func lines(_ trace: [UInt8], with text: String) -> Int {
    trace.split(separator: 0x0A).count { String(decoding: $0, as: UTF8.self).contains(text) }
  }

  /// Openings that no line brings, or that came when no session waited for them.
  private func late(_ trace: [UInt8]) -> Int {
    let lines = trace.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    let asked = lines.count { $0.contains("\"openSession\"") }
    let came = lines.count { $0.contains("\"sessionOpened\"") && !$0.contains("lateAnswer") }
    return asked - came
  }
}
