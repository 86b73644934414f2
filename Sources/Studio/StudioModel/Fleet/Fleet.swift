/// All booths at a broker, from what is heard there: messages go in, rows come out. Pure.
///
/// ```swift
/// var fleet = Fleet(prefix: "booth", memory: memory)
/// fleet.connected(at: now)
/// fleet.hear("booth/K7RM3WQ2XZ/state", payload, isRetained: true, at: now)
/// fleet.rows(at: now)  // the worst first
/// ```
///
/// Whatever is published below the prefix, what is kept is bounded: ``mostBooths`` booths, each with one state of at most
/// ``FleetMessage/mostBytes``. Times are seconds since 1970 by this machine's clock, unless they are said to be a booth's.
public struct Fleet: Sendable, Equatable {
  /// More than these are left out, and said to be.
  public static let mostBooths = 256
  /// How often a booth tells how it is though nothing changes, in seconds.
  public static let heartbeat = 120.0
  /// After so long without a word a booth is silent: two heartbeats, and the time that a broker takes to notice.
  private static let silence = 330.0
  /// A clock that is ahead by more is wrong: nothing is told before it is said.
  private static let mostAhead = 120.0
  /// A clock that is behind by more is wrong: a message waits in a booth at most until its next heartbeat.
  private static let mostBehind = 300.0
  /// So long after a connection all that the broker keeps has been heard.
  private static let settling = 10.0

  private struct Known: Sendable, Equatable {
    enum Availability { case online, offline }

    var availability: Availability?
    var message: FleetMessage?
    /// There is a state that is none.
    var isUnreadable = false
    /// When something came from itself.
    var heard: Double?
    /// When it spoke last by its own clock, where that can be.
    var told: Double?
    /// Seconds that its clock is ahead, or behind where negative.
    var clockAhead: Double?
    /// What is known is of before this connection to the broker.
    var isOld = false
    var isEmpty: Bool { availability == nil && message == nil && !isUnreadable }
  }

  private let prefix: String
  private var memory: FleetMemory { didSet { remembered = Set(memory.booths.map(\.mark)) } }
  private var remembered: Set<String>
  private var known: [String: Known] = [:]
  private var connectedAt: Double?
  /// Whether there were more booths than are kept.
  public private(set) var isFull = false

  /// - Parameters:
  ///   - prefix: what topics begin with, such as `booth`.
  ///   - memory: booths that were seen before.
  public init(prefix: String, memory: FleetMemory = FleetMemory()) {
    (self.prefix, self.memory) = (prefix, memory)
    remembered = Set(memory.booths.map(\.mark))
  }

  /// The topics that are to be heard.
  public var filters: [String] { ["\(prefix)/+/state", "\(prefix)/+/availability"] }

  /// The connection is lost: what the broker keeps is told anew by the next one, and what is not told then is not there any more.
  public mutating func disconnected() {
    connectedAt = nil
    for mark in known.keys { known[mark]?.isOld = true }
  }

  /// A connection has come about. Messages may have come before.
  public mutating func connected(at now: Double) { connectedAt = now }

  /// Takes a message. One under a topic that is no booth's is left out.
  /// - Parameter isRetained: whether the broker had kept it, so that when it was sent is not known.
  public mutating func hear(_ topic: String, _ payload: [UInt8], isRetained: Bool, at now: Double) {
    guard topic.hasPrefix(prefix + "/") else { return }
    let parts = topic.dropFirst(prefix.count + 1).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, FleetMark.isOne(parts[0]), parts[1] == "state" || parts[1] == "availability" else { return }
    let mark = String(parts[0])
    if known[mark] == nil {
      // Those that were seen before find their place, whatever is published beside them.
      let strangers = known.keys.count { !remembered.contains($0) }
      guard remembered.contains(mark) || strangers + remembered.count < Self.mostBooths else {
        isFull = true
        return
      }
      // A message that removes what is not there brings nothing.
      guard !payload.isEmpty else { return }
    }
    var booth = known[mark] ?? Known()
    if booth.isOld {
      (booth.availability, booth.message, booth.isUnreadable, booth.isOld) = (nil, nil, false, false)
    }
    if parts[1] == "availability" {
      Self.hear(availability: payload, isRetained, &booth, at: now)
    } else {
      Self.hear(state: payload, isRetained, &booth, at: now)
    }
    known[mark] = booth
  }

  private static func hear(availability payload: [UInt8], _ isRetained: Bool, _ booth: inout Known, at now: Double) {
    switch String(validating: payload, as: UTF8.self) {
    case "online":
      booth.availability = .online
      if !isRetained { booth.heard = now }
    // The broker may have said it in the booth's place: no word of its own.
    case "offline": booth.availability = .offline
    case .none, .some: booth.availability = nil
    }
  }

