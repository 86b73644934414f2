import BoothCore
import Testing

@testable import Documents
@testable import StudioModel

/// A door with a clock of its own, a fifth of a second for each password, and for each that comes to it.
private struct SimulatedDoor {
  struct Try: Sendable {
    var account: String
    var source: SignInLimits.Source
    var isRight: Bool
    var since: Int
  }

  enum End: Equatable {
    case inside(after: Int)
    case wrong, refused, waits
  }

  /// In milliseconds.
  static let look = 200
  var now = 0
  var limits = SignInLimits()
  var line = SignInLine(slots: 1)
  var tries: [SignInLine.Ticket: Try] = [:]
  var ends: [SignInLine.Ticket: End] = [:]
  var served: (ticket: SignInLine.Ticket, until: Int)?
  var instant: Instant { Instant(nanoseconds: 0) + .milliseconds(now) }

  @discardableResult mutating func come(
    _ account: String, _ source: SignInLimits.Source, isRight: Bool = false
  ) -> SignInLine.Ticket {
    let ticket = line.ticket()
    let lane: SignInLine.Lane =
      switch source {
      case .device(let device): .known(device)
      case .address(let address) where limits.isFamiliar(account: account, address: address):
        .known("\(address) \(account)")
      case .address(let address):
        .stranger(address: address, account: account, failures: limits.failures(ofAddress: address, at: instant))
      }
    guard limits.begin(account: account, source: source, at: instant) == nil else {
      ends[ticket] = .refused
      return ticket
    }
    tries[ticket] = Try(account: account, source: source, isRight: isRight, since: now)
    if let gone = line.join(ticket, as: lane), let one = tries.removeValue(forKey: gone) {
      limits.end(account: one.account, source: one.source, .notLooked)
      ends[gone] = .refused
    }
    return ticket
  }

  /// So many milliseconds later.
  mutating func go(_ milliseconds: Int) {
    let until = now + milliseconds
    while true {
      if served == nil, let next = line.next() { served = (next, now + Self.look) }
      guard let turn = served, turn.until <= until else { break }
      now = turn.until
      served = nil
      line.leave(turn.ticket)
      guard let one = tries.removeValue(forKey: turn.ticket) else { continue }
      limits.end(account: one.account, source: one.source, one.isRight ? .right : .wrong)
      ends[turn.ticket] = one.isRight ? .inside(after: now - one.since) : .wrong
    }
    now = until
  }

  func end(_ ticket: SignInLine.Ticket) -> End { ends[ticket] ?? .waits }

  /// How long each waited, in milliseconds; nil for who was refused.
  func waits(_ tickets: [SignInLine.Ticket]) -> [Int?] {
    tickets.map { if case .inside(let after) = end($0) { after } else { nil } }
  }
}

@Suite struct SignInLineTests {
  /// Names that were never tried before, from each of the networks, ten a second.
  private func flood(_ door: inout SimulatedDoor, from networks: [String], milliseconds: Int) {
    for _ in 0..<(milliseconds / 100) {
      for network in networks { door.come("flood \(door.line.ticket())", .address(network)) }
      door.go(100)
    }
  }

  private let networks = (1...12).map { "198.51.\($0).7" }

  @Test func `wrong passwords from twelve networks keep nobody out elsewhere`() {
    var door = SimulatedDoor()
    flood(&door, from: networks, milliseconds: 40_000)
    var honest: [SignInLine.Ticket] = []
    for number in 0..<25 {
      honest.append(door.come("person \(number)", .address("203.0.113.\(number)"), isRight: true))
      flood(&door, from: networks, milliseconds: 1000)
    }
    flood(&door, from: networks, milliseconds: 10_000)
    let waits = door.waits(honest)
    #expect(waits.count { $0 != nil } == 25)
    #expect(waits.compactMap { $0 }.max() ?? 0 <= 3000, "\(waits)")
  }

  @Test func `of one address twenty-five come at once, and all get in beside a flood`() {
    var door = SimulatedDoor()
    flood(&door, from: networks, milliseconds: 40_000)
    let honest = (0..<25).map { door.come("person \($0)", .address("203.0.113.1"), isRight: true) }
    flood(&door, from: networks, milliseconds: 20_000)
    let waits = door.waits(honest)
    #expect(waits.count { $0 != nil } == 25)
    #expect(waits.compactMap { $0 }.max() ?? 0 <= 15_000, "\(waits)")
  }

