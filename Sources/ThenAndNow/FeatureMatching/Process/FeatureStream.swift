import BoothCore
import BoothSystem
import CLinux
import Glibc

/// A socket or a pair of pipes that messages go through. For one thread. Who uses pipes ignores SIGPIPE.
struct FeatureStream {
  let input: Int32
  let output: Int32

  /// - Throws: where the other end is gone, says something that is no message, or takes longer than until `deadline`.
  func read(until deadline: Instant? = nil) throws(FeatureWireFault) -> (kind: FeatureWire.Kind, body: [UInt8]) {
    let (kind, length) = try FeatureWire.header(try bytes(FeatureWire.headerBytes, until: deadline))
    return (kind, try bytes(length, until: deadline))
  }

  func write(_ message: [UInt8], until deadline: Instant? = nil) throws(FeatureWireFault) {
    var sent = 0
    while sent < message.count {
      let count = message.withUnsafeBytes { bytes in
        let (start, left) = (bytes.baseAddress! + sent, message.count - sent)
        // Without the signal that a process would die of whose other end is gone.
        let count = send(output, start, left, Int32(MSG_NOSIGNAL))
        return count < 0 && errno == ENOTSOCK ? Glibc.write(output, start, left) : count
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        try wait(for: POLLOUT, on: output, until: deadline)
      } else if errno != EINTR {
        throw Self.gone
      }
    }
  }

  /// The other end is no longer there.
  static let gone = FeatureWireFault("it is gone")
  static let late = FeatureWireFault("it took too long")

  private func bytes(_ count: Int, until deadline: Instant?) throws(FeatureWireFault) -> [UInt8] {
    // As it comes: a client that claims that much more follows must send it before it takes any memory.
    var bytes: [UInt8] = []
    while bytes.count < count {
      try wait(for: POLLIN, on: input, until: deadline)
      let piece = min(count - bytes.count, 1 << 20)
      var got = 0
      bytes.append(
        contentsOf: [UInt8](unsafeUninitializedCapacity: piece) { target, filled in
          got = Glibc.read(input, target.baseAddress, piece)
          filled = max(0, got)
        })
      if got == 0 { throw Self.gone }
      if got < 0, errno != EINTR, errno != EAGAIN { throw Self.gone }
    }
    return bytes
  }

  private func wait(for events: Int32, on descriptor: Int32, until deadline: Instant?) throws(FeatureWireFault) {
    while true {
      let left = deadline.map { max(0, ($0 - DeviceClock.now()).wholeNanoseconds) }
      var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let ready = poll(&waiting, 1, left.map { Int32(clamping: ($0 + 999_999) / 1_000_000) } ?? -1)
      if ready > 0 { return }
      if ready == 0 { throw Self.late }
      if errno != EINTR { throw Self.gone }
    }
  }
}
