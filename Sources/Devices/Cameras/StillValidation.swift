package import BoothCore
import Imaging

/// Holds a device's photo against what a ``Photo`` promises: a complete, undamaged JPEG of the announced size.
package enum StillValidation {
  /// Returns the photo's size, or throws ``CameraError/Code/badPicture`` with what is wrong with it.
  ///
  /// - Parameter expected: the size the camera announced; nil if it announced none.
  @discardableResult
  package static func check(
    _ jpeg: [UInt8], expected: PixelSize?, subject: String
  ) throws(CameraError) -> PixelSize {
    let size: PixelSize
    do {
      size = try JPEGCodec().validate(jpeg, subject: "the photo")
    } catch {
      throw CameraError(.badPicture, subject: subject, detail: "\(error)")
    }
    if let expected, size != expected {
      throw CameraError(
        .badPicture, subject: subject, detail: "the photo is \(size), but the camera announced \(expected)")
    }
    return size
  }
}