  @Test func `who has signed in from a device before gets in at once, behind the flooding address itself`() {
    var door = SimulatedDoor()
    flood(&door, from: networks, milliseconds: 40_000)
    var honest: [SignInLine.Ticket] = []
    for number in 0..<25 {
      honest.append(door.come("person \(number)", .device("device \(number)"), isRight: true))
      flood(&door, from: networks, milliseconds: 500)
    }
    let waits = door.waits(honest)
    #expect(waits.count { $0 != nil } == 25)
    #expect(waits.compactMap { $0 }.max() ?? 0 <= 1000, "\(waits)")
  }

  @Test func `who signed in from a flooding address before gets in there, from a new device too`() {
    var door = SimulatedDoor()
    let before = door.come("anna", .address(networks[0]), isRight: true)
    door.go(1000)
    flood(&door, from: networks, milliseconds: 20_000)
    let honest = door.come("anna", .address(networks[0]), isRight: true)
    flood(&door, from: networks, milliseconds: 2000)
    #expect(door.waits([before, honest]).allSatisfy { $0.map { $0 <= 1000 } ?? false })
  }

  @Test func `a network that takes another address for each try gets the share of a few`() {
    var door = SimulatedDoor()
    var number = 0
    func flood(_ milliseconds: Int) {
      for _ in 0..<(milliseconds / 100) {
        for _ in 0..<20 {
          number += 1
          door.come("flood \(number)", .address("2001:db8:7:\(String(number, radix: 16))::/64"))
        }
        door.go(100)
      }
    }
    flood(30_000)
    var honest: [SignInLine.Ticket] = []
    for number in 0..<25 {
      honest.append(door.come("person \(number)", .address("2001:db8:\(number + 100):1::/64"), isRight: true))
      flood(1000)
    }
    flood(10_000)
    let waits = door.waits(honest)
    #expect(waits.count { $0 != nil } == 25, "\(waits)")
    #expect(waits.compactMap { $0 }.max() ?? 0 <= 5000, "\(waits)")
  }

  @Test func `those who are known hold no stranger back for ever`() {
    var door = SimulatedDoor()
    for number in 0..<20 { door.come("known \(number)", .device("\(number)"), isRight: true) }
    let stranger = door.come("stranger", .address("203.0.113.1"), isRight: true)
    for number in 20..<100 {
      door.come("known \(number)", .device("\(number)"), isRight: true)
      door.go(SimulatedDoor.look)
    }
    #expect(door.waits([stranger]).compactMap { $0 }.first ?? .max <= 2000)
  }

  @Test func `an endless stream of newcomers holds nobody back for ever`() {
    var door = SimulatedDoor()
    // The third try of an address that was served twice.
    for _ in 0..<3 { door.come("someone", .address("203.0.113.1")) }
    let third = door.come("anna", .address("203.0.113.1"), isRight: true)
    for number in 0..<1000 {
      door.come("new \(number)", .address("198.\(number / 250).\(number % 250).1"))
      door.go(SimulatedDoor.look)
    }
    #expect(door.end(third) != .waits && door.end(third) != .refused)
  }

  @Test func `the line stays bounded, and who leaves it costs nobody a turn`() {
    var line = SignInLine(slots: 1)
    var (refused, tickets) = (Set<SignInLine.Ticket>(), [SignInLine.Ticket]())
    for number in 0..<1000 {
      let ticket = line.ticket()
      tickets.append(ticket)
      let lane = SignInLine.Lane.stranger(address: "192.0.\(number % 50).1", account: "\(number)", failures: 0)
      if let gone = line.join(ticket, as: lane) { refused.insert(gone) }
    }
    #expect(line.waiting == SignInLine.most.strangers)
    #expect(refused.count == 1000 - SignInLine.most.strangers)
    // Of one device only a few.
    let known = (0..<10).map { _ in line.ticket() }
    #expect(known.count { line.join($0, as: .known("one")) == nil } == SignInLine.mostOfOne.known)
    #expect(line.next() == known[0])
    #expect(line.next() == nil, "one at a time")
    line.leave(known[0])
    line.leave(known[0])
    #expect(line.next() == known[1])
    for ticket in tickets + known { line.leave(ticket) }
    #expect(line.waiting == 0 && line.next() == nil)
  }
}
