import BoothCore

/// What a picture is kept under: the photo's content, never its place. Texts such as an MD5 sum, or `{sum of the head}:{size}`.
public struct ThumbnailKey: Sendable, Hashable {
  /// At most 200 bytes of it count.
  public let text: String

  /// Takes any text.
  public init(_ text: String) { self.text = text }
}

/// In which order pictures are made: the most urgent first, of those the ones that were asked for first; each once, however many
/// ask; none that is no longer wanted. Pure: who asks and who makes is elsewhere.
struct ThumbnailOrder {
  /// One picture to be made.
  struct Work: Hashable, Sendable {
    var key: ThumbnailKey
    var size: ThumbnailSize
  }

  /// A caller that waits for one.
  struct Ticket: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct State {
    var urgency: PictureUrgency
    /// The line's entry that counts; older ones are passed over.
    var entry: Int
    var tickets: Set<Ticket>
    var isRunning = false
  }

  private var states: [Work: State] = [:]
  private var works: [Ticket: Work] = [:]
  private var lines: [[(work: Work, entry: Int)]] = Array(repeating: [], count: PictureUrgency.allCases.count)
  /// How many of each line's entries have been taken.
  private var taken = Array(repeating: 0, count: PictureUrgency.allCases.count)
  private var counter = 0
  /// What is not made, as it is no longer wanted, since this was last taken.
  private var dropped: [Work] = []

  /// How many wait to be begun.
  var waiting: Int { states.values.reduce(0) { $0 + ($1.isRunning ? 0 : 1) } }

  /// How many are being made.
  var running: Int { states.count - waiting }
  var isEmpty: Bool { states.isEmpty }

  /// A picture is wanted. One that is wanted already is only made sooner, if this is more urgent.
  mutating func want(_ work: Work, _ urgency: PictureUrgency) -> Ticket {
    counter += 1
    let ticket = Ticket(number: counter)
    works[ticket] = work
    if var state = states[work] {
      state.tickets.insert(ticket)
      states[work] = state
      if urgency < state.urgency { move(work, to: urgency) }
    } else {
      states[work] = State(urgency: urgency, entry: 0, tickets: [ticket])
      move(work, to: urgency)
    }
    return ticket
  }

  /// The next one to make, which runs from now on; nil where nothing waits.
  mutating func next() -> Work? {
    for line in PictureUrgency.allCases.map(\.rawValue) {
      while taken[line] < lines[line].count {
        let (work, entry) = lines[line][taken[line]]
        taken[line] += 1
        if taken[line] > 512, taken[line] * 2 > lines[line].count {
          lines[line].removeFirst(taken[line])
          taken[line] = 0
        }
        guard var state = states[work], state.entry == entry, !state.isRunning else { continue }
        state.isRunning = true
        states[work] = state
        return work
      }
    }
    return nil
  }

  /// One has been made, or cannot be.
  /// - Returns: those who waited for it.
  mutating func finished(_ work: Work) -> Set<Ticket> {
    let tickets = states.removeValue(forKey: work)?.tickets ?? []
    for ticket in tickets { works[ticket] = nil }
    return tickets
  }

  /// A caller does not want theirs any more. Where no other request wants it, it is not begun; one that runs is
  /// finished, and kept.
  /// - Returns: whether they were still waiting.
  mutating func withdraw(_ ticket: Ticket) -> Bool {
    guard let work = works.removeValue(forKey: ticket), var state = states[work] else { return false }
    state.tickets.remove(ticket)
    let isDropped = state.tickets.isEmpty && !state.isRunning
    states[work] = isDropped ? nil : state
    if isDropped { dropped.append(work) }
    return true
  }

  /// A person has scrolled: what waits gets the urgency of its place now, and what has none goes, but for what is
  /// wanted some time.
  /// - Returns: those who waited for what goes.
  mutating func look(visible: Set<ThumbnailKey>, near: Set<ThumbnailKey>, prefetch: Set<ThumbnailKey>) -> Set<Ticket> {
    var gone: Set<Ticket> = []
    for (work, state) in states where !state.isRunning {
      if visible.contains(work.key) {
        move(work, to: .visible)
      } else if near.contains(work.key) {
        move(work, to: .near)
      } else if prefetch.contains(work.key) {
        move(work, to: .prefetch)
      } else if state.urgency != .background {
        gone.formUnion(finished(work))
        dropped.append(work)
      }
    }
    return gone
  }

  /// What is not made, as it is no longer wanted; each is told once.
  mutating func takeDropped() -> [Work] {
    defer { dropped = [] }
    return dropped.filter { states[$0] == nil }
  }

  private mutating func move(_ work: Work, to urgency: PictureUrgency) {
    guard var state = states[work], state.entry == 0 || state.urgency != urgency else { return }
    counter += 1
    state.urgency = urgency
    state.entry = counter
    states[work] = state
    if !state.isRunning { lines[urgency.rawValue].append((work, counter)) }
  }
}
