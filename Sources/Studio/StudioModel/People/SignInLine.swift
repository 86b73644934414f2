/// In which order passwords are looked at, as each takes a while: a pure machine.
///
/// Strangers are served in turn by address, by the wider network around it, and by account (start-time fair queueing: Goyal, Vin
/// and Cheng, 1996), and an address from which much has failed gets less of the time. So a flood waits behind itself, from however
/// many addresses it comes, and a newcomer is soon served. Who is known has a lane of their own that is served first.
/// Both lanes are bounded; where there is no room, the one that would be served last is turned away.
public struct SignInLine: Sendable {
  /// One that waits or is served.
  public typealias Ticket = Int

  /// As what a person stands in line.
  public enum Lane: Sendable, Hashable {
    /// By the device or the address from which the account signed in before, by a place where it is signed in, or by a good one-time
    /// link.
    case known(String)
    /// - Parameter failures: how many tries have failed from the address of late.
    case stranger(address: String, account: String, failures: Int)
  }

  /// Of strangers; and of who is known. Connections are finite, too.
  static let most = (strangers: 192, known: 64)
  /// Of one address; and of one device, place or link.
  static let mostOfOne = (address: 32, known: 4)
  /// After so many who are known in a row, a stranger is served.
  private static let knownInARow = 3
  /// How much the line's time goes on at each turn at least: an endless stream of newcomers holds no try back for ever.
  private static let ageing = 1.0 / 64

  private struct Known: Sendable {
    var ticket: Ticket
    var key: String
  }

  private struct Stranger: Sendable {
    var ticket: Ticket
    var address: String
    var network: Flow
    var account: Flow
  }

  private enum Flow: Hashable {
    case address(String)
    case network(String)
    case account(String)
  }

  private let slots: Int
  private var known: [Known] = []
  private var strangers: [Stranger] = []
  private var served: Set<Ticket> = []
  private var servedInARow = 0
  private var last: Ticket = 0
  /// The line's own time, and from when on each flow may be served again.
  private var time = 0.0
  private var due: [Flow: Double] = [:]
  /// What a turn costs an address, by its failures as they were told last.
  private var costs: [String: Double] = [:]

  /// The line is empty.
  /// - Parameter slots: how many are served at a time.
  public init(slots: Int) { self.slots = slots }

  /// How many wait.
  public var waiting: Int { known.count + strangers.count }

  /// A new ticket, for ``join(_:as:)``.
  public mutating func ticket() -> Ticket {
    last += 1
    return last
  }

  /// Stands in line.
  /// - Returns: who is turned away, which may be the newcomer; nil where there is room for all.
  public mutating func join(_ ticket: Ticket, as lane: Lane) -> Ticket? {
    switch lane {
    case .known(let key):
      guard known.count < Self.most.known, known.count(where: { $0.key == key }) < Self.mostOfOne.known
      else { return ticket }
      known.append(Known(ticket: ticket, key: key))
      return nil
    case .stranger(let address, let account, let failures):
      costs[address] = Double(1 + min(15, failures / 2))
      guard strangers.count(where: { $0.address == address }) < Self.mostOfOne.address else { return ticket }
      strangers.append(
        Stranger(
          ticket: ticket, address: address, network: .network(Self.network(of: address)), account: .account(account)))
      guard strangers.count > Self.most.strangers else { return nil }
      let latest = lastServed()
      strangers.removeAll { $0.ticket == latest }
      return latest
    }
  }

  /// Who of the strangers would be served last.
  private func lastServed() -> Ticket? {
    var (later, last) = (due, (start: -1.0, ticket: 0))
    for one in strangers {
      let start = charge(&later, for: one)
      if start >= last.start { last = (start, one.ticket) }
    }
    return last.ticket
  }

  /// Who is served next, where there is a slot for them; it ends with ``leave(_:)``.
  public mutating func next() -> Ticket? {
    guard served.count < slots else { return nil }
    if !known.isEmpty, strangers.isEmpty || servedInARow < Self.knownInARow {
      servedInARow += 1
      return serve(known.removeFirst().ticket)
    }
    let starts = strangers.map { turn(of: $0, due) }
    guard let index = strangers.indices.min(by: { (starts[$0], $0) < (starts[$1], $1) }) else { return nil }
    let first = strangers.remove(at: index)
    servedInARow = 0
    var later = due
    let start = charge(&later, for: first)
    time = max(time + Self.ageing, start)
    due = later.filter { $0.value > time }
    return serve(first.ticket)
  }

  /// When it is served, in the line's own time.
  private func turn(of one: Stranger, _ due: [Flow: Double]) -> Double {
    max(time, due[.address(one.address)] ?? 0, due[one.network] ?? 0, due[one.account] ?? 0)
  }

  /// Puts off when its flows are served again by what a turn costs them: an address by its failures; a wider network gets as much as
  /// eight addresses, an account as much as two.
  /// - Returns: when the turn begins.
  private func charge(_ due: inout [Flow: Double], for one: Stranger) -> Double {
    let (start, cost) = (turn(of: one, due), costs[one.address] ?? 1)
    due[.address(one.address)] = start + cost
    due[one.network] = max(time, due[one.network] ?? 0) + cost / 8
    due[one.account] = max(time, due[one.account] ?? 0) + 0.5
    return start
  }

  private mutating func serve(_ ticket: Ticket) -> Ticket {
    served.insert(ticket)
    return ticket
  }

  /// It was served, or no longer waits. Harmless twice.
  public mutating func leave(_ ticket: Ticket) {
    served.remove(ticket)
    known.removeAll { $0.ticket == ticket }
    strangers.removeAll { $0.ticket == ticket }
    if served.isEmpty, waiting == 0 { (time, due, costs, servedInARow) = (0, [:], [:], 0) }
    if costs.count > 4 * Self.most.strangers {
      let here = Set(strangers.map(\.address))
      costs = costs.filter { here.contains($0.key) }
    }
  }

  /// The first 24 bits of an IPv4 address, 48 of an IPv6 one.
  private static func network(of address: String) -> String {
    let isOld = !address.contains(":")
    return address.split(separator: isOld ? "." : ":").prefix(3).joined(separator: isOld ? "." : ":")
  }
}
