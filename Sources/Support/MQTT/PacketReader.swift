/// Bytes to packets, as they come: keeps what is not whole yet, and refuses a packet that is too large by its length, before any
/// of it is waited for.
///
/// After a fault nothing more can be read: where the next packet begins is not known.
package struct PacketReader: Sendable {
  /// How long a packet may be behind its length field.
  package let mostLength: Int
  /// Whether a longer message is passed over, piece by piece as it comes, so that one client's ends not the connection of all that hear
  /// it. Of other packets, and of messages that want an answer, none is.
  package let skipsLong: Bool
  /// Bytes to come of a message that is passed over.
  private var toSkip = 0
  private var bytes: [UInt8] = []
  /// Of ``bytes``, what was read.
  private var start = 0
  private var fault: PacketFault?

  package init(mostLength: Int, skipsLong: Bool = false) { (self.mostLength, self.skipsLong) = (mostLength, skipsLong) }

  /// How many bytes wait for the rest of their packet.
  package var waiting: Int { bytes.count - start }

  /// Takes what came. At most ``mostLength`` and what comes at once are kept, where ``next()`` is asked until it has nothing.
  package mutating func take(_ more: some Collection<UInt8>) {
    guard fault == nil else { return }
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    let rest = more.dropFirst(toSkip)
    toSkip -= more.count - rest.count
    bytes.append(contentsOf: rest)
  }

  /// The next packet; nil where it is not whole yet.
  package mutating func next() throws(PacketFault) -> Packet? {
    if let fault { throw fault }
    do throws(PacketFault) { return try read() } catch {
      fault = error
      bytes = []
      start = 0
      throw error
    }
  }

  private mutating func read() throws(PacketFault) -> Packet? {
    while start < bytes.count {
      // A message with QoS 0 [3.3.1].
      let maySkip = skipsLong && bytes[start] & 0xF6 == 0x30
      guard let (length, at) = try length(atMost: maySkip ? .max : mostLength) else { return nil }
      guard length <= mostLength else {
        let there = min(bytes.count - at, length)
        start = at + there
        toSkip = length - there
        continue
      }
      guard bytes.count - at >= length else { return nil }
      let packet = try Packet(first: bytes[start], body: bytes[at..<(at + length)])
      start = at + length
      return packet
    }
    return nil
  }

  /// How long the packet is that begins at ``start``, and where that follows which is so long; nil where it is not whole yet.
  private func length(atMost most: Int) throws(PacketFault) -> (length: Int, at: Int)? {
    var length = 0
    var at = start + 1
    for shift in stride(from: 0, through: 28, by: 7) {
      // Five bytes or more say no length at all.
      guard shift < 28 else { throw PacketFault("a length of more than four bytes [2.2.3]") }
      guard at < bytes.count else { return nil }
      let byte = bytes[at]
      at += 1
      length |= Int(byte & 0x7F) << shift
      guard length <= most else {
        throw PacketFault("a packet of at least \(length) bytes, where at most \(mostLength) are taken")
      }
      if byte & 0x80 == 0 { break }
    }
    return (length, at)
  }
}

