/// What is known of an attached camera before anything is set: enough to find its profile.
public struct CameraIdentity: Sendable, Equatable {
  /// What would drive it.
  public var driver: CameraProfile.Driver
  /// The driver's name for the model: `HD Pro Webcam C920`, `Canon EOS 2000D`.
  public var model: String
  /// Nil for a camera that is on no USB, such as one in the network.
  public var usb: USBIdentity?

  /// A camera on no USB, unless its identity is given.
  public init(driver: CameraProfile.Driver, model: String, usb: USBIdentity? = nil) {
    self.driver = driver
    self.model = model
    self.usb = usb
  }
}

/// Which cameras a profile is for.
///
/// Any of the USB ids or any of the model patterns is enough; a profile with neither is for every camera of its driver.
public struct CameraMatch: Sendable, Equatable {
  /// The driver that the camera must have.
  public var driver: CameraProfile.Driver
  /// Exact vendor and product numbers; any of them is enough.
  public var usb: [USBIdentity] = []
  /// Every product of these makers.
  public var vendors: [UInt16] = []
  /// With `*` for any characters; capitals and small letters are the same.
  public var models: [String] = []

  /// A match for every camera of the driver, until ids or patterns are added.
  public init(driver: CameraProfile.Driver) { self.driver = driver }

  /// How well a match fits; more is better. In this order: the exact USB id, the pattern with the most letters, the
  /// maker, the driver.
  public struct Rank: Sendable, Comparable {
    var exact: Bool
    var letters: Int
    var vendor: Bool

    /// Whether `one` fits worse than `other`.
    public static func < (one: Rank, other: Rank) -> Bool {
      (one.exact ? 1 : 0, one.letters, one.vendor ? 1 : 0)
        < (other.exact ? 1 : 0, other.letters, other.vendor ? 1 : 0)
    }
  }

  /// Nil where the profile is for other cameras.
  public func rank(_ camera: CameraIdentity) -> Rank? {
    guard camera.driver == driver else { return nil }
    let rank = Rank(
      exact: camera.usb.map { usb.contains($0) } ?? false,
      letters: models.filter { Self.fits($0, camera.model) }.map { $0.utf8.count { $0 != UInt8(ascii: "*") } }.max()
        ?? 0,
      vendor: camera.usb.map { vendors.contains($0.vendor) } ?? false)
    let isGeneral = usb.isEmpty && vendors.isEmpty && models.isEmpty
    return isGeneral || rank.exact || rank.letters > 0 || rank.vendor ? rank : nil
  }

  /// Whether the whole text fits a pattern.
  static func fits(_ pattern: String, _ text: String) -> Bool {
    let (pattern, text) = (Array(pattern.lowercased()), Array(text.lowercased()))
    var (p, t) = (0, 0)
    /// Where to go on after the last star if what follows does not fit.
    var retry: (pattern: Int, text: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == "*" {
        retry = (p + 1, t)
        p += 1
      } else if p < pattern.count, pattern[p] == text[t] {
        (p, t) = (p + 1, t + 1)
      } else if let (after, from) = retry {
        retry = (after, from + 1)
        (p, t) = (after, from + 1)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }
}
