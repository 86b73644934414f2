import Testing

@testable import BoothCore

@Suite struct TurnTests {
  @Test(arguments: [(0, 1.0, 0.0), (90, 0, 1), (180, -1, 0), (270, 0, -1), (-90, 0, -1), (360, 1, 0), (-450, 0, -1)])
  func `quarters are exact`(_ degrees: Int, _ cosine: Double, _ sine: Double) {
    let turn = Turn(degrees: Double(degrees))
    #expect(turn.cosine == cosine && turn.sine == sine)
    #expect(turn.quarters == ((degrees / 90) % 4 + 4) % 4)
  }

  @Test func `other angles are right to the last digits`() {
    let half = 0.5.squareRoot()
    #expect(abs(Turn(degrees: 45).cosine - half) < 1e-15 && abs(Turn(degrees: 45).sine - half) < 1e-15)
    #expect(abs(Turn(degrees: 60).cosine - 0.5) < 1e-15 && abs(Turn(degrees: 30).sine - 0.5) < 1e-15)
    #expect(abs(Turn(degrees: -210).sine - 0.5) < 1e-15)
    for degrees in stride(from: -359, through: 359, by: 7.25) {
      let turn = Turn(degrees: degrees)
      #expect(turn.quarters == nil)
      #expect(abs(turn.cosine * turn.cosine + turn.sine * turn.sine - 1) < 1e-14)
      let back = turn.apply(x: 3, y: -4)
      let undone = turn.undo(x: back.x, y: back.y)
      #expect(abs(undone.x - 3) < 1e-12 && abs(undone.y + 4) < 1e-12)
    }
  }

  @Test func `clockwise is to the right from above`() {
    let point = Turn(degrees: 90).apply(x: 0, y: -1)
    #expect(point.x == 1 && point.y == 0)
  }
}
