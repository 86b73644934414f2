import BoothCore
import BoothSystem
import CGPhoto2
import Glibc
import Imaging

/// Live pictures, and what else is done between requests.
extension GPhoto2Server {
  /// How often the camera is asked for what happened on its body.
  static let eventPace = Duration.milliseconds(100)
  /// How long live view may bring nothing usable before it counts as lost: bodies pause it after a photo.
  static let liveTroubleLimit = Duration.seconds(4)

  func startLiveView() throws -> PixelSize {
    _ = try opened()
    if nextPicture != nil, let liveSize { return liveSize }
    try apply(profile.preview)
    liveSince = DeviceClock.now()
    liveTrouble = nil
    let deadline = liveSince + profile.limits.liveView - .milliseconds(500)
    while true {
      do {
        let size = try GPhoto2Memory().live(from: try opened()) { _, _, size in size }
        liveSize = size
        nextPicture = DeviceClock.now()
        return size
      } catch {
        // Right after opening, and after a photo, the first pictures may be missing.
        guard try mayPass(error), DeviceClock.now() < deadline else { throw error }
        try pause(.milliseconds(50))
      }
    }
  }

  func stopLiveView() throws {
    guard nextPicture != nil else { return }
    nextPicture = nil
    // Ends live view where the camera can: it keeps cool, and its mirror comes down.
    if !absent.contains("viewfinder"), read("viewfinder") != nil { try set(GPhoto2Profile.Setting("viewfinder", "0")) }
    try apply(profile.standby)
  }

  func workBetweenRequests() throws {
    let now = DeviceClock.now()
    if let due = nextPicture, now >= due { try sendPicture(now) }
    if now >= nextEvents {
      nextEvents = DeviceClock.now() + Self.eventPace
      try drainEvents()
      if !fetchedRaws.isEmpty {
        try keepFetched()
      } else if let file = waitingFiles.first {
        waitingFiles.removeFirst()
        try keep(file)
      }
    }
    if now >= nextKeepAlive {
      nextKeepAlive = DeviceClock.now() + profile.keepAlive
      try keepAlive()
    }
  }

  private func sendPicture(_ now: Instant) throws {
    let period = Duration.nanoseconds(1_000_000_000 / Int64(max(1, profile.liveViewRate)))
    let due = nextPicture ?? now
    // Kept in step, but never hurried after a pause.
    nextPicture = max(due + period, now)
    if let limit = profile.liveViewRestart, now - liveSince >= limit {
      try restartLiveView()
    }
    do {
      try GPhoto2Memory().live(from: try opened()) { bytes, capturedAt, size in
        liveSize = size
        try CameraWire.send(
          .frame, words: CameraInbox.frameWords(capturedAt: capturedAt, size), body: bytes, to: socket)
      }
      liveTrouble = nil
    } catch let error where !(error is CameraWireFault) {
      guard try mayPass(error) else { throw asCameraError(error) }
      let since = liveTrouble ?? now
      liveTrouble = since
      if now - since > Self.liveTroubleLimit {
        throw CameraError(
          .disconnected, subject: port, detail: "live view brings no picture any more: \(asCameraError(error).detail)")
      }
      nextPicture = DeviceClock.now() + .milliseconds(50)
    }
  }

  /// Before the camera ends live view by itself.
  private func restartLiveView() throws {
    liveSince = DeviceClock.now()
    guard read("viewfinder") != nil else { return }
    try apply([GPhoto2Profile.Setting("viewfinder", "0")] + profile.preview)
  }

  /// Whether the next live picture may well come: the camera is there, and can do such a thing.
  private func mayPass(_ error: any Error) throws -> Bool {
    if let error = error as? CameraError { return error.code == .badPicture }
    guard let fault = error as? GPhoto2Fault, fault.code != GP_ERROR_NOT_SUPPORTED else { return false }
    return fault.saysBusy || answers
  }

  private func asCameraError(_ error: any Error) -> CameraError {
    if let fault = error as? GPhoto2Fault { return self.error(fault) }
    return error as? CameraError ?? CameraError(.failed, subject: port, detail: "\(error)")
  }

  /// Waits a moment; ends the process when the booth is gone, and leaves requests for later.
  func pause(_ duration: Duration) throws {
    var waiting = pollfd(fd: socket, events: 0, revents: 0)
    // Without asking for input only a hang-up ends the waiting.
    if poll(&waiting, 1, Int32(clamping: duration.wholeNanoseconds / 1_000_000)) > 0 { throw CameraWireFault.ended }
  }
}
