public import BoothCore

/// How one kind of camera is driven through libgphoto2: what to set when, and how long it may take.
public struct GPhoto2Profile: Sendable, Equatable, Codable {
  /// A configuration of the camera, as `gphoto2 --list-config` names it, with the choice's English word or its number
  /// in the list as `#2`.
  public struct Setting: Sendable, Equatable, Codable {
    /// The configuration's name, without its path: `capturetarget`, `iso`.
    public var name: String
    /// The English word of the choice, or its number in the camera's list, from 0, as `#2`.
    public var value: String

    /// Sets `name` to `value`: `Setting("capturetarget", "Memory card")`.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// How long the booth waits. Each is kept by the booth, which kills the camera's process when it is over; `exposure`
  /// and `busy` are kept by the process itself, and must be shorter than `photo`.
  public struct Limits: Sendable, Equatable, Codable {
    /// Opening: libgphoto2 itself waits up to 8 s for a body's first answer (its `USB_START_TIMEOUT`).
    public var open = Duration.seconds(12)
    /// From asking for live view to its first picture.
    public var liveView = Duration.seconds(6)
    /// Stopping live view, and setting a parameter.
    public var setting = Duration.seconds(5)
    /// Setting what lets the lens find its focus, each: libgphoto2's `autofocusdrive` itself waits up to 5 s for the
    /// lens (`_put_Nikon_AFDrive` in `camlibs/ptp2/config.c`), and more than this means that the camera hangs.
    public var focus = Duration.seconds(8)
    /// From the trigger to the whole JPEG.
    public var photo = Duration.seconds(12)
    /// From the trigger to the picture of a RAW file that no JPEG follows: as much of the booth's own deadline for calls (14 s)
    /// as may be used, as 60 MB take three seconds over USB 2 and ten over a slow card or network.
    public var rawPhoto = Duration.seconds(13)
    /// From the trigger to the camera's word that a file is there.
    public var exposure = Duration.seconds(8)
    /// How long a camera may say that it is busy before a photo.
    public var busy = Duration.seconds(2)
    /// How long the process may take to leave before it is killed.
    public var leave = Duration.seconds(1)
    /// The limits that suit most cameras.
    public init() {}
  }

  /// Set when the camera was opened, and after live view.
  public var standby: [Setting] = []
  /// Set before live view, and again after a photo during it.
  public var preview: [Setting] = []
  /// Set before each photo.
  public var still: [Setting] = []
  /// Set after a photo that failed; what the camera does not have is left out. libgphoto2 before 2.5.31 leaves an EOS's
  /// shutter half pressed then, and the next photo finds it busy.
  public var afterFailedPhoto = [Setting("eosremoterelease", "Release Full")]
  /// On bodies that say "busy" (0x2019) when the lens finds no focus: EOS with libgphoto2 up to 2.5.30. After three such
  /// in a row it counts as busy after all.
  public var busyMeansNoFocus = false
  /// Set before a photo, early enough for the lens to find its focus; empty leaves that to the photo.
  public var focusAhead: [Setting] = []
  /// How often the shutter is pressed before "no focus" is believed; all within `limits.photo`.
  public var focusTries = 1
  /// Where the camera keeps photos until they are fetched; nil leaves it as the camera has it.
  public var captureTarget: CameraProfile.GPhoto2.CaptureTarget?
  /// Live view is stopped and started again after so long, before the camera ends it by itself (reported: 10 to 30
  /// minutes); nil leaves it on.
  public var liveViewRestart: Duration? = .seconds(540)
  /// Pictures a second. More than about 25 makes some bodies answer "not ready" (reported for EOS on a fast computer).
  public var liveViewRate = 25
  /// How often an idle camera is asked for its state, so that it neither sleeps nor goes unnoticed.
  public var keepAlive = Duration.seconds(2)
  /// Whether pictures are deleted from the camera once they are here whole.
  public var deletesFromCamera = false
  /// The folder for RAW files; nil leaves them on the camera's card.
  public var rawFolder: String?
  /// How long the booth waits for this camera's calls.
  public var limits = Limits()

  /// What is used for a camera without a profile of its own.
  public init() {}
}
