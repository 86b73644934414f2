public import FoundationEssentials

/// What a photo's EXIF says about its making.
public struct ExposureRecord: Sendable, Equatable {
  public var date: Date
  /// Seconds east of UTC.
  public var secondsFromUTC: Int
  public var device: String

  public init(date: Date, secondsFromUTC: Int, device: String) {
    self.date = date
    self.secondsFromUTC = secondsFromUTC
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
