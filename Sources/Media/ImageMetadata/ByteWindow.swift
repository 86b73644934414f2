/// Bytes of a file as its readers ask for them: small pieces, from few reads of whole kilobytes.
///
/// Nothing that a file says makes it read without end: after so many reads, or so many bytes, there is nothing more.
final class ByteWindow {
  /// As much as holds the head of most photos, their preview apart.
  static let headBytes = 16_384
  /// The least that is read later on.
  static let pieceBytes = 4096
  /// More than a JPEG has segments that are looked at, each with a read of its own.
  static let readLimit = 700
  static let byteLimit = 4 << 20
  /// No file is longer, and no offset or length in one is believed that is: so readers can add up a hundred of them.
  static let countLimit = 1 << 56

  let count: Int
  /// Whether the medium failed once; everything after that is missing.
  private(set) var hasFailed = false
  private(set) var readCount = 0
  /// Whether more was wanted than is ever read; what is missing since then may be there.
  private(set) var isSpent = false
  private let source: any PhotoBytes
  private var left = ByteWindow.byteLimit
  /// The first bytes stay, as offsets lead back there; the others come and go.
  private var head: [UInt8] = []
  private var piece: [UInt8] = []
  private var pieceStart = 0

  init(_ source: any PhotoBytes) {
    self.source = source
    count = min(max(0, source.count), Self.countLimit)
    head = fetch(0, Self.headBytes)
  }

  /// Exactly these bytes, or nil where there are fewer.
  func bytes(_ at: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard at >= 0, count >= 0, at <= self.count, count <= self.count - at else { return nil }
    if at + count <= head.count { return head[at..<at + count] }
    if at < pieceStart || at + count > pieceStart + piece.count {
      piece = fetch(at, max(count, Self.pieceBytes))
      pieceStart = at
    }
    let start = at - pieceStart
    guard start + count <= piece.count else { return nil }
    return piece[start..<start + count]
  }

  private func fetch(_ at: Int, _ wanted: Int) -> [UInt8] {
    let wanted = min(wanted, count - at)
    guard !hasFailed, wanted > 0 else { return [] }
    guard wanted <= left, readCount < Self.readLimit else {
      isSpent = true
      return []
    }
    readCount += 1
    left -= wanted
    do {
      return try source.read(at: at, count: wanted)
    } catch {
      hasFailed = true
      return []
    }
  }

  func byte(_ at: Int) -> Int? { bytes(at, 1).map { Int($0[$0.startIndex]) } }

  /// A whole number of `size` bytes, 1 to 8; nil beyond the end, and for what is more than ``countLimit``.
  func number(_ at: Int, _ size: Int, little: Bool = false) -> Int? {
    guard let slice = bytes(at, size) else { return nil }
    var value: UInt64 = 0
    if little {
      for byte in slice.reversed() { value = value << 8 | UInt64(byte) }
    } else {
      for byte in slice { value = value << 8 | UInt64(byte) }
    }
    return value <= UInt64(Self.countLimit) ? Int(value) : nil
  }

  func starts(_ at: Int, with text: StaticString) -> Bool {
    guard let slice = bytes(at, text.utf8CodeUnitCount) else { return false }
    return text.withUTF8Buffer { slice.elementsEqual($0) }
  }

  /// Four letters of a box or a chunk, as one number.
  func code(_ at: Int) -> FourCode? { number(at, 4).map { FourCode(UInt32($0)) } }
}

/// The four letters by which boxes and chunks are named.
struct FourCode: Hashable, ExpressibleByStringLiteral {
  let value: UInt32

  init(_ value: UInt32) { self.value = value }

  init(stringLiteral text: StaticString) {
    value = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }
}
