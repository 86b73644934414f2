import BoothCore
import BoothSystem
import Imaging
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

  /// Takes a photo in another format than live view's, where the profile says so and that gives a larger picture; live
  /// view comes back after it. Nil where the photo is to come out of the stream.
  func capturePhoto(switching device: any V4L2Device) throws(CameraError) -> Photo? {
    guard case .switching(let requested, let skip) = profile.still, let size = requested.size else { return nil }
    if let stream, stream.format.size.area >= size.area { return nil }
    let (wasLive, liveSink) = (request, sink)
    if stream != nil { try endStream() }
    var photo: Photo?
    do {
      photo = try capturePhoto(in: requested, size, skipping: skip, device)
    } catch {
      if case .lost(let loss) = state { throw loss }
      guard error.code != .disconnected else { throw error }
      // A photo of live view's size is better than none.
      logger.notice("no larger photo", metadata: ["camera": "\(path)", "error": "\(error)"])
    }
    guard let wasLive else { return photo }
    do {
      _ = try startStream(device, wasLive)
      (request, sink) = (wasLive, liveSink)
    } catch {
      lose(error)
      throw error
    }
    return photo
  }

  private func capturePhoto(
    in requested: CameraProfile.V4L2.Format, _ size: PixelSize, skipping skip: Int, _ device: any V4L2Device
  ) throws(CameraError) -> Photo {
    let request = LiveViewRequest(size: size, framesPerSecond: requested.framesPerSecond ?? 5)
    let stream = try startStream(device, request, preferring: [requested])
    let photo: Result<Photo, CameraError>
    do throws(CameraError) {
      guard stream.format.size == size else {
        throw CameraError(
          .unsupported, subject: path, detail: "asked for photos of \(size), it gives \(stream.format.size)")
      }
      photo = .success(try capturePhoto(skipping: skip, until: DeviceClock.now() + Self.switchLimit))
    } catch {
      photo = .failure(error)
    }
    if self.stream != nil { try endStream() }
    return try photo.get()
  }

  /// Waits for frames that were captured after the call, live view going on, and makes a JPEG of the first that can
  /// be decoded.
  func capturePhoto(skipping count: Int, until deadline: Instant? = nil) throws(CameraError) -> Photo {
    // What is ready already was captured before.
    pump(0)
    let askedAt = DeviceClock.now()
    awaitsPhoto = true
    defer {
      awaitsPhoto = false
      photoCandidate = nil
    }
    // Without the driver's own stamps it is unknown when the next picture's exposure began; the one after it will do.
    var toSkip = max(count, stream?.stampsFrames == false ? 1 : 0)
    var complaint = ""
    for _ in 0..<Self.photoTries {
      let frame = try nextFrame(after: askedAt, skipping: &toSkip, until: deadline)
      do {
        return try photo(of: frame)
      } catch {
        complaint = "\(error)"
      }
    }
    throw CameraError(
      .badPicture, subject: path, detail: "\(Self.photoTries) pictures in a row were damaged, the last: \(complaint)")
  }

  private func nextFrame(
    after moment: Instant, skipping count: inout Int, until deadline: Instant?
  ) throws(CameraError) -> Frame {
    while true {
      photoCandidate = nil
      if case .lost(let error) = state { throw error }
      switch thread.wait(until: deadline) {
      case .closed: throw misuse("it was closed during a call")
      case .timedOut:
        throw CameraError(.timedOut, subject: path, detail: "no picture came in the format of its photos")
      case let event: handle(event)
      }
      guard let frame = photoCandidate, frame.capturedAt >= moment else { continue }
      if count == 0 { return frame }
      count -= 1
    }
  }

  private func photo(of frame: Frame) throws(ImageError) -> Photo {
    // What is encoded once more later is not to lose anything here.
    let jpeg = try converter.still(of: frame, quality: quality == nil ? 92 : 100)
    return Photo(jpeg: jpeg, size: try JPEGCodec.probe(jpeg))
  }
}
