import Synchronization

/// What all readers of a store may hold in memory together, shared out evenly: one that is alone gets large pieces, which
/// cost least, and hundreds that take theirs slowly get small ones.
final class ReadingShare: Sendable {
  /// A reader that was alone keeps its large piece for as long as it takes; with every one that comes the next are
  /// smaller, so 500 hold 6 MB at most (1 MB × the harmonic sum from 8 to 128, and 8 KiB each after).
  private static let bytes: Int64 = 1 << 20
  private static let most: Int64 = 128 << 10
  private static let least: Int64 = 8 << 10

  private let readers = Atomic<Int64>(0)

  func join() { readers.add(1, ordering: .relaxed) }
  func leave() { readers.subtract(1, ordering: .relaxed) }

  /// How many bytes the next piece of one reader has.
  var pieceBytes: Int64 {
    min(max(Self.bytes / max(readers.load(ordering: .relaxed), 1), Self.least), Self.most)
  }
}

/// How far a reader has come.
final class Position: Sendable {
  private let next: Mutex<Int64>
  private let end: Int64
  private let share: ReadingShare

  init(_ range: Range<Int64>, _ share: ReadingShare) {
    next = Mutex(range.lowerBound)
    end = range.upperBound
    self.share = share
    share.join()
  }

  deinit { share.leave() }

  /// The next piece; empty at the end.
  func take() -> Range<Int64> {
    let count = share.pieceBytes
    return next.withLock { next in
      let start = next
      next = min(start + count, end)
      return start..<next
    }
  }
}
