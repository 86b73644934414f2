import Synchronization

/// The disk's room for what comes in, shared by all that come at once: what one has promised, another does not get. For any thread.
package final class UploadRoom: Sendable {
  /// How much is claimed at a time of what has no promised length, and how often the disk is looked at.
  static let step: Int64 = 1 << 20

  private let left: @Sendable () -> Int64?
  /// Claimed, and not yet on the disk.
  private let claimed = Mutex<Int64>(0)

  /// - Parameter left: how many bytes may still be written to the disk, asked now and then; nil if unknown.
  package init(_ left: @escaping @Sendable () -> Int64?) { self.left = left }

  /// Whether so much more may be written now, in addition to what comes in.
  package func has(_ bytes: Int64) -> Bool {
    claimed.withLock { claimed in
      guard let left = left() else { return true }
      return left >= claimed + bytes
    }
  }

  /// What is left, in addition to what comes in; nil if unknown.
  package var now: Int64? { claimed.withLock { claimed in left().map { $0 - claimed } } }

  /// - Returns: whether there is room for it.
  fileprivate func claim(_ bytes: Int64) -> Bool {
    claimed.withLock { claimed in
      if let left = left(), left < claimed + bytes { return false }
      claimed += bytes
      return true
    }
  }

  fileprivate func giveBack(_ bytes: Int64) { claimed.withLock { $0 -= bytes } }
}

/// What one body has of the room, until it is whole or given up. For one reader.
final class RoomClaim {
  private let room: UploadRoom?
  /// Claimed, and not yet come.
  private var rest: Int64 = 0
  /// Come since the disk was looked at.
  private var unseen: Int64 = 0

  /// - Parameter length: what the client has promised; nil if unknown.
  /// - Throws: ``UploadFault/noRoom``.
  init(_ room: UploadRoom?, length: Int64?) throws(UploadFault) {
    self.room = room
    try claim(length ?? UploadRoom.step)
  }

  deinit { room?.giveBack(rest) }

  private func claim(_ bytes: Int64) throws(UploadFault) {
    guard let room else { return }
    guard room.claim(bytes) else { throw .noRoom }
    rest += bytes
  }

  /// A piece has come, and goes to the disk.
  /// - Throws: ``UploadFault/noRoom`` where there is none for it any more, as others have written meanwhile.
  func take(_ bytes: Int64) throws(UploadFault) {
    guard let room else { return }
    if rest < bytes { try claim(max(bytes - rest, UploadRoom.step)) }
    unseen += bytes
    if unseen >= UploadRoom.step {
      unseen = 0
      guard room.has(0) else { throw .noRoom }
    }
    rest -= bytes
    room.giveBack(bytes)
  }
}
