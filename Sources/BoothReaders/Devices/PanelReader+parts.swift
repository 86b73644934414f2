import BoothCore

extension PanelReader {
  mutating func device(_ value: JSON5Value, at path: String) -> PanelInputDevice? {
    guard let fields = object(value, at: path, known: ["name", "usb", "grab", "rotation"]) else { return nil }
    let name = text("name", in: fields, "a part of the device's name")
    var usb: USBIdentity?
    if let value = fields.object["usb"] {
      if case .string(let text) = value { usb = USBIdentity(text) }
      if usb == nil {
        note(fields.path("usb"), expected: "vendor and product such as \"3553:b001\", see: lsusb", found: value.summary)
      }
    }
    // Whatever is plugged in is only taken for the booth alone when the file says which it is.
    let isNamed = name != nil || usb != nil
    let isGrabbed = bool("grab", in: fields, otherwise: isNamed)
    let rotation = whole("rotation", in: fields, 0...270, "degrees clockwise")
    if let rotation, rotation % 90 != 0 {
      note(fields.path("rotation"), expected: "0, 90, 180 or 270", found: "\(rotation)")
    }
    return PanelInputDevice(name: name, usb: usb, isGrabbed: isGrabbed, rotation: rotation)
  }

  /// A button closes to ground over the chip's own pull-up unless the file says otherwise, as every booth we know of is
  /// wired; a light is on when its line is high.
  mutating func line(in fields: EventFields, forButton: Bool) -> PanelLine? {
    guard let value = fields.object["line"] else { return nil }
    let place: PanelLine.Place
    if let offset = value.wholeNumber, (0...1023).contains(offset) {
      place = .offset(UInt32(offset))
    } else if let name = text(value) {
      place = .name(name)
    } else {
      note(
        fields.path("line"), expected: "a line's number on its chip, from 0, or its name, see: gpioinfo",
        found: value.summary)
      return nil
    }
    return PanelLine(
      place, isActiveLow: bool("activeLow", in: fields, otherwise: forButton),
      bias: (forButton ? choice("bias", in: fields, of: PanelLine.Bias.self) : nil) ?? (forButton ? .pullUp : .none))
  }

  mutating func button(_ value: JSON5Value, at path: String) -> PanelButton? {
    let known = [
      "name", "line", "activeLow", "bias", "keys", "touch", "debounceMilliseconds", "holdMilliseconds",
      "longPressMilliseconds", "stuckSeconds", "press", "longPress", "in",
    ]
    guard let fields = object(value, at: path, known: known) else { return nil }
    let before = problems.count
    if fields.object["name"] == nil { note(fields.path("name"), expected: "the button's name", found: "nothing") }
    var button = PanelButton(
      name: text("name", in: fields, "the button's name") ?? "", actions: actions(in: fields))
    button.line = line(in: fields, forButton: true)
    for item in items("keys", in: fields, "keys") {
      if let key = key(item.value) {
        button.keys.append(key)
      } else {
        note(
          item.path, expected: "a key such as \"F13\" or \"ENTER\", or its code from 1 to 767, see: evtest",
          found: item.value.summary)
      }
    }
    button.touch = area(in: fields)
    func milliseconds(_ key: String, _ range: ClosedRange<Int>) -> Duration? {
      whole(key, in: fields, range, "milliseconds").map { .milliseconds($0) }
    }
    button.debounce = milliseconds("debounceMilliseconds", 0...500) ?? button.debounce
    button.hold = milliseconds("holdMilliseconds", 0...5000) ?? button.hold
    button.longPress = milliseconds("longPressMilliseconds", 500...20_000) ?? button.longPress
    button.stuckAfter =
      whole("stuckSeconds", in: fields, 5...600, "seconds").map { .seconds($0) } ?? button.stuckAfter
    if let value = fields.object["in"] { button.inScene = scenes(value, at: fields.path("in")) }
    // What a button does with values that are not its own would only confuse.
    if problems.count == before { check(button, fields) }
    return button
  }

  private mutating func check(_ button: PanelButton, _ fields: EventFields) {
    if button.line == nil, button.keys.isEmpty, button.touch == nil, fields.object["line"] == nil,
      fields.object["keys"] == nil, fields.object["touch"] == nil
    {
      note(fields.prefix, expected: "a line, keys or touch", found: "none of them")
    }
    if button.line == nil, fields.object["line"] == nil {
      for key in ["activeLow", "bias"] where fields.object[key] != nil {
        note(fields.path(key), expected: "a line that it is said of", found: "none")
      }
    }
    let longest = max(button.hold, button.debounce)
    if button.longPress <= longest {
      note(
        fields.path("longPressMilliseconds"), expected: "more than holdMilliseconds and debounceMilliseconds",
        found: "\(button.longPress.wholeNanoseconds / 1_000_000)")
    }
    if button.stuckAfter <= button.longPress {
      note(
        fields.path("stuckSeconds"), expected: "longer than a long press", found: "\(button.stuckAfter.inSeconds.short)"
      )
    }
    let tables =
      [(fields.prefix, button.actions)]
      + button.inScene.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { (fields.path("in.\($0.key.rawValue)"), $0.value) }
    if tables.allSatisfy({ $0.1 == PanelActions() }) {
      note(fields.path("press"), expected: "what the button does", found: "nothing, in any scene")
    }
    for (path, actions) in tables {
      // Guests' children press everything; nobody holds a button for two seconds by chance and lets go in time.
      if case .request = actions.press {
        note("\(path).press", expected: "the operator's actions as longPress only", found: "one as a press")
      }
      if case .request = actions.longPress, button.longPress < .seconds(2) {
        note(
          fields.path("longPressMilliseconds"), expected: "2000 or more for an operator's action",
          found: "\(button.longPress.wholeNanoseconds / 1_000_000)")
      }
    }
  }

