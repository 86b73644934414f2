/// The kernel's names of the keys that panels have (linux/input-event-codes.h), without their `KEY_`; others go by their
/// number.
public enum InputKey {
  /// The code of `ENTER`, `KEY_ENTER` or `BTN_TRIGGER`; nil for a name that is not among them.
  public static func code(of name: String) -> UInt16? {
    let name = name.uppercased()
    return codes[name.hasPrefix("KEY_") ? String(name.dropFirst(4)) : name]
  }

  /// The name of a code, or its number where it has none here.
  public static func name(of code: UInt16) -> String { names[code] ?? "key \(code)" }

  /// Names in the order of their codes, from the first.
  private static let runs: [(first: UInt16, names: String)] = [
    (1, "ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB Q W E R T Y U I O P LEFTBRACE RIGHTBRACE ENTER LEFTCTRL"),
    (30, "A S D F G H J K L SEMICOLON APOSTROPHE GRAVE LEFTSHIFT BACKSLASH Z X C V B N M COMMA DOT SLASH RIGHTSHIFT"),
    (55, "KPASTERISK LEFTALT SPACE CAPSLOCK F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NUMLOCK SCROLLLOCK"),
    (71, "KP7 KP8 KP9 KPMINUS KP4 KP5 KP6 KPPLUS KP1 KP2 KP3 KP0 KPDOT"),
    (87, "F11 F12"), (96, "KPENTER RIGHTCTRL KPSLASH"), (100, "RIGHTALT"),
    (102, "HOME UP PAGEUP LEFT RIGHT END DOWN PAGEDOWN INSERT DELETE"),
    (113, "MUTE VOLUMEDOWN VOLUMEUP POWER"), (117, "KPEQUAL"), (119, "PAUSE"),
    (163, "NEXTSONG PLAYPAUSE PREVIOUSSONG STOPCD"),
    (183, "F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24"), (212, "CAMERA"),
    (256, "BTN_0 BTN_1 BTN_2 BTN_3 BTN_4 BTN_5 BTN_6 BTN_7 BTN_8 BTN_9"), (272, "BTN_LEFT BTN_RIGHT BTN_MIDDLE"),
    (288, "BTN_TRIGGER BTN_THUMB BTN_THUMB2 BTN_TOP BTN_TOP2 BTN_PINKIE BTN_BASE BTN_BASE2 BTN_BASE3 BTN_BASE4"),
    (298, "BTN_BASE5 BTN_BASE6"), (304, "BTN_SOUTH BTN_EAST BTN_C BTN_NORTH BTN_WEST BTN_Z"),
  ]

  private static let names: [UInt16: String] = {
    var names: [UInt16: String] = [:]
    for run in runs {
      for (index, name) in run.names.split(separator: " ").enumerated() {
        names[run.first + UInt16(index)] = String(name)
      }
    }
    return names
  }()

  private static let codes = Dictionary(uniqueKeysWithValues: names.map { ($0.value, $0.key) })
}
