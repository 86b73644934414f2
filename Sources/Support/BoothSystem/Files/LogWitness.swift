import Glibc

/// The sum that a write-ahead log has of its bytes, two words at a time ("Checksum Algorithm", sqlite.org/fileformat2.html#walcksm).
package struct LogSum: Sendable, Equatable {
  package var first: UInt32
  package var second: UInt32

  /// Of nothing, unless said otherwise.
  package init(first: UInt32 = 0, second: UInt32 = 0) { (self.first, self.second) = (first, second) }

  package mutating func add(_ one: UInt32, _ other: UInt32) {
    first = first &+ one &+ second
    second = second &+ other &+ first
  }

  /// - Parameter isBig: whether the words' first byte is the greatest; the log's head says it.
  package mutating func add(_ bytes: UnsafeRawBufferPointer, isBig: Bool) {
    for place in stride(from: 0, to: bytes.count, by: 8) {
      let one = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
      let other = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
      if isBig {
        add(UInt32(bigEndian: one), UInt32(bigEndian: other))
      } else {
        add(UInt32(littleEndian: one), UInt32(littleEndian: other))
      }
    }
  }
}

/// Knows a write-ahead log again: its head, and the newest page that ends a transaction, whose sum is one of all pages before it
/// ("WAL File Format", sqlite.org/walformat.html). Neither changes before the log is begun anew, which a checkpoint alone allows; what
/// else changes them has written over the log, though its size may be the same.
///
/// Has a descriptor of its own. SQLite takes no locks on a log, unlike on its index and the database, so closing one gives up none.
struct LogWitness: ~Copyable {
  enum Finding: Equatable {
    case whole
    case overwritten
    /// It cannot be read; the number is the system's.
    case unseen(Int32)
  }

  /// The beginning of the log.
  private struct Head: Equatable {
    var bytes = InlineBytes32()

    func big(_ place: Int) -> UInt32 { bytes.big(place) }
    var isBig: Bool { big(0) & 1 == 1 }
    var pageBytes: Int { Int(big(8)) }
    /// Of its first 24 bytes; nil where it is no head of a log.
    var sum: LogSum? {
      var sum = LogSum()
      withUnsafeBytes(of: bytes) { sum.add(UnsafeRawBufferPointer(rebasing: $0[0..<24]), isBig: isBig) }
      let size = pageBytes
      guard big(0) & ~1 == 0x377f_0682, sum == LogSum(first: big(24), second: big(28)), size >= 512, size <= 65536,
        size & (size - 1) == 0
      else { return nil }
      return sum
    }
  }

  /// How far the log is known.
  private struct Reach: Equatable {
    var head: Head
    /// Where the newest transaction ends, in bytes.
    var end: Int
    /// Of all before it.
    var sum: LogSum
    /// What the page has before it that ends it; nil where there is none yet.
    var last: InlineBytes24?
    var frameBytes: Int { 24 + head.pageBytes }
  }

  private enum Known {
    /// Nothing was in it.
    case empty
    /// What was in it when it was first looked at is no log, or one that SQLite does not read any more.
    case unreadable
    case reach(Reach)
  }

  private let path: String
  private let indexPath: String
  private var file: Int32 = -1
  private var known: Known?
  private var size: Int64 = 0
  private var modified = timespec()
  /// Whether it may be begun anew by what is committed next: all of it is in the database. Not known at first.
  private var mayBeginAnew = true

  /// - Parameters:
  ///   - path: of the log.
  ///   - index: of its index.
  init(_ path: String, index: String) { (self.path, indexPath) = (path, index) }

  deinit { if file >= 0 { close(file) } }

  /// A checkpoint was made.
  mutating func allowNewBeginning() { mayBeginAnew = true }

  /// Whether it is still the log that is known, with what was committed to it since.
  /// - Parameters:
  ///   - isOwn: whether this program alone makes checkpoints; else the log may be begun anew at any moment.
  ///   - wholly: also reads all that is known of it again.
  mutating func look(isOwn: Bool, wholly: Bool = false) -> Finding {
    if file < 0 {
      file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      // Where no more files may be opened, the next look does it.
      guard file >= 0 else { return errno == ENOENT || SystemWords.isExhausted(errno) ? .whole : .unseen(errno) }
    }
    if !isOwn { mayBeginAnew = true }
    var hasChanged = false
    // Another thread or process may be beginning it anew, or emptying it by a checkpoint, at this moment: its size is read anew, too.
    for attempt in 0..<16 {
      if attempt > 0 { sched_yield() }
      var facts = stat()
      guard fstat(file, &facts) == 0 else { return .unseen(errno) }
      guard facts.st_size > 0 else {
        (known, size) = (.empty, 0)
        return .whole
      }
      hasChanged =
        hasChanged || Int64(facts.st_size) != size || facts.st_mtim.tv_sec != modified.tv_sec
        || facts.st_mtim.tv_nsec != modified.tv_nsec
      (size, modified) = (Int64(facts.st_size), facts.st_mtim)
      let finding = read(hasChanged: hasChanged, wholly: wholly)
      if finding != .overwritten || isAsIndexSays() { return finding == .overwritten ? .whole : finding }
    }
    return .overwritten
  }