  private func key(_ value: JSON5Value) -> UInt16? {
    if let code = value.wholeNumber { return (1...767).contains(code) ? UInt16(code) : nil }
    guard case .string(let name) = value else { return nil }
    return InputKey.code(of: name)
  }

  private mutating func area(in fields: EventFields) -> PanelArea? {
    guard let value = fields.object["touch"] else { return nil }
    if case .array(let items) = value, items.count == 4 {
      let numbers = items.compactMap(\.double).filter { (0...1).contains($0) }
      if numbers.count == 4, numbers[0] < numbers[2], numbers[1] < numbers[3] {
        return PanelArea(left: numbers[0], top: numbers[1], right: numbers[2], bottom: numbers[3])
      }
    }
    note(
      fields.path("touch"), expected: "[left, top, right, bottom] in fractions of the screen, such as [0, 0, 1, 1]",
      found: value.summary)
    return nil
  }

  private mutating func actions(in fields: EventFields) -> PanelActions {
    PanelActions(press: action("press", in: fields), longPress: action("longPress", in: fields))
  }

  private mutating func action(_ key: String, in fields: EventFields) -> PanelActions.Action? {
    guard let word = choice(key, in: fields, of: PanelWord.self) else { return nil }
    return word.action
  }

  private mutating func scenes(_ value: JSON5Value, at path: String) -> [SceneKind: PanelActions] {
    guard let fields = object(value, at: path, known: SceneKind.allCases.map(\.rawValue)) else { return [:] }
    var scenes: [SceneKind: PanelActions] = [:]
    for scene in SceneKind.allCases {
      guard let value = fields.object[scene.rawValue],
        let table = object(value, at: fields.path(scene.rawValue), known: ["press", "longPress"])
      else { continue }
      scenes[scene] = actions(in: table)
    }
    return scenes
  }

  mutating func light(_ value: JSON5Value, at path: String) -> PanelLight? {
    guard let fields = object(value, at: path, known: ["name", "line", "activeLow", "when"]) else { return nil }
    if fields.object["name"] == nil { note(fields.path("name"), expected: "the light's name", found: "nothing") }
    let name = text("name", in: fields, "the light's name") ?? ""
    guard let line = line(in: fields, forButton: false) else {
      if fields.object["line"] == nil { note(fields.path("line"), expected: "the light's line", found: "nothing") }
      return nil
    }
    let cues = PanelCue.allCases.map(\.rawValue)
    guard let value = fields.object["when"], let when = object(value, at: fields.path("when"), known: cues) else {
      if fields.object["when"] == nil {
        note(fields.path("when"), expected: "what it shows for \(cues.joined(separator: ", "))", found: "nothing")
      }
      return nil
    }
    var patterns: [PanelCue: LightPattern] = [:]
    for cue in PanelCue.allCases {
      guard let value = when.object[cue.rawValue] else { continue }
      if let pattern = pattern(value) {
        patterns[cue] = pattern
      } else {
        note(
          when.path(cue.rawValue),
          expected: "\"on\", \"off\", or milliseconds on and off in turn such as [500, 500], each 20 to 60000",
          found: value.summary)
      }
    }
    return PanelLight(name: name, line: line, patterns: patterns)
  }

  private func pattern(_ value: JSON5Value) -> LightPattern? {
    switch value {
    case .string("on"): return .steady(true)
    case .string("off"): return .steady(false)
    case .array(let items):
      let steps = items.compactMap(\.wholeNumber).filter { (20...60_000).contains($0) }
      guard steps.count == items.count, steps.count % 2 == 0, (2...16).contains(steps.count) else { return nil }
      return .blinking(steps.map { .milliseconds($0) })
    default: return nil
    }
  }
}

/// What a button can do, as the file says it.
private enum PanelWord: String, CaseIterable {
  case start, cancel, retake, next, previous, none
  case pause, resume, changeEvent, settings, shutDown

  var action: PanelActions.Action? {
    switch self {
    case .start: .press(.start)
    case .cancel: .press(.cancel)
    case .retake: .press(.retake)
    case .next: .press(.next)
    case .previous: .press(.previous)
    case .none: nil
    case .pause: .request(.pause)
    case .resume: .request(.resume)
    case .changeEvent: .request(.changeEvent)
    case .settings: .request(.openSettings)
    case .shutDown: .request(.shutDown)
    }
  }
}
