import Glibc

/// What the kernel says this process has open.
enum ProcessState {
  /// Threads whose name begins so.
  static func threads(named prefix: String) -> Int {
    list("/proc/self/task").count { id in
      let name = (try? bytes(of: "/proc/self/task/\(id)/comm")).map { String(decoding: $0, as: UTF8.self) }
      return name?.hasPrefix(prefix) ?? false  // gone between the two looks
    }
  }

  /// Open files within a folder.
  static func descriptors(in folder: String) -> Int {
    list("/proc/self/fd").count { descriptor in
      var target = [CChar](repeating: 0, count: 4096)
      let count = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
      guard count > 0 else { return false }
      return String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self).hasPrefix(folder)
    }
  }
}
