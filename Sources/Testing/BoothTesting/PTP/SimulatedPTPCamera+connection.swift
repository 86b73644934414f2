import BoothCore
import Glibc
import Synchronization

/// The two connections of PTP/IP: commands with their data, and events.
extension SimulatedPTPCamera {
  func serve(_ connection: Int32) {
    guard let first = PTPPacket.read(from: connection) else { return }
    switch first.kind {
    case .initCommandRequest:
      guard !does(.initFail) else {
        PTPPacket(.initFail, [1, 0, 0, 0]).write(to: connection)
        return
      }
      state.withLock { state in
        (state.session, state.liveView) = (false, false)
      }
      var ack = PTPBytes()
      ack.u32(1)
      ack.raw("SIMULATEDCAMERA!".utf8)
      for unit in "Simulated".utf16 { ack.u16(unit) }
      ack.u16(0)
      ack.u32(0x0001_0000)
      PTPPacket(.initCommandAck, ack.bytes).write(to: connection)
      serveCommands(connection)
    case .initEventRequest:
      PTPPacket(.initEventAck).write(to: connection)
      state.withLock { $0.events = connection }
      // Nothing comes here but the end.
      while PTPPacket.read(from: connection) != nil {}
      state.withLock { state in
        if state.events == connection { state.events = -1 }
      }
    default: return
    }
  }

  private func serveCommands(_ connection: Int32) {
    while let packet = PTPPacket.read(from: connection) {
      if packet.kind == .ping {
        PTPPacket(.pong).write(to: connection)
        continue
      }
      guard packet.kind == .commandRequest else { return }
      let transaction = packet.u32(6)
      let parameters = stride(from: 10, to: packet.payload.count - 3, by: 4).map { packet.u32($0) }
      var data: [UInt8] = []
      if packet.u32(0) == 2 {
        guard let received = Self.receiveData(connection) else { return }
        data = received
      }
      guard let operation = PTPOperation(rawValue: packet.u16(4)), knows(operation) else {
        state.withLock { $0.unknown.append(packet.u16(4)) }
        respond(connection, transaction, PTPAnswer(.operationNotSupported))
        continue
      }
      state.withLock { $0.operations.append(operation) }
      if does(.hangUp(operation)) {
        hangUp()
        return
      }
      if does(.silent(operation)) { continue }
      let answer = run(operation, parameters, data, transaction)
      if does(.trickle(operation)) {
        trickle(connection, transaction, answer)
      } else {
        respond(connection, transaction, answer)
      }
    }
  }

  func knows(_ operation: PTPOperation) -> Bool {
    operation == .nikonGetEvent ? setup.keepsInMemory || setup.hasMemory : setup.vendor == .nikon || !operation.isNikons
  }

  private static func receiveData(_ connection: Int32) -> [UInt8]? {
    var data: [UInt8] = []
    while let packet = PTPPacket.read(from: connection) {
      switch packet.kind {
      case .startData: continue
      case .data: data += packet.payload.dropFirst(4)
      case .endData: return data + packet.payload.dropFirst(4)
      default: return nil
      }
    }
    return nil
  }

  private func respond(_ connection: Int32, _ transaction: UInt32, _ answer: PTPAnswer) {
    for packet in Self.packets(transaction, answer) where !packet.write(to: connection) { return }
  }

  /// The answer at a byte a second, until the other end has had enough.
  private func trickle(_ connection: Int32, _ transaction: UInt32, _ answer: PTPAnswer) {
    for byte in Self.packets(transaction, answer).flatMap(\.encoded) {
      guard PTPPacket.write([byte], to: connection) else { return }
      Self.pause(.seconds(1))
    }
  }

  private static func packets(_ transaction: UInt32, _ answer: PTPAnswer) -> [PTPPacket] {
    var packets: [PTPPacket] = []
    if let data = answer.data {
      var start = PTPBytes()
      start.u32(transaction)
      start.u64(UInt64(answer.announced ?? data.count))
      packets.append(PTPPacket(.startData, start.bytes))
      var rest = data[...]
      while rest.count > 65_536 {
        packets.append(PTPPacket(.data, id(transaction) + rest.prefix(65_536)))
        rest = rest.dropFirst(65_536)
      }
      packets.append(PTPPacket(.endData, id(transaction) + rest))
    }
    var response = PTPBytes()
    response.u16(answer.response.rawValue)
    response.u32(transaction)
    for parameter in answer.parameters { response.u32(parameter) }
    packets.append(PTPPacket(.commandResponse, response.bytes))
    return packets
  }

  private static func id(_ transaction: UInt32) -> [UInt8] {
    var bytes = PTPBytes()
    bytes.u32(transaction)
    return bytes.bytes
  }

  /// The cable is pulled for a moment: all connections end; the camera still listens.
  public func hangUp() {
    state.withLock { state in
      state.session = false
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }

  func send(_ event: PTPEvent, _ transaction: UInt32, _ parameters: [UInt32] = []) {
    var bytes = PTPBytes()
    bytes.u16(event.rawValue)
    bytes.u32(transaction)
    for parameter in parameters { bytes.u32(parameter) }
    let packet = PTPPacket(.event, bytes.bytes)
    // Under the lock, so that two events never mix, and none goes to a connection that was closed meanwhile.
    state.withLock { state in
      if state.events >= 0 { packet.write(to: state.events) }
    }
  }
}

/// What an operation answers: a code, parameters, and data before them.
struct PTPAnswer {
  var response: PTPResponse
  var parameters: [UInt32] = []
  var data: [UInt8]?
  /// The length to announce where it is not the data's own.
  var announced: Int?

  init(_ response: PTPResponse = .ok, parameters: [UInt32] = [], data: [UInt8]? = nil, announced: Int? = nil) {
    self.response = response
    self.parameters = parameters
    self.data = data
    self.announced = announced
  }
}
