import BoothCore

extension StrictReader {
  mutating func panelButton(_ value: FileValue) -> PanelButton? {
    let known = [
      "name", "line", "activeLow", "bias", "keys", "touch", "debounceMilliseconds", "holdMilliseconds",
      "longPressMilliseconds", "stuckSeconds", "press", "longPress", "in",
    ]
    guard let fields = object(value, known: known) else { return nil }
    let before = problems.count
    let name = text("name", in: fields, "the button's name", limit: 80, isRequired: true)
    var button = PanelButton(name: name ?? "", actions: actions(in: fields))
    button.line = panelLine(in: fields, forButton: true)
    button.keys = list(
      "keys", in: fields, of: "keys", 1...64,
      each: "a key such as \"F13\" or \"ENTER\", or its code from 1 to 767, see: evtest"
    ) { value in
      if let code = value.wholeNumber { return (1...767).contains(code) ? UInt16(code) : nil }
      return value.text.flatMap(InputKey.code(of:))
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
    button.inScene = scenes(in: fields)
    // What a button does with values that are not its own would only confuse.
    if problems.count == before { check(button, fields) }
    return button
  }

  private mutating func check(_ button: PanelButton, _ fields: FileFields) {
    if button.line == nil, button.keys.isEmpty, button.touch == nil, fields.object["line"] == nil,
      fields.object["keys"] == nil, fields.object["touch"] == nil
    {
      refuse(fields.place, expected: "a line, keys or touch", found: "none of them")
    }
    if button.line == nil, fields.object["line"] == nil {
      for key in ["activeLow", "bias"] where fields.object[key] != nil {
        refuse(fields.path(key), expected: "a line that it is said of", found: "none")
      }
    }
    let longest = max(button.hold, button.debounce)
    if button.longPress <= longest {
      refuse(
        fields.path("longPressMilliseconds"), expected: "more than holdMilliseconds and debounceMilliseconds",
        found: "\(button.longPress.wholeNanoseconds / 1_000_000)")
    }
    if button.stuckAfter <= button.longPress {
      refuse(
        fields.path("stuckSeconds"), expected: "longer than a long press", found: "\(button.stuckAfter.inSeconds.short)"
      )
    }
    let tables =
      [(fields.place, button.actions)]
      + button.inScene.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { (fields.path("in.\($0.key.rawValue)"), $0.value) }
    if tables.allSatisfy({ $0.1 == PanelActions() }) {
      refuse(fields.path("press"), expected: "what the button does", found: "nothing, in any scene")
    }
    for (path, actions) in tables {
      // Guests' children press everything; no person holds a button for two seconds by chance and lets go in time.
      if case .request = actions.press {
        refuse("\(path).press", expected: "the operator's actions as longPress only", found: "one as a press")
      }
      if case .request = actions.longPress, button.longPress < .seconds(2) {
        refuse(
          fields.path("longPressMilliseconds"), expected: "2000 or more for an operator's action",
          found: "\(button.longPress.wholeNanoseconds / 1_000_000)")
      }
    }
  }

  private mutating func area(in fields: FileFields) -> PanelArea? {
    let expected = "[left, top, right, bottom] in fractions of the screen, such as [0, 0, 1, 1]"
    return value("touch", in: fields, expected: expected) { value in
      let numbers = value.items?.compactMap(\.double).filter { (0...1).contains($0) } ?? []
      guard value.items?.count == 4, numbers.count == 4, numbers[0] < numbers[2], numbers[1] < numbers[3] else {
        return nil
      }
      return PanelArea(left: numbers[0], top: numbers[1], right: numbers[2], bottom: numbers[3])
    }
  }

  private mutating func actions(in fields: FileFields) -> PanelActions {
    PanelActions(
      press: choice("press", in: fields, of: PanelWord.self)?.action,
      longPress: choice("longPress", in: fields, of: PanelWord.self)?.action)
  }

  private mutating func scenes(in fields: FileFields) -> [SceneKind: PanelActions] {
    let known = SceneKind.allCases.map(\.rawValue)
    guard let fields = object("in", in: fields, known: known) else { return [:] }
    var scenes: [SceneKind: PanelActions] = [:]
    for scene in SceneKind.allCases {
      guard let table = object(scene.rawValue, in: fields, known: ["press", "longPress"]) else { continue }
      scenes[scene] = actions(in: table)
    }
    return scenes
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
