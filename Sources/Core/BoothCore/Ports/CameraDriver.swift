/// What a camera is and can do. Abilities are data, so that nothing asks which driver it talks to.
public struct CameraDescription: Sendable, Equatable, Codable {
  /// Stable over unplugging: `mock`, `v4l2:usb-046d_HD_Pro_Webcam…`.
  public var id: String
  /// Maker and model, as the device says them: `Canon EOS 2000D`. Photos carry it in their EXIF.
  public var model: String
  /// The driver's name as the console shows it: `mock`, `v4l2`.
  public var driver: String
  /// Whether a photo is an exposure of its own (a DSLR) or a picture out of the live stream (most webcams).
  public var takesStills: Bool
  /// What it offers, or is set to, in words for people; the largest first where sizes are known.
  public var formats: [String]
  /// Nil for cameras that are on no USB, or do not say.
  public var usb: USBIdentity?
  /// The name of the profile it is driven by; nil where there is none for it.
  public var profile: String?
  /// How far ahead of zero it wants to be told, and whether it can focus before; nil if unknown.
  public var shutter: ShutterTiming?
  /// Battery, card and clock when it was opened; nil for cameras without.
  public var condition: CameraCondition?

  /// The facts every driver knows; the rest is nil until the driver sets it.
  public init(id: String, model: String, driver: String, takesStills: Bool, formats: [String]) {
    self.id = id
    self.model = model
    self.driver = driver
    self.takesStills = takesStills
    self.formats = formats
  }
}

/// What live view was asked for; the driver takes the nearest thing the device offers and says what that is.
public struct LiveViewRequest: Sendable, Equatable {
  /// In pixels.
  public var size: PixelSize
  /// Pictures a second.
  public var framesPerSecond: Int

  /// 720p at 30 pictures a second, unless told otherwise.
  public init(size: PixelSize = PixelSize(width: 1280, height: 720), framesPerSecond: Int = 30) {
    self.size = size
    self.framesPerSecond = framesPerSecond
  }
}

/// What live view delivers.
public struct LiveViewFormat: Sendable, Equatable, Codable {
  /// In pixels, as the sensor gives them: not yet turned or cut.
  public var size: PixelSize
  /// How each frame's bytes are laid out.
  public var layout: FrameLayout
  /// Pictures a second, as the device promises them; frames carry their own time.
  public var framesPerSecond: Double

  /// Takes what the device agreed to.
  public init(size: PixelSize, layout: FrameLayout, framesPerSecond: Double) {
    self.size = size
    self.layout = layout
    self.framesPerSecond = framesPerSecond
  }
}

/// One stored still as the camera gave it: a complete JPEG file.
public struct Photo: Sendable, Equatable {
  /// The whole file, markers and EXIF included.
  public var jpeg: [UInt8]
  /// In pixels, as the file stores them, before any turn that its EXIF asks for.
  public var size: PixelSize
  /// The best live frame in place of a still that failed (autofocus); the photo is marked in its record.
  public var fromLiveView: Bool

  /// A still of the camera's own, unless told otherwise. The bytes are not looked at.
  public init(jpeg: [UInt8], size: PixelSize, fromLiveView: Bool = false) {
    self.jpeg = jpeg
    self.size = size
    self.fromLiveView = fromLiveView
  }
}

/// What a camera reports unasked.
public enum CameraReport: Sendable, Equatable {
  /// The device went away (unplugged, switched off, battery); it may return.
  case lost(CameraError)
  /// The shutter was pressed on the body: a photo that the booth did not ask for.
  case unaskedPhoto(Photo)
  /// The RAW file that belongs to a photo given before is on this machine's disk.
  case rawKept(RawFile)
  /// Battery, card, settings or clock are not what they were when this was last said.
  case condition(CameraCondition)
}

/// A camera's failure, by what the caller can do about it.
///
/// ```swift
/// do {
///   _ = try await camera.takePhoto()
/// } catch where error.code == .focusFailed {
///   // Another try may help: `error.mayPass`.
/// }
/// ```
public struct CameraError: Error, Sendable, Equatable, Codable, CustomStringConvertible {
  /// Why, by what the caller can do about it.
  public enum Code: String, Sendable, Codable, CaseIterable {
    /// No such device; plug it in.
    case notFound
    /// Another program holds it.
    case busy
    /// Its bus has no room for the stream; resetting it changes nothing, another port may.
    case noBandwidth
    /// It was there and is gone.
    case disconnected
    /// The lens found no focus; the connection is fine.
    case focusFailed
    /// It answered with something that is no picture, or a cut one.
    case badPicture
    /// It takes photos only when a person has seen to it: its card is full or locked, or it gives no JPEG file. The connection
    /// is fine, and live view goes on.
    case refusesPhotos
    /// It offers nothing this program can read.
    case unsupported
    /// It did not answer in time.
    case timedOut
    /// Anything else it said.
    case failed
  }

