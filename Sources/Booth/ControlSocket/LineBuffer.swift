/// Cuts a stream of bytes into lines of bounded length.
struct LineBuffer {
  enum Result: Equatable {
    case line([UInt8])
    case incomplete
    /// More bytes than a line may have, and no end in sight.
    case tooLong
  }

  let limit: Int
  private var bytes: [UInt8] = []
  /// Where the next line begins: lines taken out are only dropped when more comes, so that many short ones cost no
  /// more than a long one.
  private var start = 0
  /// Up to here there is no line's end, so that a client that sends single bytes costs no more than others.
  private var searched = 0

  init(limit: Int) { self.limit = limit }

  mutating func append(_ more: some Collection<UInt8>) {
    bytes.removeSubrange(..<start)
    searched -= start
    start = 0
    bytes.append(contentsOf: more)
  }

  /// Takes the next line out, without its end (`\n` or `\r\n`). Lines with nothing in them are passed over.
  mutating func next() -> Result {
    while let end = bytes[searched...].firstIndex(of: 0x0A) {
      var line = bytes[start..<end]
      start = end + 1
      searched = start
      if line.last == 0x0D { line.removeLast() }
      guard line.count <= limit else { return .tooLong }
      if !line.isEmpty { return .line(Array(line)) }
    }
    searched = bytes.count
    return bytes.count - start > limit + 1 ? .tooLong : .incomplete
  }
}
