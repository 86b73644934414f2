import Testing

@testable import BoothCore

/// Plays levels of a button's wire to the logic, and lets time pass as the runtime does: at every wake-up.
private struct Bench {
  var logic: PanelLogic
  var scene = SceneKind.attract
  var log: [String] = []
  private var now = Bench.at(0)

  init(_ buttons: PanelButton...) {
    logic = PanelLogic([("panel", PanelProfile(name: "panel", chips: ["x"], buttons: buttons))])
  }

  /// The clock begins at an hour.
  static func at(_ milliseconds: Int) -> Instant {
    Instant(nanoseconds: 3_600_000_000_000 + Int64(milliseconds) * 1_000_000)
  }

  mutating func wire(_ isClosed: Bool, at milliseconds: Int, button: Int = 0, isNews: Bool = true) {
    run(to: milliseconds)
    let contact = PanelContact(button: button, isClosed: isClosed, at: Self.at(milliseconds), isNews: isNews)
    note(logic.handle(.contact(contact), from: 0, in: scene, at: now))
  }

  mutating func run(to milliseconds: Int) {
    while let due = logic.wakeUp, due <= Self.at(milliseconds) {
      now = max(now, due)
      note(logic.timePassed(in: scene, at: now))
      if logic.wakeUp == due {
        Issue.record("a wake-up that is due does nothing")
        return
      }
    }
    now = Self.at(milliseconds)
  }

  private mutating func note(_ effects: [PanelLogic.Effect]) {
    let milliseconds = (now - Self.at(0)).wholeNanoseconds / 1_000_000
    for effect in effects {
      switch effect {
      case .press(let press, _, _): log.append("\(milliseconds) \(press.rawValue)")
      case .key(let key, _, _): log.append("\(milliseconds) \(key)")
      case .guide(let turn, _, _): log.append("\(milliseconds) guide \(turn.rawValue)")
      case .mark(let step, _, _): log.append("\(milliseconds) mark \(step)")
      case .request(let request): log.append("\(milliseconds) \(request)")
      case .trouble(_, let words): log.append("\(milliseconds) \(words == nil ? "fine" : "trouble")")
      }
    }
  }
}

@Suite struct PanelLogicTests {
  private let start = PanelButton(
    name: "start", line: PanelLine(.offset(1), isActiveLow: true, bias: .pullUp),
    actions: PanelActions(press: .press(.start)))

  @Test func `a knob makes the guide stronger and weaker while somebody aims, step by step, and means nothing else`() {
    var logic = PanelLogic([("panel", PanelProfile(name: "panel", chips: ["x"]))])
    let now = Bench.at(0)
    func guide(_ turn: GuideTurn, _ count: Int) -> [PanelLogic.Effect] {
      Array(repeating: .guide(turn, panel: 0, edge: now), count: count)
    }
    // Quick turns are no bounce: all of them count.
    #expect(logic.handle(.turned(knob: 0, steps: 3, at: now), from: 0, in: .aim, at: now) == guide(.stronger, 3))
    #expect(logic.handle(.turned(knob: 0, steps: -1, at: now), from: 0, in: .aim, at: now) == guide(.weaker, 1))
    #expect(logic.handle(.turned(knob: 0, steps: -1, at: now), from: 0, in: .aim, at: now) == guide(.weaker, 1))
    #expect(logic.handle(.turned(knob: 0, steps: 5000, at: now), from: 0, in: .aim, at: now) == guide(.stronger, 10))
    for scene in SceneKind.allCases where scene != .aim {
      #expect(logic.handle(.turned(knob: 0, steps: 1, at: now), from: 0, in: scene, at: now) == [])
    }
  }

  @Test func `keys mark points where points are marked, and mean what they meant elsewhere`() {
    var logic = PanelLogic([("keyboard", nil)])
    func said(_ signal: PanelSignal, _ scene: SceneKind, _ milliseconds: Int) -> PanelLogic.Effect? {
      logic.handle(signal, from: 0, in: scene, at: Bench.at(milliseconds)).first
    }
    func mark(_ step: MarkStep, _ milliseconds: Int) -> PanelLogic.Effect {
      .mark(step, panel: 0, edge: Bench.at(milliseconds))
    }
    #expect(said(.typed(.character("p"), otherwise: nil), .aim, 0) == mark(.begin, 0))
    #expect(said(.typed(.character("p"), otherwise: nil), .review, 0) == nil)
    #expect(said(.arrow(.left, otherwise: nil), .mark, 10) == mark(.move(.left), 10))
    #expect(said(.arrow(.left, otherwise: nil), .mark, 40) == mark(.move(.left), 40), "held")
    #expect(said(.typed(.character(" "), otherwise: .press(.start)), .mark, 50) == mark(.set, 50))
    #expect(said(.typed(.backspace, otherwise: .press(.retake)), .mark, 60) == mark(.back, 60))
    let start = said(.typed(.done, otherwise: .press(.start)), .mark, 1000)
    #expect(start == .press(.start, panel: 0, edge: Bench.at(1000)))
    let next = said(.arrow(.down, otherwise: .press(.next)), .aim, 2000)
    #expect(next == .press(.next, panel: 0, edge: Bench.at(2000)))
    // A finger says where.
    let place = MarkStep.point(.frame, PicturePoint(x: 0.25, y: 0.5))
    let touched = logic.touched(
      .mark(place), from: 0, in: Scene(BoothFlow()), edge: Bench.at(2100), at: Bench.at(2100))
    #expect(touched == [mark(place, 2100)])
  }

