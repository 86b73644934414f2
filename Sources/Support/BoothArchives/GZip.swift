import CZlib

/// One file in gzip's format (RFC 1952), for answers of web servers.
package enum GZip {
  /// Compressed as well as zlib can; nil where there is no memory for it.
  package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // zlib writes gzip's format where 16 is added to the window's size (15: 32 KiB); see deflateInit2 in zlib.h.
    guard
      deflateInit2_(
        &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        CInt(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    let room = Int(deflateBound(&stream, UInt(bytes.count)))
    return bytes.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: room) { target, count in
        stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        stream.avail_in = CUnsignedInt(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = CUnsignedInt(room)
        count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? room - Int(stream.avail_out) : 0
      }
    }
  }

  /// Whether an `Accept-Encoding` allows gzip (RFC 9110, 12.5.3): `gzip`, `x-gzip` or `*`, not with `q=0`.
  package static func isAccepted(_ field: String) -> Bool {
    var anything = false
    for entry in field.lowercased().split(separator: ",") {
      let parts = entry.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let coding = parts.first, ["gzip", "x-gzip", "*"].contains(coding) else { continue }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      if coding != "*" { return quality > 0 }
      anything = quality > 0
    }
    return anything
  }
}
