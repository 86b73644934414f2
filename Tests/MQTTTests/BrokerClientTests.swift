import BoothCore
import BoothRuntime
import BoothTesting
import Logging
import Synchronization
import Testing

@testable import MQTT

/// The client over real sockets, against brokers that tests play.
@Suite(.timeLimit(.minutes(15))) struct BrokerClientTests {
  private static let offline = Message("b/available", "offline")

  /// A client that runs for a test.
  private struct Running {
    let client: BrokerClient
    let task: Task<Void, Never>

    init(port: Int, limits: BrokerWatch.Limits = .init(), filters: [String] = ["b/command"]) throws {
      let options = BrokerWatch.Options(
        clientID: "booth-test", will: offline, farewell: offline, filters: filters)
      let client = try BrokerClient(
        try BrokerAddress("mqtt://127.0.0.1:\(port)"), options: options, limits: limits, clock: SystemClock(), seed: 1,
        log: Logger(label: "test"))
      self.client = client
      task = Task { await client.run() }
    }

    /// The first condition of which this is so.
    func comes(_ isSo: (BrokerWatch.Condition) -> Bool) async -> BrokerWatch.Condition? {
      for await condition in client.conditions where isSo(condition) { return condition }
      return nil
    }
  }

  @Test func `connects, publishes, hears commands, says farewell`() async throws {
    let broker = try await ScriptedBroker { try ScriptedBroker.honest($1) }
    defer { broker.stop() }
    let running = try Running(port: broker.port)
    await running.client.publish(Message("b/state", "idle"))
    #expect(await running.comes { $0 == .connected } != nil)
    let command = Message("b/command", "pause", isRetained: false)
    broker.send(try Packet.publish(command, id: nil, isDuplicate: false).bytes())
    var messages = running.client.messages.makeAsyncIterator()
    #expect(await messages.next() == command)
    #expect(await running.client.end(within: .seconds(30)))
    await running.task.value
    while broker.packets.last != .disconnect { await Task.moment() }
    let published = broker.packets.compactMap { packet -> String? in
      if case .publish(let message, _, _) = packet { String(decoding: message.payload, as: UTF8.self) } else { nil }
    }
    #expect(published == ["idle", "offline"])
    #expect(await messages.next() == nil)
    #expect(await running.client.end(within: .seconds(1)))
  }

  @Test(
    arguments: [
      ([0x30, 0xFF, 0xFF, 0xFF, 0x7F], "where at most 65536 are taken"),
      ([0x30, 0x80, 0x80, 0x80, 0x80, 0x01], "a length of more than four bytes"),
      (Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), "the broker"),
      ([0xD0, 0x00], "another packet before its CONNACK"),
    ] as [([UInt8], String)])
  func `says what a broker does that is none`(bytes: [UInt8], words: String) async throws {
    let broker = try await ScriptedBroker(opening: bytes) { _, _ in [] }
    defer { broker.stop() }
    let running = try Running(port: broker.port)
    let condition = await running.comes { $0 != .connected }
    #expect(condition?.trouble?.contains(words) == true, "\(String(describing: condition))")
    #expect(await !running.client.end(within: .seconds(1)))
    await running.task.value
  }

  @Test func `resends with DUP to a broker that hung up before its acknowledgement`() async throws {
    let broker = try await ScriptedBroker { connection, packet in
      switch (connection, packet) {
      case (1, .publish): throw PacketFault("hang up")
      case (_, .connect): try Packet.connack(sessionPresent: connection > 1, code: 0).bytes()
      default: try ScriptedBroker.honest(packet)
      }
    }
    defer { broker.stop() }
    let running = try Running(port: broker.port)
    await running.client.publish(Message("b/state", "idle"))
    while !broker.packets.contains(where: { if case .publish(_, _, true) = $0 { true } else { false } }) {
      await Task.moment()
    }
    #expect(await running.client.end(within: .seconds(30)))
    let sent = broker.packets.compactMap { packet -> UInt16? in
      if case .publish(let message, let id, _) = packet, message.topic == "b/state" { id } else { nil }
    }
    #expect(sent.count == 2 && Set(sent).count == 1, "the same packet id")
  }

  /// 24 MB are offered within a moment; the client hangs up after two hundred packets, so many as even a busy machine reads within ten
  /// seconds, and publishing never waits.
  @Test func `is not filled by a flood, and goes on when it is over`() async throws {
    let message = try Packet.publish(
      Message("b/command", Array(repeating: 0x61, count: 20_000), isRetained: false), id: nil, isDuplicate: false
    ).bytes()
    let flood = Array(repeatElement(message, count: 1200).joined())
    let broker = try await ScriptedBroker { connection, packet in
      if connection == 1, case .subscribe = packet { return try ScriptedBroker.honest(packet) + flood }
      return try ScriptedBroker.honest(packet)
    }
    defer { broker.stop() }
    var limits = BrokerWatch.Limits()
    limits.mostPackets = 200
    let running = try Running(port: broker.port, limits: limits)
    let condition = await running.comes { $0.trouble != nil }
    #expect(condition?.trouble?.contains("floods") == true)
    await running.client.publish(Message("b/state", "idle"))
    #expect(await running.comes { $0 == .connected } != nil)
    #expect(await running.client.end(within: .seconds(30)))
    #expect(await running.client.dropped > 150)
  }

  @Test func `says that nothing answers at a port, and ends at once`() async throws {
    let port = try RefusingPort()
    let running = try Running(port: port.number)
    let condition = await running.comes { $0 != .connected }
    #expect(condition?.trouble != nil)
    #expect(await !running.client.end(within: .seconds(30)))
    await running.task.value
    withExtendedLifetime(port) {}
  }

  @Test func `ends with its task`() async throws {
    let broker = try await ScriptedBroker { try ScriptedBroker.honest($1) }
    defer { broker.stop() }
    let running = try Running(port: broker.port)
    #expect(await running.comes { $0 == .connected } != nil)
    running.task.cancel()
    await running.task.value
    #expect(await !running.client.end(within: .seconds(1)))
  }
}
