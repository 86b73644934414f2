import FoundationEssentials
import Glibc

extension CameraWire {
  static func encode(_ value: some Encodable) throws(CameraWireFault) -> [UInt8] {
    do {
      let words = Array(try JSONEncoder().encode(value))
      guard words.count <= wordLimit else { throw CameraWireFault.garbage("\(words.count) bytes of words to send") }
      return words
    } catch {
      throw error as? CameraWireFault ?? .garbage("\(error)")
    }
  }

  static func decode<Value: Decodable>(_ type: Value.Type, _ words: [UInt8]) throws(CameraWireFault) -> Value {
    do { return try JSONDecoder().decode(type, from: Data(words)) } catch { throw .garbage("\(error)") }
  }

  /// Sends a whole message. On a socket that does not block it fails with `EAGAIN` when the other end has stopped
  /// reading.
  static func send(
    _ kind: Kind, words: [UInt8], body: UnsafeRawBufferPointer? = nil, to socket: Int32
  ) throws(CameraWireFault) {
    let header = header(Header(kind: kind, wordBytes: words.count, bodyBytes: body?.count ?? 0))
    let start = header + words
    try start.withUnsafeBytes { send($0, to: socket) }.get()
    if let body { try send(body, to: socket).get() }
  }

  private static func send(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Result<Void, CameraWireFault> {
    var rest = bytes[...]
    while !rest.isEmpty {
      let next = UnsafeRawBufferPointer(rebasing: rest)
      let sent = Glibc.send(socket, next.baseAddress, next.count, Int32(MSG_NOSIGNAL))
      if sent > 0 {
        rest = rest.dropFirst(sent)
      } else if errno == EPIPE || errno == ECONNRESET {
        return .failure(.ended)
      } else if errno != EINTR {
        return .failure(.failed(errno: errno))
      }
    }
    return .success(())
  }
}
