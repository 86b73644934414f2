import BoothCore
import BoothSystem
import CGPhoto2
import CLinux
import Glibc
import Imaging

/// The camera's process: answers the booth's requests with libgphoto2, one at a time, and between them sends live
/// pictures and what the camera says unasked.
///
/// It has one thread and no deadlines of its own but those of its profile: when a call of the library hangs, the booth
/// kills the process. It ends with the booth, by the kernel's doing, even while a call hangs.
public final class GPhoto2Server {
  /// The booth's end, as the process's standard input.
  let socket: Int32 = 0
  var port = ""
  var profile = GPhoto2Profile()
  var body: GPhoto2Body?

  /// When the next live picture is due; nil while live view is off.
  var nextPicture: Instant?
  var liveSince = Instant(nanoseconds: 0)
  var liveSize: PixelSize?
  /// Since when live view brings no picture.
  var liveTrouble: Instant?
  var nextEvents = Instant(nanoseconds: 0)
  var nextKeepAlive = Instant(nanoseconds: 0)
  /// What is known of the camera; told when it changes.
  var condition: CameraCondition?
  /// When the settings are read again that say whether photos can come: only while live view is off.
  var nextStanding = Instant(nanoseconds: 0)
  /// Where photos are to be kept: as the profile says, else as the camera was found.
  var wantedTarget: CameraProfile.GPhoto2.CaptureTarget?
  /// The photos given so far by their places on the camera, which a body may use again.
  var given: [String: UInt64] = [:]
  /// The last photo failed for its card.
  var cardFailed = false
  /// The card refused though it has room: locked, not formatted, broken. It is not tried again by this process.
  var distrustsCard = false
  /// Camera files that are waiting for a quiet moment: RAW files, and photos taken on the body.
  var waitingFiles: [GPhoto2File] = []
  /// RAW files that are here whole, and wait for a quiet moment to be made durable: a guest waits for no disk.
  var fetchedRaws: [FetchedFile] = []
  /// The last photos came as RAW files without JPEG files: none is waited for much longer.
  var takesRawAlone = false
  /// The RAW file whose picture was given last, by its ``GPhoto2File/stem``.
  var lastRaw: String?
  var failedInARow = 0
  /// Configurations that this camera does not have.
  var absent: Set<String> = []

  private enum EndFault: Error {
    case left
  }

  private init() {}

  /// Serves until the booth has enough or is gone.
  /// - Parameter parent: the booth's process id; the kernel ends this process with it.
  public static func run(parent: Int32) {
    // A camera in the network that hangs up is an error, not a reason to die.
    signal(SIGPIPE, SIG_IGN)
    guard clinux_end_with(parent) == 0 else { return }
    let server = GPhoto2Server()
    do {
      while true { try server.step() }
    } catch {
      // Left, or the booth is gone: both end here, and the camera is let go on the way.
    }
  }

  private func step() throws {
    let due = [nextPicture, body == nil ? nil : min(nextEvents, nextKeepAlive)].compactMap { $0 }.min()
    if try waitForRequest(until: due) {
      try answer(try readRequest())
    } else if body != nil {
      do {
        try workBetweenRequests()
      } catch let error as CameraError {
        try lose(error)
      } catch let fault as GPhoto2Fault {
        try lose(error(fault))
      }
    }
  }

  private func lose(_ error: CameraError) throws {
    try say(.lost(error))
    body = nil
    nextPicture = nil
  }

  private func answer(_ request: CameraRequest) throws {
    do {
      switch request {
      case .open(let port, let profile): try say(.opened(try open(port, profile)))
      case .adopt(let profile):
        try adopt(profile)
        try keepAlive()
        try say(.done)
      case .list: try say(.cameras(try GPhoto2Ports().cameras()))
      case .startLiveView: try say(.liveViewRuns(try startLiveView()))
      case .stopLiveView:
        try stopLiveView()
        try say(.done)
      case .takePhoto:
        let photo = try takePhoto()
        try photo.withBytes { try say(.photo, $0) }
      case .release:
        _ = try opened()
        try apply(profile.afterFailedPhoto)
        try drainEvents()
        try say(.done)
      case .setParameter(let name, let value):
        try set(GPhoto2Profile.Setting(name, value))
        try say(.done)
      case .settings: try say(.settings(try settings()))
      case .leave:
        while !fetchedRaws.isEmpty { try keepFetched() }
        throw EndFault.left
      }
    } catch let error as CameraError {
      try say(.failed(error))
    } catch let fault as GPhoto2Fault {
      try say(.failed(error(fault)))
    }
  }

  // MARK: The socket

  /// Waits for the booth until a moment; true if it has said something, or is gone.
  func waitForRequest(until due: Instant?) throws -> Bool {
    while true {
      let left = due.map { max(0, ($0 - DeviceClock.now()).wholeNanoseconds) }
      var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, left.map { Int32(clamping: ($0 + 999_999) / 1_000_000) } ?? -1)
      if ready > 0 { return true }
      if ready == 0 { return false }
      guard errno == EINTR else { throw CameraWireFault.failed(errno: errno) }
    }
  }

  func say(_ reply: CameraReply, _ body: UnsafeRawBufferPointer? = nil) throws {
    try CameraWire.send(.reply, words: try CameraWire.encode(reply), body: body, to: socket)
  }

  private func readRequest() throws -> CameraRequest {
    let header = try CameraWire.header(try read(CameraWire.headerBytes))
    guard header.kind == .request, header.bodyBytes == 0 else { throw CameraWireFault.garbage("no request") }
    return try CameraWire.decode(CameraRequest.self, try read(header.wordBytes))
  }

  private func read(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var taken = 0
    while taken < count {
      let got = bytes.withUnsafeMutableBytes { recv(socket, $0.baseAddress! + taken, count - taken, 0) }
      if got > 0 {
        taken += got
      } else if got == 0 {
        throw CameraWireFault.ended
      } else if errno != EINTR {
        throw CameraWireFault.failed(errno: errno)
      }
    }
    return bytes
  }
}
