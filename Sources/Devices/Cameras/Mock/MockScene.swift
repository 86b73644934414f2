import BoothCore

/// What a mock camera looks at. Used on its thread only.
protocol MockScene: AnyObject {
  /// Live view begins with so many buffers, none of which holds anything yet.
  func prepare(slots: Int)
  /// Draws a live picture.
  /// - Parameters:
  ///   - slot: the number of the buffer, which still holds what was drawn into it the last time.
  ///   - elapsed: time on the device's clock since live view began.
  func draw(frame number: UInt64, elapsed: Duration, slot: Int, on canvas: I420Canvas)
  /// Makes a photo, a complete JPEG, with its size.
  /// - Parameter frame: the live frame that was there at the exposure, of a camera whose photos show the same.
  func still(number: UInt64, frame: UInt64?) throws(CameraError) -> Photo
}
