/// Bytes of one photo, wherever they are: a file, memory, a part of something larger.
///
/// Reads block. A reader of facts asks for few and small ranges, most of them near the beginning.
public protocol PhotoBytes {
  /// How many bytes there are.
  var count: Int { get }

  /// Reads up to `count` bytes from `at`: fewer at the end, none beyond it.
  /// - Throws: where the medium fails; not for a range that is not there.
  func read(at: Int, count: Int) throws -> [UInt8]
}

/// Bytes that are in memory already.
public struct MemoryBytes: PhotoBytes, Sendable {
  private let bytes: [UInt8]

  /// Keeps the array, without a copy.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// How many there are.
  public var count: Int { bytes.count }

  /// What there is of the range. Never throws.
  public func read(at: Int, count: Int) -> [UInt8] {
    guard at >= 0, count > 0, at < bytes.count else { return [] }
    return Array(bytes[at..<at + min(count, bytes.count - at)])
  }
}
