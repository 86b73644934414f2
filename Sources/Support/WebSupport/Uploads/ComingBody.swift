import HummingbirdCore
import NIOCore
import Synchronization

/// A request's body, pulled by one reader, one piece after the other.
actor ComingBody {
  /// How it comes, for who watches it.
  nonisolated let pace = Mutex(ComingPace())
  private var iterator: RequestBody.AsyncIterator
  private let limit: Int64
  private let length: Int64?
  private let claim: RoomClaim

  /// - Parameters:
  ///   - limit: in bytes.
  ///   - length: how many the client has promised; nil if unknown.
  ///   - claim: what it has of the disk's room.
  init(_ body: RequestBody, limit: Int64, length: Int64?, claim: sending RoomClaim) {
    iterator = body.makeAsyncIterator()
    self.limit = limit
    self.length = length
    self.claim = claim
  }

  /// Nil at the end of a body that is whole.
  func next() async throws -> [UInt8]? {
    pace.withLock { $0.isWaiting = true }
    defer { pace.withLock { $0.isWaiting = false } }
    var own = iterator
    defer { iterator = own }
    guard let piece = try await own.next(isolation: self) else {
      let (received, isOver) = pace.withLock { ($0.received, $0.isOver) }
      guard !isOver, length == nil || received == length else { throw UploadFault.cutShort }
      return nil
    }
    let (received, isOver) = pace.withLock { pace in
      pace.received += Int64(piece.readableBytes)
      return (pace.received, pace.isOver)
    }
    // What came with the last breath is not taken: the client is told that its connection broke off, and sends it again.
    guard !isOver else { throw UploadFault.cutShort }
    guard received <= limit else { throw TooLargeFault() }
    try claim.take(Int64(piece.readableBytes))
    return Array(piece.readableBytesView)
  }
}

/// How fast a body comes. A disk that is slow to take it costs no person their upload: only who waits for the client
/// counts.
struct ComingPace {
  var received: Int64 = 0
  var isWaiting = false
  /// It was given up.
  private(set) var isOver = false
  private var seen: Int64 = 0

  /// Another one has its place.
  mutating func giveUp() { isOver = true }

  /// Whether less has come since the last look than has to.
  mutating func hasStalled(atLeast least: Int64) -> Bool {
    let stalls = isWaiting && received - seen < least
    seen = received
    if stalls { isOver = true }
    return stalls
  }
}
