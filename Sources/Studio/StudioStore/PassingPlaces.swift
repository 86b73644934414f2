import Documents
import StudioModel

/// Where people are signed in that the disk did not take: until the studio ends, or the disk takes it. A value; whose caller locks it.
///
/// Bounded, as nothing else bounds it: of one person the oldest goes, of all likewise.
struct PassingPlaces {
  struct Entry {
    var place: SignedInPlace
    /// ``StudioSecret/kept(_:)`` of the cookie's secret.
    var secret: String
    /// What the account's password was kept as then: with another one it is over, whatever process has changed it.
    var hash: String
    /// Of a person whose account an organisation keeps elsewhere.
    var pass: ElsewherePlace?
  }

  /// Of one person, and of all.
  static let (mostOfOne, most) = (20, 1000)

  /// The oldest first.
  private(set) var entries: [Entry] = []

  /// What is known of this secret.
  func entry(_ secret: String) -> Entry? { entries.first { $0.secret == secret } }

  /// What lets a place of a person elsewhere go on.
  func pass(_ place: String) -> ElsewherePlace? { entries.first { $0.place.id == place }?.pass }

  func places(of user: UserID) -> [SignedInPlace] { entries.map(\.place).filter { $0.user == user } }

  mutating func put(_ entry: Entry) {
    entries.append(entry)
    let own = entries.indices.filter { entries[$0].place.user == entry.place.user }
    if own.count > Self.mostOfOne {
      entries.remove(at: own[0])
    } else if entries.count > Self.most {
      entries.removeFirst()
    }
  }

  mutating func saw(_ place: String, at now: Double) {
    for index in entries.indices where entries[index].place.id == place { entries[index].place.seenAt = now }
  }

  /// - Parameter user: whose it is; nil: of anybody.
  /// - Returns: whether there was one.
  mutating func remove(_ place: String, of user: UserID? = nil) -> Bool {
    let before = entries.count
    entries.removeAll { $0.place.id == place && (user == nil || $0.place.user == user) }
    return entries.count < before
  }

  /// A person's password is another one: the place where it was changed goes on, their others are over.
  mutating func rehash(_ place: String, _ hash: String, of user: UserID) {
    entries.removeAll { $0.place.user == user && $0.place.id != place }
    for index in entries.indices where entries[index].place.id == place { entries[index].hash = hash }
  }

  /// - Returns: false for a place that is none of these.
  mutating func change(_ place: String, _ body: (inout ElsewherePlace) -> Void) -> Bool {
    guard let index = entries.firstIndex(where: { $0.place.id == place && $0.pass != nil }) else { return false }
    if var pass = entries[index].pass {
      body(&pass)
      entries[index].pass = pass
    }
    return true
  }
}
