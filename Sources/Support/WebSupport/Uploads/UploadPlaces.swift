import BoothCore

/// Which uploads have a place: a pure machine.
///
/// While places are short, a person has no more than their share. Where none is free, an upload that comes more slowly than
/// ``UploadReceiver/Limits/leastPace`` gives its place to a person who has fewer: of who has most of them the slowest. While there is
/// room, however little comes, it goes on.
struct UploadPlaces: Sendable {
  typealias ID = Int

  enum Verdict: Sendable, Equatable {
    case admitted(ID)
    /// It has a place, and the other one is to be ended.
    case admittedInsteadOf(ID, gone: ID)
    case refused
  }

  private struct Upload: Sendable {
    var person: String
    var begun: Instant
    var received: Int64 = 0
    /// What had come by when; the older one is half a window to a window ago.
    var marks: (older: (at: Instant, received: Int64), newer: (at: Instant, received: Int64))

    init(person: String, begun: Instant) {
      (self.person, self.begun) = (person, begun)
      marks = ((begun, 0), (begun, 0))
    }

    mutating func look(at now: Instant, window: Duration) {
      guard now - marks.newer.at >= window / 2 else { return }
      marks = (marks.newer, (now, received))
    }

    /// In bytes a second, over what is left of the window.
    func pace(at now: Instant) -> Double {
      let seconds = (now - marks.older.at) / .seconds(1)
      return seconds > 0 ? Double(received - marks.older.received) / seconds : .infinity
    }
  }

  private let limits: UploadReceiver.Limits
  private var uploads: [ID: Upload] = [:]
  private var counts: [String: Int] = [:]
  private var last: ID = 0

  init(_ limits: UploadReceiver.Limits) { self.limits = limits }

  /// How many have a place.
  var taken: Int { uploads.count }

  /// A person begins to send; each that is admitted is to leave again. One that goes for it has left.
  /// - Parameter waits: whether it is the client that an upload waits for; a slow disk costs no person their place.
  mutating func enter(_ person: String, at now: Instant, waits: (ID) -> Bool) -> Verdict {
    let own = counts[person, default: 0]
    guard own < limits.ofOne else { return .refused }
    let people = counts.count + (own == 0 ? 1 : 0)
    // One share is left for who comes next.
    let share = max(1, limits.total / (people + 1))
    if limits.total - uploads.count <= limits.total / 4, own > 0, own >= share { return .refused }
    var gone: ID?
    if uploads.count >= limits.total {
      gone = slowest(comparedTo: own, share: share, at: now, waits)
      if gone == nil { return .refused }
    }
    if let gone { leave(gone) }
    last += 1
    uploads[last] = Upload(person: person, begun: now)
    counts[person, default: 0] += 1
    return gone.map { .admittedInsteadOf(last, gone: $0) } ?? .admitted(last)
  }

  private mutating func slowest(comparedTo own: Int, share: Int, at now: Instant, _ waits: (ID) -> Bool) -> ID? {
    for id in uploads.keys { uploads[id]?.look(at: now, window: limits.paceWindow) }
    let slow = uploads.compactMap { id, upload -> (id: ID, count: Int, pace: Double)? in
      let (count, pace) = (counts[upload.person, default: 0], upload.pace(at: now))
      // Time to begin, for who has no more than is theirs.
      let grace = count > share ? limits.grace / 5 : limits.grace
      guard count > own, pace < Double(limits.leastPace), now - upload.begun >= grace, waits(id) else { return nil }
      return (id, count, pace)
    }
    return slow.min { ($1.count, $0.pace, $0.id) < ($0.count, $1.pace, $1.id) }?.id
  }

  /// So much of it has come by now.
  mutating func note(_ id: ID, received: Int64, at now: Instant) {
    uploads[id]?.look(at: now, window: limits.paceWindow)
    uploads[id]?.received = received
  }

  /// It has come, or is over. Harmless twice.
  mutating func leave(_ id: ID) {
    guard let person = uploads.removeValue(forKey: id)?.person, let count = counts[person] else { return }
    counts[person] = count > 1 ? count - 1 : nil
  }
}
