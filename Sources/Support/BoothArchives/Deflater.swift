import CZlib

/// Packs bytes as they come (RFC 1951) with zlib. For one thread at a time.
package final class Deflater {
  private static let room = 1 << 15
  private var stream = z_stream()

  /// - Throws: where there is no memory.
  package init() throws(ArchiveFault) {
    // Raw deflate, as ZIP has it, is asked for by a negative size of the window.
    let result = deflateInit2_(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      CInt(MemoryLayout<z_stream>.size))
    guard result == Z_OK else { throw ArchiveFault("cannot be packed: there is no memory") }
  }

  deinit { deflateEnd(&stream) }

  /// What comes out of these bytes so far; often nothing.
  package func pack(_ bytes: [UInt8]) -> [UInt8] { run(bytes, Z_NO_FLUSH) }
  /// What is left; nothing more is packed.
  package func end() -> [UInt8] { run([], Z_FINISH) }

  private func run(_ bytes: [UInt8], _ flush: CInt) -> [UInt8] {
    var packed: [UInt8] = []
    bytes.withUnsafeBufferPointer { source in
      stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
      stream.avail_in = CUnsignedInt(source.count)
      var isFull = true
      while isFull {
        packed += [UInt8](unsafeUninitializedCapacity: Self.room) { target, count in
          stream.next_out = target.baseAddress
          stream.avail_out = CUnsignedInt(Self.room)
          _ = deflate(&stream, flush)
          count = Self.room - Int(stream.avail_out)
        }
        isFull = stream.avail_out == 0
      }
      stream.next_in = nil
    }
    return packed
  }
}
