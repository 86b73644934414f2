import BoothCore
import Testing

@Suite struct GuideViewTests {
  @Test func `each step changes one thing, and at its end it stays`() {
    for turn in GuideTurn.allCases {
      var view = GuideView()
      for _ in 0..<500 { view.turn(turn) }
      #expect(GuideView.percents.contains(view.opacity) && GuideView.percents.contains(view.split))
      #expect(GuideView.zooms.contains(view.zoom))
      #expect(GuideView.shifts.contains(view.right) && GuideView.shifts.contains(view.down))
    }
    var view = GuideView()
    for _ in 0..<20 { view.turn(.stronger) }
    #expect(view.opacity == 100)
    for _ in 0..<20 { view.turn(.weaker) }
    #expect(view.opacity == 0)
    view.turn(.reset)
    #expect(view == GuideView())
  }

  @Test func `every effect and every mode comes round`() {
    var view = GuideView()
    var effects: Set<GuideView.Effect> = []
    var modes: Set<GuideView.Mode> = []
    for _ in 0..<4 {
      effects.insert(view.effect)
      modes.insert(view.mode)
      view.turn(.nextEffect)
      view.turn(.nextMode)
    }
    #expect(effects.count == GuideView.Effect.allCases.count)
    #expect(modes.count == GuideView.Mode.allCases.count)
    #expect(view.effect == .none)
  }

  @Test func `a larger guide comes back to its size`() {
    var view = GuideView()
    for _ in 0..<8 { view.turn(.larger) }
    #expect(view.zoom > 115)
    for _ in 0..<8 { view.turn(.smaller) }
    #expect(abs(view.zoom - 100) <= 2)
  }

  @Test func `the guide's middle is where it was moved to, and its edges are as far as it is large`() {
    var view = GuideView()
    view.zoom = 200
    (view.right, view.down) = (100, -50)
    let middle = view.picturePoint(ofGuide: PicturePoint(x: 0.5, y: 0.5))
    #expect(abs(middle.x - 0.6) < 1e-9 && abs(middle.y - 0.45) < 1e-9)
    let left = view.picturePoint(ofGuide: PicturePoint(x: 0, y: 0.5))
    #expect(abs(left.x - (0.6 - 1)) < 1e-9)
  }

  @Test func `no key that guests press elsewhere is one of the guide's`() {
    for key in "cCrR " { #expect(GuideTurn(key: key) == nil) }
    #expect(GuideTurn(key: "e") == .nextEffect)
  }
}
