/// The standard controls of Video4Linux that a profile may set, by the number the kernel has for each
/// (`linux/v4l2-controls.h`).
///
/// Linux 5.16 renamed several; numbers stay. Both names are known here, so that one profile serves every kernel.
public enum CameraControl {
  /// From name, as `v4l2-ctl --list-ctrls` writes it, to number.
  public static let numbers: [String: UInt32] = [
    "brightness": 0x0098_0900,
    "contrast": 0x0098_0901,
    "saturation": 0x0098_0902,
    "hue": 0x0098_0903,
    "white_balance_automatic": 0x0098_090C, "white_balance_temperature_auto": 0x0098_090C,
    "gamma": 0x0098_0910,
    "gain": 0x0098_0913,
    "power_line_frequency": 0x0098_0918,
    "white_balance_temperature": 0x0098_091A,
    "sharpness": 0x0098_091B,
    "backlight_compensation": 0x0098_091C,
    "auto_exposure": 0x009A_0901, "exposure_auto": 0x009A_0901,
    "exposure_time_absolute": 0x009A_0902, "exposure_absolute": 0x009A_0902,
    "exposure_dynamic_framerate": 0x009A_0903, "exposure_auto_priority": 0x009A_0903,
    "pan_absolute": 0x009A_0908,
    "tilt_absolute": 0x009A_0909,
    "focus_absolute": 0x009A_090A,
    "focus_automatic_continuous": 0x009A_090C, "focus_auto": 0x009A_090C,
    "zoom_absolute": 0x009A_090D,
  ]

  /// The control's number: of a name above, or written out as `0x009a0902`.
  public static func number(_ name: String) -> UInt32? {
    if name.hasPrefix("0x") { return UInt32(name.dropFirst(2), radix: 16) }
    return numbers[name]
  }
}
