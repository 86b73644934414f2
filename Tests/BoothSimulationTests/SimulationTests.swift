import BoothSimulation
import Testing

@Suite struct SimulationTests {
  @Test func `nights without faults hold every invariant`() async throws {
    let report = try await Simulation(seed: 1, sessions: 200, faults: []).run()
    #expect(report.failures.isEmpty, "\(report.failures.first?.violation.detail ?? "")")
    #expect(report.counts.sessions >= 200)
  }
}
