import Glibc

/// The memory of this machine, in bytes, or of the control group that this process is in, where that has less.
public struct MachineMemory: Sendable, Equatable {
  /// What there is in all.
  public var whole: Int
  /// What could be had at the moment, without anything else having to leave.
  public var free: Int

  public init(whole: Int, free: Int) { (self.whole, self.free) = (whole, free) }

  /// As the kernel says it now. What cannot be read limits nothing.
  public static func now() -> MachineMemory { read(text) }

  /// - Parameter text: a file's contents by its path; nil where there is none.
  static func read(_ text: (String) -> String?) -> MachineMemory {
    let all = text("/proc/meminfo") ?? ""
    func kilobytes(_ name: String) -> Int? {
      number(name + ":", in: all).map { $0.multipliedReportingOverflow(by: 1024).partialValue }
    }
    var memory = MachineMemory(whole: kilobytes("MemTotal") ?? .max, free: kilobytes("MemAvailable") ?? .max)
    for line in (text("/proc/self/cgroup") ?? "").split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let isFirst = parts[1].split(separator: ",").contains("memory")
      guard isFirst || parts[0] == "0" && parts[1].isEmpty else { continue }
      // Each group above limits too.
      var path = parts[2].split(separator: "/")
      while true {
        let folder = (["/sys/fs/cgroup"] + (isFirst ? ["memory"] : []) + path).joined(separator: "/")
        for (limit, usage, cache) in isFirst
          ? [("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")]
          : [("memory.max", "memory.current", "inactive_file"), ("memory.high", "memory.current", "inactive_file")]
        {
          guard let most = text("\(folder)/\(limit)").flatMap(plain) else { continue }
          memory.whole = min(memory.whole, most)
          guard let used = text("\(folder)/\(usage)").flatMap(plain) else { continue }
          // Files that were read and are not in use leave when memory is wanted.
          let idle = number(cache, in: text("\(folder)/memory.stat") ?? "") ?? 0
          memory.free = min(memory.free, max(0, most - max(0, used - idle)))
        }
        guard !path.isEmpty else { break }
        path.removeLast()
      }
    }
    return memory
  }

  /// A number by itself; nil for "max".
  private static func plain(_ text: String) -> Int? { Int(text.prefix { $0 != "\n" }) }

  /// The number behind a name at a line's beginning.
  private static func number(_ name: String, in text: String) -> Int? {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count >= 2, words[0] == name { return Int(words[1]) }
    }
    return nil
  }

  /// Files of the kernel do not say how long they are.
  private static func text(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 1 << 20 {
      let got = Glibc.read(file, &piece, piece.count)
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { return nil }
      if got == 0 { break }
      bytes += piece[..<got]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
