public import BoothCore

/// What a photo's bytes say about it, as far as they say it.
///
/// ```swift
/// let facts = PhotoFacts.read(try PhotoFileReader(path: path))
/// facts.cameraModel  // "NIKON D750"; nil where the file does not say
/// ```
///
/// Values are taken from the file as they stand: nothing is guessed from names or from the file's own date.
public struct PhotoFacts: Equatable, Sendable {
  /// What kind of file it is.
  public var format: PhotoFormat
  /// Columns and rows as stored, before ``orientation``; for HEIF as stored before its own turns, which are part of
  /// ``orientation``. For RAW the developed picture's, where the file says it, otherwise its largest preview's. Nil where
  /// the file does not say.
  public var size: PixelSize?
  /// How stored pixels stand upright.
  public var orientation = Orientation.upright
  /// When the shutter opened, by the camera's clock.
  public var taken: PhotoTime?
  /// Where it was taken.
  public var position: PhotoPosition?
  /// Whether EXIF has a place's degrees without the letters that say north or south, east or west: it is not taken for a place.
  public var isPlaceWithoutSides = false
  /// The camera's maker, as written.
  public var cameraMake: String?
  /// The camera's model, as written.
  public var cameraModel: String?
  /// The lens's model, as written.
  public var lensModel: String?
  /// Exposure time in seconds.
  public var exposureSeconds: Double?
  /// The f-number.
  public var aperture: Double?
  /// In millimetres, as the lens has it.
  public var focalLength: Double?
  /// In millimetres, of a lens with the same view on 24×36 mm.
  public var focalLength35: Double?
  /// The sensitivity by ISO 12232.
  public var iso: Int?
  /// What joins the two files of a Live Photo: Apple's content identifier (tag 17 of its maker notes).
  public var contentIdentifier: String?
  /// Whether it says that it was changed after the camera had made it: by EXIF's date of change, or by what Adobe's programs leave.
  /// What is beside the picture, such as ``previews``, may be of before.
  public var isChanged = false
  /// JPEG pictures inside, largest last.
  public var previews: [PhotoPreview] = []
  /// Where a JPEG file's colour profile (ICC.1) stands, in pieces in their order; empty where it has none.
  public var profile: [Range<Int>] = []
  /// Whether EXIF says that colours without a profile are Adobe RGB's (DCF 2.0).
  public var isAdobeRGB = false
  /// How many pictures follow one another where it is animated; 1 otherwise. Counted up to 2 only where counting would
  /// take reading all of the file.
  public var frames = 1
  /// What is wrong with the file, where something is. With it some of the other facts may still be right.
  public var trouble: PhotoTrouble?

  /// A photo of which nothing but its kind is known.
  public init(format: PhotoFormat) { self.format = format }

  /// Whether it has a preview that is large enough to be shown for it.
  public var hasShownPreview: Bool {
    previews.contains { max($0.size?.width ?? 0, $0.size?.height ?? 0) >= PhotoPreview.leastShown }
  }

  /// Width and height as people see it; nil where the file does not say.
  public var uprightSize: PixelSize? { size.map(orientation.apply) }
}

/// A JPEG picture inside of a photo's file.
public struct PhotoPreview: Equatable, Sendable {
  /// A raw file's preview is shown enlarged down to this many pixels on its long side, and not below.
  public static let leastShown = 320

  /// Where it stands in the file. Always within it.
  public var range: Range<Int>
  /// Its own size, where it was read.
  public var size: PixelSize?
  /// How its pixels stand upright: that of the photo, but where the preview says otherwise.
  public var orientation: Orientation

  public init(range: Range<Int>, size: PixelSize?, orientation: Orientation) {
    self.range = range
    self.size = size
    self.orientation = orientation
  }
}

/// What a photo's file fails at. The raw values are for logs and JSON.
public enum PhotoTrouble: String, Sendable, CaseIterable {
  /// It has no bytes.
  case empty
  /// It is no picture of a kind that is known.
  case notAPicture = "not-a-picture"
  /// It ends before what its head promises.
  case cut
  /// Its structure contradicts itself.
  case damaged
  /// It says that its picture is encrypted.
  case encrypted
  /// The medium did not give its bytes.
  case unreadable

  /// For people, as the end of "this file …".
  public var words: String {
    switch self {
    case .empty: "is empty"
    case .notAPicture: "is no picture of a kind that is known"
    case .cut: "ends too early: it was not copied, or not saved, completely"
    case .encrypted: "is encrypted"
    case .damaged: "is damaged: what it says about itself cannot be"
    case .unreadable: "could not be read from its disk"
    }
  }
}
