public import BoothCore

/// Makes photos: checks every block of what a camera gave, stands it upright, crops it as the live view was, and
/// writes its EXIF.
///
/// Each call uses a codec of its own, so it may be called from any thread.
public struct JPEGDarkroom: Darkroom {
  /// How photos are turned and cropped, for either device of the booth.
  public let chains: TransformChains
  /// How good the photos' files are; nil where guests are photographed: what the camera gave, and 95 where a crop cannot be
  /// had without encoding.
  public let quality: PhotoQuality?

  /// Without chains, photos are turned only as their own EXIF says.
  public init(chains: TransformChains = TransformChains(), quality: PhotoQuality? = nil) {
    self.chains = chains
    self.quality = quality
  }

  /// Checks, turns, crops and stamps one photo: CPU-bound; may be called from any thread.
  /// - Throws: ``ImageError`` for a photo that is cut short, damaged or none, and one that is too large to be held.
  public func develop(_ photo: Photo, _ record: ExposureRecord) throws(ImageError) -> Photo {
    _ = try JPEGCodec().validate(photo.jpeg, subject: "the photo")
    let stamp = Exif.Stamp(
      capturedAt: record.time.date, utcOffsetSeconds: record.time.secondsFromUTC, model: record.device)
    let chain = chains.photo(fromLiveView: photo.fromLiveView, frame: record.liveFrame)
    func encoded(_ encoding: PhotoEncoding) throws(ImageError) -> [UInt8] {
      try Exif.stamp(jpeg: photo.jpeg, stamp, through: chain, encoding, subject: "the photo")
    }
    // The camera's own bytes are as good as a photo can be: to encode them once more, at whatever quality, only takes away.
    var stamped = try encoded(.whereNeeded(quality: quality?.jpegQuality ?? JPEGCodec.reframedQuality))
    if let quality, quality != .high {
      // What comes out larger was coarser before: then there is nothing to be gained.
      let smaller = try encoded(.always(quality: quality.jpegQuality))
      if smaller.count < stamped.count { stamped = smaller }
    }
    let size = try JPEGCodec.probe(stamped, subject: "the photo")
    return Photo(jpeg: stamped, size: size, fromLiveView: photo.fromLiveView)
  }

  /// The whole frame as a JPEG photo, marked as one from live view; it is neither turned nor cropped. A frame that is
  /// no JPEG is encoded at quality 92, and as well as can be where a ``quality`` is asked for, which ``develop(_:_:)`` sees to.
  /// - Throws: ``ImageError`` for a frame that is cut short or damaged.
  public func still(of frame: Frame) throws(ImageError) -> Photo {
    Photo(
      jpeg: try FrameConverter().still(of: frame, quality: quality == nil ? 92 : 100), size: frame.size,
      fromLiveView: true)
  }
}
