public import BoothCore

/// One camera that libgphoto2 sees on USB.
public struct GPhoto2Listing: Sendable, Equatable, Codable {
  public var model: String
  /// `usb:001,004`: changes with each plugging in.
  public var port: String
  /// Nil where libgphoto2 knows the camera by its class only.
  public var usb: USBIdentity?

  public init(model: String, port: String, usb: USBIdentity? = nil) {
    self.model = model
    self.port = port
    self.usb = usb
  }
}
