/// A device on USB, as the kernel shows it in `/sys/bus/usb/devices`.
public struct USBDevice: Sendable, Equatable {
  /// `1-1.2`: the bus, then the ports on the way. The same after a reset, and for whatever is plugged in there.
  public var place: String
  /// The number of its bus, from 1; the first part of `place`, and with three digits the folder below `/dev/bus/usb`.
  public var bus: Int
  /// Another one after each plugging in.
  public var number: Int
  /// What it calls itself, or its vendor and product number.
  public var model: String

  package init(place: String, bus: Int, number: Int, model: String) {
    self.place = place
    self.bus = bus
    self.number = number
    self.model = model
  }

  /// `001/004`, below `/dev/bus/usb`.
  var node: String { "\(Self.digits(bus))/\(Self.digits(number))" }
  /// libgphoto2's name for it.
  var gphoto2Port: String { "usb:\(Self.digits(bus)),\(Self.digits(number))" }

  private static func digits(_ number: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, 3 - text.count)) + text
  }
}
