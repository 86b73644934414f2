/// What is known of one kind of camera: which ones it is for, how its driver is to be set, and what helps when it fails.
///
/// Read from `Devices/Cameras/*.json5` by ``CameraProfileFile``; the keys are explained in `Docs/manual/cameras.md`.
public struct CameraProfile: Sendable, Equatable {
  /// What drives the camera.
  public enum Driver: String, Sendable, Codable, CaseIterable {
    /// Webcams and capture sticks, by Video4Linux.
    case v4l2
    /// DSLR and mirrorless cameras, by libgphoto2.
    case gphoto2
  }

  /// The file's name without its ending: `logitech-c920`.
  public var id: String
  /// For people: `Logitech C920`.
  public var name: String
  /// Which cameras the profile is for.
  public var match: CameraMatch
  /// Used for cameras of the driver `v4l2` only.
  public var v4l2 = V4L2()
  /// Used for cameras of the driver `gphoto2` only.
  public var gphoto2 = GPhoto2()
  /// How the camera is mounted: clockwise degrees that its pictures must be turned by; 0, 90, 180 or 270.
  public var rotationDegrees = 0
  /// From the command to the exposure, as it was measured; nil if unmeasured.
  public var triggerLag: Duration?
  /// What may be done when the camera does not come back by itself.
  public var recovery = Recovery()

  /// A profile that leaves everything at the driver's defaults.
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
    /// What cuts the camera's power.
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
    /// A USB reset is allowed, and nothing cuts the power.
    public init() {}
  }

  /// For webcams and capture sticks.
  public struct V4L2: Sendable, Equatable {
    /// A pixel format that live view or a photo is asked for in.
    public struct Format: Sendable, Equatable {
      /// The kernel's four characters for it: `MJPG`.
      public var code: String
      /// Nil for whatever is nearest to the request.
      public var size: PixelSize?
      /// Pictures a second; nil for the rate nearest to the request.
      public var framesPerSecond: Int?

      /// A format of any size and rate, unless they are given. The code is not checked here.
      public init(code: String, size: PixelSize? = nil, framesPerSecond: Int? = nil) {
        self.code = code
        self.size = size
        self.framesPerSecond = framesPerSecond
      }
    }

    /// A setting of the camera, as the kernel knows it.
    public struct Control: Sendable, Equatable {
      /// As the profile writes it.
      public var name: String
      /// The kernel's number for it: ``CameraControl/number(_:)``.
      public var number: UInt32
      /// A number, `true` or `false`, or a menu's word.
      public var value: String

      /// Takes name, number and value as they are; whether the camera has the control is found out when it is set.
      public init(name: String, number: UInt32, value: String) {
        self.name = name
        self.number = number
        self.value = value
      }
    }

    /// How a photo is taken.
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
    /// How a photo is taken; out of the stream by default.
    public var still = Still.stream
    /// The driver's choice of format, no controls, photos out of the stream.
    public init() {}
  }

  /// For cameras driven by libgphoto2.
  public struct GPhoto2: Sendable, Equatable {
    /// A setting of libgphoto2's configuration tree, as `gphoto2 --list-config` has it.
    public struct Parameter: Sendable, Equatable {
      /// The last part of its path: `iso`, `eosremoterelease`.
      public var name: String
      /// What it is set to, in the body's own words: `400`, `Release Full`; a switch's are `1` and `0`.
      public var value: String

      /// Takes both as they are; `Parameter("iso", "400")`.
      public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
      }
    }

    /// Where the camera keeps a photo until it is fetched.
    public enum CaptureTarget: String, Sendable, Codable, CaseIterable {
      /// The memory card, where a photo stays until a person deletes it.
      case card
      /// The camera's own memory.
      case memory
    }

    /// How long things may take; nil leaves the driver's own limit.
    public struct Limits: Sendable, Equatable {
      /// Opening the camera, from the second time on: the first tells which profile it is.
      public var open: Duration?
      /// Starting live view, up to its first picture.
      public var liveView: Duration?
      /// A photo with all its tries.
      public var photo: Duration?
      /// From the trigger to the camera's word that a file is there; less than ``photo``.
      public var exposure: Duration?
      /// How long the camera may say that it is busy before a photo.
      public var busy: Duration?
      /// Every limit is the driver's own.
      public init() {}
    }

    /// Set when the camera was opened, and after live view, in this order.
    public var standby: [Parameter] = []
    /// Set before live view, and again after a photo during it.
    public var preview: [Parameter] = []
    /// Set before each photo.
    public var still: [Parameter] = []
    /// Set after a photo that failed; nil leaves the driver's own, which lets go of an EOS's half-pressed shutter.
    public var afterFailedPhoto: [Parameter]?
    /// Where the camera keeps photos until they are fetched; nil leaves it as the camera has it.
    public var captureTarget: CaptureTarget?
    /// Whether RAW files are fetched.
    public var keepsRaw = true
    /// Whether a picture is deleted from the camera once it is here whole.
    public var deletesFromCamera = false
    /// Whether "busy" on a photo means that the lens found no focus, as some EOS bodies say it.
    public var busyMeansNoFocus = false
    /// What lets the lens find its focus before a photo is asked for; empty where nothing is known to.
    public var focusAhead: [Parameter] = []
    /// How long the lens takes to find its focus after ``focusAhead`` was set.
    public var focusTime = Duration.seconds(1)
    /// How often the shutter is pressed before "no focus" is believed.
    public var focusTries = 1
    /// How often an idle camera is asked for its state, so that it does not fall asleep; nil leaves the driver's 2 s.
    public var keepAlive: Duration?
    /// Live pictures a second, 1 to 60; nil leaves the driver's 25.
    public var liveViewRate: Int?
    /// Live view is stopped and started again after so long, before the camera ends it by itself. Zero is never; nil
    /// leaves the driver's 540 s.
    public var liveViewRestart: Duration?
    /// How long calls of this camera may take.
    public var limits = Limits()
    /// The driver's own settings: RAW files are fetched, nothing is deleted, one try to focus.
    public init() {}
  }
}
