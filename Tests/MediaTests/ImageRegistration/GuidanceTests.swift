import ImageRegistration
import RegistrationTrial
import Testing

struct GuidanceTests {
  private func advice(turn: Double = 0, tilt: Double = 0, roll: Double = 0, zoom: Double = 1) -> Advice {
    Advice(turn: turn, tilt: tilt, roll: roll, zoom: zoom, confidence: 0.8)
  }

  private func cue(_ frames: Advice?...) -> GuidanceCue {
    var guidance = Guidance()
    for frame in frames { guidance.take(frame) }
    return guidance.cue
  }

  private func twice(_ advice: Advice) -> GuidanceCue { cue(advice, advice) }

  @Test func `Nothing is said before two frames agree`() {
    #expect(cue() == .notSure)
    #expect(cue(advice(turn: 4)) == .notSure)
    #expect(cue(advice(turn: 4), advice(turn: 4)) == .turn(.right, .little))
  }

  @Test func `Each axis has its words, to both sides`() {
    #expect(twice(advice(turn: -7)) == .turn(.left, .some))
    #expect(twice(advice(turn: 20)) == .turn(.right, .far))
    #expect(twice(advice(tilt: 3)) == .tilt(.up, .little))
    #expect(twice(advice(tilt: -3)) == .tilt(.down, .little))
    #expect(twice(advice(roll: 4)) == .roll(.clockwise, .little))
    #expect(twice(advice(roll: -4)) == .roll(.counterclockwise, .little))
    #expect(twice(advice(zoom: 1.15)) == .zoom(.closer, .little))
    #expect(twice(advice(zoom: 0.8)) == .zoom(.wider, .some))
  }

  @Test func `It fits within all dead zones`() {
    #expect(twice(advice(turn: 0.6, tilt: -0.6, roll: 1.1, zoom: 1.025)) == .fits)
    #expect(twice(advice(turn: 0.8)) == .turn(.right, .little))
    #expect(twice(advice(zoom: 1.04)) == .zoom(.closer, .little))
  }

  @Test func `The most important thing is said alone`() {
    #expect(twice(advice(turn: 3, tilt: 2, roll: 9, zoom: 1.1)) == .roll(.clockwise, .some))
  }

  @Test func `Frames that waver around a dead zone do not flicker`() {
    var guidance = Guidance()
    guidance.take(advice(turn: 0.8))
    guidance.take(advice(turn: 0.8))
    var changes = 0
    var last = guidance.cue
    for i in 0..<40 {
      guidance.take(advice(turn: i % 2 == 0 ? 0.6 : 0.8, tilt: i % 3 == 0 ? 0.75 : 0.55))
      if guidance.cue != last { changes += 1 }
      last = guidance.cue
    }
    #expect(changes == 0)
  }

  @Test func `After it fits it still fits when the hand shakes a little`() {
    var guidance = Guidance()
    guidance.take(advice())
    guidance.take(advice())
    #expect(guidance.cue == .fits)
    for i in 0..<20 { guidance.take(advice(turn: i % 2 == 0 ? 0.9 : 0.4)) }
    #expect(guidance.cue == .fits)
    for _ in 0..<6 { guidance.take(advice(turn: 3.5)) }
    #expect(guidance.cue == .turn(.right, .little))
  }

  @Test func `One wild frame changes nothing, and frames that contradict each other are not sure`() {
    var guidance = Guidance()
    guidance.take(advice(turn: 4))
    guidance.take(advice(turn: 4))
    guidance.take(advice(turn: -14))
    #expect(guidance.cue == .turn(.right, .little))
    guidance.take(advice(turn: 4))
    #expect(guidance.cue == .turn(.right, .little))
    guidance.take(advice(turn: -14))
    guidance.take(advice(tilt: 14))
    #expect(guidance.cue == .notSure)
    #expect(guidance.closeness == nil)
    #expect(guidance.advice == nil)
  }

  @Test func `A camera that moved at once is believed from the second frame`() {
    var guidance = Guidance()
    guidance.take(advice(turn: 14))
    guidance.take(advice(turn: 14))
    guidance.take(advice(turn: -5))
    guidance.take(advice(turn: -5))
    #expect(guidance.cue == .turn(.left, .some))
  }

  @Test func `Some silent frames are borne, then nothing is sure`() {
    var guidance = Guidance()
    guidance.take(advice(turn: 4))
    guidance.take(advice(turn: 4))
    for _ in 0..<3 { guidance.take(nil) }
    #expect(guidance.cue == .turn(.right, .little))
    guidance.take(nil)
    #expect(guidance.cue == .notSure)
  }

  @Test func `Advice that is hardly believed counts as silence`() {
    let doubtful = Advice(turn: 4, tilt: 0, roll: 0, zoom: 1, confidence: 0.3)
    #expect(cue(doubtful, doubtful, doubtful) == .notSure)
  }

  private func walk(right: Double, forward: Double = 0, error: Double = 0.01) -> Advice {
    var advice = advice()
    advice.walk = WalkAdvice(right: right, forward: forward, rightError: error, forwardError: error)
    return advice
  }

