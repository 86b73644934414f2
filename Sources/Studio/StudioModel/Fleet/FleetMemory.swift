/// Booths that were seen before, so that one whose messages have vanished is still missed. Bounded, whatever is heard.
public struct FleetMemory: Sendable, Equatable, Codable {
  /// One booth, with times of this machine in seconds since 1970.
  public struct Entry: Sendable, Equatable, Codable {
    public var mark: String
    public var name: String?
    public var firstSeen: Double
    /// Nil where it was only told of by messages without a time.
    public var lastSeen: Double?

    public init(mark: String, name: String?, firstSeen: Double, lastSeen: Double?) {
      (self.mark, self.name, self.firstSeen, self.lastSeen) = (mark, name, firstSeen, lastSeen)
    }
  }

  /// One that is not to be missed, until it is heard again.
  public struct Forgotten: Sendable, Equatable, Codable {
    public var mark: String
    public var at: Double

    public init(mark: String, at: Double) { (self.mark, self.at) = (mark, at) }
  }

  public private(set) var booths: [Entry] = []
  public private(set) var forgotten: [Forgotten] = []

  public init() {}

  /// What a file holds: marks that are none and names that steer a terminal are left out, as the file is anybody's to edit.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    for var entry in try container.decodeIfPresent([Entry].self, forKey: .booths) ?? []
    where FleetMark.isOne(entry.mark) {
      entry.name = entry.name.flatMap(FleetMessage.name)
      note(entry)
    }
    let forgotten = try container.decodeIfPresent([Forgotten].self, forKey: .forgotten) ?? []
    self.forgotten = Array(forgotten.filter { FleetMark.isOne($0.mark) }.suffix(Fleet.mostBooths))
  }

  /// Takes over what is newer of a booth. One that is new finds a place where there is room: those that are known are not pushed out.
  public mutating func note(_ entry: Entry) {
    if let index = booths.firstIndex(where: { $0.mark == entry.mark }) {
      booths[index].name = entry.name ?? booths[index].name
      booths[index].firstSeen = min(booths[index].firstSeen, entry.firstSeen)
      booths[index].lastSeen = [booths[index].lastSeen, entry.lastSeen].compactMap(\.self).max()
    } else if booths.count < Fleet.mostBooths {
      booths.append(entry)
    }
    if let seen = entry.lastSeen { forgotten.removeAll { $0.mark == entry.mark && $0.at < seen } }
  }

  /// Misses a booth no more.
  /// - Returns: whether it was known.
  public mutating func forget(_ mark: String, at now: Double) -> Bool {
    let isKnown = booths.contains { $0.mark == mark }
    booths.removeAll { $0.mark == mark }
    forgotten.removeAll { $0.mark == mark }
    forgotten.append(Forgotten(mark: mark, at: now))
    forgotten.removeFirst(max(0, forgotten.count - Fleet.mostBooths))
    return isKnown
  }

  /// When a booth was forgotten; nil where it was not.
  public func forgotten(_ mark: String) -> Double? { forgotten.first { $0.mark == mark }?.at }
}