  /// Why; decide by this, not by the words.
  public var code: Code
  /// Which camera or file: `/dev/video0`, `mock`.
  public var subject: String
  /// The errno text or the device's own words, and what to do.
  public var detail: String

  /// `CameraError(.busy, subject: "/dev/video0", detail: "another program uses it; close that")`.
  public init(_ code: Code, subject: String, detail: String) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }

  /// Whether trying the same call again may work without re-opening the device.
  public var mayPass: Bool { code == .focusFailed || code == .badPicture }

  /// One line for logs and people: the camera and the words.
  public var description: String { "camera \(subject): \(detail)" }
}

/// One camera. A driver value is one generation: opened once, closed once, and never used again after a call of it
/// missed its deadline (the caller abandons it and makes another from the ``CameraSource``).
///
/// ```swift
/// let description = try await camera.open()
/// _ = try await camera.startLiveView(LiveViewRequest(), into: sink)
/// let photo = try await camera.takePhoto()
/// await camera.close()
/// ```
///
/// Every call may block for as long as the device does; a driver runs on a thread of its own, and the *caller* keeps
/// the deadlines. Calls are made one at a time, except `close()`, which may come while another call hangs.
public protocol CameraDriver: Sendable {
  /// Claims the device and says what it is. Throws without having claimed anything.
  func open() async throws(CameraError) -> CameraDescription
  /// Starts live frames into `sink`. The format is what the device really delivers.
  func startLiveView(_ request: LiveViewRequest, into sink: any FrameSink) async throws(CameraError) -> LiveViewFormat
  /// Stops live frames; `sink` receives none after this returns. Harmless when none run.
  func stopLiveView() async throws(CameraError)
  /// Lets the lens find its focus for the next photo; live view goes on. Only for drivers whose description has a
  /// ``ShutterTiming/focus``; others say `unsupported`.
  func focus() async throws(CameraError)
  /// Takes one photo. Live view goes on, or comes back, by itself.
  func takePhoto() async throws(CameraError) -> Photo
  /// Sets a parameter by its name in the device profile.
  func setParameter(_ name: String, to value: String) async throws(CameraError)
  /// Lets a shutter go that is still half pressed, and takes what the camera still has to say; for a camera that
  /// refuses. A driver that cannot says `unsupported`.
  func release() async throws(CameraError)
  /// Lets the device go. Never throws, returns at once, and makes `reports` end.
  func close() async
  /// What the device says unasked; ends at close.
  var reports: AsyncStream<CameraReport> { get }
}

extension CameraDriver {
  /// For drivers that cannot: throws `unsupported`.
  public func focus() async throws(CameraError) {
    throw CameraError(.unsupported, subject: "camera", detail: "its driver cannot focus before a photo")
  }

  /// For drivers that cannot: throws `unsupported`.
  public func release() async throws(CameraError) {
    throw CameraError(.unsupported, subject: "camera", detail: "its driver has no shutter to release")
  }
}

/// Makes drivers for one configured camera, generation after generation, and does to the device what no driver can.
public protocol CameraSource: Sendable {
  /// Names the camera for people before it was ever opened: `mock camera (drawn guests)`, `/dev/video0`.
  var name: String { get }
  /// Which rungs of the recovery ladder this camera has here.
  var recovery: RecoverySteps { get }
  /// A driver for the next generation, not yet opened.
  func makeDriver() -> any CameraDriver
  /// Resets the camera's USB device, which comes back as if it had been plugged in anew. No driver of it may be open.
  /// Takes as long as the kernel does, on a thread of its own; the caller keeps the deadline.
  func resetUSB() async throws(CameraError)
  /// Takes the camera's power away for a moment and gives it back. Waits as ``resetUSB()`` does.
  func cutPower() async throws(CameraError)
}

extension CameraSource {
  /// No rung beyond opening the camera anew, unless the source says otherwise.
  public var recovery: RecoverySteps { RecoverySteps() }

  /// For cameras that are on no USB: throws `unsupported`.
  public func resetUSB() async throws(CameraError) {
    throw CameraError(.unsupported, subject: name, detail: "it is no device on USB")
  }

  /// For cameras whose power nothing switches: throws `unsupported`.
  public func cutPower() async throws(CameraError) {
    throw CameraError(.unsupported, subject: name, detail: "nothing here switches its power")
  }
}
