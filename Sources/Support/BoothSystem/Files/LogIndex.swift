import Glibc

/// What the index of a write-ahead log says of it: how far it counts ("WAL-Index Header", sqlite.org/walformat.html#the_wal_index_header).
///
/// SQLite holds its locks on the index by POSIX locks, and to close any descriptor of it would give them up. So it is not opened: it is read
/// where SQLite has it in this process's memory, through a file of the kernel's, which answers an
/// error, and does not end the process, where the index was cut.
struct LogIndex {
  /// So many pages of the log count.
  var frames: Int
  /// Of all bytes of the log up to the last of them.
  var sum: LogSum
  /// As the log's head has them, in its bytes 16 to 23.
  var salts: UInt64

  /// Nil where this process has none in its memory, or it is being written.
  static func read(path: String) -> LogIndex? {
    guard let place = place(of: path) else { return nil }
    // Two copies, one written after the other.
    var words = [UInt32](repeating: 0, count: 24)
    let memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    guard memory >= 0 else { return nil }
    defer { close(memory) }
    let isRead = words.withUnsafeMutableBytes { pread(memory, $0.baseAddress, $0.count, off_t(place)) == $0.count }
    // The version of its format, and that it was written at all.
    guard isRead, words[..<12] == words[12...], words[0] == 3_007_000, words[3] & 0xFF == 1 else { return nil }
    let salts = words.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 32, as: UInt64.self) }
    return LogIndex(frames: Int(words[4]), sum: LogSum(first: words[6], second: words[7]), salts: salts)
  }

  /// Where in memory the beginning of a file is, by what the kernel says of this process (proc_pid_maps(5)).
  private static func place(of path: String) -> UInt? {
    var facts = stat()
    guard stat(path, &facts) == 0, let maps = fopen("/proc/self/maps", "re") else { return nil }
    defer { fclose(maps) }
    let name = "/" + (path.split(separator: "/").last ?? "")
    var line = [CChar](repeating: 0, count: 8192)
    while fgets(&line, Int32(line.count), maps) != nil {
      // 7f00-7f08 rw-s 00000000 fe:00 12345 /…
      let words = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        .split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      // Not by the device: that of some file systems is another one here than stat(2) says.
      guard words.count == 6, words[1].hasSuffix("s"), UInt64(words[2], radix: 16) == 0,
        UInt64(words[4]) == UInt64(facts.st_ino), words[5].hasSuffix(name + "\n")
      else { continue }
      return words[0].split(separator: "-").first.flatMap { UInt($0, radix: 16) }
    }
    return nil
  }
}
