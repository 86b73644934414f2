import BoothTesting
import FoundationEssentials
import Testing

@testable import BoothCore
@testable import ConfigFiles

@Suite struct PanelProfileTests {
  private func read(_ text: String) -> (profile: PanelProfile?, problems: [DeviceError]) {
    PanelProfile.reading(Array(text.utf8), file: "mine.json5")
  }

  @Test func `a file is read as it is written`() throws {
    let (profile, problems) = read(
      """
      { kind: "panel", name: "mine", chips: ["pinctrl-rp1", "gpiochip0"],
        devices: [{usb: "3553:B001"}, {name: "Foot", grab: false, rotation: 90}],
        buttons: [
          {name: "a", line: 17, press: "start"},
          {name: "b", line: "GPIO5", activeLow: false, bias: "pullDown", debounceMilliseconds: 5, holdMilliseconds: 300,
           longPressMilliseconds: 3000, stuckSeconds: 10, press: "cancel", longPress: "pause",
           in: {paused: {longPress: "resume"}, qr: {press: "none"}}},
          {name: "c", keys: ["F13", "key_enter", "BTN_TRIGGER", 700, "1"], touch: [0, 0.5, 1, 1], press: "next"},
        ],
        knobs: [{name: "guide", lines: [5, "GPIO6"]},
          {name: "other", lines: [7, 8], activeLow: false, bias: "none", transitions: 2, direction: "counterclockwise"}],
        lights: [{name: "lamp", line: 25, activeLow: true, when: {flash: "on", fault: [1000, 250], off: "off"}}],
      }
      """)
    #expect(problems == [])
    let mine = try #require(profile)
    #expect(mine.chips == ["pinctrl-rp1", "gpiochip0"])
    #expect(
      mine.devices == [
        PanelInputDevice(usb: USBIdentity(vendor: 0x3553, product: 0xb001), isGrabbed: true),
        PanelInputDevice(name: "Foot", isGrabbed: false, rotation: 90),
      ])
    #expect(
      mine.buttons[0]
        == PanelButton(
          name: "a", line: PanelLine(.offset(17), isActiveLow: true, bias: .pullUp),
          actions: PanelActions(press: .press(.start))))
    #expect(
      mine.buttons[1]
        == PanelButton(
          name: "b", line: PanelLine(.name("GPIO5"), isActiveLow: false, bias: .pullDown), debounce: .milliseconds(5),
          hold: .milliseconds(300), longPress: .seconds(3), stuckAfter: .seconds(10),
          actions: PanelActions(press: .press(.cancel), longPress: .request(.pause)),
          inScene: [.paused: PanelActions(longPress: .request(.resume)), .qr: PanelActions()]))
    #expect(mine.buttons[2].keys == [183, 28, 288, 700, 2])
    #expect(mine.buttons[2].touch == PanelArea(left: 0, top: 0.5, right: 1, bottom: 1))
    #expect(
      mine.lights == [
        PanelLight(
          name: "lamp", line: PanelLine(.offset(25), isActiveLow: true, bias: .none),
          patterns: [
            .flash: .steady(true), .fault: .blinking([.milliseconds(1000), .milliseconds(250)]), .off: .steady(false),
          ])
      ])
    #expect(
      mine.knobs == [
        PanelKnob(
          name: "guide",
          lines: [
            PanelLine(.offset(5), isActiveLow: true, bias: .pullUp),
            PanelLine(.name("GPIO6"), isActiveLow: true, bias: .pullUp),
          ]),
        PanelKnob(
          name: "other",
          lines: [
            PanelLine(.offset(7), isActiveLow: false, bias: .none),
            PanelLine(.offset(8), isActiveLow: false, bias: .none),
          ], transitions: 2, direction: .counterclockwise),
      ])
    #expect(mine.usesLines)
    #expect(mine.lights[0].pattern(for: .countdown) == .steady(false))
  }

  /// What stands in `{kind: "panel", name: "p", chips: ["c"], …}`, the key that is named, and a word of what is expected.
  private static let broken: [(text: String, key: String, expected: String)] = [
    ("", "buttons", "at least one"),
    ("buttons: []", "buttons", "a list of 1 to 64"),
    ("buttons: 7", "buttons", "a list"),
    ("buttons: [7]", "buttons[0]", "an object"),
    ("colour: 1", "colour", "one of kind"),
    ("buttons: [{name: 'a', line: 1, press: 'start', line: 2}]", "buttons[0].line", "once"),
    ("buttons: [{line: 1, press: 'start'}]", "buttons[0].name", "name"),
    ("buttons: [{name: 'a', press: 'start'}]", "buttons[0]", "a line, keys or touch"),
    ("buttons: [{name: 'a', line: 1}]", "buttons[0].press", "what the button does"),
    ("buttons: [{name: 'a', line: 1, press: 'boom'}]", "buttons[0].press", "one of \"start\""),
    ("buttons: [{name: 'a', line: -1, press: 'start'}]", "buttons[0].line", "from 0"),
    ("buttons: [{name: 'a', line: 1.5, press: 'start'}]", "buttons[0].line", "from 0"),
    ("buttons: [{name: 'a', line: 1, bias: 'up', press: 'start'}]", "buttons[0].bias", "pullUp"),
    ("buttons: [{name: 'a', keys: ['A'], bias: 'pullUp', press: 'start'}]", "buttons[0].bias", "a line"),
    ("buttons: [{name: 'a', keys: ['HUGO'], press: 'start'}]", "buttons[0].keys[0]", "evtest"),
    ("buttons: [{name: 'a', keys: [0], press: 'start'}]", "buttons[0].keys[0]", "767"),
    ("buttons: [{name: 'a', touch: [0, 0, 0, 1], press: 'start'}]", "buttons[0].touch", "fractions"),
    (
      "buttons: [{name: 'a', line: 1, debounceMilliseconds: 501, press: 'start'}]", "buttons[0].debounceMilliseconds",
      "500"
    ),
    (
      "buttons: [{name: 'a', line: 1, holdMilliseconds: 3000, press: 'start'}]", "buttons[0].longPressMilliseconds",
      "more than hold"
    ),
    (
      "buttons: [{name: 'a', line: 1, stuckSeconds: 5, longPressMilliseconds: 6000, press: 'start'}]",
      "buttons[0].stuckSeconds", "longer than a long press"
    ),
    // Nothing of the operator's by a mere press, in no scene.
    ("buttons: [{name: 'a', line: 1, press: 'shutDown'}]", "buttons[0].press", "longPress only"),
    (
      "buttons: [{name: 'a', line: 1, press: 'start', in: {qr: {press: 'pause'}}}]", "buttons[0].in.qr.press",
      "longPress only"
    ),
    (
      "buttons: [{name: 'a', line: 1, longPress: 'shutDown', longPressMilliseconds: 1999}]",
      "buttons[0].longPressMilliseconds", "2000 or more"
    ),
    ("buttons: [{name: 'a', line: 1, press: 'start', in: {lunch: {}}}]", "buttons[0].in.lunch", "one of starting"),
    (
      "buttons: [{name: 'a', line: 1, press: 'start'}, {name: 'a', line: 2, press: 'next'}]", "buttons[1].name",
      "of its own"
    ),
    (
      "buttons: [{name: 'a', line: 1, press: 'start'}], lights: [{name: 'b', line: 1, when: {ready: 'on'}}]",
      "lights[0].line", "of its own"
    ),
    (
      "buttons: [{name: 'a', keys: ['A'], press: 'start'}, {name: 'b', keys: ['B', 30], press: 'next'}]",
      "buttons[1].keys", "of its own"
    ),
    ("knobs: [{name: 'k'}]", "knobs[0].lines", "contact A"),
    ("knobs: [{name: 'k', lines: [5]}]", "knobs[0].lines", "two lines"),
    ("knobs: [{name: 'k', lines: [5, 5]}]", "knobs[0].lines", "two lines"),
    ("knobs: [{name: 'k', lines: [5, -6]}]", "knobs[0].lines", "from 0"),
    ("knobs: [{lines: [5, 6]}]", "knobs[0].name", "name"),
    ("knobs: [{name: 'k', lines: [5, 6], transitions: 3}]", "knobs[0].transitions", "4, 2 or 1"),
    ("knobs: [{name: 'k', lines: [5, 6], direction: 'left'}]", "knobs[0].direction", "clockwise"),
    ("knobs: [{name: 'k', lines: [5, 6], press: 'start'}]", "knobs[0].press", "one of name"),
    (
      "buttons: [{name: 'a', line: 6, press: 'start'}], knobs: [{name: 'k', lines: [5, 6]}]", "knobs[0].lines[1]",
      "of its own"
    ),
    ("lights: [{name: 'b', when: {ready: 'on'}}]", "lights[0].line", "line"),
    ("lights: [{name: 'b', line: 1}]", "lights[0].when", "ready"),
    ("lights: [{name: 'b', line: 1, when: {party: 'on'}}]", "lights[0].when.party", "one of ready"),
    ("lights: [{name: 'b', line: 1, when: {ready: [100]}}]", "lights[0].when.ready", "in turn"),
    ("lights: [{name: 'b', line: 1, when: {ready: [100, 5]}}]", "lights[0].when.ready", "20 to 60000"),
    ("devices: [{usb: '3553-b001'}]", "devices[0].usb", "3553:b001"),
    ("devices: [{name: 'x', rotation: 45}]", "devices[0].rotation", "90"),
    ("buttons: [{name: 'a', line: 1, press: 'start'", "line 1, column 87", "}"),
  ]

  @Test(arguments: broken.indices) func `each mistake is told with its key and what was expected`(_ index: Int) throws {
    let (text, key, expected) = Self.broken[index]
    let (profile, problems) = read("{kind: 'panel', name: 'p', chips: ['c'], \(text)\(text.hasSuffix("'") ? "" : "}")")
    #expect(profile == nil)
    let problem = try #require(problems.first { $0.key == key }, "\(problems)")
    #expect(problem.expected.contains(expected), "\(problem)")
    #expect(problem.description.hasPrefix("mine.json5: \(key): expected "))
    #expect(problems.count == 1, "\(problems)")
  }

  @Test func `what the file is, and a chip for its lines, must be said`() {
    #expect(read("{name: 'p', buttons: [{name: 'a', keys: ['A'], press: 'start'}]}").problems.map(\.key) == ["kind"])
    #expect(
      read("{kind: 'panel', buttons: [{name: 'a', keys: ['A'], press: 'start'}]}").problems.map(\.key) == ["name"])
    #expect(
      read("{kind: 'panel', name: 'p', buttons: [{name: 'a', line: 1, press: 'start'}]}").problems.map(\.key) == [
        "chips"
      ])
    #expect(read("[1]").problems.map(\.key) == [""])
  }

  @Test func `hostile bytes are refused in bounds`() {
    #expect(
      PanelProfile.reading(Array(repeating: 0x20, count: (256 << 10) + 1), file: "x").problems.count == 1)
    let keys = (0..<5000).map { "k\($0): 1" }.joined(separator: ",")
    #expect(read("{\(keys)}").problems.count == FileBounds.problems)
    #expect(read("{kind: 'panel', name: '\u{1B}[2J'}").problems.allSatisfy { !$0.description.contains("\u{1B}") })
  }

  @Test func `keys have their names both ways`() {
    for code in UInt16(1)...767 {
      let name = InputKey.name(of: code)
      #expect(name == "key \(code)" || InputKey.code(of: name) == code)
    }
    // linux/input-event-codes.h
    let known: [(String, UInt16)] = [
      ("ESC", 1), ("ENTER", 28), ("A", 30), ("SPACE", 57), ("KPENTER", 96), ("F13", 183), ("F24", 194), ("KPDOT", 83),
      ("VOLUMEUP", 115), ("BTN_TRIGGER", 288), ("BTN_BASE6", 299), ("PAGEDOWN", 109), ("RIGHTSHIFT", 54), ("F12", 88),
    ]
    for (name, code) in known { #expect(InputKey.code(of: name) == code, "\(name)") }
    #expect(InputKey.code(of: "BTN_LEFT") == 0x110 && InputKey.code(of: "NONE") == nil)
  }

  @Test(arguments: ["raspberry-pi", "usb-pedal", "keyboard", "touch"])
  func `the bundled panels have no problems`(_ name: String) throws {
    let data = try Data(contentsOf: SourceTree.root.appending(path: "Devices/Panels/\(name).json5"))
    let (profile, problems) = PanelProfile.reading([UInt8](data), file: "\(name).json5")
    #expect(problems.map(\.description) == [])
    #expect(profile?.name == name)
    #expect(profile?.buttons.contains { $0.actions(in: .attract).press == .press(.start) } == true)
  }
}
