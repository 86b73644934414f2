public import BoothCore

/// What one camera profile's file says: the profile, or everything that is wrong with it.
///
/// JSON5, read strictly: one mistake, and the profile is not used, since a camera set half right is found out by guests.
public struct CameraProfileFile: Sendable, Equatable {
  /// Nil where there are problems.
  public var profile: CameraProfile?
  public var problems: [DeviceProblem]

  /// Reads a file's bytes; never fails, however hostile they are.
  /// - Parameters:
  ///   - file: the path that problems name.
  ///   - id: the file's name without its ending.
  public init(bytes: [UInt8], file: String, id: String) {
    var reader = ProfileReader(file: file)
    let profile = reader.document(bytes).flatMap { reader.camera($0, id: id) }
    problems = reader.problems
    self.profile = problems.isEmpty ? profile : nil
  }
}

extension ProfileReader {
  mutating func camera(_ fields: EventFields, id: String) -> CameraProfile? {
    checkKeys(
      of: fields,
      known: ["kind", "name", "match", "v4l2", "gphoto2", "rotation", "triggerLagMilliseconds", "recovery"])
    _ = required(choice: [DeviceKind.camera.rawValue], "kind", in: fields)
    let name = text("name", in: fields, limit: 80)
    if name == nil, fields.object["name"] == nil { refuse("name", in: fields, expected: "the camera's name") }
    guard let match = match(in: fields) else { return nil }
    var profile = CameraProfile(id: id, name: name ?? id, match: match)
    for other in CameraProfile.Driver.allCases where other != match.driver && fields.object[other.rawValue] != nil {
      refuse(other.rawValue, in: fields, expected: "no such key, as match.driver is \(match.driver.rawValue)")
    }
    if let v4l2 = object("v4l2", in: fields) { profile.v4l2 = self.v4l2(v4l2) }
    if let gphoto2 = object("gphoto2", in: fields) { profile.gphoto2 = self.gphoto2(gphoto2) }
    if let rotation = whole("rotation", in: fields, 0...270) {
      if rotation % 90 != 0 { refuse("rotation", in: fields, expected: "0, 90, 180 or 270") }
      profile.rotationDegrees = rotation
    }
    profile.triggerLag = whole("triggerLagMilliseconds", in: fields, 0...5000).map { .milliseconds($0) }
    if let recovery = object("recovery", in: fields) { profile.recovery = self.recovery(recovery) }
    return profile
  }

  private mutating func match(in fields: EventFields) -> CameraMatch? {
    guard let object = object("match", in: fields) else {
      if fields.object["match"] == nil { refuse("match", in: fields, expected: "an object with driver, usb, models") }
      return nil
    }
    checkKeys(of: object, known: ["driver", "usb", "models"])
    let names = CameraProfile.Driver.allCases.map(\.rawValue)
    let driver = required(choice: names, "driver", in: object).flatMap(CameraProfile.Driver.init(rawValue:))
    guard let driver else { return nil }
    var match = CameraMatch(driver: driver)
    for (index, item) in list("usb", in: object, of: "USB ids").enumerated() {
      if case .string(let text) = item, let usb = USBIdentity(text) {
        match.usb.append(usb)
      } else if case .string(let text) = item, text.hasSuffix(":*"), let all = USBIdentity(text.dropLast() + "0000") {
        match.vendors.append(all.vendor)
      } else {
        refuse(
          "\(object.path("usb"))[\(index)]", expected: "a USB id such as \"046d:082d\", or a maker's as \"046d:*\"",
          found: item.summary)
      }
    }
    for (index, item) in list("models", in: object, of: "patterns").enumerated() {
      if case .string(let text) = item, (1...80).contains(text.count), text.contains(where: { $0 != "*" }) {
        match.models.append(text)
      } else {
        refuse("\(object.path("models"))[\(index)]", expected: "a pattern such as \"*C920*\"", found: item.summary)
      }
    }
    return match
  }

