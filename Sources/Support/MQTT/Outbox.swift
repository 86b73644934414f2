import BoothCore

/// What is to be told to a broker: of each topic the newest message alone, however long the broker is away.
///
/// A message goes from *due* to *in flight* when it is sent, and out of flight when the broker has acknowledged it. While one of a
/// topic is in flight the next waits, and what is put meanwhile takes its place. Retained messages are kept after that, so that a broker
/// that has lost them can be told again.
struct Outbox: Sendable {
  /// What was sent and is not acknowledged.
  struct Flight: Sendable {
    var id: UInt16
    var message: Message
    /// When its acknowledgement is given up.
    var until: Instant
  }

  private struct Slot: Sendable {
    var message: Message
    var isDue: Bool
  }

  let mostTopics: Int
  let mostBytes: Int
  private var slots: [String: Slot] = [:]
  /// Topics that were due, the first put first.
  private var order: [String] = []
  private(set) var flights: [Flight] = []
  private(set) var bytes = 0
  private var lastID: UInt16 = 0

  init(mostTopics: Int, mostBytes: Int) {
    (self.mostTopics, self.mostBytes) = (mostTopics, mostBytes)
  }

  var count: Int { slots.count }
  /// Whether everything is acknowledged.
  var isSettled: Bool { flights.isEmpty && order.isEmpty }

  /// - Returns: false where it has no room; what was there before of its topic stays.
  mutating func put(_ message: Message) -> Bool {
    let old = slots[message.topic]
    let size = Self.size(message)
    let others = bytes - (old.map { Self.size($0.message) } ?? 0)
    guard others + size <= mostBytes, old != nil || slots.count < mostTopics else { return false }
    bytes = others + size
    slots[message.topic] = Slot(message: message, isDue: true)
    if old?.isDue != true { order.append(message.topic) }
    return true
  }

  /// The next message that can be sent, which is in flight from now on; nil where there is none, or too many are in flight.
  /// - Parameter reserved: an id that is in use elsewhere.
  mutating func next(mostFlights: Int, until: Instant, reserved: UInt16?) -> Flight? {
    guard flights.count < mostFlights,
      let index = order.firstIndex(where: { topic in !flights.contains { $0.message.topic == topic } })
    else { return nil }
    let topic = order.remove(at: index)
    guard var slot = slots[topic] else { return nil }
    slot.isDue = false
    slots[topic] = slot
    let flight = Flight(id: newID(excluding: reserved), message: slot.message, until: until)
    flights.append(flight)
    return flight
  }

  /// An id that nothing in flight has.
  mutating func newID(excluding reserved: UInt16?) -> UInt16 {
    repeat { lastID = lastID == .max ? 1 : lastID + 1 } while lastID == reserved || flights.contains { $0.id == lastID }
    return lastID
  }

  /// - Returns: false where nothing in flight has this id.
  mutating func acknowledge(_ id: UInt16) -> Bool {
    guard let index = flights.firstIndex(where: { $0.id == id }) else { return false }
    let topic = flights.remove(at: index).message.topic
    // What need not be kept, and has no successor.
    if let slot = slots[topic], !slot.isDue, !slot.message.isRetained {
      bytes -= Self.size(slot.message)
      slots[topic] = nil
    }
    return true
  }

  /// The broker knows of what was in flight: it is sent once more as it was.
  mutating func resend(until: Instant) -> [Flight] {
    for index in flights.indices { flights[index].until = until }
    return flights
  }

  /// The broker knows nothing: all is due that is kept.
  mutating func forgetFlights() {
    flights = []
    for topic in slots.keys.sorted() { makeDue(topic) }
  }

  /// A topic whose message the broker has replaced.
  mutating func makeDue(_ topic: String) {
    guard let slot = slots[topic], !slot.isDue else { return }
    slots[topic]?.isDue = true
    order.append(topic)
  }

  /// When the first acknowledgement is given up.
  var until: Instant? { flights.map(\.until).min() }

  private static func size(_ message: Message) -> Int { message.topic.utf8.count + message.payload.count }
}
