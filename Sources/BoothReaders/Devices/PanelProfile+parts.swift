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
    let place = value("line", in: fields, expected: expected, isRequired: !forButton) { value -> PanelLine.Place? in
      if let offset = value.wholeNumber, (0...1023).contains(offset) { return .offset(UInt32(offset)) }
      return value.line(limit: 80).map { .name($0) }
    }
    guard let place else { return nil }
    return PanelLine(
      place, isActiveLow: bool("activeLow", in: fields, otherwise: forButton),
      bias: (forButton ? choice("bias", in: fields, of: PanelLine.Bias.self) : nil) ?? (forButton ? .pullUp : .none))
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
