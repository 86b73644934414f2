/// One booth of several, as far as it is known from afar.
public struct FleetBooth: Sendable, Equatable {
  /// How it stands, the worst first.
  public enum Standing: String, Sendable, CaseIterable, Comparable {
    /// Its connection broke; it did not say that it goes.
    case lost
    /// It was seen before, and is told of by no message any more.
    case missing
    /// It was asked over the network, and did not answer.
    case unreachable
    /// Its machine answers, and no booth runs there.
    case notRunning
    /// Its connection is said to stand, and nothing came for longer than a booth is silent.
    case silent
    /// It says that the operator should do something.
    case attention
    /// It is there, and what it says cannot be read, or it says nothing.
    case unknown
    /// It was asked over the network, and has not answered yet.
    case asking
    case well
    /// It was ended, and said so.
    case gone

    public static func < (a: Standing, b: Standing) -> Bool { a.rank < b.rank }
    private var rank: Int {
      switch self {
      case .lost: 0
      case .missing: 1
      case .unreachable: 2
      case .notRunning: 3
      case .silent: 4
      case .attention: 5
      case .unknown: 6
      case .asking: 7
      case .well: 8
      case .gone: 9
      }
    }

    /// Whether a person should look at it.
    public var needsAttention: Bool {
      switch self {
      case .lost, .missing, .unreachable, .notRunning, .silent, .attention, .unknown: true
      case .asking, .well, .gone: false
      }
    }
  }

  /// Ten signs, made once for its data folder; nil of one that was asked over the network and has not told it.
  public var mark: String?
  /// What it calls itself; nil from a booth of an earlier version.
  public var name: String?
  public var standing: Standing
  /// When it was last heard of, by this machine's clock, in seconds since 1970, and never later than the look; nil where that is not known.
  public var lastSeen: Double?
  /// How many minutes its clock is ahead of this machine's, or behind where negative; nil where they agree, or that is not known.
  public var clockAheadMinutes: Int?
  /// What it said last; nil where nothing can be read.
  public var message: FleetMessage?
  /// Its own page in the studio; nil of one that is known by the broker alone.
  public var page: String?
  /// Why it told nothing when it was asked over the network; nil where it did, or was not asked.
  public var obstacle: OperatedBoothError?

  public init(
    mark: String?, name: String?, standing: Standing, lastSeen: Double?, clockAheadMinutes: Int? = nil,
    message: FleetMessage? = nil
  ) {
    (self.mark, self.name, self.standing, self.lastSeen) = (mark, name, standing, lastSeen)
    (self.clockAheadMinutes, self.message) = (clockAheadMinutes, message)
  }

  /// Its name, and its mark where it has none.
  public var title: String { name ?? mark ?? "" }
}

/// A booth that is asked over the network, as far as it has answered.
public struct AskedBooth: Sendable, Equatable {
  /// What people here call it; nil: as it calls itself.
  public var name: String?
  /// Its own page in the studio: `/booth`, `/booths/x7…`.
  public var page: String
  /// Its mark, once it has told it; it stays known while it does not answer.
  public var mark: String?
  /// What its last answer was; nil until the first one.
  public var outcome: Result<BoothReport, OperatedBoothError>?
  /// When it last told how it is, by this machine's clock, in seconds since 1970.
  public var heard: Double?

  public init(name: String?, page: String) { (self.name, self.page) = (name, page) }

  /// Takes an answer.
  /// - Parameter now: in seconds since 1970.
  public mutating func take(_ outcome: Result<BoothReport, OperatedBoothError>, at now: Double) {
    self.outcome = outcome
    guard case .success(let report) = outcome else { return }
    heard = now
    if let told = report.fleet?.mark, FleetMark.isOne(told) { mark = told }
  }

  /// How it is, as it said itself. Nothing in it is believed.
  var row: FleetBooth {
    var row = FleetBooth(mark: mark, name: name, standing: .asking, lastSeen: heard)
    row.page = page
    switch outcome {
    case nil: break
    case .failure(let error):
      row.standing = error.kind == .notRunning ? .notRunning : .unreachable
      row.obstacle = error
    case .success(let report):
      guard let message = report.fleet.flatMap({ FleetMessage(Array($0.message.utf8)) }) else {
        row.standing = .unknown
        row.obstacle = OperatedBoothError(
          .failed, "its studio is of another version than this one: restart the older one of the two", .otherVersion)
        break
      }
      row.message = message
      row.name = name ?? message.name
      row.standing = message.needsAttention ? .attention : .well
      if let at = message.at, let heard { row.clockAheadMinutes = Fleet.minutesAhead(at - heard) }
    }
    return row
  }
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
  /// How many of them the broker tells of.
  public private(set) var told: Int
  /// Why it is not known which booths are to be asked over the network; nil where it is.
  public var obstacle: OperatedBoothError?

  public init(
    connection: Connection, trouble: String? = nil, at: Double, booths: [FleetBooth] = [], isFull: Bool = false
  ) {
    (self.connection, self.trouble, self.at, self.booths, self.isFull) = (connection, trouble, at, booths, isFull)
    told = booths.count
  }

  /// With those that are asked over the network as well. A booth that both know of is one: what it says itself when it is asked holds,
  /// and while it does not answer what the broker tells of it.
  /// - Parameter now: the moment of asking, in seconds since 1970.
  public func joined(by asked: [AskedBooth], at now: Double) -> FleetReport {
    var joined = self
    if booths.isEmpty { joined.at = now }
    for one in asked {
      var row = one.row
      // A broker that is away leaves the report at the last moment at which it was there: ages are seen from that.
      row.lastSeen = row.lastSeen.map { $0 - now + joined.at }
      guard let index = row.mark.flatMap({ mark in joined.booths.firstIndex { $0.mark == mark } }) else {
        joined.booths.append(row)
        continue
      }
      if row.message != nil {
        joined.booths[index] = row
      } else {
        joined.booths[index].page = row.page
        joined.booths[index].name = row.name ?? joined.booths[index].name
      }
    }
    joined.booths.sort { ($0.standing, $0.title, $0.mark ?? "") < ($1.standing, $1.title, $1.mark ?? "") }
    return joined
  }
}
