public import BoothCore

/// Makes photos: checks every block of what a camera gave, stands it upright, crops it as the live view was, and
/// writes its EXIF.
///
/// Each call uses a codec of its own, so it may be called from any thread.
public struct JPEGDarkroom: Darkroom {
  public let chains: TransformChains

  public init(chains: TransformChains = TransformChains()) { self.chains = chains }

  public func develop(_ photo: Photo, _ record: ExposureRecord) throws(ImageError) -> Photo {
    _ = try JPEGCodec().validate(photo.jpeg, subject: "the photo")
    let stamped = try Exif.stamp(
      jpeg: photo.jpeg,
      Exif.Stamp(capturedAt: record.time.date, utcOffsetSeconds: record.time.secondsFromUTC, model: record.device),
      through: chains.photo(fromLiveView: photo.fromLiveView, frame: record.liveFrame), subject: "the photo")
    let size = try JPEGCodec.probe(stamped, subject: "the photo")
    return Photo(jpeg: stamped, size: size, fromLiveView: photo.fromLiveView)
  }

  public func still(of frame: Frame) throws(ImageError) -> Photo {
    Photo(jpeg: try FrameConverter().still(of: frame), size: frame.size, fromLiveView: true)
  }
}
