import Glibc

/// PTP's little-endian numbers, strings and lists (ISO 15740), as bytes.
struct PTPBytes {
  private(set) var bytes: [UInt8] = []

  mutating func u8(_ value: UInt8) { bytes.append(value) }
  mutating func u16(_ value: UInt16) { append(UInt64(value), 2) }
  mutating func u32(_ value: UInt32) { append(UInt64(value), 4) }
  mutating func u64(_ value: UInt64) { append(value, 8) }

  /// A count of characters with the closing zero, then UTF-16; an empty string is one zero.
  mutating func text(_ text: String) {
    guard !text.isEmpty else { return u8(0) }
    let units = Array(text.utf16) + [0]
    u8(UInt8(units.count))
    for unit in units { u16(unit) }
  }

  mutating func list16(_ values: [UInt16]) {
    u32(UInt32(values.count))
    for value in values { u16(value) }
  }

  mutating func list32(_ values: [UInt32]) {
    u32(UInt32(values.count))
    for value in values { u32(value) }
  }

  mutating func raw(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  private mutating func append(_ value: UInt64, _ count: Int) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (index * 8))) }
  }
}

/// A packet of PTP/IP (CIPA DC-005): its length with this header, its type, then the payload.
struct PTPPacket {
  enum Kind: UInt32 {
    case initCommandRequest = 1
    case initCommandAck, initEventRequest, initEventAck, initFail, commandRequest, commandResponse, event, startData
    case data, cancel, endData, ping, pong
  }

  var kind: Kind
  var payload: [UInt8]

  init(_ kind: Kind, _ payload: [UInt8] = []) {
    self.kind = kind
    self.payload = payload
  }

  func u16(_ offset: Int) -> UInt16 { UInt16(truncatingIfNeeded: number(offset, 2)) }
  func u32(_ offset: Int) -> UInt32 { UInt32(truncatingIfNeeded: number(offset, 4)) }

  private func number(_ offset: Int, _ count: Int) -> UInt64 {
    guard payload.count >= offset + count else { return 0 }
    return (0..<count).reduce(0) { $0 | UInt64(payload[offset + $1]) << (UInt64($1) * 8) }
  }

  /// Reads one packet, or nil when the other end has hung up or speaks something else.
  static func read(from socket: Int32) -> PTPPacket? {
    guard let header = bytes(8, from: socket) else { return nil }
    let packet = PTPPacket(.ping, header)
    let length = Int(packet.u32(0))
    guard let kind = Kind(rawValue: packet.u32(4)), length >= 8, length < 1 << 20,
      let payload = bytes(length - 8, from: socket)
    else { return nil }
    return PTPPacket(kind, payload)
  }

  /// False when the other end has hung up.
  @discardableResult
  func write(to socket: Int32) -> Bool { Self.write(encoded, to: socket) }

  var encoded: [UInt8] {
    var bytes = PTPBytes()
    bytes.u32(UInt32(payload.count + 8))
    bytes.u32(kind.rawValue)
    bytes.raw(payload)
    return bytes.bytes
  }

  @discardableResult
  static func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(socket, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  private static func bytes(_ count: Int, from socket: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var taken = 0
    while taken < count {
      let got = bytes.withUnsafeMutableBytes { recv(socket, $0.baseAddress! + taken, count - taken, 0) }
      if got <= 0 { return nil }
      taken += got
    }
    return bytes
  }
}
