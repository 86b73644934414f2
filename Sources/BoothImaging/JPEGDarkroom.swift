public import BoothCore

/// Makes photos: checks every block of what a camera gave, stands it upright, crops it as the live view was, and
/// writes its EXIF.
///
/// Each call uses a codec of its own, so it may be called from any thread.
public struct JPEGDarkroom: Darkroom {
  /// How photos are turned and cropped, for either device of the booth.
  public let chains: TransformChains

  /// Without chains, photos are turned only as their own EXIF says.
  public init(chains: TransformChains = TransformChains()) { self.chains = chains }

  /// Checks, turns, crops and stamps one photo: CPU-bound; may be called from any thread.
  /// - Throws: ``ImageError`` for a photo that is cut short, damaged or none, and one that is too large to be held.
  public func develop(_ photo: Photo, _ record: ExposureRecord) throws(ImageError) -> Photo {
    _ = try JPEGCodec().validate(photo.jpeg, subject: "the photo")
    let stamped = try Exif.stamp(
      jpeg: photo.jpeg,
      Exif.Stamp(capturedAt: record.time.date, utcOffsetSeconds: record.time.secondsFromUTC, model: record.device),
      through: chains.photo(fromLiveView: photo.fromLiveView, frame: record.liveFrame), subject: "the photo")
    let size = try JPEGCodec.probe(stamped, subject: "the photo")
    return Photo(jpeg: stamped, size: size, fromLiveView: photo.fromLiveView)
  }

  /// The whole frame as a JPEG photo, marked as one from live view; it is neither turned nor cropped. A frame that is
  /// no JPEG is encoded at quality 92.
  /// - Throws: ``ImageError`` for a frame that is cut short or damaged.
  public func still(of frame: Frame) throws(ImageError) -> Photo {
    Photo(jpeg: try FrameConverter().still(of: frame), size: frame.size, fromLiveView: true)
  }
}
