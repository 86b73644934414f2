import FoundationEssentials
import Glibc

/// Who has a device open.
enum DeviceHolders {
  /// Other processes by name and number, `Xorg (812)`; only this user's own, unless it is root who asks.
  /// - Parameter path: a device or a link to one.
  static func names(of path: String) -> [String] {
    var wanted = stat()
    guard stat(path, &wanted) == 0 else { return [] }
    let folder = FileManager.default
    let processes = (try? folder.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.compactMap { Int32($0) }.sorted().filter { $0 != getpid() }.compactMap { id -> String? in
      // Not ours to look at, or ended meanwhile.
      let files = (try? folder.contentsOfDirectory(atPath: "/proc/\(id)/fd")) ?? []
      let holds = files.contains { file in
        var found = stat()
        return stat("/proc/\(id)/fd/\(file)", &found) == 0 && found.st_rdev == wanted.st_rdev
          && found.st_mode & S_IFMT == S_IFCHR
      }
      guard holds else { return nil }
      let name = folder.contents(atPath: "/proc/\(id)/comm").map { String(decoding: $0, as: UTF8.self) } ?? ""
      return "\(name.split(separator: "\n").first ?? "?") (\(id))"
    }
  }
}
