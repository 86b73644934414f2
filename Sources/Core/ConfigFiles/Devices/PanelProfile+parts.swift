import BoothCore

/// What a panel is made of beside its buttons: devices, lines, lights.
extension StrictReader {
  mutating func panelDevice(_ value: FileValue) -> PanelInputDevice? {
    guard let fields = object(value, known: ["name", "usb", "grab", "rotation"]) else { return nil }
    let name = text("name", in: fields, "a part of the device's name", limit: 80)
    let expected = "vendor and product such as \"3553:b001\", see: lsusb"
    let usb = self.value("usb", in: fields, expected: expected) { $0.text.flatMap { USBIdentity($0) } }
    // Whatever is plugged in is only taken for the booth alone when the file says which it is.
    let isGrabbed = bool("grab", in: fields, otherwise: name != nil || usb != nil)
    return PanelInputDevice(name: name, usb: usb, isGrabbed: isGrabbed, rotation: rotation(in: fields))
  }

  /// A button closes to ground over the chip's own pull-up unless the file says otherwise, as every booth we know of is
  /// wired; a light is on when its line is high.
  mutating func panelLine(in fields: FileFields, forButton: Bool) -> PanelLine? {
    let expected = "a line's number on its chip, from 0, or its name, see: gpioinfo"
    let place = value("line", in: fields, expected: expected, isRequired: !forButton, PanelLine.Place.init)
    guard let place else { return nil }
    return PanelLine(
      place, isActiveLow: bool("activeLow", in: fields, otherwise: forButton),
      bias: (forButton ? choice("bias", in: fields, of: PanelLine.Bias.self) : nil) ?? (forButton ? .pullUp : .none))
  }

  mutating func panelKnob(_ value: FileValue) -> PanelKnob? {
    let known = ["name", "lines", "activeLow", "bias", "transitions", "direction"]
    guard let fields = object(value, known: known) else { return nil }
    let before = problems.count
    let name = text("name", in: fields, "the knob's name", limit: 80, isRequired: true)
    let expected =
      "the two lines of contact A and contact B, each a number on its chip, from 0, or a name, see: gpioinfo"
    let places = self.value("lines", in: fields, expected: expected, isRequired: true) { value -> [PanelLine.Place]? in
      let places = value.items?.compactMap(PanelLine.Place.init) ?? []
      return value.items?.count == 2 && places.count == 2 ? places : nil
    }
    if let places, places[0] == places[1] {
      refuse(fields.path("lines"), expected: "two lines", found: "the same one twice")
    }
    let isActiveLow = bool("activeLow", in: fields, otherwise: true)
    let bias = choice("bias", in: fields, of: PanelLine.Bias.self) ?? .pullUp
    let transitions = self.value("transitions", in: fields, expected: "the changes from detent to detent: 4, 2 or 1") {
      value in value.wholeNumber.flatMap { [4, 2, 1].contains($0) ? $0 : nil }
    }
    let direction = choice("direction", in: fields, of: PanelKnob.Direction.self) ?? .clockwise
    guard problems.count == before, let name, let places else { return nil }
    return PanelKnob(
      name: name, lines: places.map { PanelLine($0, isActiveLow: isActiveLow, bias: bias) },
      transitions: transitions ?? PanelKnob.transitions, direction: direction)
  }

  mutating func panelLight(_ value: FileValue) -> PanelLight? {
    guard let fields = object(value, known: ["name", "line", "activeLow", "when"]) else { return nil }
    let name = text("name", in: fields, "the light's name", limit: 80, isRequired: true) ?? ""
    let line = panelLine(in: fields, forButton: false)
    let cues = PanelCue.allCases.map(\.rawValue)
    let expected = "an object that says what it shows for \(cues.joined(separator: ", "))"
    let when = object("when", in: fields, known: cues, expected: expected, isRequired: true)
    guard let line, let when else { return nil }
    let steps = "\"on\", \"off\", or milliseconds on and off in turn such as [500, 500], each 20 to 60000"
    var patterns: [PanelCue: LightPattern] = [:]
    for cue in PanelCue.allCases {
      patterns[cue] = self.value(cue.rawValue, in: when, expected: steps) { LightPattern($0) }
    }
    return PanelLight(name: name, line: line, patterns: patterns)
  }
}

extension PanelLine.Place {
  fileprivate init?(_ value: FileValue) {
    if let offset = value.wholeNumber, (0...1023).contains(offset) {
      self = .offset(UInt32(offset))
    } else if let name = value.line(limit: 80) {
      self = .name(name)
    } else {
      return nil
    }
  }
}

extension LightPattern {
  fileprivate init?(_ value: FileValue) {
    switch value.value {
    case .string("on"): self = .steady(true)
    case .string("off"): self = .steady(false)
    case .array(let items):
      let steps = items.compactMap(\.wholeNumber).filter { (20...60_000).contains($0) }
      guard steps.count == items.count, steps.count % 2 == 0, (2...16).contains(steps.count) else { return nil }
      self = .blinking(steps.map { .milliseconds($0) })
    case .null, .bool, .integer, .number, .string, .object: return nil
    }
  }
}
