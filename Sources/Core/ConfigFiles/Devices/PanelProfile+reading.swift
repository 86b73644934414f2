public import BoothCore

extension PanelProfile {
  /// Reads a panel's file (JSON5; `Panels` in the documentation has its keys). Never fails, however hostile the bytes:
  /// the profile is nil where there are problems, and each of them is told.
  /// - Parameter file: the path that problems name.
  public static func reading(_ bytes: [UInt8], file: String) -> (profile: PanelProfile?, problems: [DeviceError]) {
    var reader = StrictReader(file: file)
    let known = ["kind", "name", "chips", "devices", "buttons", "knobs", "lights"]
    let profile = reader.fields(of: bytes, known: known).map { reader.panel($0) }
    return (reader.problems.isEmpty ? profile : nil, reader.problems)
  }
}

extension StrictReader {
  fileprivate mutating func panel(_ fields: FileFields) -> PanelProfile {
    kind(.panel, in: fields)
    let name = text("name", in: fields, "the panel's name", limit: 80, isRequired: true)
    var profile = PanelProfile(name: name ?? "")
    profile.chips = list(
      "chips", in: fields, of: "labels or names of GPIO chips", 1...64, each: Self.line(limit: 80)
    ) { $0.line(limit: 80) }
    profile.devices = list("devices", in: fields, of: "input devices", 1...64).compactMap { panelDevice($0) }
    profile.buttons = list("buttons", in: fields, of: "buttons", 1...64).compactMap { panelButton($0) }
    profile.knobs = list("knobs", in: fields, of: "knobs", 1...64).compactMap { panelKnob($0) }
    profile.lights = list("lights", in: fields, of: "lights", 1...64).compactMap { panelLight($0) }
    check(profile, fields)
    return profile
  }

  // MARK: What only the whole can tell

  private mutating func check(_ profile: PanelProfile, _ fields: FileFields) {
    guard problems.isEmpty else { return }
    if profile.buttons.isEmpty, profile.knobs.isEmpty, profile.lights.isEmpty {
      refuse("buttons", expected: "at least one button, knob or light", found: fields.found("buttons"))
    }
    if profile.usesLines, profile.chips.isEmpty {
      refuse(
        "chips", expected: "the label of the chip that has the lines, see: gpiodetect", found: fields.found("chips"))
    }
    var names: [String: String] = [:]
    var lines: [PanelLine.Place: String] = [:]
    var keys: [UInt16: String] = [:]
    let parts: [(path: String, name: String, lines: [(path: String, line: PanelLine)])] =
      profile.buttons.enumerated().map { index, button in
        ("buttons[\(index)]", button.name, button.line.map { [("line", $0)] } ?? [])
      }
      + profile.knobs.enumerated().map { index, knob in
        ("knobs[\(index)]", knob.name, knob.lines.enumerated().map { ("lines[\($0.offset)]", $0.element) })
      }
      + profile.lights.enumerated().map { index, light in ("lights[\(index)]", light.name, [("line", light.line)]) }
    for part in parts {
      if names.updateValue(part.path, forKey: part.name) != nil {
        refuse("\(part.path).name", expected: "a name of its own", found: "\"\(part.name)\" a second time")
      }
      for (path, line) in part.lines {
        if let other = lines.updateValue(part.name, forKey: line.place) {
          refuse("\(part.path).\(path)", expected: "a line of its own", found: "that of \"\(other)\"")
        }
      }
    }
    for (index, button) in profile.buttons.enumerated() {
      for key in button.keys {
        if let other = keys.updateValue(button.name, forKey: key) {
          refuse(
            "buttons[\(index)].keys", expected: "keys of its own", found: "\(InputKey.name(of: key)) of \"\(other)\"")
        }
      }
    }
  }
}
