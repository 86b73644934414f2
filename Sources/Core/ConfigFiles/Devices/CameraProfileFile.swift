public import BoothCore

/// What one camera profile's file says: the profile, or everything that is wrong with it.
///
/// JSON5, read strictly: one mistake, and the profile is not used, since a camera set half right is found out by guests.
public struct CameraProfileFile: Sendable, Equatable {
  /// Nil where there are problems.
  public var profile: CameraProfile?
  /// All mistakes of the file at once; empty where the profile may be used.
  public var problems: [DeviceError]

  /// Reads a file's bytes; never fails, however hostile they are.
  /// - Parameters:
  ///   - file: the path that problems name.
  ///   - id: the file's name without its ending.
  public init(bytes: [UInt8], file: String, id: String) {
    var reader = StrictReader(file: file)
    let known = ["kind", "name", "match", "v4l2", "gphoto2", "rotation", "triggerLagMilliseconds", "recovery"]
    let profile = reader.fields(of: bytes, known: known).flatMap { reader.camera($0, id: id) }
    problems = reader.problems
    self.profile = problems.isEmpty ? profile : nil
  }
}

extension StrictReader {
  fileprivate mutating func camera(_ fields: FileFields, id: String) -> CameraProfile? {
    kind(.camera, in: fields)
    let name = text("name", in: fields, "the camera's name", limit: 80, isRequired: true)
    guard let match = match(in: fields) else { return nil }
    var profile = CameraProfile(id: id, name: name ?? id, match: match)
    for other in CameraProfile.Driver.allCases where other != match.driver && fields.object[other.rawValue] != nil {
      refuse(other.rawValue, in: fields, expected: "no such key, as match.driver is \(match.driver.rawValue)")
    }
    if let v4l2 = object("v4l2", in: fields, known: Self.v4l2Keys) { profile.v4l2 = self.v4l2(v4l2) }
    if let gphoto2 = object("gphoto2", in: fields, known: Self.gphoto2Keys) { profile.gphoto2 = self.gphoto2(gphoto2) }
    profile.rotationDegrees = rotation(in: fields) ?? profile.rotationDegrees
    profile.triggerLag = whole("triggerLagMilliseconds", in: fields, 0...5000).map { .milliseconds($0) }
    profile.recovery = recovery(in: fields)
    return profile
  }

  private mutating func match(in fields: FileFields) -> CameraMatch? {
    guard
      let object = object("match", in: fields, known: ["driver", "usb", "models"], isRequired: true),
      let driver = choice("driver", in: object, of: CameraProfile.Driver.self, isRequired: true)
    else { return nil }
    var match = CameraMatch(driver: driver)
    let expected = "a USB id such as \"046d:082d\", or a maker's as \"046d:*\""
    for item in list("usb", in: object, of: "USB ids") {
      if let usb = item.text.flatMap({ USBIdentity($0) }) {
        match.usb.append(usb)
      } else if let text = item.text, text.hasSuffix(":*"), let all = USBIdentity(text.dropLast() + "0000") {
        match.vendors.append(all.vendor)
      } else {
        refuse(item.path, expected: expected, found: item.summary)
      }
    }
    match.models = list("models", in: object, of: "patterns", each: "a pattern such as \"*C920*\"") { item in
      item.text.flatMap { (1...80).contains($0.count) && $0.contains { $0 != "*" } ? $0 : nil }
    }
    return match
  }

  private mutating func recovery(in fields: FileFields) -> CameraProfile.Recovery {
    var recovery = CameraProfile.Recovery()
    let known = ["usbReset", "power", "powerOffSeconds", "settleSeconds"]
    guard let fields = object("recovery", in: fields, known: known) else { return recovery }
    recovery.usbReset = bool("usbReset", in: fields, otherwise: recovery.usbReset)
    recovery.powerOff = seconds("powerOffSeconds", in: fields, 0.5...60) ?? recovery.powerOff
    recovery.settle = seconds("settleSeconds", in: fields, 0...60) ?? recovery.settle
    guard let power = object("power", in: fields, known: ["hub", "port", "chip", "line"]) else { return recovery }
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

  private static let v4l2Keys = ["formats", "controls", "still"]

  private mutating func v4l2(_ fields: FileFields) -> CameraProfile.V4L2 {
    var v4l2 = CameraProfile.V4L2()
    let expected = "an object such as { format: \"MJPG\", size: \"1920x1080\" }"
    for format in list("formats", in: fields, of: "formats", each: expected, FileFields.init) {
      checkKeys(of: format, known: ["format", "size", "framesPerSecond"])
      if let format = streamFormat(format, needsSize: false) { v4l2.formats.append(format) }
    }
    if let controls = object("controls", in: fields) { v4l2.controls = self.controls(controls) }
    if let still = fields["still"], still.text != "stream" { v4l2.still = self.still(still) ?? v4l2.still }
    return v4l2
  }

  private mutating func still(_ value: FileValue) -> CameraProfile.V4L2.Still? {
    guard
      let still = taken(value, expected: "\"stream\", or an object with format and size", FileFields.init)
    else { return nil }
    checkKeys(of: still, known: ["format", "size", "framesPerSecond", "skipFrames"])
    let skip = whole("skipFrames", in: still, 0...120) ?? 3
    return streamFormat(still, needsSize: true).map { .switching($0, skipFrames: skip) }
  }

  private mutating func streamFormat(_ fields: FileFields, needsSize: Bool) -> CameraProfile.V4L2.Format? {
    let readable = CameraProfile.V4L2.Format.readable
    let code = value("format", in: fields, expected: Self.words(readable), isRequired: true) { value in
      value.text.flatMap { readable.contains($0) ? $0 : nil }
    }
    let size = size("size", in: fields, suchAs: needsSize ? "2304x1536" : "1920x1080", isRequired: needsSize)
    let rate = whole("framesPerSecond", in: fields, 1...240)
    return code.map { CameraProfile.V4L2.Format(code: $0, size: size, framesPerSecond: rate) }
  }

  private mutating func controls(_ fields: FileFields) -> [CameraProfile.V4L2.Control] {
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