  @Test func `a touch takes a layout, or no print, whichever is highlighted`() {
    func presses(_ touched: String?, highlighted: String?, byHand: Bool) -> [PanelLogic.Effect] {
      var logic = PanelLogic([("screen", nil)])
      var scene = Scene(BoothFlow())
      scene.content = .printLayout(
        ["strip", "card"], highlighted: highlighted, until: Bench.at(9000), isByHand: byHand)
      return logic.touched(.layout(touched), from: 0, in: scene, edge: Bench.at(100), at: Bench.at(100))
    }
    func said(_ presses: Press...) -> [PanelLogic.Effect] {
      presses.map { .press($0, panel: 0, edge: Bench.at(100)) }
    }
    #expect(presses("card", highlighted: "strip", byHand: true) == said(.next, .start))
    #expect(presses("strip", highlighted: "strip", byHand: true) == said(.start))
    // It could move on before the touch arrives: it is taken by hand first.
    #expect(presses("strip", highlighted: "strip", byHand: false) == said(.next, .next, .next, .start))
    #expect(presses(nil, highlighted: "card", byHand: false) == said(.next, .start))
    #expect(presses("card", highlighted: nil, byHand: true) == said(.next, .next, .start))
  }

  @Test func `a press counts when it has stood for the debounce, and once`() {
    var bench = Bench(start)
    bench.wire(true, at: 100)
    bench.wire(false, at: 250)
    bench.run(to: 1000)
    #expect(bench.log == ["120 start"])
  }

  @Test func `a bouncing contact is one press, from its last bounce`() {
    var bench = Bench(start)
    for (time, level) in [(0, true), (3, false), (5, true), (9, false), (12, true)] { bench.wire(level, at: time) }
    for (time, level) in [(300, false), (304, true), (306, false)] { bench.wire(level, at: time) }
    bench.run(to: 1000)
    #expect(bench.log == ["32 start"])
  }

  @Test func `a spike on a long cable is nothing, however often`() {
    var bench = Bench(start)
    for spike in 0..<100 {
      bench.wire(true, at: spike * 40)
      bench.wire(false, at: spike * 40 + 19)
    }
    bench.run(to: 10_000)
    #expect(bench.log.isEmpty)
  }

  @Test func `edges the kernel merged are no press of their own`() {
    // Both edges of a short opening, told as two closings: the level is in doubt anew.
    var bench = Bench(start)
    bench.wire(true, at: 0)
    bench.wire(true, at: 15)
    bench.run(to: 34)
    #expect(bench.log.isEmpty)
    bench.run(to: 35)
    #expect(bench.log == ["35 start"])
  }

  @Test func `a minimum hold leaves out a brush`() {
    var button = start
    button.hold = .milliseconds(300)
    var bench = Bench(button)
    bench.wire(true, at: 0)
    bench.wire(false, at: 280)
    bench.wire(true, at: 1000)
    // A flicker shorter than the debounce does not begin the hold anew.
    bench.wire(false, at: 1100)
    bench.wire(true, at: 1110)
    bench.wire(false, at: 1500)
    bench.run(to: 3000)
    #expect(bench.log == ["1300 start"])
  }

  @Test func `short and long are two things`() {
    var button = start
    button.actions.longPress = .press(.retake)
    var bench = Bench(button)
    bench.wire(true, at: 0)
    bench.wire(false, at: 500)
    bench.wire(true, at: 3000)
    bench.wire(false, at: 9000)
    bench.run(to: 10_000)
    #expect(bench.log == ["520 start", "5000 retake"])
  }

  @Test func `what a button does is the scene's`() {
    var button = start
    button.inScene = [.review: PanelActions(press: .press(.retake)), .qr: PanelActions()]
    var bench = Bench(button)
    for (index, scene) in [SceneKind.attract, .review, .qr].enumerated() {
      bench.scene = scene
      bench.wire(true, at: index * 2000)
      bench.wire(false, at: index * 2000 + 100)
      bench.run(to: index * 2000 + 1000)
    }
    #expect(bench.log == ["20 start", "2020 retake"])
  }

  @Test func `a press begun in one scene answers no other`() {
    var button = start
    button.actions.longPress = .press(.cancel)
    var bench = Bench(button)
    bench.wire(true, at: 0)
    bench.run(to: 1000)
    bench.scene = .review
    bench.run(to: 5000)
    bench.wire(false, at: 5000)
    bench.wire(true, at: 6000)
    bench.run(to: 6100)
    bench.scene = .qr
    bench.wire(false, at: 6200)
    bench.run(to: 7000)
    #expect(bench.log.isEmpty)
  }

