import FoundationEssentials

@testable import CommandSupport

/// What device-mapper's dm-log-writes wrote down: every write to a disk in the order in which flushes made it last, with
/// marks in between (the format is told in the kernel's `drivers/md/dm-log-writes.c`).
struct WriteLog {
  struct Entry {
    var sector: UInt64
    var flags: UInt64
    var bytes: Data
    /// The text of a mark.
    var mark: String?

    static let flush: UInt64 = 1
    static let fua: UInt64 = 2
    static let discard: UInt64 = 4
    static let marked: UInt64 = 8

    /// Whether all before it is on the disk for good.
    var isFlush: Bool { flags & (Self.flush | Self.fua) != 0 }
  }

  enum Damage: Error { case noLog, shortLog }

  private static let magic: UInt64 = 0x6A_7366_7773_6872
  private static let sectorBytes = 512

  let entries: [Entry]

  /// - Parameter log: the bytes of the log's device.
  init(_ log: Data) throws {
    func number(_ offset: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(log[log.startIndex + offset + $1]) << (8 * UInt64($1)) }
    }
    guard log.count >= Self.sectorBytes, number(0) == Self.magic else { throw Damage.noLog }
    var entries: [Entry] = []
    var place = Self.sectorBytes
    for _ in 0..<number(16) {
      guard place + 32 <= log.count else { throw Damage.shortLog }
      let (flags, length) = (number(place + 16), Int(number(place + 24)))
      let isMark = flags & Entry.marked != 0
      // A mark's text is in the entry's own sector; a write's bytes are in those that follow.
      let start = isMark ? place + 32 : place + Self.sectorBytes
      let size = isMark ? length : flags & Entry.discard != 0 ? 0 : Int(number(place + 8)) * Self.sectorBytes
      guard start + size <= log.count else { throw Damage.shortLog }
      let bytes = log.subdata(in: log.startIndex + start..<log.startIndex + start + size)
      entries.append(
        Entry(
          sector: number(place), flags: flags, bytes: isMark ? Data() : bytes,
          mark: isMark ? String(decoding: bytes, as: UTF8.self) : nil))
      place += Self.sectorBytes + (isMark ? 0 : size)
    }
    self.entries = entries
  }
}
