import BoothCore
import Testing

@testable import MQTT

@Suite struct PacketTests {
  private static let most = 4096

  private func read(_ bytes: some Collection<UInt8>) throws -> [Packet] {
    var reader = PacketReader(mostLength: Self.most)
    reader.take(bytes)
    var packets: [Packet] = []
    while let packet = try reader.next() { packets.append(packet) }
    return packets
  }

  private func refusal(_ bytes: [UInt8]) -> String? {
    do {
      _ = try read(bytes)
      return nil
    } catch { return "\(error)" }
  }

  /// Bytes counted by hand along the standard.
  @Test func `writes packets as the standard shows them`() throws {
    #expect(try Packet.pingreq.bytes() == [0xC0, 0])
    #expect(try Packet.pingresp.bytes() == [0xD0, 0])
    #expect(try Packet.disconnect.bytes() == [0xE0, 0])
    #expect(try Packet.puback(0x0A0B).bytes() == [0x40, 2, 0x0A, 0x0B])
    #expect(try Packet.connack(sessionPresent: true, code: 0).bytes() == [0x20, 2, 1, 0])
    #expect(
      try Packet.publish(Message("a/b", "hi", isRetained: true), id: 10, isDuplicate: true).bytes()
        == [0x3B, 9, 0, 3, 0x61, 0x2F, 0x62, 0, 10, 0x68, 0x69])
    #expect(
      try Packet.publish(Message("a/b", "hi", isRetained: false), id: nil, isDuplicate: false).bytes()
        == [0x30, 7, 0, 3, 0x61, 0x2F, 0x62, 0x68, 0x69])
    #expect(try Packet.subscribe(1, ["a/#"]).bytes() == [0x82, 8, 0, 1, 0, 3, 0x61, 0x2F, 0x23, 0])
    let connect = Packet.Connect(
      clientID: "x", isClean: false, keepAlive: 45, will: Message("w", "off", isRetained: true), user: "u",
      password: [0x70])
    #expect(
      try Packet.connect(connect).bytes()
        == [0x10, 27, 0, 4, 0x4D, 0x51, 0x54, 0x54, 4, 0b1110_1100, 0, 45]
        + [0, 1, 0x78, 0, 1, 0x77, 0, 3, 0x6F, 0x66, 0x66, 0, 1, 0x75, 0, 1, 0x70])
  }

  /// The borders of the length field [2.2.3, table 2.4].
  @Test(arguments: [
    (127 - 4, 2), (128 - 4, 3), (16_383 - 4, 3), (16_384 - 4, 4), (2_097_151 - 4, 4), (2_097_152 - 4, 5),
  ])
  func `says a length in as few bytes as hold it`(payload: Int, header: Int) throws {
    let packet = Packet.publish(
      Message("ab", Array(repeating: 7, count: payload), isRetained: false), id: nil, isDuplicate: false)
    let bytes = try packet.bytes()
    #expect(bytes.count == payload + 4 + header)
    var reader = PacketReader(mostLength: payload + 4)
    reader.take(bytes)
    #expect(try reader.next() == packet)
  }

  @Test(arguments: 0..<40) func `reads what it writes, however it is cut`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let packets = (0..<60).map { _ in Packet.drawn(&random) }
    let bytes = try packets.flatMap { try $0.bytes() }
    var reader = PacketReader(mostLength: Self.most)
    var found: [Packet] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...200, using: &random))
      rest = rest.dropFirst(piece.count)
      reader.take(piece)
      while let packet = try reader.next() { found.append(packet) }
      #expect(reader.waiting <= Self.most + 5)
    }
    #expect(found == packets)
    #expect(reader.waiting == 0)
  }

  /// No crash, no endless loop; a fault stays one, and lets nothing wait.
  @Test(arguments: 0..<60) func `survives bytes that were changed`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var bytes = try (0..<20).flatMap { _ in try Packet.drawn(&random).bytes() }
    for _ in 0..<Int.random(in: 1...10, using: &random) {
      bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
    }
    var reader = PacketReader(mostLength: Self.most)
    reader.take(bytes)
    do {
      while let packet = try reader.next() {
        // What was read can be written, and is the same again.
        #expect(try read(try packet.bytes()) == [packet])
      }
      #expect(reader.waiting <= Self.most + 5)
    } catch {
      #expect(!"\(error)".isEmpty)
      reader.take([0xD0, 0])
      #expect(reader.waiting == 0)
      #expect(throws: PacketFault.self) { _ = try reader.next() }
    }
  }

  @Test func `refuses a packet of 256 MB by its first bytes`() {
    #expect(refusal([0x30, 0xFF, 0xFF, 0xFF, 0x7F])?.contains("where at most 4096 are taken") == true)
    // As soon as the bytes that came say it.
    #expect(refusal([0x30, 0xFF, 0xFF])?.contains("where at most 4096 are taken") == true)
  }

  @Test(
    arguments: [
      ([0x30, 0x80, 0x80, 0x80, 0x80, 0x01], "a length of more than four bytes"),
      ([0x00, 0x00], "a packet of type 0"), ([0xF0, 0x00], "a packet of type 15"),
      ([0x34, 0x05, 0, 1, 0x61, 0, 1], "QoS 2"), ([0x36, 0x05, 0, 1, 0x61, 0, 1], "QoS 3"),
      ([0x38, 0x03, 0, 1, 0x61], "QoS 0 sent twice"), ([0x30, 0x02, 0, 0], "without a topic"),
      ([0x30, 0x03, 0, 1, 0x23], "a wildcard"), ([0x30, 0x03, 0, 1, 0xFF], "no UTF-8"),
      ([0x30, 0x03, 0, 1, 0x00], "a zero in it"), ([0x30, 0x03, 0, 9, 0x61], "ends too early"),
      ([0x32, 0x05, 0, 1, 0x61, 0, 0], "a packet id of 0"), ([0x40, 0x03, 0, 1, 2], "1 bytes too many"),
      ([0x42, 0x02, 0, 1], "PUBACK with flags 2"), ([0x20, 0x02, 2, 0], "CONNACK with flags 2"),
      ([0x20, 0x02, 1, 5], "refuses, and has a session"), ([0x90, 0x02, 0, 1], "SUBACK with codes"),
      ([0x90, 0x03, 0, 1, 0x03], "SUBACK with codes"), ([0xD0, 0x01, 0], "1 bytes too many"),
    ] as [([UInt8], String)])
  func `says what is wrong with a packet`(bytes: [UInt8], words: String) {
    #expect(refusal(bytes)?.contains(words) == true, "\(refusal(bytes) ?? "it was taken")")
  }

  @Test(arguments: [1, 3, 1000, 9000]) func `passes over a message that is too long, however it comes`(piece: Int)
    throws
  {
    let (long, short) = (
      Message("a", [UInt8](repeating: 0x30, count: 5000), isRetained: true), Message("b", "hi", isRetained: false)
    )
    var bytes: [UInt8] = []
    for message in [short, long, long, short] {
      bytes += try Packet.publish(message, id: nil, isDuplicate: false).bytes()
    }
    var reader = PacketReader(mostLength: Self.most, skipsLong: true)
    var packets: [Packet] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      reader.take(rest.prefix(piece))
      rest = rest.dropFirst(piece)
      while let packet = try reader.next() { packets.append(packet) }
      #expect(reader.waiting <= Self.most + piece)
    }
    #expect(packets == Array(repeating: .publish(short, id: nil, isDuplicate: false), count: 2))
    #expect(reader.waiting == 0)
  }

  @Test func `passes over no message that wants an answer, and no other packet`() throws {
    let bytes = [
      try Packet.publish(Message("a", [UInt8](repeating: 1, count: 5000)), id: 7, isDuplicate: false).bytes(),
      [0x90, 0xFF, 0xFF, 0x7F], [0x30, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
    ]
    for bytes in bytes {
      var reader = PacketReader(mostLength: Self.most, skipsLong: true)
      reader.take(bytes)
      #expect(throws: PacketFault.self) { try reader.next() }
    }
  }

  @Test func `writes nothing that cannot be said`() {
    let long = String(repeating: "a", count: 65_536)
    let unsayable: [Packet] = [
      .publish(Message("", "x"), id: 1, isDuplicate: false), .publish(Message("a/#", "x"), id: 1, isDuplicate: false),
      .publish(Message(long, "x"), id: 1, isDuplicate: false), .publish(Message("a\0", "x"), id: 1, isDuplicate: false),
      .publish(Message("a", "x"), id: nil, isDuplicate: true), .publish(Message("a", "x"), id: 0, isDuplicate: false),
      .puback(0), .subscribe(1, []), .subscribe(1, [""]),
      .connect(Packet.Connect(clientID: "x", isClean: true, keepAlive: 1, password: [1])),
      .connect(Packet.Connect(clientID: long, isClean: true, keepAlive: 1)),
    ]
    for packet in unsayable { #expect(throws: PacketFault.self) { _ = try packet.bytes() } }
  }
}

extension Packet {
  /// Any packet that can be written.
  static func drawn(_ random: inout SeededRandom) -> Packet {
    func text(_ most: Int = 20) -> String {
      String(
        (0..<Int.random(in: 1...most, using: &random)).map { _ in "abcé/-😀 ü".randomElement(using: &random) ?? "x" })
    }
    func bytes(_ most: Int = 300) -> [UInt8] {
      (0..<Int.random(in: 0...most, using: &random)).map { _ in .random(in: 0...255, using: &random) }
    }
    func id() -> UInt16 { .random(in: 1...65_535, using: &random) }
    func message() -> Message { Message(text(), bytes(), isRetained: .random(using: &random)) }
    switch Int.random(in: 0...8, using: &random) {
    case 0:
      let user: String? = Bool.random(using: &random) ? text() : nil
      return .connect(
        Connect(
          clientID: text(), isClean: .random(using: &random), keepAlive: id(),
          will: Bool.random(using: &random) ? message() : nil, user: user,
          password: user != nil && Bool.random(using: &random) ? bytes() : nil))
    case 1: return .connack(sessionPresent: false, code: .random(in: 0...6, using: &random))
    case 2: return .publish(message(), id: nil, isDuplicate: false)
    case 3: return .publish(message(), id: id(), isDuplicate: .random(using: &random))
    case 4: return .puback(id())
    case 5: return .subscribe(id(), (0..<Int.random(in: 1...4, using: &random)).map { _ in text() })
    case 6:
      return .suback(
        id(),
        (0..<Int.random(in: 1...4, using: &random)).map { _ in [0, 1, 2, 0x80].randomElement(using: &random) ?? 0 })
    case 7: return [Packet.pingreq, .pingresp].randomElement(using: &random) ?? .pingreq
    default: return .disconnect
    }
  }
}