  @Test func `a stuck button is told once, counts for nothing, and works again when it is free`() {
    var bench = Bench(start)
    bench.wire(true, at: 0)
    bench.run(to: 100_000)
    bench.wire(false, at: 100_000)
    bench.wire(true, at: 101_000)
    bench.run(to: 102_000)
    #expect(bench.log == ["20 start", "30000 trouble", "100020 fine", "101020 start"])
  }

  @Test func `what was closed before anybody looked is no press, and is stuck after a while`() {
    var bench = Bench(start)
    bench.wire(true, at: 0, isNews: false)
    bench.run(to: 40_000)
    #expect(bench.log == ["30000 trouble"])
    // The plug was pulled: no button was released, and it is fine.
    bench.wire(false, at: 41_000, isNews: false)
    #expect(bench.log == ["30000 trouble", "41000 fine"])
  }

  @Test func `a wire that hums is told, presses nothing, and is fine when it rests`() {
    var bench = Bench(start)
    for half in 0..<1000 { bench.wire(half % 2 == 0, at: half * 10) }
    bench.run(to: 20_000)
    #expect(bench.log == ["5000 trouble", "10010 fine"])
  }

  @Test func `a press that was handled late was a press`() {
    var bench = Bench(start)
    var logic = bench.logic
    let closed = PanelContact(button: 0, isClosed: true, at: Bench.at(0))
    let opened = PanelContact(button: 0, isClosed: false, at: Bench.at(60))
    #expect(logic.handle(.contact(closed), from: 0, in: .attract, at: Bench.at(300)).isEmpty)
    let effects = logic.handle(.contact(opened), from: 0, in: .attract, at: Bench.at(300))
    #expect(effects == [.press(.start, panel: 0, edge: Bench.at(0))])
    // A stamp of another clock is none: then it is now.
    let strange = PanelContact(button: 0, isClosed: true, at: Instant(nanoseconds: 5))
    bench.run(to: 100)
    #expect(bench.logic.handle(.contact(strange), from: 0, in: .attract, at: Bench.at(100)).isEmpty)
    #expect(bench.logic.wakeUp == Bench.at(120))
  }

  @Test func `a key heard by two panels is one press`() {
    var logic = PanelLogic([("terminal", nil), ("pedal", PanelProfile(name: "pedal", buttons: [start]))])
    #expect(logic.handle(.press(.start), from: 0, in: .attract, at: Bench.at(0)).count == 1)
    let contact = PanelContact(button: 0, isClosed: true, at: Bench.at(1))
    #expect(logic.handle(.contact(contact), from: 1, in: .attract, at: Bench.at(1)).isEmpty)
    #expect(logic.timePassed(in: .attract, at: Bench.at(21)).isEmpty)
    #expect(logic.handle(.press(.start), from: 0, in: .attract, at: Bench.at(200)).count == 1)
  }

  @Test func `a panel's condition is the operator's`() {
    var logic = PanelLogic([("pedal", nil)])
    #expect(
      logic.handle(.condition("gone"), from: 0, in: .attract, at: Bench.at(0)) == [
        .trouble(topic: "panel pedal", "gone")
      ])
    let stranger = PanelContact(button: 7, isClosed: true, at: Bench.at(0))
    #expect(logic.handle(.contact(stranger), from: 0, in: .attract, at: Bench.at(0)).isEmpty)
  }

  @Test(arguments: 0..<20) func `children who mash everything do no harm`(seed: Int) {
    var random = SeededNumbers(UInt64(seed) + 1)
    let operators = PanelButton(name: "service", actions: PanelActions(longPress: .request(.shutDown)))
    let cancel = PanelButton(
      name: "cancel", hold: .milliseconds(300), actions: PanelActions(press: .press(.cancel)))
    var bench = Bench(start, cancel, operators)
    var down = [false, false, false]
    var time = 0
    for _ in 0..<3000 {
      time += Int(random.next() % 60)
      let button = Int(random.next() % 3)
      down[button].toggle()
      bench.wire(down[button], at: time, button: button)
    }
    for button in 0..<3 where down[button] { bench.wire(false, at: time + 1, button: button) }
    bench.run(to: time + 60_000)
    var last: [String: Int] = [:]
    for line in bench.log {
      let words = line.split(separator: " ")
      let (now, what) = (Int(words[0]) ?? 0, String(words[1]))
      #expect(what != "shutDown", "nobody held it for two seconds")
      if let before = last[what], what == "start" || what == "cancel" {
        #expect(now - before >= (what == "cancel" ? 700 : 150), "\(line) after \(before)")
      }
      last[what] = now
    }
    #expect(bench.log.contains { $0.hasSuffix("start") }, "the mashing reached nothing")
    #expect(bench.logic.wakeUp == nil)
  }
}

/// xorshift64: the same numbers for the same seed.
private struct SeededNumbers {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state >> 11
  }
}
