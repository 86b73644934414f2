/// A photo as the browser has it: an id that its source understands, and a name to show. All else is asked for.
public struct PhotoItem: Sendable, Hashable {
  /// Which one it is.
  public var id: PhotoID
  /// For people; no path, and nothing is read out of it.
  public var displayName: String

  public init(id: PhotoID, displayName: String) {
    self.id = id
    self.displayName = displayName
  }

  /// Two are one where their ids are.
  public static func == (left: PhotoItem, right: PhotoItem) -> Bool { left.id == right.id }

  /// Of its id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// When a photo was taken, as its camera's clock showed it.
public struct PhotoMoment: Sendable, Hashable, CustomDebugStringConvertible {
  /// What the clock showed, in seconds since 1970 as if it had shown UTC.
  public var wallSeconds: Int64
  /// How far the clock was ahead of UTC, in minutes; nil if unknown.
  public var offsetMinutes: Int?
  /// The fraction of the second in nanoseconds, 0 to 999,999,999; 0 if unknown. It orders the photos of a burst.
  public var nanoseconds: Int64 = 0

  /// Catalogs and databases may hold any number: what lies beyond the years that ``CalendarDay`` knows is put at their end, and
  /// so is a clock more than two days away.
  public init(wallSeconds: Int64, offsetMinutes: Int? = nil, nanoseconds: Int64 = 0) {
    self.wallSeconds = CalendarDay.known(wallSeconds)
    self.offsetMinutes = offsetMinutes.map { max(-2880, min(2880, $0)) }
    self.nanoseconds = max(0, min(999_999_999, nanoseconds))
  }

  /// Seconds since 1970; a clock of an unknown zone counts as UTC.
  public var unixSeconds: Int64 { wallSeconds - Int64(offsetMinutes ?? 0) * 60 }

  /// What is behind the whole second of a moment, to the millisecond: such a number holds no more.
  public static func nanoseconds(behind seconds: Double) -> Int64 {
    let rest = seconds - seconds.rounded(.down)
    return min(999, Int64((rest * 1000).rounded())) * 1_000_000
  }

  /// Without what is behind the second: the index tells by these words whether a photo is another one, and has told so before there
  /// were fractions. All thumbnails would be made again.
  public var debugDescription: String {
    "PhotoBrowser.PhotoMoment(wallSeconds: \(wallSeconds), offsetMinutes: \(String(describing: offsetMinutes)))"
  }
}

/// What is known of a photo apart from its name: all of it from its source, or from its bytes.
public struct PhotoDetails: Sendable, Equatable {
  /// As catalogs name it: `JPEG`, `PNG`, `HEIF`, `TIFF`, `GIF`, `WEBP`, `BMP`, `RAW-CR2` …, `UNKNOWN`; nil: not looked at.
  public var format: String?
  /// In pixels, upright: after the orientation.
  public var width: Int?
  /// In pixels, upright: after the orientation.
  public var height: Int?
  /// When it was taken; nil where it does not say.
  public var taken: PhotoMoment?
  /// Maker and model, as people say it.
  public var camera: String?
  /// The lens by its own name.
  public var lens: String?
  /// Aperture, exposure time, focal length and sensitivity in one line, such as `f/2.8 1/250 s 35 mm ISO 200`.
  public var exposure: String?
  /// In degrees, north is positive.
  public var latitude: Double?
  /// In degrees, east is positive.
  public var longitude: Double?
  /// Of all its bytes, lower-case hexadecimal.
  public var fullMD5: String?
  /// Of its first 4096 bytes, lower-case hexadecimal.
  public var headMD5: String?
  /// What ties the parts of a live photo together (Apple's content identifier).
  public var contentIdentifier: String?
  /// Why it cannot be shown, by its name: `empty`, `cut`, `notAPicture` …; nil: nothing is wrong as far as anybody knows.
  public var trouble: String?

  /// Nothing is known.
  public init() {}
}

/// What else a source says of a photo.
public struct PhotoFlags: OptionSet, Sendable, Hashable {
  /// The bits, as the index keeps them.
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// As programs are told them.
  public var names: [String] {
    let all: [(PhotoFlags, String)] = [
      (.favourite, "favourite"), (.hidden, "hidden"), (.trashed, "trashed"), (.edited, "edited"), (.missing, "missing"),
      (.live, "live"), (.animated, "animated"), (.burst, "burst"), (.film, "film"), (.aside, "aside"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }

  /// A favourite there.
  public static let favourite = PhotoFlags(rawValue: 1)
  /// Hidden there; shown only if asked for.
  public static let hidden = PhotoFlags(rawValue: 2)
  /// In the source's own bin.
  public static let trashed = PhotoFlags(rawValue: 4)
  /// What is shown is not as the camera made it.
  public static let edited = PhotoFlags(rawValue: 8)
  /// The original is not there; ``PhotoEntry/remark`` says why.
  public static let missing = PhotoFlags(rawValue: 16)
  /// The picture of a live photo.
  public static let live = PhotoFlags(rawValue: 32)
  /// One of a burst.
  public static let burst = PhotoFlags(rawValue: 64)
  /// The source does not show it among the others, only in its album: of a shared album, or left of a burst.
  public static let aside = PhotoFlags(rawValue: 512)
  /// Its pictures follow one another.
  public static let animated = PhotoFlags(rawValue: 1024)
  /// A film.
  public static let film = PhotoFlags(rawValue: 128)
  /// With ``film``: it lies beside pictures, and is no photo of its own; it may be the film of one of them.
  public static let beside = PhotoFlags(rawValue: 256)
}

/// A photo as a scan found it.
public struct PhotoEntry: Sendable, Equatable {
  /// Which one it is.
  public var id: PhotoID
  /// For people.
  public var name: String
  /// Where it lies there, for people and the search: a folder's path below the root, an album; empty for none.
  public var place: String
  /// The titles of its albums there; empty for none.
  public var albums: [String]
  /// Where it stands in those of its albums that have an order of their own there, by their titles: the lowest is the first.
  public var albumPlaces: [String: Int64] = [:]
  /// In bytes; nil where the source does not know.
  public var size: Int64?
  /// When it was changed last, in nanoseconds since 1970; nil where the source does not know.
  public var modified: Int64?
  /// What else tells that it is another one (an inode, an ETag); empty for nothing.
  public var mark: String
  /// What the source says of it; what it leaves out is read from the bytes.
  public var details: PhotoDetails
  /// Whether ``details`` are all that can be known, so that its bytes need not be opened.
  public var isComplete: Bool
  /// What else the source says of it.
  public var flags: PhotoFlags
  /// Why it is as it is (missing, referenced elsewhere), in words by their name; nil for nothing to say.
  public var remark: String?

  public init(
    id: PhotoID, name: String, place: String = "", albums: [String] = [], size: Int64? = nil, modified: Int64? = nil,
    mark: String = "",
    details: PhotoDetails = PhotoDetails(), isComplete: Bool = false, flags: PhotoFlags = [], remark: String? = nil
  ) {
    self.id = id
    self.name = name
    self.place = place
    self.albums = albums
    self.size = size
    self.modified = modified
    self.mark = mark
    self.details = details
    self.isComplete = isComplete
    self.flags = flags
    self.remark = remark
  }
}
