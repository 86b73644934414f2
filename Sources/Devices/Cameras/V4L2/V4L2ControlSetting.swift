package import BoothCore

/// A control to set, in the words of a device profile.
package struct V4L2ControlSetting: Equatable {
  package var name: String
  package var value: String
  /// The control's id, if it is known in addition to the name.
  package var number: UInt32?

  package init(name: String, value: String, number: UInt32? = nil) {
    self.name = name
    self.value = value
    self.number = number
  }

  /// Finds the control and turns the value into its number; the error names what there is instead.
  package func resolve(
    among controls: [V4L2Control], _ subject: String
  ) throws(CameraError) -> (id: UInt32, value: Int32) {
    guard let control = controls.first(where: { matches($0) }) else {
      let known = controls.map { Self.spelled($0.name) }.joined(separator: ", ")
      throw CameraError(
        .unsupported, subject: subject,
        detail: "it has no parameter “\(name)”; it has \(known.isEmpty ? "none" : known)")
    }
    guard let number = number(for: control.kind) else {
      throw CameraError(
        .unsupported, subject: subject, detail: "“\(name)” takes \(Self.range(control.kind)), not “\(value)”")
    }
    return (control.id, number)
  }

  /// `Exposure Time, Absolute` as `exposure_time_absolute`.
  package static func spelled(_ name: String) -> String {
    String(decoding: name.lowercased().utf8.map { Self.isWord($0) ? $0 : UInt8(ascii: " ") }, as: UTF8.self)
      .split(separator: " ").joined(separator: "_")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private func matches(_ control: V4L2Control) -> Bool {
    // A standard control has one id and, from kernel to kernel, several names.
    if let id = number ?? CameraControl.number(name) { return control.id == id }
    return Self.spelled(control.name) == name || control.name == name
  }

  private func number(for kind: V4L2Control.Kind) -> Int32? {
    switch kind {
    case .integer(let range): Int32(value).flatMap { range.contains($0) ? $0 : nil }
    case .boolean:
      switch value {
      case "1", "true", "on", "yes": 1
      case "0", "false", "off", "no": 0
      default: nil
      }
    case .menu(let items):
      items.first { $0.value == value || Self.spelled($0.value) == value }?.key
        ?? Int32(value).flatMap { items[$0] == nil ? nil : $0 }
    case .button: value == "press" ? 1 : nil
    }
  }

  private static func range(_ kind: V4L2Control.Kind) -> String {
    switch kind {
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .boolean: "true or false"
    case .menu(let items): "one of " + items.sorted { $0.key < $1.key }.map { "“\($0.value)”" }.joined(separator: ", ")
    case .button: "“press”"
    }
  }
}
