import BoothCore

/// The two lines of a knob, while both are taken. Used by the panel's thread only.
struct KnobLines {
  /// Its place among the profile's knobs.
  let knob: Int
  let requests: [any GPIORequest]
  private var levels: [Bool]
  private var decoder: QuadratureDecoder

  /// How often lines are read for edges that came meanwhile, at the most: a contact that never rests is not waited for.
  private static let looks = 8

  /// - Parameter requests: contact A's and contact B's.
  init(_ profile: PanelKnob, at knob: Int, _ requests: [any GPIORequest]) throws(PanelFault) {
    self.knob = knob
    self.requests = requests
    var levels: [Bool] = []
    for request in requests { levels.append(try request.value()) }
    self.levels = levels
    decoder = QuadratureDecoder(
      a: levels[0], b: levels[1], transitions: profile.transitions, direction: profile.direction)
  }

  var descriptors: [Int32] { requests.map(\.descriptor) }

  /// Reads every edge there is.
  /// - Returns: how many steps the knob went on, when the last edge was, and how many edges there were.
  mutating func drain(at now: Instant) throws(PanelFault) -> (steps: Int, at: Instant, edges: Int) {
    var edges: [(line: Int, isClosed: Bool, at: Instant)] = []
    // Which line changed first is all that a knob says. Edges of the first line that come while the second is read would
    // be missing among those: both are read until neither had any.
    for _ in 0..<Self.looks {
      let before = edges.count
      for line in requests.indices {
        while let edge = try requests[line].readEdge() { edges.append((line, edge.isClosed, edge.at)) }
      }
      if edges.count == before { break }
    }
    guard !edges.isEmpty else { return (0, now, 0) }
    var steps = 0
    // In the order of the kernel's clock; those of one line as they were read.
    for (_, edge) in edges.enumerated().sorted(by: { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }) {
      levels[edge.line] = edge.isClosed
      steps += decoder.take(a: levels[0], b: levels[1])
    }
    // The kernel keeps 16 edges of a line and drops what comes then: the levels they ended at are asked for.
    for line in requests.indices { levels[line] = try requests[line].value() }
    steps += decoder.take(a: levels[0], b: levels[1])
    return (steps, edges.map(\.at).max() ?? now, edges.count)
  }
}
