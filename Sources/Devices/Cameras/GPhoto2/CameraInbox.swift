import BoothCore
import Glibc

/// Reads what a camera's process says, as far as it has come, without ever waiting. For one thread.
struct CameraInbox {
  enum Item {
    case reply(CameraReply, body: [UInt8])
    case frame(FramePool.Slot, byteCount: Int, capturedAt: Instant, PixelSize)
    /// A live picture that found no free buffer, or none large enough.
    case lostFrame
  }

  private enum Part {
    case header
    case words(CameraWire.Header)
    case body(CameraWire.Header, words: [UInt8])
    case frame(FramePool.Slot, byteCount: Int, Instant, PixelSize)
  }

  private let socket: Int32
  private let pool: FramePool
  private let frameLimit: Int
  private var part = Part.header
  private var bytes: [UInt8]
  private var filled = 0

  init(socket: Int32, pool: FramePool, frameLimit: Int) {
    self.socket = socket
    self.pool = pool
    self.frameLimit = frameLimit
    bytes = Array(repeating: 0, count: CameraWire.headerBytes)
  }

  /// The next whole message, or nil while there is none.
  mutating func next() throws(CameraWireFault) -> Item? {
    while true {
      if case .frame(let slot, let byteCount, let capturedAt, let size) = part {
        let target = UnsafeMutableRawBufferPointer(rebasing: slot.bytes[filled..<byteCount])
        guard try read(into: target) else { return nil }
        begin(.header, CameraWire.headerBytes)
        return .frame(slot, byteCount: byteCount, capturedAt: capturedAt, size)
      }
      guard try fill() else { return nil }
      if let item = try finishPart() { return item }
    }
  }

  /// Gives back the buffer of a frame that was under way.
  mutating func letGo() {
    if case .frame(let slot, _, _, _) = part { pool.putBack(slot) }
    begin(.header, CameraWire.headerBytes)
  }

  private mutating func finishPart() throws(CameraWireFault) -> Item? {
    switch part {
    case .header:
      let header = try CameraWire.header(bytes)
      begin(.words(header), header.wordBytes)
    case .words(let header):
      let words = bytes
      if header.kind == .frame, header.bodyBytes > 0, header.bodyBytes <= frameLimit, let slot = pool.take() {
        let (capturedAt, size) = Self.frameWords(words)
        begin(.frame(slot, byteCount: header.bodyBytes, capturedAt, size), 0)
      } else {
        begin(.body(header, words: words), header.bodyBytes)
      }
    case .body(let header, let words):
      let body = bytes
      begin(.header, CameraWire.headerBytes)
      if header.kind == .frame { return .lostFrame }
      guard header.kind == .reply else { throw .garbage("a request from the camera's process") }
      return .reply(try CameraWire.decode(CameraReply.self, words), body: body)
    case .frame: break
    }
    return nil
  }

  private mutating func begin(_ next: Part, _ count: Int) {
    part = next
    filled = 0
    bytes = Array(repeating: 0, count: count)
  }

  /// Whether the part is there altogether.
  private mutating func fill() throws(CameraWireFault) -> Bool {
    let from = filled
    var taken = 0
    defer { filled = from + taken }
    return try bytes.withUnsafeMutableBytes { buffer in
      Self.read(socket, into: UnsafeMutableRawBufferPointer(rebasing: buffer[from...]), taken: &taken)
    }.get()
  }

  private mutating func read(into target: UnsafeMutableRawBufferPointer) throws(CameraWireFault) -> Bool {
    var taken = 0
    defer { filled += taken }
    return try Self.read(socket, into: target, taken: &taken).get()
  }

  private static func read(
    _ socket: Int32, into target: UnsafeMutableRawBufferPointer, taken: inout Int
  ) -> Result<Bool, CameraWireFault> {
    while taken < target.count {
      let count = recv(socket, target.baseAddress! + taken, target.count - taken, Int32(MSG_DONTWAIT))
      if count > 0 {
        taken += count
      } else if count == 0 || errno == ECONNRESET {
        return .failure(.ended)
      } else if errno == EAGAIN {
        return .success(false)
      } else if errno != EINTR {
        return .failure(.failed(errno: errno))
      }
    }
    return .success(true)
  }

  static func frameWords(capturedAt: Instant, _ size: PixelSize) -> [UInt8] {
    let moment = UInt64(bitPattern: capturedAt.nanoseconds)
    return (0..<8).map { UInt8(truncatingIfNeeded: moment >> ($0 * 8)) }
      + [size.width, size.height].flatMap { side in (0..<4).map { UInt8(truncatingIfNeeded: side >> ($0 * 8)) } }
  }

  private static func frameWords(_ words: [UInt8]) -> (Instant, PixelSize) {
    func number(_ range: Range<Int>) -> UInt64 {
      range.reversed().reduce(0) { $0 << 8 | UInt64(words[$1]) }
    }
    return (
      Instant(nanoseconds: Int64(bitPattern: number(0..<8))),
      PixelSize(width: Int(number(8..<12)), height: Int(number(12..<16)))
    )
  }
}
