import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

/// Random nights with broken cameras, full disks, impatient guests, a restless operator and power cuts.
@Suite struct FlowWalkTests {
  @Test(arguments: 0..<6) func `fifty nights of four hundred steps, and ten at a location, break no law`(_ group: Int) {
    var visited: Set<StateKind> = []
    for night in 0..<60 {
      let seed = UInt64(group * 1000 + night)
      var world = SimulatedNight(seed: seed, isAtLocation: night >= 50)
      for _ in 0..<400 where world.broken.isEmpty { world.step() }
      world.checkKept()
      #expect(world.broken.isEmpty, "seed \(seed), step \(world.steps)")
      visited.formUnion(world.visited)
    }
    // The walks are worth something only if they come around.
    #expect(visited.isSuperset(of: Set(StateKind.allCases).subtracting([.outOfOrderNoEvents])), "group \(group)")
  }

  @Test(arguments: FlowSample.all) func `states, inputs and effects survive JSON exactly`(_ sample: FlowSample) throws {
    let encoder = JSONEncoder()
    let decoder = JSONDecoder()
    #expect(try decoder.decode(BoothFlow.self, from: encoder.encode(sample.flow)) == sample.flow)
    #expect(try decoder.decode(BoothState.self, from: encoder.encode(sample.flow.state)) == sample.flow.state)
    for probe in FlowProbe.all(for: sample) {
      #expect(try decoder.decode(BoothInput.self, from: encoder.encode(probe.input)) == probe.input)
      let effects = probe.run(sample).effects
      #expect(try decoder.decode([BoothEffect].self, from: encoder.encode(effects)) == effects)
    }
  }

  @Test func `one seed is one night`() {
    var first = SimulatedNight(seed: 7)
    var second = SimulatedNight(seed: 7)
    for _ in 0..<400 {
      first.step()
      second.step()
    }
    #expect(first.flow == second.flow && first.now == second.now)
  }
}
