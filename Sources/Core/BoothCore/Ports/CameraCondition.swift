/// What a camera says about itself, apart from its pictures.
///
/// What follows from it is decided here: ``photosFail`` and ``liveViewFails`` before any guests are filmed for nothing.
public struct CameraCondition: Sendable, Equatable, Codable, CustomStringConvertible {
  /// The camera's own word: `87%`, `Low`.
  public var battery: String?
  /// Free space on its card, in megabytes; below 200 the operator is warned.
  public var freeMegabytes: Int?
  /// How many more photos its card takes, as the camera counts them.
  public var freePhotos: Int?
  /// How far the camera's clock is ahead of this machine's, in seconds; negative if behind.
  public var clockAheadSeconds: Int?
  /// Where its photos are kept until they are fetched; nil for a camera that does not say.
  public var captureTarget: CameraProfile.GPhoto2.CaptureTarget?
  /// Photos were to be kept on its card, which is full: they are kept in its memory instead.
  public var standsIn: Bool?
  /// What its photos are, in its own word: `JPEG Fine`, `NEF (Raw)`.
  public var imageQuality: String?
  /// Why it refuses live view, in its own words: the dial is on a scene, it has no card. Nil where it does not, or does not say.
  public var liveViewRefusal: String?

  /// Why the pictures in its RAW files do not do for photos, as the last one has shown: `it holds no picture of itself`. Nil where
  /// they do, or none has come yet.
  public var rawFault: String?
  /// Whether a RAW file is being fetched: that may take ten seconds, in which no live picture comes.
  public var isFetchingRaw: Bool?

  /// A camera that says nothing, unless told otherwise.
  public init(
    battery: String? = nil, freeMegabytes: Int? = nil, freePhotos: Int? = nil, clockAheadSeconds: Int? = nil,
    captureTarget: CameraProfile.GPhoto2.CaptureTarget? = nil, standsIn: Bool? = nil, imageQuality: String? = nil,
    liveViewRefusal: String? = nil, rawFault: String? = nil, isFetchingRaw: Bool? = nil
  ) {
    self.battery = battery
    self.freeMegabytes = freeMegabytes
    self.freePhotos = freePhotos
    self.clockAheadSeconds = clockAheadSeconds
    self.captureTarget = captureTarget
    self.standsIn = standsIn
    self.imageQuality = imageQuality
    self.liveViewRefusal = liveViewRefusal
    self.rawFault = rawFault
    self.isFetchingRaw = isFetchingRaw
  }

  /// The battery in percent, where the camera's word is a number.
  public var batteryPercent: Int? {
    guard let battery else { return nil }
    return Int(battery.prefix { $0.isNumber })
  }

  /// Whether the card takes no other photo. A camera that counts no photos where there is room does not know their size yet.
  public var cardIsFull: Bool {
    guard let freeMegabytes else { return false }
    return freeMegabytes < 1 || freePhotos == 0 && freeMegabytes < Self.roomForAPhoto
  }

  /// The largest files of today's bodies, RAW and JPEG together, in megabytes.
  static let roomForAPhoto = 100

  /// Whether the card has room again, for many photos.
  public var cardHasRoom: Bool { (freeMegabytes ?? 0) >= 200 && freePhotos != 0 }

  /// Whether it takes RAW files and no JPEG with them, by its own word.
  public var takesRawOnly: Bool {
    guard let word = imageQuality?.lowercased() else { return false }
    return (word.contains("raw") || word.contains("nef")) && !word.contains("+")
      && !["jpeg", "jpg", "fine", "basic", "norm"].contains { word.contains($0) }
  }

  /// Why every photo would fail, and what to do; nil while nothing speaks against them. Only what is sure: a camera that does
  /// not say where it keeps its photos is tried.
  public var photosFail: String? {
    if captureTarget == .card, cardIsFull {
      return "its card is full: put in an empty one, or delete its pictures"
    }
    if takesRawOnly, let imageQuality, let rawFault {
      return "it takes RAW files only (\(imageQuality)), and \(rawFault): set its image quality to JPEG, or RAW + JPEG"
    }
    return nil
  }

  /// What makes photos slower than they could be; nil while nothing does.
  private var slowness: String? {
    guard takesRawOnly, rawFault == nil, let imageQuality else { return nil }
    return "it takes RAW files only (\(imageQuality)): guests get the picture inside each, some seconds later; "
      + "set its image quality to RAW + JPEG"
  }

  /// Why it shows no live view, and what to do; nil while nothing speaks against it.
  public var liveViewFails: String? {
    liveViewRefusal.map { "it refuses live view: \($0)" }
  }

  /// What the operator should see to soon, as photos will fail else.
  public var troubles: [String] {
    var troubles = [photosFail, liveViewFails].compactMap { $0 }
    if let battery, (batteryPercent ?? 100) <= 20 || battery.lowercased() == "low" {
      troubles.append("its battery is low (\(battery)): change it, or use a mains adapter")
    }
    if standsIn == true {
      troubles.append("its card is full, so photos are kept in its memory until they are fetched: put in an empty card")
    } else if captureTarget == .memory {
      // No photo is meant to need it; bodies are known that write to it all the same.
      if cardIsFull { troubles.append("its card is full, though photos are kept in its memory: put in an empty one") }
    } else if captureTarget == nil || !cardIsFull, let freeMegabytes, freeMegabytes < 200 {
      troubles.append("its card has \(freeMegabytes) MB left: put in an empty one")
    }
    return troubles
  }

  /// What the operator should do something about, in words.
  public var warnings: [String] {
    var warnings = troubles + [slowness].compactMap { $0 }
    if let clockAheadSeconds, abs(clockAheadSeconds) > 120 {
      let way = clockAheadSeconds > 0 ? "ahead" : "behind"
      warnings.append("its clock is \(abs(clockAheadSeconds)) s \(way): set it in the camera's menu")
    }
    return warnings
  }

  /// Whether it is worth telling after this one: the card's space changes with every photo, and is told when it matters.
  public func isNews(after earlier: CameraCondition?) -> Bool {
    guard let earlier else { return true }
    let roomBefore = earlier.freeMegabytes ?? 0
    return battery != earlier.battery || captureTarget != earlier.captureTarget || imageQuality != earlier.imageQuality
      || isFetchingRaw != earlier.isFetchingRaw || rawFault != earlier.rawFault || warnings != earlier.warnings
      || freeMegabytes.map { $0 >= roomBefore + Self.roomForAPhoto } ?? false
  }

  /// What is known, then the ``warnings``, with commas between; empty for a camera that says nothing.
  public var description: String { ([facts] + warnings).filter { !$0.isEmpty }.joined(separator: ", ") }

  /// What is known, in words.
  public var facts: String {
    [
      battery.map { "battery \($0)" }, freeMegabytes.map { "\($0) MB free" },
      captureTarget.map { "photos to its \($0.rawValue)" }, imageQuality,
      clockAheadSeconds.map { "clock \($0 >= 0 ? "+" : "")\($0) s" },
    ].compactMap { $0 }.joined(separator: ", ")
  }
}

/// The RAW file of a photo, whole and durable on this machine's disk.
public struct RawFile: Sendable, Equatable, Codable {
  /// The absolute path on this machine.
  public var path: String
  /// The file's bytes.
  public var sizeBytes: Int
  /// The name the camera gave it: its photo's name with another ending on most bodies.
  public var cameraName: String

  /// Takes all as it is; the file must be there already.
  public init(path: String, sizeBytes: Int, cameraName: String) {
    self.path = path
    self.sizeBytes = sizeBytes
    self.cameraName = cameraName
  }
}
