import BoothCore
import BoothTesting
import Logging
import Synchronization
import Testing

@testable import InputDevices

@Suite(.timeLimit(.minutes(15))) struct ProfilePanelTests {
  private let clock = StepClock()
  private let gpio = StandInGPIO()
  private let input = StandInInput()
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func panel(_ profile: PanelProfile) -> ProfilePanel {
    ProfilePanel(profile, lines: gpio, input: input, clock: clock, logger: logger)
  }

  private static func button(_ name: String, line: UInt32? = nil, keys: [UInt16] = []) -> PanelButton {
    PanelButton(
      name: name, line: line.map { PanelLine(.offset($0), isActiveLow: true, bias: .pullUp) }, keys: keys,
      actions: PanelActions(press: .press(.start)))
  }

  private func contact(_ button: Int, _ isClosed: Bool, at: Instant, isNews: Bool = true) -> PanelSignal {
    .contact(PanelContact(button: button, isClosed: isClosed, at: at, isNews: isNews))
  }

  @Test func `a line's edges come with the kernel's time, and its first level as found`() async {
    gpio.state.withLock { $0.levels[4] = true }
    let panel = panel(
      PanelProfile(name: "p", chips: ["pinctrl-test"], buttons: [Self.button("a", line: 3), Self.button("b", line: 4)]))
    var signals = panel.signals.makeAsyncIterator()
    #expect(await signals.next() == contact(0, false, at: clock.now, isNews: false))
    #expect(await signals.next() == contact(1, true, at: clock.now, isNews: false))
    let edge = clock.now - .milliseconds(3)
    gpio.move(3, to: true, at: edge)
    #expect(await signals.next() == contact(0, true, at: edge))
    panel.close()
    while await signals.next() != nil {}
    #expect(gpio.state.withLock { $0.released } == [3, 4])
  }

  @Test(arguments: PanelConformance.checks)
  func `a panel on lines keeps the promises of the port`(_ check: PanelConformance) async throws {
    let light = PanelLight(
      name: "l", line: PanelLine(.name("GPIO5"), isActiveLow: false, bias: .none),
      patterns: [.fault: .blinking([.seconds(1), .seconds(1)])])
    let panel = panel(
      PanelProfile(name: "p", chips: ["pinctrl-test"], buttons: [Self.button("a", line: 3)], lights: [light]))
    var signals = panel.signals.makeAsyncIterator()
    #expect(await signals.next() == contact(0, false, at: clock.now, isNews: false))
    let (gpio, edge) = (gpio, clock.now)
    try await check.run(
      PanelConformance.Subject(panel, expected: [contact(0, true, at: edge), contact(0, false, at: edge)]) {
        gpio.move(3, to: true, at: edge)
        gpio.move(3, to: false, at: edge)
      } leave: {
        panel.close()
      })
  }

  @Test func `edges that the kernel dropped are made up for by the level`() async {
    let panel = panel(PanelProfile(name: "p", chips: ["gpiochip0"], buttons: [Self.button("a", line: 3)]))
    var signals = panel.signals.makeAsyncIterator()
    _ = await signals.next()
    gpio.dropEdge(3, at: clock.now)
    #expect(await signals.next() == contact(0, true, at: clock.now))
    #expect(await signals.next() == contact(0, false, at: clock.now))
    panel.close()
  }

  @Test func `a knob's edges are put in their order, and each detent is told once, whichever line bounces`() async {
    let lines = [UInt32(5), 6].map { PanelLine(.offset($0), isActiveLow: true, bias: .pullUp) }
    let panel = panel(
      PanelProfile(
        name: "p", chips: ["pinctrl-test"], buttons: [Self.button("a", line: 3)],
        knobs: [PanelKnob(name: "guide", lines: lines)]))
    var signals = panel.signals.makeAsyncIterator()
    _ = await signals.next()
    // All lines are taken when the thread tells of a press.
    for isClosed in [true, false] {
      gpio.move(3, to: isClosed, at: clock.now)
      _ = await signals.next()
    }
    var time = clock.now - .milliseconds(200)
    // The second line's edges are known before the first's, as another thread may have it.
    func turn(_ first: UInt32, _ second: UInt32) {
      for (line, isClosed) in [(first, true), (second, true), (first, false), (second, false)] {
        for level in [isClosed, !isClosed, isClosed] {
          time = time + .microseconds(300)
          gpio.edge(line, to: level, at: time)
        }
      }
      gpio.ring(6)
    }
    turn(5, 6)
    #expect(await signals.next() == .turned(knob: 0, steps: 1, at: time))
    turn(6, 5)
    #expect(await signals.next() == .turned(knob: 0, steps: -1, at: time))
    turn(5, 6)
    #expect(await signals.next() == .turned(knob: 0, steps: 1, at: time))
    // What is begun and given up is nothing: the next word is the button's.
    gpio.move(5, to: true, at: time + .milliseconds(1))
    gpio.move(5, to: false, at: time + .milliseconds(2))
    gpio.move(3, to: true, at: clock.now)
    #expect(await signals.next() == contact(0, true, at: clock.now))
    panel.close()
    while await signals.next() != nil {}
    #expect(gpio.state.withLock { $0.released } == [3, 5, 6])
  }

  @Test func `a knob of which one line is in use has neither, and is told`() async {
    gpio.state.withLock { $0.refused[6] = PanelFault("line 6 of gpiochip0 is in use by somebody else") }
    let lines = [UInt32(5), 6].map { PanelLine(.offset($0), isActiveLow: true, bias: .pullUp) }
    let profile = PanelProfile(name: "p", chips: ["pinctrl-test"], knobs: [PanelKnob(name: "guide", lines: lines)])
    let words = PanelDevices.problem(of: profile, lines: gpio, input: input)
    #expect(words == "line 6 of gpiochip0 is in use by somebody else")
    #expect(gpio.state.withLock { $0.released } == [5])
    gpio.state.withLock { $0.refused[6] = nil }
    #expect(PanelDevices.problem(of: profile, lines: gpio, input: input) == nil)
  }

  @Test func `lights show the cue, and are out at the end`() async {
    let light = PanelLight(
      name: "l", line: PanelLine(.name("GPIO5"), isActiveLow: false, bias: .none),
      patterns: [.flash: .steady(true), .fault: .blinking([.seconds(1), .seconds(1)])])
    let panel = panel(
      PanelProfile(name: "p", chips: ["pinctrl-test"], buttons: [Self.button("a", line: 3)], lights: [light]))
    var signals = panel.signals.makeAsyncIterator()
    _ = await signals.next()
    // A moved line makes the thread look; its word afterwards says that it has.
    func settle() async {
      gpio.move(3, to: true, at: clock.now)
      _ = await signals.next()
      gpio.move(3, to: false, at: clock.now)
      _ = await signals.next()
    }
    panel.show(.flash)
    await settle()
    panel.show(.fault)
    await settle()
    clock.advance(by: .milliseconds(1100))
    await settle()
    panel.show(.flash)
    await settle()
    panel.close()
    while await signals.next() != nil {}
    #expect(gpio.state.withLock { $0.lamps[5] } == [false, true, false, true, false])
    #expect(gpio.state.withLock { $0.released } == [3, 5])
  }

  @Test func `a chip that is not there is told with what there is, and found when it comes`() async {
    let chips = gpio.state.withLock { state in
      defer { state.chips = [] }
      return state.chips
    }
    let panel = panel(PanelProfile(name: "p", chips: ["pinctrl-test"], buttons: [Self.button("a", line: 3)]))
    var signals = panel.signals.makeAsyncIterator()
    #expect(
      await signals.next() == .condition("there is no GPIO chip pinctrl-test; found: this machine has none"))
    gpio.state.withLock { $0.chips = chips }
    clock.advance(by: .seconds(4))
    panel.show(.ready)
    #expect(await signals.next() == contact(0, false, at: clock.now, isNews: false))
    #expect(await signals.next() == .condition(nil))
    panel.close()
  }

  @Test func `a lamp that somebody else holds leaves the button alone`() async {
    gpio.state.withLock { $0.refused[9] = PanelFault("line 9 of gpiochip0 is in use by somebody else") }
    let light = PanelLight(name: "l", line: PanelLine(.offset(9), isActiveLow: false, bias: .none), patterns: [:])
    let panel = panel(
      PanelProfile(name: "p", chips: ["pinctrl-test"], buttons: [Self.button("a", line: 3)], lights: [light]))
    var signals = panel.signals.makeAsyncIterator()
    #expect(await signals.next() == contact(0, false, at: clock.now, isNews: false))
    #expect(await signals.next() == .condition("line 9 of gpiochip0 is in use by somebody else"))
    gpio.move(3, to: true, at: clock.now)
    #expect(await signals.next() == contact(0, true, at: clock.now))
    panel.close()
  }

  @Test func `a line or a name that the chip has not is told`() async {
    for (place, words) in [
      (PanelLine.Place.offset(99), "pinctrl-test (gpiochip0) has 32 lines, and no line 99"),
      (.name("HUGO"), "pinctrl-test (gpiochip0) has no line named HUGO; see: gpioinfo gpiochip0"),
    ] {
      let button = PanelButton(
        name: "a", line: PanelLine(place, isActiveLow: true, bias: .pullUp),
        actions: PanelActions(press: .press(.start)))
      let panel = panel(PanelProfile(name: "p", chips: ["pinctrl-test"], buttons: [button]))
      var signals = panel.signals.makeAsyncIterator()
      #expect(await signals.next() == .condition(words))
      panel.close()
    }
  }

  @Test func `a pedal is found when it is plugged in, is the booth's alone, and is missed when it is pulled`() async {
    let profile = PanelProfile(
      name: "p", devices: [PanelInputDevice(usb: USBIdentity("3553:b001"), isGrabbed: true)],
      buttons: [Self.button("a", keys: [183])])
    let panel = panel(profile)
    var signals = panel.signals.makeAsyncIterator()
    let missing =
      "none of the panel's input devices (3553:b001) is attached; plug it in (`booth devices` lists what there is)"
    #expect(await signals.next() == .condition(missing))
    // A mouse of the same make, and another person's keyboard: neither is it.
    let usb = USBIdentity("3553:b001")
    input.plug("/dev/input/event0", .init(facts: InputFacts(name: "pedal mouse", usb: usb, place: ""), keys: [272]))
    input.plug("/dev/input/event1", .init(facts: InputFacts(name: "keyboard", usb: nil, place: ""), keys: [183]))
    input.plug("/dev/input/event2", .init(facts: InputFacts(name: "pedal", usb: usb, place: ""), keys: [30, 183]))
    #expect(await signals.next() == .condition(nil))
    #expect(input.state.withLock { $0.filter { $0.value.isGrabbed }.map(\.key) } == ["/dev/input/event2"])
    func key(_ value: Int32) -> InputEvent { InputEvent(type: 1, code: 183, value: value, at: clock.now) }
    input.send("/dev/input/event1", [key(1)])
    input.send("/dev/input/event2", [key(1), key(2), key(2)])
    #expect(await signals.next() == contact(0, true, at: clock.now))
    input.unplug("/dev/input/event2")
    #expect(await signals.next() == contact(0, false, at: clock.now, isNews: false))
    var condition = await signals.next()
    if condition == .condition("pedal (/dev/input/event2) is gone; plug it in again") {
      condition = await signals.next()
    }
    #expect(condition == .condition(missing))
    panel.close()
  }

  @Test func `a button with a wire and a key is closed while one of them is`() {
    var board = ContactBoard(buttons: 2)
    func contact(_ isClosed: Bool) -> PanelContact { PanelContact(button: 1, isClosed: isClosed, at: clock.now) }
    #expect(board.take(contact(true), from: .line) == contact(true))
    #expect(board.take(contact(true), from: .line) == contact(true), "an edge too many is the wire's own")
    #expect(board.take(contact(true), from: .input) == nil)
    #expect(board.take(contact(false), from: .line) == nil)
    #expect(board.take(contact(false), from: .input) == contact(false))
  }

  @Test func `a key that is held when its keyboard is found is no press`() async {
    input.plug("/dev/input/event2", .init(facts: InputFacts(name: "k", usb: nil, place: ""), keys: [28], held: [28]))
    let panel = panel(
      PanelProfile(name: "p", chips: ["pinctrl-test"], buttons: [Self.button("a", line: 3, keys: [28])]))
    var signals = panel.signals.makeAsyncIterator()
    #expect(await signals.next() == contact(0, false, at: clock.now, isNews: false))
    #expect(await signals.next() == contact(0, true, at: clock.now, isNews: false), "held before it was found")
    panel.close()
  }
}
