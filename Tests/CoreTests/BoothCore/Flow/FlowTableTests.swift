import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@Suite struct FlowTableTests {
  private static let page = SourceTree.root.appending(path: "Tests/CoreTests/BoothCore/Flow/FlowTable.md")

  @Test func `the documentation's table is what the flow does`() throws {
    let made = FlowTable.markdown()
    if ProcessInfo.processInfo.environment["BOOTH_REGENERATE"] == "1" {
      try Data(made.utf8).write(to: Self.page, options: .atomic)
    }
    let written = String(decoding: try Data(contentsOf: Self.page), as: UTF8.self)
    let (old, new) = (written.split(separator: "\n"), made.split(separator: "\n"))
    let first = zip(old, new).first { $0 != $1 }
    #expect(
      written == made,
      """
      FlowTable.md is out of date: run the tests with BOOTH_REGENERATE=1 and read what changed.
      First difference: \(first.map { "\($0.0)\n now: \($0.1)" } ?? "\(old.count) lines, now \(new.count)")
      """)
  }

  @Test func `every kind of state has a sample that real inputs reach`() {
    for sample in FlowSample.all {
      #expect(StateKind(sample.flow.state) == sample.kind, "\(sample.name)")
    }
    #expect(Set(FlowSample.all.map(\.kind)) == Set(StateKind.allCases))
    #expect(Set(FlowSample.all.map(\.name)).count == FlowSample.all.count, "two samples have one name")
  }

  @Test(arguments: FlowSample.all) func `nothing is met with silence`(_ sample: FlowSample) {
    for probe in FlowProbe.all(for: sample) {
      let (before, after, effects) = probe.run(sample)
      #expect(!effects.isEmpty || before != after, "\(probe.name) in \(sample.name): no effect, no change, no reason")
      if effects.contains(where: { if case .ignore = $0 { true } else { false } }) {
        #expect(effects.count == 1, "\(probe.name) in \(sample.name) is ignored, and is not")
        #expect(before.state == after.state, "\(probe.name) in \(sample.name) is ignored and changes the state")
      }
    }
  }

  @Test func `every reason to ignore something occurs`() {
    var seen = Set<IgnoreReason>()
    for sample in FlowSample.all {
      for probe in FlowProbe.all(for: sample) {
        if case .ignore(let reason)? = probe.run(sample).effects.first { seen.insert(reason) }
      }
    }
    #expect(seen == Set(IgnoreReason.allCases))
  }
}
