import BoothTesting
import Testing

@testable import BoothCore

/// A knob with worn contacts.
private struct WornKnob {
  static let cycle = [(false, false), (true, false), (true, true), (false, true)]

  var random: SeededRandom
  /// Where it is, in transitions from where it began.
  var place = 0
  var levels: [(a: Bool, b: Bool)] = []

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private static func level(_ place: Int) -> (a: Bool, b: Bool) { cycle[((place % 4) + 4) % 4] }

  /// One transition on, with bounces to and fro.
  mutating func move(by way: Int, bounces: ClosedRange<Int>) {
    let (from, to) = (Self.level(place), Self.level(place + way))
    for _ in 0..<Int.random(in: bounces, using: &random) { levels += [to, from] }
    levels.append(to)
    place += way
  }
}

@Suite struct QuadratureDecoderTests {
  private func steps(
    _ levels: [(a: Bool, b: Bool)], transitions: Int = 4, _ direction: PanelKnob.Direction = .clockwise
  ) -> [Int] {
    var decoder = QuadratureDecoder(a: false, b: false, transitions: transitions, direction: direction)
    return levels.map { decoder.take(a: $0.a, b: $0.b) }.filter { $0 != 0 }
  }

  @Test(arguments: [4, 2, 1], PanelKnob.Direction.allCases)
  func `a turn around counts each detent once, and one back takes it back`(
    transitions: Int, direction: PanelKnob.Direction
  ) {
    let sign = direction == .clockwise ? 1 : -1
    var knob = WornKnob(seed: 1)
    for _ in 0..<20 { knob.move(by: 1, bounces: 0...0) }
    #expect(steps(knob.levels, transitions: transitions, direction) == Array(repeating: sign, count: 20 / transitions))
    for _ in 0..<20 { knob.move(by: -1, bounces: 0...0) }
    let back = steps(knob.levels, transitions: transitions, direction).suffix(20 / transitions)
    #expect(back == Array(repeating: -sign, count: 20 / transitions)[...])
  }

  @Test(arguments: UInt64(0)..<200)
  func `whatever the contacts bounce, as many steps are counted as were turned`(seed: UInt64) {
    var knob = WornKnob(seed: seed)
    var turned = 0
    var counted = 0
    var decoder = QuadratureDecoder(a: false, b: false)
    for _ in 0..<60 {
      let way = Bool.random(using: &knob.random) ? 1 : -1
      // Some detents are begun and given up.
      let reach = Bool.random(using: &knob.random) ? 4 : Int.random(in: 0...3, using: &knob.random)
      for _ in 0..<reach { knob.move(by: way, bounces: 0...25) }
      if reach < 4 { for _ in 0..<reach { knob.move(by: -way, bounces: 0...25) } } else { turned += way }
      for level in knob.levels { counted += decoder.take(a: level.a, b: level.b) }
      knob.levels = []
      #expect(counted == turned, "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(0)..<200)
  func `one edge of a step that is lost costs no step and adds none`(seed: UInt64) {
    var knob = WornKnob(seed: seed)
    var decoder = QuadratureDecoder(a: false, b: false)
    for turn in 0..<40 {
      let way = Bool.random(using: &knob.random) ? 1 : -1
      for _ in 0..<4 { knob.move(by: way, bounces: 0...0) }
      // Any but the last: the knob rests there, and its level is read.
      knob.levels.remove(at: Int.random(in: 0..<3, using: &knob.random))
      let counted = knob.levels.reduce(0) { $0 + decoder.take(a: $1.a, b: $1.b) }
      #expect(counted == way, "seed \(seed), turn \(turn)")
      knob.levels = []
    }
  }

  @Test func `a fast turn of which a place of rest was lost counts both steps`() {
    var knob = WornKnob(seed: 3)
    for _ in 0..<8 { knob.move(by: 1, bounces: 0...0) }
    knob.levels.remove(at: 3)
    #expect(steps(knob.levels) == [2])
  }

  @Test(arguments: UInt64(0)..<50)
  func `noise on one line alone turns nothing`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for isA in [true, false] {
      let levels = (0..<500).map { _ -> (a: Bool, b: Bool) in
        let level = Bool.random(using: &random)
        return (isA && level, !isA && level)
      }
      #expect(steps(levels) == [])
    }
  }

  @Test func `where it is looked at first, nobody has turned`() {
    // It rests with both contacts closed, as some knobs do at every other detent.
    var decoder = QuadratureDecoder(a: true, b: true)
    #expect(decoder.take(a: true, b: true) == 0)
    #expect(decoder.take(a: false, b: true) == 0)
    #expect(decoder.take(a: false, b: false) == 1)
  }
}
