public import BoothCore

/// One camera that libgphoto2 sees on USB.
public struct GPhoto2Listing: Sendable, Equatable, Codable {
  /// What libgphoto2 calls this model: `Canon EOS 600D`. Empty for a camera in the network that was not asked yet.
  public var model: String
  /// `usb:001,004`: changes with each plugging in.
  public var port: String
  /// Nil where libgphoto2 knows the camera by its class only.
  public var usb: USBIdentity?

  /// Takes the three as they are; `port` is written as ``GPhoto2CameraSource`` takes it.
  public init(model: String, port: String, usb: USBIdentity? = nil) {
    self.model = model
    self.port = port
    self.usb = usb
  }
}
