/// One booth of several, as far as it is known from afar.
public struct FleetBooth: Sendable, Equatable {
  /// How it stands, the worst first.
  public enum Standing: String, Sendable, CaseIterable, Comparable {
    /// Its connection broke; it did not say that it goes.
    case lost
    /// It was seen before, and is told of by no message any more.
    case missing
    /// Its connection is said to stand, and nothing came for longer than a booth is silent.
    case silent
    /// It says that the operator should do something.
    case attention
    /// It is there, and what it says cannot be read, or it says nothing.
    case unknown
    case well
    /// It was ended, and said so.
    case gone

    public static func < (a: Standing, b: Standing) -> Bool { a.rank < b.rank }
    private var rank: Int {
      switch self {
      case .lost: 0
      case .missing: 1
      case .silent: 2
      case .attention: 3
      case .unknown: 4
      case .well: 5
      case .gone: 6
      }
    }

    /// Whether a person should look at it.
    public var needsAttention: Bool {
      switch self {
      case .lost, .missing, .silent, .attention, .unknown: true
      case .well, .gone: false
      }
    }
  }

  /// Ten signs, made once for its data folder.
  public var mark: String
  /// What it calls itself; nil from a booth of an earlier version.
  public var name: String?
  public var standing: Standing
  /// When it was last heard of, by this machine's clock, in seconds since 1970, and never later than the look; nil where that is not known.
  public var lastSeen: Double?
  /// How many minutes its clock is ahead of this machine's, or behind where negative; nil where they agree, or that is not known.
  public var clockAheadMinutes: Int?
  /// What it said last; nil where nothing can be read.
  public var message: FleetMessage?

  public init(
    mark: String, name: String?, standing: Standing, lastSeen: Double?, clockAheadMinutes: Int? = nil,
    message: FleetMessage? = nil
  ) {
    (self.mark, self.name, self.standing, self.lastSeen) = (mark, name, standing, lastSeen)
    (self.clockAheadMinutes, self.message) = (clockAheadMinutes, message)
  }

  /// Its name, and its mark where it has none.
  public var title: String { name ?? mark }
}

/// All booths, at one moment.
public struct FleetReport: Sendable, Equatable {
  /// How what is shown got here.
  public enum Connection: Sendable, Equatable {
    /// No broker is set.
    case unset
    /// The settings of the broker cannot be used.
    case unusable
    /// Not connected yet, for the first time.
    case connecting
    case connected
    /// It is tried again by itself.
    case away
    /// It is tried again, and a person has to do something first.
    case refused
    /// The broker lets this client hear nothing.
    case deaf
  }

  public var connection: Connection
  /// Why it is not connected, in English for commands and logs; nil where it is.
  public var trouble: String?
  /// The moment that it is about, in seconds since 1970: of a broker that is away the last one at which it was there.
  public var at: Double
  /// The worst first.
  public var booths: [FleetBooth]
  /// Whether there were more than are kept.
  public var isFull: Bool

  public init(
    connection: Connection, trouble: String? = nil, at: Double, booths: [FleetBooth] = [], isFull: Bool = false
  ) {
    (self.connection, self.trouble, self.at, self.booths, self.isFull) = (connection, trouble, at, booths, isFull)
  }
}
