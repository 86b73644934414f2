/// What is known of one kind of camera: which ones it is for, how its driver is to be set, and what helps when it fails.
///
/// Read from `Devices/Cameras/*.json5` by ``CameraProfileFile``; the keys are explained in <doc:CameraProfiles>.
public struct CameraProfile: Sendable, Equatable {
  public enum Driver: String, Sendable, Codable, CaseIterable {
    case v4l2
    case gphoto2
  }

  /// The file's name without its ending: `logitech-c920`.
  public var id: String
  /// For people: `Logitech C920`.
  public var name: String
  public var match: CameraMatch
  public var v4l2 = V4L2()
  public var gphoto2 = GPhoto2()
  /// How the camera is mounted: clockwise degrees that its pictures must be turned by; 0, 90, 180 or 270.
  public var rotationDegrees = 0
  /// From the command to the exposure, as it was measured; nil if nobody did.
  public var triggerLag: Duration?
  public var recovery = Recovery()

  public init(id: String, name: String, match: CameraMatch) {
    self.id = id
    self.name = name
    self.match = match
  }

  /// How far ahead of zero the camera wants to be told; nil where neither is known.
  public var shutter: ShutterTiming? {
    let focus = gphoto2.focusAhead.isEmpty ? nil : gphoto2.focusTime
    return triggerLag == nil && focus == nil ? nil : ShutterTiming(lag: triggerLag ?? .zero, focus: focus)
  }

  /// What may be done to a camera that does not come back by itself.
  public struct Recovery: Sendable, Equatable {
    public enum Power: Sendable, Equatable {
      /// A hub that switches its ports' power: its place on the bus (`1-1.4`) and the port's number.
      case hub(String, port: Int)
      /// A line of a GPIO chip that holds the camera's supply.
      case relay(chip: String, line: Int)
    }

    /// Whether a reset of the USB device may be tried.
    public var usbReset = true
    /// What cuts the camera's power; nil where nothing does.
    public var power: Power?
    /// How long the power stays off.
    public var powerOff = Duration.seconds(3)
    /// How long the camera takes until it can be opened after a reset or with its power back.
    public var settle = Duration.seconds(2)
    public init() {}
  }

  /// For webcams and capture sticks.
  public struct V4L2: Sendable, Equatable {
    public struct Format: Sendable, Equatable {
      /// Four characters: `MJPG`.
      public var code: String
      /// Nil for whatever is nearest to the request.
      public var size: PixelSize?
      public var framesPerSecond: Int?

      public init(code: String, size: PixelSize? = nil, framesPerSecond: Int? = nil) {
        self.code = code
        self.size = size
        self.framesPerSecond = framesPerSecond
      }
    }

    public struct Control: Sendable, Equatable {
      /// As the profile writes it.
      public var name: String
      public var number: UInt32
      /// A number, `true` or `false`, or a menu's word.
      public var value: String

      public init(name: String, number: UInt32, value: String) {
        self.name = name
        self.number = number
        self.value = value
      }
    }

    public enum Still: Sendable, Equatable {
      /// A picture out of the live stream.
      case stream
      /// Another size, for the moment of the photo.
      case switching(Format, skipFrames: Int)
    }

    /// The first that the camera offers is taken; none, and the driver chooses.
    public var formats: [Format] = []
    /// Set in this order on opening, and again each time the stream starts.
    public var controls: [Control] = []
    public var still = Still.stream
    public init() {}
  }

  /// For cameras driven by libgphoto2.
  public struct GPhoto2: Sendable, Equatable {
    public struct Parameter: Sendable, Equatable {
      public var name: String
      public var value: String

      public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
      }
    }

    public enum CaptureTarget: String, Sendable, Codable, CaseIterable {
      case card
      case memory
    }

    /// How long things may take; nil leaves the driver's own limit.
    public struct Limits: Sendable, Equatable {
      public var open: Duration?
      public var liveView: Duration?
      public var photo: Duration?
      public var exposure: Duration?
      public var busy: Duration?
      public init() {}
    }

    public var standby: [Parameter] = []
    public var preview: [Parameter] = []
    public var still: [Parameter] = []
    /// Nil leaves the driver's own.
    public var afterFailedPhoto: [Parameter]?
    public var captureTarget: CaptureTarget?
    /// Whether RAW files are fetched.
    public var keepsRaw = true
    public var deletesFromCamera = false
    public var busyMeansNoFocus = false
    /// What lets the lens find its focus before a photo is asked for; empty where nothing is known to.
    public var focusAhead: [Parameter] = []
    /// How long it takes.
    public var focusTime = Duration.seconds(1)
    /// How often the shutter is pressed before "no focus" is believed.
    public var focusTries = 1
    public var keepAlive: Duration?
    public var liveViewRate: Int?
    /// Zero: never.
    public var liveViewRestart: Duration?
    public var limits = Limits()
    public init() {}
  }
}