  private static func hear(state payload: [UInt8], _ isRetained: Bool, _ booth: inout Known, at now: Double) {
    booth.message = payload.isEmpty ? nil : FleetMessage(payload)
    booth.isUnreadable = !payload.isEmpty && booth.message == nil
    guard booth.message != nil else { return }
    if !isRetained { booth.heard = now }
    booth.told = nil
    guard let at = booth.message?.at else { return }
    let ahead = at - now
    if ahead > mostAhead || !isRetained && isBehind(ahead) {
      booth.clockAhead = ahead
    } else if isRetained, let known = booth.clockAhead, known < 0 {
      // A clock that is behind is not told from time that has passed: what is known of it still holds.
    } else {
      booth.clockAhead = nil
      booth.told = min(at, now)
    }
  }

  // MARK: What is seen

  /// All booths, the worst first. No time of theirs is later than `now`.
  public func rows(at now: Double) -> [FleetBooth] {
    let entries = Dictionary(memory.booths.map { ($0.mark, $0) }) { first, _ in first }
    var rows: [FleetBooth] = []
    for mark in remembered.union(known.keys) {
      let booth = current(mark, at: now)
      let row = row(mark, booth, entries[mark], at: now)
      let isHere = booth.availability == .online && row.standing != .silent
      if let forgotten = memory.forgotten(mark), !isHere, row.lastSeen ?? 0 <= forgotten { continue }
      rows.append(row)
    }
    return rows.sorted { ($0.standing, $0.title, $0.mark ?? "") < ($1.standing, $1.title, $1.mark ?? "") }
  }

  /// What of a booth still holds.
  private func current(_ mark: String, at now: Double) -> Known {
    guard var booth = known[mark] else { return Known() }
    if booth.isOld, let connectedAt, now - connectedAt > Self.settling {
      (booth.availability, booth.message, booth.isUnreadable) = (nil, nil, false)
    }
    return booth
  }

  private func row(_ mark: String, _ booth: Known, _ entry: FleetMemory.Entry?, at now: Double) -> FleetBooth {
    let own = [booth.heard, booth.told].compactMap(\.self).max().map { min($0, now) }
    let lastSeen = own ?? entry?.lastSeen.map { min($0, now) }
    return FleetBooth(
      mark: mark, name: booth.message?.name ?? entry?.name, standing: Self.standing(booth, own, at: now),
      lastSeen: lastSeen,
      clockAheadMinutes: booth.clockAhead.map(Self.minutes), message: booth.message)
  }

  private static func isBehind(_ ahead: Double) -> Bool { ahead < -mostBehind }

  /// How far a clock is ahead, in minutes; nil where it can be right.
  /// - Parameter seconds: what a booth said just now, less what this machine's clock says.
  static func minutesAhead(_ seconds: Double) -> Int? {
    seconds > mostAhead || isBehind(seconds) ? minutes(seconds) : nil
  }

  private static func minutes(_ seconds: Double) -> Int { Int((seconds / 60).rounded()) }

  private static func standing(_ booth: Known, _ seen: Double?, at now: Double) -> FleetBooth.Standing {
    if booth.isEmpty { return .missing }
    if booth.availability == .offline { return booth.message?.state == "stopped" ? .gone : .lost }
    guard let message = booth.message else { return .unknown }
    // A booth of an earlier version speaks only where something changes: its silence says nothing.
    if message.at != nil, let seen, now - seen > silence { return .silent }
    if message.needsAttention { return .attention }
    // The broker has lost whether it is there, and it does not say when it was.
    return booth.availability == nil && seen == nil ? .unknown : .well
  }

  // MARK: What is remembered

  /// Takes over what is remembered, which others may have changed.
  public mutating func recall(_ memory: FleetMemory) { self.memory = memory }

  /// Brings what was heard into what is remembered.
  /// - Parameter memory: as it is now, which others may have changed meanwhile; it holds from now on.
  /// - Returns: what is to be remembered.
  public mutating func remember(in memory: FleetMemory, at now: Double) -> FleetMemory {
    var memory = memory
    for (mark, booth) in known.sorted(by: { $0.key < $1.key }) where !booth.isEmpty {
      let seen = [booth.heard, booth.told].compactMap(\.self).max().map { min($0, now) }
      if let forgotten = memory.forgotten(mark), seen ?? 0 <= forgotten { continue }
      memory.note(.init(mark: mark, name: booth.message?.name, firstSeen: now, lastSeen: seen))
    }
    self.memory = memory
    return memory
  }
}
