/// What a photo's EXIF says about its making.
public struct ExposureRecord: Sendable, Equatable {
  public var time: WallTime
  public var device: String

  public init(time: WallTime, device: String) {
    self.time = time
    self.device = device
  }
}

/// Makes a photo of what a camera gave: checked, upright, with its record. CPU-bound; called off the pool's threads.
public protocol Darkroom: Sendable {
  /// Checks that `photo` is a whole JPEG, turns it upright and writes its EXIF.
  /// - Returns: the finished file and its true size.
  func develop(_ photo: Photo, _ record: ExposureRecord) throws(ImageError) -> Photo
  /// A photo out of a live frame.
  func still(of frame: Frame) throws(ImageError) -> Photo
}
