/// One camera that libgphoto2 sees on USB.
public struct GPhoto2Listing: Sendable, Equatable, Codable {
  public var model: String
  /// `usb:001,004`: changes with each plugging in.
  public var port: String

  public init(model: String, port: String) {
    self.model = model
    self.port = port
  }
}