  private mutating func recovery(_ fields: EventFields) -> CameraProfile.Recovery {
    checkKeys(of: fields, known: ["usbReset", "power", "powerOffSeconds", "settleSeconds"])
    var recovery = CameraProfile.Recovery()
    recovery.usbReset = bool("usbReset", in: fields, otherwise: recovery.usbReset)
    recovery.powerOff = seconds("powerOffSeconds", in: fields, 0.5...60) ?? recovery.powerOff
    recovery.settle = seconds("settleSeconds", in: fields, 0...60) ?? recovery.settle
    guard let power = object("power", in: fields) else { return recovery }
    checkKeys(of: power, known: ["hub", "port", "chip", "line"])
    let (hub, port) = (text("hub", in: power, limit: 32), whole("port", in: power, 1...31))
    let (chip, line) = (text("chip", in: power, limit: 64), whole("line", in: power, 0...1023))
    switch (hub, port, chip, line) {
    case (let hub?, let port?, nil, nil): recovery.power = .hub(hub, port: port)
    case (nil, nil, let chip?, let line?): recovery.power = .relay(chip: chip, line: line)
    default:
      refuse(
        fields.path("power"), expected: "either hub and port, or chip and line",
        found: power.object.keys.isEmpty ? "neither" : power.object.keys.joined(separator: ", ").printable(limit: 80))
    }
    return recovery
  }

  // MARK: V4L2

  private mutating func v4l2(_ fields: EventFields) -> CameraProfile.V4L2 {
    checkKeys(of: fields, known: ["formats", "controls", "still"])
    var v4l2 = CameraProfile.V4L2()
    for (index, item) in list("formats", in: fields, of: "formats").enumerated() {
      let path = "\(fields.path("formats"))[\(index)]"
      guard case .object(let object) = item else {
        refuse(path, expected: "an object such as { format: \"MJPG\", size: \"1920x1080\" }", found: item.summary)
        continue
      }
      let format = EventFields(object, at: path)
      checkKeys(of: format, known: ["format", "size", "framesPerSecond"])
      if let format = streamFormat(format) { v4l2.formats.append(format) }
    }
    if let controls = object("controls", in: fields) { v4l2.controls = self.controls(controls) }
    switch fields.object["still"] {
    case nil, .string("stream"): break
    case .object(let object):
      let still = EventFields(object, at: fields.path("still"))
      checkKeys(of: still, known: ["format", "size", "framesPerSecond", "skipFrames"])
      if object["size"] == nil { refuse("size", in: still, expected: "a size such as \"2304x1536\"") }
      let skip = whole("skipFrames", in: still, 0...120) ?? 3
      if let format = streamFormat(still) { v4l2.still = .switching(format, skipFrames: skip) }
    default: refuse("still", in: fields, expected: "\"stream\", or an object with format and size")
    }
    return v4l2
  }

  private mutating func streamFormat(_ fields: EventFields) -> CameraProfile.V4L2.Format? {
    let code = required(choice: CameraProfile.V4L2.Format.readable, "format", in: fields)
    let size = size("size", in: fields)
    let rate = whole("framesPerSecond", in: fields, 1...240)
    return code.map { CameraProfile.V4L2.Format(code: $0, size: size, framesPerSecond: rate) }
  }

  private mutating func controls(_ fields: EventFields) -> [CameraProfile.V4L2.Control] {
    checkRepeats(of: fields)
    var controls: [CameraProfile.V4L2.Control] = []
    for key in fields.object.keys {
      let place = key.printable(limit: 48)
      guard let number = CameraControl.number(key) else {
        refuse(
          fields.path(place),
          expected: "a number such as 0x009a0902, or one of "
            + CameraControl.numbers.keys.sorted().joined(separator: ", "), found: "a control that is not known")
        continue
      }
      if let earlier = controls.first(where: { $0.number == number }) {
        refuse(fields.path(place), expected: "each control once", found: "\(earlier.name) under another name")
      }
      guard let value = parameterText(fields.object[key]) else {
        refuse(key, in: fields, expected: "a whole number, true, false, or a menu's word")
        continue
      }
      controls.append(CameraProfile.V4L2.Control(name: key, number: number, value: value))
    }
    return controls
  }

  /// A parameter's value as its driver takes it.
  func parameterText(_ value: JSON5Value?, true yes: String = "true", false no: String = "false") -> String? {
    switch value {
    case .string(let text) where text.count <= 200 && text.printable(limit: 200) == text: text
    case .bool(let flag): flag ? yes : no
    case .integer(let number): "\(number)"
    default: nil
    }
  }
}

extension CameraProfile.V4L2.Format {
  /// The formats that this program reads.
  public static let readable = ["MJPG", "JPEG", "YUYV", "NV12"]
}
