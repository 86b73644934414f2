import CZlib

/// Unpacks deflated bytes (RFC 1951) with zlib, never to more than was said.
enum Inflater {
  private static let piece = 1 << 18

  /// - Parameter size: what comes out has; more is refused as soon as it comes.
  static func inflate(_ packed: [UInt8], size: Int) throws(ArchiveFault) -> [UInt8] {
    var stream = z_stream()
    // Raw deflate, as ZIP has it, is asked for by a negative size of the window.
    guard inflateInit2_(&stream, -15, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw ArchiveFault("cannot be unpacked: there is no memory")
    }
    defer { inflateEnd(&stream) }
    var bytes: [UInt8] = []
    var (failure, isDone): (ArchiveFault?, Bool) = (nil, false)
    packed.withUnsafeBufferPointer { source in
      stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
      stream.avail_in = CUnsignedInt(source.count)
      while !isDone, failure == nil {
        // One byte more than may come shows that it would.
        let room = min(piece, size - bytes.count + 1)
        var result = Z_OK
        let part = [UInt8](unsafeUninitializedCapacity: room) { target, count in
          stream.next_out = target.baseAddress
          stream.avail_out = CUnsignedInt(room)
          result = CZlib.inflate(&stream, Z_NO_FLUSH)
          count = room - Int(stream.avail_out)
        }
        bytes += part
        if bytes.count > size {
          failure = ArchiveFault("unpacks to more than the \(size) bytes that the archive says; refused")
        } else if result == Z_STREAM_END {
          isDone = true
        } else if result != Z_OK || part.isEmpty {
          failure = ArchiveFault("is damaged: it cannot be unpacked")
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
