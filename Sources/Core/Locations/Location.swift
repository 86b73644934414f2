public import BoothCore

/// A place where an old photograph was taken, and is to be taken again.
///
/// ```swift
/// location.chosenVersion?.picture.name  // the new picture that is shown beside the old one
/// ```
///
/// The first fields are those of the Jerusalem Then & Now app, under its names, so that data moves both ways; an unknown
/// status is ``LocationStatus/notVisited``.
public struct Location: Sendable, Equatable, Identifiable, Codable {
  /// As the app makes them: a UUID's text. See ``LocationID`` for what is taken.
  public var id: LocationID
  /// Never empty.
  public var title: String
  public var notes = ""
  /// Degrees north, −90 to 90.
  public var latitude: Double
  /// Degrees east, −180 to 180.
  public var longitude: Double
  public var status = LocationStatus.notVisited
  /// Where the old picture is in the app's storage; empty where it is not.
  public var historicalImageURL = ""
  /// Where the chosen new picture is there; nil where it is not.
  public var newImageURL: String?
  public var createdAt: WallTime
  /// Changes with title, notes, status, position, provenance and the chosen version.
  public var updatedAt: WallTime

  /// Names the pair for ever, in print and in links: it never changes, whatever version is chosen.
  public var pair: String
  public var provenance = Provenance()
  /// The camera's direction, degrees clockwise from true north, 0 up to but not 360; nil if unknown.
  public var bearing: Double?
  /// How far off the position may be, in metres; nil if unknown.
  public var accuracy: Double?
  /// The old picture's file, relative to the location's folder.
  public var old: LocationPicture
  /// Every new picture that was kept, in the order they were taken.
  public var versions: [LocationVersion] = []
  /// The version that stands beside the old picture; nil while there is none.
  public var chosen: LocationVersion.ID?
  /// Points that a person set in the old picture and in a frame; nil without marks.
  public var marks: LocationMarks?
  /// Which part of the old picture is the photograph; nil before it was looked for, or where no border is there for sure.
  public var crop: KeptCrop?

  /// A location that was not visited yet.
  public init(
    id: LocationID, title: String, latitude: Double, longitude: Double, pair: String, old: LocationPicture,
    createdAt: WallTime
  ) {
    self.id = id
    self.title = title
    self.latitude = latitude
    self.longitude = longitude
    self.pair = pair
    self.old = old
    self.createdAt = createdAt
    updatedAt = createdAt
  }

  /// All of its files: the old picture, every new one, and the frame that points were marked in.
  public var pictures: [LocationPicture] {
    [old] + versions.map(\.picture) + (marks.map { [$0.anchor] } ?? [])
  }

  /// The new picture that stands beside the old one.
  public var chosenVersion: LocationVersion? { versions.first { $0.id == chosen } }
}

/// A picture's file as the database knows it.
public struct LocationPicture: Sendable, Equatable, Codable {
  /// The file's name in the location's folder.
  public var name: String
  public var bytes: Int64
  /// SHA-256, in lower-case hexadecimal.
  public var checksum: String
  /// Upright, in pixels; nil if not read.
  public var size: PixelSize?

  /// Unchecked.
  public init(name: String, bytes: Int64, checksum: String, size: PixelSize? = nil) {
    self.name = name
    self.bytes = bytes
    self.checksum = checksum
    self.size = size
  }
}

/// One photograph taken at the old photograph's place.
public struct LocationVersion: Sendable, Equatable, Identifiable, Codable {
  /// Unique within its location and never used again; the session's asset makes it, or the import.
  public var id: String
  public var picture: LocationPicture
  public var takenAt: WallTime
  /// The session in which it was taken; nil where it was imported.
  public var session: SessionID?
  /// Where the camera stood, by satellites; nil if unknown.
  public var fix: PositionFix?
  /// How it lies on the old picture; nil if not computed.
  public var registration: KeptRegistration?

  /// Unchecked.
  public init(id: String, picture: LocationPicture, takenAt: WallTime, session: SessionID? = nil) {
    self.id = id
    self.picture = picture
    self.takenAt = takenAt
    self.session = session
  }
}

/// A new picture that is to be kept, without its bytes.
public struct NewVersion: Sendable, Equatable {
  public var id: LocationVersion.ID
  public var takenAt: WallTime
  public var session: SessionID?
  /// Upright, in pixels; nil if not read.
  public var size: PixelSize?
  public var fix: PositionFix?
  /// When it is kept, and the location changes; nil: when it was taken, as a photo of the booth's is.
  public var keptAt: WallTime?

  /// Of a session's photo: its name is the same however often it is asked for.
  public init(of photo: Asset) {
    self.init(id: "\(photo.session.text)-\(photo.strip)", takenAt: photo.takenAt, session: photo.session)
  }

  /// Unchecked.
  public init(
    id: LocationVersion.ID, takenAt: WallTime, session: SessionID? = nil, size: PixelSize? = nil,
    fix: PositionFix? = nil
  ) {
    self.id = id
    self.takenAt = takenAt
    self.session = session
    self.size = size
    self.fix = fix
  }
}
