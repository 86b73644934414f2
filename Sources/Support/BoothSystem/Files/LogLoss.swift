import Glibc

/// Commits of a database that were on its disk and are not any more, as its write-ahead log was cut off, written over or damaged. SQLite
/// itself ends a damaged log in silence where its sums end ("WAL File Format", sqlite.org/walformat.html).
///
/// Two witnesses say so. The log's index (`-shm`) outlives a kill: it counts the pages that are committed, and how many of those the
/// database has; a page is counted only after the log was flushed. And in the log itself, behind the page where its sums end, there may
/// be more than one end of a transaction: a cut of the power leaves one at most, of a commit that was never confirmed.
///
/// It is looked for before the database is opened: SQLite then makes the index anew.
package struct LogLoss: Equatable {
  /// Pages that cannot be read any more; at least so many.
  package var pages: Int

  /// The kernel's name for the time since this computer was started; nil where it has none.
  package static var thisBoot: String? {
    OrdinaryFile.bytes("/proc/sys/kernel/random/boot_id").map {
      String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace }
    }
  }

  /// Whether a log has a head that SQLite would not begin to read it at, and something behind it.
  /// - Parameter beginning: its first bytes.
  package static func isHeadDamaged(_ beginning: [UInt8]) -> Bool {
    beginning.count > 32 && Log(Array(beginning.prefix(32))).salt.isEmpty
  }

  /// Nil where nothing is known to be lost.
  /// - Parameters:
  ///   - path: of the database, which no process has open, or this one alone.
  ///   - isSameBoot: whether the index was written since this computer was started: a cut of the power leaves an older one, which says
  ///     nothing of a log that was begun anew since.
  package init?(of path: String, isSameBoot: Bool) {
    let log = Log(Self.bytes(path + "-wal"))
    if let index = Index(Self.bytes(path + "-shm", at: 0, count: 100)) {
      let isOfThisLog = log.salt == index.salt
      if isOfThisLog || isSameBoot {
        let there = max(isOfThisLog ? log.committed : 0, index.inDatabase)
        if index.committed > there {
          pages = index.committed - there
          return
        }
        if isSameBoot { return nil }
      }
    }
    guard log.endsBehind > 1 else { return nil }
    pages = log.pagesBehind
  }

  private static func bytes(_ path: String, at offset: Int = 0, count: Int? = nil) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard file >= 0 else { return [] }
    // No process has a lock of SQLite's on it that closing would give up.
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return [] }
    // A log is brought into its database when it has 4 MB.
    let size = min(Int(facts.st_size) - offset, count ?? 256 << 20)
    guard size > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      while filled < size {
        let count = pread(file, buffer.baseAddress! + filled, size - filled, off_t(offset + filled))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        filled += count
      }
    }
  }

  /// The head of the log's index.
  private struct Index {
    var committed: Int
    /// Of those, so many are in the database.
    var inDatabase: Int
    var salt: [UInt8]

    /// Nil where it is none, or was being written.
    init?(_ bytes: [UInt8]) {
      guard bytes.count >= 100, bytes[0..<48] == bytes[48..<96] else { return nil }
      func number(_ place: Int) -> UInt32 {
        bytes[place..<place + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
      }
      guard number(0) == 3_007_000, bytes[12] == 1 else { return nil }
      var sum = LogSum()
      for place in stride(from: 0, to: 40, by: 8) { sum.add(number(place), number(place + 4)) }
      guard sum == LogSum(first: number(40), second: number(44)) else { return nil }
      committed = Int(number(16))
      inDatabase = Int(number(96))
      salt = Array(bytes[32..<40])
    }
  }

  /// What the log's bytes say.
  private struct Log {
    /// What its pages are known by; empty where it has no head that can be read.
    var salt: [UInt8] = []
    /// The last page of the last transaction whose sums are right.
    var committed = 0
    /// Behind it: pages of this log, and how many of them end a transaction.
    var pagesBehind = 0
    var endsBehind = 0

    init(_ bytes: [UInt8]) {
      guard bytes.count >= 32 else { return }
      bytes.withUnsafeBytes { read($0) }
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer) {
      func big(_ place: Int) -> UInt32 {
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      }
      let isBig = big(0) & 1 == 1
      func sum(_ place: Int, _ count: Int, into sum: inout LogSum) {
        sum.add(UnsafeRawBufferPointer(rebasing: bytes[place..<place + count]), isBig: isBig)
      }
      var found = LogSum()
      sum(0, 24, into: &found)
      let isHeadGood =
        big(0) & ~1 == 0x377f_0682 && found == LogSum(first: big(24), second: big(28))
      // The pages' own size where the head does not say it: all of the studio's databases have that.
      let size = isHeadGood ? Int(big(8)) : 4096
      guard size >= 512, size <= 65536, size & (size - 1) == 0, bytes.count >= 32 + 24 + size else {
        if isHeadGood { salt = Array(bytes[16..<24]) }
        return
      }
      let wanted = isHeadGood ? Array(bytes[16..<24]) : Array(bytes[40..<48])
      if isHeadGood { salt = wanted }
      var isWhole = isHeadGood
      var number = 0
      var place = 32
      while place + 24 + size <= bytes.count {
        defer { place += 24 + size }
        number += 1
        let isOfThis = bytes[place + 8..<place + 16].elementsEqual(wanted)
        let endsTransaction = big(place + 4) != 0
        if isWhole {
          sum(place, 8, into: &found)
          sum(place + 24, size, into: &found)
          isWhole = isOfThis && big(place) != 0 && found == LogSum(first: big(place + 16), second: big(place + 20))
          if isWhole {
            if endsTransaction { committed = number }
            continue
          }
        }
        guard isOfThis else { continue }
        pagesBehind += 1
        if endsTransaction { endsBehind += 1 }
      }
    }
  }
}
