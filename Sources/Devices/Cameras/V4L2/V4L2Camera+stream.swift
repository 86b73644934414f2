import BoothCore
import BoothSystem
import Glibc
import Logging

/// The stream: what the driver's thread does between calls.
extension V4L2Camera {
  func handle(_ event: DeviceThread.Event) {
    switch event {
    case .ready(let flags): pump(flags)
    case .woken: pump(0)
    case .closed: letGo(becoming: .closed)
    case .timedOut: break
    }
  }

  /// Queues what came back, hands out what is ready, and notices when the device has gone.
  func pump(_ flags: Int16) {
    guard let stream else { return }
    do throws(V4L2Fault) {
      try stream.queueReturned()
      var took = false
      while let frame = try stream.takeFrame() {
        took = true
        deliver(frame)
      }
      if !took, flags & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 {
        throw V4L2Fault("poll", ENODEV)
      }
      guard stream.damagedInARow < V4L2Stream.damagedLimit else { return lose(stream.damage(path)) }
    } catch {
      lose(error.cameraError(path))
    }
  }

  func deliver(_ frame: Frame) {
    if awaitsPhoto { photoCandidate = frame }
    if !thread.isClosing { sink?.receive(frame) }
  }

  func lose(_ error: CameraError) {
    logger.info("camera lost", metadata: ["camera": "\(path)", "error": "\(error)"])
    letGo(becoming: .lost(error))
    report.yield(.lost(error))
  }

  /// Stops the stream and closes the node, whatever they say to it: nothing can be done about it any more.
  func letGo(becoming next: State) {
    thread.watched = nil
    sink = nil
    photoCandidate = nil
    if let stream {
      do { try stream.stop() } catch {
        logger.debug("stream not stopped", metadata: ["camera": "\(path)", "error": "\(error.words)"])
      }
    }
    stream = nil
    request = nil
    if case .open(let device) = state { device.close() }
    state = next
    released.open()
  }

  /// - Parameter formats: nil for those that the profile prefers for live view.
  func startStream(
    _ device: any V4L2Device, _ request: LiveViewRequest, preferring formats: [CameraProfile.V4L2.Format]? = nil
  ) throws(CameraError) -> V4L2Stream {
    let thread = thread
    let stream = try V4L2Stream(
      device, request, preferring: formats ?? profile.formats, firstSequence: nextSequence, path: path,
      wake: { thread.wake() })
    self.stream = stream
    thread.watched = device.descriptor
    if let refused = stream.refused {
      logger.notice(
        "the bus has no room for the stream: a smaller one is used",
        metadata: ["camera": "\(path)", "stream.wanted": "\(refused)", "stream": "\(stream.format)"])
    }
    applyControls(device)
    return stream
  }

  func endStream() throws(CameraError) {
    guard let stream else { return }
    thread.watched = nil
    sink = nil
    photoCandidate = nil
    self.stream = nil
    request = nil
    nextSequence = stream.nextSequence
    if stream.dropped != V4L2Stream.Dropped() {
      logger.debug("frames dropped", metadata: ["camera": "\(path)", "dropped": "\(stream.dropped)"])
    }
    do { try stream.stop() } catch { throw error.cameraError(path) }
  }
}
