import NIOCore

/// Where a broker is: `mqtt://HOST[:PORT]`, or `mqtts://HOST[:PORT]` with TLS.
///
/// ```swift
/// try BrokerAddress("mqtts://broker.example")  // port 8883
/// ```
package struct BrokerAddress: Sendable, Equatable, CustomStringConvertible {
  /// Why a text is no address, in a sentence without an ending.
  package struct Fault: Error, Equatable, CustomStringConvertible {
    package var description: String
  }

  package var host: String
  package var port: Int
  package var isEncrypted: Bool

  /// Ports that IANA has registered for MQTT: 1883, and 8883 with TLS.
  package init(_ text: String) throws(Fault) {
    let rest: Substring
    if text.hasPrefix("mqtts://") {
      (isEncrypted, rest) = (true, text.dropFirst("mqtts://".count))
    } else if text.hasPrefix("mqtt://") {
      (isEncrypted, rest) = (false, text.dropFirst("mqtt://".count))
    } else {
      throw Fault(description: "expected mqtt://HOST or mqtts://HOST")
    }
    let place = rest.hasSuffix("/") ? rest.dropLast() : rest
    guard !place.contains("@") else {
      throw Fault(
        description: "a user and a password have no place in an address: set mqtt.user and mqtt.password_file")
    }
    let (name, number) = Self.split(place)
    guard !name.isEmpty, !name.contains(where: { "/?#[] ".contains($0) || !$0.isASCII }), name.utf8.count <= 253 else {
      throw Fault(description: "expected the broker's name or number, without a path behind it")
    }
    guard let number else {
      (host, port) = (String(name), isEncrypted ? 8883 : 1883)
      return
    }
    guard let known = Int(number), (1...65535).contains(known), number.allSatisfy(\.isNumber) else {
      throw Fault(description: "expected a port from 1 to 65535")
    }
    (host, port) = (String(name), known)
  }

  private static func split(_ place: Substring) -> (name: Substring, number: Substring?) {
    // [::1]:1883
    if place.hasPrefix("["), let end = place.firstIndex(of: "]") {
      let rest = place[place.index(after: end)...]
      let name = place[place.index(after: place.startIndex)..<end]
      return rest.isEmpty ? (name, nil) : rest.hasPrefix(":") ? (name, rest.dropFirst()) : ("", nil)
    }
    guard let colon = place.firstIndex(of: ":") else { return (place, nil) }
    return (place[..<colon], place[place.index(after: colon)...])
  }

  package var description: String {
    "\(isEncrypted ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  /// Whether it is a number, which no name server is asked for.
  var isNumber: Bool {
    do { _ = try SocketAddress(ipAddress: host, port: port) } catch { return false }
    return true
  }
}
