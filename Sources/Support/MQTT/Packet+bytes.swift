/// Packets to bytes.
extension Packet {
  /// The largest number that the length field can say: 256 MB less one [2.2.3].
  package static let mostLength = 268_435_455

  /// The packet as it is sent.
  /// - Throws: ``PacketFault`` where a text or the whole does not fit, or a topic is none.
  package func bytes() throws(PacketFault) -> [UInt8] {
    var body = PacketBody()
    let first: UInt8
    switch self {
    case .connect(let connect):
      first = 0x10
      try body.append(text: "MQTT")
      body.append(4)
      var flags: UInt8 = connect.isClean ? 0x02 : 0
      // The will with QoS 1, as all that is published.
      if let will = connect.will { flags |= 0x04 | 0x08 | (will.isRetained ? 0x20 : 0) }
      if connect.user != nil { flags |= 0x80 }
      if connect.password != nil {
        guard connect.user != nil else { throw PacketFault("a password needs a user [3.1.2.9]") }
        flags |= 0x40
      }
      body.append(flags)
      body.append(number: connect.keepAlive)
      try body.append(text: connect.clientID)
      if let will = connect.will {
        try Self.check(topic: will.topic)
        try body.append(text: will.topic)
        try body.append(binary: will.payload)
      }
      if let user = connect.user { try body.append(text: user) }
      if let password = connect.password { try body.append(binary: password) }
    case .connack(let sessionPresent, let code):
      first = 0x20
      body.append(sessionPresent ? 1 : 0)
      body.append(code)
    case .publish(let message, let id, let isDuplicate):
      guard id != nil || !isDuplicate else { throw PacketFault("nothing is sent twice with QoS 0 [3.3.1.1]") }
      first = 0x30 | (isDuplicate ? 0x08 : 0) | (id != nil ? 0x02 : 0) | (message.isRetained ? 0x01 : 0)
      try Self.check(topic: message.topic)
      try body.append(text: message.topic)
      if let id { body.append(number: try Self.checked(id)) }
      body.append(contentsOf: message.payload)
    case .puback(let id):
      first = 0x40
      body.append(number: try Self.checked(id))
    case .subscribe(let id, let filters):
      first = 0x82
      guard !filters.isEmpty else { throw PacketFault("a subscription needs a filter [3.8.3]") }
      body.append(number: try Self.checked(id))
      for filter in filters {
        guard !filter.isEmpty else { throw PacketFault("a topic filter is empty") }
        try body.append(text: filter)
        body.append(0)
      }
    case .suback(let id, let codes):
      first = 0x90
      body.append(number: try Self.checked(id))
      body.append(contentsOf: codes)
    case .pingreq: first = 0xC0
    case .pingresp: first = 0xD0
    case .disconnect: first = 0xE0
    }
    guard body.bytes.count <= Self.mostLength else { throw PacketFault("a packet of \(body.bytes.count) bytes") }
    return [first] + Self.length(body.bytes.count) + body.bytes
  }

  /// Seven bits in each byte, the lowest first [2.2.3].
  private static func length(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = count
    repeat {
      bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return bytes
  }

  static func checked(_ id: UInt16) throws(PacketFault) -> UInt16 {
    guard id != 0 else { throw PacketFault("a packet id of 0 [2.3.1]") }
    return id
  }

  /// Of a message, where wildcards have no place.
  static func check(topic: String) throws(PacketFault) {
    guard !topic.isEmpty else { throw PacketFault("a message without a topic [4.7.3]") }
    guard !topic.utf8.contains(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "+") }) else {
      throw PacketFault("a wildcard in a message's topic [3.3.2.1]")
    }
  }
}

/// What follows a packet's length, as it is written.
private struct PacketBody {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ byte: UInt8) { bytes.append(byte) }
  mutating func append(contentsOf more: [UInt8]) { bytes.append(contentsOf: more) }

  mutating func append(number: UInt16) {
    bytes.append(UInt8(number >> 8))
    bytes.append(UInt8(number & 0xFF))
  }

  mutating func append(binary: [UInt8]) throws(PacketFault) {
    guard let count = UInt16(exactly: binary.count) else {
      throw PacketFault("\(binary.count) bytes where at most 65,535 fit")
    }
    append(number: count)
    append(contentsOf: binary)
  }

  mutating func append(text: String) throws(PacketFault) {
    guard !text.utf8.contains(0) else { throw PacketFault("a text with a zero in it [1.5.3]") }
    try append(binary: Array(text.utf8))
  }
}
