package import BoothCore

/// The machine's input devices, as a panel needs them: the kernel's, or a test's stand-in. Used by one thread.
protocol InputAccess: Sendable {
  /// The folder's devices: `/dev/input/event0` and so on.
  func paths() -> [String]
  func open(_ path: String) throws(PanelFault) -> any InputDevice
  /// Readable for `poll` when devices came or went; nil where it cannot be watched.
  func watch() -> (any InputWatch)?
}

protocol InputWatch: AnyObject {
  var descriptor: Int32 { get }
  /// Whether it was told anything; forgets it.
  func drain() -> Bool
}

/// An input device that is open. Used by one thread; closed when it is forgotten.
protocol InputDevice: AnyObject {
  var descriptor: Int32 { get }
  var facts: InputFacts { get }
  func canSend(key: UInt16) -> Bool
  func isHeld(key: UInt16) -> Bool
  /// The axes of a touch screen, or nil of what is none: across and down, of single or multiple touches.
  func touchAxes() -> TouchAxes?
  func grab() throws(PanelFault)
  /// What there is; empty when there is nothing. Throws when the device is gone.
  func read() throws(PanelFault) -> [InputEvent]
}

package struct InputFacts: Sendable, Equatable {
  package var name: String
  package var usb: USBIdentity?
  /// Where it is plugged in, as in `usb-0000:00:14.0-2/input0`.
  package var place: String

  package init(name: String, usb: USBIdentity?, place: String) {
    self.name = name
    self.usb = usb
    self.place = place
  }
}

package struct TouchAxes: Sendable, Equatable {
  package var x: InputAxis
  package var y: InputAxis
  /// Whether the device says itself when something touches (`BTN_TOUCH`); some only count fingers.
  package var saysTouch: Bool

  package init(x: InputAxis, y: InputAxis, saysTouch: Bool) {
    self.x = x
    self.y = y
    self.saysTouch = saysTouch
  }
}
