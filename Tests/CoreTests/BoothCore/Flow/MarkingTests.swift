import BoothTesting
import FoundationEssentials
import Testing

@testable import BoothCore

/// A person shows how the old picture lies in the live view: pairs of points, all kept together or not at all.
@Suite struct MarkingTests {
  private static func point(_ x: Double, _ y: Double) -> PicturePoint { PicturePoint(x: x, y: y) }

  /// A person aims at a location and has begun to mark.
  private static func begun() -> FlowTrail {
    var trail = FlowTrail()
    trail.send(.booted(Boot(events: [.location, .wedding], selected: FlowEvent.location.slug, interrupted: [])))
    trail.press(.start)
    trail.answer(.sessionOpened(.sample()))
    trail.send(.marked(.begin))
    return trail
  }

  private static func marking(_ trail: FlowTrail) -> Marking? {
    if case .capture(let capture) = trail.flow.state, case .marking(let marking, _) = capture.phase {
      marking
    } else {
      nil
    }
  }

  private static func set(_ pairs: Int, _ trail: inout FlowTrail) {
    for pair in 0..<pairs {
      let place = point(0.1 + 0.15 * Double(pair), pair % 2 == 0 ? 0.2 : 0.8)
      trail.send(.marked(.point(.old, place)))
      trail.send(.marked(.set))
      trail.send(.marked(.point(.frame, point(place.x + 0.05, place.y))))
      trail.send(.marked(.set))
    }
  }

  @Test func `a frame is kept still, points are set in pairs, and start keeps four of them`() {
    var trail = Self.begun()
    #expect(trail.kind == .freezingFrame)
    trail.answer(.liveFrameSeen(capturedAt: trail.now))
    #expect(trail.kind == .markingPoints)
    Self.set(4, &trail)
    #expect(Self.marking(trail)?.pairs.count == 4)
    guard case .keepMarks(_, "jaffa-gate", let pairs)? = trail.send(.pressed(.start)).first else {
      Issue.record("nothing is kept")
      return
    }
    #expect(pairs.first == MarkPair(old: Self.point(0.1, 0.2), frame: Self.point(0.1 + 0.05, 0.2)) && pairs.count == 4)
    trail.answer(.storageReady)
    #expect(trail.kind == .aiming)
    #expect(Scene(trail.flow).content == .aim(guide: "old.jpg"))
  }

  @Test func `six pairs end it by themselves`() {
    var trail = Self.begun()
    trail.answer(.liveFrameSeen(capturedAt: trail.now))
    Self.set(6, &trail)
    #expect(trail.kind == .keepingMarks)
  }

  @Test func `start sets points until there are four pairs, and in the middle of a pair`() {
    var trail = Self.begun()
    trail.answer(.liveFrameSeen(capturedAt: trail.now))
    trail.press(.start)
    #expect(Self.marking(trail)?.begun == Self.point(0.5, 0.5))
    trail.press(.start)
    #expect(Self.marking(trail)?.pairs.count == 1)
    #expect(trail.send(.pressed(.start)) == [.ignore(.pointIsSet)], "a key that bounces sets no second point there")
  }

  @Test func `the last point is taken back, one by one, with the cursor where it was`() {
    var trail = Self.begun()
    trail.answer(.liveFrameSeen(capturedAt: trail.now))
    Self.set(2, &trail)
    trail.press(.retake)
    #expect(Self.marking(trail)?.pairs.count == 1 && Self.marking(trail)?.side == .frame)
    #expect(Self.marking(trail)?.cursor == Self.point(0.25 + 0.05, 0.8))
    trail.send(.marked(.back))
    #expect(Self.marking(trail)?.side == .old && Self.marking(trail)?.cursor == Self.point(0.25, 0.8))
    trail.send(.marked(.back))
    trail.send(.marked(.back))
    #expect(trail.send(.marked(.back)) == [.ignore(.nothingToRetake)])
  }

  @Test func `cancel, time and a camera without a frame lead back to aiming, and nothing was kept`() {
    for stop: (inout FlowTrail) -> [BoothEffect] in [
      { $0.send(.pressed(.cancel)) },
      {
        let due = $0.flow.wakeUp ?? $0.now
        $0.advance(due - $0.now)
        return $0.send(.timePassed)
      },
    ] {
      var trail = Self.begun()
      trail.answer(.liveFrameSeen(capturedAt: trail.now))
      Self.set(5, &trail)
      #expect(stop(&trail) == [])
      #expect(trail.kind == .aiming)
    }
    var dark = Self.begun()
    dark.answer(.failed(Fault(.camera, "no frame")))
    #expect(dark.kind == .aiming)
  }

  @Test func `a disk that refuses leaves the points on the screen, for another press`() {
    var trail = Self.begun()
    trail.answer(.liveFrameSeen(capturedAt: trail.now))
    Self.set(4, &trail)
    trail.press(.start)
    trail.answer(.failed(Fault(.storage, "the disk is full")))
    #expect(Self.marking(trail)?.wasRefused == true && Self.marking(trail)?.pairs.count == 4)
    guard case .keepMarks? = trail.send(.pressed(.start)).first else {
      Issue.record("not asked again")
      return
    }
  }

  @Test func `a single step is a pixel, a key that is held goes faster, and the edge holds`() {
    var marking = Marking()
    var now = Instant(nanoseconds: 0)
    marking.move(.right, at: now)
    #expect(marking.cursor.x - 0.5 == 1.0 / 2048)
    for _ in 0..<3 {
      now = now + .milliseconds(400)
      marking.move(.left, at: now)
    }
    #expect(0.5 - marking.cursor.x == 2.0 / 2048, "taps are steps of one")
    for _ in 0..<60 {
      now = now + .milliseconds(33)
      marking.move(.left, at: now)
    }
    #expect(marking.cursor.x == 0, "two seconds cross half of the picture")
    marking.move(.up, at: now)
    #expect(0.5 - marking.cursor.y == 1.0 / 2048, "another way begins anew")
  }

  @Test func `one button alone never comes here, and only locations can be marked`() {
    var trail = FlowTrail()
    trail.send(.booted(Boot(events: [.thenAndNow, .wedding], selected: FlowEvent.thenAndNow.slug, interrupted: [])))
    #expect(trail.send(.marked(.begin)) == [.ignore(.nothingToMark)])
    trail.press(.start)
    trail.answer(.sessionOpened(.sample()))
    #expect(trail.send(.marked(.begin)) == [.ignore(.nothingToMark)], "nobody keeps points of an event")
    var asked = Self.begun()
    asked.press(.cancel)
    asked.press(.cancel)
    #expect(asked.send(.marked(.begin)) == [.ignore(.nothingToMark)], "over an open question")
  }

  @Test func `what was done is read back from a journal, to the bit`() throws {
    for step in [
      MarkStep.begin, .move(.up), .point(.frame, Self.point(0.1, 1.0 / 3)), .set, .back,
    ] {
      let input = BoothInput.marked(step)
      #expect(try JSONDecoder().decode(BoothInput.self, from: JSONEncoder().encode(input)) == input)
    }
  }
}