  /// Whether the log's own index knows it like this. A transaction may have been written whole and not count: the process that wrote it was
  /// killed, or its flush failed, before the index said so; the next one is rightly written over it. Whatever else writes over the log
  /// does not know its index.
  private mutating func isAsIndexSays() -> Bool {
    var head = Head()
    guard let index = LogIndex.read(path: indexPath) else { return false }
    if index.frames == 0 {
      // The next commit begins it anew.
      (known, mayBeginAnew) = (nil, true)
      return true
    }
    guard Self.read(file, &head.bytes, at: 0) == 0, let sum = head.sum,
      head.bytes.third == index.salts
    else { return false }
    var reach = Reach(head: head, end: 32, sum: sum, last: nil)
    let end = 32 + index.frames * reach.frameBytes
    guard Self.advance(&reach, file, upTo: end) == 0, reach.end == end, reach.sum == index.sum else { return false }
    known = .reach(reach)
    return true
  }

  private mutating func read(hasChanged: Bool, wholly: Bool) -> Finding {
    var head = Head()
    switch Self.read(file, &head.bytes, at: 0) {
    case 0: break
    // Of fewer bytes than a head: nothing was committed to it.
    case Self.short: if case .reach? = known { return .overwritten } else { return .whole }
    case let number: return .unseen(number)
    }
    if case .reach(let reach)? = known, reach.head == head {
      return goOn(reach, hasChanged: hasChanged, wholly: wholly)
    }
    guard let sum = head.sum else {
      switch known {
      case nil, .unreadable:
        known = .unreadable
        return .whole
      case .empty, .reach: return .overwritten
      }
    }
    if case .reach? = known, !mayBeginAnew { return .overwritten }
    let isFirst = known == nil
    var reach = Reach(head: head, end: 32, sum: sum, last: nil)
    let number = Self.advance(&reach, file)
    guard number == 0 else { return .unseen(number) }
    known = .reach(reach)
    if !isFirst { mayBeginAnew = false }
    return .whole
  }

  private mutating func goOn(_ before: Reach, hasChanged: Bool, wholly: Bool) -> Finding {
    var reach = before
    if let last = reach.last {
      var there = InlineBytes24()
      switch Self.read(file, &there, at: reach.end - reach.frameBytes) {
      case 0: break
      case Self.short: return .overwritten
      case let number: return .unseen(number)
      }
      guard there == last else { return .overwritten }
    }
    guard hasChanged || wholly else { return .whole }
    var number = Self.advance(&reach, file)
    // Written to, and nothing new is committed: a transaction may be under way, or it was written over before its end.
    if number == 0, wholly || reach.end == before.end, let sum = before.head.sum {
      var again = Reach(head: before.head, end: 32, sum: sum, last: nil)
      number = Self.advance(&again, file)
      if number == 0, again.end < reach.end { return .overwritten }
    }
    guard number == 0 else { return .unseen(number) }
    if reach.end > before.end { mayBeginAnew = false }
    known = .reach(reach)
    return .whole
  }

  /// Reads on, as far as the sums are right and a transaction ends.
  /// - Returns: the system's number, or 0.
  private static func advance(_ reach: inout Reach, _ file: Int32, upTo limit: Int = .max) -> Int32 {
    let (frame, isBig) = (reach.frameBytes, reach.head.isBig)
    return withUnsafeTemporaryAllocation(byteCount: frame, alignment: 8) { buffer in
      var (place, sum) = (reach.end, reach.sum)
      while place < limit {
        switch fill(buffer, file, at: place) {
        case 0: break
        case short: return 0
        case let number: return number
        }
        let bytes = UnsafeRawBufferPointer(buffer)
        var own = InlineBytes24()
        withUnsafeMutableBytes(of: &own) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[0..<24])) }
        guard own.big(8) == reach.head.big(16), own.big(12) == reach.head.big(20), own.big(0) != 0 else { return 0 }
        sum.add(UnsafeRawBufferPointer(rebasing: bytes[0..<8]), isBig: isBig)
        sum.add(UnsafeRawBufferPointer(rebasing: bytes[24...]), isBig: isBig)
        guard sum == LogSum(first: own.big(16), second: own.big(20)) else { return 0 }
        place += frame
        if own.big(4) != 0 { (reach.end, reach.sum, reach.last) = (place, sum, own) }
      }
      return 0
    }
  }

  /// Stands for a file that ends before.
  private static let short: Int32 = -1

  private static func read<Value>(_ file: Int32, _ value: inout Value, at place: Int) -> Int32 {
    withUnsafeMutableBytes(of: &value) { fill($0, file, at: place) }
  }

  private static func fill(_ buffer: UnsafeMutableRawBufferPointer, _ file: Int32, at place: Int) -> Int32 {
    var filled = 0
    while filled < buffer.count {
      let count = pread(file, buffer.baseAddress! + filled, buffer.count - filled, off_t(place + filled))
      if count < 0, errno == EINTR { continue }
      if count < 0 { return errno }
      if count == 0 { return short }
      filled += count
    }
    return 0
  }
}

/// What stands before a page of the log.
private struct InlineBytes24: Equatable {
  var (first, second, third) = (UInt64(0), UInt64(0), UInt64(0))

  func big(_ place: Int) -> UInt32 {
    withUnsafeBytes(of: self) { UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self)) }
  }
}

/// What stands at the log's beginning.
private struct InlineBytes32: Equatable {
  var (first, second, third, fourth) = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))

  func big(_ place: Int) -> UInt32 {
    withUnsafeBytes(of: self) { UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self)) }
  }
}
