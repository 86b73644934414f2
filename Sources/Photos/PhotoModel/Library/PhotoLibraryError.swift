/// What came of adding a folder.
public struct PhotoAddition: Sendable, Hashable {
  /// Which source it is.
  public var id: PhotoSourceID
  /// Where it was, for people, where it is a source that was away and is here now; nil for any other.
  public var movedFrom: String?

  public init(id: PhotoSourceID, movedFrom: String? = nil) {
    self.id = id
    self.movedFrom = movedFrom
  }
}

/// Why a library could not do it.
public enum PhotoLibraryError: Error, Hashable, Sendable {
  /// No such photo or source.
  case notFound
  /// Not with this source's photos.
  case notPossible
  /// It makes no sense; in words.
  case refused(String)
  /// The photo's source is away: its display name, and why, in words for who may know where it is.
  case offline(String, String)
  /// There is no picture of it, for a reason by its name.
  case noPicture(String)
  /// The disk, the index: in words.
  case unavailable(String)
}

/// What a photo is known by, whatever its name: the sum of its first 4096 bytes, and how many it has.
public struct PhotoKey: Sendable, Hashable {
  /// 32 hexadecimal digits in lower case.
  public let headMD5: String
  /// In bytes.
  public let size: Int64

  /// Takes both; nil for what is no such sum.
  public init?(headMD5: String, size: Int64) {
    let isHex = headMD5.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    guard headMD5.utf8.count == 32, isHex, size >= 0 else { return nil }
    self.headMD5 = headMD5
    self.size = size
  }

  /// As addresses have it: `{sum}-{size}`; nil for anything else.
  public init?(_ text: String) {
    let halves = text.split(separator: "-", omittingEmptySubsequences: false)
    guard halves.count == 2, let size = Int64(halves[1]), "\(size)" == halves[1] else { return nil }
    self.init(headMD5: String(halves[0]), size: size)
  }

  /// The reverse of ``init(_:)``.
  public var text: String { "\(headMD5)-\(size)" }
}

/// A photo as the index knows it.
public struct PhotoRecord: Sendable, Equatable {
  /// In this index; another one in the next.
  public var number: Int64
  /// Changes with its bytes, as far as size and time tell: 12 hexadecimal digits.
  public var stamp: String
  /// Whose it is.
  public var source: PhotoSourceID
  /// Where it was found.
  public var entry: PhotoEntry
  /// By which it is put in order, in seconds since 1970 as a clock would have shown it: taken, else changed, else
  /// ``CalendarDay/undated``.
  public var shownSeconds: Int64
  /// Whether anybody said when that was; otherwise it stands at the end of all, and no date is shown.
  public var isDated: Bool { entry.details.taken != nil || entry.modified != nil }
  /// Whether its bytes have been looked at.
  public var isRead: Bool
  /// What is shown before its picture is there: three colours of three hexadecimal digits; empty: not known yet.
  public var tint: String
  /// Whether it has a star.
  public var isStarred: Bool
  /// Its colours.
  public var tags: PhotoTags
  /// The same moment in another file: the raw picture of this one.
  public var partner: Int64?
  /// Its film, where that is a file beside it.
  public var film: PhotoFilm?
  /// Whether it is a live photo: a picture with a short film, whatever its source.
  public var isLive: Bool { film != nil || entry.flags.contains(.live) }

  public init(
    number: Int64, stamp: String, source: PhotoSourceID, entry: PhotoEntry, shownSeconds: Int64, isRead: Bool,
    tint: String, isStarred: Bool, tags: PhotoTags, partner: Int64?, film: PhotoFilm? = nil
  ) {
    self.number = number
    self.stamp = stamp
    self.source = source
    self.entry = entry
    self.shownSeconds = shownSeconds
    self.isRead = isRead
    self.tint = tint
    self.isStarred = isStarred
    self.tags = tags
    self.partner = partner
    self.film = film
  }

  /// By its bytes; nil before they were looked at.
  public var key: PhotoKey? {
    guard let head = entry.details.headMD5, let size = entry.size else { return nil }
    return PhotoKey(headMD5: head, size: size)
  }

  /// What is behind ``shownSeconds``, in nanoseconds: of whatever said that.
  public var fraction: Int64 {
    entry.details.taken.map(\.nanoseconds) ?? entry.modified.map(FileMoment.nanoseconds) ?? 0
  }

  /// Where a list goes on behind it, in any order.
  public var cursor: PhotoCursor {
    PhotoCursor(
      number: number, shownSeconds: shownSeconds, fraction: fraction, name: NaturalName.key(entry.name),
      turn: PhotoTurn.of(entry.id.text, in: source.text), bytes: entry.size ?? 0)
  }
}

/// What was moved to the bin together.
public struct PhotoUndo: Sendable, Hashable {
  /// Takes it back; cannot be guessed.
  public var name: String
  /// How many were moved.
  public var count: Int
  /// Those that could not be.
  public var troubles: [PhotoBinTrouble]

  public init(name: String, count: Int = 0, troubles: [PhotoBinTrouble] = []) {
    self.name = name
    self.count = count
    self.troubles = troubles
  }
}

/// How a source is.
public struct PhotoSourceReport: Sendable, Equatable {
  /// How it is.
  public enum State: String, Sendable, Codable {
    /// Never looked at as a whole.
    case new
    /// Being looked at, here or by another process.
    case scanning
    /// Looked at as a whole.
    case ready
    /// Away; everything known of it stays.
    case offline
    /// The last scan failed.
    case failed
  }

  /// Which one.
  public var id: PhotoSourceID
  /// What kind it is.
  public var kind: PhotoSourceKind
  /// For people.
  public var displayName: String
  /// Where it is, for people.
  public var location: String
  /// What may be done with its photos.
  public var capabilities: PhotoCapabilities
  /// How it is.
  public var state: State
  /// What is wrong, in words; empty for nothing.
  public var remark: String
  /// Photos that are shown.
  public var count: Int
  /// Photos whose bytes were not looked at yet.
  public var unread: Int
  /// Subfolders whose disk was missing at the last scan. Their photos stay listed.
  public var away: [PhotoAway] = []

  public init(
    id: PhotoSourceID, kind: PhotoSourceKind, displayName: String, location: String, capabilities: PhotoCapabilities,
    state: State, remark: String, count: Int, unread: Int
  ) {
    self.id = id
    self.kind = kind
    self.displayName = displayName
    self.location = location
    self.capabilities = capabilities
    self.state = state
    self.remark = remark
    self.count = count
    self.unread = unread
  }
}
