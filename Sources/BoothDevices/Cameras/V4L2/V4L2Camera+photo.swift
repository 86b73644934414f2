import BoothCore
import BoothImaging
import Logging

/// Photos out of the stream.
extension V4L2Camera {
  /// Starts a stream for one photo and stops it again.
  func capturePhoto(streamingFrom device: any V4L2Device) throws(CameraError) -> Photo {
    // The rate matters little here, and large pictures often come slowly.
    let request = LiveViewRequest(size: PixelSize(width: 1920, height: 1080), framesPerSecond: 10)
    _ = try startStream(device, request)
    let photo: Photo
    do {
      photo = try capturePhoto(skipping: Self.warmUpFrames)
    } catch {
      do { try endStream() } catch {
        // The photo's own failure is what the caller needs to hear.
        logger.debug("stream not stopped", metadata: ["camera": "\(path)", "error": "\(error)"])
      }
      throw error
    }
    try endStream()
    return photo
  }

  /// Waits for frames that were captured after the call, live view going on, and makes a JPEG of the first that can
  /// be decoded.
  func capturePhoto(skipping count: Int) throws(CameraError) -> Photo {
    // What is ready already was captured before.
    pump(0)
    let askedAt = DeviceClock.now()
    awaitsPhoto = true
    defer {
      awaitsPhoto = false
      photoCandidate = nil
    }
    // Without the driver's own stamps nobody knows when the next picture's exposure began; the one after it will do.
    var toSkip = max(count, stream?.stampsFrames == false ? 1 : 0)
    var complaint = ""
    for _ in 0..<Self.photoTries {
      let frame = try nextFrame(after: askedAt, skipping: &toSkip)
      do {
        return try photo(of: frame)
      } catch {
        complaint = "\(error)"
      }
    }
    throw CameraError(
      .badPicture, subject: path, detail: "\(Self.photoTries) pictures in a row were damaged, the last: \(complaint)")
  }

  private func nextFrame(after moment: Instant, skipping count: inout Int) throws(CameraError) -> Frame {
    while true {
      photoCandidate = nil
      if case .lost(let error) = state { throw error }
      switch thread.wait() {
      case .closed: throw misuse("it was closed during a call")
      case let event: handle(event)
      }
      guard let frame = photoCandidate, frame.capturedAt >= moment else { continue }
      if count == 0 { return frame }
      count -= 1
    }
  }

  private func photo(of frame: Frame) throws(ImageError) -> Photo {
    let jpeg = try converter.still(of: frame, quality: 92)
    return Photo(jpeg: jpeg, size: try JPEGCodec.probe(jpeg))
  }
}