extension Packet {
  /// - Parameter body: what follows the length.
  init(first: UInt8, body: ArraySlice<UInt8>) throws(PacketFault) {
    var rest = PacketRest(bytes: body)
    let flags = first & 0x0F
    func plain(_ name: String, _ expected: UInt8 = 0) throws(PacketFault) {
      guard flags == expected else { throw PacketFault("\(name) with flags \(flags) [2.2.2]") }
    }
    switch first >> 4 {
    case 1:
      try plain("CONNECT")
      self = .connect(try rest.connect())
    case 2:
      try plain("CONNACK")
      let acknowledged = try rest.byte()
      guard acknowledged & 0xFE == 0 else { throw PacketFault("CONNACK with flags \(acknowledged) [3.2.2.1]") }
      let code = try rest.byte()
      guard acknowledged == 0 || code == 0 else { throw PacketFault("CONNACK refuses, and has a session [3.2.2.2]") }
      self = .connack(sessionPresent: acknowledged == 1, code: code)
    case 3:
      let qos = (flags >> 1) & 3
      guard qos < 2 else { throw PacketFault(qos == 2 ? "a message with QoS 2, which was not asked for" : "QoS 3") }
      let isDuplicate = flags & 0x08 != 0
      guard qos == 1 || !isDuplicate else { throw PacketFault("QoS 0 sent twice [3.3.1.1]") }
      let topic = try rest.text()
      try Self.check(topic: topic)
      let id = qos == 1 ? try rest.id() : nil
      self = .publish(
        Message(topic, rest.all(), isRetained: flags & 1 != 0), id: id, isDuplicate: isDuplicate)
    case 4:
      try plain("PUBACK")
      self = .puback(try rest.id())
    case 8:
      try plain("SUBSCRIBE", 2)
      let id = try rest.id()
      var filters: [String] = []
      repeat {
        let filter = try rest.text()
        guard !filter.isEmpty else { throw PacketFault("a topic filter is empty") }
        guard try rest.byte() == 0 else { throw PacketFault("a subscription with another QoS than 0") }
        filters.append(filter)
      } while !rest.isEmpty
      self = .subscribe(id, filters)
    case 9:
      try plain("SUBACK")
      let id = try rest.id()
      let codes = rest.all()
      guard !codes.isEmpty, codes.allSatisfy({ $0 <= 2 || $0 == 0x80 }) else {
        throw PacketFault("SUBACK with codes that do not exist [3.9.3]")
      }
      self = .suback(id, codes)
    case 12:
      try plain("PINGREQ")
      self = .pingreq
    case 13:
      try plain("PINGRESP")
      self = .pingresp
    case 14:
      try plain("DISCONNECT")
      self = .disconnect
    case let type: throw PacketFault("a packet of type \(type), which has no place here")
    }
    guard rest.isEmpty else { throw PacketFault("a packet with \(rest.count) bytes too many") }
  }
}

/// What follows a packet's length, as it is read.
private struct PacketRest {
  private var bytes: ArraySlice<UInt8>

  init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var isEmpty: Bool { bytes.isEmpty }
  var count: Int { bytes.count }

  mutating func byte() throws(PacketFault) -> UInt8 {
    guard let byte = bytes.popFirst() else { throw PacketFault("a packet that ends too early") }
    return byte
  }

  mutating func number() throws(PacketFault) -> UInt16 { UInt16(try byte()) << 8 | UInt16(try byte()) }
  mutating func id() throws(PacketFault) -> UInt16 { try Packet.checked(try number()) }

  mutating func binary() throws(PacketFault) -> [UInt8] {
    let count = Int(try number())
    guard bytes.count >= count else { throw PacketFault("a packet that ends too early") }
    defer { bytes.removeFirst(count) }
    return Array(bytes.prefix(count))
  }

  mutating func text() throws(PacketFault) -> String {
    guard let text = String(validating: try binary(), as: UTF8.self) else {
      throw PacketFault("a text that is no UTF-8 [1.5.3]")
    }
    guard !text.utf8.contains(0) else { throw PacketFault("a text with a zero in it [1.5.3]") }
    return text
  }

  mutating func all() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }

  mutating func connect() throws(PacketFault) -> Packet.Connect {
    guard try text() == "MQTT", try byte() == 4 else { throw PacketFault("another protocol than MQTT 3.1.1") }
    let flags = try byte()
    guard flags & 1 == 0 else { throw PacketFault("CONNECT with its reserved flag [3.1.2.3]") }
    let keepAlive = try number()
    var connect = Packet.Connect(clientID: try text(), isClean: flags & 2 != 0, keepAlive: keepAlive)
    if flags & 0x04 != 0 {
      guard flags & 0x18 == 0x08 else { throw PacketFault("a will with another QoS than 1") }
      let topic = try text()
      try Packet.check(topic: topic)
      connect.will = Message(topic, try binary(), isRetained: flags & 0x20 != 0)
    } else if flags & 0x38 != 0 {
      throw PacketFault("flags of a will, and no will [3.1.2.6]")
    }
    if flags & 0x80 != 0 { connect.user = try text() }
    if flags & 0x40 != 0 {
      guard connect.user != nil else { throw PacketFault("a password needs a user [3.1.2.9]") }
      connect.password = try binary()
    }
    return connect
  }
}
