import BoothCore

/// A link by which people without an account see an album. Its secret is not here: it is known to those who have the link alone.
public struct AlbumLink: Sendable, Hashable {
  /// What pages call it: letters and digits.
  public var id: String
  /// The album that it shows.
  public var album: PhotoAlbumID
  /// When it was created, in seconds since 1970.
  public var made: Int64
  /// From this second since 1970 on it shows nothing.
  public var expires: Int64
  /// Whether it asks for a PIN.
  public var hasPIN: Bool
  /// Whether the files themselves can be saved; otherwise pictures of at most 2048 pixels.
  public var allowsOriginals: Bool
  /// When its page was opened last, in seconds since 1970; nil: never.
  public var opened: Int64?
  /// How often its page was opened; several times within a minute count once.
  public var opens: Int
  /// Wrong PINs.
  public var tries: PINTries

  public init(
    id: String, album: PhotoAlbumID, made: Int64, expires: Int64, hasPIN: Bool, allowsOriginals: Bool,
    opened: Int64? = nil, opens: Int = 0, tries: PINTries = PINTries()
  ) {
    self.id = id
    self.album = album
    self.made = made
    self.expires = expires
    self.hasPIN = hasPIN
    self.allowsOriginals = allowsOriginals
    self.opened = opened
    self.opens = opens
    self.tries = tries
  }

  /// For how many days a link can be good.
  public static let days = 1...365
  /// How many digits a PIN has.
  public static let digits = 6...12

  /// A PIN as it is compared, from digits of any script with blanks and hyphens between; nil for anything else.
  public static func pin(_ text: String) -> String? {
    let plain = PlainDigits.of(text).filter { !$0.isWhitespace && $0 != "-" }
    guard digits.contains(plain.utf8.count), plain.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return plain
  }
}

/// How often a link was tried with a wrong PIN, and how long the next try waits.
///
/// Five tries wait for nothing; the sixth waits a minute, each further one twice as long, up to a day. One try is forgiven every twelve
/// hours. So 30 days allow about 75 tries of a million PINs or more.
public struct PINTries: Sendable, Hashable {
  /// Tries that are not forgiven, at the time of the last.
  public var count: Int
  /// When the last one was, in seconds since 1970.
  public var last: Int64

  public init(count: Int = 0, last: Int64 = 0) { (self.count, self.last) = (count, last) }

  private static let free = 5
  private static let (forgivenAfter, longestWait) = (Int64(43_200), Int64(86_400))

  /// Tries that are not forgiven yet.
  /// - Parameter now: seconds since 1970.
  public func left(at now: Int64) -> Int { max(0, count - Int(max(0, now - last) / Self.forgivenAfter)) }

  /// How many seconds the next try waits; 0: it may be made.
  public func wait(at now: Int64) -> Int64 {
    let left = left(at: now)
    guard left >= Self.free else { return 0 }
    let pause = min(Self.longestWait, 60 << Int64(min(left - Self.free, 11)))
    return max(0, min(Self.longestWait, last + pause - now))
  }

  /// With one more, made now.
  public func counted(at now: Int64) -> PINTries { PINTries(count: left(at: now) + 1, last: now) }
}