  @Test func `Where to stand is said to each side, and never where it is not sure`() {
    #expect(twice(walk(right: 0.1)) == .walk(.right, .some))
    #expect(twice(walk(right: -0.02)) == .walk(.left, .little))
    #expect(twice(walk(right: 0, forward: 0.08)) == .walk(.forward, .little))
    #expect(twice(walk(right: 0.01, forward: -0.3)) == .walk(.back, .far))
    #expect(twice(walk(right: 0.1, error: 0.08)) == .fits)
    #expect(twice(walk(right: 0.01)) == .fits)
  }

  @Test func `Where to stand is said before small turns, and after a picture that leaves the view`() {
    var near = walk(right: 0.1)
    near.turn = 3
    #expect(twice(near) == .walk(.right, .some))
    near.turn = 12
    #expect(twice(near) == .turn(.right, .far))
  }

  @Test func `A walk that is measured no more is forgotten`() {
    var guidance = Guidance()
    guidance.take(walk(right: 0.1))
    guidance.take(walk(right: 0.1))
    for _ in 0..<6 { guidance.take(advice()) }
    #expect(guidance.cue == .fits)
  }

  @Test func `Closeness rises as it fits`() {
    let steps = [12.0, 8, 5, 3, 1.6, 0.5].map { advice(turn: $0, roll: $0 / 2).closeness }
    #expect(steps == steps.sorted())
    #expect(steps.last == 1)
    #expect(steps[0] < 0.5)
    #expect(advice(zoom: 1.3).closeness < advice(zoom: 1.1).closeness)
  }

  @Test(arguments: [UInt64(2), 9])
  func `Frames of a street say which way to move`(seed: UInt64) throws {
    let old = StreetScene(seed: seed, era: .then).look().aged(seed: seed)
    var advisor = try Advisor(old: old, matcher: GradientFeatures())
    for side in [-1.0, 1] {
      var pose = Pose()
      pose.turn = 5 * side
      pose.tilt = -4 * side
      pose.roll = 5 * side
      pose.zoom = side > 0 ? 1.12 : 0.9
      let advice = try #require(try advisor.advise(StreetScene(seed: seed, era: .now).look(from: pose)))
      #expect(advice.turn * side < -2)
      #expect(advice.tilt * side > 2)
      #expect(advice.roll * side < -2)
      #expect((advice.zoom - 1) * side < 0)
    }
  }

  @Test func `A frame of another street is not spoken of, or hardly`() throws {
    let old = StreetScene(seed: 2, era: .then).look().aged(seed: 2)
    var advisor = try Advisor(old: old, matcher: GradientFeatures())
    #expect(try advisor.advise(StreetScene(seed: 8, era: .now).look()) == nil)
    #expect(try advisor.advise(GreyPicture(width: 2, height: 2, pixels: [0, 1, 2, 3])) == nil)
  }

  @Test func `Where nothing is found, marked points and the frame they were marked in say which way to move`() throws {
    // Nothing of the old picture is left: it shows another street.
    let old = StreetScene(seed: 8, era: .then).look().aged(seed: 8)
    let scene = StreetScene(seed: 2, era: .now)
    var anchorPose = Pose()
    anchorPose.turn = 2
    let anchor = scene.look(from: anchorPose)
    var advisor = try Advisor(old: old, matcher: GradientFeatures())
    #expect(try advisor.advise(anchor) == nil)
    #expect(try advisor.advise(tracking: anchor) == nil)
    // As if the old camera had looked two degrees to the left of the frame.
    let shift = 640 * 2 * Double.pi / 180
    let points = [SIMD2(100.0, 90), SIMD2(520, 100), SIMD2(480, 380), SIMD2(120, 390), SIMD2(300, 240)].map {
      MarkedPoint(old: $0, new: $0 - SIMD2(shift, 0))
    }
    #expect(try advisor.track(anchor, points: Array(points.prefix(3))) == .tooFewPoints)
    #expect(try advisor.track(anchor, points: points) == .accepted)
    var pose = Pose()
    pose.turn = 6
    pose.roll = -4
    for advice in [try advisor.advise(scene.look(from: pose)), try advisor.advise(tracking: scene.look(from: pose))] {
      let advice = try #require(advice)
      #expect(abs(advice.turn + 6) < 1)
      #expect(abs(advice.roll - 4) < 1)
      #expect(advice.walk == nil && !advice.wantsStep)
    }
    #expect(try advisor.advise(StreetScene(seed: 11, era: .now).look()) == nil)
    advisor.forget()
    #expect(try advisor.advise(scene.look(from: pose)) == nil)
  }

  @Test func `A registered frame gives advice too, in the lens's degrees`() throws {
    let old = StreetScene(seed: 2, era: .then).look().aged(seed: 2)
    var pose = Pose()
    pose.turn = 4
    pose.roll = -5
    let frame = StreetScene(seed: 2, era: .now).look(from: pose)
    let result = Registration.register(old: old, new: frame)
    let advice = try #require(result.advice(old: old, frame: frame))
    #expect(abs(advice.turn + 4) < 1)
    #expect(abs(advice.roll - 5) < 1)
    let longer = try #require(result.advice(old: old, frame: frame, focalLength: 2))
    #expect(abs(longer.turn + 2) < 0.6)
  }

  @Test func `Walkers with advice arrive`() throws {
    let row = try Walkers.run(.advice, seeds: [62, 63], steps: 14, stand: 0, matcher: GradientFeatures())
    #expect(row.turn.right == row.turn.count)
    #expect(row.roll.right == row.roll.count)
    #expect(row.arrived >= 1)
  }
}
