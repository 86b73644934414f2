import BoothCore
import Testing

@testable import WebSupport

/// Places for uploads, with a clock of their own.
@Suite struct UploadPlacesTests {
  private struct Sender {
    var person: String
    var received: Int64 = 0
    var pace: (Int) -> Int64
    var length: Int64
  }

  /// In tenths of a second.
  private struct Desk {
    var places = UploadPlaces(UploadReceiver.Limits())
    var now = 0
    var senders: [UploadPlaces.ID: Sender] = [:]
    var (done, cut, refused) = ([String](), [String](), 0)
    var isDiskSlow = false
    var instant: Instant { Instant(nanoseconds: 0) + .milliseconds(now * 100) }

    /// - Parameter pace: bytes that come in a tenth of a second.
    mutating func come(_ person: String, length: Int64 = 1_000_000, _ pace: @escaping (Int) -> Int64) {
      let waits = !isDiskSlow
      switch places.enter(person, at: instant, waits: { _ in waits }) {
      case .admitted(let id): senders[id] = Sender(person: person, pace: pace, length: length)
      case .admittedInsteadOf(let id, let gone):
        if let one = senders.removeValue(forKey: gone) { cut.append(one.person) }
        senders[id] = Sender(person: person, pace: pace, length: length)
      case .refused: refused += 1
      }
    }

    mutating func go(_ seconds: Double) {
      for _ in 0..<Int(seconds * 10) {
        now += 1
        for (id, sender) in senders {
          let piece = sender.pace(now)
          guard piece > 0 else { continue }
          senders[id]?.received += piece
          places.note(id, received: sender.received + piece, at: instant)
          guard sender.received + piece >= sender.length else { continue }
          done.append(sender.person)
          senders[id] = nil
          places.leave(id)
        }
      }
    }

    func held(by person: String) -> Int { senders.values.count { $0.person == person } }
  }

  /// A byte every twenty seconds.
  private static func trickle(_ now: Int) -> Int64 { now % 200 == 0 ? 1 : 0 }

  @Test func `four accounts that send a byte every twenty seconds refuse none of fifty uploads`() {
    for wait in [0.0, 60] {
      var receiver = Desk()
      for _ in 0..<8 { for thief in 1...4 { receiver.come("thief \(thief)", Self.trickle) } }
      receiver.refused = 0
      receiver.go(wait)
      for number in 0..<50 {
        // A megabyte in two seconds; two a second come.
        receiver.come("person \(number % 25)") { _ in 50_000 }
        receiver.go(0.5)
      }
      #expect(receiver.refused == 0)
      receiver.go(10)
      #expect(receiver.done.count { $0.hasPrefix("person") } == 50)
      #expect(!receiver.cut.contains { $0.hasPrefix("person") })
    }
  }

  @Test func `so it is while they come again and again`() {
    var receiver = Desk()
    var done = 0
    for _ in 0..<8 { for thief in 1...4 { receiver.come("thief \(thief)", Self.trickle) } }
    receiver.go(30)
    for number in 0..<50 {
      for thief in 1...4 where receiver.held(by: "thief \(thief)") < 8 { receiver.come("thief \(thief)", Self.trickle) }
      receiver.refused = 0
      receiver.come("person \(number % 25)") { _ in 50_000 }
      if receiver.refused == 0 { done += 1 }
      receiver.go(0.5)
    }
    #expect(done == 50)
  }

  @Test func `thirty-two accounts with one slow upload each give way, too`() {
    var receiver = Desk()
    for number in 0..<32 { receiver.come("thief \(number)", Self.trickle) }
    receiver.go(10)
    for number in 0..<50 {
      receiver.come("person \(number)") { _ in 50_000 }
      receiver.go(0.5)
    }
    #expect(receiver.refused == 0)
  }

  @Test func `the slowest of who has most goes first`() {
    var receiver = Desk()
    for number in 0..<31 { receiver.come(number < 4 ? "most" : "person \(number)") { _ in number == 2 ? 1 : 50 } }
    receiver.come("slowest of all") { _ in 0 }
    #expect(receiver.places.taken == 32)
    receiver.go(20)
    receiver.come("newcomer") { _ in 50_000 }
    #expect(receiver.cut == ["most"] && receiver.held(by: "most") == 3)
    #expect(receiver.senders.values.allSatisfy { $0.person != "most" || $0.pace(1) == 50 })
  }

  @Test func `while there is room however little comes goes on, and what is fast enough always does`() {
    var receiver = Desk()
    for number in 0..<20 { receiver.come("person \(number)", Self.trickle) }
    receiver.go(600)
    for number in 20..<32 { receiver.come("person \(number)") { _ in 300 } }
    #expect(receiver.cut.isEmpty && receiver.refused == 0)
    var fast = Desk()
    for number in 0..<32 { fast.come("person \(number)", length: .max) { _ in 300 } }
    fast.go(60)
    fast.come("newcomer") { _ in 50_000 }
    #expect(fast.cut.isEmpty && fast.refused == 1)
  }

  @Test func `a slow disk costs nobody their place, and who begins has time`() {
    var receiver = Desk()
    for number in 0..<32 { receiver.come("person \(number)") { _ in 0 } }
    receiver.go(2)
    receiver.come("newcomer") { _ in 0 }
    #expect(receiver.refused == 1 && receiver.cut.isEmpty, "two seconds are no time")
    receiver.go(60)
    receiver.isDiskSlow = true
    receiver.come("newcomer") { _ in 0 }
    #expect(receiver.refused == 2 && receiver.cut.isEmpty)
  }

  @Test func `nobody takes from who has as few, so that no two push each other out for ever`() {
    var receiver = Desk()
    for number in 0..<32 { receiver.come("person \(number)", Self.trickle) }
    receiver.go(60)
    receiver.come("person 0", Self.trickle)
    #expect(receiver.refused == 1 && receiver.cut.isEmpty)
  }

  @Test func `while places are short a person has no more than their share`() {
    var receiver = Desk()
    for number in 0..<16 { receiver.come("person \(number % 2)") { _ in 50 } }
    #expect(receiver.places.taken == 16)
    for _ in 0..<8 { for number in 2..<6 { receiver.come("person \(number)") { _ in 50 } } }
    // The places of the last quarter are for who has less than a share.
    #expect(receiver.held(by: "person 0") == 8)
    for number in 2..<6 { #expect((2...4).contains(receiver.held(by: "person \(number)")), "\(number)") }
    for number in 0..<40 { receiver.places.leave(number) }
    #expect(receiver.places.taken == 0)
  }
}
