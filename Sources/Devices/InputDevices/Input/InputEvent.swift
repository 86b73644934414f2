package import BoothCore

/// One event of the kernel's input devices; what is used of linux/input-event-codes.h beside keys.
package struct InputEvent: Sendable, Equatable {
  package var type: UInt16
  package var code: UInt16
  package var value: Int32
  package var at: Instant

  package init(type: UInt16, code: UInt16, value: Int32, at: Instant) {
    self.type = type
    self.code = code
    self.value = value
    self.at = at
  }

  static let synchronization: UInt16 = 0x00
  static let key: UInt16 = 0x01
  static let absolute: UInt16 = 0x03
  /// Ends the events of one moment.
  static let report: UInt16 = 0
  /// The kernel's buffer was full, and what was in it is lost.
  static let dropped: UInt16 = 3
  /// Something touches the surface.
  static let touch: UInt16 = 0x14a
  static let x: UInt16 = 0x00
  static let y: UInt16 = 0x01
  static let slot: UInt16 = 0x2f
  static let multitouchX: UInt16 = 0x35
  static let multitouchY: UInt16 = 0x36
  static let trackingID: UInt16 = 0x39
}

/// An axis of a touch screen: its smallest and largest value, which need not be the screen's pixels.
package struct InputAxis: Sendable, Equatable {
  package var least: Int32
  package var most: Int32
  /// Where it stood when it was asked: the kernel tells only what changes.
  package var value: Int32

  package init(least: Int32, most: Int32, value: Int32 = 0) {
    self.least = least
    self.most = most
    self.value = value
  }

  /// 0 to 1.
  func fraction(_ value: Int32) -> Double {
    guard most > least else { return 0 }
    return min(max((Double(value) - Double(least)) / (Double(most) - Double(least)), 0), 1)
  }
}
