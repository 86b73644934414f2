/// What a photo's EXIF says about its making.
public struct ExposureRecord: Sendable, Equatable {
  /// When it was asked for, by the wall clock with its zone; becomes the EXIF date.
  public var time: WallTime
  /// The camera's model (``CameraDescription/model``), or `camera` where it is not known.
  public var device: String
  /// The size of the live frames that the guests saw, as the sensor gave them; nil if there were none.
  public var liveFrame: PixelSize?

  /// A photo without live frames before it, unless their size is given.
  public init(time: WallTime, device: String, liveFrame: PixelSize? = nil) {
    self.time = time
    self.device = device
    self.liveFrame = liveFrame
  }
}

/// Makes a photo of what a camera gave: checked, upright, with its record. CPU-bound; called off the pool's threads.
public protocol Darkroom: Sendable {
  /// Checks that `photo` is a whole JPEG, turns it upright, crops it as the live view was, and writes its EXIF.
  /// - Returns: the finished file and its true size.
  func develop(_ photo: Photo, _ record: ExposureRecord) throws(ImageError) -> Photo
  /// Holds a finished photo against the live frame of its moment.
  /// - Returns: what seems to have gone wrong with it, or nil. ``PhotoInspection`` is the rule.
  func inspect(_ photo: Photo, beside frame: Frame?) throws(ImageError) -> PhotoDoubt?
  /// A photo out of a live frame.
  func still(of frame: Frame) throws(ImageError) -> Photo
}
