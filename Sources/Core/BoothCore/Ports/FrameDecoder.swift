/// The one decoding of a live frame that all who need its picture share: the screen, the running clip, and the check
/// whether the camera still shows pictures.
public protocol FrameDecoding: AnyObject, Sendable {
  /// Decodes the frame, unless that was done before. Takes milliseconds of CPU for a JPEG, so not on the camera's thread; of
  /// other layouts only the length is looked at, on any.
  /// - Parameter frame: the one that carries this decoding.
  /// - Returns: what is wrong with it; nil for a picture.
  func fault(of frame: Frame) -> ImageError?
}

/// Gives the frames of one stream of a camera their shared decodings. What a stream needs in memory lasts as long as its
/// decoder and its frames.
public protocol FrameDecoder: Sendable {
  /// The same frame with room for its decoding; stray bytes before a JPEG's beginning are left out. Decodes nothing, and
  /// takes no longer than a sink may.
  /// - Parameter told: called once, when the frame is decoded, on the thread that did; the fault is what is
  ///   wrong with it, nil for a picture. Must not block.
  func share(_ frame: Frame, told: @escaping @Sendable (ImageError?) -> Void) -> Frame
}
