import FoundationEssentials
import Glibc

/// What a program and the processes it started take of the machine, as the kernel counts it.
struct Footprint {
  /// Memory of their own, in bytes: the anonymous part of their proportional set size (proc_pid_smaps(5),
  /// `smaps_rollup`). Pages of files are counted by how many programs share them, which is other programs' doing.
  var memory = 0
  var descriptors = 0
  var threads = 0
  var processes = 0

  /// Nil when the program is gone.
  init?(of program: Int32) {
    for id in [program] + Self.children(of: program) {
      guard let memory = Self.memory(of: id) else { continue }
      self.memory += memory
      descriptors += Self.entries("/proc/\(id)/fd")
      threads += Self.entries("/proc/\(id)/task")
      processes += 1
    }
    if processes == 0 { return nil }
  }

  private static func memory(of id: Int32) -> Int? {
    guard let text = text("/proc/\(id)/smaps_rollup"),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Pss_Anon:") })
    else { return nil }
    return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }

  private static func children(of id: Int32) -> [Int32] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []).flatMap { task in
      (text("/proc/\(id)/task/\(task)/children") ?? "").split(separator: " ").compactMap { Int32($0) }
    }
  }

  private static func entries(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count ?? 0
  }

  private static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
