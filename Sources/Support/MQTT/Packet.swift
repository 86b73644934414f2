/// A control packet of MQTT 3.1.1 (OASIS standard of 2014-10-29; numbers in brackets are its sections).
///
/// Those that a client sends and those that a broker sends, so that tests can be a broker. QoS 2 is left out: nothing here needs it.
package enum Packet: Sendable, Equatable {
  /// What a client begins with [3.1].
  package struct Connect: Sendable, Equatable {
    /// One to 65,535 bytes of UTF-8. A broker must take 23 letters and digits, and may take more.
    package var clientID: String
    /// False: the broker keeps what was in flight, and the subscriptions, for the next connection.
    package var isClean: Bool
    /// Seconds; 0 turns it off.
    package var keepAlive: UInt16
    /// What the broker publishes where the connection ends without a DISCONNECT.
    package var will: Message?
    package var user: String?
    package var password: [UInt8]?

    package init(
      clientID: String, isClean: Bool, keepAlive: UInt16, will: Message? = nil, user: String? = nil,
      password: [UInt8]? = nil
    ) {
      (self.clientID, self.isClean, self.keepAlive, self.will) = (clientID, isClean, keepAlive, will)
      (self.user, self.password) = (user, password)
    }
  }

  case connect(Connect)
  /// The broker's answer [3.2]; a code of 0 takes the client.
  case connack(sessionPresent: Bool, code: UInt8)
  /// A message [3.3]. `id` is nil with QoS 0, and 1 to 65,535 with QoS 1.
  case publish(Message, id: UInt16?, isDuplicate: Bool)
  case puback(UInt16)
  /// Topic filters [3.8], each with QoS 0.
  case subscribe(UInt16, [String])
  /// One code for each filter [3.9]: 0 to 2, or 0x80 for a refusal.
  case suback(UInt16, [UInt8])
  case pingreq
  case pingresp
  case disconnect
}

/// A message under a topic.
package struct Message: Sendable, Equatable {
  /// Not empty, without wildcards, at most 65,535 bytes of UTF-8.
  package var topic: String
  package var payload: [UInt8]
  /// Whether the broker keeps it for clients that subscribe later. Of a message that comes: whether it was kept.
  package var isRetained: Bool

  package init(_ topic: String, _ payload: [UInt8], isRetained: Bool = true) {
    (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
  }

  /// The same with a text.
  package init(_ topic: String, _ text: String, isRetained: Bool = true) {
    self.init(topic, Array(text.utf8), isRetained: isRetained)
  }
}

/// Bytes that are no packet, in one sentence without an ending.
package struct PacketFault: Error, Sendable, Equatable, CustomStringConvertible {
  package var description: String
  package init(_ words: String) { description = words }
}
