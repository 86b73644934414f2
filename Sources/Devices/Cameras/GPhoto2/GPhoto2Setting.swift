import CGPhoto2

/// One configuration of a camera, as it was read.
struct GPhoto2Setting {
  let name: String
  let widget: OpaquePointer

  /// Its value where that is a word, or a number as a word.
  func text() throws(GPhoto2Fault) -> String {
    switch try type() {
    case GP_WIDGET_TEXT, GP_WIDGET_RADIO, GP_WIDGET_MENU:
      var value: UnsafePointer<CChar>?
      try check(withUnsafeMutablePointer(to: &value) { gp_widget_get_value(widget, $0) })
      return value.map { String(cString: $0) } ?? ""
    case GP_WIDGET_TOGGLE, GP_WIDGET_DATE: return "\(try number())"
    case GP_WIDGET_RANGE:
      var value: Float = 0
      try check(withUnsafeMutablePointer(to: &value) { gp_widget_get_value(widget, $0) })
      return "\(value)"
    default: return ""
    }
  }

  /// A toggle's state, or a date in seconds since 1970.
  func number() throws(GPhoto2Fault) -> Int {
    var value: Int32 = 0
    try check(withUnsafeMutablePointer(to: &value) { gp_widget_get_value(widget, $0) })
    return Int(value)
  }

  func choices() -> [String] {
    (0..<max(0, gp_widget_count_choices(widget))).compactMap { index in
      var choice: UnsafePointer<CChar>?
      guard gp_widget_get_choice(widget, index, &choice) >= 0, let choice else { return nil }
      return String(cString: choice)
    }
  }

  /// Changes the value as read; it goes to the camera when the setting is written.
  func change(to value: String) throws(GPhoto2Fault) {
    var readOnly: Int32 = 0
    try check(gp_widget_get_readonly(widget, &readOnly))
    guard readOnly == 0 else { throw refused("it cannot be changed now") }
    switch try type() {
    case GP_WIDGET_RADIO, GP_WIDGET_MENU:
      let choices = choices()
      var chosen = value
      if value.hasPrefix("#"), let index = Int(value.dropFirst()), choices.indices.contains(index) {
        chosen = choices[index]
      }
      guard choices.isEmpty || choices.contains(chosen) else {
        throw refused("\"\(value)\" is none of \(choices.joined(separator: ", "))")
      }
      try check(gp_widget_set_value(widget, chosen))
    case GP_WIDGET_TEXT: try check(gp_widget_set_value(widget, value))
    case GP_WIDGET_TOGGLE, GP_WIDGET_DATE:
      guard var number = Int32(value) else { throw refused("\"\(value)\" is no whole number") }
      try check(gp_widget_set_value(widget, &number))
    case GP_WIDGET_RANGE:
      guard var number = Float(value) else { throw refused("\"\(value)\" is no number") }
      var (low, high, step): (Float, Float, Float) = (0, 0, 0)
      try check(gp_widget_get_range(widget, &low, &high, &step))
      guard number >= low, number <= high else { throw refused("\(value) is not between \(low) and \(high)") }
      try check(gp_widget_set_value(widget, &number))
    default: throw refused("it is no value")
    }
  }

  private func type() throws(GPhoto2Fault) -> CameraWidgetType {
    var type = GP_WIDGET_WINDOW
    try check(gp_widget_get_type(widget, &type))
    return type
  }

  private func refused(_ why: String) -> GPhoto2Fault {
    GPhoto2Fault("set \(name)", GP_ERROR_NOT_SUPPORTED, words: ["\(name): \(why)"])
  }

  private func check(_ code: Int32) throws(GPhoto2Fault) {
    guard code >= 0 else { throw GPhoto2Fault("setting \(name)", code) }
  }
}
